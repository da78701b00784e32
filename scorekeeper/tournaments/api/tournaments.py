"""API endpoints for tournaments: propose a format, create, read, describe, announce and finish."""

from __future__ import annotations

from datetime import date
from typing import Any

from flask import Response, request, url_for

from scorekeeper.clubs.api.authorization import ShownClub, club_operations
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.core.api import paging, requests, responses
from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.db.database import now
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.errors import Malformed
from scorekeeper.formats.declared import copy_as, dump
from scorekeeper.pairing.duration_estimate import Pace
from scorekeeper.tournaments.api import models
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.api.request_models import EntryForm, FormatQuestion, Prizes, TournamentFacts, TournamentStatus
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.privacy import deletion
from scorekeeper.tournaments.commands.redacted_view import load_redacted
from scorekeeper.tournaments.commands.setup import entry_validation, lifecycle, validation
from scorekeeper.tournaments.commands.snapshot import Board

_PUBLIC = tournament_operations("tournaments", "club.public")
_DIRECT = tournament_operations("tournaments", "club.direct")
_CLUB_PUBLIC = club_operations("tournaments", "club.public")
_CLUB_DIRECT = club_operations("tournaments", "club.direct")


@OperationGroup("tournaments", "open").post("/formats")
def propose_format(sent: FormatQuestion) -> models.FormatList:
    """Suggest formats.

    Suggests methods, numbers of rounds and match lengths that suit the entrants and the time, best first.
    """
    pace = sent.pace or {}
    if not isinstance(pace, dict) or set(pace) - set(Pace.__dataclass_fields__):
        raise Malformed("event", reason="type", field="pace", read=pace, right="object")
    # `propose` checks the first two
    found = validation.propose(sent.entrants, sent.minutes, individuals=sent.individuals is True, pace=Pace(**pace))
    t = request_t()
    return models.FormatList([copy_as(models.ProposedFormat, one, text=validation.proposal_text(t, one)) for one in found])


@_CLUB_PUBLIC.get("/clubs/{club}/tournaments", query=paging.PAGING)
def list_tournaments(access: ShownClub) -> models.TournamentList:
    """List a club’s tournaments.

    Latest date first. Only the desk sees drafts.
    """
    shown, own = access
    found = lifecycle.of_club(own) if own is not None else lifecycle.public_of_club(shown.slug)[1]
    shown_here, following = paging.select_page(found, lambda one: (-date.fromisoformat(one.day).toordinal(), -one.id))
    rows = [copy_as(models.ListedTournament, one, href=url_for("api.read_tournament", tournament=one.id)) for one in shown_here]
    return models.TournamentList(rows, following)


@_CLUB_DIRECT.post("/clubs/{club}/tournaments", headers=("key?",), body=TournamentFacts, answers={201: models.Tournament})
def create_tournament(access: ClubAccess, sent: dict[str, Any]) -> Response:
    """Create a tournament.

    Only the desk sees a tournament until it is announced.
    """
    made = lifecycle.create(access, sent, uuid=requests.optional_key())
    board = load_redacted(made)
    response = responses.respond(tournament_answers.tournament(made, board), 201, etag=tournament_answers.etag_of(made, board))
    response.headers["Location"] = url_for("api.read_tournament", tournament=made.tournament_id)
    return response


@_PUBLIC.get("/tournaments/{tournament}", answers={200: models.Tournament, 304: None})
def read_tournament(access: TournamentAccess, board: Board) -> Response:
    """Read a tournament.

    Public unless it is a draft. Send `If-None-Match` to get 304 while unchanged.
    """
    # A running clock changes with every request.
    more = str(board.clock.left(tournament_answers.now())) if board.clock and board.clock.running else ""
    etag = tournament_answers.etag_of(access, board, more)
    return responses.not_modified(etag) or responses.respond(tournament_answers.tournament(access, board), etag=etag)


@_DIRECT.patch("/tournaments/{tournament}", body=TournamentFacts)
def edit_tournament(sent: dict[str, Any]) -> TournamentCommand:
    """Edit a tournament.

    Omitted fields keep their value. A published round locks the settings that it depends on.
    """
    return lifecycle.edit(sent)


@_PUBLIC.get("/tournaments/{tournament}/entry-form")
def read_entry_form(board: Board) -> models.EntryFormNow:
    """Read the entry form.

    `accepting` says whether anyone can enter now. Entries beyond `limit` go on the waiting list.
    """
    there, waiting = (sum(e.status == status for e in board.entrants) for status in ("in", "waiting"))
    more = {
        "accepting": _accepts_entries(board),
        "players_each": entry_validation.seats_each(board),
        "in_": there,
        "waiting": waiting,
    }
    return copy_as(models.EntryFormNow, board, **dump(board.entry), **more)


def _accepts_entries(board: Board) -> bool:
    try:
        entry_validation.check_open(board, now())
    except Refusal:
        return False
    return True


@_DIRECT.put("/tournaments/{tournament}/entry-form", body=EntryForm)
def set_entry_form(sent: dict[str, Any]) -> TournamentCommand:
    """Open or close the entry form.

    Entries beyond `limit` go on the waiting list. Opening the form announces a draft tournament.
    """
    return lifecycle.set_entry(sent)


@_DIRECT.put("/tournaments/{tournament}/status")
def set_status(sent: TournamentStatus) -> TournamentCommand:
    """Change a tournament’s status.

    `open` announces a draft, and `draft` hides it again. `finished` ends the tournament, and `running` reopens it.
    """
    status = sent.status
    if status in ("draft", "open"):
        return lifecycle.announce(status == "open")
    if status not in ("running", "finished"):
        raise Refusal("tournament.status", "status", read=str(status)[:20])
    return (lifecycle.finish if status == "finished" else lifecycle.reopen)()


@_DIRECT.put("/tournaments/{tournament}/prizes")
def set_prizes(sent: Prizes) -> TournamentCommand:
    """Set the prizes.

    Free text for the final report, one prize per line.
    """
    return lifecycle.set_prizes(sent.prizes)


@_DIRECT.delete("/tournaments/{tournament}", query=("name:typed",), problems=(422,))
def delete_tournament(access: TournamentAccess) -> None:
    """Delete a tournament permanently.

    Once a round is published, only an organizer can do this, by sending the `name`. A tournament in a league cannot be deleted.
    """
    deletion.delete_tournament(access, request.args.get("name", ""))


@club_operations("clubs", "club.organise").delete("/clubs/{club}", query=("name:typed",), problems=(422,))
def delete_club(access: ClubAccess) -> None:
    """Delete a club permanently.

    Deletes everything in the club, so export an archive first. Send the `name` to confirm.
    """
    deletion.delete_club(access, request.args.get("name", ""))
