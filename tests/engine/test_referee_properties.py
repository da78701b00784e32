from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.auction import HUNDRED_FOR_200, KEEP, PASS, Bidding, contract_of, hold_auction
from scorekeeper.engine.deal import POINTS, SUIT, divide_pack, pack_of, points_of
from scorekeeper.engine.errors import Illegal
from scorekeeper.engine.events import Played
from scorekeeper.engine.kitty import judge_discard
from scorekeeper.engine.play import Tricks
from scorekeeper.engine.replay.game import advance
from scorekeeper.engine.rulings import count_piles, judge
from scorekeeper.engine.scoring import pile_count
from scorekeeper.engine.state import State
from tests.engine.referee import bid_at_random, deal_at_random, play_at_random, tables

pytestmark = pytest.mark.slow

seeds = st.integers(0, 2**32).map(random.Random)
KNOWN = {PASS, KEEP, HUNDRED_FOR_200, *range(5, 105, 5)}


def facts(bidding: Bidding):
    return {name: repr(getattr(bidding, name)) for name in Bidding.__slots__}


@given(tables(), seeds, st.sampled_from([0.0, 0.4, 0.9]))
def test_every_auction_driven_by_legal_calls_ends(seated, rng, passing):
    bidding = bid_at_random(seated, rng, passing)
    assert len(bidding.calls) <= 2 * len(KNOWN) + 6
    assert bidding.legal() == []
    if bidding.status == "passed_out":
        assert bidding.contractor is None
        assert not bidding.highest_bids
    else:
        assert bidding.status == "closed"
        assert bidding.contractor is not None
        assert (bidding.highest_bids == {}) == (bidding.forced or bidding.free)
        assert bidding.forced or bidding.free or bidding.highest_bids[bidding.contractor] == bidding.bid


@given(tables(), seeds)
def test_every_call_is_either_legal_or_has_a_reason_and_an_illegal_one_changes_nothing(seated, rng):
    bidding = Bidding(seated.rules, seated.dealer, seated.dropped)
    while bidding.turn is not None:
        legal, illegal = bidding.legal(), dict(bidding.illegal())
        assert set(legal) | set(illegal) == KNOWN
        assert not set(legal) & set(illegal)
        before = facts(bidding)
        for call in rng.sample(sorted(illegal, key=str), min(3, len(illegal))):
            with pytest.raises(Illegal) as caught:
                bidding.call(call)
            assert caught.value.params["rule"] == illegal[call].rule
        assert facts(bidding) == before
        bidding.call(rng.choice(legal))


@given(tables(), seeds)
def test_a_player_never_speaks_after_passing_and_the_silent_and_the_dropped_never_do(seated, rng):
    bidding = bid_at_random(seated, rng)
    table = seated.rules.table
    gone = {table.silent(seated.dealer)}
    for seat, call in bidding.calls:
        assert seat not in gone
        assert table.side_of[seat] not in seated.dropped
        if call == PASS or seated.rules.rounds == "single":
            gone.add(seat)


@given(tables(), seeds)
def test_the_bids_of_an_auction_rise_and_an_equal_one_was_kept_from_somebody_else(seated, rng):
    bidding = bid_at_random(seated, rng)
    height, holder, kept = 0, None, set()
    for seat, call in bidding.calls:
        if call == KEEP:
            assert holder is not None
            assert holder != seat
            assert seated.rules.keep != "none"
            assert seated.rules.keep == "anyone_once" or seat == seated.dealer
            assert height not in kept or seated.rules.keep == "dealer"
            kept.add(height)
            holder = seat
        elif call != PASS:
            rank = 101 if call == HUNDRED_FOR_200 else call
            assert rank > height
            height, holder = rank, seat


@given(tables(), seeds)
def test_an_auction_recorded_by_its_calls_scores_like_its_result_in_short_form(seated, rng):
    rules, bidding = seated.rules, bid_at_random(seated, rng)
    calls = tuple(call for _, call in bidding.calls)
    state = State(rules, seated.dealer)
    state.dropped = list(seated.dropped)
    points = [0] * pile_count(rules)
    own = (
        0
        if bidding.contractor is None or (len(points) == 2 and rules.table.individual)
        else rules.table.side_of[bidding.contractor]
    )
    points[own] = 60
    points[next(s for s in range(len(points)) if s != own and s not in seated.dropped)] = 40
    called = 0 if rules.format == "called_partner" else None
    trump = "H" if rules.no_trump == "double" else None
    by_calls = Played(-1, 0, tuple(points), trump=trump, called_seat=called, auction=calls)
    if bidding.contractor is None:
        with pytest.raises(Illegal) as caught:
            advance(state, by_calls)
        assert (caught.value.code, caught.value.params["reason"]) == ("auction", "passed_out")
        return
    contract = contract_of(rules, seated.dealer, calls, seated.dropped)
    assert (contract.contractor, contract.bid) == (bidding.contractor, bidding.bid)
    short = Played(contract.contractor, contract.bid, tuple(points), contract.bids, trump=trump, called_seat=called)
    assert advance(state.copy(), by_calls) == advance(state.copy(), short)
    assert by_calls.contractor == -1


@given(tables(), seeds, st.integers(0, 60))
def test_an_auction_that_breaks_off_is_not_finished_and_the_next_to_speak_is_told(seated, rng, cut):
    calls = [call for _, call in bid_at_random(seated, rng).calls]
    if cut >= len(calls):
        return
    with pytest.raises(Illegal) as caught:
        contract_of(seated.rules, seated.dealer, calls[:cut], seated.dropped)
    half = hold_auction(seated.rules, seated.dealer, calls[:cut], seated.dropped)
    assert caught.value.params["reason"] == "unfinished"
    assert caught.value.params["seat"] == half.turn
    assert calls[cut] in caught.value.params["legal"]


@given(tables(kitty=True), seeds, st.sampled_from(["S", "H", "D", "C"]))
def test_a_discard_is_legal_when_it_holds_as_many_allowed_cards_as_it_can(seated, rng, trump):
    rules = seated.rules
    shared = divide_pack(rules, seated.dropped)
    # hands rich in points and trumps, so that the forced exception occurs often
    pack = sorted(pack_of(rules), key=lambda card: (not POINTS[card] and SUIT[card] != trump, rng.random()))
    count = shared.cards + shared.kitty
    held = rng.sample(pack[: rng.randrange(count, len(pack) + 1)], count)
    discard = rng.sample(held, shared.kitty)
    forbidden = {
        "any": [],
        "no_points": [card for card in held if POINTS[card]],
        "no_points_or_trumps": [card for card in held if POINTS[card] or SUIT[card] == trump],
    }[rules.discard_limit]
    free = len(held) - len(forbidden)
    found = judge_discard(rules, held, discard, trump, seated.dropped)
    assert found.legal == (len([card for card in discard if card not in forbidden]) == min(free, shared.kitty))
    assert found.points == points_of(discard)
    assert set(found.show) == ({c for c in discard if SUIT[c] == trump} if rules.discard_show_trumps else set())
    assert found.announce == (found.points > 0 if rules.discard_announce_points else None)
    assert found.goes_to == rules.discard_to


@given(tables(), seeds)
def test_every_deal_played_by_legal_cards_gives_100_points_and_no_revoke(seated, rng):
    rules = seated.rules
    deal = deal_at_random(seated, rng)
    if deal.discard:
        held = deal.hands[deal.contractor] + deal.discard
        assert judge_discard(rules, held, deal.discard, deal.announced, seated.dropped).legal
    played = Tricks(rules, deal.contractor, deal.announced, deal.hands, seated.dropped)
    while played.turn is not None:
        played.play(rng.choice(played.legal()))
    found = judge(rules, deal.contractor, deal.announced, played.tricks, deal.by_place(rules), seated.dropped)
    assert found.revokes == ()
    assert found.illegal == ()
    assert found.winners == tuple(played.winners)
    assert found.trump == played.trump
    assert sum(found.points) + points_of(deal.discard) == 100
    opposing = next(s for s, seats in enumerate(rules.table.sides) if deal.contractor not in seats and s not in seated.dropped)
    won = [(trick.winner, trick.points) for trick in found.tricks]
    piles = count_piles(rules, deal.contractor, won, deal.discard, dropped=seated.dropped, opposing_side=opposing)
    assert len(piles) == pile_count(rules)
    assert sum(piles) == 100
    assert all(piles[side] == 0 for side in seated.dropped)


@given(tables(), seeds, st.sampled_from([0.05, 0.3]), st.sampled_from([7, 20, 999]))
def test_a_revoke_inserted_at_random_is_found_exactly_when_a_later_card_proves_it(seated, rng, sinning, cards):
    rules = seated.rules
    deal = deal_at_random(seated, rng)
    tricks, winners, sins = play_at_random(seated, deal, rng, sinning, cards)
    found = judge(rules, deal.contractor, deal.announced, tricks, deal.by_place(rules), seated.dropped)
    assert found.winners == tuple(winners)
    assert [(x.trick, x.seat, x.card) for x in found.illegal] == [(sin.trick, sin.seat, sin.card) for sin in sins]
    proven = [(sin.trick, sin.seat, sin.suit, sin.proven_by) for sin in sins if sin.proven_by]
    assert [(x.trick, x.seat, x.suit, x.proven_by) for x in found.revokes] == proven
    blind = judge(rules, deal.contractor, deal.announced, tricks, None, seated.dropped)
    assert blind.illegal is None
    assert [x for x in found.revokes if rules.format != "two_handed" or x.seat < 2] == list(blind.revokes)
