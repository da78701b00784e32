"""A Swiss field in parts that no pair of a best pairing joins, each paired on its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.tournament.ends import LARGE, End, bottom, top
from scorekeeper.tournament.field import Field
from scorekeeper.tournament.local import mended

Pairs = list[tuple[int, int]]


@dataclass(frozen=True)
class Part:
    """Score groups with an even number of vertices, `first` to before `past`; their fold; the ends of the field among them."""

    groups: range
    first: int
    past: int
    ideal: Pairs
    ends: tuple[End, ...] = ()

    @property
    def key(self) -> tuple[int, ...]:
        """What tells it from others."""
        return (self.first, self.past, *(end.beyond for end in self.ends))


def part_by_part(field: Field) -> Pairs | None:
    """The best pairing if it has no rematch and its gaps add up to what is proven of the ends and of the rest, else None."""
    whole = list(blocks(field))
    fold = {i: j for block in whole for i, j in block.ideal}
    longer = (top(field, fold), bottom(field, fold))
    faults = [pair for pair in fold.items() if not field.legal(*pair)]
    ends = [_wanted(next(longer[k], None), faults) if _small(field, outer) else None for k, outer in enumerate((0, -1))]
    done: dict[tuple[int, ...], Pairs] = {}
    while True:
        parts = _joined(whole, ends)
        failed = next((part for part in parts if not _found(field, part, done)), None)
        if failed is None:
            return sorted(pair for part in parts for pair in done[part.key])
        for k, distance in enumerate((failed.first, field.vertices - failed.past)):
            if 2 * distance <= field.vertices - failed.past + failed.first:
                ends[k] = next(longer[k], None)
                if ends[k] is None:
                    return None


def _small(field: Field, group: int) -> bool:
    start, end = field.groups[group]
    return end - start < LARGE


def _wanted(end: End | None, faults: Pairs) -> End | None:
    """An end, if more must be paid there than with rematches forgotten."""
    return end if end and any(i in end.members or j in end.members for i, j in faults) and end.more else None


def _joined(whole: Sequence[Part], ends: Sequence[End | None]) -> list[Part]:
    """The parts, those that an end reaches into made one."""
    above, below = ends
    found: list[Part] = []
    for part in whole:
        upper = above is not None and part.groups[0] <= above.beyond
        lower = below is not None and found and found[-1].groups[-1] >= below.beyond
        if found and ((upper and above) or lower):
            last = found.pop()
            part = Part(range(last.groups[0], part.groups[-1] + 1), last.first, part.past, [*last.ideal, *part.ideal])
        found.append(part)
    return [replace(part, ends=tuple(end for end in ends if end and end.beyond in part.groups)) for part in found]


def _found(field: Field, part: Part, done: dict[tuple[int, ...], Pairs]) -> bool:
    if part.key not in done:
        pairs = _best_of(field, part)
        if pairs is None:
            return False
        done[part.key] = pairs
    return True


def _best_of(field: Field, part: Part) -> Pairs | None:
    faults = [pair for pair in part.ideal if not field.legal(*pair)]
    if not faults:
        return part.ideal
    least = sum(field.gap(i, j) for i, j in part.ideal) + sum(end.more for end in part.ends)

    def allowed(a: int, b: int) -> bool:
        return _tight(field, a, b) or any(end.allows(a, b) for end in part.ends)

    return mended(field, part.ideal, faults, allowed, least)


def _tight(field: Field, a: int, b: int) -> bool:
    """Whether two score groups (a not below b) may meet where no more is paid than with rematches forgotten."""
    last = len(field.groups) - 1
    if b > last:
        return a == last or (a == last - 1 and field.groups[last][0] % 2 == 1)
    return a == b or (b == a + 1 and field.groups[b][0] % 2 == 1)


def blocks(field: Field) -> Iterator[Part]:
    """The field cut wherever an even number stands above, each part with its fold."""
    ideal: Pairs = []
    opened, waiting = 0, -1
    for g, (start, end) in enumerate(field.groups):
        low, high = start, end - end % 2
        if waiting >= 0:
            ideal.append((waiting, start))
            low = start + 1
        half = (high - low) // 2
        ideal += [(i, i + half) for i in range(low, low + half)]
        waiting = end - 1 if end % 2 else -1
        if waiting < 0 or g == len(field.groups) - 1:
            if waiting >= 0:
                ideal.append((waiting, field.entrants))
            yield Part(range(opened, g + 1), field.groups[opened][0], end + end % 2, sorted(ideal))
            ideal, opened = [], g + 1
