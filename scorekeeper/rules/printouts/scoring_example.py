"""Two example hands for a rule card, scored by the engine: a contract made, and the same one failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.engine.errors import GameError
from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.messages.game.lines import Lines
from scorekeeper.messages.names import names_of
from scorekeeper.rulebook.examples.illustrations import PLAYERS

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

CONTRACTOR, CALLED = 0, 2
TOOK = (10, -15)
"""Card points above the bid, and below it."""


def scoring_example(t: Gettext, rules: RuleSet) -> list[str]:
    """Return sentences about each hand's score in a new game, or none if the rules have no such hand."""
    bid = max(75, rules.minimum_bid)
    sentences = []
    for more in TOOK:
        replayed = replay(rules, rules.table.players - 1, [_hand(rules, bid, min(100, bid + more))])
        if not isinstance(replayed.error, GameError):
            sentence = Lines(t).bind(names_of(rules, PLAYERS[: rules.table.players]))
            sentences.append(" ".join(sentence(line) for line in replayed.hands[0].lines))
    return sentences


def _hand(rules: RuleSet, bid: int, took: int) -> Played:
    """Return a hand in which the next side took all the points that the contractor did not."""
    together = rules.table.individual and rules.defenders_score == "temporary_team"
    piles = 2 if together else len(rules.table.sides)
    points = (took, 100 - took, *[0] * (piles - 2))
    called = CALLED if rules.format == "called_partner" else None
    return Played(CONTRACTOR, bid, points, bids={}, called_seat=called)
