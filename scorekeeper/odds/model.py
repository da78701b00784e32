"""The choice of model: exact chances for two sides and a near target, simulated games for everything else."""

from __future__ import annotations

from scorekeeper.odds.chances import Chances, is_tractable
from scorekeeper.odds.monte_carlo import SimulatedGames

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.odds.bidding_model import Expected

    Model = Chances | SimulatedGames


def model_of(rules: RuleSet, expected: Expected) -> Model:
    """Return the model for these rules, given what is expected of a hand."""
    return Chances(rules, expected).solve() if is_tractable(rules) else SimulatedGames(rules, expected)
