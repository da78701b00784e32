"""API endpoints for a tournament's entrants."""

from __future__ import annotations

from typing import Any

from flask import request

from scorekeeper.core.api import paging, requests
from scorekeeper.core.refusals import NotFound
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.api.models import EntrantList, EntrantPage
from scorekeeper.tournaments.api.request_models import (
    FromRound,
    NewEntrant,
    NewEntrants,
    NewSubstitute,
    OwnEntry,
    SeedOrder,
    SitOut,
)
from scorekeeper.tournaments.api.responses import entrant_page, etag_of
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import ENTRANT_STATUSES

_PUBLIC = tournament_operations("entrants", "club.public")
_DIRECT = tournament_operations("entrants", "club.direct")


@_PUBLIC.get("/tournaments/{tournament}/entrants", query=("status", *paging.PAGING), etag=etag_of)
def list_entrants(access: TournamentAccess, board: Board) -> EntrantList:
    """List a tournament’s entrants.

    In order of entry, including the waiting list and entrants who left. Only the desk sees withdrawn entrants.
    """
    status = requests.choice("status", ENTRANT_STATUSES, "")
    found = [e for e in board.entrants if status in ("", e.status) and (access.may("score") or e.status != "withdrawn")]
    return EntrantList(board.revision, *paging.select_page(found, lambda one: (one.n,)))


@_PUBLIC.get("/tournaments/{tournament}/entrants/{entrant}", etag=etag_of)
def read_entrant(access: TournamentAccess, board: Board, entrant: int) -> EntrantPage:
    """Read an entrant.

    Includes the current table, each round’s result and the rank.
    """
    found = board.entrant(f"e{entrant}")
    if found is None or (found.status == "withdrawn" and not access.may("score")):
        raise NotFound("entrant", "entrant")
    return entrant_page(board, found)


@_DIRECT.post("/tournaments/{tournament}/entrants")
def enter(sent: NewEntrants) -> TournamentCommand:
    """Enter pairs or players.

    If the tournament is running, they play from the next round on. New names are added to the club’s players.
    """
    return entries.enter(sent.entrants)


@_PUBLIC.post("/tournaments/{tournament}/entries", body=NewEntrant)
def enter_oneself() -> TournamentCommand:
    """Submit the entry form.

    Works while the form is open. Entries beyond its limit go on the waiting list.
    """
    sent = requests.read_object(OwnEntry)
    return entries.enter_public(sent, visitor=requests.visitor(), address=request.remote_addr or "")


@_DIRECT.patch("/tournaments/{tournament}/entrants/{entrant}", body=NewEntrant)
def change_entrant(entrant: int, sent: dict[str, Any]) -> TournamentCommand:
    """Change an entrant.

    Changes the names or, before round 1, the seed.
    """
    return entries.change(f"e{entrant}", sent)


@_DIRECT.post("/tournaments/{tournament}/entrants/{entrant}/withdraw", body_required=False)
def withdraw_entrant(entrant: int, sent: FromRound) -> TournamentCommand:
    """Withdraw an entrant.

    Before round 1, the first waiting entrant takes the spot. Later, it applies from the next round on, or from `round`.
    """
    return entries.withdraw(f"e{entrant}", sent.round)


@_DIRECT.post("/tournaments/{tournament}/entrants/{entrant}/rejoin")
def rejoin_entrant(entrant: int) -> TournamentCommand:
    """Let an entrant rejoin."""
    return entries.rejoin(f"e{entrant}")


@_DIRECT.post("/tournaments/{tournament}/entrants/{entrant}/admit")
def admit_entrant(entrant: int) -> TournamentCommand:
    """Admit an entrant from the waiting list."""
    return entries.admit(f"e{entrant}")


@_DIRECT.post("/tournaments/{tournament}/entrants/{entrant}/substitute")
def substitute_entrant(entrant: int, sent: NewSubstitute) -> TournamentCommand:
    """Substitute a player.

    Another person plays from `round` on. The entrant’s score carries on.
    """
    return entries.substitute(f"e{entrant}", sent.round, sent.name)


@_DIRECT.post("/tournaments/{tournament}/entrants/{entrant}/sit-out")
def sit_out(entrant: int, sent: SitOut) -> TournamentCommand:
    """Let an entrant sit out a round.

    Choose an upcoming round, with or without a bye. Set `out` to false to cancel.
    """
    action = entries.give_bye if sent.bye is True else entries.absent
    return action(f"e{entrant}", sent.round, sent.out is not False)


@_DIRECT.put("/tournaments/{tournament}/seeds")
def seed_entrants(sent: SeedOrder) -> TournamentCommand:
    """Set the seed order.

    Send every entrant’s ID, first seed first. Only possible before round 1.
    """
    return entries.seed_order(sent.order)
