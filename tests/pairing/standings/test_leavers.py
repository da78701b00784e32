"""Entrants who leave a round robin early: how their results count, and what opponents get for missed matches."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.formats.tournament_answers import standings_json
from scorekeeper.formats.tournament_attachments import parse_attachments
from scorekeeper.formats.tournament_options import dump_options, parse_options
from scorekeeper.pairing.directing import corrections
from scorekeeper.pairing.directing.director import next_round, standings
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import LEAVER_RESULTS, Entrant, Options, Points, Result, Stage, Tournament
from scorekeeper.pairing.standings.leavers import early_leavers
from scorekeeper.pairing.standings.tiebreaks import TIEBREAKS
from scorekeeper.pairing.verify.stages import recount_standings
from scorekeeper.pairing.verify.verify import check
from tests.pairing.events import by_chance, by_seed, played, tournament

HALF = Fraction(1, 2)


def play_with_leaver(rounds: int, who: str = "e6", count: int = 6, play=by_seed, **options: object) -> Tournament:
    """Play a whole round robin that an entrant leaves after that many rounds."""
    t = played(tournament("round_robin", count, **options), rounds, play)
    gone = tuple(replace(e, left=rounds + 1) if e.id == who else e for e in t.entrants)
    return played(replace(t, entrants=gone), count * 2, play)


def points(t: Tournament) -> dict[str, Fraction | None]:
    return {row.id: row.columns["match_points"] for row in standings(t)}


def test_one_match_of_five_counts_for_nobody_unless_the_event_says_so():
    t = play_with_leaver(1)
    opponent = next(i for i in next(x for x in t.rounds[0].tables if "e6" in x.ids).ids if i != "e6")
    upset = replace(t.rounds[0], tables=tuple(replace(x, result=_lost_by(x, opponent)) for x in t.rounds[0].tables))
    t = replace(t, rounds=(upset, *t.rounds[1:]))
    assert early_leavers(t) == {"e6": False}
    # Each of the others played four matches that count and has one bye.
    wins = {f"e{k}": 5 - k for k in range(1, 6)}
    assert points(t) == {who: won + 1 for who, won in wins.items()} | {"e6": None}
    last = standings(t)[-1]
    assert (last.rank, last.id, last.counts, last.separated_by) == (6, "e6", False, None)


def _lost_by(table, who: str) -> Result:
    if who not in table.ids:
        return table.result
    return Result((100, 200) if table.sides[0] == (who,) else (200, 100))


def test_what_was_played_counts_and_a_missed_match_is_worth_a_tie_where_the_event_says_so():
    t = play_with_leaver(1, leaver_results="count")
    met = next(i for i in next(x for x in t.rounds[0].tables if "e6" in x.ids).ids if i != "e6")
    wins = {f"e{k}": 5 - k for k in range(1, 6)}
    assert points(t) == {who: won + (1 if who == met else HALF) for who, won in wins.items()} | {"e6": 0}


@pytest.mark.parametrize(("rounds", "counts"), [(2, False), (3, True), (4, True)])
def test_results_count_from_half_of_the_matches_on(rounds, counts):
    t = play_with_leaver(rounds)
    assert early_leavers(t) == {"e6": counts}
    assert early_leavers(play_with_leaver(rounds, leaver_results="count")) == {"e6": True}
    assert early_leavers(play_with_leaver(rounds, leaver_results="do_not_count")) == {"e6": False}


def test_a_forfeit_is_no_match_played():
    def stays_away(table):
        return Result(forfeit=(table.sides.index(("e6",)),)) if ("e6",) in table.sides else by_seed(table)

    assert early_leavers(play_with_leaver(4, play=stays_away)) == {"e6": False}


def test_an_entrant_who_leaves_when_nothing_is_left_to_play_is_no_leaver():
    t = play_with_leaver(5, leaver_results="do_not_count")
    assert early_leavers(t) == {}
    assert [row.counts for row in standings(t)] == [True] * 6
    # The last round is the bye of an odd number's last seed.
    odd = played(tournament("round_robin", 5, leaver_results="do_not_count"), 4)
    free = next(i for i in next_round(odd).byes)
    odd = replace(odd, entrants=tuple(replace(e, left=5) if e.id == free else e for e in odd.entrants))
    assert early_leavers(played(odd, 1)) == {}


def test_nothing_changes_before_a_round_without_the_leaver():
    t = played(tournament("round_robin", 6, leaver_results="do_not_count"), 2)
    gone = replace(t, entrants=tuple(replace(e, left=3) if e.id == "e6" else e for e in t.entrants))
    assert points(gone) == points(t)


@given(st.integers(3, 9), st.integers(0, 10**6), st.sampled_from([1, 2]), st.booleans())
def test_results_that_do_not_count_leave_the_others_as_if_the_leaver_had_never_entered(count, seed, legs, half):
    """Without those matches everyone has the same number of byes, so only the byes differ."""
    draw = Random(seed)
    who = f"e{draw.randrange(1, count + 1)}"
    rounds = draw.randrange(1, max(2, (count - 1) * legs // 2))
    mode = "count_from_half" if half else "do_not_count"
    t = play_with_leaver(rounds, who, count, by_chance(seed), legs=legs, leaver_results=mode)
    if early_leavers(t).get(who) is not False:
        return
    emptied = []
    for one in t.rounds:
        tables = tuple(x for x in one.tables if who not in x.ids)
        missed = tuple(i for x in one.tables if who in x.ids for i in x.ids if i != who)
        emptied.append(replace(one, tables=tables, byes=(*(i for i in one.byes if i != who), *missed)))
    never = replace(t, entrants=tuple(e for e in t.entrants if e.id != who), rounds=tuple(emptied))
    rows = [row for row in standings(t) if row.id != who]
    assert [(r.id, r.rank, r.columns) for r in rows] == [(r.id, r.rank, r.columns) for r in standings(never)]
    byes = {i: sum(i in one.byes for one in never.rounds) for i in points(never)}
    assert len({*byes.values()}) == 1


@given(st.integers(4, 9), st.integers(0, 10**6))
def test_missing_a_match_never_lifts_anyone_above_having_won_it(count, seed):
    """Entrants who met the leaver won, tied or lost. Entrants who missed the match get something in between."""
    draw = Random(seed)
    who = f"e{draw.randrange(1, count + 1)}"
    t = play_with_leaver(draw.randrange(1, count - 1), who, count, by_chance(seed), leaver_results="count")
    none = replace(t, options=replace(t.options, leaver_results="do_not_count"))
    if not early_leavers(t):
        return
    with_them, without = points(t), points(none)
    met = {i: x.result.scores for one in t.rounds for x in one.tables if who in x.ids for i in x.ids if i != who}
    for one in (e.id for e in t.entrants if e.id != who):
        # Each of them gets a bye of one point instead.
        from_them = with_them[one] - (without[one] - 1)
        assert from_them == HALF if one not in met else from_them in (0, HALF, 1)


@pytest.mark.slow
@given(st.integers(3, 9), st.integers(0, 10**6))
def test_the_check_ranks_round_robins_with_leavers_and_late_entries_alike(count, seed):
    draw, play = Random(seed), by_chance(seed)
    worth = draw.choice([Points(), Points(win=Fraction(3), tie=Fraction(1), bye=Fraction(2), missed=Fraction(5, 4))])
    options = Options(
        legs=draw.choice([1, 2]),
        rounds=draw.choice([None, None, count - 1]),
        leaver_results=draw.choice(LEAVER_RESULTS),
        points=worth,
        tiebreaks=tuple(draw.sample(list(TIEBREAKS), 6)),
    )
    pooled = draw.random() < 0.3 and count > 5
    if pooled:
        final = Stage("single_elimination", Options(tiebreaks=options.tiebreaks))
        t = tournament("stages", count, seed, stages=(Stage("round_robin", options, pools=2, advance=2), final))
    else:
        t = replace(tournament("round_robin", count, seed), options=options)

    def some_stay_away(table):
        return draw.choice([play(table)] * 4 + ([Result(forfeit=(0,)), Result(forfeit=(0, 1))] if not table.match else []))

    for number in range(1, 9):
        here = [e for e in t.entrants if e.left is None]
        if draw.random() < 0.4 and len(here) > 2:
            gone = draw.choice(here)
            t = replace(t, entrants=tuple(replace(e, left=number) if e is gone else e for e in t.entrants))
        if draw.random() < 0.2 and not pooled:
            t = corrections.with_entrant(t, Entrant(f"late{number}", f"Late {number}", None, number))
        try:
            t = played(t, 1, some_stay_away)
        except TournamentError:
            break
    rows = standings(t)
    # The check doesn't know the draw of a final, so it can't know the order of entrants with equal ranks.
    lines = {x.id: (x.rank, x.by, x.field, dict(x.values)) for x in recount_standings(t)}
    assert {r.id: (r.rank, r.separated_by, r.field, dict(r.columns)) for r in rows} == lines
    assert check(t, parse_attachments(standings_json(rows), t)) == []


def test_the_check_sees_standings_in_which_the_leavers_results_count():
    t = play_with_leaver(1)
    counting = replace(t, options=replace(t.options, leaver_results="count"))
    wrong = check(t, parse_attachments(standings_json(standings(counting)), t))
    assert {p.rule for p in wrong} == {"standings"}


def test_a_record_can_say_which_results_count_and_what_a_missed_match_is_worth():
    options = parse_options({"leaver_results": "do_not_count", "points": {"win": 2, "tie": 1}}, "round_robin")
    assert (options.leaver_results, options.points.missed) == ("do_not_count", 1)
    assert parse_options({}, "round_robin").leaver_results == "count_from_half"
    dumped = dump_options(options, "round_robin")
    assert (dumped["leaver_results"], dumped["points"]["missed"]) == ("do_not_count", 1)
    assert parse_options(dumped, "round_robin") == options
    with pytest.raises(TournamentError) as caught:
        parse_options({"leaver_results": "half"}, "round_robin")
    assert caught.value.params["field"] == "options.leaver_results"


def test_the_standings_in_json_say_whose_results_do_not_count():
    found = standings_json(standings(play_with_leaver(1)))["standings"]
    assert [row.get("counts", True) for row in found] == [True] * 5 + [False]
    assert found[-1]["match_points"] is None


def test_pools_are_compared_without_matches_that_do_not_count():
    first = Stage("round_robin", Options(leaver_results="do_not_count"), pools=2, advance=2)
    t = played(tournament("stages", 8, stages=(first, Stage("single_elimination", Options()))), 1)
    t = replace(t, entrants=tuple(replace(e, left=2) if e.id == "e8" else e for e in t.entrants))
    t = played(t, 9)
    assert check(t) == []
    assert {row.id: row.counts for row in standings(t)}["e8"] is False


def test_an_entrant_who_never_played_is_last():
    t = tournament("round_robin", 4)
    t = played(replace(t, entrants=tuple(replace(e, left=1) if e.id == "e1" else e for e in t.entrants)), 3)
    assert standings(t)[-1].id == "e1"
    assert [row.counts for row in standings(t)] == [True, True, True, False]
