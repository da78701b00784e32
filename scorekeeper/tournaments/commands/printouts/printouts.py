"""Printouts of a tournament: the facts they need besides its record, and the job that makes them all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlalchemy import select

from scorekeeper.core.db.database import db
from scorekeeper.core.i18n.translation import LANGUAGES
from scorekeeper.core.pdf.page_sizes import ALL_SIZES
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.pairing.record.record import Round, Table, Tournament
from scorekeeper.tournaments.commands import player_links as tournament_links
from scorekeeper.tournaments.commands import redacted_view
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.printouts import document_jobs as jobs
from scorekeeper.tournaments.commands.printouts.document_jobs import Job
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.store.tournament import StoredTournament

BOTH = "both"
"""Used in place of a language: every printout in each of them."""

SHOWN, WHOLE = "shown", "whole"
NAMES = (SHOWN, WHOLE)
"""The choices of names on posted sheets: as the public sees them, or in full."""

Address = Callable[[str], str]
"""Returns the full address of a table's page from the secret of its link."""
Public = tuple[str, str]
"""The full addresses of the tournament's public page and of its entry form."""


def facts_for_printing(
    access: TournamentAccess, board: Board, address: Address | None = None, public: Public | None = None
) -> dict[str, Any]:
    """Return the facts that printouts need besides the record: day, place, note, prizes, players. For scorers.

    `address`: adds the links of tables by round and table, for slips. `public`: adds the public page, and the entry form
    while entries are open.
    """
    facts: dict[str, Any] = {name: getattr(board.about, name) or "" for name in ("day", "venue", "note", "prizes")}
    facts["players"] = _players(board)
    if public is not None:
        facts |= {"page": public[0], "entry": public[1] if board.entry.open and not board.rounds else ""}
    if address is not None:
        links = {one.number: tournament_links.table_links(access, one.number) for one in board.rounds}
        facts["links"] = {str(n): {str(t): address(token) for t, token in tables.items()} for n, tables in links.items()}
    return facts


def _players(board: Board) -> dict[str, list[str]]:
    return {e.id: list(e.players) for e in board.entrants if e.players}


def as_posted_board(access: TournamentAccess, board: Board) -> Board:
    """Return the tournament under its public names, for sheets posted on a wall."""
    return redacted_view.redact_names(board, redacted_view.choice_of(access.public_names, board))


def with_draft(board: Board) -> Tournament:
    """Return the tournament with its draft round, if any, after the published rounds."""
    draft = board.draft
    if draft is None:
        return board.tournament
    tables = tuple(Table(t.number, t.sides, match=t.match, pool=t.pool) for t in draft.tables)
    drafted = Round(draft.number, tables, draft.byes, draft.stage, draft.by_hand, draft.ahead)
    return replace(board.tournament, rounds=(*board.tournament.rounds, drafted))


def for_round(board: Board, about: dict[str, Any], number: int | None) -> tuple[TournamentState, dict[str, Any]]:
    """Return the tournament and its facts for the printouts of a round, which may be the draft round."""
    if board.draft is None or board.draft.number != number:
        return board, about
    return TournamentState(with_draft(board)), {**about, "draft": number}


def start(
    access: TournamentAccess,
    board: Board,
    address: Address,
    public: Public,
    *,
    size: object,
    lang: object,
    number: int | None,
    bind: bool,
    names: object = SHOWN,
) -> None:
    """Start making all printouts in another process, replacing earlier files. For scorers.

    `lang`: a language or `both`. `number`: the round to make pairings, slips and sheets for. `bind`: one PDF. `names`: on
    posted sheets, `shown` or `whole`. Raises NotAllowed, NotFound("round"), Refusal.
    """
    access.check("score")
    if size not in ALL_SIZES:
        raise Refusal("papers.size", "size", read=str(size)[:20])
    if lang not in (*LANGUAGES, BOTH):
        raise Refusal("papers.lang", "lang", read=str(lang)[:20])
    if names not in NAMES:
        raise Refusal("papers.names", "names", read=str(names)[:20])
    if not board.rounds:
        raise Refusal("papers.none")
    if number is not None and board.round(number) is None:
        raise NotFound("round", "round", read=number)
    options = ["--size", str(size), "--lang", str(lang), *(["--bind"] if bind else [])]
    options += ["--round", str(number)] if number is not None else []
    facts = {"of": _created_at(access), "revision": board.revision, "size": size, "lang": lang}
    try:
        seen = as_posted_board(access, board) if names == SHOWN else board
        posted = {"record": seen.record_json(), "players": _players(seen)}
        told = facts_for_printing(access, board, address, public)
        jobs.start(access.tournament_id, board.record_json(), told, posted, facts, options)
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
    asked = select(StoredTournament.created_at).where(StoredTournament.id == access.tournament_id)
    return db.session.execute(asked).scalar_one().isoformat()
