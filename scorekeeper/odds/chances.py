"""How likely each of two sides is to win: dynamic programming over the scores.

The chance at a pair of scores is a sum over the outcomes of the next hand: each outcome's chance times the chance at the
scores that it leads to. These equations are solved together by sweeping over the scores, highest first, until nothing
changes. Scores between two points of the grid, `step` apart, are interpolated. Both sides are assumed to play alike, so half
the grid is enough. All numbers are integers out of `WHOLE`.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.endings import ongoing_score_range
from scorekeeper.odds.bidding_model import WHOLE
from scorekeeper.odds.outcomes import HandOutcome, is_at_line, mirror, outcomes_of_side, winner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.odds.bidding_model import Expected
    from scorekeeper.odds.position import Position

UNIT = 5
"""All scores are multiples of five."""
NODES = 28
"""Approximate number of scores per side that are calculated. The scores between them are interpolated."""
ENOUGH = 300
"""The sweeps stop when no chance changes by more than this, out of `WHOLE`."""
MOST_SWEEPS = 60


@dataclass(slots=True)
class Node:
    """A pair of scores to calculate.

    `sure` is the chance of an immediate win. `places` are indexes into the board, each with its chance in `chances`.
    """

    place: int
    sure: int
    places: list[int]
    chances: list[int]


def is_tractable(rules: RuleSet) -> bool:
    """Return whether `Chances` can handle these rules: two sides and a target within reach of the grid."""
    return len(rules.table.sides) == 2 and not rules.table.individual and rules.target <= FURTHEST_TARGET


FURTHEST_TARGET = 500


class Chances:
    """The chances under a rule set, given what is expected of its hands.

    Call `work` until it returns True, on a phone in small steps, before you call `at`. `games` and `steps` are 0 because no
    games are played on: there is no limit on the number of positions.
    """

    games = steps = 0

    def __init__(self, rules: RuleSet, expected: Expected, nodes: int = NODES) -> None:
        self.rules = rules
        self.expected = expected
        low, high = self.open = ongoing_score_range(rules)
        self.low = low // UNIT
        self.size = high // UNIT - self.low + 1
        step = max(1, -(-(high - low) // (nodes * UNIT))) * UNIT
        self.scores = _grid(rules, low, high, step)
        self.board = [self._guess(i) for i in range(self.size * self.size)]
        self.between = self._between()
        self.lists: dict[tuple[bool, bool], list[HandOutcome]] = {}
        self.halves: dict[tuple[bool, bool], list[HandOutcome]] = {}
        self.ends: dict[tuple[int, int, int, bool, bool, int], int | None] = {}
        self.told: dict[tuple[int, int], dict[tuple[int, bool], tuple[int, int]]] = {}
        self.rows: list[list[Node]] = []
        self.row = 0
        self.moved = 0
        self.sweeps = 0
        self.done = False

    def _guess(self, place: int) -> int:
        """Return a starting value: the side that is ahead wins more often."""
        ahead = place // self.size - place % self.size
        return min(WHOLE, max(0, WHOLE // 2 + ahead * WHOLE // self.size))

    def _between(self) -> list[tuple[int, int, int, int]]:
        """Return each score's two neighbours on the grid, as indexes, and the distances to the upper and the lower one."""
        places = [score // UNIT - self.low for score in self.scores]
        found, at = [], 0
        for i in range(self.size):
            while at + 1 < len(places) and places[at + 1] <= i:
                at += 1
            after = places[min(at + 1, len(places) - 1)]
            found.append((places[at], after, max(0, after - i), i - places[at]))
        return found

    def index(self, score: int) -> int:
        """Return the index of a score on one side of the board. Scores beyond the board count as its edge."""
        return min(self.size - 1, max(0, (score + 2) // UNIT - self.low))

    def solve(self) -> Chances:
        """Work until all chances are known, and return self."""
        while not self.work(1_000_000):
            pass
        return self

    def work(self, most: int) -> bool:
        """Process about `most` outcomes and return whether all chances are known."""
        while most > 0 and not self.done:
            most -= self._prepare_row() if len(self.rows) < len(self.scores) else self._sweep_row()
        return self.done

    def _prepare_row(self) -> int:
        """Prepare the nodes of the first side's next score, highest first, and return the work done.

        The second side's scores are all below it.
        """
        first = self.scores[len(self.scores) - 1 - len(self.rows)]
        nodes = [self._node(first, second) for second in reversed(self.scores) if second < first]
        self.rows.append(nodes)
        return 4 * sum([len(node.places) for node in nodes]) + 1

    def outcomes(self, first: int, second: int) -> list[HandOutcome]:
        """Return the possible outcomes of the next hand at these scores."""
        kind = (is_at_line(self.rules, first), is_at_line(self.rules, second))
        if kind not in self.lists:
            own, other = self._half(first, second), self._half(second, first)
            self.lists[kind] = [*own, *mirror(other)]
        return self.lists[kind]

    def _half(self, first: int, second: int) -> list[HandOutcome]:
        """Return the outcomes of the first side's contracts. Swap the scores to get the other side's."""
        kind = (is_at_line(self.rules, first), is_at_line(self.rules, second))
        if kind not in self.halves:
            self.halves[kind] = outcomes_of_side(self.rules, self.expected, (first, second), 0)
        return self.halves[kind]

    def winner(self, outcome: HandOutcome, first: int, second: int) -> int | None:
        """Return the side that has won after an outcome, or None. The engine is asked only where a game can end."""
        low, high = self.open
        if low <= first <= high and low <= second <= high and not outcome.took:
            return None
        key = (first, second, outcome.side, outcome.made, outcome.real, outcome.took)
        if key not in self.ends:
            self.ends[key] = winner(self.rules, outcome, (first, second))
        return self.ends[key]

    def _node(self, first: int, second: int) -> Node:
        sure, places, chances = 0, [], []
        for outcome in self.outcomes(first, second):
            a, b = first + outcome.first, second + outcome.second
            won = self.winner(outcome, a, b)
            if won is None:
                places.append(self.index(a) * self.size + self.index(b))
                chances.append(outcome.chance)
            elif won == 0:
                sure += outcome.chance
        return Node(self.index(first) * self.size + self.index(second), sure, places, chances)

    def _sweep_row(self) -> int:
        """Recalculate one row of the grid, fill in the board around it, and return the work done."""
        board, size = self.board, self.size
        nodes = self.rows[self.row]
        board_row = self.index(self.scores[len(self.scores) - 1 - self.row])
        board[board_row * size + board_row] = WHOLE // 2
        count = 1
        for node in nodes:
            total = node.sure * WHOLE
            places, chances = node.places, node.chances
            for k in range(len(places)):
                total += chances[k] * board[places[k]]
            value = total // WHOLE
            moved = abs(value - board[node.place])
            if moved > self.moved:
                self.moved = moved
            board[node.place] = value
            count += len(places)
        self._fill(board_row)
        self.row += 1
        if self.row == len(self.rows):
            self._end_sweep()
        return count + size

    def _fill(self, board_row: int) -> None:
        """Interpolate the scores in this row and up to the row above, and mirror them."""
        board, size = self.board, self.size
        start = board_row * size
        for j in range(board_row + 1):
            left, right, far, near = self.between[j]
            if near:
                board[start + j] = (board[start + left] * far + board[start + min(right, board_row)] * near) // (far + near)
        above = self.between[board_row][1] if board_row + 1 < size else board_row
        for i in range(board_row, max(board_row + 1, above)):
            low, high, far, near = self.between[i]
            for j in range(i + 1):
                if near:
                    value = (self._read(low, j) * far + board[high * size + j] * near) // (far + near)
                    board[i * size + j] = value
                board[j * size + i] = WHOLE - board[i * size + j]

    def _read(self, i: int, j: int) -> int:
        return self.board[i * self.size + j] if j <= i else WHOLE - self.board[j * self.size + i]

    def _end_sweep(self) -> None:
        self.sweeps += 1
        self.done = self.moved <= ENOUGH or self.sweeps >= MOST_SWEEPS
        self.row = self.moved = 0

    def at(self, first: int, second: int) -> int:
        """Return the chance that the first side wins from these scores, out of `WHOLE`."""
        return sum([won for _, won in self._parts(first, second).values()]) // WHOLE

    def shares(self, moment: Position) -> list[int]:
        """Return each side's chance to win, out of `WHOLE`."""
        first = self.at(moment.scores[0], moment.scores[1])
        return [first, WHOLE - first]

    def parts(self, moment: Position) -> dict[tuple[int, bool], tuple[int, list[int]]]:
        """Return the next hand's chance and each side's chance after it, by (contractor's side, contract made)."""
        found = self._parts(moment.scores[0], moment.scores[1])
        return {key: (often, [won // often, WHOLE - won // often]) for key, (often, won) in found.items() if often}

    def _parts(self, first: int, second: int) -> dict[tuple[int, bool], tuple[int, int]]:
        """Return the same as `parts`, with the first side's chance only, multiplied by the chance of the part."""
        if (first, second) not in self.told:
            found = {(side, made): (0, 0) for side in (0, 1) for made in (True, False)}
            low, high, board, size, edge = self.open[0], self.open[1], self.board, self.size, self.low
            for one in self.outcomes(first, second):
                a, b = first + one.first, second + one.second
                if low <= a <= high and low <= b <= high and not one.took:
                    after = board[((a + 2) // UNIT - edge) * size + (b + 2) // UNIT - edge]
                else:
                    won = self.winner(one, a, b)
                    after = board[self.index(a) * size + self.index(b)] if won is None else WHOLE if won == 0 else 0
                chance, sums = found[one.side, one.made]
                found[one.side, one.made] = (chance + one.chance, sums + one.chance * after)
            self.told[first, second] = found
        return self.told[first, second]


def _grid(rules: RuleSet, low: int, high: int, step: int) -> list[int]:
    """Return the scores to calculate, lowest first.

    They are `step` apart and include both ends and the two scores on either side of the engine's line.
    """
    found = {*range(high, low, -step), low}
    for score in range(low + UNIT, high + 1, UNIT):
        if is_at_line(rules, score) != is_at_line(rules, score - UNIT):
            found |= {score - UNIT, score}
    return sorted(found)
