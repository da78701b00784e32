"""Numbers, amounts of money and lists of names as people write them, and phrases joined into one sentence."""

from __future__ import annotations

from scorekeeper.messages.marks import N_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.messages.marks import Gettext

MINUS = "\u2212"


def number(n: int) -> str:
    """Return a score with a true minus sign."""
    return str(n) if n >= 0 else MINUS + str(-n)


def change(n: int) -> str:
    """Return a change of score, always signed except for 0."""
    if n > 0:
        return "+" + str(n)
    return number(n)


def money(t: Gettext, cents: int) -> str:
    """Return an amount of cents as Canadians write it in the language."""
    sign, cents = (MINUS, -cents) if cents < 0 else ("", cents)
    return sign + t(N_("$%(dollars)s.%(cents)s")) % {"dollars": cents // 100, "cents": f"{cents % 100:02d}"}


def price(t: Gettext, cents: int) -> str:
    """Return an amount without cents if it is in whole dollars, such as $10."""
    if cents % 100:
        return money(t, cents)
    return (MINUS if cents < 0 else "") + t(N_("$%(dollars)s")) % {"dollars": abs(cents) // 100}


def time_of_day(text: str) -> str:
    """Return a time from the locale data (07 h 02) as people write it (7 h 02), with non-breaking spaces."""
    return (text[1:] if text[:1] == "0" else text).replace(" ", "\u00a0")


def labelled(t: Gettext, label: str, text: str) -> str:
    """Return `label: text`, with the language's space before the colon."""
    return t(N_("%(label)s: %(text)s")) % {"label": label, "text": text}


def listing(t: Gettext, words: Sequence[str]) -> str:
    """Return `a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return t(N_("%(first)s and %(last)s")) % {"first": ", ".join(words[:-1]), "last": words[-1]}


def choosing(t: Gettext, words: Sequence[str]) -> str:
    """Return `a`, `a or b`, `a, b or c`."""
    if len(words) < 2:
        return "".join(words)
    return t(N_("%(first)s or %(last)s")) % {"first": ", ".join(words[:-1]), "last": words[-1]}


def clauses(t: Gettext, parts: list[str]) -> str:
    """Return the phrases joined by semicolons, with the language's spaces around them."""
    joined = ""
    for part in parts:
        joined = t("%(first)s; %(then)s") % {"first": joined, "then": part} if joined else part
    return joined
