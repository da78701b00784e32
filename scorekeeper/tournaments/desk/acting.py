"""Runs a command from a form of the desk, and reports success with undo, a refusal, or a conflict."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from flask import Response, abort

from scorekeeper.base.pages.reading import once_more
from scorekeeper.base.undoing import origin
from scorekeeper.tournaments.actions.writing import BoardConflict, BoardKeyReused
from scorekeeper.tournaments.desk.common import REFUSED, DeskContext, announce, go_to, page, trouble
from scorekeeper.tournaments.desk.told import told_rows, told_wanted

if TYPE_CHECKING:
    from scorekeeper.tournaments.actions.act import TournamentAct
    from scorekeeper.tournaments.actions.writing import WrittenTournament

MOST_FIELDS = 200


@contextmanager
def told_on(
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
            _instead(conflicted(error, back))
        if again is not None:
            _instead(again(error))
        announce(trouble(error), bad=True)
        _instead(go_to(back))


def _instead(answer: Response) -> NoReturn:
    """Abort with this answer, which must not be cached (`signed_in`)."""
    answer.headers.setdefault("Cache-Control", "no-store")
    abort(answer)


def done(desk: DeskContext, act: TournamentAct, text: str | Callable[[WrittenTournament], str], back: str) -> Response:
    """Carry out a command, report it with an undo button, and show the page `back`. A refusal is reported there."""
    with told_on(back):
        written = desk.do(act)
    revision = written.change.revision
    redo = origin(written.board.log.undoes, revision)[1]
    announce(text if isinstance(text, str) else text(written), revision, redo=redo)
    return go_to(back)


def conflicted(conflict: BoardConflict, back: str) -> Response:
    """Return the page for a conflict, or for a key that was used for something else, with both versions."""
    fresh = DeskContext(conflict.access, conflict.board)
    given = {"steps": told_rows(fresh, conflict.since), "yours": told_wanted(fresh, conflict.yours)}
    again = isinstance(conflict, BoardKeyReused)
    return page(
        "tournaments/desk/conflict.html", fresh, conflict.status, **given, again=again, fields=once_more(MOST_FIELDS), back=back
    )
