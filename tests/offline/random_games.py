"""Random games, each from its number: a named rule set with changes, and plausible events."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from scorekeeper.engine.auction import HUNDRED_FOR_200, numeric_bids
from scorekeeper.engine.endings import PLAYING
from scorekeeper.engine.errors import GameError, UnsoundRules
from scorekeeper.engine.events import Adjustment, Misdeal, PassedOut, Played
from scorekeeper.engine.replay.game import advance
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.engine.scoring import pile_count
from scorekeeper.engine.state import State
from scorekeeper.formats.game_record import Record, dump_record

if TYPE_CHECKING:
    from scorekeeper.engine.events import Event

NAMES = ("Aline", "Benoît", "Claire", "Denis", "Édith", "Fernand")
MOST_EVENTS = 14
DIFFERENT = 4
"""The most options changed in a game's rules."""


def game_record(number: int) -> dict[str, Any]:
    """Return the game of that number as a record.

    Sometimes it continues after the end or lacks a needed fact, because errors must be the same too.
    """
    rng = random.Random(number)
    rules = _rules(rng)
    dealer = rng.choice([s for s in range(rules.table.players) if s != rules.table.fixed_silent])
    state = State(rules, dealer)
    events: list[Event] = []
    for _ in range(rng.randrange(MOST_EVENTS + 1)):
        if state.outcome is not PLAYING and rng.random() < 0.9:
            break
        event = _event(rng, state)
        events.append(event)
        try:
            advance(state, event)
        except GameError:
            break
    return dump_record(Record(rules, NAMES[: rules.table.players], dealer, events))


def _rules(rng: random.Random) -> RuleSet:
    base = named_rules(rng.choice(sorted(VARIANTS_BY_NAME)))
    while True:
        names = rng.sample(sorted(RuleSet.options), rng.randrange(DIFFERENT + 1))
        changes = {name: rng.choice(RuleSet.options[name].choices) for name in names if RuleSet.options[name].choices}
        changes |= {
            name: rng.choice(values) for name, values in (("target", (100, 200, 300)), ("margin", (0, 50, 100))) if name in names
        }
        try:
            return base.with_options(**changes)
        except UnsoundRules:
            continue


def _event(rng: random.Random, state: State) -> Event:
    kind = rng.choice(["played"] * 8 + ["passed_out", "misdeal", "adjustment"])
    if kind == "passed_out" and state.rules.all_pass in ("throw_in", "dealer_passes"):
        return PassedOut()
    if kind == "misdeal" and state.rules.misdeal:
        return Misdeal()
    if kind == "adjustment":
        live = [side for side in range(len(state.scores)) if side not in state.dropped]
        return Adjustment(rng.choice(live), rng.choice([-60, -20, 20, 40]), "renonce")
    return _played(rng, state)


def _played(rng: random.Random, state: State) -> Played:
    rules = state.rules
    seats = [s for s in range(rules.table.players) if s != state.silent and not state.sits_out(s)]
    contractor = rng.choice(seats)
    heights = list(numeric_bids(rules))
    others = [s for s in seats if s != contractor]
    bids = {s: rng.choice(heights) for s in rng.sample(others, rng.randrange(len(others) + 1))}
    hand = Played(
        contractor,
        rng.choice(heights + ([HUNDRED_FOR_200] if rules.hundred_for_200 else [])),
        _piles(rng, state),
        None if rng.random() < 0.1 else bids,
        rng.choice(["S", "H", "D", "C", None, *(["NT"] if rules.no_trump != "forbidden" else [])]),
        rng.choice(range(rules.table.players)) if rules.format == "called_partner" else None,
    )
    if rules.announced_all and rng.random() < 0.2:
        hand.announced_all = True
    return hand


def _piles(rng: random.Random, state: State) -> tuple[int, ...]:
    """Return piles: multiples of 5 that add up to 100, none for a dropped side, sometimes all on one."""
    count = pile_count(state.rules)
    teams = count == 2 and len(state.scores) != 2
    live = [i for i in range(count) if teams or i not in state.dropped]
    piles = [0] * count
    if rng.random() < 0.15:
        piles[rng.choice(live)] = 100
        return tuple(piles)
    for _ in range(20):
        piles[rng.choice(live)] += 5
    return tuple(piles)
