"""Numbers as they are typed into the forms of the desk: hours in any of the ways they are written, and what cannot be read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from flask_babel import gettext as _

LEAST_MINUTES, MOST_MINUTES = 30, 7 * 24 * 60
_CLOCKED = re.compile(r"(\d{1,3})\s*[h:]\s*(\d{1,2})?", re.IGNORECASE)


class Misread(NamedTuple):
    """A field that does not hold what it should, and the sentence that says so."""

    field: str
    text: str


def minutes_of(hours: str) -> int | None:
    """Hours (3.5; 3,5; 3h30; 3:30) as minutes; None for what is not hours."""
    if clocked := _CLOCKED.fullmatch(hours.strip()):
        return int(clocked[1]) * 60 + int(clocked[2] or 0)
    try:
        return round(float(hours.strip().replace(",", ".")) * 60)
    except (ValueError, OverflowError):
        return None


def wrong_hours(text: str) -> Misread | None:
    """What is wrong with the hours available."""
    minutes = minutes_of(text)
    if minutes is not None and LEAST_MINUTES <= minutes <= MOST_MINUTES:
        return None
    right = _("between half an hour and %(high)s hours, such as 3.5 or 3:30", high=MOST_MINUTES // 60)
    return Misread("hours", _sentence(_("Hours available"), text, right))


def wrong_number(field: str, label: str, text: str, low: int, high: int) -> Misread | None:
    """What is wrong with a whole number."""
    if text.isdecimal() and len(text) < 8 and low <= int(text) <= high:
        return None
    return Misread(field, _sentence(label, text, _("a whole number between %(low)s and %(high)s", low=low, high=high)))


def _sentence(label: str, read: str, right: str) -> str:
    return _("%(label)s: “%(read)s” was read; needed is %(right)s.", label=label, read=read[:40], right=right)


def misread(form: Mapping[str, str]) -> Misread | None:
    """The first field of the form for a new tournament that cannot be what was meant."""
    texts = {name: form.get(name, "").strip() for name in ("entrants", "hours", "offer-rounds", "offer-hands")}
    found = wrong_number("entrants", _("How many expected"), texts["entrants"], 2, 1024) or wrong_hours(texts["hours"])
    if found or form.get("offer") == "own":
        return found
    for name, label in (("offer-rounds", _("Rounds")), ("offer-hands", _("Hands a match"))):
        if texts[name] and (found := wrong_number(name, label, texts[name], 1, 100)):
            return found
    return None
