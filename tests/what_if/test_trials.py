from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.errors import GameError
from scorekeeper.engine.events import Adjustment, NewSeats
from scorekeeper.engine.replay.game import advance, replay
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, named_rules
from scorekeeper.engine.state import State
from scorekeeper.what_if import report
from scorekeeper.what_if.coach import Coach, contracts
from scorekeeper.what_if.findings import Totals
from scorekeeper.what_if.trial import (
    DECIDABLE_FATES,
    DECIDED,
    FATES,
    OPEN,
    SAME,
    SEATS,
    TURNED,
    UNFINISHED,
    UNKNOWN,
    UNSCORED,
    UNSOUND,
    RecordedGame,
    RulesChange,
    try_out,
)
from tests.engine.strategies import events, rule_sets
from tests.engine.table import hand

NAMES = ("Aline", "Benoît", "Claire", "Denis", "Élise", "Fernand")


def game(rules, *played, label: str = "1", start: tuple[int, ...] = ()) -> RecordedGame:
    rules = named_rules(rules) if isinstance(rules, str) else rules
    return RecordedGame(label, rules, NAMES[: rules.table.players], 0, played, start)


def try_hands(rules, *played, start: tuple[int, ...] = (), under=None, **options):
    change = RulesChange(named_rules(under) if isinstance(under, str) else under, options)
    return try_out(game(rules, *played, start=start), change)[0]


@st.composite
def games(draw) -> RecordedGame:
    """Draw a plausible game."""
    rules = draw(rule_sets())
    state, recorded = State(rules, next(s for s in range(6) if s != rules.table.fixed_silent)), []
    for _ in range(draw(st.integers(0, 12))):
        event = draw(events(state))
        try:
            advance(state, event)
        except GameError:
            break
        recorded.append(event)
    first = next(s for s in range(6) if s != rules.table.fixed_silent)
    return RecordedGame(str(draw(st.integers(1, 99))), rules, NAMES[: rules.table.players], first, tuple(recorded))


def add_trials(found: list[RecordedGame], change: RulesChange) -> Totals:
    totals = Totals()
    for one in found:
        totals.add(try_out(one, change)[0])
    return totals


@pytest.mark.thorough("plays thousands of games")
@given(st.lists(games(), max_size=4))
def test_under_the_same_rules_nothing_changes(found):
    totals = add_trials(found, RulesChange())
    assert totals.decidable_games == totals.games == len(found)
    assert totals.fates[SAME] + totals.fates[UNFINISHED] == len(found)
    assert totals.changed == totals.longer == totals.shorter == 0
    assert totals.hands[0] == totals.hands[1]
    assert totals.boxed[0] == totals.boxed[1]
    assert totals.margins[0] == totals.margins[1]
    for gain in totals.players.values():
        assert (gain.then, gain.lost, gain.won, gain.open, gain.fresh) == (gain.now, 0, 0, 0, 0)


@pytest.mark.thorough("every option against every other")
@given(
    st.lists(games(), max_size=5),
    st.sampled_from(sorted(VARIANTS_BY_NAME)),
    st.sampled_from([{}, {"target": 100}, {"no_trump": "double"}]),
)
def test_what_they_come_to_adds_up_in_any_order(found, under, options):
    change = RulesChange(named_rules(under), options)
    totals = add_trials(found, change)
    assert sum(totals.fates.values()) == len(found)
    assert totals.ended == totals.fates[SAME] + totals.fates[TURNED]
    assert sum(totals.unknown.values()) == totals.fates[UNKNOWN]
    for gain in totals.players.values():
        assert gain.then - gain.lost - gain.open + gain.won + gain.fresh == gain.now
        assert gain.games <= totals.decidable_games
    shuffled = found[:]
    random.Random(1).shuffle(shuffled)
    assert report.totals_json(add_trials(shuffled, change)) == report.totals_json(totals)


@pytest.mark.slow
@given(games(), st.sampled_from(sorted(VARIANTS_BY_NAME)))
def test_a_trial_is_read_again_as_it_was_written(one, under):
    trial = try_out(one, RulesChange(named_rules(under)))[0]
    assert trial.fate in FATES
    assert report.trial_of(report.trial_json(trial), trial.label) == trial
    assert (trial.now is not None) == (trial.fate in DECIDABLE_FATES)


LONG = (hand(0, 75, 100, 0), hand(0, 75, 100, 0))


def test_a_game_that_goes_on_under_the_other_rules_has_no_winner_there_and_nobody_says_how_long_it_would_take():
    trial = try_hands("standard", *LONG, target=300)
    assert trial.fate == OPEN
    assert trial.then.winners == (0,)
    assert trial.now.winners == ()
    assert trial.longer is None


def test_a_game_that_would_have_been_over_sooner_is_so_many_hands_shorter():
    trial = try_hands("standard", *LONG, target=100)
    assert (trial.fate, trial.longer) == (SAME, -1)
    assert (trial.then.hands, trial.now.hands) == (2, 1)


def test_another_side_wins_where_defenders_always_score():
    played = [hand(0, 50, 90, 10), hand(1, 50, 20, 80), hand(1, 50, 15, 85), hand(0, 60, 70, 30), hand(0, 50, 60, 40)]
    trial = try_hands("standard", *played, opponents_score="always")
    assert trial.then.winners == (0,)
    assert trial.now.winners == (1,)
    assert trial.fate == TURNED
    totals = Totals()
    totals.add(trial)
    assert {name: (gain.then, gain.now) for name, gain in totals.by_gain()} == {
        "Benoît": (0, 1),
        "Denis": (0, 1),
        "Aline": (1, 0),
        "Claire": (1, 0),
    }


def test_a_game_that_was_not_over_may_be_won_under_the_other_rules():
    assert try_hands("standard", hand(0, 75, 100, 0), target=100).fate == DECIDED
    assert try_hands("standard", hand(0, 75, 80, 20), target=300).fate == UNFINISHED


@pytest.mark.parametrize(
    ("event", "options", "code"),
    [
        (hand(0, 60, 70, 30), {"no_trump": "double"}, "needs.trump"),
        (hand(0, 50, 70, 30), {"minimum_bid": 60}, "bid"),
        (hand(0, 60, 70, 30, bids=None), {"margin": 200}, "needs.bids"),
    ],
)
def test_what_was_not_written_down_is_not_guessed(event, options, code):
    trial = try_hands("standard", hand(0, 60, 60, 40, trump="H"), event, hand(1, 60, 0, 100, trump="H"), **options)
    assert (trial.fate, trial.unknown, trial.unknown_from, trial.now) == (UNKNOWN, code, 2, None)


def test_a_fact_that_is_missing_after_the_end_of_the_game_there_changes_nothing():
    first = hand(0, 75, 100, 0, trump="H")
    trial = try_hands("standard", first, hand(0, 75, 80, 20), target=100, no_trump="double")
    assert trial.fate in (SAME, DECIDED)


def test_a_discard_whose_points_nobody_knows_after_the_end_there_changes_nothing():
    trial = try_hands("kitty", hand(0, 75, 95, 5), hand(0, 75, 80, 20), target=100, discard_to="contractor")
    assert (trial.fate, trial.unknown) == (UNKNOWN, "needs.discard_points")
    trial = try_hands("kitty", hand(0, 75, 100, 0, discard_points=0), hand(0, 75, 80, 20), target=100, discard_to="contractor")
    assert (trial.fate, trial.unknown) == (DECIDED if trial.then.winners == () else SAME, "")


def test_other_seats_or_partners_cannot_be_compared():
    assert try_hands("standard", *LONG, under="cutthroat").fate == SEATS
    assert try_hands("standard", *LONG, format="cutthroat", minimum_bid=30).fate == SEATS
    assert try_hands("six_three_pairs", hand(0, 60, 70, 30, 0), under="six_two_teams").fate == SEATS
    assert try_hands("standard", *LONG, kitty=4).fate == UNSOUND
    assert try_hands("standard", hand(0, 33, 70, 30), target=300).fate == UNSCORED


def test_the_box_is_counted_each_time_a_side_falls_into_it():
    trial = try_hands("standard", hand(0, 50, 40, 60), hand(0, 60, 60, 40), hand(0, 50, 0, 100), start=(0, 0), target=500)
    assert trial.then.boxed == (2, 0)
    assert trial.now.boxed == (2, 0)
    assert try_hands("standard", hand(0, 60, 60, 40), start=(-20, 30)).then.boxed == (0, 0)


def test_margins_are_those_between_winner_and_the_best_of_the_others():
    trial = try_hands("standard", *LONG, Adjustment(1, -20, "revoke"))
    assert trial.then.margin == 200


def test_contracts_are_those_of_whoever_sat_there():
    seats = ("Aline", "Gilles", "Claire", "Denis")
    found = replay(named_rules("standard"), 0, [hand(1, 60, 30, 70), NewSeats(seats), hand(1, 60, 70, 30)]).hands
    assert [(one.player, one.bid, one.made) for one in contracts(NAMES[:4], found)] == [
        ("Benoît", 60, True),
        ("Gilles", 60, False),
    ]


@pytest.mark.thorough("every option against every other")
@given(st.lists(games(), max_size=4), st.randoms())
def test_the_coach_adds_up_in_any_order(found, rng):
    all_of_them = [one for g in found for one in contracts(g.players, replay(g.rules, g.first_dealer, g.events).hands)]
    ways = []
    for _ in range(2):
        coach = Coach()
        for one in all_of_them:
            coach.add(one)
        ways.append(
            {player: report.bid_levels_json(coach.heights(player, named_rules("standard"))) for player in [None, *coach.players]}
        )
        rng.shuffle(all_of_them)
    assert ways[0] == ways[1]
    tried_by_all = {one["bid"]: one["tried"] for one in ways[0][None]}
    for bid, n in tried_by_all.items():
        own = [one["tried"] for player, heights in ways[0].items() if player is not None for one in heights if one["bid"] == bid]
        assert sum(own) == n
