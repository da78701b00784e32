"""Random questions to the referee, each from its number: auctions, discards, tricks, misdeals."""

from __future__ import annotations

import random
from typing import Any

from scorekeeper.engine.auction import HUNDRED_FOR_200, KEEP, PASS
from scorekeeper.engine.deal import pack_of
from scorekeeper.engine.errors import UnsoundRules
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.formats.rules import rules_to_query, value_from_text
from tests.engine.referee import TableForAuction, deal_at_random, play_at_random

_OPTIONS = ("rounds", "keep", "all_pass", "hundred_for_200", "discard_to", "discard_limit", "trump_by", "no_trump", "misdeal")


def question(number: int) -> tuple[str, dict[str, Any]]:
    """Return the kind and content of the question of that number."""
    rng = random.Random(number)
    kind = ("auction", "discard", "play", "misdeal")[number % 4]
    seated = _random_table(rng, kitty=kind == "discard")
    base, differs = rules_to_query(seated.rules)
    asked: dict[str, Any] = {"rules": {"base": base, **{name: value_from_text(name, text) for name, text in differs.items()}}}
    if kind != "misdeal" and seated.dropped:
        asked["dropped"] = list(seated.dropped)
    return kind, asked | _QUESTIONS[kind](rng, seated)


def _random_table(rng: random.Random, *, kitty: bool) -> TableForAuction:
    while True:
        base = named_rules(rng.choice([name for name in sorted(VARIANTS_BY_NAME) if named_rules(name).kitty or not kitty]))
        try:
            rules = base.with_options(**{name: rng.choice(RuleSet.options[name].choices) for name in rng.sample(_OPTIONS, 3)})
        except UnsoundRules:
            continue
        dropped = rng.choice([(), (), (0,), (2,)]) if rules.format == "three_pairs" else ()
        seats = [s for s, side in enumerate(rules.table.side_of) if side is not None and side not in dropped]
        return TableForAuction(rules, rng.choice(seats), dropped)


def _auction(rng: random.Random, seated: TableForAuction) -> dict[str, Any]:
    calls = [PASS, PASS, PASS, KEEP, HUNDRED_FOR_200, *range(30, 105, 5)]
    return {"dealer": seated.dealer, "calls": [rng.choice(calls) for _ in range(rng.randrange(9))]}


def _discard(rng: random.Random, seated: TableForAuction) -> dict[str, Any]:
    rules = seated.rules
    count = rules.hand_cards + rules.kitty - (1 if rng.random() < 0.05 else 0)
    held = rng.sample(list(pack_of(rules)), min(count, rules.pack))
    return {"held": held, "discard": rng.sample(held, min(rules.kitty, len(held))), "trump": rng.choice(["S", "H", "D", "C"])}


def _play(rng: random.Random, seated: TableForAuction) -> dict[str, Any]:
    deal = deal_at_random(seated, rng)
    tricks, _winners, _sins = play_at_random(
        seated, deal, rng, sinning=rng.choice([0.0, 0.1, 0.5]), cards=rng.choice([3, 14, 999])
    )
    asked: dict[str, Any] = {"contractor": deal.contractor, "trump": deal.announced, "tricks": tricks}
    return asked | ({"hands": deal.by_place(seated.rules)} if rng.random() < 0.5 else {})


def _misdeal(rng: random.Random, seated: TableForAuction) -> dict[str, Any]:
    pack = [card for card in pack_of(seated.rules) if rng.random() < 0.5 or card[:-1] in ("7", "8", "9")]
    return {"hand": rng.sample(pack, min(seated.rules.hand_cards, len(pack)))}


_QUESTIONS = {"auction": _auction, "discard": _discard, "play": _play, "misdeal": _misdeal}
