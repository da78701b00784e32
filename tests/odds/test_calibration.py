"""Events with a predicted chance of seven in ten happen seven times in ten, with independent card players."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.game import advance
from scorekeeper.engine.ruleset import RuleSet, named_rules
from scorekeeper.engine.state import State
from scorekeeper.odds.bidding_model import WHOLE, Habits, count_hands, expect
from scorekeeper.odds.chances import Chances
from scorekeeper.odds.monte_carlo import SimulatedGames
from scorekeeper.odds.position import position_before
from tests.odds.players import PlayedHand, tables

POOL = 16_000
"""Hands with cards to make games from. The default table was counted from others."""
GAMES = 14_000
OFF = 0.02


@pytest.fixture(scope="module")
def pool() -> list[PlayedHand]:
    return tables(2026, POOL)


def dealt(chance: random.Random, pool: list[PlayedHand], bolder: int = 0) -> Played:
    """Return a played hand from another seat. `bolder`: added to every bid."""
    seen, turn = chance.choice(pool), chance.randrange(4)
    seat = (seen.contractor + turn) % 4
    points = (seen.took, 100 - seen.took) if seat % 2 == 0 else (100 - seen.took, seen.took)
    return Played(seat, min(100, seen.bid + bolder), points, {(s + turn) % 4: bid for s, bid in seen.bids.items()}, "S")


def said_and_happened(
    chances: Chances, pool: list[PlayedHand], seed: int, games: int, bolder: int = 0
) -> dict[int, list[tuple[float, bool]]]:
    """Return, by tenths, the predicted chance of the leading side before every hand and whether it won."""
    chance, known = random.Random(seed), {}
    found: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for _ in range(games):
        state, said = State(chances.rules, 0), []
        while not state.outcome.over:
            scores = tuple(state.scores)
            if scores not in known:
                known[scores] = chances.at(*scores) / WHOLE
            said.append(known[scores])
            advance(state, dealt(chance, pool, bolder))
        won = state.outcome.winners == (0,)
        for share in said:
            share, happened = (share, won) if share >= 0.5 else (1 - share, not won)
            found[int(share * 10 + 0.5)].append((share, happened))
    return found


def off(found: dict[int, list[tuple[float, bool]]]) -> dict[int, tuple[int, float]]:
    """Return, by tenths, the number of cases and how much more often the side won than predicted."""
    return {
        tenth: (len(cases), sum(happened for _, happened in cases) / len(cases) - sum(said for said, _ in cases) / len(cases))
        for tenth, cases in sorted(found.items())
    }


@pytest.mark.thorough("plays thousands of games")
@pytest.mark.parametrize("name", ["standard", "online_kitty"])
def test_what_is_said_happens_as_often_as_it_is_said(name, pool):
    rules = named_rules(name)
    chances = Chances(rules, expect(rules, Habits())).solve()
    found = off(said_and_happened(chances, pool, 7, GAMES))
    assert set(found) >= {5, 6, 7, 8, 9}
    for tenth, (cases, difference) in found.items():
        assert cases > 300 or tenth == 10, found
        assert abs(difference) <= OFF, found


@pytest.mark.thorough("plays thousands of games")
def test_a_table_that_bids_otherwise_is_told_right_once_its_hands_are_known(pool):
    """Everyone bids 15 more than the default table. After sixty games the chances are right for them."""
    rules, chance, habits = named_rules("standard"), random.Random(11), Habits()
    for _ in range(60):
        state, hands = State(rules, 0), []
        while not state.outcome.over:
            event = dealt(chance, pool, 15)
            hands.append((event, advance(state, event)))
        count_hands(habits, rules, hands)
    assert habits.hands > 250
    supposed = Chances(rules, expect(rules, Habits())).solve()
    learnt = Chances(rules, expect(rules, habits)).solve()
    wrong = off(said_and_happened(supposed, pool, 13, GAMES, 15))
    right = off(said_and_happened(learnt, pool, 13, GAMES, 15))
    for tenth in (6, 7, 8, 9):
        assert abs(right[tenth][1]) <= OFF, (right, wrong)
    assert max(abs(one) for _, one in wrong.values()) > max(abs(one) for _, one in right.values())


def dealt_to_several(chance: random.Random, pool: list[PlayedHand], rules: RuleSet) -> Played:
    """Return a played hand from another seat, with each side's points."""
    seen, seats = chance.choice(pool), rules.table.players
    turn = chance.randrange(seats)
    piles = [0] * len(rules.table.sides)
    for seat, points in enumerate(seen.by_seat):
        piles[rules.table.side_of[(seat + turn) % seats]] += points
    bids = {(seat + turn) % seats: bid for seat, bid in seen.bids.items()}
    return Played((seen.contractor + turn) % seats, seen.bid, tuple(piles), bids, "S")


@pytest.mark.soak
@pytest.mark.parametrize("name", ["six_three_pairs", "cutthroat"])
def test_what_is_said_of_several_happens_as_often_as_it_is_said(name):
    """Every fifth position of any game: each side's predicted chance and whether it won, by tenths."""
    rules = named_rules(name).with_options(
        hole_limit=None
    )  # after a drop-out, hands would be for four players, and none of these are
    pool, chance = tables(2026, POOL, rules), random.Random(17)
    model = SimulatedGames(rules, expect(rules, Habits()))
    found: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for _ in range(GAMES // 2):
        state, moments = State(rules, 0), []
        while not state.outcome.over:
            if chance.random() < 0.2:  # two positions for each game would favour short games, in which the leading side wins
                moments.append(position_before(rules, state.scores, state.dropped, state.dealer))
            advance(state, dealt_to_several(chance, pool, rules))
        for moment in moments:
            for side, share in enumerate(model.shares(moment)):
                found[int(share / WHOLE * 10 + 0.5)].append((share / WHOLE, side in state.outcome.winners))
    told = off(found)
    assert sum(cases for cases, _ in told.values()) > GAMES
    for cases, difference in told.values():
        assert cases < 2500 or abs(difference) <= OFF, told
