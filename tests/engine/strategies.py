"""Hypothesis strategies for sound rule sets and plausible records under them."""

from __future__ import annotations

from hypothesis import strategies as st

from scorekeeper.engine.auction import HUNDRED_FOR_200, numeric_bids
from scorekeeper.engine.endings import PLAYING
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.events import Adjustment, Misdeal, PassedOut, Played
from scorekeeper.engine.replay.game import advance
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, named_rules
from scorekeeper.engine.scoring import pile_count
from scorekeeper.engine.state import State

_SCORING = {
    "opponents_score": ["must_bid", "must_win_or_set", "always"],
    "margin": [0, 50, 75, 100, 150],
    "qualifying_bid": [0, 60],
    "target": [100, 200, 300],
    "hole_limit": [None, 100, 200],
    "both_reach": ["bidding_side", "higher_score"],
    "win_only_by_bid": [False, True],
    "hundred_wins": [False, True],
    "hundred_for_200": [False, True],
    "no_trump": ["forbidden", "plain", "double"],
    "skunk": ["none", "loser_negative", "loser_scoreless"],
    "all_pass": ["throw_in", "dealer_free", "dealer_passes"],
}


@st.composite
def rule_sets(draw):
    """Draw a named rule set with changes to scoring and ending."""
    base = named_rules(draw(st.sampled_from(sorted(VARIANTS_BY_NAME))))
    differs = draw(st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in _SCORING.items()}))
    if base.format in ("called_partner", "silent_partner", "cutthroat") and draw(st.booleans()):
        differs["defenders_score"] = draw(st.sampled_from(["temporary_team", "own_tricks"]))
    return base.with_options(**differs)


@st.composite
def events(draw, state: State):
    """Draw an event that the table could record now."""
    kind = draw(st.sampled_from(["played"] * 8 + ["passed_out", "misdeal", "adjustment"]))
    rules = state.rules
    if kind == "passed_out" and rules.all_pass in ("throw_in", "dealer_passes"):
        return PassedOut()
    if kind == "misdeal" and rules.misdeal:
        return Misdeal()
    live = [side for side in range(len(state.scores)) if side not in state.dropped]
    if kind == "adjustment":
        return Adjustment(draw(st.sampled_from(live)), draw(st.sampled_from([-60, -20, 20, 40])), "revoke")
    return draw(played(state))


@st.composite
def played(draw, state: State):
    """Draw a played hand that fits the table."""
    rules = state.rules
    seats = [s for s in range(rules.table.players) if s != state.silent and not state.sits_out(s)]
    contractor = draw(st.sampled_from(seats))
    heights = list(numeric_bids(rules))
    contracts = heights + ([HUNDRED_FOR_200] if rules.hundred_for_200 else [])
    others = [s for s in seats if s != contractor]
    bids = draw(st.dictionaries(st.sampled_from(others), st.sampled_from(heights), max_size=3))
    trump = draw(st.sampled_from(["S", "H", "D", "C"] + (["NT"] if rules.no_trump != "forbidden" else [])))
    called = None
    if rules.format == "called_partner":
        called = draw(st.sampled_from(range(rules.table.players)))
    hand = Played(contractor, draw(st.sampled_from(contracts)), draw(piles(state)), bids, trump, called)
    if rules.announced_all:
        side = rules.table.side_of[contractor]
        hand.announced_all = state.scores[side] >= 0 and draw(st.booleans())
    return hand


@st.composite
def piles(draw, state: State):
    """Draw piles: multiples of 5 that add up to 100, none for a side that has dropped out."""
    count = pile_count(state.rules)
    teams = count == 2 and len(state.scores) != 2
    open_piles = [i for i in range(count) if teams or i not in state.dropped]
    cuts = sorted(draw(st.lists(st.integers(0, 20), min_size=len(open_piles) - 1, max_size=len(open_piles) - 1)))
    shares = [5 * (b - a) for a, b in zip([0, *cuts], [*cuts, 20], strict=True)]
    result = [0] * count
    for pile, share in zip(open_piles, shares, strict=True):
        result[pile] = share
    return tuple(result)


@st.composite
def games(draw, max_events: int = 14):
    """Draw (rules, first dealer, events) of a game that can be scored to its last event."""
    rules = draw(rule_sets())
    dealers = [s for s in range(rules.table.players) if s != rules.table.fixed_silent]
    first_dealer = draw(st.sampled_from(dealers))
    state = State(rules, first_dealer)
    recorded = []
    for _ in range(draw(st.integers(0, max_events))):
        if state.outcome is not PLAYING:
            break
        event = draw(events(state))
        try:
            advance(state, event)
        except GameError as error:  # what the strategy draws is always scorable
            raise AssertionError(f"{rules} {event}") from error
        recorded.append(event)
    return rules, first_dealer, recorded
