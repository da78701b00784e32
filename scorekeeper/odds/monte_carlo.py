"""How likely each side is to win with three or more sides or a far target: the rest of the game is simulated.

With many sides there are too many combinations of scores to calculate (`chances`). So the game is played to its end many
times with sample hands (`chance_hands`) and the engine's own endings, and the wins are counted. The random numbers are
always the same, so that a phone and the server get the same results.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.engine.auction import TOP
from scorekeeper.engine.deal import next_dealer
from scorekeeper.engine.endings import find_winner, ongoing_score_range
from scorekeeper.engine.scoring import is_at_or_above_line
from scorekeeper.odds.bidding_model import WHOLE
from scorekeeper.odds.chance_hands import SIZE, chance_hands, next_random
from scorekeeper.odds.position import Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.odds.bidding_model import Expected
    from scorekeeper.odds.chance_hands import ChanceHand

MOST_GAMES = 1000
LEAST_GAMES = 400
POINTS = 400_000
"""Divided by the target, the number of games to simulate: a game to 1,000 has five times the hands of one to 200."""
STEPS = 40_000
"""Divided by the target, the number of positions of one game that get chances, counted from the end."""
LEAST_STEPS = 12
MOST_HANDS = 400
"""If a game has not ended after this many hands, the side in front wins it."""

STEP = 1483
"""The step from one next hand to another.

It is close to the golden section of `SIZE` and has no common divisor with it, so that the hands taken are spread evenly.
"""
REMEMBERED = 500
"""Number of positions that one model caches. All games under a rule set share the model."""


@dataclass(slots=True)
class Tally:
    """The results of the games simulated from a position.

    `wins` are by side. `hands` has, by contractor's side and whether the next hand is made, the number of games that started
    that way and each side's wins in them.
    """

    wins: list[int]
    hands: dict[tuple[int, bool], tuple[int, list[int]]] = field(default_factory=dict)


class SimulatedGames:
    """The chances under a rule set, given what is expected of its hands. Each position is simulated once.

    `games` is the number of simulations per position, and `steps` the most positions of one game.
    """

    def __init__(self, rules: RuleSet, expected: Expected) -> None:
        self.rules = rules
        self.expected = expected
        self.games = max(LEAST_GAMES, min(MOST_GAMES, POINTS // rules.target))
        self.steps = max(LEAST_STEPS, STEPS // rules.target)
        self.open = ongoing_score_range(rules)
        self.line = _line(rules)
        self.known: dict[Position, Tally] = {}
        self.ahead: dict[tuple[tuple[int, ...], int | None], list[ChanceHand]] = {}

    def shares(self, moment: Position) -> list[int]:
        """Return each side's chance to win, out of `WHOLE`. They add up to more if several sides can win together."""
        return [won * WHOLE // self.games for won in self._tally(moment).wins]

    def parts(self, moment: Position) -> dict[tuple[int, bool], tuple[int, list[int]]]:
        """Return the next hand's chance and each side's chance after it, by (contractor's side, contract made)."""
        return {
            key: (count * WHOLE // self.games, [won * WHOLE // count for won in wins])
            for key, (count, wins) in sorted(self._tally(moment).hands.items())
        }

    def _tally(self, moment: Position) -> Tally:
        known = self.known.get(moment)
        if known is None:
            if len(self.known) >= REMEMBERED:
                self.known.clear()
            known = self.known[moment] = self._played(moment)
        return known

    def _hands(self, dropped: tuple[int, ...], silent: int | None) -> list[ChanceHand]:
        key = (dropped, silent)
        if key not in self.ahead:
            self.ahead[key] = chance_hands(self.rules, self.expected, dropped, silent)
        return self.ahead[key]

    def _played(self, moment: Position) -> Tally:
        """Simulate games from this position.

        The next hand runs through the sample hands, and the hands after it are random.
        """
        sides = len(moment.scores)
        tally = Tally([0] * sides)
        coming, drawn = self._hands(moment.dropped, moment.silent), 2026
        for game in range(self.games):
            first = coming[game * STEP % SIZE]
            winners, drawn = self._game(moment, first, drawn)
            count, wins = tally.hands.get((first.side, first.made), (0, [0] * sides))
            for side in winners:
                tally.wins[side] += 1
                wins[side] += 1
            tally.hands[first.side, first.made] = (count + 1, wins)
        return tally

    def _game(self, moment: Position, hand: ChanceHand, drawn: int) -> tuple[tuple[int, ...], int]:
        """Play one game to its end, beginning with `hand`, and return the winners and the last random number."""
        scores, dropped, silent = [*moment.scores], [*moment.dropped], moment.silent
        rules, spoke, ahead = self.rules, self.expected.spoke, self._hands(moment.dropped, silent)
        (low, high), line = self.open, self.line
        live = [side for side in range(len(scores)) if side not in dropped]
        for _ in range(MOST_HANDS):
            ends = hand.last.took == TOP
            for side in live:
                change = hand.below[side]
                if scores[side] >= line and hand.quiet[side] != hand.spoke[side]:
                    drawn = next_random(drawn)
                    change = hand.spoke[side] if drawn % WHOLE < spoke else hand.quiet[side]
                elif scores[side] >= line:
                    change = hand.quiet[side]
                scores[side] += change
                if not low <= scores[side] <= high:
                    ends = True
            if ends:
                ended = find_winner(rules, scores, dropped, hand.last, True)
                if ended is not None and ended[0]:
                    return ended[0], drawn
                if ended is not None:
                    live = [side for side in live if side not in dropped]
                    ahead = self._hands(tuple(dropped), silent)
            if rules.table.rotating_silent:
                silent = next_dealer(rules, silent or 0, _never_winning)
                ahead = self._hands(tuple(dropped), silent)
            drawn = next_random(drawn)
            hand = ahead[drawn % SIZE]
        best = max([scores[side] for side in live])
        return tuple([side for side in live if scores[side] == best]), drawn


def _never_winning(_seat: int) -> bool:
    return False


def _line(rules: RuleSet) -> int:
    """Return the score at which defenders' points become limited, or a number beyond all scores if they never do."""
    line = rules.target - rules.margin
    return line if is_at_or_above_line(rules, line) else 10**9
