"""How likely each side is to win, of more than two or on the way to a far target: the game is played on by chance.

The scores of many sides are too many to be worked out one by one (`chances`). So a game is played to its end again and again,
with hands as they may come (`chance_hands`), by the engine's own endings, and it is counted who wins. The numbers that chance
takes are the same every time, so that a phone and the server come to the same figures.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.engine.auction import TOP
from scorekeeper.engine.deal import next_dealer
from scorekeeper.engine.endings import find_winner, going_on
from scorekeeper.engine.scoring import at_the_line
from scorekeeper.odds.chance_hands import SIZE, chance_hands, following
from scorekeeper.odds.habits import WHOLE
from scorekeeper.odds.moment import Moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.odds.chance_hands import ChanceHand
    from scorekeeper.odds.habits import Expected

MOST_GAMES = 1000
LEAST_GAMES = 400
POINTS = 400_000
"""So far apart are all targets together: games to 1,000 take five times the hands of games to 200."""
STEPS = 40_000
"""As many moments times the target: how far back the chances of one game are told."""
LEAST_STEPS = 12
MOST_HANDS = 400
"""Where a game will not end by then, whoever is in front is taken to win it."""

STEP = 1483
"""From one coming hand to the next: by about the golden section of `SIZE`, with which it has no divisor in common, so that those
that are taken lie evenly among all.
"""
REMEMBERED = 500
"""Moments that one of these keeps: the games of a server under one rule set have it in common."""


@dataclass(slots=True)
class Tally:
    """Games that were played on from a moment. `wins`: by side; `hands`: by contractor's side and whether the coming hand is
    made, how many games began so, and how many of these each side won.
    """

    wins: list[int]
    hands: dict[tuple[int, bool], tuple[int, list[int]]] = field(default_factory=dict)


class PlayedOn:
    """The chances of a rule set and of what is expected of its hands; each moment is played on from once.

    `games`: how often; `steps`: from how many moments of one game at most.
    """

    def __init__(self, rules: RuleSet, expected: Expected) -> None:
        self.rules = rules
        self.expected = expected
        self.games = max(LEAST_GAMES, min(MOST_GAMES, POINTS // rules.target))
        self.steps = max(LEAST_STEPS, STEPS // rules.target)
        self.open = going_on(rules)
        self.line = _line(rules)
        self.known: dict[Moment, Tally] = {}
        self.ahead: dict[tuple[tuple[int, ...], int | None], list[ChanceHand]] = {}

    def shares(self, moment: Moment) -> list[int]:
        """Each side's chance to win, out of `WHOLE`; where several may win together, they come to more."""
        return [won * WHOLE // self.games for won in self._tally(moment).wins]

    def parts(self, moment: Moment) -> dict[tuple[int, bool], tuple[int, list[int]]]:
        """The coming hand, by contractor's side and whether it is made: its chance, and each side's chance after it."""
        return {
            key: (count * WHOLE // self.games, [won * WHOLE // count for won in wins])
            for key, (count, wins) in sorted(self._tally(moment).hands.items())
        }

    def _tally(self, moment: Moment) -> Tally:
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

    def _played(self, moment: Moment) -> Tally:
        """Play on from here: the coming hand is one after the other of those that may come, what follows is drawn."""
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

    def _game(self, moment: Moment, hand: ChanceHand, drawn: int) -> tuple[tuple[int, ...], int]:
        """One game to its end, the coming hand being this: who won, and the number that was drawn last."""
        scores, dropped, silent = [*moment.scores], [*moment.dropped], moment.silent
        rules, spoke, ahead = self.rules, self.expected.spoke, self._hands(moment.dropped, silent)
        (low, high), line = self.open, self.line
        live = [side for side in range(len(scores)) if side not in dropped]
        for _ in range(MOST_HANDS):
            ends = hand.last.took == TOP
            for side in live:
                change = hand.below[side]
                if scores[side] >= line and hand.quiet[side] != hand.spoke[side]:
                    drawn = following(drawn)
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
                silent = next_dealer(rules, silent or 0, _nobody)
                ahead = self._hands(tuple(dropped), silent)
            drawn = following(drawn)
            hand = ahead[drawn % SIZE]
        best = max([scores[side] for side in live])
        return tuple([side for side in live if scores[side] == best]), drawn


def _nobody(_seat: int) -> bool:
    return False


def _line(rules: RuleSet) -> int:
    """The score from which a defender's right to points is limited; beyond all scores where it never is."""
    line = rules.target - rules.margin
    return line if at_the_line(rules, line) else 10**9
