"""Shared parts of the desk's pages: access, commands, answers and the next step."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from flask import Response, flash, make_response, redirect, render_template, url_for

from scorekeeper.clubs.pages.signed_in import account
from scorekeeper.core.forms import form_input
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext
from scorekeeper.core.pages.lan_address import reachable_root
from scorekeeper.core.pages.layout import has_page
from scorekeeper.core.refusals import Refusal, refusal_text
from scorekeeper.engine.errors import GameError
from scorekeeper.messages.errors.error_text import error_text
from scorekeeper.messages.numbers import listing
from scorekeeper.pairing.directing.director import next_round
from scorekeeper.pairing.record.attendance import HERE
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.stages import current_finals, final_entrants
from scorekeeper.pairing.words import method_title, points_text, reason_text, tiebreak_title, tournament_error_text
from scorekeeper.rules.pages import words
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import snapshot as tournament_board
from scorekeeper.tournaments.commands.door.door_state import DoorState, read_door
from scorekeeper.tournaments.commands.entrants.partners import singles_here
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.desk.format_form import field_label
from scorekeeper.tournaments.words import side_name

if TYPE_CHECKING:
    from scorekeeper.pairing.record.record import Tournament
    from scorekeeper.tournaments.commands.authorization import TournamentAccess
    from scorekeeper.tournaments.commands.command import TournamentCommand
    from scorekeeper.tournaments.commands.event_writer import WrittenTournament
    from scorekeeper.tournaments.commands.snapshot import Board


def when(moment: datetime) -> str:
    """Return a time in its shortest clear form; today's without the day."""
    return timezones.time_in_words(moment) if timezones.is_today(moment) else words.when(moment)


@dataclass(frozen=True)
class DeskContext:
    """A tournament at the desk: the access and the current state."""

    access: TournamentAccess
    board: Board

    @property
    def id(self) -> int:
        return self.access.tournament_id

    def url(self, page: str, **values: Any) -> str:
        """Return the address of a page of this desk."""
        return url_for(page, tournament_id=self.id, **values)

    @property
    def key(self) -> str:
        """The idempotency key of the form."""
        return form_input.key()

    def do(self, command: TournamentCommand) -> WrittenTournament:
        """Carry out a command based on the page's revision. Raises as `event_writer.write`."""
        return write(self.access, command, revision=form_input.revision(), uuid=self.key)


def open_desk(tournament_id: int) -> DeskContext:
    """Return the tournament in the address. Raises NotFound if there is none, or if the account is not in its club."""
    access = tournament_entrance.desk(tournament_id, account())
    timezones.use_club_zone(access.zone)
    return DeskContext(access, tournament_board.load(access))


def link(endpoint: str, **values: Any) -> str | None:
    """Return the address of a page, or None if the application does not have it."""
    return url_for(endpoint, **values) if has_page(endpoint) else None


def common_values(desk: DeskContext) -> dict[str, Any]:
    """Return the values that every template of the desk gets."""
    board = desk.board
    names = board.names
    return {
        "desk": desk,
        "access": desk.access,
        "board": board,
        "when": when,
        "step": next_step(desk),
        "has_door": read_door(board) is not None,
        "method": method_title(_, board.method),
        "points": points_text,
        "tiebreak": lambda name: tiebreak_title(_, name),
        "reason": lambda reason: reason_text(_, reason, names),
        "side": lambda ids, number=None: side_name(board, ids, number),
        "link": link,
        "root": reachable_root,
    }


def page(template: str, desk: DeskContext, status: int = 200, **more: Any) -> Response:
    """Return a page of the desk. Browsers must not cache it, so that *Back* shows the current state."""
    response = make_response(render_template(template, **{**common_values(desk), **more}), status)
    response.headers["Cache-Control"] = "no-store"
    return response


def announce(text: str, undo: int | None = None, *, bad: bool = False, redo: bool = False) -> None:
    """Show a message on the next page.

    `undo`: the revision that its button undoes; `redo`: the button redoes a change.
    """
    flash({"text": text, "undo": undo, "bad": bad, "redo": redo}, "desk")  # type: ignore[arg-type]


def refusal_message(error: Exception) -> str:
    """Return a refusal in words."""
    if isinstance(error, Refusal):
        return refusal_text(_, error)
    if isinstance(error, TournamentError):
        return tournament_error_text(_, _with_field_label(error))
    assert isinstance(error, GameError)
    return error_text(_, error)


def _with_field_label(error: TournamentError) -> TournamentError:
    """Return the error with the field's label from the form."""
    field = error.params.get("field")
    if not isinstance(field, str):
        return error
    return type(error)(error.code, error.event, **{**error.params, "field": field_label(field)})


REFUSED = (Refusal, TournamentError, GameError)


def redirect_to(url: str) -> Response:
    """Redirect to a page after any request."""
    answer = redirect(url, 303)
    assert isinstance(answer, Response)
    return answer


@dataclass(frozen=True)
class NextStep:
    """The next thing to do.

    `url`: its page; `post`: whether the button does it at once; `go`: whether it can be done now. `without`: the entrants that
    the button leaves out of the next round.
    """

    code: str
    text: str
    url: str
    post: bool = False
    go: bool = True
    without: tuple[str, ...] = ()


def next_step(desk: DeskContext) -> NextStep:
    """Return the next thing for a director to do."""
    board = desk.board
    if board.status == "finished":
        return NextStep("report", _("Final report"), desk.url("desk_standings.report"))
    if board.bracket is not None and board.bracket.misplayed:
        return NextStep("misplayed", _("Remove outdated matches"), desk.url("desk_rounds.repair"))
    if board.draft is not None:
        return NextStep("draft", _("Check round %(n)s", n=board.draft.number), desk.url("desk_rounds.draft"))
    current = board.current
    number = 1 if current is None else current.number + 1
    entered = len(board.playing)
    if current is None and entered < 2:
        return NextStep("entrants", _("Add entrants"), desk.url("desk_entrants.show"))
    if current is not None and not current.done:
        left = sum(not t.result.known for t in current.tables)
        text = ngettext("%(num)s table still to come", "%(num)s tables still to come", left)
        return NextStep("results", text, desk.url("desk_live.show") + "#tables", go=False)
    error = board.next_error
    if error is None:
        absentees = _absentees(board)
        if _asks_who_plays(board, absentees):
            return NextStep("pair", pair_text(board, number), desk.url("desk_door.pairing"))
        page_name = "desk_door.pair" if absentees else "desk_rounds.pair"
        return NextStep("pair", pair_text(board, number), desk.url(page_name), post=True, without=absentees)
    if error.code == "finished":
        return NextStep("finish", _("Finish tournament"), desk.url("desk_setup.finish"))
    if error.code == "finals":
        return NextStep("finals", refusal_message(error), desk.url("desk_setup.show") + "#finals", go=False)
    return NextStep("stuck", refusal_message(error), desk.url("desk_entrants.show"), go=False)


def _absentees(board: Board) -> tuple[str, ...]:
    """Return the entrants who are not at the door, and can be left out of the next round."""
    if read_door(board) is None or (board.rounds and not board.pairing.takes_late(board.tournament)):
        return ()
    return tuple(one.entry.id for one in DoorState(board).absentees)


def _asks_who_plays(board: Board, absentees: Collection[str]) -> bool:
    """Return whether the director should see first who is not here, or who waits for a spot or a partner.

    Absentees who were left out of the round before are left out again without a question, until the finals.
    """
    if read_door(board) is None or (board.rounds and not board.pairing.takes_late(board.tournament)):
        return False
    unknown = any(e.id in absentees and len(board.rounds) not in e.absent for e in board.entrants)
    door = DoorState(board)
    waits = any(one.entry.waiting and one.state == HERE for one in door.entries if not one.entry.seeks_partner)
    return unknown or (bool(absentees) and board.begins_finals) or waits or bool(singles_here(board))


def _without(tournament: Tournament, entrants: Collection[str], number: int) -> Tournament:
    """Return the tournament as if these entrants left before round `number`."""
    left = tuple(replace(e, left=number) if e.id in entrants else e for e in tournament.entrants)
    return replace(tournament, entrants=left)


def pair_text(board: Board, number: int) -> str:
    """Return the label of the button that pairs the next round."""
    if board.pairing.staged and board.current is not None:
        stage = next_round(board.tournament).stage
        if stage != board.current.stage:
            if finals := current_finals(board.tournament, stage):
                away = _absentees(board)
                # Before anyone is checked in, everyone may be here.
                unknown = len(away) == len(DoorState(board).playing) if away else False
                here = _without(board.tournament, () if unknown else away, number)
                sizes = [str(len(ids)) for ids in final_entrants(here, stage)]
                return _("Make finals %(names)s: %(sizes)s", names=listing(_, [*finals]), sizes=listing(_, sizes))
            cut = board.options.stages[stage - 1].cut
            return _("Cut to the top %(cut)s and pair round %(n)s", cut=cut, n=number) if cut else _("Begin the next stage")
    return _("Pair round %(n)s", n=number)
