"""Moments on a phone: milliseconds, which the browser puts into words and into the zone that it is in."""

from __future__ import annotations

from browser import self as worker  # type: ignore[import-not-found]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

UTC = None


class timedelta:  # noqa: N801 (as the library's)
    """How long between two moments."""

    def __init__(self, days: float = 0, seconds: float = 0, minutes: float = 0, hours: float = 0) -> None:
        self.ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000

    def __lt__(self, other: timedelta) -> bool:
        return self.ms < other.ms

    def __ge__(self, other: timedelta) -> bool:
        return self.ms >= other.ms


class datetime:  # noqa: N801 (as the library's)
    """A moment."""

    def __init__(self, ms: float) -> None:
        self.ms = ms

    @classmethod
    def now(cls, _zone: object = None) -> datetime:
        """This moment."""
        return cls(worker.phoneMoment())

    @classmethod
    def fromisoformat(cls, text: str) -> datetime:
        """The moment of a text with its offset."""
        return cls(worker.phoneMoment(text))

    def isoformat(self, timespec: str = "") -> str:  # noqa: ARG002 (the library's signature)
        """As a text, in UTC."""
        return self.told("iso", "")

    def told(self, how: str, locale: str) -> str:
        """In the browser's words: `day`, `time`, `iso`, `local`."""
        text: str = worker.phoneSays(self.ms, how, locale)
        return text

    @property
    def year(self) -> int:
        """Of the clock on the wall."""
        return int(self.told("local", "")[:4])

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, timedelta):
            return WallClock(_wall(self.ms) - other.ms)
        return timedelta(seconds=(self.ms - other.ms) / 1000)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, datetime) and self.ms == other.ms

    def __hash__(self) -> int:
        return hash(self.ms)

    def __lt__(self, other: datetime) -> bool:
        return self.ms < other.ms

    def __le__(self, other: datetime) -> bool:
        return self.ms <= other.ms

    def __gt__(self, other: datetime) -> bool:
        return self.ms > other.ms


def _wall(ms: float) -> float:
    """A moment by the clock on the wall, as if that were of UTC: hours that are taken from it are those of the clock."""
    told: float = worker.phoneMoment(str(worker.phoneSays(ms, "local", "")))
    return told


class WallClock:
    """A time that the clock on the wall showed."""

    def __init__(self, ms: float) -> None:
        self.ms = ms

    def date(self) -> date:
        """Its day."""
        return date(str(worker.phoneSays(self.ms, "iso", ""))[:10])


class date:  # noqa: N801 (as the library's)
    """A day."""

    def __init__(self, told: str) -> None:
        self.day = told

    def isoformat(self) -> str:
        """As records have it: 2026-11-01."""
        return self.day


class time:  # noqa: N801 (as the library's)
    """A time of day: only clubs have any."""

    @classmethod
    def fromisoformat(cls, text: str) -> Any:
        """The text."""
        return text
