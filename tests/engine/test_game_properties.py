from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.pot import settle_pot
from scorekeeper.engine.replay.game import advance, replay
from scorekeeper.engine.state import State, needs
from scorekeeper.formats.game_record import Record, dump_record, parse_record
from tests.engine.strategies import games

pytestmark = pytest.mark.slow


@given(games())
def test_the_reasons_of_every_hand_add_up_to_its_change_of_score(game):
    rules, first_dealer, events = game
    before = [0] * len(rules.table.sides)
    for hand in replay(rules, first_dealer, events).hands:
        for side, delta in enumerate(hand.deltas):
            assert sum(line.points for line in hand.lines if line.side == side) == delta
            assert hand.scores[side] == before[side] + delta
            assert hand.boxed[side] == (hand.scores[side] < 0)
        before = list(hand.scores)


@given(games(), st.integers(0, 14))
def test_a_score_never_depends_on_anything_recorded_after_it(game, cut):
    rules, first_dealer, events = game
    whole = replay(rules, first_dealer, events)
    prefix = replay(rules, first_dealer, events[:cut])
    assert whole.error is None
    assert prefix.hands == whole.hands[:cut]


@given(games())
def test_only_the_last_hand_can_end_the_game(game):
    rules, first_dealer, events = game
    result = replay(rules, first_dealer, events)
    assert [hand.outcome.over for hand in result.hands[:-1]] == [False] * max(0, len(events) - 1)
    if result.outcome.over:
        assert result.outcome.winners
        assert not set(result.outcome.winners) & set(result.dropped)
        assert replay(rules, first_dealer, [*events, events[-1]]).error.code == "game.over"


@given(games())
def test_a_record_survives_being_printed_and_read_again(game):
    rules, first_dealer, events = game
    players = tuple(f"P{seat}" for seat in range(rules.table.players))
    record = Record(rules, players, first_dealer, tuple(events))
    printed = dump_record(record)
    assert parse_record(printed) == record
    assert dump_record(parse_record(printed)) == printed


@given(games())
def test_the_deal_never_falls_to_a_player_who_sits_out(game):
    rules, first_dealer, events = game
    state = State(rules, first_dealer)
    for event in events:
        advance(state, event)
        assert not state.sits_out(state.dealer) or state.outcome.over


@given(games(), st.data())
def test_a_hand_without_the_bids_scores_exactly_when_nothing_asks_for_them(game, data):
    rules, first_dealer, events = game
    state = State(rules, first_dealer)
    for event in events:
        if event.kind == "played":
            asked = needs(state, event.contractor, event.bid, event.points, event.called_seat).who_bid
            after = replay_one(state, replace(event, bids=None))
            assert (after == "needs.bids") == asked
            if not asked:
                assert after == replay_one(state, event)
        advance(state, event)


def replay_one(state, event):
    from scorekeeper.engine.errors import NotEnoughKnown

    trial = state.copy()
    try:
        hand = advance(trial, event)
    except NotEnoughKnown as error:
        return error.code
    return hand.deltas, hand.outcome


@given(games(), st.integers(0, 500), st.integers(0, 500), st.integers(0, 500))
def test_every_cent_in_the_pot_comes_from_a_player_and_goes_to_a_winner(game, ante, boxed, hole):
    rules, first_dealer, events = game
    rules = rules.with_options(pot=True, ante=ante, boxed=boxed, hole=hole)
    result = replay(rules, first_dealer, events)
    settlement = settle_pot(rules, result)
    assert sum(settlement.paid) == settlement.pot
    assert sum(settlement.won) == (settlement.pot if result.outcome.over else 0)
    winners = {seat for side in result.outcome.winners for seat in rules.table.sides[side]}
    shares = [settlement.won[seat] for seat in winners]
    assert not shares or max(shares) - min(shares) <= 1
