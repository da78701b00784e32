"""API endpoints for tournaments: propose a format, create, read, describe, announce and finish."""

from __future__ import annotations

from datetime import date

from flask import Response, request, url_for

from scorekeeper.clubs.api import authorization as club_requests
from scorekeeper.core.api import paging, requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.db.database import now
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.errors import Malformed
from scorekeeper.formats.declared import copy_as, dump
from scorekeeper.pairing.duration_estimate import Pace
from scorekeeper.tournaments.api import authorization as tournament_requests
from scorekeeper.tournaments.api import models
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api.command_handler import COMMAND_OPTIONS, run_command
from scorekeeper.tournaments.api.request_models import EntryForm, FormatQuestion, Prizes, TournamentFacts, TournamentStatus
from scorekeeper.tournaments.commands.privacy import deletion
from scorekeeper.tournaments.commands.redacted_view import load_redacted
from scorekeeper.tournaments.commands.setup import entry_validation, lifecycle, validation
from scorekeeper.tournaments.commands.snapshot import Board


@operation(
    "POST",
    "/formats",
    tag="tournaments",
    access="open",
    summary="Suggest formats",
    about="Suggests methods, numbers of rounds and match lengths that suit the entrants and the time, best first.",
    body="FormatQuestion",
    answers={200: "FormatList"},
)
def propose_format() -> Response:
    asked = requests.read(FormatQuestion)
    pace = asked.pace or {}
    if not isinstance(pace, dict) or set(pace) - set(Pace.__dataclass_fields__):
        raise Malformed("event", reason="type", field="pace", read=pace, right="object")
    found = validation.propose(
        asked.entrants,  # checked there, like the next one
        asked.minutes,
        individuals=asked.individuals is True,
        pace=Pace(**pace),
    )
    t = request_t()
    return responses.respond(
        models.FormatList([copy_as(models.ProposedFormat, one, text=validation.proposal_text(t, one)) for one in found])
    )


@operation(
    "GET",
    "/clubs/{club}/tournaments",
    tag="tournaments",
    access="club.public",
    summary="List a club’s tournaments",
    about="Latest date first. Only the desk sees drafts.",
    query=paging.PAGING,
    answers={200: "TournamentList"},
)
def list_tournaments(club: int) -> Response:
    shown, access = club_requests.shown_club(club)
    found = lifecycle.of_club(access) if access is not None else lifecycle.public_of_club(shown.slug)[1]
    shown_here, following = paging.select_page(found, lambda one: (-date.fromisoformat(one.day).toordinal(), -one.id))
    rows = [copy_as(models.ListedTournament, one, href=url_for("api.read_tournament", tournament=one.id)) for one in shown_here]
    return responses.respond(models.TournamentList(rows, following))


@operation(
    "POST",
    "/clubs/{club}/tournaments",
    tag="tournaments",
    access="club.direct",
    summary="Create a tournament",
    about="Only the desk sees a tournament until it is announced.",
    headers=("key?",),
    body="TournamentFacts",
    answers={201: "Tournament"},
)
def create_tournament(club: int) -> Response:
    of = club_requests.club(club, "direct")
    access = lifecycle.create(of, requests.read_object(TournamentFacts), uuid=requests.optional_key())
    board = load_redacted(access)
    response = responses.respond(
        tournament_answers.tournament(access, board), 201, etag=tournament_answers.etag_of(access, board)
    )
    response.headers["Location"] = url_for("api.read_tournament", tournament=access.tournament_id)
    return response


@operation(
    "GET",
    "/tournaments/{tournament}",
    tag="tournaments",
    access="club.public",
    summary="Read a tournament",
    about="Public unless it is a draft. Send `If-None-Match` to get 304 while unchanged.",
    answers={200: "Tournament", 304: None},
)
def read_tournament(tournament: int) -> Response:
    access = tournament_requests.desk_or_public(tournament)
    board = load_redacted(access)
    # A running clock changes with every request.
    more = str(board.clock.left(tournament_answers.now())) if board.clock and board.clock.running else ""
    etag = tournament_answers.etag_of(access, board, more)
    return responses.not_modified(etag) or responses.respond(tournament_answers.tournament(access, board), etag=etag)


@operation(
    "PATCH",
    "/tournaments/{tournament}",
    tag="tournaments",
    access="club.direct",
    summary="Edit a tournament",
    about="Omitted fields keep their value. A published round locks the settings that it depends on.",
    body="TournamentFacts",
    **COMMAND_OPTIONS,
)
def edit_tournament(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "direct")
    facts = requests.read_object(TournamentFacts)
    return run_command(access, lifecycle.edit, facts)


@operation(
    "GET",
    "/tournaments/{tournament}/entry-form",
    tag="tournaments",
    access="club.public",
    summary="Read the entry form",
    about="`accepting` says whether anyone can enter now. Entries beyond `limit` go on the waiting list.",
    answers={200: "EntryFormNow"},
)
def read_entry_form(tournament: int) -> Response:
    board = load_redacted(tournament_requests.desk_or_public(tournament))
    there, waiting = (sum(e.status == status for e in board.entrants) for status in ("in", "waiting"))
    more = {
        "accepting": _accepts_entries(board),
        "players_each": entry_validation.seats_each(board),
        "in_": there,
        "waiting": waiting,
    }
    return responses.respond(copy_as(models.EntryFormNow, board, **dump(board.entry), **more))


def _accepts_entries(board: Board) -> bool:
    try:
        entry_validation.check_open(board, now())
    except Refusal:
        return False
    return True


@operation(
    "PUT",
    "/tournaments/{tournament}/entry-form",
    tag="tournaments",
    access="club.direct",
    summary="Open or close the entry form",
    about="Entries beyond `limit` go on the waiting list. Opening the form announces a draft tournament.",
    body="EntryForm",
    **COMMAND_OPTIONS,
)
def set_entry_form(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "direct")
    form = requests.read_object(EntryForm)
    return run_command(access, lifecycle.set_entry, form)


@operation(
    "PUT",
    "/tournaments/{tournament}/status",
    tag="tournaments",
    access="club.direct",
    summary="Change a tournament’s status",
    about="`open` announces a draft, and `draft` hides it again. `finished` ends the tournament, and `running` reopens it.",
    body="TournamentStatus",
    **COMMAND_OPTIONS,
)
def set_status(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "direct")
    status = requests.read(TournamentStatus).status
    if status in ("draft", "open"):
        return run_command(access, lifecycle.announce, status == "open")
    if status not in ("running", "finished"):
        raise Refusal("tournament.status", "status", read=str(status)[:20])
    return run_command(access, lifecycle.finish if status == "finished" else lifecycle.reopen)


@operation(
    "PUT",
    "/tournaments/{tournament}/prizes",
    tag="tournaments",
    access="club.direct",
    summary="Set the prizes",
    about="Free text for the final report, one prize per line.",
    body="Prizes",
    **COMMAND_OPTIONS,
)
def set_prizes(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "direct")
    return run_command(access, lifecycle.set_prizes, requests.read(Prizes).prizes)


@operation(
    "DELETE",
    "/tournaments/{tournament}",
    tag="tournaments",
    access="club.direct",
    summary="Delete a tournament permanently",
    about=(
        "Once a round is published, only an organizer can do this, by sending the `name`. A tournament in a league cannot"
        " be deleted."
    ),
    query=("name:typed",),
    answers={204: None},
    problems=(422,),
)
def delete_tournament(tournament: int) -> Response:
    deletion.delete_tournament(tournament_requests.tournament(tournament, "direct"), request.args.get("name", ""))
    return Response(status=204)


@operation(
    "DELETE",
    "/clubs/{club}",
    tag="clubs",
    access="club.organise",
    summary="Delete a club permanently",
    about="Deletes everything in the club, so export an archive first. Send the `name` to confirm.",
    query=("name:typed",),
    answers={204: None},
    problems=(422,),
)
def delete_club(club: int) -> Response:
    deletion.delete_club(club_requests.club(club, "organise"), request.args.get("name", ""))
    return Response(status=204)
