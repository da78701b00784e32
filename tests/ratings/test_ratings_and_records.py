from __future__ import annotations

import pytest

from scorekeeper.ratings import careers, records
from scorekeeper.ratings.facts import Feat, Place, PlayedMatch, SeasonEvent, SeasonSeat
from scorekeeper.ratings.ratings import Rating, composite_opponent, player_ratings, rank_histories, team_ratings, update_rating

AB, CD, EF = (SeasonSeat(f"{a}+{b}", (a, b)) for a, b in ("ab", "cd", "ef"))
AC, BD = SeasonSeat("a+c", ("a", "c")), SeasonSeat("b+d", ("b", "d"))


def match(n, one, other, mine, theirs, **more):
    return PlayedMatch(n, 1, (one, other), (mine, theirs), (mine, theirs), **more)


def night(number, *matches, first=AB):
    return SeasonEvent(number, f"night {number}", f"2026-01-{number:02}", (Place(1, "", first.team, first.players),), matches)


def test_a_pair_is_rated_against_the_pairs_it_met_as_they_were_before_the_tournament():
    found = team_ratings([night(1, match(1, AB, CD, 300, 200), match(2, AB, EF, 250, 250))])
    assert found["a+b"].now == update_rating(Rating(), [(Rating(), 1.0), (Rating(), 0.5)])
    assert found["a+b"].matches == 2
    assert [h.key for h in rank_histories(found.values())] == ["a+b", "e+f", "c+d"]


def test_a_forfeit_is_not_rated_and_is_in_no_record():
    event = night(1, match(1, AB, CD, 0, -1, played=False))
    assert team_ratings([event]) == player_ratings([event]) == {}
    assert records.biggest_wins([event]) == [] == records.player_streaks([event])


def test_partners_of_one_strength_gain_alike_and_a_single_match_of_strangers_is_a_plain_game():
    found = player_ratings([night(1, match(1, AB, CD, 300, 200))])
    assert found["a"].now == found["b"].now
    assert found["a"].now.rating == pytest.approx(3000 - found["c"].now.rating)


def test_the_composite_opponent_expects_of_a_player_what_the_means_of_both_sides_do():
    known = {"a": Rating(1800, 60), "b": Rating(1400, 80), "c": Rating(1500, 50), "d": Rating(1500, 50)}
    one = composite_opponent("a", ("a", "b"), ("c", "d"), known)
    assert one.rating == pytest.approx(1700)
    assert known["a"].rating - one.rating == pytest.approx((1800 + 1400) / 2 - 1500)
    other = composite_opponent("b", ("a", "b"), ("c", "d"), known)
    assert known["b"].rating - other.rating == pytest.approx(100)
    assert one.deviation == pytest.approx((50**2 / 4 + 50**2 / 4 + 80**2 / 4) ** 0.5)


def test_times_without_play_make_a_rating_less_sure_but_add_no_step():
    first = night(1, match(1, AB, CD, 300, 200))
    later = night(2, match(1, EF, CD, 300, 200))
    found = team_ratings([later, first])
    assert found["a+b"].now.deviation > found["a+b"].steps[-1].rating.deviation
    assert [s.event for s in found["a+b"].steps] == [1]
    assert [s.event for s in found["c+d"].steps] == [1, 2]


def test_at_a_table_of_three_each_pair_meets_both_others():
    three = PlayedMatch(1, 1, (AB, CD, EF), (300, 200, 100), (300, 200, 100))
    found = team_ratings([night(1, three)])
    assert [found[k].matches for k in ("a+b", "c+d", "e+f")] == [2, 2, 2]
    assert found["a+b"].now.rating > found["c+d"].now.rating == pytest.approx(1500)


def test_streaks_run_over_tournaments_and_partners_and_end_with_the_first_match_not_won():
    nights = [
        night(1, match(1, AB, CD, 9, 1), match(2, AB, EF, 9, 1)),
        night(2, match(1, AC, BD, 9, 1), match(2, AC, BD, 5, 5), match(3, AC, EF, 9, 1)),
    ]
    best = records.player_streaks(nights)[0]
    assert (best.key, best.length, best.first, best.last, best.going) == ("a", 3, 1, 2, False)
    assert [(s.key, s.length, s.going) for s in records.team_streaks(nights)] == [("a+b", 2, True)]


def test_records_name_the_match_and_the_score_from_the_side_that_made_it():
    nights = [night(1, match(1, AB, CD, 100, 400, boxes=(4, 0))), night(2, match(1, AB, CD, 310, -40))]
    win = records.biggest_wins(nights)[0]
    assert (win.value, win.event, win.side, win.scores) == (350, 2, AB, (310, -40))
    assert [m.value for m in records.lowest_scores(nights)] == [-40]
    assert [(m.value, m.side) for m in records.most_boxed(nights)] == [(4, AB)]
    assert records.highest_scores(nights)[0].value == 400


def test_titles_evenings_and_hundreds_are_counted_by_player():
    event = SeasonEvent(1, "", "2026-01-01", (Place(1, "", "a+b", ("a", "b")),), (), (Feat(1, 1, "b", ("a", "b")),))
    assert {c.key: c.value for c in records.titles([event, night(2)])} == {"a": 2, "b": 2}
    assert [(c.key, c.value) for c in records.hundreds_made([event])] == [("b", 1)]
    assert {c.value for c in records.evenings([event])} == {1}


def test_a_career_tells_partners_opponents_and_the_last_tournament_first():
    nights = [night(1, match(1, AB, CD, 9, 1)), night(2, match(1, AC, BD, 1, 9), first=BD)]
    career = careers.of_player(nights, "a")
    assert [e.event.id for e in career.evenings] == [2, 1]
    assert career.tally == (1, 0, 1)
    assert {c.key: (c.won, c.lost) for c in career.partners} == {"b": (1, 0), "c": (0, 1)}
    assert {c.key: (c.won, c.lost) for c in career.opponents} == {"c": (1, 0), "d": (1, 1), "b": (0, 1)}
    pair = careers.of_team(nights, "a+b")
    assert (pair.tally, pair.partners, pair.opponents[0].key) == ((1, 0, 0), (), "c+d")
