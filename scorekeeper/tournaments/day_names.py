"""Names of tournaments by their day."""

from __future__ import annotations

from datetime import date

from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import LOCALES
from scorekeeper.core.i18n.translation import gettext as _


def day_of_year(day: str, lang: str | None = None) -> str:
    """Return a date (ISO) in words without its year, as in a sentence; empty for an unreadable one."""
    try:
        one = date.fromisoformat(day)
    except ValueError:
        return ""
    return timezones.date_in_words(one, "full", lang).removesuffix(f" {one.year}").rstrip(",")


def default_name(day: str, lang: str | None = None) -> str:
    """Return a tournament's name by its day: *Saturday, November 28*."""
    text = day_of_year(day, lang)
    return text[:1].upper() + text[1:]


def is_default_name(name: str, day: str) -> bool:
    """Return whether a tournament is named by its day, in any language."""
    return name in {default_name(day, lang) for lang in LOCALES}


def like_title(day: str, name: str = "") -> str:
    """Return the label of the button that repeats a tournament of this day: *Like Saturday, November 21*.

    `name`: of the tournament, where there are others of that day. It follows unless it is the day itself.
    """
    title = _("Like %(day)s", day=day_of_year(day))
    return title if not name or is_default_name(name, day) else f"{title} – {name}"
