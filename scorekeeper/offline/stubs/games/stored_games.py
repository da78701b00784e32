"""The games that this phone knows, in memory: its own, and copies of a server's.

A game is its log, as on the server. The phone's own games have numbers that no server uses, so that their URLs look the
same. The service worker stores their changes before it answers. A copy never changes: commands go to another game in its
place (`pending_games`).
"""

from __future__ import annotations

import json
from datetime import datetime

from scorekeeper.games.commands.access import Access
from scorekeeper.games.store.log import GameEvent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Json = dict[str, Any]

FIRST = 9_000_000_000_000
"""A phone's own games have numbers above this one."""
THIS_PHONE = 1
"""The device id of this phone in a log."""
OTHER_DEVICE = 0
"""The device id of any other device, in the log of a copy."""
_PARTS = ("revision", "uuid", "action", "entry", "place", "before", "after", "undoes")


class LocalGame:
    """A game that this phone knows.

    `match` is its match with the number of games to win, `number` its number in the match, and `next_id` its rematch.
    `server` is the number that a server gave it when it took the game over. `brought` is the number of rows that came with
    an imported record, 0 for a game that started here. `differs` means that the server has a different version. `copied_at`
    is the time of a copy. `copy` is the copy that this game replaces while a page is rendered. The log may be JSON, which is
    parsed only when it is needed.
    """

    def __init__(self, game_json: Json) -> None:
        self.id: int = game_json["id"]
        self.uuid: str = game_json["uuid"]
        self.created_at = datetime.fromisoformat(game_json["created"])
        self.changed_at = datetime.fromisoformat(game_json["changed"])
        self.match: Json | None = game_json.get("match")
        self.number: int = game_json.get("number") or 1
        self.next_id: int | None = game_json.get("next")
        self.hidden = bool(game_json.get("hidden"))
        self.server: int | None = game_json.get("server")
        self.brought: int = game_json.get("brought") or 0
        self.differs = bool(game_json.get("differs"))
        self.role: str = game_json.get("role") or "own"
        self.copied_at: str = game_json.get("at") or ""
        self.copy: LocalGame | None = None
        self.source: Json | None = game_json
        self._rows: list[GameEvent] | None = None

    @property
    def copied(self) -> bool:
        """Whether it is a copy of a server's game."""
        return self.id < FIRST

    @property
    def rows(self) -> list[GameEvent]:
        """The log."""
        return _read(self) if self._rows is None else self._rows

    def hold(self) -> None:
        """Detach the game from its stored form before it changes."""
        self._rows = self.rows
        self.source = None

    @property
    def key(self) -> str:
        """The key that the game started under. Empty for a deleted game."""
        if self._rows is None and self.source is not None and "key" in self.source:
            return str(self.source["key"])
        return self.rows[0].uuid if self.rows else ""

    @property
    def revision(self) -> int:
        """The number of changes in the log."""
        if self._rows is None and self.source is not None:
            rows = self.source["rows"]
            return int(self.source["revision"]) if isinstance(rows, str) else len(rows)
        return len(self.rows)

    def to_json(self) -> Json:
        """Return the game as the phone stores it."""
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
            "rows": [_dump_row(row) for row in self.rows],
        }

    def access(self) -> Access:
        """Return the phone's access to the game."""
        match: Any = self.match and self.match["id"]
        times = (self.created_at, self.changed_at)
        return Access(
            self.id, self.revision, *times, match, self.number, self.next_id, self.role, THIS_PHONE, None, PHONE_NAME["name"]
        )


def game_for_copy(copy: LocalGame) -> LocalGame:
    """Return a game that replaces a copy, so that commands can change it while a page is rendered."""
    assert copy.source is not None
    game = LocalGame(copy.source)
    game.copy = copy
    game.source = None
    game._rows = list(copy.rows)  # noqa: SLF001 (same class)
    return game


_MOST_READ = 8
_parsed_logs: list[tuple[Json, list[GameEvent]]] = []


def _read(game: LocalGame) -> list[GameEvent]:
    """Return the parsed log of a game. Only the last few are cached."""
    source = game.source
    assert source is not None
    for known, rows in _parsed_logs:
        if known is source:
            return rows
    rows = source["rows"]
    events = [_row(game.id, row) for row in (json.loads(rows) if isinstance(rows, str) else rows)]
    _parsed_logs[:] = [*_parsed_logs[1 - _MOST_READ :], (source, events)]
    return events


def _row(game_id: int, row_json: Json) -> GameEvent:
    at = datetime.fromisoformat(row_json["at"])
    facts = {name: row_json.get(name) for name in _PARTS}
    device = THIS_PHONE if row_json.get("mine", True) else OTHER_DEVICE
    return GameEvent(game_id=game_id, at=at, device_id=device, link_id=None, who=row_json.get("who") or "", **facts)  # type: ignore[arg-type]


def _dump_row(row: GameEvent) -> Json:
    facts = {name: getattr(row, name) for name in _PARTS}
    return {**facts, "at": row.at.isoformat(), "who": row.who}


PHONE_NAME = {"name": ""}
"""This phone's name in the history."""
GAMES: dict[int, LocalGame] = {}
CHANGES = [0]
"""A counter of changes and updates of the games."""
SERVER_FACTS: Json = {}
"""What the server knows of this device.

`names` are players, `sets` are house rules, and `joined` are joined names. `games` are the games on its list, each with its
revision, as of `since`.
"""
_changed: dict[int, int] = {}


def load_own_games(games: list[Json]) -> list[int]:
    """Replace the phone's own games, and return the numbers of all games that changed."""
    _changed.clear()
    still = {game_json["id"] for game_json in games}
    lost = [number for number, game in GAMES.items() if not game.copied and number not in still]
    return load_copies(games, lost)


def load_copies(games: list[Json], lost: list[int]) -> list[int]:
    """Add, replace and remove games, and return the numbers of all that changed."""
    for number in lost:
        GAMES.pop(number, None)
    CHANGES[0] += 1
    changed = [game_json for game_json in games if game_json["id"] not in GAMES or GAMES[game_json["id"]].source != game_json]
    for game_json in changed:
        GAMES[game_json["id"]] = LocalGame(game_json)
    return [*lost, *[game_json["id"] for game_json in changed]]


def own_games() -> list[LocalGame]:
    """Return the games that started on this phone and were not deleted."""
    return [game for game in GAMES.values() if not game.copied and game.revision]


def own_of(number: int) -> LocalGame | None:
    """Return the phone's own game with the same UUID as the server's game `number`, or None."""
    copy = GAMES.get(number)
    return next((game for game in own_games() if copy is not None and game.uuid == copy.uuid), None)


def copy_of(number: int) -> LocalGame | None:
    """Return the copy of the server's game with the same UUID as the phone's own game `number`, or None."""
    return next((game for game in GAMES.values() if game.copied and game.revision and game.uuid == GAMES[number].uuid), None)


def mark_changed(game: LocalGame) -> None:
    """Mark a game as changed, so that it is stored with the answer. Call this before the change."""
    if game.copy is not None:
        return  # it is discarded after the answer; its commands go into the log
    assert not game.copied
    CHANGES[0] += 1
    _changed.setdefault(game.id, game.revision)
    game.hold()


def games_to_store() -> list[Json]:
    """Return the games changed by this answer, each with the stored revision as `seen`."""
    changed_games = [{"seen": seen, "game": GAMES[number].to_json()} for number, seen in _changed.items()]
    _changed.clear()
    return changed_games


def new_number() -> int:
    """Return the number for the next game."""
    return max([FIRST, *GAMES]) + 1
