"""Results corrected after the loser had advanced: no one is seated twice, and no one still in is left out."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.formats.tournament_record import dump_tournament, parse_tournament
from scorekeeper.pairing.directing import corrections, repairs
from scorekeeper.pairing.directing.corrections import consequences
from scorekeeper.pairing.directing.director import bracket, next_round, standings
from scorekeeper.pairing.record.bracket import double_elimination
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Options, Result, Stage, Tournament
from scorekeeper.pairing.verify.drawn_bracket import bracket_before
from scorekeeper.pairing.verify.verify import check
from scorekeeper.pairing.words import tournament_error_text
from scorekeeper.tournaments.commands.files import record_answers
from tests.pairing.corrected import everyone_seated, faults
from tests.pairing.events import by_chance, played, seats, tournament
from tests.tiers import examples


@pytest.mark.slow
@settings(max_examples=examples(25), deadline=None)
@given(st.integers(0, 10**6))
def test_whatever_is_corrected_in_a_knock_out_nobody_sits_twice_and_nobody_is_left_out(seed):
    assert faults(seed) == []


@pytest.mark.soak
@pytest.mark.parametrize("fifty", range(examples(40)))
def test_nothing_is_wrong_with_thousands_of_corrected_knock_outs(fifty):
    for seed in range(50 * fifty, 50 * fifty + 50):
        assert faults(seed) == [], f"python -m tests.pairing.corrected {seed}"


def misplayed_matches(t: Tournament) -> list[str]:
    with pytest.raises(TournamentError) as caught:
        next_round(t)
    assert caught.value.code == "bracket.played_by_other"
    return caught.value.params["matches"]


def corrected_nine() -> Tournament:
    """Return nine pairs: seed 9 beat 8, then won W2.1 against seed 1 by a recording mistake, and played on."""

    def as_written(table):
        return Result((100, 200)) if table.match in ("W1.2", "W2.1") else Result((200, 100))

    t = played(tournament("double_elimination", 9), 3, as_written)
    return corrections.with_result(t, 2, 1, Result((200, 100)))


def test_the_matches_that_the_wrong_one_played_are_named_in_an_error_of_their_own():
    t = corrected_nine()
    assert misplayed_matches(t) == ["W3.1"]
    with pytest.raises(TournamentError) as caught:
        next_round(t)
    text = tournament_error_text(t_for("en"), caught.value)
    assert "W3.1" in text


def test_the_record_without_the_match_that_was_named_is_paired_and_found_right():
    t = corrected_nine()
    third = t.rounds[2]
    t = replace(t, rounds=(*t.rounds[:2], replace(third, tables=tuple(x for x in third.tables if x.match != "W3.1"))))
    draft = next_round(t)
    assert (("e1",), ("e4",)) in [table.sides for table in draft.tables]
    assert len(everyone_seated(draft)) == len({*everyone_seated(draft)})
    assert check(corrections.with_round(t, draft)) == []


def test_a_record_without_names_of_matches_is_told_which_one_it_is_too():
    t = corrected_nine()
    bare = replace(t, rounds=tuple(replace(r, tables=tuple(replace(x, match=None) for x in r.tables)) for r in t.rounds))
    assert misplayed_matches(bare) == ["W3.1"]


def test_what_was_played_upon_a_wrong_match_is_named_with_it():
    t = played(tournament("single_elimination", 16), 4)
    t = corrections.with_result(t, 1, 1, Result((100, 200)))
    assert misplayed_matches(t) == ["W2.1", "W3.1", "W4.1"]
    assert check(t) == [], "each round was right by what was known then"
    anew = repairs.pair_again(t, take_away=True)
    assert seats(anew.rounds[-1]) == [("e16", "e8")]
    assert check(anew) == []
    assert check(played(corrections.with_result(anew, anew.rounds[-1].number, 1, Result((5, 0))), 9)) == []


def test_a_second_final_that_should_not_have_been_is_taken_away():
    def upset(table):
        return Result((100, 200)) if table.match == "F1" else Result((200, 100))

    t = played(tournament("double_elimination", 4), 20, upset)
    assert t.rounds[-1].tables[0].match == "F2"
    t = corrections.with_result(t, t.rounds[-2].number, 1, Result((200, 100)))
    assert misplayed_matches(t) == ["F2"]
    anew = repairs.pair_again(t, take_away=True)
    assert anew.rounds[-1].tables[0].match == "F1"
    assert check(anew) == []


def test_an_unplayed_match_of_the_losers_is_seated_anew_and_none_disappears():
    t = played(tournament("double_elimination", 8), 1)
    t = corrections.with_round(t, next_round(t))
    t = corrections.with_result(t, 2, 2, Result((200, 100)))
    losers = next(x for x in t.rounds[1].tables if x.match == "L1.1")
    assert {*losers.ids} == {"e8", "e5"}
    after = repairs.pair_again(corrections.with_result(t, 1, 1, Result((100, 200))))
    now = {x.match: {*x.ids} for x in after.rounds[1].tables}
    assert (now["L1.1"], now["W2.1"]) == ({"e1", "e5"}, {"e8", "e4"})
    assert len(now) == 4


def test_a_played_match_of_the_wrong_one_is_not_passed_over_when_unplayed_tables_are_paired_anew():
    t = played(tournament("double_elimination", 8), 1)
    t = corrections.with_round(t, next_round(t))
    for table in t.rounds[1].tables:
        if table.match != "L1.1":
            t = corrections.with_result(t, 2, table.number, Result((200, 100)))
    t = corrections.with_result(t, 1, 1, Result((100, 200)))
    with pytest.raises(TournamentError) as caught:
        repairs.pair_again(t)
    assert caught.value.params["matches"] == ["W2.1"]
    after = repairs.pair_again(t, take_away=True)
    assert {x.match: {*x.ids} for x in after.rounds[1].tables if not x.result.known} == {
        "W2.1": {"e8", "e4"},
        "L1.1": {"e1", "e5"},
    }


def test_a_corrected_winner_does_not_fall_in_the_standings():
    t = corrected_nine()
    before = corrections.with_result(t, 2, 1, Result((100, 200)))
    ranks = [{row.id: row.rank for row in standings(one)}["e1"] for one in (before, t)]
    assert ranks[1] < ranks[0]
    assert [m.should_be for m in consequences(before, t).wrong] == [("e1", "e4")]


def test_whoever_left_first_has_lost_a_match_that_neither_came_to_play():
    """e2 left before the consolation match was drawn, e10 much later, after advancing."""
    t = played(tournament("single_elimination", 8, consolation=True), 1)
    left = corrections.withdraw_entrant(corrections.withdraw_entrant(t, "e8", 2), "e5", 3)
    found = bracket(replace(left, rounds=(*left.rounds, next_round(left).as_round())))
    assert found is not None
    assert (found.matches["C1.1"].winner, found.matches["C1.1"].loser) == ("e5", "e8")


def rematches(entrants: int, order: str) -> list[tuple[int, int]]:
    """Return (first match, later round) for each rematch that is possible among the losers."""
    slots = {s.name: s for s in double_elimination(entrants, Options(drop_order=order))}

    def way(name: str) -> list[str]:
        """Return the losers' matches that a loser of this match may reach, in order."""
        found, kind = [], "loser"
        while True:
            after = next(
                (s for s in slots.values() if s.part == "losers" and (kind, name) in [(x.kind, x.of) for x in s.sources]), None
            )
            if after is None:
                return found
            found.append(after.name)
            name, kind = after.name, "winner"

    again = []
    for first in (s for s in slots.values() if s.part == "main" and s.round == 1):
        lost, number, name = way(first.name), 1, first.name
        while following := next(
            (s for s in slots.values() if s.part == "main" and ("winner", name) in [(x.kind, x.of) for x in s.sources]), None
        ):
            number, name = number + 1, following.name
            meets = next((m for m in way(name) if m in lost), None)
            if meets:
                again.append((number, slots[meets].round))
    return again


@pytest.mark.parametrize(("entrants", "earliest"), [(8, 3), (16, 4), (32, 6), (64, 8), (128, 10)])
def test_first_opponents_meet_again_in_the_losers_bracket_as_late_as_can_be(entrants, earliest):
    assert min(number for _, number in rematches(entrants, "far")) == earliest


def test_an_event_that_was_drawn_before_keeps_its_losers_bracket():
    old = played(tournament("double_elimination", 16, drop_order="near"), 4)
    untold = replace(old, options=replace(old.options, drop_order=None))
    assert check(old) == check(untold) == []
    on = played(untold, 20)
    assert on.rounds == played(old, 20).rounds
    assert check(on) == []
    wrong = replace(old, options=replace(old.options, drop_order="far"))
    assert {p.rule for p in check(wrong)} & {"knockout.slot", "knockout.out"}
    assert bracket_before(untold).order == "near"
    assert parse_tournament(dump_tournament(old)).options.drop_order == "near"


def test_an_old_event_with_a_corrected_result_is_not_taken_for_a_new_one():
    old = played(tournament("double_elimination", 32, drop_order="near"), 6)
    old = replace(old, options=replace(old.options, drop_order=None))
    t = corrections.with_result(old, 2, 1, Result((0, 5)))
    assert misplayed_matches(t)
    assert bracket_before(t).order == "near"
    anew = repairs.pair_again(t, take_away=True)
    kept = {x.match for r in anew.rounds for x in r.tables} & {f"L2.{k}" for k in range(1, 9)}
    assert len(kept) >= 6, "what the correction does not touch stays"


@pytest.mark.parametrize("count", [8, 10])
def test_tie_breaks_changed_after_the_draw_of_a_stage_leave_its_bracket_as_it_was_drawn(count):
    stages = (Stage("swiss", Options(rounds=3)), Stage("double_elimination", Options()))
    t = played(tournament("stages", count, stages=stages), 6, by_chance(4))
    assert any(r.stage == 2 for r in t.rounds)
    other = replace(stages[0], options=replace(stages[0].options, tiebreaks=("points_for", "boxes")))
    t = replace(t, options=replace(t.options, stages=(other, stages[1])))
    assert not repairs.misplayed_matches(t)
    assert len(everyone_seated(next_round(t))) == len({*everyone_seated(next_round(t))})


def test_check_says_which_matches_keep_pair_from_going_on_after_a_correction():
    event = corrected_nine()
    record = dump_tournament(event)
    answer = record_answers.check_record(str, record)
    assert (answer["ok"], answer["problems"]) == (True, [])
    assert answer["stuck"]["matches"] == misplayed_matches(event)
    assert "W3.1" in answer["stuck"]["text"]
    record["rounds"] = record["rounds"][:1]
    assert "stuck" not in record_answers.check_record(str, record)
