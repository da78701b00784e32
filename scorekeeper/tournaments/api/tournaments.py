"""API endpoints for tournaments: propose a format, create, read, describe, announce and finish."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any

from flask import Response, request, url_for

from scorekeeper.clubs.api.authorization import ShownClub, club_operations
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.commands.privacy.public_names import CHOICES
from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.json_schema import (
    DAY,
    FLAG,
    OBJECT,
    TIME,
    Count,
    Day,
    Description,
    Id,
    Ordinal,
    Revision,
    array,
    integer,
    nullable,
    object_schema,
    one_of,
    ref,
    text,
)
from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.api.requests import Next
from scorekeeper.core.db.database import now
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.errors import Malformed
from scorekeeper.formats.declared import copy_as, dump
from scorekeeper.pairing.duration_estimate import Pace
from scorekeeper.pairing.method import METHODS
from scorekeeper.pairing.record.attendance import LONGEST_PRICE_NAME, MOST_CENTS, MOST_PRICES
from scorekeeper.tournaments.api import models
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.privacy import deletion
from scorekeeper.tournaments.commands.redacted_view import load_redacted
from scorekeeper.tournaments.commands.setup import entry_validation, lifecycle, validation
from scorekeeper.tournaments.commands.setup.lifecycle import MOST_ENTRANTS
from scorekeeper.tournaments.commands.setup.validation import LONGEST_NOTE, MOST_MINUTES
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store.tournament import LONGEST_TOURNAMENT_NAME

Method = Annotated[str, one_of(METHODS)]


@dataclass(frozen=True, slots=True)
class ListedTournament:
    """A tournament in a list."""

    id: Id
    name: str
    day: Day
    status: models.Status
    changed_at: datetime
    href: str


@dataclass(frozen=True, slots=True)
class TournamentList:
    """Tournaments, latest day first."""

    tournaments: list[ListedTournament]
    next: Next


@dataclass(frozen=True, slots=True)
class EntryFormNow:
    """The entry form, whether it accepts entries now, and the numbers of entrants and of waiting ones."""

    revision: Revision
    open: bool
    limit: Annotated[int, integer(2)] | None
    closes: str | None
    note: str
    singles: bool
    accepting: bool
    players_each: Annotated[int, integer(1, 2)]
    in_: Count
    waiting: Count


@dataclass(frozen=True, slots=True)
class ProposedFormat:
    """A format that suits the entrants and the time."""

    method: Method
    options: dict[str, Any]
    rounds: Ordinal
    hands: Ordinal
    minutes: Ordinal
    fits: bool
    text: str


@dataclass(frozen=True, slots=True)
class FormatList:
    """Formats, best first."""

    formats: list[ProposedFormat]


_NOTE = text(LONGEST_NOTE)
_MINUTES = integer(1, MOST_MINUTES)
_PRICE = object_schema({"name": text(LONGEST_PRICE_NAME, 1), "cents": integer(0, MOST_CENTS)})
_DOOR = {"price": integer(0, MOST_CENTS), "prices": array(_PRICE, 0, MOST_PRICES)}
_DOOR_TEXT = "Check-in with an entry fee in cents and other prices by name, or null for none."
_PACE = {name: integer(0, 240) for name in ("minutes_a_hand", "minutes_between_rounds", "minutes_to_start")}


@dataclass(frozen=True, slots=True)
class FormatQuestion:
    """The expected entrants and the time available."""

    entrants: Annotated[Any, integer(2, MOST_ENTRANTS)]
    minutes: Annotated[Any, _MINUTES]
    individuals: Annotated[object, FLAG] = False
    pace: Annotated[Any, object_schema(_PACE, _PACE), Description("Minutes to plan with, instead of the usual ones.")] = None


@dataclass(frozen=True, slots=True)
class TournamentFacts:
    """A tournament to create or change. Missing fields stay as they are."""

    name: Annotated[object, text(LONGEST_TOURNAMENT_NAME, 1)] = None
    day: Annotated[object, DAY] = None
    starts: Annotated[object, text(5)] = None
    minutes: Annotated[object, nullable(_MINUTES)] = None
    venue: Annotated[object, _NOTE] = None
    note: Annotated[object, _NOTE] = None
    method: Annotated[object, one_of(METHODS)] = None
    options: Annotated[object, OBJECT] = None
    rules: Annotated[object, {"anyOf": [ref("RulesName"), OBJECT]}] = None
    seed: Annotated[object, integer(0, 2**31 - 1)] = None
    public_names: Annotated[object, nullable(one_of(CHOICES))] = None
    door: Annotated[
        object,
        nullable(object_schema(_DOOR, _DOOR)),
        Description(_DOOR_TEXT),
    ] = None
    director_calls: Annotated[object, FLAG, Description("Whether tables can call the director by phone.")] = None


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The settings of the public entry form."""

    open: Annotated[object, FLAG]
    limit: Annotated[object, nullable(integer(2, MOST_ENTRANTS))] = None
    closes: Annotated[object, nullable(TIME)] = None
    note: Annotated[object, _NOTE] = None
    singles: Annotated[object, FLAG, Description("In an event of pairs, single players can look for a partner.")] = None


@dataclass(frozen=True, slots=True)
class TournamentStatus:
    """A tournament's status."""

    status: Annotated[object, ref("StatusOfTournament")]


@dataclass(frozen=True, slots=True)
class Prizes:
    """Prizes in words."""

    prizes: Annotated[object, _NOTE]


_PUBLIC = tournament_operations("tournaments", "club.public")
_DIRECT = tournament_operations("tournaments", "club.direct")
_CLUB_PUBLIC = club_operations("tournaments", "club.public")
_CLUB_DIRECT = club_operations("tournaments", "club.direct")


@OperationGroup("tournaments", "open").post("/formats")
def propose_format(sent: FormatQuestion) -> FormatList:
    """Suggest formats.

    Suggests methods, numbers of rounds and match lengths that suit the entrants and the time, best first.
    """
    pace = sent.pace or {}
    if not isinstance(pace, dict) or set(pace) - set(Pace.__dataclass_fields__):
        raise Malformed("event", reason="type", field="pace", read=pace, right="object")
    # `propose` checks the first two
    found = validation.propose(sent.entrants, sent.minutes, individuals=sent.individuals is True, pace=Pace(**pace))
    t = request_t()
    return FormatList([copy_as(ProposedFormat, one, text=validation.proposal_text(t, one)) for one in found])


@_CLUB_PUBLIC.get("/clubs/{club}/tournaments", query=requests.PAGING)
def list_tournaments(access: ShownClub) -> TournamentList:
    """List a club’s tournaments.

    Latest date first. Only the desk sees drafts.
    """
    club, own = access
    found = lifecycle.of_club(own) if own is not None else lifecycle.public_of_club(club.slug)[1]
    shown_here, following = requests.select_page(found, lambda one: (-date.fromisoformat(one.day).toordinal(), -one.id))
    rows = [copy_as(ListedTournament, one, href=url_for("api.read_tournament", tournament=one.id)) for one in shown_here]
    return TournamentList(rows, following)


@_CLUB_DIRECT.post("/clubs/{club}/tournaments", headers=("key?",), body=TournamentFacts, answers={201: models.Tournament})
def create_tournament(access: ClubAccess, sent: dict[str, Any]) -> Response:
    """Create a tournament.

    Only the desk sees a tournament until it is announced.
    """
    tournament_access = lifecycle.create(access, sent, uuid=requests.optional_key())
    board = load_redacted(tournament_access)
    response = responses.respond(
        tournament_answers.tournament(tournament_access, board), 201, etag=tournament_answers.etag_of(tournament_access, board)
    )
    response.headers["Location"] = url_for("api.read_tournament", tournament=tournament_access.tournament_id)
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
def read_entry_form(board: Board) -> EntryFormNow:
    """Read the entry form.

    `accepting` says whether anyone can enter now. Entries beyond `limit` go on the waiting list.
    """
    entered, waiting = (sum(e.status == status and not e.seeks_partner for e in board.entrants) for status in ("in", "waiting"))
    more = {
        "accepting": _accepts_entries(board),
        "players_each": entry_validation.seats_each(board),
        "in_": entered,
        "waiting": waiting,
    }
    return copy_as(EntryFormNow, board, **{"singles": False, **dump(board.entry)}, **more)


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
