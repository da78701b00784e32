"""Random commands by desk and tables: the log replays the same, undo restores, and the check finds nothing."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from scorekeeper.clubs.commands.accounts import accounts
from scorekeeper.clubs.commands.members import invitations
from scorekeeper.core.db.database import db, write_transaction
from scorekeeper.core.refusals import Refusal
from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.verify.verify import check
from scorekeeper.tournaments.commands import history
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.results import results
from scorekeeper.tournaments.commands.results import table_reports as tournament_tables
from scorekeeper.tournaments.commands.rounds import clock, repairs, rounds
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store.log import events_after, fold
from tests.tiers import examples
from tests.tournaments.club_night import PASSWORD, Desk

pytestmark = pytest.mark.slow

MOVES = ["pair", "publish", "play", "play", "play", "result", "correct", "clear", "late", "withdraw", "rejoin", "absent", "bye"]
MOVES += [
    "substitute",
    "swap",
    "discard",
    "unpublish",
    "repair",
    "ahead",
    "mend",
    "report",
    "dispute",
    "clock",
    "finish",
    "reopen",
    "undo",
    "undo",
]


def everything(desk, move, n):
    """Return one move of an evening, selected by number `n`."""
    board = desk.board
    ids = [e.id for e in board.entrants] or ["e1"]
    who, number = ids[n % len(ids)], len(board.rounds) + 1
    tables = list(board.current.tables) if board.current else []
    table = tables[n % len(tables)].number if tables else 1
    last = max(1, number - 1)
    scores = {"scores": [5 * (n % 80), 5 * (n // 80 % 80)]}
    moves = {
        "pair": lambda: desk.do(rounds.pair),
        "publish": lambda: desk.do(rounds.publish, anyway=True),
        "play": lambda: desk.play(lambda t: (5 * ((n + 7 * t.number) % 90), 5 * ((n + 3 * t.number) % 83))),
        "result": lambda: desk.do(results.enter, last, table, scores),
        "correct": lambda: desk.do(results.enter, 1 + n % last, 1, scores),
        "clear": lambda: desk.do(results.clear, last, table),
        "late": lambda: desk.do(entries.enter, [{"players": [f"Tard {board.revision}", f"Venu {board.revision}"]}]),
        "withdraw": lambda: desk.do(entries.withdraw, who),
        "rejoin": lambda: desk.do(entries.rejoin, who),
        "absent": lambda: desk.do(entries.absent, who, number),
        "bye": lambda: desk.do(entries.give_bye, who, number),
        "substitute": lambda: desk.do(entries.substitute, who, number, f"Remplaçante {n}"),
        "swap": lambda: desk.do(rounds.swap, who, ids[(n + 1) % len(ids)]),
        "discard": lambda: desk.do(rounds.discard),
        "unpublish": lambda: desk.do(rounds.unpublish),
        "repair": lambda: desk.do(repairs.repair),
        "ahead": lambda: desk.do(repairs.begin_early, [m.slot.name for m in repairs.startable_matches(board)][: 1 + n % 3]),
        "mend": lambda: desk.do(results.enter, 1 + n % last, 1, scores, repair=True),
        "report": lambda: tables and desk.phone(last, table).report(n % 2, *scores["scores"]),
        "dispute": lambda: tables and desk.phone(last, table).do(tournament_tables.dispute, n % 2, "Non"),
        "clock": lambda: desk.do((clock.pause, clock.resume, clock.call)[n % 3]) if board.clock else desk.do(clock.start, 30),
        "finish": lambda: desk.do(lifecycle.finish),
        "reopen": lambda: desk.do(lifecycle.reopen),
        "undo": lambda: desk.do(history.undo, 2 + n % board.revision),
    }
    with suppress(Refusal, TournamentError):
        moves[move]()


def check_invariants(desk):
    """Check what must always hold."""
    board = desk.board
    log = fold(events_after(desk.id))
    assert (log.parts, log.undone, log.revision) == (board.log.parts, board.log.undone, board.revision)
    fresh = Board(log)
    for derived in ("tournament", "standings", "entrants", "names", "rounds", "draft", "draft_stale", "current"):
        assert getattr(board, derived) == getattr(fresh, derived), derived
    knockout = method_of(board.tournament).knockout
    # A tie in a bracket is an error of the record until it is broken.
    assert [p for p in check(board.tournament) if not (knockout and p.rule == "winner")] == []
    seen = db.session.execute(text("SELECT status, name FROM tournaments WHERE id = :id"), {"id": desk.id}).one()
    assert tuple(seen) == (board.status, board.name)
    for one in board.rounds:
        here = {e.id for e in board.tournament.entrants if e.in_round(one.number)}
        assert one.by_hand or knockout or here <= {i for t in one.tables for i in t.ids} | set(one.byes)
    return board


@settings(max_examples=examples(12), deadline=None, suppress_health_check=list(HealthCheck), database=None, derandomize=True)
@given(st.integers(3, 9), st.lists(st.tuples(st.sampled_from(MOVES), st.integers(0, 6399)), min_size=8, max_size=30))
def test_whatever_happens_the_log_gives_the_same_event_and_the_check_finds_nothing(inside, many, moves):
    desk = Desk(many, organiser=any_organizer(), options={"rounds": 30})
    for move, n in moves:
        everything(desk, move, n)
        check_invariants(desk)


@settings(max_examples=examples(12), deadline=None, suppress_health_check=list(HealthCheck), database=None, derandomize=True)
@given(st.integers(4, 8), st.lists(st.tuples(st.sampled_from(MOVES), st.integers(0, 6399)), min_size=4, max_size=14), st.data())
def test_undoing_a_change_gives_what_stood_before_and_undoing_that_gives_it_back(inside, many, moves, data):
    desk = Desk(many, organiser=any_organizer(), options={"rounds": 30})
    desk.play()
    for move, n in moves:
        everything(desk, move, n)
        before = desk.board
        everything(desk, data.draw(st.sampled_from(MOVES)), data.draw(st.integers(0, 6399)))
        after = desk.board
        if after.revision != before.revision + 1:
            continue
        undone = try_undo(desk, after.revision)
        if isinstance(undone, Refusal):  # results that a round depends on stay as long as the round does
            assert undone.code in ("round.played", "undo.round", "round.seats", "options.running", "undo.same")
            continue
        assert public_view(undone) == public_view(before)
        again = desk.do(history.undo, undone.revision).board
        assert public_view(again) == public_view(after)
        check_invariants(desk)


def try_undo(desk, change):
    """Return the tournament after undoing a change, or the refusal."""
    try:
        return desk.do(history.undo, change).board
    except Refusal as refusal:
        return refusal


def any_organizer():
    """Return the organizer of one club, for every example of a test."""
    with suppress(Refusal):
        return invitations.create_first_account("Rita", PASSWORD, "Club du Moulin")[0]
    with write_transaction() as session:
        session.execute(text("DELETE FROM sign_in_failures"))
    return accounts.sign_in("Rita", PASSWORD, "192.0.2.1")[0]


def public_view(board):
    """Return the public view of a tournament."""
    return board.log.parts, [(row.id, row.rank) for row in board.standings], board.status
