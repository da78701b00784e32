"""The purse as fields: percentages, amounts, sponsors, and lists of prizes with a line for each place or range."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import format_percent

from scorekeeper.core.forms.forms import WRONG
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.numbers import parse_integer
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.money.purse import BY_RANK, LAST_PLACE, MOST_PRIZES, MOST_SPONSORS, TIES, Prize, PrizeList, Purse
from scorekeeper.pairing.record.attendance import MOST_CENTS
from scorekeeper.pairing.record.record import Tournament
from scorekeeper.tournaments.desk.setup.format_fields import AMOUNT, cents_of
from scorekeeper.tournaments.desk.setup.price_fields import amount_text
from scorekeeper.tournaments.prize_words import group_title

SPARE_ROWS = 2
PRIZE_AMOUNT = N_("an amount such as 20, or a percentage such as %(percent)s")
PLACE = N_("a place between 1 and %(high)s")
PERCENTAGE = N_("a percentage between 0 and 100")
_PERCENT = re.compile(r"(\d{1,3})\s*%")
_USUAL = (Prize(1, 1, percent=50), Prize(2, 2, percent=30), Prize(3, 3, percent=20))
"""The prizes that a new purse starts with."""


class UnreadablePurse(ValueError):
    """A field of the purse that is not valid. `field`: its name; the message names it in words."""

    def __init__(self, field: str, label: str, read: str, right: str) -> None:
        super().__init__(_(WRONG, label=label, read=read[:40], right=right))
        self.field = field


@dataclass(frozen=True)
class ListFields:
    """The fields of a list of prizes. `rows`: how many lines it shows."""

    number: int
    group: str
    title: str
    rows: int


@dataclass(frozen=True)
class PurseFields:
    """The purse as typed. `values`: text by field name; `ticked`: names of check boxes that are on."""

    values: Mapping[str, str]
    ticked: frozenset[str]
    sponsors: int
    lists: list[ListFields]


def fields_of_purse(purse: Purse | None, groups: Sequence[str], tournament: Tournament) -> PurseFields:
    """Return the fields of a purse; the usual prizes if none is set. `groups`: of the standings, the empty one first.

    With finals or fields, each of them has the usual prizes and an equal part of the purse.
    """
    known = purse or _usual_purse(groups)
    values = {"share": str(known.share), "hall": amount_text(known.hall) if known.hall else "", "ties": known.ties}
    for k, sponsor in enumerate(known.sponsors):
        values |= {f"sponsor-{k}": sponsor.name, f"sponsor-amount-{k}": amount_text(sponsor.cents)}
    ticked = {"whole_dollars"} if known.whole_dollars else set()
    by_group = {one.group: one for one in known.lists}
    for n, group in enumerate(groups):
        found = by_group.get(group)
        prizes = found.prizes if found is not None else ()
        values[f"percent-{n}"] = str(found.percent) if found is not None else "100" if n == 0 and not known.lists else ""
        ticked |= {f"quarter-{n}"} if found is not None and found.best_quarter else set()
        for k, prize in enumerate(prizes):
            values |= {f"first-{n}-{k}": str(prize.first), f"amount-{n}-{k}": _amount_text(prize)}
            values[f"last-{n}-{k}"] = "" if prize.first == prize.last else str(prize.last)
    return fields_as_typed(values, ticked, groups, tournament)


def _usual_purse(groups: Sequence[str]) -> Purse:
    paid = groups[1:] or groups
    percents = [100 // len(paid) + (k < 100 % len(paid)) for k in range(len(paid))]
    return Purse(lists=tuple(PrizeList(group, percent, prizes=_USUAL) for group, percent in zip(paid, percents, strict=True)))


def fields_as_typed(values: Mapping[str, str], ticked: set[str], groups: Sequence[str], tournament: Tournament) -> PurseFields:
    """Return the fields with these values, and a few empty lines."""
    sponsors = min(MOST_SPONSORS, _filled(values, MOST_SPONSORS, "sponsor-", "sponsor-amount-") + 1)
    lists = [
        ListFields(
            n,
            group,
            group_title(t(), tournament, group),
            min(MOST_PRIZES, max(3, _filled(values, MOST_PRIZES, f"first-{n}-", f"last-{n}-", f"amount-{n}-") + SPARE_ROWS)),
        )
        for n, group in enumerate(groups)
    ]
    return PurseFields(values, frozenset(ticked), sponsors, lists)


def _filled(values: Mapping[str, str], most: int, *prefixes: str) -> int:
    """Return how many lines are needed for the fields that are filled in."""
    return max((k + 1 for k in range(most) for prefix in prefixes if values.get(f"{prefix}{k}")), default=0)


def _amount_text(prize: Prize) -> str:
    return percent_text(prize.percent or 0) if prize.cents is None else amount_text(prize.cents)


def read_purse_form(form: Mapping[str, str], groups: Sequence[str]) -> dict[str, Any]:
    """Return the purse as the command wants it. Raises `UnreadablePurse`."""
    values = {name: text.strip() for name, text in form.items()}
    sponsors = []
    for k in range(MOST_SPONSORS):
        name, amount = values.get(f"sponsor-{k}", ""), values.get(f"sponsor-amount-{k}", "")
        if name or amount:
            label = name or _("Sponsor %(n)s", n=k + 1)
            if not name:
                raise UnreadablePurse(f"sponsor-{k}", label, "", _("the sponsor’s name"))
            sponsors.append({"name": name, "cents": _cents(f"sponsor-amount-{k}", label, amount)})
    lists = [one for n, group in enumerate(groups) if (one := _read_list(values, n, group)) is not None]
    hall = values.get("hall", "")
    return {
        "share": _percent("share", _("Share of the entry fees"), values.get("share", "")),
        "hall": _cents("hall", _("Hall"), hall) if hall and hall != "0" else 0,
        "sponsors": sponsors,
        "lists": lists,
        "whole_dollars": bool(values.get("whole_dollars")),
        "ties": values["ties"] if values.get("ties") in TIES else BY_RANK,
    }


def _read_list(values: Mapping[str, str], n: int, group: str) -> dict[str, Any] | None:
    """Return a list of prizes, or None if it has none."""
    quarter = bool(values.get(f"quarter-{n}"))
    prizes = [] if quarter else [one for k in range(MOST_PRIZES) if (one := _read_prize(values, n, k)) is not None]
    if not quarter and not prizes:
        return None
    percent = _percent(f"percent-{n}", _("Part of the purse"), values.get(f"percent-{n}", "100"))
    return {"group": group, "percent": percent, "best_quarter": quarter, "prizes": prizes}


def _read_prize(values: Mapping[str, str], n: int, k: int) -> dict[str, Any] | None:
    first, last, amount = (values.get(f"{name}-{n}-{k}", "") for name in ("first", "last", "amount"))
    if not (first or last or amount):
        return None
    label = _("Prizes, line %(n)s", n=k + 1)
    places = {"first": _place(f"first-{n}-{k}", label, first), "last": _place(f"last-{n}-{k}", label, last or first)}
    if (percent := _PERCENT.fullmatch(amount)) is not None and 1 <= int(percent[1]) <= 100:
        return {**places, "percent": int(percent[1])}
    cents = cents_of(amount) if amount else None
    if not cents or cents > MOST_CENTS:
        raise UnreadablePurse(f"amount-{n}-{k}", label, amount, _(PRIZE_AMOUNT, percent=percent_text(50)))
    return {**places, "cents": cents}


def percent_text(percent: int) -> str:
    """Return a percentage as people write it in the page's language."""
    return str(format_percent(percent / 100))


def _place(field: str, label: str, text: str) -> int:
    place = parse_integer(text)
    if place is None or not 1 <= place <= LAST_PLACE:
        raise UnreadablePurse(field, label, text, _(PLACE, high=LAST_PLACE))
    return place


def _percent(field: str, label: str, text: str) -> int:
    percent = parse_integer(text.removesuffix("%").strip())
    if percent is None or not 0 <= percent <= 100:
        raise UnreadablePurse(field, label, text, _(PERCENTAGE))
    return percent


def _cents(field: str, label: str, text: str) -> int:
    cents = cents_of(text) if text else None
    if not cents or cents > MOST_CENTS:
        raise UnreadablePurse(field, label, text, _(AMOUNT))
    return cents
