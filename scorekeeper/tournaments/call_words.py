"""Wording about calls to the director and announcements that the desk, the public pages, phones and printouts share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.messages.marks import N_, pgettext
from scorekeeper.messages.rules.titles import RULES
from scorekeeper.tournaments.store.announcement_part import AnnouncementPart
from scorekeeper.tournaments.store.call_parts import CallPart, CallsPart

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext


def call_reason(t: Gettext, reason: str) -> str:
    """Return the reason of a call (`call_parts.REASONS`) in a few words."""
    return {
        "revoke": pgettext("reason to call", "Revoke", t),
        "out_of_turn": pgettext("reason to call", "Card out of turn", t),
        "misdeal": pgettext("reason to call", "Misdeal", t),
        "score": pgettext("reason to call", "The score", t),
        "other": pgettext("reason to call", "Something else", t),
    }[reason]


def rule_text(t: Gettext, rule: str) -> str:
    """Return a rule's title with its id, empty for none."""
    return "" if not rule else t(N_("%(title)s (%(id)s)")) % {"title": t(RULES[rule]) if rule in RULES else rule, "id": rule}


def call_facts(t: Gettext, call: CallPart) -> str:
    """Return a call on one line: its reason, and once it is settled the note and the rule."""
    return " · ".join(text for text in (call_reason(t, call.reason), call.note, rule_text(t, call.rule)) if text)


def calls_setting(calls: CallsPart) -> str:
    """Return the settings of calls on one line."""
    return _("Calls by phone") if calls.open else _("No calls by phone")


def ready_words(t: Gettext) -> dict[str, str]:
    """Return the ready words of announcements by kind."""
    return {
        "coffee": pgettext("announcement", "Coffee break", t),
        "last_hand": pgettext("announcement", "Last hand", t),
        "draw": pgettext("announcement", "Prize draw", t),
    }


def announcement_text(t: Gettext, said: AnnouncementPart) -> str:
    """Return an announcement in the reader's language, or in the desk's own words."""
    return said.text or ready_words(t).get(said.kind, "")


def minutes_ago(minutes: int) -> str:
    """Return *Called 2 min ago*."""
    return _("Called %(n)s min ago", n=minutes) if minutes else _("Called just now")
