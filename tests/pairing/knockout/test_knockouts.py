from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from scorekeeper.formats.tournament_answers import standings_json
from scorekeeper.formats.tournament_attachments import parse_attachments
from scorekeeper.formats.tournament_options import parse_options
from scorekeeper.pairing.directing import corrections
from scorekeeper.pairing.directing.corrections import consequences
from scorekeeper.pairing.directing.director import bracket, is_finished, next_round, standings
from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.record.bracket import double_elimination, seed_positions, single_elimination
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Entrant, Options, Result, Stage, Table
from scorekeeper.pairing.verify.staged_ranking import staged_lines
from scorekeeper.pairing.verify.stages import recount_standings
from scorekeeper.pairing.verify.verify import check
from tests.pairing.events import by_chance, played, pools_then_knockout, seats, tournament


def test_better_seeds_meet_later():
    assert seed_positions(8) == [1, 8, 4, 5, 2, 7, 3, 6]


@pytest.mark.parametrize("size", [2, 4, 8, 16, 64, 128])
def test_each_seed_meets_the_one_that_makes_the_sum_a_round_later(size):
    line, double = seed_positions(size), 2 * size + 1
    bigger = seed_positions(2 * size)
    assert all(bigger[2 * k] == s and bigger[2 * k + 1] == double - s for k, s in enumerate(line))


def test_top_seeds_have_the_byes_and_rest_in_the_first_round():
    draft = next_round(tournament("single_elimination", 5))
    assert seats(draft.as_round()) == [("e4", "e5")]
    assert set(draft.byes) == {"e1", "e2", "e3"}
    assert draft.why_bye["e1"][0].code == "bye.seed"


@pytest.mark.parametrize("count", [2, 3, 5, 8, 9, 13, 16])
def test_a_single_elimination_takes_one_match_less_than_entrants(count):
    t = played(tournament("single_elimination", count), 20)
    assert sum(len(r.tables) for r in t.rounds) == count - 1
    assert standings(t)[0].id == "e1"


@pytest.mark.parametrize("count", [2, 3, 5, 8, 9, 13, 16, 33])
def test_a_double_elimination_puts_out_everyone_but_one_after_two_defeats(count):
    t = played(tournament("double_elimination", count), 40)
    assert sum(len(r.tables) for r in t.rounds) == 2 * count - 2
    assert check(t) == []


def test_the_bracket_is_reset_when_the_losers_champion_wins_the_first_final():
    def upset(table: Table) -> Result:
        return Result(winner=0 if table.sides[0] == ("e2",) or table.sides[1] != ("e2",) else 1)

    def against_the_seeds(table: Table) -> Result:
        if table.match == "W4.1":
            return Result(winner=0)
        return upset(table)

    t = played(tournament("double_elimination", 9), 40, against_the_seeds)
    names = [table.match for r in t.rounds for table in r.tables]
    assert names[-2:] == ["F1", "F2"]
    assert standings(t)[0].id == "e2"
    without = played(tournament("double_elimination", 9, grand_final_reset=False), 40, against_the_seeds)
    assert [table.match for r in without.rounds for table in r.tables][-1] == "F1"


def test_dropping_to_the_losers_bracket_avoids_rematches_as_long_as_can_be():
    t = played(tournament("double_elimination", 16), 4)
    drops = [next_round(played(tournament("double_elimination", 16), k)).rematches for k in range(1, 5)]
    assert drops == [0, 0, 0, 0]
    assert t.rounds[1].tables[0].match == "W2.1"


def test_consolation_takes_those_who_lose_their_first_match_even_after_a_bye():
    t = played(tournament("single_elimination", 6, consolation=True), 10)
    tables = [table for r in t.rounds for table in r.tables if (table.match or "").startswith("C")]
    assert {i for table in tables for i in table.ids} == {"e5", "e6"}
    for_nobody = single_elimination(4, Options(consolation=True, third_place=True))
    assert not any(slot.part == "consolation" for slot in for_nobody)


def test_a_tied_match_wants_a_winner():
    t = tournament("single_elimination", 2)
    t = corrections.with_result(corrections.with_round(t, next_round(t)), 1, 1, Result((100, 100)))
    with pytest.raises(TournamentError) as caught:
        next_round(t)
    assert caught.value.code == "needs.winner"
    t = corrections.with_result(t, 1, 1, Result((100, 100), 1))
    assert is_finished(t)
    assert standings(t)[0].id == "e2"


def test_whoever_leaves_loses_the_next_match_unplayed():
    t = corrections.withdraw_entrant(played(tournament("single_elimination", 4), 1), "e1", 2)
    assert is_finished(t)
    found = bracket(t)
    assert found is not None
    assert found.champion() == "e2"


def test_nobody_joins_once_the_bracket_is_drawn():
    t = corrections.with_entrant(tournament("single_elimination", 4), Entrant("x", "X", None, 2))
    with pytest.raises(TournamentError, match="late"):
        next_round(t)


def test_a_record_without_match_names_is_understood():
    t = played(tournament("double_elimination", 6), 3)
    bare = replace(t, rounds=tuple(replace(r, tables=tuple(replace(table, match=None) for table in r.tables)) for r in t.rounds))
    assert seats(next_round(bare).as_round()) == seats(next_round(t).as_round())


def test_a_correction_tells_who_played_in_the_wrong_place():
    before = played(tournament("single_elimination", 8), 2)
    after = corrections.with_result(before, 1, 1, Result((0, 200)))
    found = consequences(before, after)
    assert [(w.match, w.seated, w.should_be, w.played) for w in found.wrong] == [
        ("W2.1", ("e1", "e4"), ("e8", "e4"), True),
    ]
    assert not found.can_repair


@pytest.mark.parametrize(("pools", "count"), [(2, 8), (3, 12), (4, 16), (5, 20), (6, 24), (8, 32)])
def test_pool_mates_are_in_opposite_halves_of_the_bracket(pools, count):
    t = played(pools_then_knockout(pools, count), 4)
    while t.rounds[-1].stage == 1:
        t = played(t, 1)
    found = bracket(t)
    assert found is not None
    size = max(len([m for m in found.matches.values() if m.slot.round == 1]), 1)
    half: dict[str, int] = {}
    for name, state in found.matches.items():
        if state.slot.part == "main" and state.slot.round == 1:
            for who in state.sides:
                if who:
                    half[who] = (int(name.split(".")[1]) - 1) * 2 // size
    pool = {i: table.pool for r in t.rounds for table in r.tables if table.pool for i in table.ids}
    for name in {pool[i] for i in half}:
        assert sorted(half[i] for i in half if pool[i] == name) == [0, 1]


def test_swiss_then_a_cut():
    stages = (Stage("swiss", Options(rounds=3)), Stage("single_elimination", Options(), cut=4))
    t = played(tournament("stages", 10, stages=stages), 10)
    assert [r.stage for r in t.rounds] == [1, 1, 1, 2, 2]
    rows = standings(t)
    assert [r.columns["place"] for r in rows[:4]] == [1, 2, 3, 3]
    assert rows[4].rank == 5
    assert {r.field for r in rows[4:]} == {"1"}
    assert check(t) == []


def pooled(pools: int, count: int):
    return played(pools_then_knockout(pools, count), 20, by_chance(3))


@pytest.mark.parametrize(("pools", "count"), [(2, 8), (3, 12), (3, 13), (4, 16)])
def test_after_the_knockout_everyone_has_a_place_in_the_whole_event(pools, count):
    t = pooled(pools, count)
    rows = standings(t)
    assert len(rows) == count
    through, out = rows[: 2 * pools], rows[2 * pools :]
    assert {row.field for row in out} == {"1"}
    assert out[0].rank == len(through) + 1
    # A rank is one more than the number of better entrants; thirds of every pool come before fourths.
    for row in out:
        assert row.rank == 1 + sum(other.rank < row.rank for other in rows)
    places = [row.columns["pool_place"] for row in out]
    assert places == sorted(places)
    assert places[0] == 3
    assert check(t, parse_attachments(standings_json(rows), t)) == []


def test_places_over_all_pools_are_separated_by_what_was_made_a_match():
    t = pooled(3, 13)
    out = [row for row in standings(t) if row.field == "1"]
    for above, below in pairwise(out):
        if above.columns["pool_place"] != below.columns["pool_place"]:
            assert below.separated_by == "pool_place"
        else:
            assert below.separated_by in ("points_a_match", "margin_a_match", None)
    lines = {line.id: (line.rank, line.by, dict(line.values)) for line in staged_lines(t)}
    assert all(lines[row.id] == (row.rank, row.separated_by, dict(row.columns)) for row in out)


def test_pool_tables_have_everyone_of_the_pool():
    t = pooled(2, 8)
    tables = method_of(t).pool_tables(t)
    assert [[row.field for row in rows] for rows in tables] == [["A"] * 4, ["B"] * 4]
    assert {row.id for rows in tables for row in rows} == {e.id for e in t.entrants}
    assert tables[0][0].rank == 1


def test_those_who_lose_a_knockout_in_the_same_round_share_their_place():
    options = parse_options({}, "single_elimination")
    assert options.tiebreaks == ("match_points",)
    t = played(replace(tournament("single_elimination", 8), options=options), 3, by_chance(5))
    assert [row.rank for row in standings(t)] == [1, 2, 3, 3, 5, 5, 5, 5]
    assert [line.rank for line in recount_standings(t)] == [1, 2, 3, 3, 5, 5, 5, 5]
    third = replace(t, options=replace(options, third_place=True), rounds=())
    assert [row.rank for row in standings(played(third, 4, by_chance(5)))] == [1, 2, 3, 4, 5, 5, 5, 5]


def test_a_consolation_still_tells_those_apart_who_lost_in_the_first_round():
    options = parse_options({"consolation": True}, "single_elimination")
    t = played(replace(tournament("single_elimination", 8), options=options), 9, by_chance(5))
    ranks = [row.rank for row in standings(t)]
    assert ranks[:4] == [1, 2, 3, 3]
    assert ranks[4:] != [5, 5, 5, 5]


def test_double_elimination_names_every_match_once():
    names = [slot.name for slot in double_elimination(128, Options())]
    assert len(names) == len(set(names)) == 127 + 126 + 2


def test_an_unfinished_knockout_ranks_the_unbeaten_then_those_with_a_loss_then_those_out():
    whole = tournament("double_elimination", 9)
    for rounds in range(1, 9):
        t = played(whole, rounds)
        found = bracket(t)
        assert found is not None
        losses = Counter(m.loser for m in found.matches.values() if m.loser)
        order = [losses[row.id] for row in standings(t)]
        assert order == sorted(order), rounds
        places = [row.columns["place"] for row in standings(t)]
        assert places == sorted(places)
        assert all(place == 1 + order.count(0) for place, lost in zip(places, order, strict=True) if lost == 1)
    assert [int(row.columns["place"]) for row in standings(t)] == [1, 2, 3, 4, 5, 5, 7, 7, 9]


def test_whoever_withdrew_before_the_draw_comes_last():
    t = corrections.withdraw_entrant(tournament("single_elimination", 5), "e3", 1)
    assert (standings(t)[-1].id, standings(t)[-1].columns["place"]) == ("e3", 5)


@pytest.mark.slow
@pytest.mark.parametrize("second", ["single_elimination", "swiss"])
@pytest.mark.parametrize("pools", [1, 2])
def test_a_correction_of_the_stage_before_leaves_the_draw_as_it_was(pools, second):
    first = Stage("round_robin", Options(), pools=pools, advance=4 // pools)
    t = tournament("stages", 8, stages=(first, Stage(second, Options(rounds=2))))
    while not any(r.stage == 2 for r in t.rounds):
        t = played(t, 1)
    drawn = {i for table in t.rounds[-1].tables for i in table.ids}
    for one in t.rounds[:-1]:
        for table in one.tables:
            scores = table.result.scores
            assert scores is not None
            after = corrections.with_result(t, one.number, table.number, Result(scores[::-1]))
            assert {row.id for row in standings(after)[:4]} == drawn
            assert all(r.played for r in consequences(t, after).reseated)
            after = played(after, 3)
            assert {i for r in after.rounds if r.stage == 2 for table in r.tables for i in table.ids} == drawn
            assert check(after) == []


def test_who_leaves_once_the_stage_is_drawn_is_still_in_its_draw():
    t = pools_then_knockout(2, 8)
    while not any(r.stage == 2 for r in t.rounds):
        t = played(t, 1)
    before = bracket(t)
    gone = t.rounds[-1].tables[0].ids[0]
    after = bracket(corrections.withdraw_entrant(t, gone, t.rounds[-1].number))
    assert before is not None
    assert after is not None
    assert after.seeds == before.seeds


def test_both_winners_of_a_mitchell_qualify():
    stages = (Stage("mitchell", Options()), Stage("single_elimination", Options(), cut=4))
    t = tournament("stages", 12, stages=stages)
    while not any(r.stage == 2 for r in t.rounds):
        t = played(t, 1, by_chance(len(t.rounds)))
    fields = {row.id: (row.field, row.rank) for row in standings(replace(t, method="mitchell", rounds=t.rounds[:-1]))}
    assert {fields[i] for table in t.rounds[-1].tables for i in table.ids} == {("NS", 1), ("EW", 1), ("NS", 2), ("EW", 2)}
    ranks = [row.rank for row in standings(replace(t, rounds=t.rounds[:-1]))]
    assert ranks == sorted(ranks)
    assert check(t) == []


def test_whoever_waits_in_vain_for_a_pair_that_left_has_the_bye_of_the_next_round_published():
    """e5 and e6, who lost in round 1, should meet in round 3, but e5 leaves after round 2 is published."""
    t = played(tournament("single_elimination", 6, consolation=True), 2)
    t = corrections.withdraw_entrant(t, "e5", 2)
    assert next_round(t).byes == ("e6",)
    assert check(played(t, 9)) == []


@pytest.mark.parametrize("method", ["single_elimination", "double_elimination"])
@pytest.mark.parametrize("who", ["e1", "e4", "e5", "e7"])
def test_who_leaves_in_a_round_that_is_on_the_wall_was_there_when_it_was_drawn(method, who):
    t = corrections.withdraw_entrant(played(tournament(method, 7, consolation=True), 1), who, 1)
    assert check(played(t, 20)) == []


@pytest.mark.parametrize("count", [0, 1])
def test_a_knock_out_that_nobody_has_entered_yet_has_standings_all_the_same(count):
    assert [row.rank for row in standings(tournament("double_elimination", count))] == [1] * count
