"""Commands from a table's link: report, confirm or dispute a result, and record hands on the pad."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.formats.declared import dump
from scorekeeper.formats.record_header import FORMAT
from scorekeeper.formats.rules import dump_rules
from scorekeeper.formats.tournament_record import dump_result
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.library import game_creation
from scorekeeper.games.commands.sharing import share_links
from scorekeeper.games.store.link import ROLES, Link
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.record.record import Result
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import Json, TournamentEffect, command_with_access
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.commands.live.match_games import match_players, match_rules
from scorekeeper.tournaments.commands.results.results import check_decided, check_likely, get_table, read_result
from scorekeeper.tournaments.commands.setup.validation import check_not_finished, check_text
from scorekeeper.tournaments.commands.snapshot import Board, load
from scorekeeper.tournaments.commands.tables_state import TableView
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import DisputePart
from scorekeeper.tournaments.store.tournament import TableGame

LONGEST_OBJECTION = 300


def table_of(access: TournamentAccess, board: Board) -> TableView:
    """Return the table of this access. Raises NotAllowed("role.table"), NotFound("table")."""
    access.check("table")
    return get_table(board, access.round or 0, access.table or 0)


@command_with_access(
    "report",
    right="table",
    changes=("report", "result"),
    says=N_("Report from round %(round)s, table %(table)s"),
)
def report(access: TournamentAccess, board: Board, side: int, result: object, *, sure: bool = True) -> TournamentEffect:
    """Report one side's result. If the other side reported the same, it is final; if not, the desk decides.

    `sure`: accept scores that look mistyped, otherwise raise Refusal("result.not_five", "result.too_high"). Also raises
    Refusal("table.done", "table.same_device", "table.side"), TournamentError, BoardConflict.
    """
    table = _open_table(access, board, side)
    reported = read_result(board, table, result)
    if not sure:
        check_likely(board, table, reported)
    draft = _report_effect(access, table, side, reported)
    # Two phones that report the same result agree, even if neither saw the other's report.
    return replace(draft, rests_on=_required_parts(table))


@command_with_access(
    "confirm",
    right="table",
    changes=("report", "result"),
    says=N_("Confirmed: round %(round)s, table %(table)s"),
)
def confirm(access: TournamentAccess, board: Board, side: int, seen: object = None) -> TournamentEffect:
    """Confirm for one side the other side's report, or the score on the pad.

    `seen`: the result shown; Refusal("table.changed") if it has changed since. Raises Refusal("table.other_report",
    "table.same_device", "table.done").
    """
    table = _open_table(access, board, side)
    versions = {r.result for s, r in table.reports.items() if s != side}
    if len(versions) > 1:
        raise Refusal("table.versions", "side")
    result = versions.pop() if versions else _result_on_pad(access, board, table)
    if seen is not None and read_result(board, table, seen) != result:
        raise Refusal("table.changed")
    check_decided(board, table, result)
    if table.reports:
        return _report_effect(access, table, side, result)
    return _confirm_effect(table, parts.report_part(table.round, table.number, side), result)


def _result_on_pad(access: TournamentAccess, board: Board, table: TableView) -> Result:
    """Return the score on the pad, which counts as a report by its recorder, so that another device must confirm it."""
    live = tournament_live.of_round(access, board, table.round, table.number).get(table.number)
    if live is None or not live.begun:
        raise Refusal("table.other_report")
    result = live.progress.result or live.progress.as_it_stands
    if result is None:
        raise Refusal("table.not_over")
    if access.device_id is not None and live.devices == {access.device_id}:
        raise Refusal("table.same_device")
    return result


def _report_effect(access: TournamentAccess, table: TableView, side: int, result: Result) -> TournamentEffect:
    part = parts.report_part(table.round, table.number, side)
    others = {s: r for s, r in table.reports.items() if s != side}
    agreed = any(r.result == result for r in others.values()) and not any(r.result != result for r in others.values())
    if not agreed:
        return TournamentEffect(parts.result_part(table.round, table.number), {part: dump_result(result)}, _required_parts(table))
    if access.device_id is not None and any(r.device_id == access.device_id for r in others.values()):
        raise Refusal("table.same_device")
    return _confirm_effect(table, part, result)


def _confirm_effect(table: TableView, report_part: str, result: Result) -> TournamentEffect:
    part, stored = parts.result_part(table.round, table.number), dump_result(result)
    of_others = f"report/{table.round}/{table.number}/"  # it confirms the reports it was shown
    return TournamentEffect(part, {report_part: stored, part: stored}, (*_required_parts(table), of_others))


def _required_parts(table: TableView) -> tuple[str, ...]:
    place = (table.round, table.number)
    return parts.result_part(*place), parts.dispute_part(*place), parts.round_part(table.round)


def _objection(note: object) -> str:
    text = check_text(note, "note")
    if len(text) > LONGEST_OBJECTION:
        raise Refusal("text.long", "note", high=LONGEST_OBJECTION)
    return text


@command_with_access(
    "dispute",
    right="table",
    changes=("dispute",),
    says=N_("Dispute: round %(round)s, table %(table)s"),
    asked=lambda side, note="": [side, _objection(note)],
)
def dispute(access: TournamentAccess, board: Board, side: int, note: object = "") -> TournamentEffect:
    """Dispute for one side the result or the other side's report. This calls the desk."""
    check_not_finished(board)
    table = table_of(access, board)
    _check_side(table, side)
    part = parts.dispute_part(table.round, table.number)
    return TournamentEffect(parts.result_part(table.round, table.number), {part: dump(DisputePart(side, _objection(note)))})


@command_with_access(
    "retract",
    right="table",
    changes=("report", "dispute"),
    says=N_("Report withdrawn: round %(round)s, table %(table)s"),
)
def retract(access: TournamentAccess, board: Board, side: int) -> TournamentEffect:
    """Withdraw this side's report or dispute, unless there is a result based on it."""
    check_not_finished(board)
    table = table_of(access, board)
    _check_side(table, side)
    after: Json = {}
    if table.dispute is not None and table.dispute.side == side:
        after[parts.dispute_part(table.round, table.number)] = None
    if side in table.reports and not table.result.known:
        after[parts.report_part(table.round, table.number, side)] = None
    if not after:
        raise Refusal("table.no_report")
    return TournamentEffect(parts.result_part(table.round, table.number), after, _required_parts(table))


def _open_table(access: TournamentAccess, board: Board, side: int) -> TableView:
    check_not_finished(board)
    table = table_of(access, board)
    _check_side(table, side)
    if table.result.known:
        raise Refusal("table.done")
    return table


def _check_side(table: TableView, side: object) -> None:
    if type(side) is not int or not 0 <= side < len(table.sides):
        raise Refusal("table.side", "side", read=str(side)[:10])


def open_game(access: TournamentAccess, visitor: Visitor, first_dealer: int = 0) -> authorization.Access:
    """Open the match's game on the pad of this device. Raises as `game_link`."""
    return share_links.open_link(game_link(access, first_dealer)[1], visitor)


def game_link(access: TournamentAccess, first_dealer: int = 0) -> tuple[int, str]:
    """Return the match's game and the secret of its scoring link, created at the first call.

    The whole table gets the same one. In a match of several games, the next one is created once the last is over. Raises
    Refusal("table.done", "table.over").
    """
    board = load(access)
    check_not_finished(board)
    table = table_of(access, board)
    if access.link_id is None:
        raise NotFound("link.closed")
    live = tournament_live.of_round(access, board, table.round, table.number).get(table.number)
    if live is not None and live.progress.next_game is None:
        return _with_scoring_link(live.game_ids[-1])
    if table.result.known:
        raise Refusal("table.done")
    return _with_scoring_link(_next_game(access, board, table, first_dealer, live))


def _next_game(
    access: TournamentAccess, board: Board, table: TableView, dealer: int, live: tournament_live.MatchOnPad | None
) -> int:
    rules, number = match_rules(board, table), 1 if live is None else len(live.game_ids) + 1
    if live is not None:
        dealer = live.games[-1].state.dealer
    header = {"format": FORMAT, "rules": dump_rules(rules), "players": match_players(board, table), "first_dealer": dealer}
    game_id = game_creation.create(header, None, roles=ROLES).game_id
    try:
        with write_transaction() as session:
            session.add(TableGame(game_id=game_id, link_id=access.link_id, number=number, created_at=now()))
    except IntegrityError:  # the other phone was first
        return tournament_live.accesses(access.tournament_id, table.round, table.number)[table.number][-1].game_id
    return game_id


def _with_scoring_link(game_id: int) -> tuple[int, str]:
    """Return the game with its own scoring link, which is revoked with the table's."""
    query = select(Link.id).where(Link.game_id == game_id, Link.role == "score", Link.revoked_at.is_(None))
    link_id = db.session.scalar(query.order_by(Link.id).limit(1))
    if link_id is None:  # someone revoked it from the pad
        link = Link(game_id=game_id, role="score", created_at=now())
        with write_transaction() as session:
            session.add(link)
        link_id = link.id
    return game_id, authorization.token_by_id(link_id)
