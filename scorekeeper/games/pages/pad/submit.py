"""Runs commands from a page: on the revision that it showed, under its key, with refusals in words."""

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
    from scorekeeper.games.actions.act import GameCommand
    from scorekeeper.games.actions.game_state import GameState
    from scorekeeper.games.actions.writing import WrittenGame


def run_command(access: Access, act: GameCommand) -> WrittenGame:
    """Run a command on the revision that the form was made from. Raises as `writing.write`.

    A page may have several forms that are sent one after the other. For names, place and occasion, only another device's
    change is a conflict.
    """
    try:
        return write(access, act, revision=reading.revision(), uuid=reading.key())
    except Conflict as conflict:
        if act.kind.action not in ("rename", "about") or not conflict.own:
            raise
        return write(access, act, revision=conflict.game.revision, uuid=reading.key())


@dataclass
class Problem:
    """A refusal: its sentence, empty if there was none, and its `code` unless it comes from the engine."""

    text: str = ""
    status: int = 200
    code: str = ""


@contextmanager
def catch_problem(game: GameState) -> Iterator[Problem]:
    """Catch refusals and put them into words, to show with the form. A conflict has its own page and is raised again."""
    problem = Problem()
    try:
        yield problem
    except Conflict:
        raise
    except GameError as error:
        problem.text, problem.status = problem_text(game, error), 422
    except Refusal as refusal:
        problem.text, problem.status, problem.code = refusal_text(_, refusal), refusal.status, refusal.code
