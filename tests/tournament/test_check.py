"""The check sees what is wrong, calls it by its rule, and agrees with the pairing and the standings on what is right."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from scorekeeper.codec.tournament_given import parse_given
from scorekeeper.tournament import corrections, swiss
from scorekeeper.tournament.apart import KeptApart
from scorekeeper.tournament.check import check
from scorekeeper.tournament.check_given import Given, GivenRow
from scorekeeper.tournament.check_ranking import recounted_ranking as recounted
from scorekeeper.tournament.check_stages import staged_lines
from scorekeeper.tournament.director import next_round, standings
from scorekeeper.tournament.errors import TournamentError
from scorekeeper.tournament.field import Cost
from scorekeeper.tournament.method import METHODS
from scorekeeper.tournament.record import Entrant, MatchLength, Options, Points, Result, Stage, Table, Tournament
from scorekeeper.tournament.results import ledger, match_points, meetings
from scorekeeper.tournament.rotation import full_length
from scorekeeper.tournament.simulate import simulate
from scorekeeper.tournament.standings import ranking
from scorekeeper.tournament.tiebreaks import TIEBREAKS
from tests.tournament import damage
from tests.tournament.events import by_chance, played, pools_then_knockout, tournament
from tests.tournament.test_whole_events import event

SEATING = {
    damage.one_sits_twice: {"seat.twice"},
    damage.somebody_plays_after_leaving: {"seat.absent"},
    damage.somebody_plays_before_joining: {"seat.absent"},
    damage.the_winner_has_fewer_points: {"winner.scores"},
}
IN_ROUNDS = SEATING | {damage.a_table_is_dropped: {"seat.missing"}, damage.a_bye_is_dropped: {"seat.missing"}}
BRACKET = SEATING | {
    damage.two_change_tables: {"knockout.seeds", "knockout.slot", "knockout.out"},
    damage.matches_are_renamed: {"knockout.seeds", "knockout.slot", "knockout.out"},
    damage.a_table_is_dropped: {"knockout.missing"},
    damage.a_table_has_byes_instead: {"knockout.missing"},
    damage.a_bye_is_dropped: {"knockout.no_bye"},
    damage.a_result_before_is_missing: {"results"},
    damage.a_match_is_tied: {"winner"},
    damage.the_loser_goes_on: {"knockout.out", "knockout.slot", "knockout.bye"},
}
SPOILT = {
    "swiss": IN_ROUNDS
    | {
        damage.two_change_tables: {"first_round", "rematch", "score_gap", "fold"},
        damage.a_table_has_byes_instead: {"bye.count"},
        damage.somebody_has_a_second_bye: {"bye", "rematch"},
        damage.a_result_before_is_missing: {"results"},
        damage.a_round_too_many: {"rounds"},
    },
    "round_robin": IN_ROUNDS
    | {damage.two_change_tables: {"rematch", "berger"}, damage.a_table_has_byes_instead: {"bye.count"}}
    | {damage.somebody_has_a_second_bye: {"sit_out", "rematch", "berger"}},
    "single_elimination": BRACKET,
    "double_elimination": BRACKET | {damage.somebody_has_a_second_bye: {"knockout.bye"}},
    "rotating_partners": IN_ROUNDS | {damage.a_table_has_byes_instead: {"bye.count"}},
    "winners_up": IN_ROUNDS
    | {
        damage.a_table_has_byes_instead: {"bye.count"},
        damage.somebody_has_a_second_bye: {"sit_out"},
        damage.a_result_before_is_missing: {"results"},
    },
    "up_and_down": IN_ROUNDS | {damage.a_table_has_byes_instead: {"bye.count"}, damage.a_result_before_is_missing: {"results"}},
    "mitchell": IN_ROUNDS
    | {
        damage.two_change_tables: {"field", "rematch", "mitchell"},
        damage.sides_are_exchanged: {"field"},
        damage.a_table_has_byes_instead: {"bye.count"},
    },
}


def sound(method: str, seed: int) -> Tournament:
    """A record that ends anywhere, in which everything happened as it should."""
    options = Options(rounds=None if method in ("single_elimination", "double_elimination", "round_robin", "mitchell") else 5)
    entrants = 7 + seed % 10
    if method == "rotating_partners":  # whist tournaments are known, others must be searched for
        entrants, options = 8 + seed % 2, Options(rounds=7 + 2 * (seed % 2))
    t = simulate(method, entrants, options, seed, quiet=True).tournament
    t = replace(t, rounds=t.rounds[: 1 + seed % len(t.rounds)])
    assert check(t) == []
    return t


@pytest.mark.parametrize("method", SPOILT)
def test_whatever_is_spoilt_is_seen_and_called_by_its_rule(method):
    spoilt = dict.fromkeys(SPOILT[method], 0)
    for seed in range(24):
        t = sound(method, seed)
        for harm, rules in SPOILT[method].items():
            bad = harm(t, Random(seed))
            if bad is not None:
                spoilt[harm] += 1
                assert {p.rule for p in check(bad)} & rules, (harm.__name__, seed)
    assert all(spoilt.values()), [harm.__name__ for harm, times in spoilt.items() if not times]


def steady_evening(**options: object) -> Tournament:
    return simulate("winners_up", 16, Options(rounds=5, **options), 3, quiet=True).tournament  # type: ignore[arg-type]


@pytest.mark.parametrize("losers", ["stay", "down"])
@pytest.mark.parametrize("individuals", [False, True])
def test_who_moves_to_a_wrong_table_is_seen(individuals, losers):
    t = steady_evening(individuals=individuals, losers=losers)
    turned = [damage.the_loser_goes_on(replace(t, rounds=t.rounds[:rounds]), Random(1)) for rounds in range(2, 6)]
    turned = [bad for bad in turned if bad is not None]
    assert turned
    for rounds in range(1, 6):
        cut = replace(t, rounds=t.rounds[:rounds])
        wrong = {"winners_up.start"} if rounds == 1 else {"winners_up"}
        for harm in (damage.two_change_tables, damage.tables_are_renumbered):
            assert {p.rule for p in check(harm(cut, Random(rounds)))} & wrong
    assert all("winners_up" in {p.rule for p in check(bad)} for bad in turned)


def test_partners_who_part_or_stay_against_the_plan_are_seen():
    mixed = damage.partners_are_mixed(steady_evening(individuals=True, partners="keep"), Random(1))
    assert {p.rule for p in check(mixed)} == {"partner.keep"}
    t = steady_evening(individuals=True)
    before = {frozenset(side) for x in t.rounds[-2].tables for side in x.sides}
    a, b, c, d = t.rounds[-1].tables[0].ids
    ways = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
    same = next(way for way in ways if {frozenset(side) for side in way} & before)
    again = replace(t.rounds[-1].tables[0], sides=same)
    assert [p.rule for p in check(damage.with_last(t, tables=(again, *t.rounds[-1].tables[1:])))] == ["partner"]


@pytest.mark.parametrize("players", [8, 9, 12, 13])
def test_a_whist_tournament_that_is_none_is_seen_at_its_end(players):
    t = played(tournament("rotating_partners", players, rounds=full_length(players)), 50)
    assert check(t) == []
    a, b, *rest = t.rounds[0].tables
    (p, q), (r, s) = a.sides
    (v, w), (x, y) = b.sides
    crossed = (replace(a, sides=((p, q), (v, w))), replace(b, sides=((r, s), (x, y))), *rest)
    bad = replace(t, rounds=(replace(t.rounds[0], tables=crossed), *t.rounds[1:]))
    assert [(f.round, f.rule) for f in check(bad)] == [(len(t.rounds), "whist")]


def test_a_third_pair_sits_where_it_has_met_nobody_and_only_where_six_may_play():
    t = played(tournament("swiss", 9, rounds=4, six_table=True), 3, by_chance(4))
    assert check(t) == []
    last = t.rounds[-1]
    three = next(x for x in last.tables if len(x.sides) == 3)
    plain = tuple(replace(x, sides=x.sides[:2], result=Result((200, 100))) for x in last.tables)
    assert [p.rule for p in check(damage.with_last(t, tables=plain, byes=three.sides[2]))] == ["six_table"]
    off = replace(t, options=replace(t.options, six_table=False))
    assert "six_table.off" in {p.rule for p in check(off)}
    guest = three.sides[2]
    met = next(
        x
        for x in last.tables
        if x is not three and {*x.ids} & {i for r in t.rounds[:-1] for y in r.tables if guest[0] in y.ids for i in y.ids}
    )
    moved = tuple(
        replace(x, sides=(*x.sides[:2], guest) if x.number == met.number else x.sides[:2], result=Result(winner=0))
        for x in last.tables
    )
    assert [p.rule for p in check(damage.with_last(t, tables=moved))] == ["six_table.guest"]


@pytest.mark.parametrize("first", ["pools", "swiss"])
def test_who_did_not_qualify_or_is_in_a_wrong_pool_is_seen(first):
    cut = (Stage("swiss", Options(rounds=3)), Stage("single_elimination", Options(), cut=4))
    t = pools_then_knockout(4, 17) if first == "pools" else tournament("stages", 17, stages=cut)
    while not any(r.stage == 2 for r in t.rounds):
        t = played(t, 1, by_chance(len(t.rounds)))
    assert check(t) == []
    assert {"stage.out", "stage.missing"} <= {p.rule for p in check(damage.somebody_plays_who_did_not_qualify(t, Random(1)))}
    assert "stage.missing" in {p.rule for p in check(damage.a_table_is_dropped(t, Random(1)))}
    missing = damage.a_result_before_is_missing(t, Random(1))
    assert "results" in {p.rule for p in check(missing)}
    if first == "pools":
        early = replace(t, rounds=t.rounds[:2])
        assert {p.rule for p in check(damage.a_pool_is_mislabelled(early, Random(1)))} == {"stage.pool"}
        first_table, *others = t.rounds[-1].tables
        mates = [x for x in others if {*x.ids}]
        a, b = first_table.sides[1][0], mates[0].sides[0][0]
        assert {p.rule for p in check(damage.turned(t, {a: b, b: a}))} & {"stage.tier", "stage.halves"}
    third = replace(t.rounds[-1], stage=3)
    assert [p.rule for p in check(replace(t, rounds=(*t.rounds[:-1], third)))] == ["stage.order"]


def test_games_that_cannot_be_are_seen():
    t = played(
        tournament("single_elimination", 2, match=MatchLength(best_of=3)), 1, lambda _: Result(games=((200, 100), (200, 90)))
    )
    assert check(t) == []
    (table,) = t.rounds[0].tables

    def rules(result: Result) -> list[str]:
        return [p.rule for p in check(damage.with_last(t, tables=(replace(table, result=result),)))]

    assert rules(Result(games=((200, 100), (200, 90), (90, 200)))) == ["table.games"]
    assert rules(Result(games=((200, 100), (90, 200)))) == ["winner"]
    assert rules(Result((200, 100), games=((200, 100), (200, 90)))) == ["table.sum"]
    assert rules(Result((100, 50), winner=1)) == ["winner.scores"]
    race = damage.with_last(
        replace(t, options=Options(match=MatchLength("race", None))), tables=(replace(table, result=Result((100, 50), 1)),)
    )
    assert check(race) == []


def paired_by_now(t: Tournament) -> tuple[Tournament, Cost, Cost]:
    """The record before its last round, and what that round costs beside the best one."""
    last = t.rounds[-1]
    here = {*last.byes, *(i for x in last.tables for i in x.ids)}
    there = tuple(replace(e, left=None) if e.id in here else e for e in t.entrants if e.joined <= last.number)
    before = replace(t.before(last.number), entrants=there)
    points = match_points(ledger(before))
    excused = {e.id for e in t.entrants if last.number in e.byes}
    best = next_round(before).as_round()
    costs = []
    for one in (last, best):
        pairs = [(x.sides[0][0], x.sides[1][0]) for x in one.tables]
        pairs += [(x.sides[2][0], "") for x in one.tables if len(x.sides) == 3] + [(i, "") for i in one.byes if i not in excused]
        seated = {i for pair in pairs for i in pair}
        order = sorted((i for i in ranking(before) if i in seated), key=lambda i: -points[i])
        place = {i: k for k, i in enumerate([*order, ""])}
        field = swiss._field(before, order, points, meetings(before), KeptApart((), 1))
        costs.append(Cost.of(field, [(min(place[a], place[b]), max(place[a], place[b])) for a, b in pairs]))
    return before, costs[0], costs[1]


@pytest.mark.parametrize("seed", range(20))
def test_a_changed_swiss_round_is_faulted_for_what_it_costs_more_than_the_best(seed):
    whole = event("swiss", 5 + seed, seed).tournament
    compared = 0
    for number in range(2, len(whole.rounds) + 1):
        t = replace(whole, rounds=whole.rounds[:number])
        for harm in (damage.two_change_tables, damage.the_loser_goes_on):
            bad = harm(t, Random(seed))
            if bad is None or len(t.rounds[-1].tables) < 2:
                continue
            _, made, best = paired_by_now(bad)
            names = {"rematches": "rematch", "second_byes": "bye", "gaps": "score_gap", "fold": "fold"}
            right = [rule for name, rule in names.items() if getattr(made, name) != getattr(best, name)][:1]
            assert [p.rule for p in check(bad) if not p.rule.startswith("six_table")] == right
            compared += 1
    assert compared or len(whole.rounds) < 2


def test_the_fold_is_not_judged_where_it_hangs_on_seeds_that_are_missing():
    t = played(tournament("swiss", 8, rounds=3), 1, lambda _: Result((100, 100)))
    t = played(t, 1, lambda _: Result((200, 100)))
    crossed = [damage.two_change_tables(t, Random(seed)) for seed in range(20)]
    crossed = [bad for bad in crossed if [p.rule for p in check(bad)] == ["fold"]]
    assert crossed
    for bad in crossed:
        assert check(replace(bad, entrants=tuple(replace(e, seed=None) for e in t.entrants))) == []


@pytest.mark.parametrize("method", METHODS)
def test_the_recount_and_the_standings_agree_on_every_column(method):
    for seed in range(2 if method == "rotating_partners" else 8):
        draw = Random(seed)
        t = event(method, 4 + seed * 2, seed).tournament
        rounds = list(t.rounds[: draw.randrange(len(t.rounds) + 1)])
        if rounds and seed % 2:
            open_ones = (replace(x, result=Result(), was=()) if draw.random() < 0.4 else x for x in rounds[-1].tables)
            rounds[-1] = replace(rounds[-1], tables=tuple(open_ones))
        points = draw.choice([Points(), Points(win=Fraction(3), tie=Fraction(1), bye=Fraction(2))])

        def settled(options: Options, points: Points = points, draw: Random = draw) -> Options:
            breaks = tuple(draw.sample(list(TIEBREAKS), 6))
            return replace(options, tiebreaks=breaks, margin_cap=draw.choice([None, 60]), points=points)

        stages = tuple(replace(stage, options=settled(stage.options)) for stage in t.options.stages)
        t = replace(t, rounds=tuple(rounds), options=replace(settled(t.options), stages=stages))
        lines = staged_lines(t) if method == "stages" else recounted(t)
        rows = standings(t)
        assert [(r.rank, r.id, r.separated_by, r.field) for r in rows] == [(x.rank, x.id, x.by, x.field) for x in lines], seed
        assert [dict(r.columns) for r in rows] == [dict(x.values) for x in lines], seed


def test_given_standings_and_brackets_are_worked_out_again():
    t = played(tournament("swiss", 6, rounds=3), 2, by_chance(2))
    rows = [GivenRow(r.id, r.rank, dict(r.columns), r.separated_by, told=True) for r in standings(t)]
    assert check(t, Given(rows)) == []
    first, *others = rows
    wrong = {"margin": Fraction(0), "match_points": first.columns["match_points"]}
    found = check(t, Given([replace(first, rank=2, columns=wrong), *others[1:]]))
    assert {(p.rule, p.params["who"], p.params["field"]) for p in found} == {
        ("standings", first.id, "rank"),
        ("standings", first.id, "margin"),
        ("standings", others[0].id, "rank"),
    }


@pytest.mark.parametrize("method", [name for name, method in METHODS.items() if method.knockout])
def test_the_recount_knows_a_final_to_which_nobody_came(method):
    t = played(tournament(method, 4), 9, lambda _: Result(forfeit=(0, 1)))
    rows = standings(t)
    assert [(x.rank, x.id, dict(x.values)) for x in recounted(t)] == [(r.rank, r.id, dict(r.columns)) for r in rows]
    assert check(t, Given([GivenRow(r.id, r.rank, dict(r.columns)) for r in rows])) == []


def test_a_late_entry_is_not_held_against_the_rounds_before():
    t = played(tournament("swiss", 7, rounds=5), 3, by_chance(8))
    t = corrections.with_entrant(t, Entrant("late", "Late", None, 4))
    assert check(played(t, 2, by_chance(9))) == []


def test_what_comes_with_a_record_is_read_with_its_place():
    t = tournament("single_elimination", 2)
    for obj, field in (
        ({"standings": [{"id": "x"}]}, "standings[0].id"),
        ({"standings": [{"id": "e1", "margin": "1"}]}, "standings[0].margin"),
        ({"rounds": [{"bracket": [{"match": "W1.1", "sides": [["e1"], ["x"]]}]}]}, "rounds[0].bracket[0].sides[1]"),
    ):
        with pytest.raises(TournamentError) as caught:
            parse_given(obj, t)
        assert caught.value.params["field"] == field


def test_a_table_without_a_match_that_the_bracket_does_not_call_for_is_seen():
    t = played(tournament("single_elimination", 8), 1)
    wrong = Table(1, (("e1",), ("e3",)))
    right = [Table(k, ((a,), (b,))) for k, (a, b) in enumerate([("e1", "e4"), ("e2", "e3")], 1)]
    bare = replace(t, rounds=(*t.rounds, replace(t.rounds[0], number=2, tables=tuple(right))))
    assert check(bare) == []
    bad = damage.with_last(bare, tables=(wrong, replace(right[1], sides=(("e2",), ("e4",)))))
    assert {p.rule for p in check(bad)} == {"knockout.pair", "knockout.missing"}


LEAVING = [name for name, method in METHODS.items() if not method.staged]


@pytest.mark.parametrize("method", LEAVING)
def test_left_is_the_first_round_no_longer_played_and_a_published_table_stands(method):
    rounds = 4 if METHODS[method].usual_rounds(12) else None
    t = played(tournament(method, 12, rounds=rounds), 2, by_chance(6))
    who = t.rounds[1].tables[0].ids[0]
    after_two, before_two = (corrections.withdrawn(t, who, since) for since in (3, 2))
    assert check(after_two) == check(before_two) == []
    assert {r.id for r in standings(after_two)} == {r.id for r in standings(before_two)} == {e.id for e in t.entrants}
    points = {r.id: r.columns["match_points"] for r in standings(t)}
    for gone in (after_two, before_two):
        assert {r.id: r.columns["match_points"] for r in standings(gone)} == points
        on = played(gone, 1, by_chance(7))
        assert who not in {i for table in on.rounds[2].tables for i in table.ids} | {*on.rounds[2].byes}
        assert check(on) == []
    still = played(t, 1, by_chance(7))
    if who in {i for table in still.rounds[2].tables for i in table.ids}:
        assert [p.rule for p in check(corrections.withdrawn(still, who, 3))] == []
        assert "seat.absent" in {p.rule for p in check(corrections.withdrawn(still, who, 2))}


@pytest.mark.parametrize("method", [m for m in LEAVING if "elimination" not in m])
def test_joined_is_the_first_round_played(method):
    rounds = 4 if METHODS[method].usual_rounds(12) else None
    t = corrections.with_entrant(tournament(method, 12, rounds=rounds), Entrant("late", "Late", None, 3))
    t = played(t, 3, by_chance(6))
    there = ["late" in {*r.byes, *(i for table in r.tables for i in table.ids)} for r in t.rounds]
    assert there == [False, False, True]
    assert check(t) == []
    assert check(corrections.with_entrant(played(tournament(method, 12, rounds=rounds), 2, by_chance(6)), t.entrants[-1])) == []
    early = replace(t, entrants=tuple(replace(e, joined=4) if e.id == "late" else e for e in t.entrants))
    assert "seat.absent" in {p.rule for p in check(early)}


@pytest.mark.parametrize("method", ["round_robin", "mitchell"])
def test_whoever_left_before_the_start_leaves_no_empty_chair(method):
    t = played(corrections.withdrawn(tournament(method, 9), "e3", 1), 20)
    assert not any(r.byes for r in t.rounds)
    assert "e3" in {row.id for row in standings(t)}
    assert check(t) == []


def arranged(t: Tournament, one: str, other: str) -> Tournament:
    """The next round with two exchanged by hand, and played."""
    t = corrections.with_round(t, corrections.swapped(t, next_round(t), one, other), by_hand=True)
    tables = tuple(replace(x, result=Result((200, 100))) for x in t.rounds[-1].tables)
    return damage.with_last(t, tables=tables)


@pytest.mark.parametrize("method", ["single_elimination", "double_elimination"])
def test_whoever_is_given_another_s_bye_by_hand_has_his_place_in_the_bracket(method):
    t = arranged(tournament(method, 6), "e1", "e5")
    assert {*t.rounds[0].byes} == {"e5", "e2"}
    assert check(t) == []
    t = played(t, 20)
    assert check(t) == []
    assert {"e1", "e5"} <= {i for r in t.rounds for x in r.tables for i in x.ids}
    assert [x.id for x in recounted(t)] == [r.id for r in standings(t)]


def test_nobody_is_moved_by_hand_into_another_part_of_a_bracket():
    t = played(tournament("double_elimination", 8), 1)
    draft = next_round(t)
    part = {side[0]: (x.match or "")[0] for x in draft.tables for side in x.sides}
    winner, loser = (next(i for i in part if part[i] == name) for name in "WL")
    with pytest.raises(TournamentError) as caught:
        corrections.swapped(t, draft, winner, loser)
    assert caught.value.params["reason"] == "bracket"
    assert check(played(arranged(t, *[i for i in part if part[i] == "L"][::3]), 20)) == []


def test_nobody_is_moved_by_hand_into_another_pool():
    t = pools_then_knockout(2, 9)
    draft = next_round(t)
    sits_out = draft.byes[0]
    for one, other, refused in (("e4", "e2", True), (sits_out, "e2", True), ("e4", "e5", False), (sits_out, "e4", False)):
        if refused:
            with pytest.raises(TournamentError) as caught:
                corrections.swapped(t, draft, one, other)
            assert caught.value.params["reason"] == "pool"
        else:
            assert check(played(arranged(t, one, other), 20)) == []


@pytest.mark.parametrize("method", ["round_robin", "mitchell", "swiss", "winners_up"])
def test_what_was_arranged_by_hand_is_not_held_against_the_rounds_after(method):
    t = played(tournament(method, 10, rounds=6), 1)
    first, second = next_round(t).tables[:2]
    t = arranged(t, first.sides[1][0], second.sides[1][0])
    assert check(played(t, 4)) == []
