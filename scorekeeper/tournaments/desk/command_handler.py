"""Runs a command from a form of the desk, and reports success with undo, a refusal, or a conflict."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from flask import Response, abort

from scorekeeper.core.events.undo_chains import find_origin
from scorekeeper.core.forms.form_input import fields_to_resend
from scorekeeper.tournaments.commands.event_writer import BoardConflict, BoardKeyReused
from scorekeeper.tournaments.desk.common import REFUSED, DeskContext, announce, page, redirect_to, refusal_message
from scorekeeper.tournaments.desk.history_view import describe_rows, describe_wanted

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.command import TournamentCommand
    from scorekeeper.tournaments.commands.event_writer import WrittenTournament

MOST_FIELDS = 200


@contextmanager
def report_refusals(
    back: str,
    again: Callable[[Exception], Response] | None = None,
    kinds: tuple[type[Exception], ...] = REFUSED,
    *,
    both: bool = True,
) -> Iterator[None]:
    """Catch refusals in the block and report them on the page `back`, or by `again`, which shows the form again.

    A conflict shows both versions and a link to `back`. With `both` False it is an ordinary refusal: for scripts, which can
    only go to a page, and for people who may not see the desk's changes.
    """
    try:
        yield
    except kinds as error:
        if both and isinstance(error, BoardConflict):
            _abort_with(conflict_page(error, back))
        if again is not None:
            _abort_with(again(error))
        announce(refusal_message(error), bad=True)
        _abort_with(redirect_to(back))


def _abort_with(answer: Response) -> NoReturn:
    """Abort with this answer, which must not be cached (`signed_in`)."""
    answer.headers.setdefault("Cache-Control", "no-store")
    abort(answer)


def carry_out(
    desk: DeskContext,
    command: TournamentCommand,
    text: str | Callable[[WrittenTournament], str],
    back: str,
    again: Callable[[Exception], Response] | None = None,
) -> Response:
    """Carry out a command, report it with an undo button, and show the page `back`.

    A refusal is reported there, or by `again`, which shows the form again.
    """
    with report_refusals(back, again):
        written = desk.do(command)
    revision = written.change.revision
    redo = find_origin(written.board.log.undoes, revision)[1]
    announce(text if isinstance(text, str) else text(written), revision, redo=redo)
    return redirect_to(back)


def conflict_page(conflict: BoardConflict, back: str) -> Response:
    """Return the page for a conflict, or for a key that was used for something else, with both versions."""
    fresh = DeskContext(conflict.access, conflict.board)
    both_versions = {"steps": describe_rows(fresh, conflict.since), "yours": describe_wanted(fresh, conflict.yours)}
    again = isinstance(conflict, BoardKeyReused)
    return page(
        "tournaments/desk/conflict.html",
        fresh,
        conflict.status,
        **both_versions,
        again=again,
        fields=fields_to_resend(MOST_FIELDS),
        back=back,
    )
