"""Suggests changes that make an unplayable rule set playable, by trying them in the engine."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

from scorekeeper.engine.errors import UnsoundRules
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorekeeper.engine.errors import Problem

MOST_RESOLUTIONS = 4
MOST_CHANGES_AT_ONCE = 2
"""The most options changed at once, so that a button can name them."""


def resolutions(base: RuleSet, changes: Mapping[str, object], settled: Iterable[str] = ()) -> list[dict[str, object]]:
    """Return up to four of the smallest sets of further changes that make the rules playable.

    `settled`: options that must not change. Suggestions that undo a change come last.
    """
    problems = find_problems(base, changes)
    if not problems or any(problem.reason.startswith("option.") for problem in problems):
        return []  # an invalid value has to be entered again
    involved = dict.fromkeys(name for problem in problems for name in involved_options(problem) if name not in settled)
    values = {name: _candidate_values(name, base, changes) for name in involved}
    offers: list[dict[str, object]] = []
    for size in range(1, MOST_CHANGES_AT_ONCE + 1):
        for names in combinations(involved, size):
            for chosen in product(*(values[name] for name in names)):
                trial = dict(zip(names, chosen, strict=True))
                if not any(known.items() <= trial.items() for known in offers) and not find_problems(base, {**changes, **trial}):
                    offers.append(trial)
    offers.sort(key=lambda trial: (len(trial), sum(trial[n] == base.values()[n] for n in trial if n in changes)))
    return offers[:MOST_RESOLUTIONS]


def find_problems(base: RuleSet, changes: Mapping[str, object]) -> list[Problem]:
    """Return every reason why `base` can't be played with these changes."""
    try:
        base.with_options(**changes)
    except UnsoundRules as error:
        return error.problems
    return []


def involved_options(problem: Problem) -> list[str]:
    """Return the options that a problem is about: the one it names, then any whose value it cites."""
    names = [name for name in RuleSet.options if name in problem.params]
    named_one = problem.params.get("option")
    if problem.reason == "kitty.missing":
        names.append("kitty")
    if problem.reason == "bid_step.multiple":
        names.append("bid_step")
    if problem.reason == "pot.missing":
        names.append("pot")
    return [*([named_one] if isinstance(named_one, str) and named_one in RuleSet.options else []), *names]


def _candidate_values(name: str, base: RuleSet, changes: Mapping[str, object]) -> list[object]:
    """Return other values to try: the base's, common values first, then all named choices."""
    used = [named_rules(variant).values()[name] for variant in VARIANTS_BY_NAME]
    usual = sorted(dict.fromkeys(used), key=lambda value: -used.count(value))
    values = [base.values()[name], *usual, *RuleSet.options[name].choices]
    now = changes.get(name, base.values()[name])
    return [value for value in dict.fromkeys(values) if value != now or type(value) is not type(now)]
