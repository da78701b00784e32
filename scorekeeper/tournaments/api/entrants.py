"""API endpoints for a tournament's entrants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from flask import request

from scorekeeper.clubs.store.club import LONGEST_PLAYER_NAME
from scorekeeper.core.api import requests
from scorekeeper.core.api.json_schema import FLAG, Description, Revision, array, integer, nullable, ref, text
from scorekeeper.core.api.requests import Next
from scorekeeper.core.api.schema import INDEX, name_schemas
from scorekeeper.core.refusals import NotFound
from scorekeeper.tournaments.api import models
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.api.responses import entrant_page, etag_of
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.entrants import entries, partners
from scorekeeper.tournaments.commands.setup.entry_validation import HIGHEST_SEED, LONGEST_ENTRANT_NAME
from scorekeeper.tournaments.commands.setup.lifecycle import MOST_ENTRANTS
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import ENTRANT_STATUSES, EnteredEntrant


@dataclass(frozen=True, slots=True)
class EntrantList:
    revision: Revision
    entrants: list[EnteredEntrant]
    next: Next


_ROUND = integer(1, 1000)
_ENTRANT_NAME, _SEED = text(LONGEST_ENTRANT_NAME, 1), nullable(integer(1, HIGHEST_SEED))
_PLAYERS = array(text(LONGEST_PLAYER_NAME, 1), 1, 6)


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """An entry by the public form."""

    players: Annotated[object, _PLAYERS] = None
    name: Annotated[object, _ENTRANT_NAME] = None
    seeks_partner: Annotated[object, FLAG, Description("A single player in an event of pairs, who waits for a partner.")] = None


@dataclass(frozen=True, slots=True)
class NewEntrant(OwnEntry):
    """An entrant that the desk enters or changes."""

    seed: Annotated[object, _SEED] = None


@dataclass(frozen=True, slots=True)
class ListedEntrant(NewEntrant):
    """One of several new entrants. `namesake`: another person with a name that is already entered."""

    namesake: Annotated[
        object, FLAG, Description("A different person with a name that is already entered; a number is added to tell them apart.")
    ] = None


@dataclass(frozen=True, slots=True)
class NewEntrants:
    entrants: Annotated[list[dict[str, Any]], array(ref("ListedEntrant"), 1, MOST_ENTRANTS)]


@dataclass(frozen=True, slots=True)
class FromRound:
    """The first round to which a command applies, by default the next."""

    round: Annotated[Any, _ROUND] = None


@dataclass(frozen=True, slots=True)
class NewSubstitute:
    """A substitute and the first round they play."""

    round: Annotated[int, _ROUND, INDEX]
    name: Annotated[object, text(2 * LONGEST_PLAYER_NAME, 1)]


@dataclass(frozen=True, slots=True)
class Partner:
    """Another single player, by the id of the entry."""

    partner: Annotated[str, text(40)]


@dataclass(frozen=True, slots=True)
class SitOut:
    """A round that an entrant does not play."""

    round: Annotated[int, _ROUND, INDEX]
    bye: Annotated[object, FLAG] = None
    out: Annotated[object, FLAG] = None


@dataclass(frozen=True, slots=True)
class SeedOrder:
    """All entrants, first seed first."""

    order: Annotated[list[str], array(text(40), 0, MOST_ENTRANTS)]


name_schemas(ListedEntrant=ListedEntrant, Substitute=NewSubstitute)

_PUBLIC = tournament_operations("entrants", "club.public")
_DIRECT = tournament_operations("entrants", "club.direct")


@_PUBLIC.get("/tournaments/{tournament}/entrants", query=("status", *requests.PAGING), etag=etag_of)
def list_entrants(access: TournamentAccess, board: Board) -> EntrantList:
    """List a tournament’s entrants.

    In order of entry, including the waiting list and entrants who left. Only the desk sees withdrawn entrants.
    """
    status = requests.choice("status", ENTRANT_STATUSES, "")
    found = [e for e in board.entrants if status in ("", e.status) and (access.may("score") or e.status != "withdrawn")]
    return EntrantList(board.revision, *requests.select_page(found, lambda one: (one.n,)))


@_PUBLIC.get("/tournaments/{tournament}/entrants/{entrant}", etag=etag_of)
def read_entrant(access: TournamentAccess, board: Board, entrant: int) -> models.EntrantPage:
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


@_DIRECT.post("/tournaments/{tournament}/entrants/{entrant}/match")
def match_singles(entrant: int, sent: Partner) -> TournamentCommand:
    """Make two single players a pair.

    Both look for a partner. The pair has the number of the earlier entry, and plays from the next round.
    """
    return partners.match_singles(f"e{entrant}", sent.partner)


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
