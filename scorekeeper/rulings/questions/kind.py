"""What a kind of question is: a page of the desk, declared once in the module named after it."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rulings.questions.desk import DEFAULT_RULES

TYPE_CHECKING = False  # loaded by phones
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from scorekeeper.engine.state import State
    from scorekeeper.rulings.questions.desk import QuestionContext

    Args = Mapping[str, str]
    Shown = tuple[QuestionContext, dict[str, Any]]
    """The desk with the question as its address has it, and what the template needs; `go`: an address to go to instead."""

    QuestionParts = list[tuple[str, str]]
    """A question in words, part by part: label and text, empty where a part says nothing."""


def dropped_in(state: State) -> dict[str, str]:
    """The side that is out of a game, where one is."""
    return {"dropped": str(state.dropped[0])} if len(state.dropped) == 1 else {}


@dataclass(frozen=True)
class QuestionKind:
    """A kind of question. `name`: in addresses, and of its template. `title`: a message id, as somebody at the table would ask.

    `show`: the page. `asked`: the question in words, as it stands above its answer on paper. `of_game`: what a game knows of it.
    `rules`: those it is asked under where nobody said.
    """

    name: str
    title: str
    show: Callable[[QuestionContext, Args], Shown]
    asked: Callable[[QuestionContext], QuestionParts]
    of_game: Callable[[State], dict[str, str]] = dropped_in
    rules: str = DEFAULT_RULES
