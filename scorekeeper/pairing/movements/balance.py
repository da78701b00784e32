"""Count how evenly a rotation mixes its players: partners, opponents and sit-outs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

Seats = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Balance:
    """Counts over all rounds.

    `partner_repeats`: partnerships after the first of the same two players.
    `opponents_least`, `opponents_most`: the least and most often that two players oppose each other.
    `perfect`: none of the three counts can be better.
    """

    players: int
    rounds: int
    partner_repeats: int
    partners_most: int
    opponents_least: int
    opponents_most: int
    sit_outs_least: int
    sit_outs_most: int
    perfect: bool

    def as_dict(self) -> dict[str, int | bool]:
        return asdict(self)

    @property
    def key(self) -> tuple[int, int, int]:
        """Return a sort key. Smaller is better."""
        return self.partner_repeats, self.sit_outs_most - self.sit_outs_least, self.opponents_most - self.opponents_least


def balance(ids: Sequence[str], rounds: Iterable[tuple[Iterable[Seats], Iterable[str]]]) -> Balance:
    """Return the balance of `rounds`, each (tables as sides of ids, sit-outs), among these players.

    Sides of one player have no partners to count.
    """
    partners: Counter[frozenset[str]] = Counter()
    opponents: Counter[frozenset[str]] = Counter({frozenset(p): 0 for p in combinations(ids, 2)})
    out = Counter(dict.fromkeys(ids, 0))
    number = 0
    for tables, sitting in rounds:
        number += 1
        out.update(sitting)
        for sides in tables:
            for side in sides:
                partners.update(frozenset(p) for p in combinations(side, 2))
            for one, other in combinations(sides, 2):
                opponents.update(frozenset((a, b)) for a in one for b in other)
    repeats = sum(times - 1 for times in partners.values())
    least, most = min(opponents.values(), default=0), max(opponents.values(), default=0)
    spare = partners.total() - len(ids) * (len(ids) - 1) // 2
    rested = (min(out.values(), default=0), max(out.values(), default=0))
    fair = rested[1] - rested[0] <= 1
    perfect = repeats == max(0, spare) and most - least <= 1 and fair
    together = max(partners.values(), default=0)
    return Balance(len(ids), number, repeats, together, least, most, *rested, perfect)
