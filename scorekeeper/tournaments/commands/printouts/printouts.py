"""Printouts of a tournament: the facts they need besides its record, and the job that makes them all."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from scorekeeper.core.db.database import db
from scorekeeper.core.i18n.translation import LANGUAGES
from scorekeeper.core.pdf.page_sizes import ALL_SIZES
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.formats.declared import dump
from scorekeeper.formats.tournament_ties import add_decisions
from scorekeeper.pairing.record.record import Round, Table
from scorekeeper.tournaments.commands import player_links, redacted_view
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.calls.board_calls import calls_of
from scorekeeper.tournaments.commands.door.check_in_link import check_in_link
from scorekeeper.tournaments.commands.door.door_state import read_door
from scorekeeper.tournaments.commands.door.money_state import MoneyState
from scorekeeper.tournaments.commands.printouts import document_jobs as jobs
from scorekeeper.tournaments.commands.printouts.document_jobs import Job
from scorekeeper.tournaments.commands.printouts.print_options import BOTH, NAMES, SHOWN, Addresses, PrintOptions
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store.tournament import StoredTournament


def facts_for_printing(
    access: TournamentAccess, board: Board, addresses: Addresses | None = None, *, links: bool = False
) -> dict[str, Any]:
    """Return the facts that printouts need besides the record: club, day, place, fee, prizes, rulings, players, money.

    For scorers.

    `addresses`: adds the public page, and the entry form and check-in while they are open. `links`: adds the links of tables
    by round and table too, for slips, also of rounds that are not published.
    """
    facts: dict[str, Any] = {name: getattr(board.about, name) or "" for name in ("day", "venue", "note", "prizes", "starts")}
    facts["rulings"] = [
        {"round": one.round, "table": one.table, "note": one.note, "rule": one.rule}
        for one in calls_of(board)
        if one.note or one.rule
    ]
    door = read_door(board)
    facts |= {"club": access.club_name, "price": door.price if door is not None else 0}
    facts["players"] = _players(board)
    if read_door(board) is not None:
        facts["money"] = dump(MoneyState(board).report)
    if addresses is not None:
        facts |= {"page": addresses.page, "entry": addresses.entry if board.entry.open and not board.rounds else ""}
        token = check_in_link(access, board)
        facts["check_in"] = addresses.check_in(token) if token else ""
    if addresses is not None and links:
        tokens = {one.number: player_links.table_links(access, one.number) for one in board.rounds}
        tokens |= player_links.links_ahead(access, _tables_ahead(board))
        facts["links"] = {str(n): {str(t): addresses.table(token) for t, token in row.items()} for n, row in tokens.items()}
    return facts


def _tables_ahead(board: Board) -> dict[int, list[int]]:
    """Return the tables of each known round that is not published."""
    if board.planned is None:
        return {}
    tables = {one.number: [table.number for table in one.tables] for one in board.planned}
    if (draft := board.draft) is not None:
        tables[draft.number] = [table.number for table in draft.tables]
    return {number: row for number, row in tables.items() if board.round(number) is None}


def _players(board: Board) -> dict[str, list[str]]:
    return {e.id: list(e.players) for e in board.entrants if e.players}


def as_posted_board(access: TournamentAccess, board: Board) -> Board:
    """Return the tournament under its public names, for sheets posted on a wall."""
    return redacted_view.redact_names(board, redacted_view.choice_of(access.public_names, board))


def draft_round(board: Board) -> Round | None:
    """Return the draft as a round without results, or None without a draft."""
    draft = board.draft
    if draft is None:
        return None
    tables = tuple(Table(t.number, t.sides, match=t.match, pool=t.pool) for t in draft.tables)
    first = board.log.paired(draft.number).first_table
    return Round(draft.number, tables, draft.byes, draft.stage, draft.by_hand, draft.ahead, first)


def start(access: TournamentAccess, board: Board, options: PrintOptions, addresses: Addresses) -> None:
    """Start making all printouts in another process, replacing earlier files. For scorers.

    Raises NotAllowed, NotFound("round"), Refusal.
    """
    access.check("score")
    for name, choices in {"size": ALL_SIZES, "lang": (*LANGUAGES, BOTH), "names": NAMES}.items():
        if getattr(options, name) not in choices:
            raise Refusal(f"papers.{name}", name, read=str(getattr(options, name))[:20])
    if not board.rounds:
        raise Refusal("papers.none")
    for number in options.rounds or ():
        if board.round(number) is None:
            raise NotFound("round", "round", read=number)
    seen = as_posted_board(access, board) if options.names == SHOWN else board
    about, draft = facts_for_printing(access, board, addresses, links=True), draft_round(board)
    files = {
        jobs.RECORD: add_decisions(board.record_json(desk=True), board.tournament.decided),
        jobs.POSTED: {"record": add_decisions(seen.record_json(), seen.tournament.decided), "players": _players(seen)},
        jobs.DESK: {"money": about.pop("money", None), "draft": None if draft is None else dump(draft)},
        jobs.ABOUT: about,
    }
    try:
        jobs.start(access.tournament_id, files, options, {"of": _created_at(access), "revision": board.revision})
    except jobs.Busy:
        raise Refusal("papers.busy") from None
    except jobs.TooMany:
        raise Refusal("papers.many") from None


def last(access: TournamentAccess) -> Job | None:
    """Return the latest job of the tournament, or None if there is none or its files are gone. For scorers."""
    access.check("score")
    jobs.clean()
    job, begun = jobs.last(access.tournament_id), _created_at(access)
    return job if job and job.facts.get("of", begun) == begun else None


def stop(access: TournamentAccess) -> bool:
    """Stop making printouts. Return whether a job was running. For scorers."""
    access.check("score")
    return jobs.stop(access.tournament_id)


def forget(tournament_id: int) -> None:
    """Remove the printouts of a deleted tournament."""
    jobs.forget(tournament_id)


def _created_at(access: TournamentAccess) -> str:
    """Return the creation time of the tournament, which identifies it.

    After an older database is restored, its number may be used again.
    """
    query = select(StoredTournament.created_at).where(StoredTournament.id == access.tournament_id)
    return db.session.execute(query).scalar_one().isoformat()
