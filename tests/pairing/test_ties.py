"""Decided ties: only exactly the entrants who share a rank, and the check agrees."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.formats.tournament_record import dump_tournament
from scorekeeper.formats.tournament_ties import add_decisions
from scorekeeper.formats.tournament_v2 import parse_v2
from scorekeeper.pairing.directing import director
from scorekeeper.pairing.record.decisions import HAND, LOT, TieDecision
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.lots import draw_order
from scorekeeper.pairing.record.record import Entrant, Options, Result, Round, Table, Tournament
from scorekeeper.pairing.standings.tiebreaks import MEANINGS, TIEBREAKS
from scorekeeper.pairing.standings.ties import shared_ranks
from scorekeeper.tournaments.commands.files import record_answers


def one_round(scores: list[tuple[int, int]]) -> Tournament:
    """Return a Swiss of one round, ranked by match points alone."""
    entrants = tuple(Entrant(f"p{n}", f"P{n}") for n in range(2 * len(scores)))
    half = len(scores)
    tables = tuple(Table(k + 1, ((f"p{k}",), (f"p{k + half}",)), Result(score)) for k, score in enumerate(scores))
    options = Options(rounds=1, tiebreaks=("match_points",))
    return Tournament("swiss", entrants, (Round(1, tables),), options)


def decide(tournament: Tournament, seed: int) -> Tournament:
    """Draw every tie."""
    decided = [
        TieDecision(draw_order([e.id for e in tournament.entrants if e.id in {r.id for r in rows}], seed), LOT, seed)
        for rows in shared_ranks(director.standings(tournament))
    ]
    return replace(tournament, decided=tuple(decided))


SCORES = st.lists(st.sampled_from([(300, 200), (200, 300), (250, 250)]), min_size=1, max_size=6)


@settings(max_examples=60, deadline=None)
@given(SCORES, st.integers(0, 999_999))
def test_after_every_draw_nobody_shares_a_rank_and_no_other_rank_moves(scores, seed):
    tournament = one_round(scores)
    before = {row.id: row for row in director.standings(tournament)}
    rows = director.standings(decide(tournament, seed))
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
    groups = {rank: [i for i, row in before.items() if row.rank == rank] for rank in {row.rank for row in before.values()}}
    for row in rows:
        first = before[row.id].rank
        assert first <= row.rank < first + len(groups[first])


@settings(max_examples=40, deadline=None)
@given(SCORES, st.integers(0, 999_999))
def test_the_check_of_a_record_with_its_standings_agrees(scores, seed):
    tournament = decide(one_round(scores), seed)
    record = add_decisions(dump_tournament(tournament), tournament.decided)
    answer = record_answers.rank_record(str, record)
    assert record_answers.check_record(str, {**record, **answer})["ok"] is True
    assert parse_v2(record)[0].decided == tournament.decided


def test_a_decision_about_others_has_no_effect():
    tournament = one_round([(300, 200), (300, 200), (300, 200)])
    plain = director.standings(tournament)
    for order in (("p0", "p1"), ("p0", "p1", "p3"), ("p0", "p1", "p2", "p3")):
        assert director.standings(replace(tournament, decided=(TieDecision(order, HAND, reason="Cut"),))) == plain
    decided = director.standings(replace(tournament, decided=(TieDecision(("p2", "p0", "p1"), HAND, reason="Cut"),)))
    assert [(row.rank, row.id, row.separated_by) for row in decided[:4]] == [
        (1, "p2", HAND),
        (2, "p0", HAND),
        (3, "p1", HAND),
        (4, "p3", "match_points"),
    ]


@pytest.mark.parametrize(
    ("decision", "field", "reason"),
    [
        ({"order": ["p0"], "by": "hand", "reason": "Cut"}, "decided_ties[0].order", "two_tied"),
        ({"order": ["p0", "p0"], "by": "hand", "reason": "Cut"}, "decided_ties[0].order", "twice"),
        ({"order": ["p0", "x"], "by": "hand", "reason": "Cut"}, "decided_ties[0].order", "unknown"),
        ({"order": ["p0", "p1"], "by": "hand"}, "decided_ties[0].reason", "missing"),
        ({"order": ["p0", "p1"], "by": "lot"}, "decided_ties[0].seed", "missing"),
        ({"order": ["p0", "p1"], "by": "coin"}, "decided_ties[0].by", "choice"),
        ({"order": list(reversed(draw_order(["p0", "p1"], 7))), "by": "lot", "seed": 7}, "decided_ties[0].order", "lot"),
    ],
)
def test_a_decision_that_cannot_be_is_refused_by_name(decision, field, reason):
    record = {**dump_tournament(one_round([(300, 200)])), "format": "scorekeeper-tournament/2", "decided_ties": [decision]}
    with pytest.raises(TournamentError) as refused:
        parse_v2(record)
    assert (refused.value.params["field"], refused.value.params["reason"]) == (field, reason)


def test_every_tie_break_is_explained_in_a_sentence():
    assert MEANINGS.keys() == TIEBREAKS.keys()
    assert all(text.endswith(".") for text in MEANINGS.values())


def test_a_decision_can_leave_out_those_who_never_played_and_the_check_agrees():
    tournament = one_round([(300, 200), (300, 200)])
    absent = Entrant("p9", "P9", absent=(1,))
    tournament = replace(tournament, entrants=(*tournament.entrants, absent))
    order = ("p3", "p2")
    decided = replace(tournament, decided=(TieDecision(order, HAND, reason="Cut"),))
    assert [(row.rank, row.id) for row in director.standings(decided)][2:] == [(3, "p3"), (4, "p2"), (5, "p9")]
    record = add_decisions(dump_tournament(decided), decided.decided)
    assert record_answers.check_record(str, {**record, **record_answers.rank_record(str, record)})["ok"] is True
    with_absent = replace(tournament, decided=(TieDecision(("p9", *order), HAND, reason="Cut"),))
    assert [row.id for row in director.standings(with_absent)][2:] == ["p9", "p3", "p2"]
