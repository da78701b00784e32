"""Prizes and side pots in words: places, groups, and where every cent comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.messages.marks import N_, pgettext
from scorekeeper.messages.numbers import money
from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.money.side_pots import DRAW, HIGHEST_CONTRACT, MOST_BOXED, OTHER
from scorekeeper.pairing.staged_standings import FINAL
from scorekeeper.tournaments.words import field_title

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.messages.marks import Gettext
    from scorekeeper.pairing.money.prizes import Award, PlaceAmount
    from scorekeeper.pairing.money.side_pots import SidePot
    from scorekeeper.pairing.record.record import Tournament

LONGEST_SUM = 6
"""The most amounts that a sum lists."""


def ordinal(t: Gettext, n: int) -> str:
    """Return a place as an ordinal number: 1st, 2nd, 3rd, 11th."""
    if n == 1:
        return pgettext("place", "1st", t)
    ending = {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th") if n % 100 not in (11, 12, 13) else "th"
    texts = {
        "st": pgettext("place", "%(n)sst", t),
        "nd": pgettext("place", "%(n)snd", t),
        "rd": pgettext("place", "%(n)srd", t),
        "th": pgettext("place", "%(n)sth", t),
    }
    return texts[ending] % {"n": n}


def places_text(t: Gettext, first: int, last: int) -> str:
    """Return a range of places."""
    if first == last:
        return ordinal(t, first)
    text = N_("%(first)s and %(last)s") if last == first + 1 else N_("%(first)s to %(last)s")
    return t(text) % {"first": ordinal(t, first), "last": ordinal(t, last)}


def group_title(t: Gettext, tournament: Tournament, group: str) -> str:
    """Return the name of a list of prizes: everyone, or a group of the standings."""
    if not group:
        return t("Everyone")
    return field_title(t, tournament, group if group in method_of(tournament).fields else FINAL + group)


def award_reason(t: Gettext, one: Award, odd: int | None = None) -> str:
    """Return where every cent of a prize comes from. `odd`: the odd cents to explain, by default the entrant's own."""
    cents = one.extra if odd is None else odd
    texts = [_tied_reason(t, one, cents) if one.tied > 1 else _place_reason(t, one.first, one.amounts[0])]
    if one.cut:
        texts.append(t("In whole dollars: %(amount)s.") % {"amount": money(t, one.cents)})
    return " ".join(texts)


def _place_reason(t: Gettext, place: int, amount: PlaceAmount) -> str:
    values = {"place": ordinal(t, place), "percent": amount.percent, "amount": money(t, amount.cents)}
    text = t("%(place)s: %(amount)s.") if amount.percent is None else t("%(place)s, %(percent)s%%: %(amount)s.")
    if not amount.odd:
        return text % values
    odd = t("It includes 1 odd cent.") if amount.odd == 1 else t("It includes %(n)s odd cents.") % {"n": amount.odd}
    return f"{text % values} {odd}"


def _tied_reason(t: Gettext, one: Award, odd: int) -> str:
    each = one.shared // one.tied
    paid = [money(t, amount.cents) for amount in one.amounts if amount.cents]
    values = {
        "places": places_text(t, one.first, one.last),
        "sum": " + ".join(paid) if 1 < len(paid) <= LONGEST_SUM else "",
        "total": money(t, one.shared),
        "each": money(t, each),
    }
    if values["sum"]:
        text = t("%(places)s are tied: %(sum)s = %(total)s, %(each)s each.") % values
    else:
        text = t("%(places)s are tied: %(total)s together, %(each)s each.") % values
    if not odd:
        return text
    if odd == 1:
        why = t("The odd cent goes by the standings.") if one.ranked else t("The odd cent goes by order of entry.")
    else:
        why = t("The %(n)s odd cents go by the standings.") if one.ranked else t("The %(n)s odd cents go by order of entry.")
    return f"{text} {why % {'n': odd}}"


def players_text(t: Gettext, players: tuple[str, ...], shares: list[int]) -> str:
    """Return each player's part of a prize; empty for an entrant of one player."""
    if len(players) < 2:
        return ""
    said = t("%(name)s %(amount)s")
    return ", ".join(said % {"name": name, "amount": money(t, cents)} for name, cents in zip(players, shares, strict=True))


def pot_title(t: Gettext, pot: SidePot) -> str:
    """Return the name of a side pot."""
    return pot.name if pot.kind == OTHER else pot_kinds(t)[pot.kind]


def pot_kinds(t: Gettext) -> dict[str, str]:
    """Return the names of the kinds of side pots."""
    return {
        MOST_BOXED: t("Most boxed"),
        HIGHEST_CONTRACT: t("Highest contract made"),
        DRAW: t("50/50 draw"),
        OTHER: t("Another pot"),
    }


def pot_reason(t: Gettext, pot: SidePot, name_of: Callable[[str], str]) -> str:
    """Return who won a side pot and how much, and how a draw is repeated."""
    values = {"each": money(t, pot.cents), "n": len(pot.entrants), "total": money(t, pot.total)}
    text = t("%(n)s × %(each)s = %(total)s.") % values
    if not pot.winners:
        return text
    shares = [f"{name_of(who)} {money(t, cents)}" for who, cents in pot.shares.items()]
    text += f" {', '.join(shares)}."
    if pot.seed is not None:
        text += " " + t("Drawn by lot, number %(seed)s; half stays in the box.") % {"seed": pot.seed}
    return text
