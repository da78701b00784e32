"""Penalties in words, on pages and printouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.messages.marks import N_
from scorekeeper.pairing.words import points_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from scorekeeper.messages.marks import Gettext
    from scorekeeper.pairing.record.record import Penalty

PENALTIES = {
    "warning": N_("warning"),
    "game_points": N_("%(points)s game points"),
    "match_points": N_("%(points)s match points"),
    "awarded": N_("%(points)s match points awarded"),
    "forfeit": N_("forfeit"),
    "disqualified": N_("disqualified"),
}
"""The name of each kind of penalty."""


def signed_points(value: Fraction, *, sign: bool = False) -> str:
    """Return points as text, with a true minus sign; with `sign` also with a plus sign."""
    return f"−{points_text(-value)}" if value < 0 else f"+{points_text(value)}" if sign and value else points_text(value)


def penalty_text(t: Gettext, one: Penalty, figure: Callable[..., str] = signed_points) -> str:
    """Return a penalty with its round and reason. `figure`: writes points."""
    what = t(PENALTIES[one.kind]) % {"points": figure(one.points, sign=one.kind != "awarded")}
    if not one.reason:
        return t("%(what)s in round %(n)s") % {"what": what, "n": one.round}
    return t("%(what)s in round %(n)s: %(why)s") % {"what": what, "n": one.round, "why": one.reason}


def penalty_sentence(t: Gettext, name: str, one: Penalty) -> str:
    """Return a sentence about a penalty that changes a result, for the players at the table."""
    values = {"name": name, "points": signed_points(one.points, sign=True), "why": one.reason.rstrip(".")}
    if one.kind == "forfeit":
        text = t("Forfeit for %(name)s: %(why)s.") if one.reason else t("Forfeit for %(name)s.")
    else:
        text = t("%(points)s points for %(name)s: %(why)s.") if one.reason else t("%(points)s points for %(name)s.")
    return text % values
