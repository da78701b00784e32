"""The check counts independently and agrees with pairing and standings."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from scorekeeper.formats.tournament_attachments import parse_attachments
from scorekeeper.pairing.directing import corrections
from scorekeeper.pairing.directing.director import standings
from scorekeeper.pairing.method import METHODS
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Entrant, Options, Points, Result
from scorekeeper.pairing.recount import FEWER, Counting
from scorekeeper.pairing.standings.tiebreaks import TIEBREAKS
from scorekeeper.pairing.verify.staged_ranking import staged_lines
from scorekeeper.pairing.verify.stages import recount_standings as recounted
from scorekeeper.pairing.verify.verify import AttachedRow, Attachments, check
from tests.pairing import damage
from tests.pairing.events import by_chance, played, tournament
from tests.pairing.test_whole_events import event


def test_the_fold_is_not_judged_where_it_hangs_on_seeds_that_are_missing():
    t = played(tournament("swiss", 8, rounds=3), 1, lambda _: Result((100, 100)))
    t = played(t, 1, lambda _: Result((200, 100)))
    crossed = [damage.two_change_tables(t, Random(seed)) for seed in range(20)]
    crossed = [bad for bad in crossed if [p.rule for p in check(bad)] == ["fold"]]
    assert crossed
    for bad in crossed:
        assert check(replace(bad, entrants=tuple(replace(e, seed=None) for e in t.entrants))) == []


@pytest.mark.parametrize("name", TIEBREAKS)
def test_the_recount_has_every_tie_break(name):
    count = Counting(tournament("swiss", 2))
    try:
        known = TIEBREAKS[name].among_tied or count.value(name, "e1") is not None
    except KeyError:
        known = False
    assert known, f"The recount has no tie-break {name!r}. Add it to COLUMNS in scorekeeper/pairing/recount.py."
    assert (name in FEWER) == TIEBREAKS[name].fewer_is_better, f"Check {name!r} in FEWER in scorekeeper/pairing/recount.py."


@pytest.mark.slow
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
    rows = [AttachedRow(r.id, r.rank, dict(r.columns), r.separated_by, told=True) for r in standings(t)]
    assert check(t, Attachments(rows)) == []
    first, *others = rows
    wrong = {"margin": Fraction(0), "match_points": first.columns["match_points"]}
    found = check(t, Attachments([replace(first, rank=2, columns=wrong), *others[1:]]))
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
    assert check(t, Attachments([AttachedRow(r.id, r.rank, dict(r.columns)) for r in rows])) == []


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
            parse_attachments(obj, t)
        assert caught.value.params["field"] == field
