"""Counts and totals of facts, which can be added together."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid

    Rows = tuple[tuple[str, Bid | None, int, int], ...]
    """A tally as it is stored: kind, `at`, count, total."""


class Tally:
    """The count and total of each kind of fact, split by `at` where it has a value."""

    __slots__ = ("parts",)

    def __init__(self) -> None:
        self.parts: dict[str, dict[Bid | None, list[int]]] = {}

    def add(self, kind: str, at: Bid | None, value: int) -> None:
        """Count one fact."""
        self.take(((kind, at, 1, value),))

    def take(self, rows: Rows) -> None:
        """Add another tally's rows to this one."""
        parts = self.parts  # on a phone, a call per row would take longer than the addition
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
        """Return the tally in its stored form, a tenth of the size."""
        return tuple([(kind, at, count, total) for kind, part in self.parts.items() for at, (count, total) in part.items()])

    def count(self, kind: str, *at: Bid) -> int:
        """Return the number of facts of a kind, at the given values only if there are any."""
        return sum([count for count, _ in self._of(kind, at)])

    def total(self, kind: str, *at: Bid) -> int:
        """Return the total of a kind, at the given values only if there are any."""
        return sum([total for _, total in self._of(kind, at)])

    def _of(self, kind: str, at: tuple[Bid, ...]) -> list[list[int]]:
        part = self.parts.get(kind, {})
        return [part[one] for one in at if one in part] if at else list(part.values())

    def mean(self, kind: str, *at: Bid) -> float | None:
        """Return the average value of a kind, or None if there are no facts."""
        count = self.count(kind, *at)
        return self.total(kind, *at) / count if count else None

    def at_values(self, kind: str) -> list[Bid]:
        """Return the `at` values of a kind, in no particular order."""
        return [at for at in self.parts.get(kind, {}) if at is not None]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self.parts == other.parts

    __hash__ = None  # type: ignore[assignment]  # mutable
