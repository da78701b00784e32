"""Early matches of a bracket: entrants whose opponent is known need not wait for the round."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.formats.tournament_record import dump_tournament, parse_tournament
from scorekeeper.pairing.directing import corrections, director, early_matches
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.record import Entrant, Options, Result, Tournament
from scorekeeper.pairing.verify.verify import check


def event(pairs: int, method: str = "double_elimination", **options: object) -> Tournament:
    entrants = tuple(Entrant(f"e{n}", f"Pair {n}", seed=n) for n in range(1, pairs + 1))
    found = Tournament(method, entrants, options=Options(drop_order="far" if method[0] == "d" else None, **options))
    return corrections.with_round(found, director.next_round(found))


def names(tournament: Tournament) -> list[str]:
    return [m.slot.name for m in early_matches.startable(tournament)]


def won(tournament: Tournament, match: str, side: int = 0) -> Tournament:
    place = next((r.number, t.number) for r in tournament.rounds for t in r.tables if t.match == match)
    return corrections.with_result(tournament, *place, Result((300, 100) if side == 0 else (100, 300)))


def test_nine_pairs_sit_down_at_four_tables_at_once():
    begun = event(9)
    assert [t.match for t in begun.rounds[0].tables] == ["W1.2"]
    assert names(begun) == ["W2.2", "W2.3", "W2.4"]
    found = early_matches.start_matches(begun, names(begun)).tournament
    (one,) = found.rounds
    assert [(t.number, t.match) for t in one.tables] == [(1, "W1.2"), (2, "W2.2"), (3, "W2.3"), (4, "W2.4")]
    assert one.byes == ("e1",)
    assert check(found) == []


def test_a_table_still_playing_goes_on_in_the_round_that_those_who_are_done_begin():
    found = event(9)
    found = early_matches.start_matches(found, names(found)).tournament
    for match in ("W2.3", "W2.4"):
        found = won(found, match)
    assert names(found) == ["W3.2"]  # their losers' match waits for the loser of W1.2
    then = early_matches.start_matches(found, ["W3.2"])
    assert then.carried == (1, 2)
    first, second = then.tournament.rounds
    assert [t.match for t in first.tables] == ["W2.3", "W2.4"]
    assert [t.match for t in second.tables] == ["W1.2", "W2.2", "W3.2"]
    assert check(then.tournament) == []
    assert director.bracket(then.tournament).seeds == [f"e{n}" for n in range(1, 10)]


def test_nothing_is_begun_ahead_when_the_round_is_over_or_a_side_is_not_known():
    found = event(8)
    assert names(found) == []
    found = won(won(found, "W1.1"), "W1.2")
    assert names(found) == ["W2.1", "L1.1"]
    with pytest.raises(errors.Illegal) as refused:
        early_matches.start_matches(found, ["W2.2"])
    assert refused.value.code == "match.not_ready"
    over = won(won(found, "W1.3"), "W1.4")
    assert names(over) == []
    assert {t.match for t in director.next_round(over).tables} == {"W2.1", "W2.2", "L1.1", "L1.2"}


def test_the_record_keeps_that_a_round_was_begun_ahead():
    found = event(9)
    found = early_matches.start_matches(found, names(found)).tournament
    written = dump_tournament(found)
    assert written["rounds"][0]["ahead"] is True
    assert parse_tournament(written).rounds == found.rounds


@pytest.mark.slow
@pytest.mark.parametrize("method", ["single_elimination", "double_elimination"])
@pytest.mark.parametrize("pairs", [3, 6, 9, 13])
def test_an_evening_where_matches_begin_as_soon_as_they_can_is_sound_to_its_end(method, pairs):
    options = {"third_place": True, "consolation": True} if method[0] == "s" else {}
    for seed in range(2):
        chance = Random(f"{method} {pairs} {seed}")
        found = event(pairs, method, **options)
        while True:
            playing = [t for t in found.rounds[-1].tables if not t.result.known]
            ready = names(found)
            if ready and chance.random() < 0.7:
                found = early_matches.start_matches(found, chance.sample(ready, chance.randint(1, len(ready)))).tournament
            elif playing:
                table = chance.choice(playing)
                found = won(found, table.match, chance.randint(0, 1))
            else:
                if director.is_finished(found):
                    break
                found = corrections.with_round(found, director.next_round(found))
            assert not director.bracket(found).misplayed
        assert check(found) == [], (seed, dump_tournament(found))
        bracket = director.bracket(found)
        assert bracket.champion()
        # The same matches with the same results, round after round, have the same places.
        results = {t.match: t for r in found.rounds for t in r.tables}
        plain = event(pairs, method, **options)
        while True:
            tables = tuple(replace(t, result=results[t.match].result) for t in plain.rounds[-1].tables)
            assert all({*t.ids} == {*results[t.match].ids} for t in tables)
            flipped = tuple(t if t.sides == results[t.match].sides else replace(t, sides=results[t.match].sides) for t in tables)
            plain = replace(plain, rounds=(*plain.rounds[:-1], replace(plain.rounds[-1], tables=flipped)))
            if director.is_finished(plain):
                break
            plain = corrections.with_round(plain, director.next_round(plain))
        assert bracket.places() == director.bracket(plain).places()
