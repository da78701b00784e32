"""Runs commands from a page: on the revision that it showed, under its key, with refusals in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.core.forms import form_input
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.refusals import Refusal, refusal_text
from scorekeeper.engine.errors import GameError
from scorekeeper.games.commands.recording.event_writer import write
from scorekeeper.games.commands.refusals import Conflict
from scorekeeper.games.pages.pad.game_page import problem_text

if TYPE_CHECKING:
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.command import GameCommand
    from scorekeeper.games.commands.game_state import GameState
    from scorekeeper.games.commands.recording.event_writer import WrittenGame


def run_command(access: Access, command: GameCommand) -> WrittenGame:
    """Run a command on the revision that the form was made from. Raises as `event_writer.write`.

    A page may have several forms that are sent one after the other. For names, place and occasion, only another device's
    change is a conflict.
    """
    try:
        return write(access, command, revision=form_input.revision(), uuid=form_input.key())
    except Conflict as conflict:
        if command.kind.action not in ("rename", "about") or not conflict.own:
            raise
        return write(access, command, revision=conflict.game.revision, uuid=form_input.key())


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
