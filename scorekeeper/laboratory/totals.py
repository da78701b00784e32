"""Many trials added up: which games turn, how much longer they take, how often somebody goes into the box, who gains."""

from __future__ import annotations

from scorekeeper.laboratory.trial import FATES, OPEN, SAME, TOLD, TURNED, UNKNOWN

TYPE_CHECKING = False  # loaded by phones
if TYPE_CHECKING:
    from scorekeeper.laboratory.trial import Trial


class Gain:
    """What a player has of the other rules, over the games that can be told: `games`, of which `then` and `now` were won;
    `lost`: won as played, by others under the other rules; `won`: the other way round; `open`: won as played, and going on
    there. `fresh`: not over as played, and won there. So `then - lost - open + won + fresh == now`.
    """

    __slots__ = ("fresh", "games", "lost", "now", "open", "then", "won")

    def __init__(self) -> None:
        self.games = self.then = self.now = self.lost = self.won = self.open = self.fresh = 0


class Totals:
    """Trials added up, in any order.

    `fates`: how many games of each fate. Over games won under both rules (`ended`): `hands` and `margins`, as played and
    under the other rules, and how many were `longer`, `shorter` or as long. Over all that can be told: `boxed`, how often a
    side went below zero, both ways, and `changed`: games in which a hand scores otherwise. `unknown`: codes of what records
    did not tell, with how many games. `players`: by name.
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
    def told(self) -> int:
        """Games whose every hand can be scored under the other rules."""
        return sum([self.fates[fate] for fate in TOLD])

    def add(self, trial: Trial) -> None:
        """One more game."""
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
        """Players, those first who win most games more; of equals in the order of their names."""
        return sorted(self.players.items(), key=lambda one: (one[1].then - one[1].now, one[0]))
