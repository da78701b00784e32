"""Entrants to keep apart in a round, and notices when they meet (tournament record, section 6, *meetings*)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from scorekeeper.pairing.record.draft import Reason
from scorekeeper.pairing.record.record import ApartRule

ROLES = PARTNERS, OPPONENTS = "partners", "opponents"
STRICTEST_FIRST = NEVER, RATHER_NOT, NOT_ROUND_1 = "never", "rather_not", "not_round_1"
Sides = Sequence[Sequence[str]]


class KeptApart:
    """What the record asks of one round. *Not in round 1* acts like *rather not* in that round, and has no effect later."""

    def __init__(self, rules: Sequence[ApartRule], number: int) -> None:
        """Select the rules for a round. `number`: the round to pair, counted over the whole event."""
        self._rules = [one for one in rules if one.rule != NOT_ROUND_1 or number == 1]
        self._of: dict[str, set[int]] = {}
        for k, one in enumerate(self._rules):
            for who in one.who:
                self._of.setdefault(who, set()).add(k)

    def __bool__(self) -> bool:
        return bool(self._rules)

    def rules(self, a: str, b: str, role: str = OPPONENTS) -> set[str]:
        """Return the rules for two entrants as partners or opponents: never, rather_not, not_round_1."""
        both = self._of.get(a, set()) & self._of.get(b, set())
        return {self._rules[k].rule for k in both if self._rules[k].role in (None, role)}

    def weight(self, a: str, b: str, role: str = OPPONENTS) -> tuple[int, int]:
        """Return how much the *never* and the *rather not* rules weigh for two entrants in this role, 1 or 0 each."""
        found = self.rules(a, b, role) if self._rules else set()
        return int(NEVER in found), int(bool(found - {NEVER}))

    def among(self, line: Sequence[str], *, never: bool) -> list[frozenset[int]]:
        """Return the positions of entrants with a *never* (or *rather not*) rule as opponents, by position in `line`.

        Empty if there are none. It goes through the rules, not the pairs, because many entrants may share a tag.
        """
        place = {who: k for k, who in enumerate(line)}
        found: list[set[int]] = [set() for _ in line]
        for one in self._rules:
            if (one.rule == NEVER) == never and one.role in (None, OPPONENTS):
                positions = {place[who] for who in one.who if who in place}
                for k in positions:
                    found[k] |= positions - {k}
        return [frozenset(others) for others in found] if any(found) else []

    def at(self, sides: Sides) -> Iterator[tuple[str, str, str]]:
        """Yield every two entrants at a table who should be apart, as (one, other, role)."""
        if self._rules:
            for a, b, role in pairs_with_roles(sides):
                if self.rules(a, b, role):
                    yield a, b, role

    def count(self, sides: Sides) -> tuple[int, int]:
        """Return how many pairs at this table break a *never* rule, and how many a *rather not* rule."""
        weights = [self.weight(a, b, role) for a, b, role in pairs_with_roles(sides)]
        return sum(never for never, _ in weights), sum(rather for _, rather in weights)

    def meeting_notice(self, a: str, b: str, role: str = OPPONENTS) -> Reason:
        """Return a notice that two entrants meet against a rule, naming the strictest one."""
        found = self.rules(a, b, role)
        rule = next(one for one in STRICTEST_FIRST if one in found)
        return Reason(f"apart.{rule}" + (".partners" if role == PARTNERS else ""), {"who": a, "other": b})

    def forced_notices(self, sides: Sides, code: str = "apart.fixed") -> tuple[Reason, ...]:
        """Return the notices for a table where the method leaves no choice, or (`code`) no cheaper one."""
        notices = tuple(self.meeting_notice(*two) for two in self.at(sides))
        return (*notices, Reason(code)) if notices else ()


def pairs_with_roles(sides: Sides) -> Iterator[tuple[str, str, str]]:
    """Yield every two entrants at a table, with their role to each other."""
    for side in sides:
        yield from ((a, b, PARTNERS) for a, b in combinations(side, 2))
    for one, other in combinations(sides, 2):
        yield from ((a, b, OPPONENTS) for a, b in product(one, other))
