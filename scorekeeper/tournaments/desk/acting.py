"""Doing what a form of the desk asks, and saying so: what was done, with a way back; what was refused; who was first."""

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
    """What is refused within is said on the page `back`, or shown by `again`: the form with what was typed, and what is wrong.

    Where somebody else was first, both versions are shown, and the way to `back`; with `both` False that is a refusal as any
    other: for a script, which can only go to a page, and for those who may not see what the desk wrote.
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
    """Answer with this, not with what the view would have come to; as little to be kept as that (`signed_in`)."""
    answer.headers.setdefault("Cache-Control", "no-store")
    abort(answer)


def done(desk: DeskContext, act: TournamentAct, text: str | Callable[[WrittenTournament], str], back: str) -> Response:
    """Do it, say so with a way to take it back, and show the page `back`; say what is in the way otherwise."""
    with told_on(back):
        written = desk.do(act)
    revision = written.change.revision
    redo = origin(written.board.log.undoes, revision)[1]
    announce(text if isinstance(text, str) else text(written), revision, redo=redo)
    return go_to(back)


def conflicted(conflict: BoardConflict, back: str) -> Response:
    """Something else was written meanwhile, by somebody else or under this very key: what, beside what is in the way of it."""
    fresh = DeskContext(conflict.access, conflict.board)
    given = {"steps": told_rows(fresh, conflict.since), "yours": told_wanted(fresh, conflict.yours)}
    again = isinstance(conflict, BoardKeyReused)
    return page(
        "tournaments/desk/conflict.html", fresh, conflict.status, **given, again=again, fields=once_more(MOST_FIELDS), back=back
    )
