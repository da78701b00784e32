"""The pad's requests to the engine: previews, corrections, needs and replays, as JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.formats.game_record import Record, dump_record
from scorekeeper.offline.runtime.bridge import ScoredGame
from tests.engine.strategies import games
from tests.tiers import examples

NAMES = ["Aline", "Benoît", "Claire", "Denis"]


def record(*events, **header):
    return {
        "format": "scorekeeper-game/1",
        "rules": "standard",
        "players": NAMES,
        "first_dealer": 0,
        "events": list(events),
        **header,
    }


def hand(contractor, bid, ours, theirs, **more):
    return {"contractor": contractor, "bid": bid, "points": [ours, theirs], "bids": {}, **more}


@pytest.fixture
def desk():
    return ScoredGame({})


def test_a_preview_tells_what_a_hand_would_do_and_why(desk):
    answer = desk.answer("preview", {"record": record(hand(0, 75, 85, 15)), "event": hand(1, 60, 45, 55)})
    assert answer["hand"]["made"] is False
    assert answer["hand"]["deltas"] == (45, -60)
    assert answer["scores"] == (130, -45)
    assert answer["boxed"] == [False, True]
    assert answer["next_dealer"] == 2
    assert [line["text"] for line in answer["hand"]["why"]] == [
        "Benoît & Denis bid 60 but took only 55: −60.",
        "Aline & Claire took 45: +45.",
    ]
    assert answer["changes"] == []


def test_a_preview_tells_that_the_game_would_be_over(desk):
    answer = desk.answer("preview", {"record": record(hand(0, 100, 100, 0)), "event": hand(2, 100, 100, 0)})
    assert answer["outcome"]["status"] == "won"
    assert answer["outcome"]["text"] == "Aline & Claire win the game."


def test_a_correction_shows_every_later_hand_that_it_changes(desk):
    played = record(hand(0, 75, 85, 15), hand(1, 60, 40, 60), hand(2, 50, 55, 45))
    answer = desk.answer("preview", {"record": played, "event": hand(0, 90, 85, 15), "replace": 0})
    assert answer["replaced"]["hand"]["scores"] == (85, 15)
    assert answer["hand"]["scores"] == (-90, 15)
    assert [change["n"] for change in answer["changes"]] == [2, 3]
    assert answer["changes"][1]["before"]["hand"]["scores"] == (180, 120)
    assert answer["changes"][1]["after"]["hand"]["scores"] == (5, 120)


def test_striking_a_hand_out_moves_the_deal_of_those_after_it(desk):
    played = record(hand(0, 75, 85, 15), hand(1, 60, 40, 60))
    answer = desk.answer("preview", {"record": played, "event": None, "replace": 0})
    assert answer["hand"] is None
    assert answer["scores"] == (40, 60)
    assert answer["changes"][0]["after"]["hand"]["dealer"] == 0


def test_a_forgotten_hand_can_be_put_before_another(desk):
    played = record(hand(0, 75, 85, 15), hand(1, 60, 40, 60))
    answer = desk.answer("preview", {"record": played, "event": {"kind": "passed_out"}, "before": 1})
    assert answer["hand"]["n"] == 2
    assert answer["scores"] == (125, 75)
    assert [change["n"] for change in answer["changes"]] == [2]


def test_a_correction_that_ends_the_game_earlier_says_which_hands_come_after_its_end(desk):
    played = record(hand(0, 100, 100, 0), hand(0, 95, 95, 5), hand(1, 50, 50, 50))
    answer = desk.answer("preview", {"record": played, "event": hand(0, 100, 100, 0), "replace": 1})
    assert answer["outcome"]["status"] == "won"
    assert answer["changes"][0]["after"]["status"] == "after_end"


def test_a_replay_that_stops_tells_how_every_entry_stands(desk):
    late = record(hand(1, 100, 0, 100), {"contractor": 0, "bid": 60, "points": [60, 40]}, hand(2, 50, 60, 40))
    answer = desk.answer("replay", {"record": late})
    assert [entry["status"] for entry in answer["entries"]] == ["scored", "unscorable", "waiting"]
    assert [entry["text"] for entry in answer["entries"]] == ["", "cannot be scored", "waiting for an earlier line"]
    assert (answer["error"]["event"], answer["error"]["code"]) == (2, "needs.bids")
    assert [scored["scores"] for scored in answer["hands"]] == [(0, 100)]
    assert answer["scores"] == (0, 100)
    assert "entries" not in desk.answer("replay", {"record": record(hand(1, 100, 0, 100))})


def test_a_hand_that_waits_for_an_earlier_one_is_previewed_without_a_score(desk):
    late = record(hand(1, 100, 0, 100), {"contractor": 0, "bid": 60, "points": [60, 40]})
    answer = desk.answer("preview", {"record": late, "event": hand(2, 50, 60, 40)})
    assert (answer["hand"], answer["status"], answer["text"]) == (None, "waiting", "waiting for an earlier line")


def test_what_the_rules_refuse_is_told_with_code_field_and_words(desk):
    answer = desk.answer("preview", {"record": record(), "event": hand(0, 75, 85, 10)})
    assert answer["error"]["code"] == "points.sum"
    assert answer["error"]["kind"] == "illegal"
    assert "85 + 10 make 95" in answer["error"]["message"]


def test_who_bid_is_asked_only_where_it_matters(desk):
    fresh = desk.answer("needs", {"record": record(), "draft": {"contractor": 0, "bid": 60}})
    assert fresh["who_bid"] is False
    assert fresh["contractors"] == [0, 1, 2, 3]
    late = record(hand(1, 100, 0, 100))
    assert desk.answer("needs", {"record": late, "draft": {"contractor": 0, "bid": 60}})["who_bid"] is True
    assert desk.answer("needs", {"record": late, "draft": {"contractor": 0}, "at": 0})["who_bid"] is False


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"record": 5}, "format"),
        ({"record": {"format": "scorekeeper-game/1"}}, "format"),
        ({"record": record(rules="no_such")}, "rules"),
        ({"record": record(players=["A"])}, "players"),
        ({"record": record(), "draft": {"contractor": 9}}, "event"),
        ({"record": record(), "draft": {"points": "85"}}, "event"),
    ],
)
def test_a_question_that_cannot_be_read_is_answered_with_a_code(desk, request_, code):
    assert desk.answer("needs", request_)["error"]["code"] == code


def test_a_question_about_a_hand_that_is_not_there_is_refused(desk):
    assert desk.answer("preview", {"record": record(), "event": hand(0, 50, 50, 50), "replace": 3})["error"]["code"] == "event"


def test_french_is_spoken_when_the_messages_are_french():
    t = t_for("fr")
    words = ScoredGame({m: t(m) for m in ("%(side)s bid %(bid)s and took %(took)s: %(change)s.",)})
    answer = words.answer("preview", {"record": record(), "event": hand(0, 75, 85, 15)})
    assert answer["hand"]["why"][0]["text"] == t("%(side)s bid %(bid)s and took %(took)s: %(change)s.") % {
        "side": "Aline & Claire",
        "bid": 75,
        "took": 85,
        "change": "+85",
    }


@pytest.mark.slow
@settings(max_examples=examples(40))
@given(games(), st.data())
def test_what_was_asked_before_never_changes_an_answer(game, data):
    """The engine caches scored games. It must answer like a fresh one."""
    rules, first_dealer, events = game
    names = tuple(f"P{seat}" for seat in range(rules.table.players))
    whole = json.loads(json.dumps(dump_record(Record(rules, names, first_dealer, tuple(events)))))
    desk = ScoredGame({})
    for _ in range(4):
        events = whole["events"][: data.draw(st.integers(0, len(whole["events"])))]
        asked = {"record": {**whole, "events": events}}
        if events:
            asked |= {"event": data.draw(st.sampled_from(whole["events"])), "replace": data.draw(st.integers(0, len(events) - 1))}
        operation = "preview" if events else "replay"
        assert desk.answer(operation, asked) == ScoredGame({}).answer(operation, asked)


def test_an_auction_is_judged_call_by_call_as_on_the_server(desk):
    game = record({"kind": "passed_out"}, rules={"base": "kitty", "keep": "dealer"})  # Benoît deals next
    told = desk.answer("bidding", {"record": game, "calls": "60.75", "call": "70"})
    assert (told["calls"], told["turn"], told["status"], told["dealer"]) == ([60, 75], 0, "open", 1)
    assert told["why"]["text"] == "A bid must be above the last, which was 75."
    told = desk.answer("bidding", {"record": game, "calls": "60.75.pass", "call": "keep"})
    assert told["why"] is None
    assert told["rows"] == [["60", "75", "pass", "keep"]]
    assert told["note"] == "Claire to answer Benoît’s bid of 75."
    over = desk.answer("bidding", {"record": game, "calls": "60.75.pass.keep.pass.pass"})
    assert (over["status"], over["contractor"], over["bid"], over["bids"]) == ("closed", 1, 75, {"2": 60, "3": 75})
    assert "It is not Claire’s turn." in desk.answer("bidding", {"record": game, "calls": "60", "seat": 2})["why"]["head"]
    assert desk.answer("bidding", {"record": game, "calls": "", "seat": 9})["error"]["code"] == "event"


def test_a_bid_of_unknown_height_counts_on_the_phone_as_on_the_server(desk):
    late = record(hand(1, 100, 0, 100))
    told = desk.answer("preview", {"record": late, "event": hand(0, 60, 60, 40, bids={"1": "bid"})})
    assert told["scores"] == (60, 140)


def test_the_first_dealer_is_drawn_with_the_chance_that_the_browser_gives(desk):
    answer = desk.answer("draw", {"record": record(), "chance": [0] * 64})
    fell = [(one["card"], one["seat"]) for one in answer["cards"]]
    assert [card.startswith("J") for card, _seat in fell] == [False] * (len(fell) - 1) + [True]
    assert answer["dealer"] == fell[-1][1]
    assert [seat for _card, seat in fell] == [(1 + i) % 4 for i in range(len(fell))]  # from the left of Aline, who shuffled
    assert f"The first jack falls to {NAMES[answer['dealer']]}, who deals first." in answer["said"]
    for chance in (None, [1, 2], ["x"] * 64):
        assert desk.answer("draw", {"record": record(), "chance": chance})["error"]["code"] == "event"


def test_an_end_is_told_with_its_facts_and_the_hands_that_they_rest_on(desk):
    other = {"kind": "adjustment", "side": 1, "points": -20, "reason": "revoke"}
    won = [hand(1, 80, 90, 10), other, hand(0, 100, 100, 0), hand(0, 60, 100, 0)]
    end = desk.answer("ending", {"record": record(*won)})["end"]
    assert (end["title"], end["side"]) == ("Aline & Claire win the game.", 0)
    best = end["facts"][0]
    assert (best["figure"], best["label"], best["at"]) == ("100", "Highest bid made", "hand")
    assert best["hands"] == [{"number": 2, "event": 2}]
    assert (end["facts"][1]["figure"], end["facts"][1]["hands"]) == ("\u2212100", [])  # after the adjustment
    assert end["words"]["rematch"].startswith("Rematch, ")
    assert desk.answer("ending", {"record": record(*won[:2])})["end"] is None
