"""The declaration of a question. Each module declares one."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rulings.questions.question_context import DEFAULT_RULES

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from scorekeeper.engine.state import State
    from scorekeeper.rulings.questions.question_context import QuestionContext

    Args = Mapping[str, str]
    PageContent = tuple[QuestionContext, dict[str, Any]]
    """The context with the question, and the template's values. `go` in the values is an address to redirect to."""

    QuestionParts = list[tuple[str, str]]
    """A question in words, as (label, text). The text is empty for a missing part."""


def dropped_in(state: State) -> dict[str, str]:
    """Return the side that has dropped out of a game, as part of an address."""
    return {"dropped": str(state.dropped[0])} if len(state.dropped) == 1 else {}


@dataclass(frozen=True)
class QuestionKind:
    """A kind of question.

    `name`: in addresses and for the template. `title`: a message id, the way a player would ask.
    `show`: the page. `asked`: the question in words, for the printed answer.
    `of_game`: the facts that a game fills in. `rules`: the default rule set.
    """

    name: str
    title: str
    show: Callable[[QuestionContext, Args], PageContent]
    asked: Callable[[QuestionContext], QuestionParts]
    of_game: Callable[[State], dict[str, str]] = dropped_in
    rules: str = DEFAULT_RULES
