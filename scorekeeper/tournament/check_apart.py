"""Whom the record would have apart (section 6, *meetings*), read anew for the check, and where a round did not do as well as it
could. Whatever is found fault with has a better round to show for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from scorekeeper.tournament.record import Apart, Tournament


def rules_for(tournament: Tournament, number: int) -> tuple[list[Apart], list[Apart]]:
    """Those that say never, and those that say rather not in this round: in the first, what is not to be then is among them."""
    rather = ("rather_not", "not_round_1") if number == 1 else ("rather_not",)
    return [one for one in tournament.apart if one.rule == "never"], [one for one in tournament.apart if one.rule in rather]


def opponents_apart(rules: Iterable[Apart], here: Iterable[str]) -> defaultdict[str, set[str]]:
    """With whom each of those here should not sit at a table as opponents."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    present = {*here}
    for one in rules:
        if one.role != "partners":
            for who in one.who & present:
                found[who] |= (one.who & present) - {who}
    return found
