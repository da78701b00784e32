"""API endpoints for a tournament's entrants."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from scorekeeper.core.api import paging, requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.refusals import NotFound
from scorekeeper.tournaments.api import authorization as tournament_requests
from scorekeeper.tournaments.api import models
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api.command_handler import COMMAND_OPTIONS, run_command
from scorekeeper.tournaments.api.request_models import (
    FromRound,
    NewEntrant,
    NewEntrants,
    NewSubstitute,
    OwnEntry,
    SeedOrder,
    SitOut,
)
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.redacted_view import load_redacted
from scorekeeper.tournaments.commands.tables_state import ENTRANT_STATUSES

_DESK: dict[str, Any] = {"tag": "entrants", "access": "club.direct", **COMMAND_OPTIONS}


def _desk_access(tournament: int) -> TournamentAccess:
    return tournament_requests.tournament(tournament, "direct")


@operation(
    "GET",
    "/tournaments/{tournament}/entrants",
    tag="entrants",
    access="club.public",
    summary="List a tournament’s entrants",
    about="In order of entry, including the waiting list and entrants who left. Only the desk sees withdrawn entrants.",
    query=("status", *paging.PAGING),
    answers={200: "EntrantList", 304: None},
)
def list_entrants(tournament: int) -> Response:
    access = tournament_requests.desk_or_public(tournament)
    board, status = load_redacted(access), requests.choice("status", ENTRANT_STATUSES, "")
    etag = tournament_answers.etag_of(access, board)
    if (same := responses.not_modified(etag)) is not None:
        return same
    found = [e for e in board.entrants if status in ("", e.status) and (access.may("score") or e.status != "withdrawn")]
    return responses.respond(models.EntrantList(board.revision, *paging.select_page(found, lambda one: (one.n,))), etag=etag)


@operation(
    "GET",
    "/tournaments/{tournament}/entrants/{entrant}",
    tag="entrants",
    access="club.public",
    summary="Read an entrant",
    about="Includes the current table, each round’s result and the rank.",
    answers={200: "EntrantPage", 304: None},
)
def read_entrant(tournament: int, entrant: int) -> Response:
    access = tournament_requests.desk_or_public(tournament)
    board = load_redacted(access)
    found = board.entrant(f"e{entrant}")
    if found is None or (found.status == "withdrawn" and not access.may("score")):
        raise NotFound("entrant", "entrant")
    etag = tournament_answers.etag_of(access, board)
    return responses.not_modified(etag) or responses.respond(tournament_answers.entrant_page(board, found), etag=etag)


@operation(
    "POST",
    "/tournaments/{tournament}/entrants",
    summary="Enter pairs or players",
    about="If the tournament is running, they play from the next round on. New names are added to the club’s players.",
    body="NewEntrants",
    **_DESK,
)
def enter(tournament: int) -> Response:
    access = _desk_access(tournament)
    return run_command(access, entries.enter, requests.read(NewEntrants).entrants)


@operation(
    "POST",
    "/tournaments/{tournament}/entries",
    tag="entrants",
    access="club.public",
    summary="Submit the entry form",
    about="Works while the form is open. Entries beyond its limit go on the waiting list.",
    body="NewEntrant",
    **COMMAND_OPTIONS,
)
def enter_oneself(tournament: int) -> Response:
    access = tournament_requests.desk_or_public(tournament)
    entry = requests.read_object(OwnEntry)
    return run_command(access, entries.enter_public, entry, visitor=requests.visitor(), address=request.remote_addr or "")


@operation(
    "PATCH",
    "/tournaments/{tournament}/entrants/{entrant}",
    summary="Change an entrant",
    about="Changes the names or, before round 1, the seed.",
    body="NewEntrant",
    **_DESK,
)
def change_entrant(tournament: int, entrant: int) -> Response:
    access = _desk_access(tournament)
    entry = requests.read_object(NewEntrant)
    return run_command(access, entries.change, f"e{entrant}", entry)


@operation(
    "POST",
    "/tournaments/{tournament}/entrants/{entrant}/withdraw",
    summary="Withdraw an entrant",
    about="Before round 1, the first waiting entrant takes the spot. Later, it applies from the next round on, or from `round`.",
    body="FromRound",
    body_required=False,
    **_DESK,
)
def withdraw_entrant(tournament: int, entrant: int) -> Response:
    access = _desk_access(tournament)
    since = requests.read(FromRound, required=False).round
    return run_command(access, entries.withdraw, f"e{entrant}", since)


@operation(
    "POST",
    "/tournaments/{tournament}/entrants/{entrant}/rejoin",
    summary="Let an entrant rejoin",
    **_DESK,
)
def rejoin_entrant(tournament: int, entrant: int) -> Response:
    return run_command(_desk_access(tournament), entries.rejoin, f"e{entrant}")


@operation(
    "POST",
    "/tournaments/{tournament}/entrants/{entrant}/admit",
    summary="Admit an entrant from the waiting list",
    **_DESK,
)
def admit_entrant(tournament: int, entrant: int) -> Response:
    return run_command(_desk_access(tournament), entries.admit, f"e{entrant}")


@operation(
    "POST",
    "/tournaments/{tournament}/entrants/{entrant}/substitute",
    summary="Substitute a player",
    about="Another person plays from `round` on. The entrant’s score carries on.",
    body="Substitute",
    **_DESK,
)
def substitute_entrant(tournament: int, entrant: int) -> Response:
    access = _desk_access(tournament)
    asked = requests.read(NewSubstitute)
    return run_command(access, entries.substitute, f"e{entrant}", asked.round, asked.name)


@operation(
    "POST",
    "/tournaments/{tournament}/entrants/{entrant}/sit-out",
    summary="Let an entrant sit out a round",
    about="Choose an upcoming round, with or without a bye. Set `out` to false to cancel.",
    body="SitOut",
    **_DESK,
)
def sit_out(tournament: int, entrant: int) -> Response:
    access = _desk_access(tournament)
    asked = requests.read(SitOut)
    action = entries.give_bye if asked.bye is True else entries.absent
    return run_command(access, action, f"e{entrant}", asked.round, asked.out is not False)


@operation(
    "PUT",
    "/tournaments/{tournament}/seeds",
    summary="Set the seed order",
    about="Send every entrant’s ID, first seed first. Only possible before round 1.",
    body="SeedOrder",
    **_DESK,
)
def seed_entrants(tournament: int) -> Response:
    access = _desk_access(tournament)
    return run_command(access, entries.seed_order, requests.read(SeedOrder).order)
