"""Words that several pages share: titles of rules, dates and times."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time
from typing import TYPE_CHECKING

from flask import g

from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.pages.layout import visitor
from scorekeeper.engine.ruleset import name_of, named_rules
from scorekeeper.messages.rules.rules import diff_text, variant_blurb
from scorekeeper.rules.commands import house_rules
from scorekeeper.rules.titles import name_for_any_players, nearest, title_of

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.rules.commands.house_rules import SavedRules


@dataclass(frozen=True)
class RulesChoice:
    """A rule set to choose. `value`: what the form sends. `blurb`: one sentence about it."""

    value: str
    title: str
    blurb: str


def rules_title(rules: RuleSet) -> str:
    """Return the title of a game's rules, or that of the rule set they are based on."""
    return title_of(t(), rules)


def game_rules_title(rules: RuleSet, called: str = "") -> str:
    """Return the title of a game's rules on this device. `called`: the name that came with an imported game."""
    return saved_name(rules) or called or rules_title(rules)


def saved_name(rules: RuleSet) -> str:
    """Return the name under which this device saved these rules, or an empty string."""
    if name_for_any_players(rules):
        return ""
    return next((saved.name for saved in saved_rules() if saved.rules == rules), "")


def saved_rules() -> list[SavedRules]:
    """Return the device's rule sets, queried once for each page."""
    if "house_rules" not in g:
        g.house_rules = house_rules.of_device(visitor())
    rule_sets: list[SavedRules] = g.house_rules
    return rule_sets


def rules_blurb(rules: RuleSet) -> str:
    """Return a short description: the named set's, or the changes to it."""
    name = nearest(rules)
    if name_of(rules):
        return variant_blurb(t(), name)
    if name_for_any_players(rules):
        counts = {"players": rules.table.players, "pack": rules.pack, "cards": rules.hand_cards}
        return _("%(players)s players, everyone for themselves: %(pack)s cards, %(cards)s each.", **counts)
    return " ".join(diff_text(t(), named_rules(name), rules))


def clock_time(text: str) -> str:
    """Return a time of day (19:30) in the page's language."""
    return timezones.time_in_words(time.fromisoformat(text)) if text else ""


def when(moment: datetime) -> str:
    """Return a past timestamp in words: the time if it was today, else the day."""
    if timezones.is_today(moment):
        return _("today at %(time)s", time=timezones.time_in_words(moment))
    if timezones.was_yesterday(moment):
        return _("yesterday")
    return timezones.date_in_words(moment, "MMMd" if timezones.to_page_zone(moment).year == timezones.today().year else "medium")
