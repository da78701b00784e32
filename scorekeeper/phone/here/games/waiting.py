"""A server's game as it will be: its copy, with the commands that wait in the phone's log applied.

While a page is rendered, another game replaces the copy. The waiting commands are applied to it by the code that the server
will use. A command of the page itself then follows in the log, under the key of the form. A list of games has several
replacements and changes none.
"""

from __future__ import annotations

from scorekeeper.base.pages import reading
from scorekeeper.base.refusals import Refusal
from scorekeeper.engine.errors import GameError
from scorekeeper.games.actions import history, phone_acts
from scorekeeper.games.actions.game_state import load
from scorekeeper.games.pages.steps import step_in_words
from scorekeeper.games.store.parts import BESIDE
from scorekeeper.phone.here.caches import forget
from scorekeeper.phone.here.flask import FORMS
from scorekeeper.phone.here.games import sending
from scorekeeper.phone.here.games.kept import GAMES, in_place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from scorekeeper.games.store.log import LogRow
    from scorekeeper.phone.here.games.kept import KeptGame
    from scorekeeper.phone.here.sent import Request

OF_A_COPY = "here."
"""The prefix of a form's CSRF token when the form came from a copy. The service worker answers it, even online."""
_ENOUGH = 8
"""Characters of a key that are enough to tell it from others."""
_standing: list[tuple[KeptGame, int]] = []
"""The games that replace copies, each with its revision before the page did anything."""
_page_of: list[int] = []
"""The number of the copied game whose page is rendered. Empty for a list of games."""


def stand(asked: Request) -> None:
    """Replace the copies by games with the waiting commands applied.

    Raises Refusal("revision") for a form that does not match the current state, or that the server made from a newer one.
    """
    _leave()
    for waiting in asked.waiting:
        copy = GAMES.get(waiting["game"])
        if copy is not None and copy.revision:
            _stand(copy, waiting["entries"])
    if asked.about:
        _page_of.append(asked.about)
    if (page := _page()) and asked.method == "POST":
        game, copied = page[0], _copied(page[0])
        newer = reading.revision() > copied
        if newer if asked.ours else not _still(game, asked.form.get("csrf_token", "")):
            raise Refusal("revision")


def _stand(copy: KeptGame, entries: Iterable[Mapping[str, Any]]) -> None:
    game = GAMES[copy.id] = in_place_of(copy)
    forget([copy.id])
    for entry in entries:
        if entry["state"] == "waiting":
            _do(game, entry)
    _standing.append((game, game.revision))


def _page() -> tuple[KeptGame, int] | None:
    """Return the copied game whose page is rendered, and its revision before the page did anything."""
    return next((one for one in _standing if one[0].id in _page_of), None)


def _copied(game: KeptGame) -> int:
    """Return the revision of the copy that a game replaces."""
    assert game.copy is not None
    return game.copy.revision


def _do(game: KeptGame, entry: Mapping[str, Any]) -> None:
    try:
        act = phone_acts.read(entry["key"], entry["seen"], entry["after"], entry["act"], entry["at"])
        phone_acts.do(game.access(), act)
    except (phone_acts.Asked, Refusal, GameError):
        return  # people are asked once it is sent; until then the page shows it separately


def token() -> str:
    """Return the CSRF token for forms. For a copied game, it also names the changes that the page was made from."""
    page = _page()
    return FORMS["token"] if page is None else _upon(page[0], _copied(page[0]), page[1])


def _upon(game: KeptGame, copied: int, drawn: int) -> str:
    """Return the token with the last change of the copy and the changes after it.

    Revisions are not enough: another device's change may have renumbered them.
    """
    return f"{OF_A_COPY}{copied}." + ".".join([row.uuid[:_ENOUGH] for row in game.rows[copied - 1 : drawn]])


def _still(game: KeptGame, told: str) -> bool:
    """Return whether a form was made from the game's current state. Changes that waited may be in the copy by now."""
    copied = told.removeprefix(OF_A_COPY).partition(".")[0]
    return copied.isascii() and copied.isdigit() and int(copied) > 0 and told == _upon(game, int(copied), game.revision)


def _leave() -> None:
    """Put the copies back."""
    for game, _drawn in _standing:
        if GAMES.get(game.id) is game:
            assert game.copy is not None
            GAMES[game.id] = game.copy
        forget([game.id])
    _standing.clear()
    _page_of.clear()


def acts() -> dict[str, Any] | None:
    """Return the commands that the page applied to a copied game, or None.

    The dict has `game`, the record's `header`, and `acts`.
    """
    page = _page()
    if page is None:
        _leave()
        return None
    game, drawn = page
    done = [_told(game, row) for row in game.rows[drawn:]]
    header = load(game.access()).record_json() if done else {}
    header.pop("events", None)
    _leave()
    return {"game": game.id, "header": header, "acts": done} if done else None


def _told(game: KeptGame, row: LogRow) -> dict[str, Any]:
    seen = _copied(game)

    def named(number: int) -> str | int:
        return number if number <= seen or number >= BESIDE else game.rows[number - 1].uuid

    access = game.access()
    state = load(access)
    (step,) = history.steps(access, [row], state)
    return {"key": row.uuid, "seen": seen, "act": sending.act_of(row, named), "summary": [step_in_words(state, step).text]}
