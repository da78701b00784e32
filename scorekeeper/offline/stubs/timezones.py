"""Dates and times in the browser's format, in this phone's time zone."""

from __future__ import annotations

from datetime import datetime

from markupsafe import Markup

from scorekeeper.core.i18n.translation import LOCALES, language, write_first_of_month
from scorekeeper.messages.numbers import time_of_day

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _locale(lang: str | None) -> str:
    return LOCALES[lang or language()].replace("_", "-")


def now() -> datetime:
    return datetime.now()  # noqa: DTZ005 (the phone's stand-in)


class _LocalTime(datetime):
    """A local time: its ISO text has the local UTC offset."""

    def isoformat(self, timespec: str = "") -> str:  # type: ignore[override]  # noqa: ARG002 (the library's signature)
        """Return the ISO text, to the second."""
        return str(self.format_in_browser("zoned", ""))  # type: ignore[attr-defined]


def to_page_zone(moment: datetime) -> datetime:
    """Return a timestamp in local time."""
    return _LocalTime(moment.ms)  # type: ignore[attr-defined,call-arg]


def today() -> datetime:
    """Return the current day."""
    return now()


def date_in_words(day: Any, form: str = "medium", lang: str | None = None) -> str:
    """Return a date in words."""
    text: str = day.format_in_browser(FORMS.get(form, "day"), _locale(lang))
    return write_first_of_month(text, lang or language())


FORMS = {"MMMd": "short day", "full": "full day"}


def iso_date_in_words(iso: str, form: str = "medium", lang: str | None = None) -> str:
    """Return a date from a record (2026-11-01) in words."""
    noon: Any = datetime.fromisoformat(f"{iso}T12:00")  # noon local time is on the right day
    return date_in_words(noon, form, lang)


def time_in_words(moment: Any, lang: str | None = None, **_zoned: object) -> str:
    """Return the time of day in words."""
    return time_of_day(moment.format_in_browser("time", _locale(lang)))


def is_today(moment: Any) -> bool:
    return _day(moment) == _day(now())


def _day(moment: Any) -> str:
    return str(moment.format_in_browser("local", ""))[:10]


def was_yesterday(moment: Any) -> bool:
    before: Any = now()
    before.ms -= 24 * 3600 * 1000
    return _day(moment) == _day(before)


def timestamp_in_words(moment: Any) -> str:
    """Return the date and time in words."""
    return f"{date_in_words(moment)}, {time_in_words(moment)}"


def time_element(text: str, moment: datetime) -> Markup:
    """Return the text in a `<time>` element."""
    return Markup('<time datetime="{}">{}</time>').format(moment.isoformat(), text)
