"""The rulebook's entry for every option. The engine declares the options themselves (`RuleSet.options`)."""

from __future__ import annotations

from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.rulebook.examples.cases import OptionEntry
from scorekeeper.rulebook.options import auction, endings, kitty, pot, scoring, table

ABOUT = (table, auction, kitty, scoring, endings, pot)
"""The modules with the entries, in the order of play."""


def entries() -> dict[str, OptionEntry]:
    """Return the entries by option, in the engine's order."""
    by_option: dict[str, OptionEntry] = {}
    for module in ABOUT:
        by_option |= module.ENTRIES
    return {name: by_option[name] for name in RuleSet.options if name in by_option}


def questions() -> dict[str, str]:
    """Return the questions about options, by option, in the order of play."""
    by_option = {name: entry.question for module in ABOUT for name, entry in module.ENTRIES.items()}
    return {name: question for name, question in by_option.items() if question}


def played_in(option: str, value: object) -> list[str]:
    """Return the named rule sets with this value, none if it is the standard game's."""
    standard = getattr(named_rules("standard"), option)
    return [name for name in VARIANTS_BY_NAME if getattr(named_rules(name), option) == value != standard]


def nonstandard_values(option: str) -> list[tuple[object, list[str]]]:
    """Return each value that differs from the standard game, with the names of its rule sets."""
    values = dict.fromkeys(getattr(named_rules(name), option) for name in VARIANTS_BY_NAME)
    return [(value, names) for value in values if (names := played_in(option, value))]
