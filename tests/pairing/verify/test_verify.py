"""The check finds errors and names their rule."""

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.pairing.directing.director import next_round
from scorekeeper.pairing.movements.rotation import full_length
from scorekeeper.pairing.record.record import MatchLength, Options, Result, Stage, Table, Tournament
from scorekeeper.pairing.search.pairing_constraints import KeptApart
from scorekeeper.pairing.simulate import simulate
from scorekeeper.pairing.standings.results import ledger, match_points, meetings
from scorekeeper.pairing.standings.standings import ranking
from scorekeeper.pairing.swiss import swiss
from scorekeeper.pairing.swiss.field import Cost
from scorekeeper.pairing.verify.verify import check
from tests.pairing import damage
from tests.pairing.events import by_chance, played, pools_then_knockout, tournament
from tests.pairing.test_whole_events import event
from tests.tiers import examples

pytestmark = pytest.mark.slow

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


def sound_record(method: str, seed: int) -> Tournament:
    """Return a sound record that ends anywhere."""
    options = Options(rounds=None if method in ("single_elimination", "double_elimination", "round_robin", "mitchell") else 5)
    entrants = 7 + seed % 10
    if method == "rotating_partners":  # whist tournaments are known, and others need a search
        entrants, options = 8 + seed % 2, Options(rounds=7 + 2 * (seed % 2))
    t = simulate(method, entrants, options, seed, quiet=True).tournament
    t = replace(t, rounds=t.rounds[: 1 + seed % len(t.rounds)])
    assert check(t) == []
    return t


@pytest.mark.parametrize("method", SPOILT)
def test_whatever_is_spoilt_is_seen_and_called_by_its_rule(method):
    spoilt = dict.fromkeys(SPOILT[method], 0)
    for seed in range(24):
        t = sound_record(method, seed)
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
        assert {p.rule for p in check(damage.rename_seats(t, {a: b, b: a}))} & {"stage.tier", "stage.halves"}
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
    """Return the record before its last round, that round's cost, and the lowest cost."""
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


@pytest.mark.parametrize("seed", range(examples(20)))
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


def test_a_table_without_a_match_that_the_bracket_does_not_call_for_is_seen():
    t = played(tournament("single_elimination", 8), 1)
    wrong = Table(1, (("e1",), ("e3",)))
    right = [Table(k, ((a,), (b,))) for k, (a, b) in enumerate([("e1", "e4"), ("e2", "e3")], 1)]
    bare = replace(t, rounds=(*t.rounds, replace(t.rounds[0], number=2, tables=tuple(right))))
    assert check(bare) == []
    bad = damage.with_last(bare, tables=(wrong, replace(right[1], sides=(("e2",), ("e4",)))))
    assert {p.rule for p in check(bad)} == {"knockout.pair", "knockout.missing"}
