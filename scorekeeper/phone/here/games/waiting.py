"""A server's game as it will be: its copy with what waits in the phone's log upon it, and what is done to that.

While a page is drawn, another game stands in the place of the copy. What waits is done to it by the acts by which the
server will do it; what the page does then comes after it in the log, as an act under the key of the form.
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
    from collections.abc import Mapping
    from typing import Any

    from scorekeeper.games.store.log import LogRow
    from scorekeeper.phone.here.games.kept import KeptGame
    from scorekeeper.phone.here.sent import Request

OF_A_COPY = "here."
"""How the token of a form begins that was drawn from a copy: the service worker answers it, with a network too."""
_ENOUGH = 8
"""Signs by which a key is told from others."""
_standing: list[tuple[KeptGame, int]] = []
"""What stands in the place of a copy, and its revision before the page did anything."""


def stand(asked: Request) -> None:
    """Put the game with what waits in the place of its copy.

    Raises Refusal("revision") for a form that was drawn of another, or by the server of a newer one.
    """
    _leave()
    waiting = asked.waiting
    copy = GAMES.get(waiting["game"]) if waiting else None
    if waiting is None or copy is None or not copy.revision:
        return
    game = GAMES[copy.id] = in_place_of(copy)
    forget([copy.id])
    for entry in waiting["entries"]:
        if entry["state"] == "waiting":
            _do(game, entry)
    _standing.append((game, game.revision))
    newer = reading.revision() > copy.revision
    if asked.method == "POST" and (newer if asked.ours else not _still(game, asked.form.get("csrf_token", ""))):
        raise Refusal("revision")


def _do(game: KeptGame, entry: Mapping[str, Any]) -> None:
    try:
        act = phone_acts.read(entry["key"], entry["seen"], entry["after"], entry["act"], entry["at"])
        phone_acts.do(game.access(), act)
    except (phone_acts.Asked, Refusal, GameError):
        return  # people will be asked about it once it is sent; until then it stands beside the page


def token() -> str:
    """What the forms of a page say that the phone has drawn: upon which changes of a copied game; else that they are ours."""
    if not _standing:
        return FORMS["token"]
    game, drawn = _standing[0]
    assert game.copy is not None
    return _upon(game, game.copy.revision, drawn)


def _upon(game: KeptGame, copied: int, drawn: int) -> str:
    """The last change of a copy, and what stood upon it: a change of another device before those has given them other numbers."""
    return f"{OF_A_COPY}{copied}." + ".".join([row.uuid[:_ENOUGH] for row in game.rows[copied - 1 : drawn]])


def _still(game: KeptGame, told: str) -> bool:
    """Whether a form was drawn upon the game as it is now; what waited may be in the copy by now."""
    copied = told.removeprefix(OF_A_COPY).partition(".")[0]
    return copied.isascii() and copied.isdigit() and int(copied) > 0 and told == _upon(game, int(copied), game.revision)


def _leave() -> None:
    """The copies again."""
    for game, _drawn in _standing:
        if GAMES.get(game.id) is game:
            assert game.copy is not None
            GAMES[game.id] = game.copy
        forget([game.id])
    _standing.clear()


def acts() -> dict[str, Any] | None:
    """What the page has done to a copied game, for the phone's log: `game`, the `header` of its record, and the `acts`."""
    if not _standing:
        return None
    game, drawn = _standing[0]
    done = [_told(game, row) for row in game.rows[drawn:]]
    header = load(game.access()).record_json() if done else {}
    header.pop("events", None)
    _leave()
    return {"game": game.id, "header": header, "acts": done} if done else None


def _told(game: KeptGame, row: LogRow) -> dict[str, Any]:
    assert game.copy is not None
    seen = game.copy.revision

    def named(number: int) -> str | int:
        return number if number <= seen or number >= BESIDE else game.rows[number - 1].uuid

    access = game.access()
    state = load(access)
    (step,) = history.steps(access, [row], state)
    return {"key": row.uuid, "seen": seen, "act": sending.act_of(row, named), "summary": [step_in_words(state, step).text]}
