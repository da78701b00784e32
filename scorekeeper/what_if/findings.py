"""The results of trying many games under other rules: collected, and added up."""

from __future__ import annotations

from scorekeeper.engine.replay.game import replay
from scorekeeper.what_if.coach import Coach, contracts
from scorekeeper.what_if.trial import DECIDABLE_FATES, FATES, OPEN, SAME, TURNED, UNKNOWN, try_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.what_if.coach import Contract
    from scorekeeper.what_if.trial import RecordedGame, RulesChange, Trial


class Gain:
    """What the other rules change for a player, over games that can be scored under both.

    `games`: all of them; `then` and `now`: how many were won as played and under the other rules.
    `lost`: won as played, lost under the other rules; `won`: the reverse.
    `open`: won as played, not over under the other rules; `fresh`: not over as played, won under the other rules.
    So `then - lost - open + won + fresh == now`.
    """

    __slots__ = ("fresh", "games", "lost", "now", "open", "then", "won")

    def __init__(self) -> None:
        self.games = self.then = self.now = self.lost = self.won = self.open = self.fresh = 0


class Totals:
    """Trials added up in any order.

    `fates`: number of games by fate. `players`: gains by name.
    `ended`: games won under both rules. Of these, `hands` and `margins` are sums (as played, under the other rules), and
    `longer` and `shorter` count the games whose length changed.
    `boxed`: how often a side went below zero (as played, under the other rules). `changed`: games in which some hand scores
    differently. Both are over all games that can be scored under both rules.
    `unknown`: error codes of facts missing from records, with the number of games.
    """

    def __init__(self) -> None:
        self.games = 0
        self.fates = dict.fromkeys(FATES, 0)
        self.ended = 0
        self.hands = [0, 0]
        self.margins = [0, 0]
        self.longer = self.shorter = 0
        self.boxed = [0, 0]
        self.changed = 0
        self.unknown: dict[str, int] = {}
        self.players: dict[str, Gain] = {}

    @property
    def decidable_games(self) -> int:
        """Return the number of games whose every hand can be scored under the other rules."""
        return sum([self.fates[fate] for fate in DECIDABLE_FATES])

    def add(self, trial: Trial) -> None:
        self.games += 1
        self.fates[trial.fate] += 1
        if trial.fate == UNKNOWN:
            self.unknown[trial.unknown] = self.unknown.get(trial.unknown, 0) + 1
        then, now = trial.then, trial.now
        if then is None or now is None:
            return
        self.changed += trial.changed > 0
        for i, sheet in enumerate((then, now)):
            self.boxed[i] += sum(sheet.boxed)
            if trial.fate in (SAME, TURNED):
                self.hands[i] += sheet.hands
                self.margins[i] += sheet.margin
        longer = trial.longer
        if longer is not None:
            self.ended += 1
            self.longer += longer > 0
            self.shorter += longer < 0
        for side, names in enumerate(trial.sides):
            for name in dict.fromkeys(names):
                self._gain(name, side in then.winners, side in now.winners, trial.fate)

    def _gain(self, name: str, then: bool, now: bool, fate: str) -> None:
        gain = self.players.get(name)
        if gain is None:
            gain = self.players[name] = Gain()
        gain.games += 1
        gain.then += then
        gain.now += now
        gain.open += then and fate == OPEN
        gain.lost += then and not now and fate != OPEN
        gain.won += now and not then and fate == TURNED
        gain.fresh += now and not then and fate != TURNED

    def by_gain(self) -> list[tuple[str, Gain]]:
        """Return the players with the largest gain in games won first, then by name."""
        return sorted(self.players.items(), key=lambda one: (one[1].then - one[1].now, one[0]))


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
