"""A kitchen table for tests: a game on a device, and the moves that every test makes."""

from __future__ import annotations

from itertools import count
from typing import Any

from scorekeeper.core.devices import visitors
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.formats.rules import dump_rules
from scorekeeper.games.commands import authorization, game_state
from scorekeeper.games.commands.library import game_creation
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import WrittenGame, write

NAMES = ["Aline", "Benoît", "Claire", "Denis", "Édith", "Fernand"]

_keys = count(1)


def key() -> str:
    """Return a new idempotency key."""
    return f"test-key-{next(_keys)}"


def header(rules: Any = "standard", first_dealer: int = 0, names: list[str] | None = None) -> dict[str, Any]:
    """Return the header of a game record. `rules` as in the record."""
    base = rules if isinstance(rules, str) else rules.get("base", "standard")
    players = names or NAMES[: named_rules(base).table.players]
    return {"format": "scorekeeper-game/1", "rules": rules, "players": players, "first_dealer": first_dealer}


def hand(contractor: int = 0, bid: Any = 60, points: Any = (65, 35), **facts: Any) -> dict[str, Any]:
    """Return a hand without other bids."""
    return {"contractor": contractor, "bid": bid, "bids": {}, "points": list(points), **facts}


def run_command(access: authorization.Access, action: Any, *what: Any, revision: int, uuid: str, **how: Any) -> WrittenGame:
    """Run one action at a revision under a key."""
    return write(access, action(*what, **how), revision=revision, uuid=uuid)


class Table:
    """A game, seen from one device. Every move uses the latest revision."""

    def __init__(self, rules: Any = "standard", **header_facts: Any) -> None:
        self.visitor = visitors.make()
        rules = rules if isinstance(rules, (str, dict)) else dump_rules(rules)
        self.game_id = game_creation.create(header(rules, **header_facts), self.visitor).game_id

    @classmethod
    def of(cls, record: dict[str, Any], **how: Any) -> Table:
        """Return a table with an imported record."""
        table = cls.__new__(cls)
        table.visitor = visitors.make()
        table.game_id = game_creation.import_record(record, table.visitor, **how).game_id
        return table

    @property
    def access(self) -> authorization.Access:
        """Return access to the game, as a request gets it."""
        return authorization.access_by_device(self.game_id, self.visitor.key)

    @property
    def game(self) -> game_state.GameState:
        """Return the current game."""
        return game_state.load(self.access)

    def move(self, action: Any, *what: Any, **how: Any) -> WrittenGame:
        """Run one action of `playing`."""
        access = self.access
        return run_command(access, action, *what, **{"revision": access.revision, "uuid": key(), **how})

    def play(self, *hands: dict[str, Any]) -> WrittenGame:
        """Record hands, and return the last result."""
        return [self.move(table_commands.record, event) for event in hands][-1]


def sheet_picture(found: game_state.GameState) -> tuple[Any, ...]:
    """Return what the sheet shows, without how it came about."""
    entries = tuple((e.id, e.n, e.status, e.event, e.hand, e.error and e.error.code) for e in found.entries)
    return found.players, entries, found.scores, found.outcome, found.contract, found.state.dealer
