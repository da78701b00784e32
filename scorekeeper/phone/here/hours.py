"""Days and times in the browser's words, by the clock of this phone."""

from __future__ import annotations

from datetime import datetime

from markupsafe import Markup

from scorekeeper.base.i18n import LOCALES, first_of_month, language
from scorekeeper.wording.figures import time_of_day

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _locale(lang: str | None) -> str:
    return LOCALES[lang or language()].replace("_", "-")


def now() -> datetime:
    """This moment."""
    return datetime.now()  # noqa: DTZ005 (of the phone)


class _OnTheWall(datetime):
    """A moment by the clock on the wall: written down, it has that clock's offset."""

    def isoformat(self, timespec: str = "") -> str:  # type: ignore[override]  # noqa: ARG002 (the library's signature)
        """As a text, to the second."""
        return str(self.told("zoned", ""))  # type: ignore[attr-defined]


def local(moment: datetime) -> datetime:
    """A moment by the clock on the wall."""
    return _OnTheWall(moment.ms)  # type: ignore[attr-defined,call-arg]


def today() -> datetime:
    """The day that it is."""
    return now()


def in_words(day: Any, form: str = "medium", lang: str | None = None) -> str:
    """A day in words."""
    text: str = day.told(FORMS.get(form, "day"), _locale(lang))
    return first_of_month(text, lang or language())


FORMS = {"MMMd": "short day", "full": "full day"}


def on_day(iso: str, form: str = "medium", lang: str | None = None) -> str:
    """A day that is written as in a record (2026-11-01), in words."""
    noon: Any = datetime.fromisoformat(f"{iso}T12:00")  # by the clock on the wall, whose day it is
    return in_words(noon, form, lang)


def clock(moment: Any, lang: str | None = None, **_zoned: object) -> str:
    """A time of day."""
    return time_of_day(moment.told("time", _locale(lang)))


def is_today(moment: Any) -> bool:
    """Whether a moment is of the day that it is."""
    return _day(moment) == _day(now())


def _day(moment: Any) -> str:
    return str(moment.told("local", ""))[:10]


def was_yesterday(moment: Any) -> bool:
    """Whether a moment is of the day before."""
    before: Any = now()
    before.ms -= 24 * 3600 * 1000
    return _day(moment) == _day(before)


def stamp(moment: Any) -> str:
    """A day and a time of day."""
    return f"{in_words(moment)}, {clock(moment)}"


def timed(text: str, moment: datetime) -> Markup:
    """Words for a moment, marked as such."""
    return Markup('<time datetime="{}">{}</time>').format(moment.isoformat(), text)
