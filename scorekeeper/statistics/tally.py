"""Counts and sums of deeds, which are added as numbers are."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid

    Rows = tuple[tuple[str, Bid | None, int, int], ...]
    """A tally as it is kept: kind, by what it is told apart, how many, what they add up to."""


class Tally:
    """Of each kind of deeds, how many there were and what their values add up to; apart by `at` where they have one."""

    __slots__ = ("parts",)

    def __init__(self) -> None:
        self.parts: dict[str, dict[Bid | None, list[int]]] = {}

    def add(self, kind: str, at: Bid | None, value: int) -> None:
        """Count one deed."""
        self.take(((kind, at, 1, value),))

    def take(self, rows: Rows) -> None:
        """Add another tally to this one."""
        parts = self.parts  # a call for each row would take a phone longer than the adding
        for kind, at, count, total in rows:
            part = parts.get(kind)
            if part is None:
                part = parts[kind] = {}
            known = part.get(at)
            if known is None:
                part[at] = [count, total]
            else:
                known[0] += count
                known[1] += total

    def rows(self) -> Rows:
        """The tally as it is kept: a tenth of its size."""
        return tuple([(kind, at, count, total) for kind, part in self.parts.items() for at, (count, total) in part.items()])

    def count(self, kind: str, *at: Bid) -> int:
        """How many there were of a kind; of those `at` something, if that is told."""
        return sum([count for count, _ in self._of(kind, at)])

    def total(self, kind: str, *at: Bid) -> int:
        """What their values add up to."""
        return sum([total for _, total in self._of(kind, at)])

    def _of(self, kind: str, at: tuple[Bid, ...]) -> list[list[int]]:
        part = self.parts.get(kind, {})
        return [part[one] for one in at if one in part] if at else list(part.values())

    def mean(self, kind: str, *at: Bid) -> float | None:
        """Their average; None where there are none."""
        count = self.count(kind, *at)
        return self.total(kind, *at) / count if count else None

    def ats(self, kind: str) -> list[Bid]:
        """By what a kind is told apart here, in no order."""
        return [at for at in self.parts.get(kind, {}) if at is not None]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self.parts == other.parts

    __hash__ = None  # type: ignore[assignment]  # it changes while things are added to it
