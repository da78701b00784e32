"""Read a laboratory query from the address: other rules, up to three changed options, and a player to coach."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.errors import GameError, UnsoundRules
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, name_of, named_rules
from scorekeeper.formats.rules import rules_from_link, rules_to_link, text_from_value, value_from_text
from scorekeeper.messages.errors.error_text import error_text, problem_texts
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import labelled
from scorekeeper.messages.rules.labels import choice_label, option_label
from scorekeeper.messages.rules.rules import GROUPS, group_title, variant_title
from scorekeeper.rules.titles import title_of, values_offered
from scorekeeper.rulings.quick_questions import quick_questions
from scorekeeper.rulings.rescore import same_seats
from scorekeeper.what_if.trial import RulesChange

TYPE_CHECKING = False  # loaded by phones
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorekeeper.messages.marks import Gettext

MOST_CHANGES = 3
EVERYONE = "*"
CHANGED_TWICE = N_("%(option)s is changed twice.")


@dataclass(frozen=True, slots=True)
class LabQuery:
    """A laboratory query, as the page's address has it.

    `rules`: a rules link, empty if each game keeps its own rules.
    `sets`: options with their values, padded with empty strings to the number of form fields.
    `coach`: a player's name, `EVERYONE`, or empty for no one.
    `change`: the rules change that these add up to.
    `errors`: why the change cannot be tried.
    """

    rules: str
    sets: tuple[str, ...]
    coach: str
    change: RulesChange
    errors: tuple[str, ...]

    @property
    def has_query(self) -> bool:
        """Return whether there is anything to try."""
        return not self.errors and (not self.change.nothing or bool(self.coach))


def read(t: Gettext, rules: str, sets: Sequence[str], coach: str) -> LabQuery:
    """Return the query in an address's parameters, with an error for each problem."""
    sets = [text for text in sets if text][:MOST_CHANGES]
    errors: list[str] = []
    try:
        base = rules_from_link(rules) if rules else None
    except GameError as error:
        base, errors = None, problem_texts(t, error) or [error_text(t, error)]
    options: dict[str, object] = {}
    for text in sets:
        name, _, value = text.partition("=")
        errors += _problems(t, name, value_from_text(name, value))
        if name in options:
            errors.append(t(CHANGED_TWICE) % {"option": option_label(t, name)})
        options[name] = value_from_text(name, value)
    change = RulesChange(base, options)
    if base is not None and not errors:
        try:
            base.with_options(**options)
        except UnsoundRules as error:
            errors = problem_texts(t, error)
    fields = (*sets, *[""] * (MOST_CHANGES - len(sets)))
    return LabQuery(
        "" if base is None else rules_to_link(base), fields, coach[:60], RulesChange() if errors else change, tuple(errors)
    )


def _problems(t: Gettext, name: str, value: object) -> list[str]:
    """Return why an option can't have this value, whatever the other options are."""
    option = RuleSet.options.get(name)
    if option is not None and option.problem(value) is None:
        return []
    try:
        RuleSet({name: value})
    except UnsoundRules as error:
        return problem_texts(t, error)
    return []


Choices = list[tuple[str, list[tuple[str, str]]]]
"""Headings, each with its (value, label) pairs."""


def rules_choices(t: Gettext, query: LabQuery, played: Iterable[RuleSet]) -> Choices:
    """Return the named rule sets that fit the seats of a game played, by group.

    Other rules in the address come first.
    """
    fitting = {name for name in VARIANTS_BY_NAME if any(same_seats(rules, named_rules(name)) for rules in played)}
    groups = [
        (group_title(t, group), [(name, variant_title(t, name)) for name in names if name in fitting])
        for group, names in GROUPS.items()
        if not fitting.isdisjoint(names)
    ]
    rules = query.change.rules
    if rules is not None and name_of(rules) not in fitting:
        groups.insert(0, ("", [(query.rules, title_of(t, rules))]))
    return groups


def quick_links(t: Gettext, query: LabQuery, played: Sequence[RuleSet]) -> list[tuple[str, str, bool]]:
    """Return quick questions about the games: text, changed option for the address, and whether it is the query.

    They fit the rules of most of the games.
    """
    if not played:
        return []
    links = []
    for one in quick_questions(t, max(played, key=played.count)):
        text = f"{one.option}={text_from_value(one.value)}"
        links.append((one.text, text, not query.rules and [chosen for chosen in query.sets if chosen] == [text]))
    return links


def option_choices(t: Gettext, query: LabQuery) -> Choices:
    """Return every option with the values on offer and any others named in the address."""
    groups = []
    for name, option in RuleSet.options.items():
        values = values_offered(option)
        named_here = [value_from_text(name, text.partition("=")[2]) for text in query.sets if text.partition("=")[0] == name]
        values += [value for value in named_here if value not in values and option.problem(value) is None]
        label = option_label(t, name)
        groups.append((label, [(f"{name}={text_from_value(v)}", labelled(t, label, choice_label(t, name, v))) for v in values]))
    return groups


def title(t: Gettext, query: LabQuery) -> str:
    """Return the title of the query's rules, empty if each game keeps its own."""
    return "" if query.change.rules is None else title_of(t, query.change.rules)
