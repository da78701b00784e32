"""A stand-in for `datetime`: milliseconds, which the browser formats in its own time zone."""

from __future__ import annotations

from browser import self as worker  # type: ignore[import-not-found]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

UTC = None


class timedelta:  # noqa: N801 (as the library's)
    def __init__(self, days: float = 0, seconds: float = 0, minutes: float = 0, hours: float = 0) -> None:
        self.ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000

    def __lt__(self, other: timedelta) -> bool:
        return self.ms < other.ms

    def __ge__(self, other: timedelta) -> bool:
        return self.ms >= other.ms


class datetime:  # noqa: N801 (as the library's)
    """A timestamp."""

    def __init__(self, ms: float) -> None:
        self.ms = ms

    @classmethod
    def now(cls, _zone: object = None) -> datetime:
        return cls(worker.phoneMoment())

    @classmethod
    def fromisoformat(cls, text: str) -> datetime:
        return cls(worker.phoneMoment(text))

    def isoformat(self, timespec: str = "") -> str:  # noqa: ARG002 (the library's signature)
        """Return the ISO text in UTC."""
        return self.format_in_browser("iso", "")

    def format_in_browser(self, how: str, locale: str) -> str:
        """Return the browser's text: `day`, `time`, `iso`, `local`."""
        text: str = worker.phoneSays(self.ms, how, locale)
        return text

    @property
    def year(self) -> int:
        """The year in local time."""
        return int(self.format_in_browser("local", "")[:4])

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
    """Return the local time as if it were UTC, so that subtracting hours moves the clock by that much."""
    format_in_browser: float = worker.phoneMoment(str(worker.phoneSays(ms, "local", "")))
    return format_in_browser


class WallClock:
    """A local time without its zone."""

    def __init__(self, ms: float) -> None:
        self.ms = ms

    def date(self) -> date:
        return date(str(worker.phoneSays(self.ms, "iso", ""))[:10])


class date:  # noqa: N801 (as the library's)
    """A date."""

    def __init__(self, format_in_browser: str) -> None:
        self.day = format_in_browser

    def isoformat(self) -> str:
        """Return the date as records have it: 2026-11-01."""
        return self.day


class time:  # noqa: N801 (as the library's)
    """A time of day, which only clubs use."""

    @classmethod
    def fromisoformat(cls, text: str) -> Any:
        """Return the text unchanged."""
        return text
