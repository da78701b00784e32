"""The page behind the check-in link: players tap their own name on their own phone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for

from scorekeeper.clubs.commands.privacy import public_names
from scorekeeper.core.forms import form_input
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.layout import set_device_cookie, show_refusals_on, visitor, visitor_or_new
from scorekeeper.core.pages.live_parts import template_values
from scorekeeper.core.refusals import NotFound, Refusal, refusal_text
from scorekeeper.pairing.record.attendance import HERE
from scorekeeper.tournaments.commands import redacted_view
from scorekeeper.tournaments.commands.door import check_in_link, check_ins
from scorekeeper.tournaments.commands.door.door_state import DoorState, check_in_of
from scorekeeper.tournaments.commands.event_writer import BoardConflict, write
from scorekeeper.tournaments.words import listed_name, name_sort_key

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.authorization import TournamentAccess
    from scorekeeper.tournaments.commands.snapshot import Board

blueprint = Blueprint("check_in", __name__, url_prefix="/d/<token>")


@dataclass(frozen=True)
class NameRow:
    """An entrant on the page. `here`: already checked in; `mine`: from this phone, which may take it back."""

    id: str
    name: str
    here: bool
    mine: bool


@dataclass(frozen=True)
class CheckInPage:
    """The names to tap. `hidden`: the public sees no names, so that the desk has to check in. `problem`: a refusal."""

    access: TournamentAccess
    board: Board
    token: str
    key: str
    rows: list[NameRow]
    hidden: bool
    problem: str = ""


def _page(token: str, access: TournamentAccess, status: int = 200, problem: str = "") -> Response:
    board = redacted_view.load_redacted(access)
    entries = [one for one in DoorState(board).entries if one.entry.status in ("in", "waiting")]
    rows = [
        NameRow(
            one.entry.id,
            listed_name(one.entry),
            one.state == "here",
            check_ins.may_undo(access, board, one.entry.id),
        )
        for one in entries
    ]
    hidden = board.names_shown == public_names.NUMBER
    shown = sorted(rows, key=lambda row: (not row.mine, name_sort_key(row.name)))
    page = CheckInPage(access, board, token, form_input.submission_key(), [] if hidden else shown, hidden, problem)
    response = make_response(render_template("tournaments/public/check_in.html", **template_values(page)), status)
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.errorhandler(NotFound)
def _ended(_error: NotFound) -> Response:
    """Show that check-in is over: the link was replaced, or the tournament has ended."""
    response = make_response(render_template("tournaments/public/check_in_closed.html"), 404)
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("")
def show(token: str) -> Response:
    """Show the names to tap to anyone with the link."""
    access = check_in_link.enter_by_link(token, visitor())
    timezones.use_club_zone(access.zone)
    return _page(token, access)


@blueprint.post("")
def tapped(token: str) -> Response:
    """Check in, or take it back from the same phone. The same tap again changes nothing."""
    check_in_link.enter_by_link(token)
    device = visitor_or_new(token)
    access = check_in_link.enter_by_link(token, device)
    timezones.use_club_zone(access.zone)
    act, _dash, entrant = form_input.pressed_button().partition("-")
    here = act == "here"
    show_refusals_on(lambda refusal: _page(token, access, refusal.status, problem=refusal_text(_, refusal)))
    command = check_ins.check_in_oneself(entrant, here, visitor=device, address=request.remote_addr or "", link=token)
    try:
        # A phone's page may be old: what counts is who is here now.
        write(access, command, revision=access.revision, uuid=form_input.key())
    except Refusal as refusal:
        if refusal.code != "same" and not (isinstance(refusal, BoardConflict) and _is_done(refusal, entrant, here)):
            raise
    name = redacted_view.load_redacted(access).name_of(entrant)
    flash(_("%(name)s is checked in.", name=name) if here else _("%(name)s is not checked in.", name=name), "checked-in")
    answer = redirect(url_for("check_in.show", token=token), 303)
    assert isinstance(answer, Response)
    return set_device_cookie(answer, device)


def _is_done(conflict: BoardConflict, entrant: str, here: bool) -> bool:
    """Return whether someone else did the same at the same moment."""
    found = check_in_of(conflict.board, entrant)
    return (found is not None and found.state == HERE) == here
