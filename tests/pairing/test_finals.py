"""Finals A, B … in one event: the last stage played as several finals side by side."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scorekeeper.formats.tournament_options import dump_options, parse_options
from scorekeeper.formats.tournament_record import dump_tournament, parse_tournament
from scorekeeper.pairing.directing import corrections, repairs
from scorekeeper.pairing.directing.director import brackets, next_round, standings, standings_by_final
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Options, Result, Stage, Tournament
from scorekeeper.pairing.simulate import simulate
from scorekeeper.pairing.stages import final_entrants
from scorekeeper.pairing.verify.stages import recount_standings
from scorekeeper.pairing.verify.verify import check
from scorekeeper.tournaments.commands.setup.validation import proposal_text, propose
from tests.pairing.events import by_chance, entrants, played, tournament
from tests.pairing.soak import KINDS, faults, one_event
from tests.tiers import examples

PARTNERS = "rotating_partners"


def finals(*stages: Stage) -> Stage:
    return replace(stages[0], lower_finals=stages[1:])


def players_in_finals(count: int, rounds: int = 3, a: int = 8) -> Tournament:
    last = finals(Stage(PARTNERS, Options(rounds=3), cut=a), Stage(PARTNERS, Options(rounds=2)))
    return tournament("stages", count, stages=(Stage(PARTNERS, Options(rounds=rounds)), last))


def pairs_in_finals(count: int, a: int = 4, b: int | None = None) -> Tournament:
    last = finals(Stage("single_elimination", Options(), cut=a), Stage("swiss", Options(rounds=2), cut=b))
    return tournament("stages", count, stages=(Stage("swiss", Options(rounds=3)), last))


def members(t: Tournament) -> list[set[str]]:
    return [{*ids} for ids in final_entrants(t, 2, [r for r in t.rounds if r.stage == 2])]


def refused(t: Tournament) -> tuple[str, dict[str, object]]:
    with pytest.raises(TournamentError) as caught:
        next_round(t)
    return caught.value.code, dict(caught.value.params)


def test_the_best_eight_players_go_to_final_a_and_the_others_to_b():
    t = played(players_in_finals(20), 3, by_chance(3))
    best = [row.id for row in standings(t)][:8]
    draft = next_round(t)
    assert {i for table in draft.tables if table.pool == "A" for side in table.sides for i in side} == {*best}
    assert [(table.number, table.pool) for table in draft.tables] == [(1, "A"), (2, "A"), (3, "B"), (4, "B"), (5, "B")]


def test_final_b_keeps_its_tables_while_a_plays_fewer():
    t = played(pairs_in_finals(12), 5, by_chance(3))
    assert [[(table.number, table.pool) for table in r.tables] for r in t.rounds[3:]] == [
        [(1, "A"), (2, "A"), (3, "B"), (4, "B"), (5, "B"), (6, "B")],
        [(1, "A"), (3, "B"), (4, "B"), (5, "B"), (6, "B")],
    ]
    assert check(t) == []


def test_a_final_that_is_over_does_not_hold_up_the_other():
    t = played(players_in_finals(20), 9, by_chance(3))
    assert [{table.pool for table in r.tables} for r in t.rounds[3:]] == [{"A", "B"}, {"A", "B"}, {"A"}]
    assert check(t) == []


def test_everyone_of_final_a_ranks_before_everyone_of_b_and_those_in_none_come_last():
    t = played(pairs_in_finals(14, b=6), 9, by_chance(3))
    rows = standings(t)
    assert [row.field for row in rows] == ["final_A"] * 4 + ["final_B"] * 6 + ["1"] * 4
    assert [rows[0].rank, rows[4].rank, rows[10].rank] == [1, 5, 11]


def test_each_final_has_its_own_standings_from_rank_one():
    t = played(pairs_in_finals(14, b=6), 9, by_chance(3))
    assert [(name, rows[0].rank, len(rows)) for name, rows in standings_by_final(t)] == [("A", 1, 4), ("B", 1, 6), ("", 1, 4)]


def test_a_tie_at_the_cut_is_said_with_the_draft():
    t = played(pairs_in_finals(8), 3, lambda _: Result((100, 100)))
    upper, lower = (row.id for row in standings(t)[3:5])
    (tied,) = (note for note in next_round(t).notes if note.code == "finals.tied")
    assert (tied.params["upper"], tied.params["lower"], tied.params["final"]) == (upper, lower, "A")


def test_before_the_finals_there_is_one_group():
    t = played(pairs_in_finals(14), 2, by_chance(3))
    assert standings_by_final(t) == [("", standings(t))]


def test_each_knock_out_final_has_its_own_bracket():
    single = Stage("single_elimination", Options())
    last = finals(replace(single, cut=4), replace(single, cut=4), single)
    t = played(tournament("stages", 14, stages=(Stage("swiss", Options(rounds=3)), last)), 9, by_chance(3))
    assert [(one.final, one.rounds, one.tables, len(one.bracket.seeds)) for one in brackets(t)] == [
        ("A", 3, (1, 2), 4),
        ("B", 3, (3, 4), 4),
        ("C", 3, (5, 6, 7), 6),
    ]
    assert check(t) == []


def test_pool_mates_are_in_opposite_halves_of_each_final():
    single = Stage("single_elimination", Options())
    pools = Stage("round_robin", Options(), pools=4)
    t = played(tournament("stages", 16, stages=(pools, finals(replace(single, cut=8), single))), 4, by_chance(4))
    assert [len(ids) for ids in members(t)] == [8, 8]
    assert check(t) == []


def test_a_final_that_takes_more_than_can_play_is_refused_by_name():
    t = played(pairs_in_finals(6, a=8), 3)
    assert refused(t) == ("finals", {"reason": "short", "final": "A", "read": 8, "right": 6})


def test_a_final_with_too_few_is_refused_by_name():
    assert refused(played(pairs_in_finals(9, a=8), 3)) == ("finals", {"reason": "few", "final": "B", "read": 1, "right": 2})
    assert refused(played(players_in_finals(10), 3)) == ("finals", {"reason": "few", "final": "B", "read": 2, "right": 4})


def test_a_player_who_leaves_before_the_finals_makes_room_in_a():
    t = played(players_in_finals(20), 3, by_chance(3))
    best = [row.id for row in standings(t)]
    t = corrections.withdraw_entrant(t, best[2], 4)
    assert members(played(t, 1)) == [{*best[:2], *best[3:9]}, {*best[9:]}]


def test_a_player_who_leaves_during_a_final_stays_in_its_standings():
    t = played(players_in_finals(20), 4, by_chance(3))
    a, b = members(t)
    who = min(a)
    t = played(corrections.withdraw_entrant(t, who, 5), 9, by_chance(5))
    assert members(t) == [a, b]
    assert who in {row.id for row in dict(standings_by_final(t))["A"]}
    assert check(t) == []


def test_a_player_can_come_late_until_the_finals_begin():
    t = played(players_in_finals(19), 1, by_chance(3))
    late = replace(t.entrants[0], id="late", name="Late", seed=None, joined=2)
    t = played(corrections.with_entrant(t, late), 9, by_chance(3))
    assert {"late"} <= {i for ids in members(t) for i in ids}
    assert check(t) == []


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        (lambda s: s[1]["lower_finals"].insert(0, {"method": PARTNERS}), "options.stages[1].lower_finals[0].cut", "finals_cut"),
        (lambda s: s[1].pop("cut"), "options.stages[1].cut", "finals_cut"),
        (lambda s: s[1].update(cut=3), "options.stages[1].cut", "finals_least"),
        (lambda s: s[1].update(method="single_elimination"), "options.stages[1].method", "finals_players"),
        (lambda s: s[0].update(method="round_robin"), "options.stages[1].method", "finals_pairs"),
        (lambda s: s[0].update(advance=8), "options.stages[0].advance", "finals_advance"),
        (lambda s: s[0].update(lower_finals=[{"method": PARTNERS}]), "options.stages[0].lower_finals", "first_finals"),
        (lambda s: s.append({"method": PARTNERS}), "options.stages[1].lower_finals", "finals_last"),
        (lambda s: s[1]["lower_finals"][0].update(pools=2), "options.stages[1].lower_finals[0].pools", "key"),
    ],
)
def test_finals_that_do_not_fit_are_refused_by_name(change, field, reason):
    stages = [{"method": PARTNERS}, {"method": PARTNERS, "cut": 8, "lower_finals": [{"method": PARTNERS}]}]
    change(stages)
    with pytest.raises(TournamentError) as caught:
        parse_options({"stages": stages}, "stages")
    assert (caught.value.params["field"], caught.value.params["reason"]) == (field, reason)


def test_the_options_come_back_from_a_record():
    options = pairs_in_finals(12).options
    assert parse_options(dump_options(options, "stages"), "stages") == options


def test_single_players_are_ranked_by_wins_and_points_unless_the_record_says_otherwise():
    options = parse_options({"stages": [{"method": PARTNERS}]}, "stages")
    assert options.stages[0].options.tiebreaks == ("match_points", "points_for", "margin", "boxes")


def test_the_check_sees_somebody_in_the_wrong_final():
    t = played(pairs_in_finals(12), 4, by_chance(3))
    *before, last = t.rounds
    a, b = last.tables[0], last.tables[-1]
    crossed = (replace(a, sides=(a.sides[0], b.sides[0])), *last.tables[1:-1], replace(b, sides=(a.sides[1], b.sides[1])))
    found = check(replace(t, rounds=(*before, replace(last, tables=crossed))))
    assert {"stage.out", "stage.missing"} & {p.rule for p in found}


def test_the_check_sees_somebody_change_finals_later():
    t = played(pairs_in_finals(12), 5, by_chance(3))
    *before, last = t.rounds
    moved = replace(last, tables=tuple(replace(table, pool="A") for table in last.tables), by_hand=True)
    assert {p.rule for p in check(replace(t, rounds=(*before, moved)))} >= {"stage.final"}


def test_the_check_sees_a_final_that_was_forgotten():
    t = played(pairs_in_finals(12), 5, by_chance(3))
    *before, last = t.rounds
    only = replace(last, tables=tuple(table for table in last.tables if table.pool == "A"), byes=())
    assert {p.rule for p in check(replace(t, rounds=(*before, only)))} == {"seat.missing"}


def test_a_corrected_bracket_is_put_right_in_its_final_alone():
    single = Stage("single_elimination", Options())
    last = finals(replace(single, cut=4), single)
    t = played(tournament("stages", 12, stages=(Stage("swiss", Options(rounds=3)), last)), 4)
    t = corrections.with_round(t, next_round(t))
    one = next(table for table in t.rounds[3].tables if table.pool == "B")
    before = {table.number: table.sides for table in t.rounds[4].tables if table.pool == "A"}
    t = corrections.with_result(t, 4, one.number, Result((100, 200) if (one.result.scores or (0,))[0] == 200 else (200, 100)))
    assert [m.slot.name for m in repairs.misplayed_matches(t).values()]
    again = repairs.pair_again(t)
    assert repairs.misplayed_matches(again) == {}
    assert {table.number: table.sides for table in again.rounds[4].tables if table.pool == "A"} == before
    assert check(again) == []


@pytest.mark.slow
@settings(max_examples=examples(12), deadline=None, phases=(Phase.generate,))
@given(
    seed=st.sampled_from([k for k in range(100) if k % 25 not in (12, 24)]),
    kind=st.sampled_from([kind for kind in KINDS if "finals" in kind]),
)
def test_nobody_is_in_two_finals_or_none_and_ranks_are_a_permutation_with_ties(seed, kind):
    found = one_event(kind, seed)
    assert faults(found) == []
    t = found.tournament
    rows = standings(t)
    assert Counter(row.id for row in rows) == Counter(e.id for e in t.entrants)
    counts = Counter(row.rank for row in rows)
    assert all(rank == 1 + sum(n for other, n in counts.items() if other < rank) for rank in counts)
    assert {(line.id, line.rank, line.field) for line in recount_standings(t)} == {(r.id, r.rank, r.field) for r in rows}
    if any(r.stage == 2 for r in t.rounds):
        began = next(r for r in t.rounds if r.stage == 2)
        each = members(t)
        seated = [i for table in began.tables for i in table.ids] + [*began.byes]
        assert Counter(i for ids in each for i in ids) == Counter(seated)


@pytest.mark.slow
@settings(max_examples=examples(20), deadline=None)
@given(seed=st.integers(0, 10**6), data=st.data())
def test_a_correction_never_moves_anybody_between_finals_that_have_begun(seed, data):
    make = data.draw(st.sampled_from([players_in_finals, pairs_in_finals]))
    t = played(make(data.draw(st.integers(12, 21))), data.draw(st.integers(4, 5)), by_chance(seed))
    if len(t.rounds) == 4 and data.draw(st.booleans()):
        t = corrections.with_round(t, next_round(t))
    each = members(t)
    for _ in range(data.draw(st.integers(1, 4))):
        one = data.draw(st.sampled_from(t.rounds[:3]))
        table = data.draw(st.sampled_from(one.tables))
        after = corrections.with_result(t, one.number, table.number, by_chance(data.draw(st.integers(0, 99)))(table))
        corrections.consequences(t, after)
        t = after
        assert members(t) == each
    if data.draw(st.booleans()):
        t = repairs.pair_again(t, {table.number for table in t.rounds[-1].tables[::3]})
    assert members(t) == each
    assert check(t) == []
    record = dump_tournament(t)
    assert dump_tournament(parse_tournament(record)) == record


@pytest.mark.parametrize("players", [8, 11, 20, 41])
def test_single_players_are_offered_finals_that_add_up(players):
    (offer,) = (one for one in propose(players, 240, individuals=True) if one.method == "stages")
    options = parse_options(offer.options, "stages")
    t = Tournament("stages", entrants(players), options=options)
    assert sum(len(ids) for ids in members(played(t, offer.rounds, by_chance(2)))) == players
    assert len(played(t, 20, by_chance(2)).rounds) == offer.rounds
    assert "Finals A and B" in proposal_text(str, offer)


def test_an_event_with_finals_is_simulated_to_its_end():
    found = simulate("stages", 21, players_in_finals(21).options, 5)
    assert found.problems == ()
    assert [name for name, _ in standings_by_final(found.tournament)][:2] == ["A", "B"]
