"""Searches for a question that two rule sets answer differently, with random auctions and hands."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice

from scorekeeper.engine.auction import HUNDRED_FOR_200, Bidding, numeric_bids
from scorekeeper.engine.deal import batches, check_cards, divide_pack, may_call_misdeal, pack_of
from scorekeeper.engine.errors import GameError, UnsoundRules
from scorekeeper.engine.events import Adjustment, Misdeal, PassedOut, Played
from scorekeeper.engine.kitty import judge_discard
from scorekeeper.engine.options import Number, Option
from scorekeeper.engine.play import trump_in_force
from scorekeeper.engine.pot import settle_pot
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.engine.scoring import pile_count

MOST_BASES = 60
Answer = object


def bases() -> Iterator[RuleSet]:
    """Yield rule sets to change: the named ones, and every way to deal the pack in cutthroat."""
    for name in VARIANTS_BY_NAME:
        yield named_rules(name)
        yield from _if_sound(named_rules(name), pot=True, ante=25, boxed=25, hole=50)
    yield from _if_sound(named_rules("informal"), opponents_score="must_win_or_set", no_trump="double")
    for pack in (36, 40, 44, 52):
        for hand in range(4, 18):
            for kitty in range(0, 17, 4):
                yield from _if_sound(named_rules("cutthroat"), pack=pack, hand_cards=hand, kitty=kitty)


def _if_sound(base: RuleSet, **differs: object) -> Iterator[RuleSet]:
    try:
        yield base.with_options(**differs)
    except UnsoundRules:
        return


def values_to_try(option: Option) -> list[object]:
    """Return every choice, or for a number the values of named games and one more."""
    if option.choices:
        return list(option.choices)
    assert isinstance(option, Number)
    used = {value for name in VARIANTS_BY_NAME if isinstance(value := named_rules(name).values()[option.name], int)}
    strange = next(n for n in range(option.low + option.step * 12, option.high, option.step) if n not in used)
    return [*sorted({*used, strange}), *([None] if option.nullable else [])]


def pairs(option: Option, one: object, other: object) -> Iterator[tuple[RuleSet, RuleSet]]:
    """Yield rule sets that differ only in this option."""
    for base in bases():
        for first in _if_sound(base, **{option.name: one}):
            for second in _if_sound(base, **{option.name: other}):
                fixed = {name: value for name, value in first.values().items() if name != option.name}
                # An option that follows this one would be a second difference.
                yield from ((first, alone) for alone in _if_sound(second, **fixed))


def differing_answer(option: Option, one: object, other: object) -> str | None:
    """Return a question that this change of one option answers differently, or None."""
    for tries in (4, 60):
        for first, second in islice(pairs(option, one, other), MOST_BASES):
            for seed in range(tries):
                for name, probe in PROBES.items():
                    if _answer(probe, first, first, seed) != _answer(probe, second, first, seed):
                        return f"{name} {seed} {first}"
    return None


def refused(option: Option, one: object, other: object) -> str | None:
    """Return rules that are playable with one value and not with the other, or None."""
    for base in bases():
        if len(list(_if_sound(base, **{option.name: one}))) != len(list(_if_sound(base, **{option.name: other}))):
            return repr(base)
    return None


def _answer(probe: Callable[[RuleSet, RuleSet, random.Random], Answer], rules: RuleSet, asked: RuleSet, seed: int) -> Answer:
    """Return the answer. `asked`: the rules that the question is made from."""
    try:
        return probe(rules, asked, random.Random(seed))
    except GameError as error:
        return error.code, error.event


def _table(rules: RuleSet, asked: RuleSet, chance: random.Random) -> Answer:
    hand = chance.sample(pack_of(asked), 5)
    check_cards(rules.pack, hand, "hand")
    table = rules.table
    return (
        table.players,
        table.sides,
        [table.silent(dealer) for dealer in range(table.players)],
        divide_pack(rules),
        batches(rules),
        may_call_misdeal(rules, [*hand, *[c for c in pack_of(rules) if c not in hand]][: rules.hand_cards]),
        may_call_misdeal(rules, [c for c in pack_of(rules) if c[:-1] in ("7", "8", "9", "10")][: rules.hand_cards]),
    )


def _auction(rules: RuleSet, asked: RuleSet, chance: random.Random) -> Answer:
    made, found = Bidding(asked, 0, ()), []
    under = Bidding(rules, 0, ())
    while made.status == "open":
        found.append((under.status, under.turn, under.legal() if under.status == "open" else None))
        call = chance.choice(made.legal()[:4] + [c for c in made.legal() if isinstance(c, str)])
        made.call(call)
        under.call(call)
    return found, under.status, under.contractor, under.bid


def _discard(rules: RuleSet, asked: RuleSet, chance: random.Random) -> Answer:
    held = chance.sample(pack_of(asked), asked.hand_cards + asked.kitty)
    judged = judge_discard(rules, held, held[: asked.kitty], "S", ())
    return judged.legal, judged.show, judged.announce, judged.goes_to


def _trump(rules: RuleSet, asked: RuleSet, chance: random.Random) -> Answer:
    return trump_in_force(rules, chance.choice(["S", "H", "NT", None]), chance.choice(["5D", "AS"]))


def _game(rules: RuleSet, asked: RuleSet, chance: random.Random) -> Answer:
    found = replay(rules, 0, list(_events(asked, chance)))
    hands = [(h.scores, h.deltas, h.dealer, h.made, [line.rule for line in h.lines]) for h in found.hands]
    error = None if found.error is None else (found.error.code, found.error.event)
    pot = settle_pot(rules, found)
    return hands, found.scores, found.next_dealer, found.outcome, error, pot.paid, pot.won


def _events(rules: RuleSet, chance: random.Random) -> Iterator[object]:
    sides, target = len(rules.table.sides), rules.target
    seats = [seat for side in rules.table.sides for seat in side]
    for side in range(sides if chance.random() < 0.7 else 0):
        near = chance.choice([target, target, target, target, 0, 40 - (rules.hole_limit or target)])
        yield Adjustment(side, near - chance.choice([chance.randrange(5, 130, 5), chance.randrange(5, 60, 5)]), "so far")
    for _hand in range(4):
        kind = chance.randrange(12)
        if kind == 0:
            yield PassedOut()
        elif kind == 1:
            yield Misdeal()
        else:
            yield _played(rules, seats, chance)


def _played(rules: RuleSet, seats: list[int], chance: random.Random) -> Played:
    contractor = chance.choice(seats)
    camp = chance.choice([0, 40, 50, 55, 60, 80, 95, 100, 100])
    piles = [0] * pile_count(rules)
    own = 0 if rules.table.individual and len(piles) == 2 else rules.table.side_of[contractor] or 0
    piles[own], piles[(own + 1) % len(piles)] = camp, 100 - camp
    heights = list(numeric_bids(rules))
    bids = {seat: chance.choice(heights) for seat in seats if seat != contractor and chance.random() < 0.5}
    bid = chance.choice([heights[0], heights[0], *heights, HUNDRED_FOR_200])
    hand = Played(contractor, bid, tuple(piles), bids, chance.choice(["S", "H", "H", "H", "NT"]))
    if rules.format == "called_partner":
        hand.called_seat = chance.choice(seats)
    hand.announced_all = chance.random() < 0.15
    return hand


PROBES: dict[str, Callable[[RuleSet, RuleSet, random.Random], Answer]] = {
    "table": _table,
    "auction": _auction,
    "discard": _discard,
    "trump": _trump,
    "game": _game,
}
