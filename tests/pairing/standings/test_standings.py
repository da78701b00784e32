from dataclasses import replace
from fractions import Fraction

from scorekeeper.pairing.directing import corrections
from scorekeeper.pairing.directing.director import next_round, standings
from scorekeeper.pairing.record.record import Options, Points, Result, Round, Table
from scorekeeper.pairing.standings.results import winner_of
from scorekeeper.pairing.verify.stages import recount_standings as recounted
from tests.pairing.events import by_chance, played, tournament


def after(count: int, *rounds: tuple[list[tuple[str, str, Result]], list[str]], **options: object):
    t = tournament("swiss", count, **options)
    made = []
    for number, (tables, byes) in enumerate(rounds, 1):
        lines = tuple(Table(k, ((a,), (b,)), result) for k, (a, b, result) in enumerate(tables, 1))
        made.append(Round(number, lines, tuple(byes)))
    return replace(t, rounds=tuple(made))


def test_the_margin_separates_where_match_points_and_buchholz_do_not():
    t = after(
        4,
        ([("e1", "e2", Result((345, 290))), ("e3", "e4", Result((300, 290)))], []),
        tiebreaks=("match_points", "buchholz", "margin"),
    )
    rows = standings(t)
    assert [(r.rank, r.id, r.separated_by) for r in rows] == [
        (1, "e1", "margin"),
        (2, "e3", "margin"),
        (3, "e4", "match_points"),
        (4, "e2", "margin"),
    ]
    assert rows[0].columns == {"match_points": 1, "buchholz": 0, "margin": 55}


def test_what_nothing_separates_shares_a_rank():
    t = after(4, ([("e1", "e2", Result((200, 100))), ("e3", "e4", Result((200, 100)))], []))
    assert [(r.rank, r.separated_by) for r in standings(t)] == [
        (1, "match_points"),
        (1, "match_points"),
        (3, "match_points"),
        (3, "match_points"),
    ]


def test_head_to_head_counts_only_when_all_the_tied_have_met():
    games = [("e1", "e2", Result((100, 200))), ("e3", "e4", Result((200, 100)))]
    t = after(4, (games, []), ([("e1", "e4", Result((200, 0))), ("e2", "e3", Result((0, 200)))], []))
    rows = {r.id: r for r in standings(t)}
    assert rows["e1"].columns["head_to_head"] == 0
    assert rows["e2"].columns["head_to_head"] == 1
    assert (rows["e2"].rank, rows["e1"].rank) == (2, 3)
    assert rows["e1"].separated_by == "head_to_head"
    apart = after(4, (games, []))
    assert all(r.columns["head_to_head"] is None for r in standings(apart))


def test_a_bye_counts_its_own_score_in_the_buchholz():
    t = after(3, ([("e1", "e2", Result((200, 100)))], ["e3"]))
    assert {r.id: r.columns["buchholz"] for r in standings(t)} == {"e1": 0, "e2": 1, "e3": 1}


def test_a_tie_is_half_a_point_and_all_points_can_be_set():
    t = after(2, ([("e1", "e2", Result((200, 200)))], []))
    assert [r.columns["match_points"] for r in standings(t)] == [Fraction(1, 2)] * 2
    t = replace(t, options=Options(points=Points(win=Fraction(3), tie=Fraction(1))))
    assert [r.columns["match_points"] for r in standings(t)] == [1, 1]


def test_the_margin_is_capped_a_match():
    t = after(2, ([("e1", "e2", Result((500, 0)))], []), margin_cap=150)
    assert [r.columns["margin"] for r in standings(t)] == [150, -150]


def test_fewer_failed_contracts_are_better():
    t = after(
        4,
        ([("e1", "e2", Result((200, 100), boxes=(2, 0))), ("e3", "e4", Result((200, 100), boxes=(1, 0)))], []),
    )
    assert [(r.id, r.separated_by) for r in standings(t)][:2] == [("e3", "boxes"), ("e1", "boxes")]


def test_three_at_a_table_share_out_a_win_a_tie_and_a_loss():
    t = tournament("swiss", 3, six_table=True)
    table = Table(1, (("e1",), ("e2",), ("e3",)), Result((300, 200, 200)))
    rows = standings(replace(t, rounds=(Round(1, (table,)),)))
    assert {r.id: r.columns["match_points"] for r in rows} == {"e1": 1, "e2": Fraction(1, 4), "e3": Fraction(1, 4)}
    assert rows[0].columns["margin"] == 100


def test_a_mitchell_has_two_winners():
    t = played(tournament("mitchell", 8), 4, by_chance(1))
    rows = standings(t)
    assert [(r.field, r.rank) for r in rows if r.rank == 1] == [("NS", 1), ("EW", 1)]


def test_a_knockout_ranks_by_how_far_one_came():
    t = played(tournament("single_elimination", 8, third_place=True), 3)
    assert [r.id for r in standings(t)][:4] == ["e1", "e2", "e3", "e4"]
    assert [int(r.columns["place"]) for r in standings(t)] == [1, 2, 3, 4, 5, 5, 5, 5]


def test_the_winner_of_a_best_of_three_won_more_games_not_more_points():
    games = ((200, 190), (0, 200), (205, 200))
    t = after(2, ([("e1", "e2", Result(games=games))], []))
    first = standings(t)[0]
    assert (first.id, first.columns["margin"]) == ("e1", -185)


def test_whoever_is_less_far_below_zero_wins_the_table():
    assert winner_of(Table(1, (("a",), ("b",)), Result(scores=(-40, -15)))) == 1
    assert winner_of(Table(1, (("a",), ("b",)), Result(forfeit=(0, 1)))) is None


def test_a_bye_counts_when_its_round_is_complete_like_the_tables_that_are_not_in_yet():
    open_table = ("e3", "e4", Result())
    t = after(5, ([("e1", "e2", Result((200, 100))), open_table], ["e5"]))
    rows = {r.id: r for r in standings(t)}
    assert (rows["e5"].columns["match_points"], rows["e5"].columns["buchholz"]) == (0, 0)
    assert standings(t)[0].id == "e1"
    done = after(5, ([("e1", "e2", Result((200, 100))), ("e3", "e4", Result((5, 0)))], ["e5"]))
    assert {r.id: r.columns["match_points"] for r in standings(done)}["e5"] == 1
    assert [dict(x.values) for x in recounted(t)] == [dict(r.columns) for r in standings(t)]


def test_nobody_leads_by_a_bye_before_anything_was_played():
    for method in ("swiss", "round_robin"):
        t = tournament(method, 5)
        t = corrections.with_round(t, next_round(t))
        assert {r.rank for r in standings(t)} == {1}
        assert [x.rank for x in recounted(t)] == [r.rank for r in standings(t)]


def test_a_bye_given_by_the_director_waits_too_and_a_forfeit_counts_at_once():
    t = after(4, ([("e1", "e2", Result(forfeit=(1,)))], ["e3", "e4"]))
    assert {r.id: r.columns["match_points"] for r in standings(t)} == {"e1": 1, "e2": 0, "e3": 1, "e4": 1}
    t = after(6, ([("e1", "e2", Result(forfeit=(1,))), ("e5", "e6", Result())], ["e3", "e4"]))
    assert {r.id: r.columns["match_points"] for r in standings(t) if r.columns["match_points"]} == {"e1": 1}
