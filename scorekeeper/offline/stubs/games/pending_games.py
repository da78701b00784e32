"""A server's game as it will be: its copy, with the commands that wait in the phone's log applied.

While a page is rendered, another game replaces the copy. The waiting commands are applied to it by the code that the server
will use. A command of the page itself then follows in the log, under the key of the form. A list of games has several
replacements and changes none.
"""

from __future__ import annotations

from scorekeeper.core.forms import form_input
from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.errors import GameError
from scorekeeper.games.commands import history
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.offline import offline_commands
from scorekeeper.games.pages.parts.steps import describe_step
from scorekeeper.games.store.parts import EXTRA_ENTRY_OFFSET
from scorekeeper.offline.stubs.cache import forget
from scorekeeper.offline.stubs.flask import FORMS
from scorekeeper.offline.stubs.games import outgoing_games
from scorekeeper.offline.stubs.games.stored_games import GAMES, game_for_copy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from scorekeeper.games.store.log import GameEvent
    from scorekeeper.offline.stubs.games.stored_games import LocalGame
    from scorekeeper.offline.stubs.request import Request

COPY_TOKEN_PREFIX = "here."
"""The prefix of a form's CSRF token when the form came from a copy. The service worker answers it, even online."""
_KEY_CHARACTERS = 8
"""Characters of a key that are enough to tell it from others."""
_replaced: list[tuple[LocalGame, int]] = []
"""The games that replace copies, each with its revision before the page did anything."""
_page_of: list[int] = []
"""The number of the copied game whose page is rendered. Empty for a list of games."""


def apply_waiting_commands(page_request: Request) -> None:
    """Replace the copies by games with the waiting commands applied.

    Raises Refusal("revision") for a form that does not match the current state, or that the server made from a newer one.
    """
    _restore_copies()
    for waiting in page_request.waiting:
        copy = GAMES.get(waiting["game"])
        if copy is not None and copy.revision:
            _apply_to_copy(copy, waiting["entries"])
    if page_request.about:
        _page_of.append(page_request.about)
    if (page := _page()) and page_request.method == "POST":
        game, copied = page[0], _copied(page[0])
        newer = form_input.revision() > copied
        if newer if page_request.ours else not _is_current_state(game, page_request.form.get("csrf_token", "")):
            raise Refusal("revision")


def _apply_to_copy(copy: LocalGame, entries: Iterable[Mapping[str, Any]]) -> None:
    game = GAMES[copy.id] = game_for_copy(copy)
    forget([copy.id])
    for entry in entries:
        if entry["state"] == "waiting":
            _run(game, entry)
    _replaced.append((game, game.revision))


def _page() -> tuple[LocalGame, int] | None:
    """Return the copied game whose page is rendered, and its revision before the page did anything."""
    return next((one for one in _replaced if one[0].id in _page_of), None)


def _copied(game: LocalGame) -> int:
    """Return the revision of the copy that a game replaces."""
    assert game.copy is not None
    return game.copy.revision


def _run(game: LocalGame, entry: Mapping[str, Any]) -> None:
    try:
        command = offline_commands.parse_command(entry["key"], entry["seen"], entry["after"], entry["act"], entry["at"])
        offline_commands.run_command(game.access(), command)
    except (offline_commands.NeedsDecision, Refusal, GameError):
        return  # people are asked once it is sent; until then the page shows it separately


def token() -> str:
    """Return the CSRF token for forms. For a copied game, it also names the changes that the page was made from."""
    page = _page()
    return FORMS["token"] if page is None else _state_token(page[0], _copied(page[0]), page[1])


def _state_token(game: LocalGame, copied: int, drawn: int) -> str:
    """Return the token with the last change of the copy and the changes after it.

    Revisions are not enough: another device's change may have renumbered them.
    """
    return f"{COPY_TOKEN_PREFIX}{copied}." + ".".join([row.uuid[:_KEY_CHARACTERS] for row in game.rows[copied - 1 : drawn]])


def _is_current_state(game: LocalGame, token: str) -> bool:
    """Return whether a form was made from the game's current state. Changes that waited may be in the copy by now."""
    copied = token.removeprefix(COPY_TOKEN_PREFIX).partition(".")[0]
    return copied.isascii() and copied.isdigit() and int(copied) > 0 and token == _state_token(game, int(copied), game.revision)


def _restore_copies() -> None:
    """Put the copies back."""
    for game, _drawn in _replaced:
        if GAMES.get(game.id) is game:
            assert game.copy is not None
            GAMES[game.id] = game.copy
        forget([game.id])
    _replaced.clear()
    _page_of.clear()


def applied_commands() -> dict[str, Any] | None:
    """Return the commands that the page applied to a copied game, or None.

    The dict has `game`, the record's `header`, and `acts`.
    """
    page = _page()
    if page is None:
        _restore_copies()
        return None
    game, drawn = page
    done = [_dump_command(game, row) for row in game.rows[drawn:]]
    header = load(game.access()).record_json() if done else {}
    header.pop("events", None)
    _restore_copies()
    return {"game": game.id, "header": header, "acts": done} if done else None


def _dump_command(game: LocalGame, row: GameEvent) -> dict[str, Any]:
    seen = _copied(game)

    def named(number: int) -> str | int:
        return number if number <= seen or number >= EXTRA_ENTRY_OFFSET else game.rows[number - 1].uuid

    access = game.access()
    state = load(access)
    (step,) = history.steps(access, [row], state)
    return {
        "key": row.uuid,
        "seen": seen,
        "act": outgoing_games.command_of(row, named),
        "summary": [describe_step(state, step).text],
    }
