"""Words that several pages need: what rules are called, where seats are, when something was."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time
from typing import TYPE_CHECKING

from flask import g

from scorekeeper.base import hours
from scorekeeper.base.i18n import gettext as _
from scorekeeper.base.i18n import t
from scorekeeper.base.pages.frame import visitor
from scorekeeper.engine.variants import name_of, named
from scorekeeper.rules.actions import house_rules
from scorekeeper.rules.titles import dealt_out, nearest, title_of
from scorekeeper.wording.rules import diff_text, variant_blurb

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.rules.actions.house_rules import Kept


@dataclass(frozen=True)
class RulesChoice:
    """A rule set to be picked: `value` as a form sends it, and a sentence about it."""

    value: str
    title: str
    blurb: str


def rules_title(rules: RuleSet) -> str:
    """What to call the rules of a game: their name, or the name of what they were made from."""
    return title_of(t(), rules)


def game_rules_title(rules: RuleSet, called: str = "") -> str:
    """What to call the rules of a game on this device; `called`: by whoever brought the game in."""
    return own_name(rules) or called or rules_title(rules)


def own_name(rules: RuleSet) -> str:
    """The name under which this device keeps these rules; empty where they have one of their own, or are not kept."""
    if dealt_out(rules):
        return ""
    return next((kept.name for kept in own_rules() if kept.rules == rules), "")


def own_rules() -> list[Kept]:
    """The rule sets of this device, looked up once for a page."""
    if "house_rules" not in g:
        g.house_rules = house_rules.of_device(visitor())
    kept: list[Kept] = g.house_rules
    return kept


def rules_blurb(rules: RuleSet) -> str:
    """One sentence: what the named set is, or what was changed in it."""
    name = nearest(rules)
    if name_of(rules):
        return variant_blurb(t(), name)
    if dealt_out(rules):
        counts = {"players": rules.table.players, "pack": rules.pack, "cards": rules.hand_cards}
        return _("%(players)s players, everyone for themselves: %(pack)s cards, %(cards)s each.", **counts)
    return " ".join(diff_text(t(), named(name), rules))


def clock_time(text: str) -> str:
    """A time of day (19:30) as the page's language writes it."""
    return hours.clock(time.fromisoformat(text)) if text else ""


def when(moment: datetime) -> str:
    """A moment of the past as people say it: the time today, else the day."""
    if hours.is_today(moment):
        return _("today at %(time)s", time=hours.clock(moment))
    if hours.was_yesterday(moment):
        return _("yesterday")
    return hours.in_words(moment, "MMMd" if hours.local(moment).year == hours.today().year else "medium")
