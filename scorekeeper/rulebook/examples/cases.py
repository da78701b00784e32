"""Examples: the facts they start from, the engine's answer under each value of an option, and the option's entry."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.engine.auction import HUNDRED_FOR_200, KEEP
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.messages.errors.error_messages import call_text
from scorekeeper.messages.errors.error_text import problem_texts
from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import names_of
from scorekeeper.rulebook.examples.illustrations import PLAYERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from scorekeeper.engine.events import Bid
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.messages.names import Names


UNSOUND = N_("Cannot be played so")
UNEVEN = N_("The cards do not come out even: %(hands)s × %(hand_cards)s + %(kitty)s = %(dealt)s, and the pack has %(pack)s.")


@dataclass(frozen=True)
class GivenFact:
    """A fact that the example starts from. `cards` are drawn after the text."""

    label: str
    text: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Note:
    """A sentence of the answer, its rule id, and the cards it mentions."""

    text: str
    rule: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class ScoreLine:
    """One side's score: before the hand, the change, and after."""

    name: str
    before: int
    delta: int
    after: int
    won: bool = False


@dataclass(frozen=True)
class Scene:
    """The result of one hand of the example. `title` is for examples with several."""

    title: str = ""
    verdict: str = ""
    notes: tuple[Note, ...] = ()
    rows: tuple[ScoreLine, ...] = ()


@dataclass(frozen=True)
class Case:
    """The answer under one value."""

    verdict: str = ""
    scenes: tuple[Scene, ...] = ()


def plain_case(verdict: str, *notes: Note) -> Case:
    """Return an answer without scores."""
    return Case(verdict, (Scene(notes=notes),) if notes else ())


@dataclass(frozen=True)
class Example:
    """A small record, and the values of one option to try it with in the engine.

    `base`: options that differ from the standard game.
    `answer` is the engine's answer, for comparisons; `case` is the same in words.
    """

    values: tuple[object, ...]
    base: tuple[tuple[str, object], ...] = ()

    def rules(self, option: str, value: object) -> RuleSet:
        """Return the rule set with only that value changed. Raises `UnsoundRules`."""
        return RuleSet({**dict(self.base), option: value})

    def facts(self, t: Gettext) -> list[GivenFact]:
        """Return the facts that the example starts from, whatever the value."""
        raise NotImplementedError

    def answer(self, rules: RuleSet) -> Any:
        """Return the engine's answer under these rules. Equal answers mean the option makes no difference."""
        raise NotImplementedError

    def describe_answer(self, t: Gettext, rules: RuleSet) -> Case:
        """Return the answer in words."""
        raise NotImplementedError

    def case(self, t: Gettext, option: str, value: object) -> Case:
        """Return the answer under one value, or why the rules are unsound or the record can't be scored."""
        try:
            return self.describe_answer(t, self.rules(option, value))
        except GameError as error:
            return plain_case(t(UNSOUND), *_problems(t, error))

    def outcome(self, option: str, value: object) -> Any:
        """Return `answer`, or the error's code and reason."""
        try:
            return self.answer(self.rules(option, value))
        except GameError as error:
            return error.code, error.params.get("reason"), len(error.params.get("problems") or ())  # type: ignore[arg-type]


def _problems(t: Gettext, error: GameError) -> list[Note]:
    problems: Sequence[Any] = error.params["problems"]  # type: ignore[assignment]
    texts = problem_texts(t, error)
    return [
        Note(t(UNEVEN) % problem.params if problem.reason == "cards.sum" else text)
        for problem, text in zip(problems, texts, strict=True)
    ]


def example_names(rules: RuleSet) -> Names:
    """Return the names of the players in the rulebook's examples, by seat and side."""
    return names_of(rules, PLAYERS[: rules.table.players])


def calls_text(t: Gettext, calls: Sequence[Bid]) -> str:
    """Return the calls as a list: `pass, 50, 55 … 100, keep`."""
    words = [c for c in calls if not isinstance(c, int)]
    figures = [c for c in calls if isinstance(c, int)]
    listed = [call_text(t, c) for c in words if c not in (HUNDRED_FOR_200, KEEP)]
    if len(figures) > 4:
        listed.append(f"{figures[0]}, {figures[1]} … {figures[-1]}")
    else:
        listed += [str(c) for c in figures]
    listed += [call_text(t, c) for c in words if c in (HUNDRED_FOR_200, KEEP)]
    return ", ".join(listed)


@dataclass(frozen=True)
class OptionEntry:
    """An entry: paragraphs, a sentence for each choice, and an example for the engine.

    `also`: other words to find it by.
    `question`: what to ask players who don't know the name of their game.
    `varies`: ask it anyway, because tables differ on it within the same game.
    `reported`: values that S2 reports and no named rule set has.
    `states`: rules without an option of their own that this entry states.
    """

    body: tuple[str, ...]
    example: Example
    choices: dict[object, str] = field(default_factory=dict)
    also: str = ""
    question: str = ""
    varies: bool = False
    reported: tuple[int, ...] = ()
    states: tuple[str, ...] = ()
