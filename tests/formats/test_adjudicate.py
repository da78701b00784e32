from __future__ import annotations

import json

import pytest

from scorekeeper.engine.errors import GameError
from scorekeeper.formats.adjudicate import adjudicate

HELD = ["AS", "KS", "QS", "10S", "5S", "AH", "KH", "10D", "9D", "8D", "7D", "10C", "5C"]
AUCTION = {"rules": "standard", "dealer": 0, "calls": []}
DISCARD = {"rules": "kitty", "held": HELD, "discard": ["5C", "KH", "8D", "7D"], "trump": "H"}
PLAY = {"rules": "standard", "contractor": 0, "trump": "S", "tricks": [["AH", "5S", "KH", "9H"], ["8H", "7H", "JH", "QH"]]}
MISDEAL = {"rules": "standard", "hand": ["10S", "9S", "8S", "7S", "5S", "10H", "9H", "8H", "7H"]}


def answer(kind, question, **changes):
    return json.loads(json.dumps(adjudicate(kind, {**question, **changes}, lambda objection: f"because {objection.rule}")))


def refusal(kind, question, **changes):
    with pytest.raises(GameError) as caught:
        adjudicate(kind, {**question, **changes} if isinstance(question, dict) else question, str)
    assert caught.value.event == 0
    return caught.value.code, caught.value.params.get("reason"), caught.value.params.get("field")


def test_an_open_auction_tells_whose_turn_it_is_and_what_may_be_called():
    assert answer("auction", AUCTION, calls=["pass", 90]) == {
        "status": "open",
        "contractor": None,
        "bid": None,
        "forced": False,
        "free": False,
        "highest_bids": {"2": 90},
        "next": 3,
        "legal": ["pass", 95, 100],
        "illegal": None,
    }


def test_an_illegal_call_stops_the_auction_there_with_the_rule_and_the_reason():
    found = answer("auction", AUCTION, calls=[60, 60, 65])
    assert (found["status"], found["next"], found["highest_bids"]) == ("illegal", 2, {"1": 60})
    assert found["illegal"] == {"index": 1, "rule": "auction.step", "text": "because auction.step"}


def test_a_forced_contract_needs_no_call_by_the_dealer():
    rules = {"all_pass": "dealer_minimum"}
    found = answer("auction", AUCTION, rules=rules, calls=["pass"] * 3)
    assert (found["contractor"], found["bid"], found["forced"], found["free"]) == (0, 50, True, False)
    assert answer("auction", AUCTION, rules=rules, calls=["pass"] * 4)["illegal"]["rule"] == "auction.all_pass"


def test_a_discard_is_answered_with_all_that_follows_from_it():
    rules = {"base": "kitty", "discard_show_trumps": True, "discard_announce_points": True, "discard_limit": "no_points"}
    assert answer("discard", DISCARD, rules=rules) == {
        "legal": False,
        "rule": "kitty.discard_limit",
        "text": "because kitty.discard_limit",
        "points": 5,
        "show": ["KH"],
        "announce": True,
        "goes_to": "opponents",
    }
    expected = {"legal": True, "rule": None, "text": None, "points": 5, "show": [], "announce": None, "goes_to": "opponents"}
    assert answer("discard", DISCARD) == expected


def test_tricks_are_answered_with_winners_points_revokes_and_illegal_cards():
    assert answer("play", PLAY) == {
        "trump": "S",
        "winners": [1, 0],
        "points": [0, 15],
        "revokes": [{"trick": 1, "seat": 1, "suit": "H", "proven_by": 2}],
        "illegal": None,
    }
    hands = [
        ["AH", "QH", "AS", "KS", "QS", "JS", "10S", "9S", "7S"],
        ["5S", "8H", "AD", "KD", "QD", "JD", "10D", "9D", "7D"],
        ["KH", "7H", "AC", "KC", "QC", "JC", "10C", "9C", "7C"],
        ["9H", "JH", "10H", "5H", "8S", "8D", "8C", "5D", "5C"],
    ]
    found = answer("play", PLAY, hands=hands)
    reason = {"rule": "play.follow", "text": "because play.follow"}
    assert found["illegal"] == [{"trick": 1, "seat": 1, "card": "5S", **reason}]


def test_the_first_card_sets_a_trump_that_is_null_or_left_out():
    assert answer("play", PLAY, trump=None)["trump"] == "H"
    assert answer("play", {name: PLAY[name] for name in ("rules", "contractor", "tricks")})["trump"] == "H"


def test_a_hand_without_a_face_card_may_call_a_misdeal_only_where_that_is_played():
    assert answer("misdeal", MISDEAL) == {"may_call": False}
    assert answer("misdeal", MISDEAL, rules={"misdeal": True}) == {"may_call": True}


def test_a_side_that_has_dropped_out_of_three_pairs_can_be_told():
    found = answer("auction", AUCTION, rules="six_three_pairs", dropped=[1], calls=["pass"])
    assert found["next"] == 3
    assert refusal("auction", AUCTION, dropped=[1]) == ("event", "no_drop_out", "dropped")
    assert refusal("auction", AUCTION, rules="six_three_pairs", dropped=[0]) == ("event", "dropped", "dealer")
    assert refusal("auction", AUCTION, rules="six_three_pairs", dropped=[0, 1]) == ("event", "dropped_side", "dropped")


@pytest.mark.parametrize(
    ("kind", "question", "changes", "found"),
    [
        ("auction", [], {}, ("format", "question", "question")),
        ("auction", AUCTION, {"table": 1}, ("event", "question_key", "table")),
        ("auction", {"rules": "standard"}, {}, ("event", "missing", "dealer")),
        ("auction", AUCTION, {"rules": "belote"}, ("rules", None, None)),
        ("auction", AUCTION, {"rules": {"target": 201}}, ("rules", None, None)),
        ("auction", AUCTION, {"dealer": 4}, ("event", "seat", "dealer")),
        ("auction", AUCTION, {"dealer": True}, ("event", "type", "dealer")),
        ("auction", AUCTION, {"rules": {"base": "five_silent", "silent_seat": 0}}, ("event", "silent", "dealer")),
        ("auction", AUCTION, {"calls": "pass"}, ("event", "type", "calls")),
        ("auction", AUCTION, {"calls": ["double"]}, ("event", "type", "calls")),
        ("auction", AUCTION, {"calls": [50.5]}, ("event", "type", "calls")),
        ("auction", AUCTION, {"calls": [True]}, ("event", "type", "calls")),
        ("discard", DISCARD, {"discard": ["5C", 7]}, ("event", "type", "discard")),
        ("discard", DISCARD, {"held": HELD[1:]}, ("event", "count", "held")),
        ("discard", DISCARD, {"trump": 1}, ("event", "type", "trump")),
        (
            "discard",
            DISCARD,
            {"rules": {"base": "kitty", "discard_show_trumps": True}, "trump": None},
            ("needs.trump", None, None),
        ),
        ("play", PLAY, {"tricks": [["AH", None]]}, ("event", "type", "tricks")),
        ("play", PLAY, {"contractor": 4}, ("event", "seat", "contractor")),
        ("play", PLAY, {"trump": "NT"}, ("event", "no_trump", "trump")),
        ("play", PLAY, {"hands": [[]]}, ("event", "count", "hands")),
        ("misdeal", MISDEAL, {"hand": ["10S"]}, ("event", "count", "hand")),
    ],
)
def test_a_question_that_cannot_be_answered_names_the_field(kind, question, changes, found):
    code, reason, field = refusal(kind, question, **changes)
    assert (code, field) == (found[0], found[2])
    assert found[1] in (None, reason)


def test_the_referee_has_all_it_needs_on_the_phone():
    from scorekeeper.offline.bundle.packs import collect

    assert "scorekeeper.engine.rulings" in collect("scorekeeper.formats.adjudicate")


def test_a_call_is_illegal_however_huge_it_is():
    assert answer("auction", AUCTION, calls=[1e30])["illegal"] == {
        "index": 0,
        "rule": "auction.step",
        "text": "because auction.step",
    }
