"""Rounds: paired as a draft, changed by hand, published; taken back or paired anew while that rewrites nothing played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.storage import tournament_parts as parts
from scorekeeper.tournament import corrections, director
from scorekeeper.tournament.draft import Draft as Pairing
from scorekeeper.tournament.draft import DraftTable, Reason
from scorekeeper.tournament.record import KNOCKOUTS, Result, Round, Tournament
from scorekeeper.workflows import club_live, club_roster
from scorekeeper.workflows.club_board import Board, load
from scorekeeper.workflows.club_entrants import part_of
from scorekeeper.workflows.club_links import follow
from scorekeeper.workflows.club_setup import check_going
from scorekeeper.workflows.club_tables_state import RoundView
from scorekeeper.workflows.club_way import TournamentWay
from scorekeeper.workflows.club_writing import Draft, Plan, Written, write
from scorekeeper.workflows.refusals import NotFound, Refusal


def pair(way: TournamentWay, *, revision: int, uuid: str) -> Written:
    """Pair the next round as a draft; again, anew from what is known now. Raises TournamentError where none can be paired."""

    def plan(board: Board) -> Draft:
        check_going(board)
        pairing = director.next_round(board.tournament)
        part = parts.round_part(pairing.number)
        return Draft("pair", part, {part: parts.draft_json(pairing, paired=board.revision, published=False)})

    return write(way, plan, right="direct", action="pair", revision=revision, uuid=uuid)


def swap(way: TournamentWay, one: str, other: str, *, revision: int, uuid: str) -> Written:
    """Exchange two entrants of the draft by hand, byes included. Raises Refusal("round.no_draft"), TournamentError("swap")."""

    def plan(board: Board) -> Draft:
        draft = _draft(board)
        part = parts.round_part(draft.number)
        found = board.log.parts[part]
        swapped = corrections.swapped(board.tournament, parts.draft_of(draft.number, found), one, other)
        after = parts.draft_json(swapped, paired=found["paired"], published=False, by_hand=True)
        return Draft("swap", part, {part: after})

    return write(way, plan, right="direct", action="swap", revision=revision, uuid=uuid)


def discard(way: TournamentWay, *, revision: int, uuid: str) -> Written:
    """Throw the draft away."""

    def plan(board: Board) -> Draft:
        part = parts.round_part(_draft(board).number)
        return Draft("discard", part, {part: None})

    return write(way, plan, right="direct", action="discard", revision=revision, uuid=uuid)


def publish(way: TournamentWay, *, anyway: bool = False, revision: int, uuid: str) -> Written:
    """Let everybody see the draft, and give its tables their links. The first round starts the tournament.

    Raises Refusal("round.stale") where something it was computed from has changed since, unless it is meant `anyway`;
    Refusal("round.seats") where somebody has come or gone: then it must be paired again.
    """
    way.check("direct")
    ids = _roster_ids(way)

    def plan(board: Board) -> Draft:
        check_going(board)
        draft = _draft(board)
        if board.draft_stale:
            if not anyway:
                raise Refusal("round.stale", read=draft.number)
            check_seats(board, draft)
        part = parts.round_part(draft.number)
        found = board.log.parts[part]
        # A pairing for other entrants or options is the director's from here on: nobody should expect it of these.
        by_hand = found["by_hand"] or _outlived(board, draft)
        after: dict[str, Any] = {part: {**found, "published": True, "by_hand": by_hand}, "status": "running", "clock": None}
        for entry in board.playing:
            if not entry.player_ids and entry.id in ids:
                after[part_of(entry.id)] = {**board.log.parts[part_of(entry.id)], "player_ids": ids[entry.id]}
        return Draft("publish", part, after, also=_published(way, [*ids.values()]))

    return write(way, plan, right="direct", action="publish", revision=revision, uuid=uuid)


def _outlived(board: Board, draft: RoundView) -> bool:
    """Whether an entrant or the options have changed since the draft was paired; results since then are told by the log."""
    stamps = board.log.stamps.items()
    return any(s.revision > draft.paired and part.partition("/")[0] in ("entrant", "setup") for part, s in stamps)


def check_seats(board: Board, draft: RoundView) -> None:
    """Raise Refusal("round.seats") where somebody who has come since has no seat, or somebody who has gone since has one."""
    here = {e.id for e in board.tournament.present(draft.number)}
    seated = {i for t in draft.tables for i in t.ids} | set(draft.byes)
    everybody = board.method not in KNOCKOUTS and board.method != "stages"
    wrong = (seated - here) | (here - seated if everybody else set())
    if wrong:
        raise Refusal("round.seats", read=", ".join(sorted(board.name_of(i) for i in wrong)))


def _roster_ids(way: TournamentWay) -> dict[str, list[int]]:
    """Roster numbers of those who entered by the form: now that they play, they are players of the club."""
    missing = [e for e in load(way).playing if e.players and not e.player_ids]
    if not missing:
        return {}
    numbers = iter(club_roster.ids_of(way.club_id, [name for e in missing for name in e.players]))
    return {e.id: [next(numbers) for _ in e.players] for e in missing}


def _published(way: TournamentWay, came: Iterable[Sequence[int]]) -> Callable[[Session, Board, Board], None]:
    """What is written with a round: its links, and the pairs who entered by the form and now play."""

    def also(session: Session, before: Board, after: Board) -> None:
        follow(session, way.tournament_id, before, after)
        club_roster.remember_pairs(session, way.club_id, came)

    return also


def links_follow(way: TournamentWay) -> Callable[[Session, Board, Board], None]:
    """What keeps the tables' links to the tables, in the transaction that changes them."""

    def also(session: Session, before: Board, after: Board) -> None:
        follow(session, way.tournament_id, before, after)

    return also


def unpublish(way: TournamentWay, number: int | None = None, *, revision: int, uuid: str) -> Written:
    """Make the last round a draft again, which must be `number` if that is given.

    Raises Refusal("round.played") once anything was played or reported in it, NotFound("round").
    """

    def plan(board: Board) -> Draft:
        check_going(board)
        last = _last(board, number)
        check_untouched(way, last)
        part = parts.round_part(last.number)
        after: dict[str, Any] = {part: {**board.log.parts[part], "published": False}, "clock": None}
        after["status"] = "running" if last.number > 1 else "open"
        return Draft("unpublish", part, after, (f"result/{last.number}/", f"report/{last.number}/"), also=links_follow(way))

    return write(way, plan, right="direct", action="unpublish", revision=revision, uuid=uuid)


def _last(board: Board, number: int | None) -> RoundView:
    last = board.current
    if last is None:
        raise Refusal("tournament.not_started")
    if number not in (None, last.number):
        raise NotFound("round", "round", read=number)
    if board.draft is not None:
        raise Refusal("round.draft_open", read=board.draft.number)
    return last


def check_untouched(way: TournamentWay, one: RoundView) -> None:
    """Raise Refusal("round.played") where a table of this round has a result, a report, a dispute or a hand on the pad."""
    if not one.untouched or club_live.begun(way, one.number):
        raise Refusal("round.played", read=one.number)


def repair(way: TournamentWay, number: int | None = None, *, revision: int, uuid: str) -> Written:
    """Pair the tables of the last round anew at which nothing was played; the others stay as they are, and so do their links.

    Raises Refusal("round.nothing_open", "round.nothing_played"), NotFound("round"), TournamentError.
    """
    return write(way, repair_plan(way, number), right="direct", action="repair", revision=revision, uuid=uuid)


def repair_plan(way: TournamentWay, number: int | None = None) -> Plan:
    """The plan of pairing unplayed tables anew, to be looked at with `club_writing.preview`."""

    def plan(board: Board) -> Draft:
        check_going(board)
        last = _last(board, number)
        busy = {t.number for t in last.tables if t.touched} | club_live.begun(way, last.number)
        if len(busy) == len(last.tables):
            raise Refusal("round.nothing_open")
        if not busy:
            raise Refusal("round.nothing_played")
        anew = corrections.repaired(_as_played(board.tournament, busy))
        part = parts.round_part(last.number)
        after = {part: parts.draft_json(_explained(last, anew, busy), paired=board.revision, published=True, by_hand=True)}
        return Draft("repair", part, after, (f"result/{last.number}/", f"report/{last.number}/"), also=links_follow(way))

    return plan


def _as_played(tournament: Tournament, busy: set[int]) -> Tournament:
    """The tournament as if tables that are being played had ended: they keep their seats."""
    last = tournament.rounds[-1]
    tables = tuple(replace(t, result=Result(winner=0)) if t.number in busy and not t.result.known else t for t in last.tables)
    return replace(tournament, rounds=(*tournament.rounds[:-1], replace(last, tables=tables)))


def _explained(last: RoundView, anew: Round, busy: set[int]) -> Pairing:
    kept = {t.number: t.why for t in last.tables if t.number in busy}
    why = (Reason("by_hand"),)
    tables = tuple(DraftTable(t.number, t.sides, kept.get(t.number, why), t.match, t.pool) for t in anew.tables)
    why_bye = {i: last.why_bye.get(i, why) for i in anew.byes}
    return Pairing(anew.number, tables, anew.byes, 0, why_bye, last.notes, anew.stage)


def _draft(board: Board) -> RoundView:
    if board.draft is None:
        raise Refusal("round.no_draft")
    return board.draft
