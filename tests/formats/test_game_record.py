from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.errors import GameError, UnsoundRules
from scorekeeper.engine.events import Adjustment, Misdeal, PassedOut, Played
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.formats.game_record import MOST_EVENTS, Record, dump_event, dump_record, parse_event, parse_header, parse_record
from scorekeeper.formats.json_reader import read_json
from scorekeeper.formats.rules import dump_difference, parse_rules

PLAYED = {"kind": "played", "contractor": 0, "bid": 60, "bids": {"1": 55}, "trump": "H", "points": [60, 40]}
HEADER = {
    "format": "scorekeeper-game/1",
    "rules": "standard",
    "players": ["Aline", "Benoît", "Claire", "Denis"],
    "first_dealer": 0,
}


def record(**changes):
    return {**HEADER, "events": [], **changes}


def refusal(obj, parse=parse_record):
    with pytest.raises(GameError) as caught:
        parse(obj)
    return caught.value


def test_a_header_alone_starts_a_game():
    assert parse_header(HEADER) == Record(named_rules("standard"), ("Aline", "Benoît", "Claire", "Denis"), 0, ())


def test_rules_are_a_name_or_what_differs_from_one():
    assert parse_rules("kitty") == named_rules("kitty")
    assert parse_rules({"base": "kitty", "target": 300, "keep": "dealer"}) == named_rules("kitty").with_options(
        target=300, keep="dealer"
    )
    assert parse_rules({}) == named_rules("standard")
    assert dump_difference(named_rules("standard"), named_rules("kitty")) == {"pack": 40, "kitty": 4}


def test_a_printed_record_names_every_option():
    printed = dump_record(parse_record(record(rules={"base": "kitty", "target": 300})))
    assert printed["rules"]["hole_limit"] == 300
    assert parse_record(printed).rules == named_rules("kitty").with_options(target=300)


@pytest.mark.parametrize(
    ("obj", "event"),
    [
        (PLAYED, Played(0, 60, (60, 40), {1: 55}, "H")),
        ({"contractor": 0, "bid": 60, "points": [60, 40]}, Played(0, 60, (60, 40))),
        ({"contractor": 0, "bid": "free", "points": [60, 40], "bids": {}}, Played(0, "free", (60, 40), {})),
        ({"auction": ["pass", 60, "keep"], "points": [60, 40]}, Played(-1, 0, (60, 40), auction=("pass", 60, "keep"))),
        ({"kind": "passed_out", "note": "late"}, PassedOut("late")),
        ({"kind": "misdeal"}, Misdeal()),
        ({"kind": "adjustment", "side": 1, "points": -20, "reason": "revoke"}, Adjustment(1, -20, "revoke")),
    ],
)
def test_each_kind_of_event_is_read_and_printed_back(obj, event):
    assert parse_event(obj) == event
    assert dump_event(event) == {"kind": "played", **obj}


@pytest.mark.parametrize(
    ("obj", "field"),
    [
        ({**PLAYED, "kind": "won"}, "kind"),
        ({**PLAYED, "score": 3}, "score"),
        ({**PLAYED, "contractor": "0"}, "contractor"),
        ({**PLAYED, "contractor": True}, "contractor"),
        ({**PLAYED, "bid": "90"}, "bid"),
        ({**PLAYED, "bid": 60.0}, "bid"),
        ({**PLAYED, "bids": [55]}, "bids"),
        ({**PLAYED, "bids": {"x": 55}}, "bids"),
        ({**PLAYED, "trump": 1}, "trump"),
        ({**PLAYED, "announced_all": 1}, "announced_all"),
        ({**PLAYED, "auction": [60]}, "contractor"),
        ({**PLAYED, "called_seat": "2"}, "called_seat"),
        ({**PLAYED, "note": 5}, "note"),
        ({**PLAYED, "points": "60"}, "points"),
        ({"auction": ["double"], "points": [60, 40]}, "auction"),
        ({"kind": "passed_out", "side": 1}, "side"),
        ({"kind": "adjustment", "points": 5, "reason": "x"}, "side"),
        ({"kind": "played", "bid": 60, "points": [60, 40]}, "contractor"),
        ({"kind": "played", "contractor": 0, "points": [60, 40]}, "bid"),
        ({"kind": "played", "contractor": 0, "bid": 60}, "points"),
    ],
)
def test_a_malformed_event_is_refused_by_the_field_at_fault(obj, field):
    error = refusal(record(events=[PLAYED, obj]))
    assert (error.code, error.event, error.params["field"]) == ("event", 2, field)


@pytest.mark.parametrize(
    ("obj", "code"),
    [
        ([], "format"),
        ("game", "format"),
        ({}, "format"),
        (record(format="scorekeeper-game/3"), "format"),
        (record(colour="red"), "format"),
        (record(events={}), "format"),
        (record(events=[{}] * (MOST_EVENTS + 1)), "format"),
        (HEADER, "format"),
        (record(rules="whist"), "rules"),
        (record(rules=7), "rules"),
        (record(rules={"base": "whist"}), "rules"),
        (record(rules={"pack": 52}), "rules"),
        (record(players=["A", "B", "C"]), "players"),
        (record(players=["A", "B", "C", ""]), "players"),
        (record(players=["A", "B", "C", "D" * 61]), "players"),
        (record(players=["A", "B", "C", "D\n"]), "players"),
        (record(players="ABCD"), "players"),
        (record(first_dealer=4), "players"),
        (record(first_dealer=None), "players"),
        (record(first_dealer=-1), "players"),
    ],
)
def test_a_header_that_cannot_be_used_is_refused_at_event_0(obj, code):
    error = refusal(obj)
    assert (error.code, error.event) == (code, 0)


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ('{"contractor": 0, "bid": %s, "points": [60, 40]}', "bid"),
        ('{"contractor": 0, "bid": 60, "bids": {"1": %s}, "points": [60, 40]}', "bid"),
        ('{"auction": [%s], "points": [60, 40]}', "auction"),
        ('{"kind": "adjustment", "side": 0, "points": %s, "reason": "x"}', "adjustment"),
    ],
)
@pytest.mark.parametrize("huge", ["1000000000", "1" + "0" * 30, "-1" + "0" * 30])
def test_a_number_is_out_of_bounds_however_huge_it_is(event, code, huge):
    head = '{"format": "scorekeeper-game/1", "rules": "standard", "players": ["A", "B", "C", "D"], "first_dealer": 0, "events": ['
    told = parse_record(read_json(head + event % huge + "]}"))
    error = replay(told.rules, told.first_dealer, told.events).error
    assert error is not None
    assert error.code == code


def test_an_event_that_is_no_object_is_refused_in_its_place():
    error = refusal(record(events=[PLAYED, 7]))
    assert (error.code, error.event) == ("event", 2)


def test_unsound_rules_come_with_every_reason():
    error = refusal(record(rules={"base": "six_three_pairs", "misdeal": True, "announced_all": True}))
    assert isinstance(error, UnsoundRules)
    assert {p.reason for p in error.problems} == {"misdeal.six", "announced_all.sides"}


junk = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-200, 200), st.floats(allow_nan=False), st.sampled_from(["", "played", "free"])
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["kind", "contractor", "bid", "bids", "points", "0", "side", "reason", "auction"]), inner, max_size=5
        ),
    ),
    max_leaves=12,
)


@given(junk)
def test_whatever_stands_in_place_of_an_event_is_read_or_refused(obj):
    try:
        event = parse_event(obj)
    except GameError as error:
        refused = error
    else:
        assert parse_event(dump_event(event)) == event
        return
    assert refused.code in {"event", "points.value", "adjustment"}


def test_who_bid_without_it_being_known_how_high_is_read_and_printed_back():
    obj = {**PLAYED, "bids": {"1": "bid", "3": 55}}
    assert parse_event(obj).bids == {1: "bid", 3: 55}
    assert dump_event(parse_event(obj)) == obj
    assert refusal({**PLAYED, "bid": "bid"}, parse_event).params["field"] == "bid"
