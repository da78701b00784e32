"""How a table bids and what its bids bring: counts from its own hands, blended with assumptions (docs/reference/odds.md).

Names are ignored, and all sides are assumed to play alike.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200, TOP, bid_rank, lowest_bid, possible_contracts
from scorekeeper.engine.events import Played
from scorekeeper.engine.play import NO_TRUMP
from scorekeeper.engine.scoring import camp_of, camp_points, has_qualifying_bid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, TypeVar

    from scorekeeper.engine.events import Bid, Event
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.scored_game import Hand

    What = TypeVar("What")

WORTH = 40
"""The assumptions weigh as much as this many of the table's own hands."""


@dataclass(frozen=True, slots=True)
class Assumptions:
    """How a table is assumed to bid.

    `begins` is the lowest bid. `heights` are the contracts per thousand at that bid and at every 5 more up to 100, or at
    equal steps up to 100 if the minimum is higher. The contractor's side takes around `least` plus `slope` for each point of
    the bid, in eighths of a card point. `spoke` is the chance that a defending side has bid too, in a million.
    """

    begins: int
    heights: tuple[int, ...]
    least: int
    slope: int
    spoke: int


TWO_SIDES = Assumptions(50, (356, 290, 202, 102, 36, 10, 2, 2, 2, 2, 2), 365, 2, 569_000)
ASSUMPTIONS = {
    "three_pairs": Assumptions(50, (684, 190, 77, 33, 11, 4, 2, 2, 1, 1, 1), 337, 2, 151_000),
    "cutthroat": Assumptions(30, (510, 212, 139, 81, 36, 14, 5, 2, 1, 1, 1, 1, 1, 1, 1), 220, 3, 188_000),
}
"""Assumptions for the formats that differ from two sides: here four of six hands defend, or three of four."""
BELOW = 20
"""Contracts per thousand at each bid below the lowest assumed one, where the rules allow such low bids."""

_SHARES = (1, 1, 1, 2, 6, 11, 15, 27, 38, 52, 67, 84, 94, 104, 103, 102, 95, 66, 69, 24, 38)
AROUND = {5 * i - 60: share for i, share in enumerate(_SHARES)}
"""How far the contractor's side is from the usual card points for its bid, per thousand hands."""

HUNDRED_SHARE = 5_000
"""Contracts of 100 for 200, in a million."""
HUNDRED_MADE = 500_000
"""The chance that 100 for 200 is made, in a million."""
HUNDRED_WORTH = 4
"""`HUNDRED_MADE` weighs as much as this many of the table's own."""
FREE_SHARE = 30_000
"""Hands that no one bids for and the dealer plays, where that is the rule, in a million."""
NO_TRUMP_SHARE = 60_000
"""Hands at no trump, where it is played, in a million."""


def assumptions_for(form: str) -> Assumptions:
    """Return the assumptions for a format."""
    return ASSUMPTIONS.get(form, TWO_SIDES)


def usual_eighths(supposed: Assumptions, height: int, lowest: int) -> int:
    """Return the card points that the contractor's side usually takes with this bid, in eighths of a point.

    A higher bid takes only a little more: with two sides, 60 plus a quarter of the points above 57½. If the lowest bid is
    higher than the assumed one, hands are better, by half of the difference.
    """
    return supposed.least + supposed.slope * height + 4 * max(0, lowest - supposed.begins)


def usual_points(supposed: Assumptions, height: int, lowest: int) -> int:
    """Return the usual card points for this bid, rounded to a multiple of five."""
    return 5 * ((usual_eighths(supposed, height, lowest) + 20) // 40)


WHOLE = 1_000_000
"""Certainty, as an integer, so that the server and a phone get the same sums."""
FREE_BID_POINTS = 45
"""Card points. The result of a free contract is spread as if this had been the bid."""


@dataclass(slots=True)
class Habits:
    """Counts from a table's hands.

    `hands` is the number of hands counted and `bids` the number of contracts at each bid. `points` counts the card points of
    numeric bids by their difference from what is usual for the bid. `made` counts 100-for-200 contracts that were made.
    `spoke` counts defending sides with a bid high enough, out of `heard`, where that is known. `sans` counts no-trump hands,
    out of `named`, whose trump is known.
    """

    hands: int = 0
    bids: dict[Bid, int] = field(default_factory=dict)
    points: dict[int, int] = field(default_factory=dict)
    made: int = 0
    spoke: int = 0
    heard: int = 0
    sans: int = 0
    named: int = 0


def count_hands(habits: Habits, rules: RuleSet, events: Iterable[tuple[Event, Hand | None]]) -> None:
    """Count a game's hands into `habits`. Other entries and hands without a contract are skipped."""
    for event, hand in events:
        if not isinstance(event, Played) or hand is None or hand.bid is None:
            continue
        camp = camp_of(rules, event, rules.table.silent(hand.dealer))
        took = camp_points(rules, event, camp)
        habits.hands += 1
        habits.bids[hand.bid] = habits.bids.get(hand.bid, 0) + 1
        if isinstance(hand.bid, int):
            deviation = took - usual_points(assumptions_for(rules.format), hand.bid, lowest_bid(rules))
            habits.points[deviation] = habits.points.get(deviation, 0) + 1
        elif hand.bid == HUNDRED_FOR_200:
            habits.made += bool(hand.made)
        if hand.bid != FREE:
            _count_defenders(habits, rules, hand, camp)
        if event.trump is not None:
            habits.named += 1
            habits.sans += event.trump == NO_TRUMP


COUNTS = ("hands", "made", "spoke", "heard", "sans", "named")


def habits_json(habits: Habits) -> dict[str, Any]:
    """Return the counts as JSON-compatible data, for a page to pass to its phone."""
    counts: dict[str, Any] = {name: getattr(habits, name) for name in COUNTS}
    return {
        **counts,
        "bids": {str(bid): n for bid, n in habits.bids.items()},
        "points": {str(deviation): n for deviation, n in habits.points.items()},
    }


def parse_habits(habits_data: Mapping[str, Any]) -> Habits:
    """Return the counts that `habits_json` wrote."""
    bids: dict[Bid, int] = {int(bid) if bid.isdigit() else bid: n for bid, n in habits_data.get("bids", {}).items()}
    points = {int(deviation): n for deviation, n in habits_data.get("points", {}).items()}
    counts = {name: habits_data.get(name, 0) for name in COUNTS}
    return Habits(bids=bids, points=points, **counts)


def _count_defenders(habits: Habits, rules: RuleSet, hand: Hand, camp: tuple[int, ...]) -> None:
    """Count whether the defending sides had bid, if the record says so."""
    if hand.bids is None:
        return
    for side in range(len(rules.table.sides)):
        if side in camp or side in hand.dropped:
            continue
        spoke = has_qualifying_bid(rules, side, hand.bids)
        if spoke is not None:
            habits.heard += 1
            habits.spoke += spoke


@dataclass(slots=True)
class Expected:
    """What is expected of a hand, as chances out of `WHOLE`.

    `bids` has each contract's chance. `takes` has, for each contract, (card points, chance) of the contractor's camp.
    `spoke` is the chance that a defending side has bid, and `no_trump` the chance of no trump.
    """

    bids: list[tuple[Bid, int]]
    takes: dict[Bid, list[tuple[int, int]]]
    spoke: int
    no_trump: int


def expect(rules: RuleSet, habits: Habits) -> Expected:
    """Blend the assumptions with the counts. The assumptions weigh as much as `WORTH` hands."""
    bids = _normalize_weights(
        [(bid, share * WORTH + WHOLE * habits.bids.get(bid, 0)) for bid, share in _assumed_contracts(rules)]
    )
    deviations = sorted({*AROUND, *habits.points})
    spread = _normalize_weights(
        [(d, AROUND.get(d, 0) * WORTH + sum(AROUND.values()) * habits.points.get(d, 0)) for d in deviations]
    )
    sans = _blend(NO_TRUMP_SHARE, WORTH, habits.sans, habits.named)
    return Expected(
        bids=bids,
        takes={bid: _card_point_chances(rules, bid, spread, habits) for bid, _ in bids},
        spoke=_blend(assumptions_for(rules.format).spoke, WORTH, habits.spoke, habits.heard),
        no_trump=sans if rules.no_trump != "forbidden" else 0,
    )


def _blend(supposed: int, worth: int, some: int, of: int) -> int:
    """Return the chance when an assumption worth `worth` cases is combined with `some` out of `of` counted cases."""
    return (supposed * worth + WHOLE * some) // (worth + of)


def _assumed_contracts(rules: RuleSet) -> list[tuple[Bid, int]]:
    """Return the assumed chance of each contract."""
    fixed: dict[Bid, int] = {HUNDRED_FOR_200: HUNDRED_SHARE, FREE: FREE_SHARE}
    supposed, low = assumptions_for(rules.format), lowest_bid(rules)
    heights = {bid: _interpolate_weight(supposed, bid, low) for bid in possible_contracts(rules) if isinstance(bid, int)}
    left = WHOLE - sum([fixed[bid] for bid in possible_contracts(rules) if bid not in heights])
    total = sum(heights.values())
    return [(bid, heights[bid] * left // total if isinstance(bid, int) else fixed[bid]) for bid in possible_contracts(rules)]


def _interpolate_weight(supposed: Assumptions, bid: int, low: int) -> int:
    """Return the weight of a bid, interpolated between two assumed weights."""
    heights = supposed.heights
    if bid < supposed.begins:
        return BELOW * 100
    low = max(low, supposed.begins)
    place = 0 if low >= TOP else (bid - low) * 100 * (len(heights) - 1) // (TOP - low)
    at, over = place // 100, place % 100
    return heights[at] * (100 - over) + heights[min(at + 1, len(heights) - 1)] * over


def _card_point_chances(rules: RuleSet, bid: Bid, spread: list[tuple[int, int]], habits: Habits) -> list[tuple[int, int]]:
    """Return the chance of each number of card points for a contract, limited to 0 to 100."""
    found: dict[int, int] = {}
    below, over = divmod(
        usual_eighths(assumptions_for(rules.format), min(TOP, bid_rank(bid)) or FREE_BID_POINTS, lowest_bid(rules)), 40
    )
    for deviation, share in spread:
        for middle, part in ((5 * below, 40 - over), (5 * below + 5, over)):
            took = min(TOP, max(0, middle + deviation))
            found[took] = found.get(took, 0) + share * part
    if bid != HUNDRED_FOR_200:
        return _normalize_weights(sorted(found.items()))
    made_chance = _blend(HUNDRED_MADE, HUNDRED_WORTH, habits.made, habits.bids.get(bid, 0))
    short = _normalize_weights([(took, share) for took, share in sorted(found.items()) if took < TOP])
    return _normalize_weights([(took, share * (WHOLE - made_chance) // WHOLE) for took, share in short] + [(TOP, made_chance)])


def _normalize_weights(weights: list[tuple[What, int]]) -> list[tuple[What, int]]:
    """Return the weights as chances that add up to exactly `WHOLE`. The heaviest absorbs the rounding."""
    total = sum([weight for _, weight in weights])
    shares = [weight * WHOLE // total for _, weight in weights]
    shares[shares.index(max(shares))] += WHOLE - sum(shares)
    return [(one, share) for (one, _), share in zip(weights, shares, strict=True) if share]
