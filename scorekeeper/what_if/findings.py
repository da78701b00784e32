"""Collect the results of trying many games under other rules."""

from __future__ import annotations

from scorekeeper.engine.replay.game import replay
from scorekeeper.what_if.coach import Coach, contracts
from scorekeeper.what_if.totals import Totals
from scorekeeper.what_if.trial import OPEN, TURNED, UNKNOWN, try_out

TYPE_CHECKING = False  # loaded by phones
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.what_if.coach import Contract
    from scorekeeper.what_if.trial import RecordedGame, RulesChange, Trial


def try_game(game: RecordedGame, change: RulesChange) -> tuple[Trial, list[Contract], RuleSet]:
    """Return a game's trial, its contracts, and the rules under which those are scored.

    A game that can't be tried under the change has no contracts.
    """
    trial, compared = try_out(game, change)
    rules = change.of(game.rules)
    if compared is None or rules is None:
        hands = replay(game.rules, game.first_dealer, game.events, game.start_scores).hands if change.nothing else []
        return trial, contracts(game.players, hands), game.rules
    return trial, contracts(game.players, compared.other.hands), rules


class Findings:
    """The results of all games.

    `listed`: trials to list individually, by fate: another side wins, the game goes on, or the record doesn't say.
    `refused`: the number of games that could not be read.
    """

    def __init__(self, change: RulesChange) -> None:
        self.change = change
        self.totals = Totals()
        self.coach = Coach()
        self.listed: dict[str, list[Trial]] = {TURNED: [], OPEN: [], UNKNOWN: []}
        self.refused = 0
        self._rules: dict[RuleSet, int] = {}

    def add(self, trial: Trial, contracts: Iterable[Contract], rules: RuleSet) -> None:
        """Add one game's results from `try_game`."""
        self.totals.add(trial)
        if trial.fate in self.listed:
            self.listed[trial.fate].append(trial)
        for contract in contracts:
            self.coach.add(contract)
        self._rules[rules] = self._rules.get(rules, 0) + 1

    def add_games(self, games: Iterable[RecordedGame]) -> None:
        for game in games:
            self.add(*try_game(game, self.change))

    @property
    def turned(self) -> list[Trial]:
        """Return the trials that another side wins."""
        return self.listed[TURNED]

    @property
    def usual(self) -> RuleSet | None:
        """Return the rules under which most games were scored, the first of them if tied."""
        return max(self._rules, key=lambda rules: self._rules[rules]) if self._rules else None

    @property
    def played_by(self) -> list[RuleSet]:
        """Return all rules under which games were scored."""
        return list(self._rules)
