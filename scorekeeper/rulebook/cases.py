"""What an example shows: the facts it starts from, and what the engine answers under each value of an option."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import HUNDRED_FOR_200, KEEP
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.rulebook.figures import PLAYERS
from scorekeeper.wording.errors import problem_texts
from scorekeeper.wording.marks import N_
from scorekeeper.wording.names import names_of
from scorekeeper.wording.objections import call_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from scorekeeper.engine.events import Bid
    from scorekeeper.wording.marks import Gettext
    from scorekeeper.wording.names import Names

UNSOUND = N_("Cannot be played so")
UNEVEN = N_("The cards do not come out even: %(hands)s × %(hand_cards)s + %(kitty)s = %(dealt)s, and the pack has %(pack)s.")


@dataclass(frozen=True)
class GivenFact:
    """Something the example starts from; `cards` are drawn after the text."""

    label: str
    text: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Note:
    """A sentence of the answer, the rule it comes from, the cards it speaks of."""

    text: str
    rule: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class ScoreLine:
    """One side's score: before the hand, its change, after it."""

    name: str
    before: int
    delta: int
    after: int
    won: bool = False


@dataclass(frozen=True)
class Scene:
    """What came of one hand of the example; `title` where there are several."""

    title: str = ""
    verdict: str = ""
    notes: tuple[Note, ...] = ()
    rows: tuple[ScoreLine, ...] = ()


@dataclass(frozen=True)
class Case:
    """The answer under one value."""

    verdict: str = ""
    scenes: tuple[Scene, ...] = ()


def case_of(verdict: str, *notes: Note) -> Case:
    """An answer without scores."""
    return Case(verdict, (Scene(notes=notes),) if notes else ())


@dataclass(frozen=True)
class Example:
    """A small record, and the values of one option under which it is put to the engine.

    `base`: the options that differ from the standard game. `answer` is what the engine says, to be compared; `case` is the
    same in words.
    """

    values: tuple[object, ...]
    base: tuple[tuple[str, object], ...] = ()

    def rules(self, option: str, value: object) -> RuleSet:
        """The rule set with that value, and nothing else changed. Raises `UnsoundRules`."""
        return RuleSet({**dict(self.base), option: value})

    def facts(self, t: Gettext) -> list[GivenFact]:
        """What the example starts from, the same under every value."""
        raise NotImplementedError

    def answer(self, rules: RuleSet) -> Any:
        """What the engine says under these rules; equal answers mean that the option made no difference."""
        raise NotImplementedError

    def told(self, t: Gettext, rules: RuleSet) -> Case:
        """The answer in words."""
        raise NotImplementedError

    def case(self, t: Gettext, option: str, value: object) -> Case:
        """The answer under one value, or why these rules cannot be played or the record cannot be scored."""
        try:
            return self.told(t, self.rules(option, value))
        except GameError as error:
            return case_of(t(UNSOUND), *_problems(t, error))

    def outcome(self, option: str, value: object) -> Any:
        """`answer`, or the error's code and reason."""
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


def table_of(rules: RuleSet) -> Names:
    """The names of the players at the rulebook's tables, by seat and side."""
    return names_of(rules, PLAYERS[: rules.table.players])


def calls_text(t: Gettext, calls: Sequence[Bid]) -> str:
    """Calls as they are listed: `pass, 50, 55 … 100, keep`."""
    words = [c for c in calls if not isinstance(c, int)]
    figures = [c for c in calls if isinstance(c, int)]
    listed = [call_text(t, c) for c in words if c not in (HUNDRED_FOR_200, KEEP)]
    if len(figures) > 4:
        listed.append(f"{figures[0]}, {figures[1]} … {figures[-1]}")
    else:
        listed += [str(c) for c in figures]
    listed += [call_text(t, c) for c in words if c in (HUNDRED_FOR_200, KEEP)]
    return ", ".join(listed)
