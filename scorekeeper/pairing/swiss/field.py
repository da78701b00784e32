"""A Swiss round's entrants in ranking order, and a pair's cost: match-point gap and distance from the fold.

Entrants are numbered 0, 1, 2 … in ranking order. With an odd number, the bye has the next number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.pairing.search.matching import chance


@dataclass(frozen=True)
class Field:
    """The entrants of a Swiss round.

    `points`: match points in ranking order, as whole numbers.
    `met`: opponents by entrant. `had_bye`: who has had a bye.
    `never`, `rather`: opponents ruled out by *never* and *rather not* rules (tournament record, section 6), empty if there
    are none.
    """

    points: Sequence[int]
    met: Sequence[frozenset[int]]
    had_bye: Sequence[bool]
    seed: int = 0
    never: Sequence[frozenset[int]] = ()
    rather: Sequence[frozenset[int]] = ()

    @cached_property
    def entrants(self) -> int:
        """Return the number of entrants to pair."""
        return len(self.points)

    @cached_property
    def odd(self) -> bool:
        """Return whether someone must have a bye."""
        return self.entrants % 2 == 1

    @cached_property
    def vertices(self) -> int:
        """Return the number of entrants, plus one for a bye."""
        return self.entrants + self.odd

    @cached_property
    def scores(self) -> list[int]:
        """Return match points by vertex. The bye has the lowest score of anyone present."""
        return [*self.points, *([self.points[-1]] if self.odd else [])]

    @cached_property
    def groups(self) -> list[tuple[int, int]]:
        """Return the score groups as (first, one past the last)."""
        starts = [i for i in range(self.entrants) if i == 0 or self.points[i] != self.points[i - 1]]
        return list(zip(starts, [*starts[1:], self.entrants], strict=True))

    @cached_property
    def group_of(self) -> list[int]:
        """Return the score group of every entrant."""
        return [g for g, (start, end) in enumerate(self.groups) for _ in range(start, end)]

    @cached_property
    def half(self) -> list[int]:
        """Return, by group, how far below an entrant the fold opponent ranks.

        If the number of entrants above a group is odd, one floats down and meets its first. A group with one left over sends
        down its last. The others are folded: top half against bottom half.
        """
        return [(end - start - (start % 2) - (end % 2)) // 2 for start, end in self.groups]

    def distance(self, i: int, j: int) -> int:
        """Return a pair's distance from the fold, or 0 if it is on it. `i` ranks above `j`, which may be the bye."""
        upper = self.group_of[i]
        last = self.groups[upper][1] - 1
        if j == self.entrants:
            return (last - i) ** 2 + (len(self.groups) - 1 - upper) ** 2
        lower = self.group_of[j]
        if upper == lower:
            return (j - i - self.half[upper]) ** 2
        return (last - i) ** 2 + (j - self.groups[lower][0]) ** 2

    def gap(self, i: int, j: int) -> int:
        """Return the square of the difference in match points."""
        return (self.scores[i] - self.scores[j]) ** 2

    def rematch(self, i: int, j: int) -> bool:
        """Return whether the two have met."""
        return j in self.met[i] if j < self.entrants else False

    def is_never_pair(self, i: int, j: int) -> bool:
        """Return whether a *never* rule keeps the two apart."""
        return bool(self.never) and j in self.never[i]

    def rather_not(self, i: int, j: int) -> bool:
        """Return whether a *rather not* rule keeps the two apart in this round."""
        return bool(self.rather) and j in self.rather[i]

    @cached_property
    def barred(self) -> Sequence[frozenset[int]]:
        """Return, by entrant, everyone with whom a pair is not legal: earlier opponents and entrants to keep apart."""
        kinds = [kind for kind in (self.met, self.never, self.rather) if kind]
        return self.met if len(kinds) == 1 else [frozenset().union(*sets) for sets in zip(*kinds, strict=True)]

    @cached_property
    def byes_left(self) -> bool:
        """Return whether someone present has had no bye."""
        return not all(self.had_bye)

    def is_second_bye(self, i: int, j: int) -> bool:
        """Return whether this pair gives a second bye while someone has had none."""
        return j == self.entrants and self.had_bye[i] and self.byes_left

    def legal(self, i: int, j: int) -> bool:
        """Return whether a pair is allowed: not a rematch, a second bye or a pair to keep apart."""
        return j not in self.barred[i] and not self.is_second_bye(i, j)

    @cached_property
    def _lots(self) -> list[int]:
        draw = chance(self.seed, "swiss")
        return [draw.getrandbits(62) | 1 for _ in range(self.vertices)]

    @cached_property
    def _sizes(self) -> tuple[int, int, int, int]:
        """Return the bits for the sums of lots, fold distances and gaps, and the bits of each lot that fit."""
        pairs = max(1, self.vertices // 2)
        fold = (2 * self.entrants**2 * pairs).bit_length()
        gaps = ((self.scores[0] - self.scores[-1]) ** 2 * pairs).bit_length()
        apart_bits = 2 * self.vertices.bit_length() * bool(self.never or self.rather)
        lot = max(1, min(40, 120 - fold - gaps - 2 * pairs.bit_length() - 2 - apart_bits))
        return lot + pairs.bit_length(), fold, gaps, lot

    def cost(self, i: int, j: int) -> int:
        """Return all costs of a pair as one number.

        Most important first: *never* rule, rematch, *rather not* rule, second bye, gap, fold, lot.
        """
        lots, fold, gaps, _ = self._sizes
        width = self.vertices.bit_length()
        worst = int(self.rematch(i, j))
        if self.never or self.rather:
            worst = ((self.is_never_pair(i, j) << width) + worst << width) + self.rather_not(i, j)
        worst = (worst << 1 + width) + self.is_second_bye(i, j)
        return (worst << gaps + fold + lots) + self.legal_cost(i, j, self.distance(i, j))

    def legal_cost(self, i: int, j: int, distance: int) -> int:
        """Return the cost of a legal pair with a known distance from the fold."""
        lots, fold, _, lot = self._sizes
        draw = (self._lots[i] * self._lots[j] >> 20) & ((1 << lot) - 1)
        return ((self.scores[i] - self.scores[j]) ** 2 << fold) + distance << lots | draw


@dataclass(frozen=True)
class Cost:
    """The costs of a whole pairing, most important first."""

    never: int
    rematches: int
    rather: int
    second_byes: int
    gaps: int
    fold: int

    @classmethod
    def of(cls, field: Field, pairs: Sequence[tuple[int, int]]) -> Cost:
        """Return the total costs of the pairs."""
        return cls(
            sum(field.is_never_pair(i, j) for i, j in pairs),
            sum(field.rematch(i, j) for i, j in pairs),
            sum(field.rather_not(i, j) for i, j in pairs),
            sum(field.is_second_bye(i, j) for i, j in pairs),
            sum(field.gap(i, j) for i, j in pairs),
            sum(field.distance(i, j) for i, j in pairs),
        )
