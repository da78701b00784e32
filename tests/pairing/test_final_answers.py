"""Finals A, B … on the command line: brackets with the pairing, checked again in the record."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.formats.tournament_record import dump_tournament
from scorekeeper.pairing.record.record import Options, Stage
from scorekeeper.tournaments.commands.files import record_answers
from tests.pairing.events import by_chance, played, tournament
from tests.pairing.test_finals import finals, pairs_in_finals

KNOCKOUT = Stage("single_elimination", Options())


def paired(t) -> dict:
    return record_answers.pair_record(str, dump_tournament(t))


def test_the_pairing_has_the_bracket_of_each_knock_out_final():
    last = finals(replace(KNOCKOUT, cut=4), KNOCKOUT)
    t = played(tournament("stages", 10, stages=(Stage("swiss", Options(rounds=2)), last)), 2, by_chance(3))
    answer = paired(t)
    assert "bracket" not in answer
    assert [one["final"] for one in answer["finals"]] == ["A", "B"]
    seats = [m["seat"] for m in answer["finals"][1]["bracket"] if m["seat"]]
    assert {(seat["round"], seat["table"]) for seat in seats} == {
        (3, table["table"]) for table in answer["tables"] if table["pool"] == "B"
    }


def test_a_final_that_is_no_knock_out_has_no_bracket():
    assert [one["final"] for one in paired(played(pairs_in_finals(12), 3, by_chance(3)))["finals"]] == ["A"]


def test_a_round_goes_into_the_record_as_it_was_answered_and_its_brackets_are_checked():
    t = played(pairs_in_finals(12), 3, by_chance(3))
    record, answer = dump_tournament(t), paired(t)
    record["rounds"].append(answer)
    assert record_answers.check_record(str, record) == {"ok": True, "problems": []}
    match = answer["finals"][0]["bracket"][0]
    match["sides"] = match["sides"][::-1]
    (problem,) = record_answers.check_record(str, record)["problems"]
    assert problem["rule"] == "bracket"
