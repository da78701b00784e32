"""The games that this phone knows, in memory: those that only it has, and copies of a server's.

A game is its log, as on the server. The number of the phone's own is of a range that no server uses, so that it has the same
addresses; the service worker keeps what changes of them before it answers. A copy stays as it came: what is done there is done to
another one in its place (`waiting`).
"""

from __future__ import annotations

import json
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
"""What this device is called in a log."""
ANOTHER = 0
"""What any other is called, in the log of a copy."""
_PARTS = ("revision", "uuid", "action", "entry", "place", "before", "after", "undoes")


class KeptGame:
    """A game that this phone knows. `match`: its match and how many games win it; `number`: of the match; `next_id`: its rematch.

    `server`: the number that a server has given it, from when on it is that one's. `brought`: so many of its rows came with the
    record that it was brought in from, 0 where it began here. `differs`: the server has it already, and tells it otherwise.
    `copied_at`: when a copy came. `copy`: what it stands for while a page is drawn, a copy with what waits in the phone’s log
    upon it. The log may come as JSON: it is read when it is wanted.
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
        self.role: str = told.get("role") or "own"
        self.copied_at: str = told.get("at") or ""
        self.copy: KeptGame | None = None
        self.source: Json | None = told
        self._rows: list[LogRow] | None = None

    @property
    def copied(self) -> bool:
        """Whether it is a server's."""
        return self.id < FIRST

    @property
    def rows(self) -> list[LogRow]:
        """Its log."""
        return _read(self) if self._rows is None else self._rows

    def hold(self) -> None:
        """It changes from now on: what it came from is no longer what it is."""
        self._rows = self.rows
        self.source = None

    @property
    def key(self) -> str:
        """The key that it began under; empty where nothing is left of it."""
        if self._rows is None and self.source is not None and "key" in self.source:
            return str(self.source["key"])
        return self.rows[0].uuid if self.rows else ""

    @property
    def revision(self) -> int:
        """How many changes it has seen."""
        if self._rows is None and self.source is not None:
            rows = self.source["rows"]
            return int(self.source["revision"]) if isinstance(rows, str) else len(rows)
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
        return Access(self.id, self.revision, *times, match, self.number, self.next_id, self.role, THE_PHONE, None, WHO["name"])


def in_place_of(copy: KeptGame) -> KeptGame:
    """A copy to which something may be done while a page is drawn."""
    assert copy.source is not None
    game = KeptGame(copy.source)
    game.copy = copy
    game.source = None
    game._rows = list(copy.rows)  # noqa: SLF001 (of its own kind)
    return game


_MOST_READ = 8
_were_read: list[tuple[Json, list[LogRow]]] = []


def _read(game: KeptGame) -> list[LogRow]:
    """The log of a game as it came; of many games only the last few are remembered."""
    source = game.source
    assert source is not None
    for known, rows in _were_read:
        if known is source:
            return rows
    rows = source["rows"]
    told = [_row(game.id, row) for row in (json.loads(rows) if isinstance(rows, str) else rows)]
    _were_read[:] = [*_were_read[1 - _MOST_READ :], (source, told)]
    return told


def _row(game_id: int, told: Json) -> LogRow:
    at = datetime.fromisoformat(told["at"])
    facts = {name: told.get(name) for name in _PARTS}
    device = THE_PHONE if told.get("mine", True) else ANOTHER
    return LogRow(game_id=game_id, at=at, device_id=device, link_id=None, who=told.get("who") or "", **facts)  # type: ignore[arg-type]


def _told(row: LogRow) -> Json:
    facts = {name: getattr(row, name) for name in _PARTS}
    return {**facts, "at": row.at.isoformat(), "who": row.who}


WHO = {"name": ""}
"""Who this phone is, as the history says it."""
GAMES: dict[int, KeptGame] = {}
CHANGES = [0]
"""How often something of them was changed, or told anew."""
KNOWN: Json = {}
"""What a server has told of this device: `names` of players, `sets` of house rules, names that were `joined`, and the `games` on
its list, each with its revision, as of `since`.
"""
_changed: dict[int, int] = {}


def know(games: list[Json]) -> list[int]:
    """These are the phone's own games, whatever was known before; the numbers of those that are not as they were."""
    _changed.clear()
    still = {told["id"] for told in games}
    lost = [number for number, game in GAMES.items() if not game.copied and number not in still]
    return know_copies(games, lost)


def know_copies(games: list[Json], lost: list[int]) -> list[int]:
    """More games, or others in their place, and those that are no longer known; the numbers of all that are not as they were."""
    for number in lost:
        GAMES.pop(number, None)
    CHANGES[0] += 1
    changed = [told for told in games if told["id"] not in GAMES or GAMES[told["id"]].source != told]
    for told in changed:
        GAMES[told["id"]] = KeptGame(told)
    return [*lost, *[told["id"] for told in changed]]


def own_games() -> list[KeptGame]:
    """The games that began on this phone, and were not deleted."""
    return [game for game in GAMES.values() if not game.copied and game.revision]


def own_of(number: int) -> KeptGame | None:
    """The phone's own game that is, by its id, the game of a server with this number; None where it has none."""
    there = GAMES.get(number)
    return next((game for game in own_games() if there is not None and game.uuid == there.uuid), None)


def copy_of(number: int) -> KeptGame | None:
    """The copy of a server's game that is, by its id, the phone's own with this number; None where it has none."""
    return next((game for game in GAMES.values() if game.copied and game.revision and game.uuid == GAMES[number].uuid), None)


def touched(game: KeptGame) -> None:
    """Something of a game changes now: it is kept with the answer."""
    if game.copy is not None:
        return  # it is thrown away with the answer; its acts go into the log
    assert not game.copied
    CHANGES[0] += 1
    _changed.setdefault(game.id, game.revision)
    game.hold()


def to_keep() -> list[Json]:
    """The games that this answer has changed, each with the revision that is `seen` where it is kept so far."""
    told = [{"seen": seen, "game": GAMES[number].told()} for number, seen in _changed.items()]
    _changed.clear()
    return told


def new_number() -> int:
    """The number of the next game."""
    return max([FIRST, *GAMES]) + 1
