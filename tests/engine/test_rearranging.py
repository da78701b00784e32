"""New dealers and new names score nothing in any game."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.engine.deal import next_dealer
from scorekeeper.engine.events import NewDealer, NewSeats
from scorekeeper.engine.replay.game import advance, replay
from scorekeeper.engine.state import State
from scorekeeper.formats.game_record import Record, dump_record, parse_record
from scorekeeper.formats.record_details import About, MatchPlace, Stamp
from tests.engine.strategies import games

pytestmark = pytest.mark.slow

# A whole game is drawn, which takes its time on a busy machine.
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

LOOKS_AT_THE_DEALER = ("dealer_free",)


@st.composite
def rearranged(draw):
    """Draw a game, and the same with changes of dealer and names in between."""
    rules, first_dealer, events = draw(games())
    state = State(rules, first_dealer)
    told = []
    for event in events:
        if draw(st.booleans()):
            seats = [s for s in range(rules.table.players) if not state.sits_out(s)]
            new = [NewDealer(draw(st.sampled_from(seats))), NewSeats(tuple("ABCDEF"[: rules.table.players]))]
            told.append(draw(st.sampled_from(new)))
            if rules.table.rotating_silent or rules.all_pass in LOOKS_AT_THE_DEALER:
                told[-1] = new[1]
        told.append(event)
        advance(state, event)
    return rules, first_dealer, events, told


@unhurried
@given(rearranged())
def test_a_game_scores_the_same_whoever_deals_and_whatever_they_are_called(game):
    rules, first_dealer, events, told = game
    plain, other = replay(rules, first_dealer, events), replay(rules, first_dealer, told)
    assert other.error is None
    kept = [hand for hand, event in zip(other.hands, told, strict=True) if not isinstance(event, (NewDealer, NewSeats))]
    assert [(h.deltas, h.scores, h.dropped, h.outcome) for h in kept] == [
        (h.deltas, h.scores, h.dropped, h.outcome) for h in plain.hands
    ]
    assert (other.scores, other.outcome) == (plain.scores, plain.outcome)


@unhurried
@given(rearranged())
def test_after_a_change_of_dealer_the_deal_goes_on_to_the_left(game):
    rules, first_dealer, _, told = game
    state = State(rules, first_dealer)
    for event in told:
        before = state.dealer
        hand = advance(state, event)
        if isinstance(event, NewDealer):
            assert hand.dealer == state.dealer == event.dealer
        elif event.kind in ("played", "passed_out"):
            assert hand.dealer == before
            assert state.dealer == next_dealer(rules, before, state.sits_out)


uuids = st.uuids().map(str)
moments = st.datetimes(min_value=None).filter(lambda at: at.year >= 1900).map(lambda at: at.isoformat() + "-05:00")
lines = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=40)
abouts = st.builds(
    About,
    id=st.none() | uuids,
    started_at=st.none() | moments,
    ended_at=st.none() | moments,
    place=st.none() | lines,
    occasion=st.none() | lines,
    rules_name=st.none() | lines,
    match=st.none() | st.builds(MatchPlace, uuids, st.integers(1, 50), st.none() | st.integers(1, 50)),
)


@unhurried
@given(rearranged(), abouts, st.data())
def test_a_record_of_either_edition_survives_being_printed_and_read_again(game, about, data):
    rules, first_dealer, events, told = game
    players = tuple(f"P{seat}" for seat in range(rules.table.players))
    stamp = st.builds(Stamp, st.none() | uuids, st.none() | moments, st.none() | lines)
    stamps = tuple(data.draw(st.lists(stamp, min_size=len(told), max_size=len(told), unique_by=lambda s: s.id or object())))
    whole = Record(rules, players, first_dealer, tuple(told), about=about, stamps=stamps)
    printed = dump_record(whole)
    read = parse_record(printed)
    assert (read.events, read.about, read.players) == (whole.events, whole.about, whole.players)
    assert dump_record(read) == printed
    first = Record(rules, players, first_dealer, tuple(events))
    assert parse_record(dump_record(first, 1)) == parse_record(dump_record(first)) == first
