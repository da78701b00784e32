"""What is done from a page of a game: on top of what the page showed, under its key; and what is in the way of it, in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.base.i18n import gettext as _
from scorekeeper.base.pages import reading
from scorekeeper.base.refusals import Refusal, refusal_text
from scorekeeper.engine.errors import GameError
from scorekeeper.games.actions.refusals import Conflict
from scorekeeper.games.actions.writing import write
from scorekeeper.games.pages.game_page import problem_text

if TYPE_CHECKING:
    from scorekeeper.games.actions.access import Access
    from scorekeeper.games.actions.act import Act
    from scorekeeper.games.actions.game_state import GameState
    from scorekeeper.games.actions.writing import WrittenGame


def do(access: Access, act: Act) -> WrittenGame:
    """Do it, on top of the revision that the form was made from. Raises as `writing.write`.

    On a page with several forms that the browser has kept, one may be sent after the other: only another device is in the way of
    what is about the evening as a whole.
    """
    try:
        return write(access, act, revision=reading.revision(), uuid=reading.key())
    except Conflict as conflict:
        if act.kind.action not in ("rename", "about") or not conflict.own:
            raise
        return write(access, act, revision=conflict.game.revision, uuid=reading.key())


@dataclass
class Problem:
    """What was refused: its sentence, empty where nothing was; `code` of what the game's rules have nothing to do with."""

    text: str = ""
    status: int = 200
    code: str = ""


@contextmanager
def problem_in(game: GameState) -> Iterator[Problem]:
    """What is refused within is put into words, to be shown with the form as it was sent; a conflict has a page of its own."""
    problem = Problem()
    try:
        yield problem
    except Conflict:
        raise
    except GameError as error:
        problem.text, problem.status = problem_text(game, error), 422
    except Refusal as refusal:
        problem.text, problem.status, problem.code = refusal_text(_, refusal), refusal.status, refusal.code
