"""The games that are only on this phone, in memory; the service worker keeps what changes here before it answers.

A game is its log, as on the server. Its number is of a range that no server uses, so that it has the same addresses.
"""

from __future__ import annotations

from datetime import datetime

from scorekeeper.games.actions.access import Access
from scorekeeper.games.store.log import LogRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Json = dict[str, Any]

FIRST = 9_000_000_000_000
"""Games of a phone are numbered from here on."""
THE_PHONE = 1
"""What devices are called in a log that only this one writes."""
_PARTS = ("revision", "uuid", "action", "entry", "place", "before", "after", "undoes")


class KeptGame:
    """A game of this phone. `match`: its match and how many games win it; `number`: of the match; `next_id`: its rematch.

    `server`: the number that a server has given it, from when on it is that one's. `brought`: so many of its rows came with the
    record that it was brought in from, 0 where it began here. `differs`: the server has it already, and tells it otherwise.
    """

    def __init__(self, told: Json) -> None:
        self.id: int = told["id"]
        self.uuid: str = told["uuid"]
        self.created_at = datetime.fromisoformat(told["created"])
        self.changed_at = datetime.fromisoformat(told["changed"])
        self.match: Json | None = told.get("match")
        self.number: int = told.get("number") or 1
        self.next_id: int | None = told.get("next")
        self.hidden = bool(told.get("hidden"))
        self.server: int | None = told.get("server")
        self.brought: int = told.get("brought") or 0
        self.differs = bool(told.get("differs"))
        self.rows = [_row(self.id, row) for row in told["rows"]]

    @property
    def revision(self) -> int:
        """How many changes it has seen."""
        return len(self.rows)

    def told(self) -> Json:
        """As the phone keeps it."""
        return {
            "id": self.id,
            "uuid": self.uuid,
            "created": self.created_at.isoformat(),
            "changed": self.changed_at.isoformat(),
            "match": self.match,
            "number": self.number,
            "next": self.next_id,
            "hidden": self.hidden,
            "server": self.server,
            "brought": self.brought,
            "rows": [_told(row) for row in self.rows],
        }

    def access(self) -> Access:
        """The phone's way to it."""
        match: Any = self.match and self.match["id"]
        times = (self.created_at, self.changed_at)
        return Access(self.id, self.revision, *times, match, self.number, self.next_id, "own", THE_PHONE, None, WHO["name"])


def _row(game_id: int, told: Json) -> LogRow:
    at = datetime.fromisoformat(told["at"])
    facts = {name: told.get(name) for name in _PARTS}
    return LogRow(game_id=game_id, at=at, device_id=THE_PHONE, link_id=None, who=told.get("who") or "", **facts)  # type: ignore[arg-type]


def _told(row: LogRow) -> Json:
    facts = {name: getattr(row, name) for name in _PARTS}
    return {**facts, "at": row.at.isoformat(), "who": row.who}


WHO = {"name": ""}
"""Who this phone is, as the history says it."""
GAMES: dict[int, KeptGame] = {}
KNOWN: Json = {}
"""What a server has told of this device: `names` of players, `sets` of house rules."""
_changed: dict[int, int] = {}


def know(games: list[Json]) -> None:
    """These are the games, whatever was known before."""
    GAMES.clear()
    _changed.clear()
    for told in games:
        GAMES[told["id"]] = KeptGame(told)


def touched(game: KeptGame) -> None:
    """Something of a game changes now: it is kept with the answer."""
    _changed.setdefault(game.id, game.revision)


def to_keep() -> list[Json]:
    """The games that this answer has changed, each with the revision that is `seen` where it is kept so far."""
    told = [{"seen": seen, "game": GAMES[number].told()} for number, seen in _changed.items()]
    _changed.clear()
    return told


def new_number() -> int:
    """The number of the next game."""
    return max([FIRST, *GAMES]) + 1
