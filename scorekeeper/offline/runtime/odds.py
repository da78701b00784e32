"""The odds for the pad's worker, loaded when someone opens them and no server answers."""

from __future__ import annotations

from scorekeeper.engine.auction import lowest_bid
from scorekeeper.messages import odds as words
from scorekeeper.odds.bidding_model import Habits, expect, parse_habits
from scorekeeper.odds.model import model_of
from scorekeeper.odds.report import odds_at
from scorekeeper.offline.runtime.bridge import EXTRA_OPERATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from scorekeeper.engine.scored_game import Hand
    from scorekeeper.engine.state import State
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.messages.names import Names
    from scorekeeper.odds.model import Model
    from scorekeeper.odds.report import Odds

_model_cache: list[tuple[object, object, Model]] = []


def odds_json(t: Gettext, state: State, hands: Sequence[Hand], names: Names, habits: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the odds in words. `habits` has the format of `habits_json`, or is None if nothing is known of the table."""
    known = parse_habits(habits or {})
    odds, low = odds_at(state, hands, known, model(state, habits, known), whole=False), lowest_bid(state.rules)
    sides = [
        {
            "name": name,
            "chance": words.chance_text(t, share),
            "level": words.hundredths(share),
            "ways": [words.way_text(t, way, low) for way in odds.ways[side]],
            "none": "" if odds.ways[side] else words.no_way_text(t, odds.winnable.get(side)),
        }
        for side, (name, share) in enumerate(zip(names.sides, odds.shares, strict=False))
    ]
    return {
        "title": words.title_text(t, state.outcome.over),
        "sides": sides,
        "by": t(words.WINS_BY),
        "turned": _turning_hand_json(t, state, hands, names, odds),
    }


def _turning_hand_json(t: Gettext, state: State, hands: Sequence[Hand], names: Names, odds: Odds) -> dict[str, str] | None:
    if odds.turned is None:
        return None
    index, before, after = odds.turned
    hand = hands[index]
    if hand.side is None or hand.bid is None:
        return None
    what = words.contract_text(t, names[hand.side], hand.bid, made=bool(hand.made))
    return {
        "label": t(words.TURNED),
        "what": what,
        "text": words.turned_text(t, names[state.outcome.winners[0]], before, after),
    }


def model(state: State, habits_json: object, habits: Habits) -> Model:
    """Return the model for these rules and habits. Only the last one is cached."""
    for rules, known, found in _model_cache:
        if rules == state.rules and known == habits_json:
            return found
    found = model_of(state.rules, expect(state.rules, habits))
    _model_cache[:] = [(state.rules, habits_json, found)]
    return found


EXTRA_OPERATIONS["odds"] = odds_json
