"""Random events played to the end with everything a director meets, then checked."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.formats.tournament_record import dump_tournament, parse_tournament
from scorekeeper.pairing.directing import corrections
from scorekeeper.pairing.directing.corrections import consequences
from scorekeeper.pairing.directing.director import next_round, standings
from scorekeeper.pairing.method import METHODS
from scorekeeper.pairing.record.record import Options, Result, Stage
from scorekeeper.pairing.simulate import Simulation, simulate
from scorekeeper.pairing.verify.verify import check
from tests.pairing.events import by_chance, played, seats, tournament
from tests.pairing.soak import KINDS, faults, one_event
from tests.tiers import examples

LEAST = {"rotating_partners": 8, "winners_up": 8, "up_and_down": 8, "stages": 8}


def options_for(method: str, entrants: int, variety: int) -> Options:
    odd = bool(variety % 2)
    rounds = 1 + variety % 9
    if method == "stages":
        cut = (Stage("swiss", Options(rounds=3)), Stage("single_elimination", Options(third_place=odd), cut=4))
        pools = (Stage("round_robin", Options(), pools=max(1, entrants // 4), advance=2), Stage("double_elimination", Options()))
        return Options(stages=cut if odd else pools)
    if METHODS[method].usual_rounds(entrants):
        return Options(
            rounds=rounds,
            six_table=odd,
            individuals=odd,
            losers="down" if variety % 3 else "stay",
            partners="keep" if variety % 5 == 0 else "change",
        )
    return Options(legs=1 + odd, third_place=odd, consolation=variety % 3 == 0, grand_final_reset=variety % 4 > 0)


def event(method: str, entrants: int, seed: int) -> Simulation:
    entrants = max(entrants, LEAST.get(method, 2))
    return simulate(method, entrants, options_for(method, entrants, seed), seed)


def assert_sound(found: Simulation, seed: int = 0) -> None:
    assert found.problems == (), seed
    assert not [what for what in found.happened if what[1] == "unlike"]
    dumped = dump_tournament(found.tournament)
    again = parse_tournament(dumped)
    assert again == found.tournament
    assert standings(again) == standings(found.tournament)


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=examples(12), deadline=None)
@given(entrants=st.integers(3, 26), seed=st.integers(0, 10**6))
def test_the_check_finds_nothing_wrong_with_a_simulated_event(method, entrants, seed):
    assert_sound(event(method, min(entrants, 12) if method == "round_robin" else entrants, seed))


@pytest.mark.soak
@pytest.mark.parametrize("fifty", range(4))
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_wrong_with_thousands_of_events_of_every_kind(kind, fifty):
    for seed in range(50 * fifty, 50 * fifty + 50):
        again = f"python -m tests.pairing.soak {kind} {seed}"
        try:
            wrong = faults(one_event(kind, seed))
        except Exception as error:
            error.add_note(again)
            raise
        assert not wrong, again


def test_the_same_seed_plays_the_same_event():
    assert event("swiss", 20, 4) == event("swiss", 20, 4)


def test_the_check_sees_a_rematch_that_could_be_avoided():
    t = played(tournament("swiss", 8, rounds=3), 1)
    again = replace(t.rounds[0], number=2)
    assert [p.rule for p in check(replace(t, rounds=(*t.rounds, again)))] == ["rematch"]


def test_a_fault_of_one_round_hides_none_of_another():
    t = played(tournament("swiss", 8, rounds=3), 1)
    short = replace(t.rounds[0], tables=t.rounds[0].tables[1:])
    again = replace(t.rounds[0], number=2)
    found = check(replace(t, rounds=(short, again, replace(again, number=3))))
    assert [(p.round, p.rule) for p in found] == [(1, "seat.missing"), (1, "seat.missing"), (2, "rematch"), (3, "rematch")]


def test_the_check_sees_a_first_round_that_is_not_by_seed():
    t = played(tournament("swiss", 4, rounds=1), 1)
    first = t.rounds[0]
    one, two = first.tables
    bad = replace(first, tables=(replace(one, sides=(("e1",), ("e2",))), replace(two, sides=(("e3",), ("e4",)))))
    assert {p.rule for p in check(replace(t, rounds=(bad,)))} == {"first_round"}
    assert check(replace(t, rounds=(replace(bad, by_hand=True),))) == []
    unseeded = tuple(replace(e, seed=None) for e in t.entrants)
    assert check(replace(t, rounds=(bad,), entrants=unseeded)) == []


def test_the_check_sees_a_second_bye():
    t = played(tournament("swiss", 5, rounds=3), 2, by_chance(1))
    first, second = t.rounds
    twice = first.byes[0]
    table = next(x for x in second.tables if twice in x.ids)
    other = next(i for i in table.ids if i != twice)
    tables = tuple(replace(x, sides=((other,), second.byes) if x is table else x.sides) for x in second.tables)
    bad = replace(t, rounds=(first, replace(second, tables=tables, byes=(twice,))))
    assert "bye" in {p.rule for p in check(bad)} or "rematch" in {p.rule for p in check(bad)}


def test_the_check_sees_match_points_further_apart_than_need_be():
    t = played(tournament("swiss", 8, rounds=3), 2)
    a, b, *rest = t.rounds[1].tables
    low = rest[-1]
    crossed = (replace(a, sides=(a.sides[0], low.sides[0])), b, *rest[:-1], replace(low, sides=(a.sides[1], low.sides[1])))
    bad = replace(t, rounds=(t.rounds[0], replace(t.rounds[1], tables=crossed)))
    assert {p.rule for p in check(bad)} & {"score_gap", "rematch"}
    by_hand = replace(bad, rounds=(t.rounds[0], replace(bad.rounds[1], by_hand=True)))
    assert check(by_hand) == []


def test_the_check_sees_who_is_missing_and_who_sits_twice():
    t = played(tournament("swiss", 6, rounds=2), 1)
    first = t.rounds[0]
    doubled = replace(first.tables[0], sides=(("e1",), ("e1",)))
    bad = replace(t, rounds=(replace(first, tables=(doubled, *first.tables[1:])),))
    assert {p.rule for p in check(bad)} == {"seat.twice", "seat.missing"}


def test_the_check_sees_somebody_play_on_who_was_out():
    t = played(tournament("single_elimination", 8), 2)
    table = t.rounds[1].tables[0]
    bad = replace(table, sides=(table.sides[0], ("e8",)))
    later = replace(t.rounds[1], tables=(bad, *t.rounds[1].tables[1:]))
    assert [p.rule for p in check(replace(t, rounds=(t.rounds[0], later)))] == ["knockout.out"]


def test_a_correction_two_rounds_later_moves_standings_and_faults_nobody():
    before = played(tournament("swiss", 12, rounds=5), 3, by_chance(5))
    table = before.rounds[0].tables[0]
    scores = table.result.scores
    assert scores is not None
    after = corrections.with_result(before, 1, table.number, Result((scores[1], scores[0])))
    found = consequences(before, after)
    assert {m.id for m in found.moved} >= {table.sides[0][0]} or {m.id for m in found.moved} >= {table.sides[1][0]}
    assert found.reseated
    assert all(r.played for r in found.reseated)
    assert check(after) == []
    assert after.rounds[0].tables[0].was == ((3, table.result),)
    assert check(played(after, 2, by_chance(6))) == []


def test_unplayed_tables_are_paired_anew_and_played_ones_stay():
    t = played(tournament("swiss", 8, rounds=4), 1)
    t = corrections.with_round(t, next_round(t))
    t = corrections.with_result(t, 2, 1, Result((200, 100)))
    kept = t.rounds[1].tables[0]
    after = corrections.with_result(t, 1, 2, Result((0, 200)))
    assert consequences(t, after).can_repair
    one = corrections.repair_round(after)
    assert one.tables[0] == kept
    assert {i for table in one.tables for i in table.ids} == {f"e{k}" for k in range(1, 9)}


def test_whoever_would_meet_somebody_already_playing_in_the_new_bracket_keeps_a_table():
    stages = (Stage("swiss", Options(rounds=1)), Stage("single_elimination", Options(), cut=4))
    t = played(tournament("stages", 8, stages=stages), 1, lambda table: Result((300 + table.number, 100)))
    t = corrections.with_round(t, next_round(t))
    t = corrections.with_result(t, 2, 2, Result((300, 100)))
    after = corrections.with_result(t, 1, 4, Result((200, 195)))  # the first of the Swiss is now the fourth
    one = corrections.repair_round(after)
    assert one.tables[1] == t.rounds[1].tables[1], "the table that was played"
    assert {i for table in one.tables for i in table.ids} == {f"e{k}" for k in range(1, 5)}
    again = replace(after, rounds=(*after.rounds[:-1], one))
    assert check(played(corrections.with_result(again, 2, 1, Result((100, 300))), 1, by_chance(2))) == []


def test_two_pairs_are_exchanged_by_hand():
    t = played(tournament("swiss", 8, rounds=4), 1)
    draft = next_round(t)
    one, other = draft.tables[0].sides[0][0], draft.tables[1].sides[0][0]
    moved = corrections.swap_in_draft(t, draft, one, other)
    assert (moved.tables[0].sides[0], moved.tables[1].sides[0]) == ((other,), (one,))
    assert moved.tables[0].why[0].code == "by_hand"


def test_a_substitute_keeps_the_score_of_the_chair():
    t = corrections.substitute_player(played(tournament("swiss", 4, rounds=3), 1), "e1", 2, "Somebody else")
    one = corrections.find_entrant(t, "e1")
    assert (one.name_in(1), one.name_in(2)) == ("Pair 1", "Somebody else")
    assert standings(t)[0].id in ("e1", "e2")
    assert seats(next_round(t).as_round())[0][0] == "e1"
