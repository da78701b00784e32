"""The odds of a game: computing all chances once, then one query before a hand, next to scoring hands."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.game import advance
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.engine.state import State
from scorekeeper.odds.bidding_model import Habits, expect
from scorekeeper.odds.chances import Chances
from scorekeeper.odds.monte_carlo import SimulatedGames
from scorekeeper.odds.position import Position, position_before
from scorekeeper.odds.report import next_hand_results
from scorekeeper.odds.winning_results import ways_to_win
from tests.benchmarks.rows import row, size

HANDS = size(2000, 20)
QUESTIONS = size(200, 1)


def milliseconds(act: Callable[[], object], times: int = 1) -> float:
    began = time.perf_counter()
    for _ in range(times):
        act()
    return 1000 * (time.perf_counter() - began) / times


def score() -> None:
    """Score some hands, as the baseline."""
    state = State(named_rules("standard").with_options(target=5000, hole_limit=None), 0)
    for n in range(HANDS):
        advance(state.copy() if n % 2 else state, Played(n % 4, 60, (50, 50), {}))


def moments(several: SimulatedGames) -> list[Position]:
    """Return positions of a game at higher and higher scores."""
    sides = len(several.rules.table.sides)
    return [position_before(several.rules, [score + 5 * n for n in range(sides)], (), 0) for score in range(0, 150, 10)]


def main() -> None:
    floor = milliseconds(score)
    for name in ("standard", "north_500"):
        rules = named_rules(name)
        taken = milliseconds(lambda rules=rules: Chances(rules, expect(rules, Habits())).solve())
        row(f"odds.work.{name}", taken, "ms", floor=floor, floor_is=f"scoring {HANDS} hands")
    chances = Chances(named_rules("standard"), expect(named_rules("standard"), Habits())).solve()
    state = State(chances.rules, 0, (150, 120))

    def ask() -> None:
        ways_to_win(state)
        chances.at(150, 120)
        next_hand_results(chances, Position((150, 120)))

    row("odds.question.warm", milliseconds(ask, QUESTIONS), "ms", floor=floor / 20, floor_is=f"scoring {HANDS // 20} hands")
    for name in ("six_three_pairs", "five_silent", "cutthroat"):
        several = SimulatedGames(named_rules(name), expect(named_rules(name), Habits()))
        first, *later = [milliseconds(partial(several.shares, moment)) for moment in moments(several)]
        row(f"odds.played_on.{name}.first", first, "ms", floor=floor, floor_is=f"scoring {HANDS} hands")
        row(f"odds.played_on.{name}.next", sorted(later)[len(later) // 2], "ms", floor=floor, floor_is=f"scoring {HANDS} hands")


if __name__ == "__main__":
    main()
