"""Split a Swiss field into parts that no pair of a best pairing connects, and pair each part on its own.

The cost of the best pairing there is proven separately. Members of a zone pair legally among themselves, or leave it for the
next group above or below, which is assumed to have any number of new opponents. Opponents farther away are not cheaper: a
step of a + b match points, squared, costs at least as much as its two parts. So the least costs of all zones and of the
rest, ignoring rematches, add up to a lower bound. A pairing at that cost has no pair across those groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scorekeeper.pairing.search.matching import perfect_matching
from scorekeeper.pairing.swiss.field import Field
from scorekeeper.pairing.swiss.swiss_repair import repair_fold

# A zone ends before a large group, or after this many more members. Both are doubled if that was too narrow.
LARGE = 12
MARGIN = 10
# Zones with more members are not weighed.
MOST = 240


@dataclass(frozen=True)
class Zone:
    """Consecutive score groups. The bye belongs to the lowest one."""

    field: Field
    groups: range

    @cached_property
    def members(self) -> range:
        """Return its vertices."""
        start, _ = self.field.groups[self.groups[0]]
        return range(start, self.field.groups[self.groups[-1]][1] if self._below else self.field.vertices)

    @cached_property
    def _above(self) -> bool:
        return self.groups[0] > 0

    @cached_property
    def _below(self) -> bool:
        return self.groups[-1] < len(self.field.groups) - 1

    @cached_property
    def around(self) -> range:
        """Return its groups and the next ones above and below. The bye counts as a group after the last."""
        lowest = len(self.field.groups) - 1
        past = self.groups[-1] + 1 + self._below
        return range(self.groups[0] - self._above, past + (past > lowest))

    def allows(self, a: int, b: int) -> bool:
        """Return whether two score groups may share a table here."""
        return a in self.around and b in self.around

    def more(self, fold: Mapping[int, int]) -> int:
        """Return how much more its members pay, at least, than in the pairing that ignores rematches."""
        members = self.members
        return self._least - sum(self.field.gap(i, j) for i, j in fold.items() if i in members or j in members)

    @cached_property
    def _least(self) -> int:
        field, first, past = self.field, self.members[0], self.members[-1] + 1
        scores = field.scores
        levels = scores[first - 1 : first] * self._above + scores[past : past + 1] * self._below
        line = [scores[i] for i in self.members]
        edges = []
        for k, score in enumerate(line):
            for m in range(k + 1, len(line)):
                if field.legal(k + first, m + first):
                    edges.append((k, m, (score - line[m]) ** 2))
                else:
                    edges.append((k, m, min((score - level) ** 2 + (line[m] - level) ** 2 for level in levels)))
        # If the number above is odd, one comes in; if the number below is odd, one goes out. All others cross in twos.
        odd = (self._above and first % 2, self._below and past % 2)
        doors = [level for level, comes in zip((levels[0], levels[-1]), odd, strict=True) if comes]
        width = (levels[0] - levels[-1]) ** 2
        for m, door in enumerate(doors, len(line)):
            edges += [
                (k, m, min((score - level) ** 2 + width * (level != door) for level in levels)) for k, score in enumerate(line)
            ]
        if len(doors) == 2:
            edges.append((len(line), len(line) + 1, width))
        pairs = perfect_matching(len(line) + len(doors), edges)
        weight = {(k, m): cost for k, m, cost in edges}
        return sum(weight[pair] for pair in pairs or ())


def zones(field: Field, cores: Iterable[tuple[range, int]]) -> list[Zone] | None:
    """Return zones around some groups, each with how often it was too narrow before. None if one is too large."""
    spans: list[range] = []
    for groups, times in sorted(cores, key=lambda core: core[0][0]):
        wide = _widen(field, groups, times)
        while spans and spans[-1][-1] + 1 >= wide[0]:
            wide = range(min(spans[-1][0], wide[0]), max(spans.pop()[-1], wide[-1]) + 1)
        spans.append(wide)
    found_zones = [Zone(field, groups) for groups in spans]
    return None if any(len(zone.members) > MOST or len(zone.groups) == len(field.groups) for zone in found_zones) else found_zones


def _widen(field: Field, groups: range, times: int) -> range:
    low, high = groups[0], groups[-1]

    def stops(group: int, added: int) -> bool:
        start, end = field.groups[group]
        return end - start >= LARGE << times or added >= MARGIN << times

    core = field.groups[low][0], field.groups[high][1]
    while low > 0 and not stops(low - 1, core[0] - field.groups[low][0]):
        low -= 1
    while high < len(field.groups) - 1 and not stops(high + 1, field.groups[high][1] - core[1]):
        high += 1
    return range(low, high + 1)


Pairs = list[tuple[int, int]]

# How often zones are widened before giving up.
WIDENED = 4


@dataclass(frozen=True)
class FieldPart:
    """Score groups with an even number of vertices.

    `ideal`: their fold. `zones`: the zones that cost more. `more`: the extra cost of these.
    """

    groups: range
    ideal: Pairs
    zones: tuple[Zone, ...] = ()
    more: int = 0

    @property
    def key(self) -> tuple[range, ...]:
        """Return what distinguishes it from other parts."""
        return (self.groups, *(zone.groups for zone in self.zones))


def pair_by_parts(field: Field) -> Pairs | None:
    """Return the best pairing if it has no rematch and its gaps reach the proven minimum, else None."""
    field_parts = list(split_field(field))
    fold = {i: j for block in field_parts for i, j in block.ideal}
    spans = [_span(field, i, j) for i, j in fold.items() if not field.legal(i, j)]
    cores = {span: 0 for span in spans if any(_is_small(field, group) for group in span)}
    more: dict[range, int] = {}
    done: dict[tuple[range, ...], Pairs] = {}
    while max(cores.values(), default=0) <= WIDENED:
        found_zones = zones(field, cores.items())
        if found_zones is None:
            return None
        more |= {zone.groups: zone.more(fold) for zone in found_zones if zone.groups not in more}
        parts = _join_parts(field_parts, [zone for zone in found_zones if more[zone.groups]], more)
        failed = next((part for part in parts if not _pair_part(field, part, done)), None)
        if failed is None:
            return sorted(pair for part in parts for pair in done[part.key])
        within = [span for span in cores if span[0] in failed.groups]
        cores |= {span: cores[span] + 1 for span in within} or {span: 0 for span in spans if span[0] in failed.groups}
    return None


def _span(field: Field, i: int, j: int) -> range:
    """Return the range from one entrant's score group to the other's."""
    lower = field.group_of[j] if j < field.entrants else len(field.groups) - 1
    return range(field.group_of[i], lower + 1)


def _is_small(field: Field, group: int) -> bool:
    start, end = field.groups[group]
    return end - start < LARGE


def _join_parts(field_parts: Sequence[FieldPart], dear: Sequence[Zone], more: Mapping[range, int]) -> list[FieldPart]:
    """Return the parts, merged where a zone or a group next to it reaches into two."""
    parts: list[FieldPart] = []
    for part in field_parts:
        last = parts[-1].groups[-1] if parts else -1
        if any(last in zone.around and part.groups[0] in zone.around for zone in dear):
            before = parts.pop()
            joined = FieldPart(range(before.groups[0], part.groups[-1] + 1), [*before.ideal, *part.ideal])
            parts.append(joined)
        else:
            parts.append(part)
    return [_with_zones(part, [zone for zone in dear if zone.groups[0] in part.groups], more) for part in parts]


def _with_zones(part: FieldPart, inside: Sequence[Zone], more: Mapping[range, int]) -> FieldPart:
    return replace(part, zones=tuple(inside), more=sum(more[zone.groups] for zone in inside))


def _pair_part(field: Field, part: FieldPart, done: dict[tuple[range, ...], Pairs]) -> bool:
    if part.key not in done:
        pairs = _best_of(field, part)
        if pairs is None:
            return False
        done[part.key] = pairs
    return True


def _best_of(field: Field, part: FieldPart) -> Pairs | None:
    faults = [pair for pair in part.ideal if not field.legal(*pair)]
    if not faults:
        return part.ideal

    def allowed(a: int, b: int) -> bool:
        return _may_meet_at_least_cost(field, a, b) or any(zone.allows(a, b) for zone in part.zones)

    return repair_fold(field, part.ideal, faults, allowed, sum(field.gap(i, j) for i, j in part.ideal) + part.more)


def _may_meet_at_least_cost(field: Field, a: int, b: int) -> bool:
    """Return whether two score groups (`a` not below `b`) may meet at the least cost without rematches."""
    last = len(field.groups) - 1
    if b > last:
        return a == last or (a == last - 1 and field.groups[last][0] % 2 == 1)
    return a == b or (b == a + 1 and field.groups[b][0] % 2 == 1)


def split_field(field: Field) -> Iterator[FieldPart]:
    """Yield the field, split wherever the number of entrants above is even, each part with its fold."""
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
            yield FieldPart(range(opened, g + 1), sorted(ideal))
            ideal, opened = [], g + 1
