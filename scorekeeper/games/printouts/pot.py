"""The pot on a score sheet: its total, payments and winnings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.engine.pot import settle_pot
from scorekeeper.messages.numbers import money

if TYPE_CHECKING:
    from scorekeeper.engine.scored_game import Replay
    from scorekeeper.formats.game_record import Record
    from scorekeeper.messages.marks import Gettext


@dataclass(frozen=True, slots=True)
class PrintedPot:
    """The pot in money. `shares` has each player's name, payment and winnings (empty for none)."""

    total: str
    shares: tuple[tuple[str, str, str], ...]


def pot_of(record: Record, replay: Replay, t: Gettext) -> PrintedPot | None:
    """Return the pot so far or as divided, or None if there are no stakes (`pot`)."""
    settled = settle_pot(record.rules, replay)
    if not settled.pot:
        return None
    shares = zip(record.players, settled.paid, settled.won, strict=True)
    return PrintedPot(
        money(t, settled.pot), tuple((name, money(t, -paid), f"+{money(t, won)}" if won else "") for name, paid, won in shares)
    )
