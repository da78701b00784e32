"""Time zones, and dates and times in words.

Timestamps are stored in UTC. Pages about a club's sessions use the club's zone, and game pages the phone's, which a script
reports (`static/js/timezone.js`). If neither is known, the server's zone applies.
"""

from __future__ import annotations

import os
import unicodedata
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Protocol
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale, dates
from markupsafe import Markup

from scorekeeper.core.i18n.translation import LOCALES, language, t_for, write_first_of_month
from scorekeeper.messages.numbers import labelled, time_of_day

if TYPE_CHECKING:
    from flask import Flask

COUNTRY = "CA"
"""Zones of this country are offered first, because 200 is played there."""

COOKIE = "zone"
"""The cookie with the device's zone, as its browser names it."""


def now() -> datetime:
    """Return the current time."""
    return datetime.now(UTC)


def zone_of(name: object) -> ZoneInfo | None:
    """Return the zone with an IANA name (`America/Moncton`), or None."""
    return ZoneInfo(name) if isinstance(name, str) and name in _names() else None


@cache
def _names() -> frozenset[str]:
    # Neither is a place: one is the machine's own zone, the other means "not set".
    return frozenset(available_timezones() - {"localtime", "Factory"})


def server_zone() -> ZoneInfo:
    """Return the server's zone. At home, the players are usually next to it."""
    return _cached_server_zone(os.environ.get("TZ"))


@lru_cache(maxsize=16)
def _cached_server_zone(_set: str | None) -> ZoneInfo:
    from babel.localtime import get_localzone  # reads the system's zone on import, and is seldom needed

    try:
        zone = get_localzone()
    except LookupError:
        return ZoneInfo("UTC")
    # If pytz is installed, Babel uses its zones, whose name is in `zone`.
    return zone_of(getattr(zone, "key", None) or getattr(zone, "zone", None)) or ZoneInfo("UTC")


def club_zone(name: str | None) -> ZoneInfo:
    """Return a club's zone by its stored name. Older clubs without one use the server's."""
    return zone_of(name) or server_zone()


def device_zone() -> ZoneInfo | None:
    """Return the zone reported by the browser, or None."""
    from flask import has_request_context, request  # printouts use this module in processes without Flask

    return zone_of(request.cookies.get(COOKIE)) if has_request_context() else None


def use_club_zone(name: str | None) -> None:
    """Use a club's zone for this page."""
    from flask import g  # see `device_zone`

    g.zone = club_zone(name)


def page_zone() -> ZoneInfo:
    """Return this page's zone: the club's (`use_club_zone`), else the device's, else the server's."""
    from flask import g, has_app_context  # see `device_zone`

    zone: ZoneInfo | None = g.get("zone") if has_app_context() else None
    return zone or device_zone() or server_zone()


def to_page_zone(moment: datetime) -> datetime:
    """Return a timestamp in this page's zone."""
    return moment.astimezone(page_zone())


def today(zone: ZoneInfo | None = None) -> date:
    """Return the current date in a zone, or in this page's."""
    return now().astimezone(zone or page_zone()).date()


def start_time(day: str, starts: str, zone: ZoneInfo | None = None) -> datetime:
    """Return the UTC time of a date (ISO) and a time of day (19:30) in a zone, or in this page's.

    A time skipped by daylight saving moves forward by the change. Of a time that occurs twice, the first is meant.
    """
    return datetime.fromisoformat(f"{day}T{starts}").replace(tzinfo=zone or page_zone()).astimezone(UTC)


def date_in_words(day: date | datetime, form: str = "medium", lang: str | None = None) -> str:
    """Return a date in words. `form`: Babel's `full`, `long` or `medium`, a pattern, or the skeleton `MMMd`."""
    lang = lang or language()
    day = to_page_zone(day) if isinstance(day, datetime) else day
    locale = LOCALES[lang]
    text = dates.format_skeleton(form, day, locale=locale) if form == "MMMd" else dates.format_date(day, form, locale=locale)
    return write_first_of_month(text, lang)


def iso_date_in_words(iso: str, form: str = "medium", lang: str | None = None) -> str:
    """Return an ISO date (2026-11-01) in words."""
    return date_in_words(date.fromisoformat(iso), form, lang)


def time_in_words(moment: time | datetime, lang: str | None = None, *, zoned: bool = False) -> str:
    """Return a time of day to the minute. `zoned`: add the zone's abbreviation, such as ADT."""
    local_time = to_page_zone(moment) if isinstance(moment, datetime) else moment
    locale = LOCALES[lang or language()]
    text = time_of_day(dates.format_time(local_time, "short", locale=locale))
    return f"{text} {dates.get_timezone_name(local_time, 'short', locale=locale)}" if zoned else text


def changes_between(first: datetime, last: datetime) -> bool:
    """Return whether the clocks change between two times."""
    return to_page_zone(first).utcoffset() != to_page_zone(last).utcoffset()


def is_today(moment: datetime) -> bool:
    return to_page_zone(moment).date() == today()


def was_yesterday(moment: datetime) -> bool:
    return to_page_zone(moment).date() == today() - timedelta(days=1)


@lru_cache(maxsize=2048)
def _title(name: str, lang: str) -> tuple[str, str]:
    locale = Locale.parse(LOCALES[lang])
    city = dates.get_timezone_location(ZoneInfo(name), locale, return_city=True)
    known = locale.meta_zones.get(dates.get_global("meta_zones").get(name) or "", {}).get("long", {})
    generic = locale.time_zones.get(name, {}).get("long", {})
    return str(known.get("generic") or known.get("standard") or generic.get("standard") or ""), str(city)


def zone_title(zone: ZoneInfo | None = None, lang: str | None = None) -> str:
    """Return a zone's name with its city: Atlantic Time (Moncton)."""
    title, city = _title((zone or page_zone()).key, lang or language())
    title = f"{title} ({city})" if title and title != city else title or city
    return title[:1].upper() + title[1:]


def main_zone_name(zone: ZoneInfo) -> str:
    """Return the main name of a zone that has several (Montreal has the same clocks as Toronto)."""
    name = str(dates.get_global("zone_aliases").get(zone.key, zone.key))
    return name if zone_of(name) else zone.key


@lru_cache(maxsize=4)
def zone_choices(lang: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the zones a club may choose, as (name, title) sorted by title: first Canada's, then all others."""
    canadian: list[tuple[str, str]] = []
    elsewhere: list[tuple[str, str]] = []
    countries = Locale.parse(LOCALES[lang]).territories
    for name, country in dates.get_global("zone_territories").items():
        title = _title(name, lang)[1] if zone_of(name) else ""
        if title and country == COUNTRY:
            canadian.append((name, title))
        elif title:
            elsewhere.append((name, labelled(t_for(lang), str(countries.get(country, country)), title)))
    return sorted(canadian, key=_by_title), sorted(elsewhere, key=_by_title)


def _by_title(choice: tuple[str, str]) -> str:
    return unicodedata.normalize("NFD", choice[1]).casefold()


def timestamp_in_words(moment: datetime) -> str:
    """Return a date and time in words."""
    return f"{date_in_words(moment)}, {time_in_words(moment)}"


def time_element(text: str, moment: datetime) -> Markup:
    """Wrap a text in a `time` element with the exact timestamp."""
    return Markup('<time datetime="{}">{}</time>').format(to_page_zone(moment).isoformat(timespec="seconds"), text)


class Evening(Protocol):
    """A club session with a date (ISO) and, if set, a starting time (HH:MM)."""

    @property
    def day(self) -> str: ...

    @property
    def starts(self) -> str: ...


def session_start(about: Evening) -> Markup:
    """Return when a club session begins, as a `time` element."""
    day = iso_date_in_words(about.day, "full")
    if not about.starts:
        return Markup('<time datetime="{}">{}</time>').format(about.day, day)
    return time_element(f"{day}, {time_in_words(time.fromisoformat(about.starts))}", start_time(about.day, about.starts))


def uses_club_zone() -> bool:
    """Return whether this page uses a club's zone."""
    from flask import g  # see `device_zone`

    return "zone" in g


def init_app(app: Flask) -> None:
    """Add date and time filters to the templates."""
    app.jinja_env.filters.update(
        dateformat=date_in_words, datetimeformat=timestamp_in_words, timed=time_element, evening=session_start
    )
    app.jinja_env.globals.update(zone_title=zone_title, of_a_club=uses_club_zone)
    # Flask-Babel's filter knows neither a club's zone nor « 1er ».
    del app.jinja_env.filters["timeformat"]
