"""Every option of a rule set: what the rulebook says of it. The options themselves are the engine's (`RuleSet.options`)."""

from __future__ import annotations

from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.variants import NAMED, named
from scorekeeper.rulebook import about_auction, about_endings, about_kitty, about_pot, about_scoring, about_table
from scorekeeper.rulebook.entry import OptionEntry

ABOUT = (about_table, about_auction, about_kitty, about_scoring, about_endings, about_pot)
"""What is said of the options, a module a phase or two, in the order of play."""


def entries() -> dict[str, OptionEntry]:
    """The entries by option, in the order in which the engine declares the options."""
    by_option: dict[str, OptionEntry] = {}
    for module in ABOUT:
        by_option |= module.ENTRIES
    return {name: by_option[name] for name in RuleSet.options if name in by_option}


def questions() -> dict[str, str]:
    """What to ask about the options, those that are asked about, in the order of an evening."""
    asked = {name: entry.question for module in ABOUT for name, entry in module.ENTRIES.items()}
    return {name: question for name, question in asked.items() if question}


def played_in(option: str, value: object) -> list[str]:
    """The named rule sets that have this value, where it is not the standard game's."""
    standard = getattr(named("standard"), option)
    return [name for name in NAMED if getattr(named(name), option) == value != standard]


def departures(option: str) -> list[tuple[object, list[str]]]:
    """Each value of the named rule sets that is not the standard game's, with the names of those that have it."""
    values = dict.fromkeys(getattr(named(name), option) for name in NAMED)
    return [(value, names) for value in values if (names := played_in(option, value))]
