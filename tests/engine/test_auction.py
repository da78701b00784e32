from __future__ import annotations

import pytest

from scorekeeper.engine.auction import Bidding, Contract, calling_order, contract_of, hold_auction
from scorekeeper.engine.errors import Illegal
from scorekeeper.engine.ruleset import named_rules

NUMBERS = list(range(50, 105, 5))
KEEPS = named_rules("standard").with_options(keep="dealer")
ANYONE = named_rules("standard").with_options(keep="anyone_once")
SINGLE = named_rules("standard").with_options(rounds="single")


def auction_after(rules, *calls, dealer: int = 0, dropped: tuple[int, ...] = ()) -> Bidding:
    """Return the auction after these calls. `rules` is a rule set or a name."""
    return hold_auction(named_rules(rules) if isinstance(rules, str) else rules, dealer, calls, dropped)


def why_not(bidding: Bidding, call, seat: int | None = None):
    """Return (rule, reason) of the objection to a call."""
    objection = bidding.objection(call, seat)
    return None if objection is None else (objection.rule, objection.params["reason"])


def result_of_closed(bidding: Bidding):
    assert bidding.status == "closed"
    return bidding.contractor, bidding.bid


def test_the_player_at_dealers_left_speaks_first_and_the_dealer_last():
    assert calling_order(named_rules("standard"), 2) == [3, 0, 1, 2]
    assert auction_after("standard", dealer=2).turn == 3


def test_the_opening_bid_is_any_multiple_of_five_from_50_to_100():
    assert auction_after("standard").legal() == ["pass", *NUMBERS]


def test_each_bid_is_above_the_last():
    bidding = auction_after("standard", 90)
    assert bidding.legal() == ["pass", 95, 100]
    assert why_not(bidding, 90) == ("auction.step", "not_above")
    assert bidding.objection(85).params["standing"] == 90


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (45, ("auction.minimum", "minimum")),
        (-5, ("auction.minimum", "minimum")),
        (57, ("auction.step", "multiple")),
        (105, ("auction.step", "above_top")),
        ("keep", ("auction.keep", "not_played")),
        ("100-for-200", ("auction.hundred_for_200", "not_played")),
        ("double", ("auction.step", "unknown")),
        (True, ("auction.step", "unknown")),
        ("pass", None),
        (100, None),
    ],
)
def test_an_opening_call_is_legal_or_has_its_reason(call, why):
    assert why_not(auction_after("standard"), call) == why


def test_a_higher_minimum_and_a_wider_step_are_obeyed():
    rules = named_rules("standard").with_options(minimum_bid=70, bid_step=10)
    assert auction_after(rules).legal() == ["pass", 70, 80, 90, 100]
    assert why_not(auction_after(rules), 60) == ("auction.minimum", "minimum")
    assert why_not(auction_after(rules, 70), 75) == ("auction.step", "multiple")


def test_without_a_minimum_the_lowest_bid_is_one_step():
    assert auction_after("le_ruff").legal() == ["pass", *range(5, 105, 5)]
    assert why_not(auction_after("le_ruff"), 0) == ("auction.minimum", "minimum")


def test_the_auction_ends_when_all_but_the_standing_bidder_have_passed():
    bidding = auction_after("standard", 50, 55, "pass", "pass")
    assert bidding.turn == 1
    bidding.call("pass")
    assert result_of_closed(bidding) == (2, 55)
    assert (bidding.turn, bidding.legal()) == (None, [])


def test_a_player_who_passed_is_skipped_for_the_rest_of_the_auction():
    bidding = auction_after("standard", "pass", 60, 65, "pass")
    assert bidding.turn == 2
    assert why_not(bidding, 70, seat=1) == ("auction.pass", "passed")
    assert why_not(bidding, 70, seat=3) == ("auction.turn", "turn")


def test_the_dealer_who_bids_after_three_passes_has_the_contract_at_once():
    assert result_of_closed(auction_after("standard", "pass", "pass", "pass", 65)) == (0, 65)


def test_a_call_after_the_end_is_illegal():
    with pytest.raises(Illegal) as caught:
        auction_after("standard", 100, "pass")
    assert caught.value.code == "auction"
    assert caught.value.params == {
        "index": 1,
        "call": "pass",
        "seat": None,
        "rule": "auction.end",
        "legal": [],
        "reason": "ended",
        "status": "closed",
    }


def test_four_passes_pass_the_hand_out():
    assert auction_after("standard", "pass", "pass", "pass", "pass").status == "passed_out"


@pytest.mark.parametrize("rounds", ["continuous", "single"])
class TestWhenEveryoneBeforeTheDealerPasses:
    def test_the_dealer_may_bid_or_throw_the_hand_in(self, rounds):
        bidding = auction_after(named_rules("standard").with_options(rounds=rounds), "pass", "pass", "pass")
        assert (bidding.turn, bidding.legal()) == (0, ["pass", *NUMBERS])

    def test_the_dealer_must_take_it_at_the_minimum(self, rounds):
        bidding = auction_after(
            named_rules("standard").with_options(rounds=rounds, all_pass="dealer_minimum", minimum_bid=65), "pass", "pass", "pass"
        )
        assert result_of_closed(bidding) == (0, 65)
        assert (bidding.forced, bidding.free, bidding.highest_bids) == (True, False, {})

    def test_the_dealer_takes_it_without_a_bid(self, rounds):
        bidding = auction_after(
            named_rules("standard").with_options(rounds=rounds, all_pass="dealer_free"), "pass", "pass", "pass"
        )
        assert result_of_closed(bidding) == (0, "free")
        assert (bidding.forced, bidding.free, bidding.highest_bids) == (False, True, {})

    def test_the_dealer_must_pass_too(self, rounds):
        bidding = auction_after(
            named_rules("standard").with_options(rounds=rounds, all_pass="dealer_passes"), "pass", "pass", "pass"
        )
        assert (bidding.status, bidding.contractor, bidding.turn) == ("passed_out", None, None)

    def test_one_bid_before_and_nothing_special_happens(self, rounds):
        rules = named_rules("standard").with_options(rounds=rounds, all_pass="dealer_minimum")
        assert result_of_closed(auction_after(rules, "pass", 50, "pass", "pass")) == (2, 50)
        assert auction_after(rules, "pass", 50, "pass").legal() == ["pass", *range(55, 105, 5)]


def test_in_a_single_round_each_player_calls_once():
    bidding = auction_after(SINGLE, 50, 60, "pass")
    assert why_not(bidding, 65, seat=1) == ("auction.single_round", "spoken")
    bidding.call("pass")
    assert result_of_closed(bidding) == (2, 60)


def test_in_a_single_round_the_dealer_has_the_last_word():
    assert result_of_closed(auction_after(SINGLE, 50, 60, 70, 75)) == (0, 75)


def test_in_a_single_round_a_bid_of_100_leaves_nothing_to_say():
    assert result_of_closed(auction_after(SINGLE, 100)) == (1, 100)


def test_in_a_single_round_the_others_pass_until_the_dealer_may_keep_100():
    bidding = auction_after(SINGLE.with_options(keep="dealer"), 100)
    assert (bidding.turn, bidding.legal()) == (2, ["pass"])
    bidding.call("pass")
    bidding.call("pass")
    assert bidding.legal() == ["pass", "keep"]
    bidding.call("keep")
    assert result_of_closed(bidding) == (0, 100)


class TestKeepByTheDealer:
    def test_only_the_dealer_keeps(self):
        assert why_not(auction_after(KEEPS, 50), "keep") == ("auction.keep", "not_dealer")
        assert auction_after(KEEPS, 50, "pass", "pass").legal()[-1] == "keep"

    def test_a_partners_bid_may_be_kept(self):
        assert result_of_closed(auction_after(KEEPS, "pass", 60, "pass", "keep", "pass")) == (0, 60)

    def test_there_must_be_a_bid_to_keep(self):
        assert why_not(auction_after(KEEPS, "pass", "pass", "pass"), "keep") == ("auction.keep", "nothing")

    def test_the_dealer_keeps_again_after_each_raise(self):
        bidding = auction_after(KEEPS, 50, "pass", "pass", "keep", 55, "keep", 60)
        assert bidding.legal()[-1] == "keep"
        bidding.call("keep")
        bidding.call("pass")
        assert result_of_closed(bidding) == (0, 60)
        assert bidding.highest_bids == {1: 60, 0: 60}

    def test_a_dealer_who_has_passed_keeps_nothing_so_100_ends_it(self):
        assert result_of_closed(auction_after(KEEPS, 50, "pass", "pass", "pass")) == (1, 50)
        assert result_of_closed(auction_after(KEEPS, 50, 55, 60, "pass", 100)) == (1, 100)

    def test_a_dealers_own_100_ends_it(self):
        assert result_of_closed(auction_after(KEEPS, 50, "pass", "pass", 100)) == (0, 100)

    def test_others_pass_in_turn_until_the_dealer_answers_100(self):
        bidding = auction_after(KEEPS, 50, 55, 60, 65, 100)
        assert (bidding.turn, bidding.legal()) == (2, ["pass"])
        assert why_not(bidding, 100) == ("auction.step", "not_above")
        bidding = auction_after(KEEPS, 50, 55, 60, 65, 100, "pass", "pass")
        assert (bidding.turn, bidding.legal()) == (0, ["pass", "keep"])

    def test_when_the_dealer_does_not_keep_100_nobody_is_asked_any_more(self):
        assert result_of_closed(auction_after(KEEPS, 50, 55, 100, "pass")) == (3, 100)


class TestKeepByAnyoneOnce:
    def test_an_amount_is_kept_once(self):
        assert why_not(auction_after(ANYONE, 50, "keep"), "keep") == ("auction.keep", "kept")
        assert auction_after(ANYONE, 50, "keep", 55).legal()[-1] == "keep"

    def test_the_next_player_may_not_keep_what_was_kept_after_a_pass_either(self):
        assert why_not(auction_after(ANYONE, 50, "keep", "pass", "pass"), "keep") == ("auction.keep", "kept")

    def test_100_kept_once_ends_it(self):
        assert result_of_closed(auction_after(ANYONE, 100, "keep")) == (2, 100)

    def test_100_is_offered_to_each_in_turn(self):
        assert auction_after(ANYONE, 100).legal() == ["pass", "keep"]
        assert auction_after(ANYONE, 100, "pass").turn == 3
        assert result_of_closed(auction_after(ANYONE, 100, "pass", "pass", "pass")) == (1, 100)


class TestHundredFor200:
    rules = named_rules("standard").with_options(hundred_for_200=True)

    def test_it_is_above_100_and_nothing_is_above_it(self):
        assert auction_after(self.rules, 100).legal() == ["pass", "100-for-200"]
        assert result_of_closed(auction_after(self.rules, 100, "100-for-200")) == (2, "100-for-200")

    def test_it_may_be_the_first_bid(self):
        assert auction_after(self.rules).legal() == ["pass", *NUMBERS, "100-for-200"]
        assert result_of_closed(auction_after(self.rules, "100-for-200")) == (1, "100-for-200")

    def test_100_alone_does_not_end_the_auction(self):
        assert result_of_closed(auction_after(self.rules, 100, "pass", "pass", "pass")) == (1, 100)

    def test_the_dealer_may_keep_it(self):
        rules = self.rules.with_options(keep="dealer")
        bidding = auction_after(rules, "100-for-200", "pass", "pass")
        assert bidding.legal() == ["pass", "keep"]
        assert why_not(bidding, 100) == ("auction.step", "not_above")
        assert why_not(bidding, "100-for-200") == ("auction.hundred_for_200", "not_above")
        bidding.call("keep")
        assert result_of_closed(bidding) == (0, "100-for-200")

    def test_100_kept_by_the_dealer_may_still_be_raised(self):
        bidding = auction_after(self.rules.with_options(keep="dealer"), 100, "pass", "pass", "keep")
        assert (bidding.turn, bidding.legal()) == (1, ["pass", "100-for-200"])


def test_the_player_at_dealers_right_is_silent_where_the_silent_partner_rotates():
    bidding = auction_after("five_silent", dealer=2)
    assert calling_order(named_rules("five_silent"), 2) == [3, 4, 0, 2]
    assert why_not(bidding, 50, seat=1) == ("format.silent_partner", "silent")
    assert result_of_closed(auction_after("five_silent", "pass", 50, "pass", "pass", dealer=2)) == (4, 50)


def test_a_fixed_silent_player_is_never_asked():
    assert calling_order(named_rules("five_silent").with_options(silent_seat=3), 2) == [4, 0, 1, 2]


def test_two_players_bid_against_each_other_and_their_silent_partners_do_not():
    assert calling_order(named_rules("two_handed"), 0) == [1, 0]
    assert result_of_closed(auction_after("two_handed", 50, 55, "pass")) == (0, 55)


def test_five_players_who_call_a_partner_all_bid():
    assert calling_order(named_rules("five_called"), 4) == [0, 1, 2, 3, 4]


def test_a_pair_that_has_dropped_out_makes_no_call():
    bidding = auction_after("six_three_pairs", dealer=0, dropped=(1,))
    assert calling_order(named_rules("six_three_pairs"), 0, (1,)) == [2, 3, 5, 0]
    assert why_not(bidding, 50, seat=4) == ("end.drop_out", "dropped")


def test_the_contract_comes_with_the_highest_bids_of_the_others():
    assert contract_of(KEEPS, 0, ["pass", 60, 75, "keep", "pass", "pass"]) == Contract(0, 75, {2: 60, 3: 75})


def test_the_reasons_why_not_cover_every_call_that_is_not_legal():
    bidding = auction_after(KEEPS, "pass", 95)
    assert [(call, objection.rule) for call, objection in bidding.illegal()] == [
        *((n, "auction.minimum") for n in range(5, 50, 5)),
        *((n, "auction.step") for n in range(50, 100, 5)),
        ("100-for-200", "auction.hundred_for_200"),
        ("keep", "auction.keep"),
    ]
