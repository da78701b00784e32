"""An answer to a question, and the search for house rules that would change it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.engine.errors import GameError, UnsoundRules
from scorekeeper.engine.options import Number, Option, Phase
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import labelled
from scorekeeper.messages.rules.rules import choice_label, option_label, variant_title
from scorekeeper.rulebook.options.entries import entries

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from typing import Protocol, TypeVar

    from scorekeeper.messages.marks import Gettext
    from scorekeeper.messages.names import Names

    class Comparable(Protocol):
        """The engine's answer. Answers with the same `key` are equal."""

        @property
        def key(self) -> Hashable:
            """The value that answers are compared by."""

    F = TypeVar("F", bound=Comparable)

MOST_OTHERS = 5
MOST_TITLES = 3

NO_NAMED_GAME = N_("no named game, only some tables")
ALONE = N_("%(who)s holds the called card and plays alone.")


@dataclass(frozen=True)
class AnswerReason:
    """A step of the reasoning: a sentence, its rule id, and the score points it adds, if any."""

    text: str
    rule: str
    points: int | None = None
    bad: bool = False


@dataclass(frozen=True)
class AnswerFact:
    """A consequence of the answer, with its rule id."""

    label: str
    text: str
    rule: str


@dataclass(frozen=True)
class ChangingRule:
    """A house rule that changes the answer: the option and its value, where it is played, and the new answer.

    `rules`: the rule set with that option changed.
    """

    option: str
    rule: str
    label: str
    played: str
    sentence: str
    rules: RuleSet


@dataclass(frozen=True)
class Answer:
    """An answer: one sentence, its rule id, the reasons, the consequences, and house rules that change it.

    `verdict`: `yes`, `no`, `told` (neither) or `unknown` (the question lacks a fact).
    """

    verdict: str
    sentence: str
    rule: str
    reasons: tuple[AnswerReason, ...] = ()
    facts: tuple[AnswerFact, ...] = ()
    others: tuple[ChangingRule, ...] = ()


def plays_alone(t: Gettext, rules: RuleSet, contractor: int, called: int | None, names: Names) -> tuple[AnswerReason, ...]:
    """Return the reason for a contractor who holds the called card, none for anyone else."""
    if rules.format != "called_partner" or called != contractor:
        return ()
    return (AnswerReason(t(ALONE) % {"who": names.seats[contractor]}, "format.called_partner"),)


def options_of(*phases: type[Phase], first: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the options that may change an answer: `first`, then the rest of these phases as declared."""
    declared = (name for phase in phases for name, value in vars(phase).items() if isinstance(value, Option))
    return tuple(dict.fromkeys((*first, *declared)))


def find_changing_rules(
    t: Gettext, rules: RuleSet, options: Iterable[str], find: Callable[[RuleSet], F], describe: Callable[[RuleSet, F], str]
) -> tuple[ChangingRule, ...]:
    """Return the house rules under which `find` gives another answer.

    Options keep the order of `options`, and each starts with its most common value. Values that lead to the same answer
    count
    once. Rule sets that are unplayable or leave the answer open are skipped.
    """
    own = find(rules).key
    by_option = [list(_changing_values(t, rules, name, own, find, describe)) for name in options]
    # one value of each option before a second of any: readers want to know which rules matter
    rounds = [(place, n) for n in range(MOST_OTHERS) for place, ones in enumerate(by_option) if n < len(ones)]
    return tuple([by_option[place][n] for place, n in sorted(rounds[:MOST_OTHERS])])


def _changing_values(
    t: Gettext, rules: RuleSet, name: str, own: Hashable, find: Callable[[RuleSet], F], describe: Callable[[RuleSet, F], str]
) -> Iterator[ChangingRule]:
    seen = {own}
    for value in common_values(name):
        other = _with_option(rules, name, value)
        if other is None:
            continue
        try:
            answer = find(other)
        except GameError:
            continue
        if answer.key not in seen:
            seen.add(answer.key)
            label = labelled(t, option_label(t, name), choice_label(t, name, value))
            yield ChangingRule(name, RuleSet.options[name].rule, label, played_in(t, name, value), describe(other, answer), other)


def _with_option(rules: RuleSet, name: str, value: object) -> RuleSet | None:
    if rules.values()[name] == value:
        return None
    try:
        return rules.with_options(**{name: value})
    except UnsoundRules:
        return None


@lru_cache(maxsize=64)
def common_values(name: str) -> tuple[object, ...]:
    """Return the known values of an option, most common first."""
    option = RuleSet.options[name]
    used = [named_rules(variant).values()[name] for variant in VARIANTS_BY_NAME]
    if isinstance(option, Number) and not option.choices:
        every = [*used, *entries()[name].reported, *([None] if option.nullable else [])]
    else:
        every = [*used, *option.choices]
    return tuple(sorted(dict.fromkeys(every), key=lambda value: -used.count(value)))


def played_in(t: Gettext, name: str, value: object) -> str:
    """Return the titles of named games with this value, shortened if there are many."""
    titles = list(_titles(t, name, value))
    if not titles:
        return t(NO_NAMED_GAME)
    return ", ".join(titles[:MOST_TITLES]) + (", …" if len(titles) > MOST_TITLES else "")


def _titles(t: Gettext, name: str, value: object) -> Iterator[str]:
    for variant in VARIANTS_BY_NAME:
        if named_rules(variant).values()[name] == value:
            yield variant_title(t, variant)
