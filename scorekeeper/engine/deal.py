"""Pack and deal (rulebook section 3): what is dealt, who deals next, when a misdeal may be called."""

from __future__ import annotations

from .options import Flag, Number, Phase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .ruleset import RuleSet


class Deal(Phase):
    """Options of the pack and the deal."""

    pack = Number(36, choices=(36, 40, 44, 52), rule="deal.pack", unit="cards")
    hand_cards = Number(9, low=1, high=17, rule="deal.pack", unit="cards")
    kitty = Number(0, low=0, high=16, rule="deal.pack", unit="cards")
    misdeal = Flag(rule="deal.misdeal")


def next_dealer(rules: RuleSet, dealer: int, sits_out: Callable[[int], bool]) -> int:
    """The deal passes to the left, over seats that sit out: dropped out or silent all evening (`deal.rotation`)."""
    for step in range(1, rules.table.players + 1):
        seat = (dealer + step) % rules.table.players
        if not sits_out(seat):
            return seat
    return dealer
