"""Tables that start at another number than 1, because other tournaments in the hall have the tables before."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.formats.tournament_answers import draft_json
from scorekeeper.formats.tournament_record import V2_FORMAT, dump_tournament, parse_tournament
from scorekeeper.formats.tournament_v2 import parse_v2
from scorekeeper.pairing import stages
from scorekeeper.pairing.directing import corrections, early_matches, repairs
from scorekeeper.pairing.directing.director import next_round, schedule
from scorekeeper.pairing.method import METHODS
from scorekeeper.pairing.record.draft import Reason
from scorekeeper.pairing.record.errors import Malformed
from scorekeeper.pairing.record.record import FixedPlace, Options, Result, Round, Stage, Tournament
from scorekeeper.pairing.simulate import make_entrants, simulate_on
from scorekeeper.pairing.verify.verify import check
from tests.pairing.events import by_chance, played, tournament
from tests.tiers import examples

POOLS = (Stage("round_robin", Options(), pools=2, advance=2), Stage("single_elimination", Options()))
FINAL_B = Stage("winners_up", Options(rounds=3))
FINALS = (Stage("swiss", Options(rounds=2)), Stage("winners_up", Options(rounds=2), cut=6, lower_finals=(FINAL_B,)))
EVENTS = (
    ("swiss", 11, Options(rounds=4, six_table=True)),
    ("round_robin", 7, Options()),
    ("mitchell", 8, Options()),
    ("rotating_partners", 9, Options(rounds=4)),
    ("winners_up", 12, Options(rounds=5)),
    ("winners_up", 17, Options(rounds=5, individuals=True, losers="down")),
    ("up_and_down", 18, Options(rounds=5)),
    ("single_elimination", 10, Options(third_place=True)),
    ("double_elimination", 9, Options()),
    ("stages", 12, Options(stages=POOLS)),
    ("stages", 14, Options(stages=FINALS)),
)
MOVING = (
    ("mitchell", 8, Options()),
    ("winners_up", 12, Options(rounds=5)),
    ("winners_up", 16, Options(rounds=5, individuals=True, losers="down")),
    ("up_and_down", 16, Options(rounds=5)),
)
"""Movements by tables, where no one sits out."""


def event(which: int, seed: int = 3, first: int = 1) -> Tournament:
    method, count, options = EVENTS[which]
    return Tournament(method, make_entrants(count), options=options, seed=seed, name="Hall", first_table=first)


def from_one(one: Round) -> Round:
    """Return a round as it would be if its tables started at 1."""
    tables = tuple(replace(t, number=t.number - one.first_table + 1) for t in one.tables)
    return replace(one, tables=tables, first_table=1)


def test_every_method_is_among_the_events():
    assert {method for method, *_ in EVENTS} == {*METHODS}


@settings(max_examples=examples(20), deadline=None)
@given(which=st.integers(0, len(EVENTS) - 1), seed=st.integers(0, 10**4), first=st.integers(2, 900), fixed=st.booleans())
def test_an_event_is_the_same_at_other_tables_whatever_happens_in_it(which, seed, first, fixed):
    def at(number: int) -> Tournament:
        places = (FixedPlace("e1", number + 1), FixedPlace("e2", side=1), FixedPlace("e6", number + 2)) if fixed else ()
        return replace(event(which, seed, number), places=places)

    plain, moved = (simulate_on(at(number)) for number in (1, first))
    assert moved.problems == ()
    assert all(one.first_table == first for one in moved.tournament.rounds)
    assert min((t.number for one in moved.tournament.rounds for t in one.tables), default=first) >= first
    assert tuple(from_one(one) for one in moved.tournament.rounds) == plain.tournament.rounds
    record = dump_tournament(replace(moved.tournament, places=()))
    assert record["format"] == V2_FORMAT
    assert parse_v2(record)[0] == replace(moved.tournament, places=())


@settings(max_examples=examples(20), deadline=None)
@given(which=st.integers(0, len(EVENTS) - 1), firsts=st.lists(st.integers(1, 40), min_size=2, max_size=5), fixed=st.booleans())
def test_another_number_applies_from_the_next_round(which, firsts, fixed):
    t = event(which)
    places = (FixedPlace("e1", firsts[0] + 1), FixedPlace("e2", side=1), FixedPlace("e6", 3)) if fixed else ()
    t = replace(t, places=places)
    for number, first in enumerate(firsts, 1):
        t = played(replace(t, first_table=first), 1, by_chance(number))
    finals = [one.number for one in t.rounds if stages.current_finals(t, one.stage)]
    # Finals keep their tables for the whole stage.
    decided = [finals[0] if one.number in finals else one.number for one in t.rounds]
    assert [one.first_table for one in t.rounds] == [firsts[n - 1] for n in decided]
    assert check(t) == []
    assert parse_tournament(dump_tournament(replace(t, places=()))) == replace(t, places=())


@pytest.mark.parametrize(("method", "count", "options"), MOVING)
def test_the_check_finds_a_wrong_table_at_other_numbers_as_it_does_from_one(method, count, options):
    t = played(Tournament(method, make_entrants(count), options=options, seed=3, first_table=11), 2, by_chance(1))
    assert check(t) == []
    one, two = t.rounds[-1].tables[:2]
    swapped = (replace(one, number=two.number), replace(two, number=one.number), *t.rounds[-1].tables[2:])
    wrong = check(replace(t, rounds=(*t.rounds[:-1], replace(t.rounds[-1], tables=swapped))))
    assert wrong
    assert all(problem.params.get("read", 11) >= 11 for problem in wrong if problem.rule in ("winners_up", "up_and_down"))
    # Tables 11, 12 … of a round that says it starts at 1.
    assert check(replace(t, rounds=(*t.rounds[:-1], replace(t.rounds[-1], first_table=1))))


def test_tables_from_number_one_leave_the_record_as_it_was():
    for which in range(len(EVENTS)):
        record = dump_tournament(played(event(which), 2))
        assert record["format"] == "scorekeeper-tournament/1"
        assert "first_table" not in str(record)


def test_a_schedule_and_a_draft_name_the_numbers_of_the_hall():
    t = event(3, first=21)
    assert [[table.number for table in one.tables] for one in schedule(t).rounds] == [[21, 22]] * 4
    draft = draft_json(next_round(t), lambda reason: reason.code)
    assert [table["table"] for table in draft["tables"]] == [21, 22]
    # It can go into the record as it is.
    record = {**dump_tournament(t), "rounds": [draft]}
    assert parse_tournament(record).rounds[0].first_table == 21


def test_reasons_name_the_table_where_someone_played():
    t = played(event(4, first=31), 1)
    tables = [reason.params["table"] for table in next_round(t).tables for reason in table.why if "table" in reason.params]
    assert {*tables} == {*range(31, 37)}


def test_a_fixed_table_is_the_number_on_the_table():
    t = replace(event(0, first=11), places=(FixedPlace("e3", 14), FixedPlace("e4", 2)))
    seats = {who: table.number for table in next_round(t).tables for side in table.sides for who in side}
    assert (seats["e3"], seats["e4"]) == (14, 2)
    assert sorted({*seats.values()} - {2}) == [11, 12, 14] or sorted({*seats.values()} - {2}) == [11, 12, 13, 14]
    assert next_round(t).tables[-1].why[-1] == Reason("place.table", {"who": "e3", "table": 14})


def test_unplayed_tables_paired_again_get_numbers_of_the_same_tables():
    t = corrections.with_round(event(0, first=11), next_round(event(0, first=11)))
    t = corrections.with_result(t, 1, 12, Result((200, 100)))
    t = corrections.withdraw_entrant(replace(t, first_table=1), t.rounds[0].tables[0].ids[0], 1)
    again = repairs.pair_again(t, set()).rounds[-1]
    assert again.first_table == 11
    assert {table.number for table in again.tables} <= {11, 12, 13, 14, 15}
    assert next(table for table in again.tables if table.number == 12).result.known


def test_matches_begun_early_take_the_lowest_free_tables_of_the_same_tables():
    t = tournament("double_elimination", 9)
    t = replace(t, first_table=11)
    t = corrections.with_round(t, next_round(t))
    begun = early_matches.start_matches(t, ["W2.2", "W2.3"]).tournament
    assert [table.number for table in begun.rounds[0].tables] == [11, 12, 13]
    for number in (12, 13):
        begun = corrections.with_result(begun, 1, number, Result((200, 100)))
    names = [m.slot.name for m in early_matches.startable(begun)]
    assert names
    later = early_matches.start_matches(replace(begun, first_table=1), names).tournament
    assert min(table.number for one in later.rounds for table in one.tables) >= 11
    assert check(later) == []


@pytest.mark.parametrize(
    ("where", "value"),
    [("record", 0), ("record", 1000), ("record", "11"), ("record", True), ("round", 0), ("round", 1000)],
)
def test_a_wrong_number_is_refused_by_its_field(where, value):
    record = dump_tournament(played(event(0, first=11), 1))
    target = record if where == "record" else record["rounds"][0]
    target["first_table"] = value
    with pytest.raises(Malformed) as refused:
        parse_tournament(record)
    assert refused.value.params["field"].endswith("first_table")


def test_version_1_has_no_such_number():
    record = {**dump_tournament(played(event(0, first=11), 1)), "format": "scorekeeper-tournament/1"}
    for obj in (record, {name: value for name, value in record.items() if name != "first_table"}):
        with pytest.raises(Malformed):
            parse_tournament(obj)
