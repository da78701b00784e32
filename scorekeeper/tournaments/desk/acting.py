"""Doing what a form of the desk asks, and saying so: what was done, with a way back; what was refused; who was first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flask import Response, request

from scorekeeper.base.undoing import origin
from scorekeeper.tournaments.actions.writing import BoardConflict, BoardKeyReused
from scorekeeper.tournaments.desk.common import OURS, REFUSED, Desk, page, said, to, trouble
from scorekeeper.tournaments.desk.told import told_rows, told_wanted

if TYPE_CHECKING:
    from scorekeeper.tournaments.actions.writing import Written


def done(act: Callable[[], Written], text: str | Callable[[Written], str], back: str) -> Response:
    """Do it, say so with a way to take it back, and show the page `back`; say what is in the way otherwise."""
    try:
        written = act()
    except BoardConflict as conflict:
        return conflicted(conflict, back)
    except REFUSED as error:
        said(trouble(error), bad=True)
        return to(back)
    revision = written.change.revision
    redo = origin(written.board.log.undoes, revision)[1]
    said(text if isinstance(text, str) else text(written), revision, redo=redo)
    return to(back)


def conflicted(conflict: BoardConflict, back: str) -> Response:
    """Something else was written meanwhile, by somebody else or under this very key: what, beside what is in the way of it."""
    fields = [(name, value) for name, value in list(request.form.items(multi=True))[:200] if name not in OURS]
    fresh = Desk(conflict.way, conflict.board)
    given = {"steps": told_rows(fresh, conflict.since), "yours": told_wanted(fresh, conflict.yours)}
    again = isinstance(conflict, BoardKeyReused)
    return page("tournaments/desk/conflict.html", fresh, conflict.status, **given, again=again, fields=fields, back=back)
