"""API endpoints for the players' secret links: a table's, to report its result, and an entrant's, to read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from flask import Response, url_for

from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.json_schema import Id, Ordinal, Revision, integer, one_of, ref, text
from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.api.schema import INDEX
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.refusals import NotFound
from scorekeeper.formats.declared import copy_as
from scorekeeper.games.commands.sharing import share_links
from scorekeeper.tournaments.api import authorization, models
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.api.models import SideChoice, SideIndex
from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.calls import director_calls
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.commands.redacted_view import load_redacted
from scorekeeper.tournaments.commands.results import table_reports
from scorekeeper.tournaments.commands.snapshot import Board, load
from scorekeeper.tournaments.store.call_parts import REASONS


@dataclass(frozen=True, slots=True)
class OwnSeat(models.EntrantPage):
    """The answer to an entrant's link."""

    tournament: models.TournamentBrief
    link: models.Link | None
    clock: models.Clock | None


_RESULT = ref("TableResult")


@dataclass(frozen=True, slots=True)
class OwnSide:
    """The side that makes the request."""

    side: SideIndex


@dataclass(frozen=True, slots=True)
class TableReport(OwnSide):
    """A result reported by one side."""

    result: Annotated[object, _RESULT]


@dataclass(frozen=True, slots=True)
class TableConfirmation(OwnSide):
    """A side's confirmation of the result it was shown."""

    seen: Annotated[object, _RESULT] = None


@dataclass(frozen=True, slots=True)
class TableDispute(OwnSide):
    """A side's objection."""

    note: Annotated[object, text(300)] = None


@dataclass(frozen=True, slots=True)
class NewCall:
    """A call to the director. `side`: the caller's, if known."""

    reason: Annotated[object, one_of(REASONS)]
    side: Annotated[Any, integer(0, 2)] = None


@dataclass(frozen=True, slots=True)
class FirstDealer:
    """The seat of a table's first dealer."""

    first_dealer: Annotated[int, integer(0, 5), INDEX] = 0


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The answer to a table's link."""

    revision: Revision
    tournament: models.TournamentBrief
    match: dict[str, Any]
    table: models.LiveTable
    clock: models.Clock | None


@dataclass(frozen=True, slots=True)
class TableGame:
    """The game of a match, with the secret for recording hands."""

    game: Id
    token: str
    path: str
    href: str


@dataclass(frozen=True, slots=True)
class TableLink(models.Link):
    table: Ordinal


@dataclass(frozen=True, slots=True)
class TableLinks:
    """The links of a round's tables."""

    links: list[TableLink]


@dataclass(frozen=True, slots=True)
class EntrantLink(models.Link):
    entrant: str


@dataclass(frozen=True, slots=True)
class EntrantLinks:
    """The links of all entrants."""

    links: list[EntrantLink]


_SCORE = tournament_operations("rounds", "club.score")
_ROUNDS_DIRECT = tournament_operations("rounds", "club.direct")
_ENTRANTS_DIRECT = tournament_operations("entrants", "club.direct")


@_SCORE.get("/tournaments/{tournament}/rounds/{round}/links")
def read_table_links(access: TournamentAccess, round: int) -> TableLinks:  # noqa: A002
    """List a round’s table links.

    Each link opens one match on a phone. Slips show it as a QR code.
    """
    if load(access).round(round) is None:
        raise NotFound("round", "round", read=round)
    found = player_links.table_links(access, round)
    return TableLinks([_of_table(n, token) for n, token in found.items()])


def _of_table(number: int, token: str) -> TableLink:
    return TableLink(token, rooted(f"/t/{token}"), number)


@_ROUNDS_DIRECT.post("/tournaments/{tournament}/rounds/{round}/tables/{table}/link", status=201)
def renew_table_link(access: TournamentAccess, round: int, table: int) -> TableLink:  # noqa: A002
    """Renew a table’s link.

    The old link stops working. Use this when a slip is lost or someone else has read it.
    """
    return _of_table(table, player_links.renew_table(access, round, table))


@_ENTRANTS_DIRECT.get("/tournaments/{tournament}/links")
def read_entrant_links(access: TournamentAccess) -> EntrantLinks:
    """List entrant links.

    Each link opens an entrant’s own page.
    """
    found = player_links.entrant_links(access)
    return EntrantLinks([_of_entrant(i, token) for i, token in found.items()])


def _of_entrant(entrant: str, token: str) -> EntrantLink:
    return EntrantLink(token, rooted(f"/e/{token}"), entrant)


@_ENTRANTS_DIRECT.post("/tournaments/{tournament}/entrants/{entrant}/link", status=201)
def renew_entrant_link(access: TournamentAccess, entrant: int) -> EntrantLink:
    """Renew an entrant’s link.

    The old link stops working.
    """
    return _of_entrant(f"e{entrant}", player_links.renew_entrant(access, f"e{entrant}"))


@OperationGroup("tables", "entrant", authorization.entrant, {"board": load_redacted}).get("/seat")
def read_own_seat(access: TournamentAccess, board: Board) -> OwnSeat:
    """Read your own seat.

    The token is the entrant’s link. Lists every round, latest first, and the current table’s link, for reporting results.
    """
    found = board.entrant(access.entrant or "")
    if found is None or board.status == "draft":
        raise NotFound("link.closed")
    secret = player_links.own_table(access)
    return copy_as(
        OwnSeat,
        tournament_answers.entrant_page(board, found),
        tournament=tournament_answers.brief(access, board),
        link=None if secret is None else models.Link(secret, rooted(f"/t/{secret}")),
        clock=tournament_answers.clock(board.clock),
    )


_TABLE = OperationGroup("tables", "table", authorization.table, {"board": load_redacted})


@_TABLE.get("/table", answers={200: OwnTable, 304: None})
def read_own_table(access: TournamentAccess, board: Board) -> Response:
    """Read your own table.

    The token is the table’s link. Includes the players, reports, live score and clock.
    """
    table = table_reports.table_of(access, board)
    live = tournament_live.of_round(access, board, table.round, table.number).get(table.number)
    stamp = "" if live is None else ".".join(map(str, live.revisions))
    ticking = str(board.clock.left(tournament_answers.now())) if board.clock and board.clock.running else ""
    etag = tournament_answers.etag_of(access, board, f"{stamp}-{ticking}")
    if (same := responses.not_modified(etag)) is not None:
        return same
    body = OwnTable(
        board.revision,
        tournament_answers.brief(access, board),
        tournament_answers.match_json(board, table.round),
        tournament_answers.live_table(access, board, table, live),
        tournament_answers.clock(board.clock),
    )
    return responses.respond(body, etag=etag)


@_TABLE.put("/table/report", query=("sure",))
def report_result(sent: TableReport) -> TournamentCommand:
    """Report a result.

    Reports for one side. If both sides agree, the result counts; otherwise the desk decides.
    """
    return table_reports.report(sent.side, sent.result, sure=requests.flag("sure"))


@_TABLE.post("/table/confirm")
def confirm_result(sent: TableConfirmation) -> TournamentCommand:
    """Confirm a result.

    Agrees with the other side’s report or the score on the pad. Refused if it differs from `seen`.
    """
    return table_reports.confirm(sent.side, sent.seen)


@_TABLE.post("/table/dispute")
def dispute_result(sent: TableDispute) -> TournamentCommand:
    """Call the desk to a table.

    Use this if a side disagrees with the result.
    """
    return table_reports.dispute(sent.side, sent.note)


@_TABLE.post("/table/retract", body=SideChoice)
def retract_report(sent: OwnSide) -> TournamentCommand:
    """Withdraw a report or dispute.

    A report that already counts as the result cannot be withdrawn.
    """
    return table_reports.retract(sent.side)


@_TABLE.post("/table/director-calls")
def call_director(sent: NewCall) -> TournamentCommand:
    """Call the director to a table.

    In any state of the match. The desk sees the call with its reason.
    """
    return director_calls.call(sent.reason, sent.side)


@_TABLE.delete("/table/director-calls/{call}")
def take_call_back(call: int) -> TournamentCommand:
    """Take a call back.

    Until it is settled, even if the director is on the way.
    """
    return director_calls.withdraw(call)


@_TABLE.post("/table/game", body_required=False)
def open_table_game(access: TournamentAccess, sent: FirstDealer) -> TableGame:
    """Open the match’s game on the pad.

    Creates the game on the first call and returns it on every later one. Record hands with `token`, as in any game.
    """
    device = authorization.device()
    game, token = table_reports.game_link(access, sent.first_dealer)
    if device is not None:
        share_links.open_link(token, device)
    return TableGame(game, token, rooted(f"/games/{game}"), url_for("api.read_game", game=game))
