"""Rules in words, for forms, rule pages and comparisons: one import for the modules behind it."""

from __future__ import annotations

from scorekeeper.messages.rules.compare import diff_text
from scorekeeper.messages.rules.groups import GROUPS, group_of, group_title
from scorekeeper.messages.rules.labels import choice_label, option_help, option_label, phase_title, unit_text
from scorekeeper.messages.rules.titles import rule_title, variant_blurb, variant_title

__all__ = [
    "GROUPS",
    "choice_label",
    "diff_text",
    "group_of",
    "group_title",
    "option_help",
    "option_label",
    "phase_title",
    "rule_title",
    "unit_text",
    "variant_blurb",
    "variant_title",
]
