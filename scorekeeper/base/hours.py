"""What time it is where: the zone of the page, and its days and times in words.

Every moment is kept in UTC. Pages about a club's evenings read and write it in the zone of the club, those of the kitchen table
in that of the phone, which the page's script tells (`static/js/zone.js`); where neither is known, it is that of the machine.
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

from scorekeeper.base.i18n import LOCALES, first_of_month, language, t_for
from scorekeeper.wording.figures import labelled, time_of_day

if TYPE_CHECKING:
    from flask import Flask

COUNTRY = "CA"
"""Where 200 is played: its zones are offered first."""

COOKIE = "zone"
"""The zone of the device, as its browser calls it."""


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def zone_of(name: object) -> ZoneInfo | None:
    """The zone of an IANA name (`America/Moncton`), None for what is none."""
    return ZoneInfo(name) if isinstance(name, str) and name in _names() else None


@cache
def _names() -> frozenset[str]:
    # Neither is a place: the one is whatever the machine has, the other stands for "not set".
    return frozenset(available_timezones() - {"localtime", "Factory"})


def machine() -> ZoneInfo:
    """The zone of the machine that the program runs on: the family sits beside it more often than not."""
    return _machine(os.environ.get("TZ"))


@lru_cache(maxsize=16)
def _machine(_set: str | None) -> ZoneInfo:
    from babel.localtime import get_localzone  # it asks the machine as it is imported; few need it

    try:
        zone = get_localzone()
    except LookupError:
        return ZoneInfo("UTC")
    # Where pytz is installed, Babel prefers its zones, which have their name elsewhere.
    return zone_of(getattr(zone, "key", None) or getattr(zone, "zone", None)) or ZoneInfo("UTC")


def hall(name: str | None) -> ZoneInfo:
    """The zone of a club, by the name that it keeps; that of the machine for a club of before there were any."""
    return zone_of(name) or machine()


def device() -> ZoneInfo | None:
    """The zone that the browser told, None outside a request and for one that told none."""
    from flask import has_request_context, request  # papers tell the time too, in processes without Flask

    return zone_of(request.cookies.get(COOKIE)) if has_request_context() else None


def use(name: str | None) -> None:
    """Let the page being made tell the time of a club."""
    from flask import g  # see `device`

    g.zone = hall(name)


def here() -> ZoneInfo:
    """The zone of the page being made: a club's (`use`), else the device's, else the machine's."""
    from flask import g, has_app_context  # see `device`

    zone: ZoneInfo | None = g.get("zone") if has_app_context() else None
    return zone or device() or machine()


def local(moment: datetime) -> datetime:
    """A moment by the clock on the wall."""
    return moment.astimezone(here())


def today(zone: ZoneInfo | None = None) -> date:
    """The day that it is there, else where the page is read."""
    return now().astimezone(zone or here()).date()


def begins(day: str, starts: str, zone: ZoneInfo | None = None) -> datetime:
    """The moment of a day (ISO) and a time of day (19:30), in UTC: hours added to it are hours that pass.

    A time that the night of the change skips is as much later; of one that comes twice, it is the first.
    """
    return datetime.fromisoformat(f"{day}T{starts}").replace(tzinfo=zone or here()).astimezone(UTC)


def in_words(day: date | datetime, form: str = "medium", lang: str | None = None) -> str:
    """A day, or that of a moment; `form`: Babel's `full`, `long`, `medium`, a pattern, or the skeleton `MMMd`."""
    lang = lang or language()
    day = local(day) if isinstance(day, datetime) else day
    locale = LOCALES[lang]
    text = dates.format_skeleton(form, day, locale=locale) if form == "MMMd" else dates.format_date(day, form, locale=locale)
    return first_of_month(text, lang)


def on_day(iso: str, form: str = "medium", lang: str | None = None) -> str:
    """A day that is written as in a record (2026-11-01), in words."""
    return in_words(date.fromisoformat(iso), form, lang)


def clock(moment: time | datetime, lang: str | None = None, *, zoned: bool = False) -> str:
    """A time of day, or that of a moment, to the minute; `zoned`: by summer or winter time, where it could be either."""
    shown = local(moment) if isinstance(moment, datetime) else moment
    locale = LOCALES[lang or language()]
    text = time_of_day(dates.format_time(shown, "short", locale=locale))
    return f"{text} {dates.get_timezone_name(shown, 'short', locale=locale)}" if zoned else text


def changes_between(first: datetime, last: datetime) -> bool:
    """Whether clocks are changed from the one moment to the other."""
    return local(first).utcoffset() != local(last).utcoffset()


def is_today(moment: datetime) -> bool:
    """Whether a moment is of the day that it is."""
    return local(moment).date() == today()


def was_yesterday(moment: datetime) -> bool:
    """Whether a moment is of the day before."""
    return local(moment).date() == today() - timedelta(days=1)


@lru_cache(maxsize=2048)
def _title(name: str, lang: str) -> tuple[str, str]:
    locale = Locale.parse(LOCALES[lang])
    city = dates.get_timezone_location(ZoneInfo(name), locale, return_city=True)
    known = locale.meta_zones.get(dates.get_global("meta_zones").get(name) or "", {}).get("long", {})
    generic = locale.time_zones.get(name, {}).get("long", {})
    return str(known.get("generic") or known.get("standard") or generic.get("standard") or ""), str(city)


def zone_title(zone: ZoneInfo | None = None, lang: str | None = None) -> str:
    """What people call a zone's time, with the city that it goes by: Atlantic Time (Moncton)."""
    title, city = _title((zone or here()).key, lang or language())
    title = f"{title} ({city})" if title and title != city else title or city
    return title[:1].upper() + title[1:]


def canonical(zone: ZoneInfo) -> str:
    """The one name of a zone that goes by several (Montreal has the clocks of Toronto)."""
    name = str(dates.get_global("zone_aliases").get(zone.key, zone.key))
    return name if zone_of(name) else zone.key


@lru_cache(maxsize=4)
def choices(lang: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The zones that a club may choose, as (name, title) in the order of their titles: those of Canada, those of elsewhere."""
    here: list[tuple[str, str]] = []
    elsewhere: list[tuple[str, str]] = []
    countries = Locale.parse(LOCALES[lang]).territories
    for name, country in dates.get_global("zone_territories").items():
        title = _title(name, lang)[1] if zone_of(name) else ""
        if title and country == COUNTRY:
            here.append((name, title))
        elif title:
            elsewhere.append((name, labelled(t_for(lang), str(countries.get(country, country)), title)))
    return sorted(here, key=_by_title), sorted(elsewhere, key=_by_title)


def _by_title(choice: tuple[str, str]) -> str:
    return unicodedata.normalize("NFD", choice[1]).casefold()


def stamp(moment: datetime) -> str:
    """A day and a time of day."""
    return f"{in_words(moment)}, {clock(moment)}"


def timed(text: str, moment: datetime) -> Markup:
    """Words for a moment, marked as such, so that whatever reads the page knows which one is meant."""
    return Markup('<time datetime="{}">{}</time>').format(local(moment).isoformat(timespec="seconds"), text)


class Evening(Protocol):
    """What says when an evening of a club begins: its day (ISO), and its hour (HH:MM) where that is set."""

    @property
    def day(self) -> str: ...

    @property
    def starts(self) -> str: ...


def evening(about: Evening) -> Markup:
    """When an evening of a club begins."""
    day = on_day(about.day, "full")
    if not about.starts:
        return Markup('<time datetime="{}">{}</time>').format(about.day, day)
    return timed(f"{day}, {clock(time.fromisoformat(about.starts))}", begins(about.day, about.starts))


def of_a_club() -> bool:
    """Whether the page being made tells the time of a club, wherever it is read."""
    from flask import g  # see `device`

    return "zone" in g


def init_app(app: Flask) -> None:
    """Let templates write days and times."""
    app.jinja_env.filters.update(dateformat=in_words, datetimeformat=stamp, timed=timed, evening=evening)
    app.jinja_env.globals.update(zone_title=zone_title, of_a_club=of_a_club)
    # Those of Flask-Babel, which know neither the zone of a club nor « 1er ».
    del app.jinja_env.filters["timeformat"]
