"""An answer of the ruling desk, and the search for the house rules under which it would be another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.engine.errors import GameError, UnsoundRules
from scorekeeper.engine.options import Number, Option, Phase
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.variants import NAMED, named
from scorekeeper.rulebook.entries import entries
from scorekeeper.wording.figures import labelled
from scorekeeper.wording.marks import N_
from scorekeeper.wording.rules import choice_label, option_label, variant_title

TYPE_CHECKING = False  # loaded by phones
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from typing import Protocol, TypeVar

    from scorekeeper.wording.marks import Gettext
    from scorekeeper.wording.names import Names

    class Found(Protocol):
        """What the engine found: two answers with the same `key` are the same answer."""

        @property
        def key(self) -> Hashable:
            """By what it is told apart from another."""

    F = TypeVar("F", bound=Found)

MOST_OTHERS = 5
MOST_TITLES = 3

NOWHERE = N_("no named game, only some tables")
ALONE = N_("%(who)s holds the called card and plays alone.")


@dataclass(frozen=True)
class AnswerReason:
    """A step of the reasoning: one sentence, the id of its rule, and the score points it moves, if any."""

    text: str
    rule: str
    points: int | None = None
    bad: bool = False


@dataclass(frozen=True)
class AnswerFact:
    """Something that follows: what it is about, what is so, and by which rule."""

    label: str
    text: str
    rule: str


@dataclass(frozen=True)
class Other:
    """Under another house rule: which option has which value there, who plays so, and what the answer would be.

    `rules`: this rule set with that one option changed.
    """

    option: str
    rule: str
    label: str
    played: str
    sentence: str
    rules: RuleSet


@dataclass(frozen=True)
class Answer:
    """An answer in one sentence, the rule it stands on, the reasoning, what follows, and what would change it.

    `verdict`: `yes`, `no`, `told` (neither) or `unknown` (the question lacks a fact on which the answer depends).
    """

    verdict: str
    sentence: str
    rule: str
    reasons: tuple[AnswerReason, ...] = ()
    facts: tuple[AnswerFact, ...] = ()
    others: tuple[Other, ...] = ()


def plays_alone(t: Gettext, rules: RuleSet, contractor: int, called: int | None, names: Names) -> tuple[AnswerReason, ...]:
    """Return the step that says so of a contractor who holds the called card; none of anyone else."""
    if rules.format != "called_partner" or called != contractor:
        return ()
    return (AnswerReason(t(ALONE) % {"who": names.seats[contractor]}, "format.called_partner"),)


def options_of(*phases: type[Phase], first: Sequence[str] = ()) -> tuple[str, ...]:
    """The options that may change an answer: those most argued about `first`, then the rest of these phases as declared."""
    declared = (name for phase in phases for name, value in vars(phase).items() if isinstance(value, Option))
    return tuple(dict.fromkeys((*first, *declared)))


def others(
    t: Gettext, rules: RuleSet, options: Iterable[str], find: Callable[[RuleSet], F], said: Callable[[RuleSet, F], str]
) -> tuple[Other, ...]:
    """The house rules under which `find` gives another answer: `options` in this order, of each the most played value first.

    Values of an option that lead to the same other answer are told once. Where the engine cannot answer under a rule set, or
    nobody can play it, it is left out.
    """
    own = find(rules).key
    by_option = [list(_others_of(t, rules, name, own, find, said)) for name in options]
    # one of each option before a second of any: the reader wants to know which rules matter
    rounds = [(place, n) for n in range(MOST_OTHERS) for place, ones in enumerate(by_option) if n < len(ones)]
    return tuple([by_option[place][n] for place, n in sorted(rounds[:MOST_OTHERS])])


def _others_of(
    t: Gettext, rules: RuleSet, name: str, own: Hashable, find: Callable[[RuleSet], F], said: Callable[[RuleSet, F], str]
) -> Iterator[Other]:
    seen = {own}
    for value in common_values(name):
        other = _changed(rules, name, value)
        if other is None:
            continue
        try:
            answer = find(other)
        except GameError:
            continue
        if answer.key not in seen:
            seen.add(answer.key)
            label = labelled(t, option_label(t, name), choice_label(t, name, value))
            yield Other(name, RuleSet.options[name].rule, label, played_in(t, name, value), said(other, answer), other)


def _changed(rules: RuleSet, name: str, value: object) -> RuleSet | None:
    if rules.values()[name] == value:
        return None
    try:
        return rules.but(**{name: value})
    except UnsoundRules:
        return None


@lru_cache(maxsize=64)
def common_values(name: str) -> tuple[object, ...]:
    """The values of an option that are played somewhere, the most common first."""
    option = RuleSet.options[name]
    used = [named(variant).values()[name] for variant in NAMED]
    if isinstance(option, Number) and not option.choices:
        every = [*used, *entries()[name].reported, *([None] if option.nullable else [])]
    else:
        every = [*used, *option.choices]
    return tuple(sorted(dict.fromkeys(every), key=lambda value: -used.count(value)))


def played_in(t: Gettext, name: str, value: object) -> str:
    """The named games in which an option has this value, a few of them."""
    titles = list(_titles(t, name, value))
    if not titles:
        return t(NOWHERE)
    return ", ".join(titles[:MOST_TITLES]) + (", …" if len(titles) > MOST_TITLES else "")


def _titles(t: Gettext, name: str, value: object) -> Iterator[str]:
    for variant in NAMED:
        if named(variant).values()[name] == value:
            yield variant_title(t, variant)
