"""Drawing the first dealer: the program shuffles, and turns cards up until the first jack (`deal.first_dealer`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.engine.deal import drawing_order, first_jack, pack_of

if TYPE_CHECKING:
    import random

    from scorekeeper.engine.ruleset import RuleSet


@dataclass(frozen=True)
class Drawn:
    """What was turned up.

    `cards`: rank, suit and the seat that each fell to, as far as the jack. `shuffler`, `dealer`: seats.
    """

    cards: tuple[tuple[str, str, int], ...]
    shuffler: int
    dealer: int


def draw(rules: RuleSet, chance: random.Random) -> Drawn:
    """Shuffle the pack and turn cards up from the left of whoever shuffled, until the first jack (`deal.first_dealer`)."""
    pack = list(pack_of(rules))
    chance.shuffle(pack)
    shuffler = chance.randrange(rules.table.players)
    drawn = pack[: 1 + next(i for i, card in enumerate(pack) if card.startswith("J"))]
    dealer = first_jack(rules, shuffler, drawn)
    assert dealer is not None
    order = drawing_order(rules, shuffler)
    cards = tuple((card[:-1], card[-1], order[i % len(order)]) for i, card in enumerate(drawn))
    return Drawn(cards, shuffler, dealer)
