"""What a side needs is right for every possible hand, and any less is not enough."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scorekeeper.engine.auction import HUNDRED_FOR_200, lowest_bid, possible_contracts
from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.game import advance
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.engine.scoring import pile_count
from scorekeeper.engine.state import State
from scorekeeper.odds.winning_results import AGAINST_MADE, DEFENDING, FAILED, HUNDRED, OWN_CONTRACT, Way, ways_to_win
from tests.engine.strategies import rule_sets
from tests.tiers import examples

pytestmark = pytest.mark.slow


def at(rules, *scores: int) -> State:
    """Return a game between two hands at these scores."""
    return State(named_rules(rules) if isinstance(rules, str) else rules, 0, scores)


def could_be(state: State):
    """Yield every possible next hand with two piles, whether it was made, and four variants of the bids."""
    rules, table = state.rules, state.rules.table
    seats = [s for s in range(table.players) if s != state.silent and not state.sits_out(s)]
    high = max(lowest_bid(rules), rules.qualifying_bid)
    trumps = ["S", "NT"] if rules.no_trump == "double" else ["S"]
    for side in range(len(table.sides)):
        own = [seat for seat in seats if table.side_of[seat] == side]
        others = [seat for seat in seats if table.side_of[seat] != side]
        if not own:
            continue
        told = [{}, dict.fromkeys(others, high), *({seat: high} for seat in others)]
        callable_seats = seats if rules.format == "called_partner" else [None]
        for bid, pile, bids, trump, called in product(possible_contracts(rules), range(0, 101, 5), told, trumps, callable_seats):
            if bid == "free" and (bids or own[0] != state.dealer):
                continue
            points = (pile, 100 - pile) if side == 0 or pile_count(rules) != len(table.sides) else (100 - pile, pile)
            made = bid == "free" or pile >= (100 if bid == HUNDRED_FOR_200 else bid)
            yield Played(own[0], bid, points, bids, trump, called), side, made, pile


def fits(way: Way, side: int, state: State, hand: Played, contractor: int, made: bool, pile: int) -> bool:
    """Return whether a hand matches a way to win."""
    table = state.rules.table
    if way.kind == OWN_CONTRACT:
        return contractor == side and made and isinstance(hand.bid, int) and pile >= way.points
    if way.kind == HUNDRED:
        return contractor == side and made and hand.bid == HUNDRED_FOR_200
    if contractor == side or (hand.called_seat is not None and table.side_of[hand.called_seat] == side):
        return False
    spoke = any(table.side_of[seat] == side for seat in hand.bids or {})
    if (way.speaks and not spoke) or 100 - pile < way.points:
        return False
    if way.kind == AGAINST_MADE:
        return made
    if way.kind == DEFENDING:
        return True
    return not made and (100 if hand.bid == HUNDRED_FOR_200 else hand.bid) >= way.bid


@st.composite
def standings(draw):
    """Draw a game with two piles near its end."""
    rules = draw(rule_sets())
    assume(pile_count(rules) == 2 and rules.table.players <= 5)
    near = st.integers(-rules.target // 5 + 1, rules.target // 5 - 1).map(lambda n: 5 * n)
    scores = draw(st.lists(near, min_size=len(rules.table.sides), max_size=len(rules.table.sides)))
    state = State(rules, 0, scores)
    assume(not state.outcome.over)
    return state


@settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(standings())
def test_every_hand_of_a_way_wins_the_game(state):
    ways = ways_to_win(state)
    for hand, contractor, made, pile in could_be(state):
        winners = None
        for side, mine in enumerate(ways):
            for way in mine:
                if fits(way, side, state, hand, contractor, made, pile):
                    winners = advance(state.copy(), hand).outcome.winners if winners is None else winners
                    assert side in winners, (state.rules, state.scores, way, hand)


@settings(max_examples=examples(25), deadline=None, suppress_health_check=list(HealthCheck))
@given(standings())
def test_what_wins_on_a_side_s_own_bid_is_told_with_the_fewest_points(state):
    least: dict[int, int] = {}
    lost: dict[int, int] = {}
    for hand, contractor, made, pile in could_be(state):
        if made and isinstance(hand.bid, int):
            won = contractor in advance(state.copy(), hand).outcome.winners
            (least if won else lost).setdefault(contractor, 0)
            if not won:
                lost[contractor] = max(lost[contractor], pile)
    for side, ways in enumerate(ways_to_win(state)):
        own = next((way.points for way in ways if way.kind == OWN_CONTRACT), None)
        if side not in least or lost.get(side, 0) == 100:
            assert own is None
        elif side in lost:
            assert own == lost[side] + 5, (state.rules, state.scores, side)
        else:
            assert own == lowest_bid(state.rules)


WORTH_KNOWING = [
    (
        "standard",
        (150, 120),
        [[Way(OWN_CONTRACT, 50), Way(DEFENDING, 50, speaks=True)], [Way(OWN_CONTRACT, 80), Way(FAILED, 80, speaks=True)]],
    ),
    (
        "standard",
        (195, 160),
        [[Way(OWN_CONTRACT, 50), Way(FAILED, speaks=True)], [Way(OWN_CONTRACT, 50), Way(FAILED, 40, speaks=True)]],
    ),
    ("online_kitty", (155, 20), [[Way(OWN_CONTRACT, 50), Way(DEFENDING, 45)], []]),
    ("informal", (20, -100), [[Way(HUNDRED), Way(FAILED, bid=100)], []]),
    ("standard", (0, 0), [[], []]),
    ("standard", (140, -140), [[Way(OWN_CONTRACT, 60), Way(FAILED, 60, speaks=True), Way(FAILED, bid=60)], []]),
]


@pytest.mark.parametrize(("rules", "scores", "told"), WORTH_KNOWING)
def test_what_a_table_would_say_before_the_hand(rules, scores, told):
    assert ways_to_win(at(rules, *scores)) == told


def test_nothing_is_needed_of_a_game_that_is_over_or_of_a_pair_that_dropped_out():
    over = at("standard", 190, 0)
    advance(over, Played(0, 50, (50, 50), {}))
    assert ways_to_win(over) == [[], []]
    state = at("six_three_pairs", 190, -200, 190)
    assert state.dropped == (1,)
    assert ways_to_win(state)[1] == []
    assert Way(OWN_CONTRACT, 50) in ways_to_win(state)[0]


def test_a_way_that_hangs_on_where_other_points_lie_is_left_out():
    """With three pairs, a defender wins only if no other defender has more."""
    for side, ways in enumerate(ways_to_win(at("six_three_pairs", 180, 180, 0))):
        for way in ways:
            if way.kind in (AGAINST_MADE, FAILED, DEFENDING):
                assert side < 2
                assert way.points >= 20
