"""Scoring a hand (rulebook section 7). The lines of a hand add up to its change of score."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200, UNKNOWN_BID, bid_rank
from scorekeeper.engine.endings import Endings
from scorekeeper.engine.errors import NotEnoughKnown
from scorekeeper.engine.events import Line
from scorekeeper.engine.options import Choice, Number
from scorekeeper.engine.play import NO_TRUMP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scorekeeper.engine.events import Played


def _default_margin(values: Mapping[str, object]) -> int:
    return 50 if values["opponents_score"] == "must_win_or_set" else 100


def _default_defenders_score(values: Mapping[str, object]) -> str:
    return "own_tricks" if values["format"] == "cutthroat" else "temporary_team"


class Scoring(Endings):
    opponents_score = Choice("must_bid", "must_win_or_set", "always", rule="score.opponents")
    margin = Number(_default_margin, low=0, high=5000, step=5, rule="score.must_bid")
    qualifying_bid = Number(0, low=0, high=100, step=5, rule="score.must_bid")
    defenders_score = Choice("temporary_team", "own_tricks", default=_default_defenders_score, rule="score.defenders")


@dataclass(slots=True)
class Score:
    """The part of a hand's score that doesn't depend on the scores before it.

    `camp`: sides that play together this hand, the contractor's first. `took`: their card points.
    `made`: they made their bid. `contract`: their lines.
    `opposing`: (side, card points, line below `limit`) for each defending side.
    `limit`: the score from which a side's right to its points is limited; None if it never is.
    `doubled`: the hand counts double as no trump; None if trump matters and is not known.
    """

    camp: tuple[int, ...]
    took: int
    made: bool
    contract: tuple[Line, ...]
    opposing: tuple[tuple[int, int, Line], ...]
    limit: int | None
    doubled: bool | None


def has_camp_piles(rules: Scoring) -> bool:
    """Return whether a hand's record has two piles, one for each camp (`score.defenders`)."""
    return rules.table.individual and rules.defenders_score == "temporary_team"


def pile_count(rules: Scoring) -> int:
    """Return the number of piles in a hand's record: one for each side, or two for the camps."""
    return 2 if has_camp_piles(rules) else len(rules.table.sides)


def camp_of(rules: Scoring, hand: Played, silent: int | None) -> tuple[int, ...]:
    """Return the sides in the contractor's camp for this hand, the contractor's first.

    It includes a rotating silent player's side; a fixed silent player has no side. A contractor who holds the called card
    plays
    alone.
    """
    side_of = rules.table.side_of
    side = side_of[hand.contractor]
    assert side is not None  # the record's check refuses a silent contractor
    partner = hand.called_seat if rules.format == "called_partner" else silent
    other = None if partner is None else side_of[partner]
    return (side,) if other is None or other == side else (side, other)


def is_at_or_above_line(rules: Scoring, score: int) -> bool:
    """Return whether a side's right to points is limited at this score (`score.must_bid`, `score.must_win_or_set`)."""
    return rules.opponents_score != "always" and score >= rules.target - rules.margin


def has_qualifying_bid(rules: Scoring, side: int, bids: Mapping[int, int | str]) -> bool | None:
    """Return whether a member of `side` bid high enough (`score.must_bid`), or None if an unknown amount decides it."""
    side_bids = [bids[seat] for seat in rules.table.sides[side] if seat in bids]
    if not rules.qualifying_bid:
        return bool(side_bids)
    if any(bid != UNKNOWN_BID and bid_rank(bid) >= rules.qualifying_bid for bid in side_bids):
        return True
    return None if UNKNOWN_BID in side_bids else False


def opposing_piles(rules: Scoring, hand: Played, camp: tuple[int, ...], dropped: Sequence[int]) -> list[tuple[int, int]]:
    """Return (side, card points) for every side that defends (`score.opponents`, `score.defenders`)."""
    points = hand.points
    sides = [s for s in range(len(rules.table.sides)) if s not in camp and s not in dropped]
    if has_camp_piles(rules):
        return [(s, points[1]) for s in sides]
    return [(s, points[s]) for s in sides]


def camp_points(rules: Scoring, hand: Played, camp: tuple[int, ...]) -> int:
    """Return the card points that the contractor's camp took together."""
    if has_camp_piles(rules):
        return hand.points[0]
    return sum(hand.points[s] for s in camp)


def contract_made(bid: int | str, took: int) -> bool:
    """Return whether the camp made its bid (`score.made`).

    A free contract always is; 100-for-200 needs all 100 points.
    """
    if bid == FREE:
        return True
    return took >= (100 if isinstance(bid, str) else bid)


def score_hand(rules: Scoring, hand: Played, dropped: Sequence[int], silent: int | None) -> Score:
    """Score a hand as far as possible without the scores before it. `silent`: the silent player's seat, if any."""
    camp = camp_of(rules, hand, silent)
    took = camp_points(rules, hand, camp)
    made = contract_made(hand.bid, took)
    piles = opposing_piles(rules, hand, camp, dropped)
    doubled: bool | None = False
    if rules.no_trump == "double":
        doubled = None if hand.trump is None else hand.trump == NO_TRUMP
    return Score(
        camp,
        took,
        made,
        _contract_lines(rules, hand, camp, took, made),
        tuple([(side, pile, Line("score.opponents", side, pile, {"pile": pile})) for side, pile in piles]),
        None if rules.opponents_score == "always" else rules.target - rules.margin,
        doubled,
    )


def score_lines(rules: Scoring, hand: Played, score: Score, scores: Sequence[int]) -> list[Line]:
    """Return the lines of a hand at these running scores by side.

    Raises `NotEnoughKnown` (`needs.bids`, `needs.trump`) if they depend on a fact that was not recorded.
    """
    lines = [*score.contract]
    limit = score.limit
    for side, pile, unlimited in score.opposing:
        if limit is None or scores[side] < limit:
            lines.append(unlimited)
        else:
            lines.append(_limited_line(rules, hand, side, pile, scores[side], score.made))
    if score.doubled is None:
        raise NotEnoughKnown("needs.trump")
    if score.doubled:
        lines += [Line("score.no_trump", x.side, x.points, {"points": x.points}) for x in lines if x.points]
    return lines


def is_limited_at(score: Score, scores: Sequence[int]) -> bool:
    """Return whether a defending side's right to its points is limited at these scores.

    If so, the lines depend on the scores.
    """
    limit = score.limit
    if limit is None or max(scores) < limit:
        return False
    return any(scores[side] >= limit for side, _, _ in score.opposing)


def sum_lines(lines: Iterable[Line], sides: int) -> tuple[int, ...]:
    """Return the total of the lines by side."""
    deltas = [0] * sides
    for line in lines:
        deltas[line.side] += line.points
    return tuple(deltas)


def add_scores(scores: Sequence[int], deltas: Sequence[int]) -> tuple[int, ...]:
    return tuple([score + delta for score, delta in zip(scores, deltas, strict=True)])


def _contract_lines(rules: Scoring, hand: Played, camp: tuple[int, ...], took: int, made: bool) -> tuple[Line, ...]:
    bid = hand.bid
    if bid == HUNDRED_FOR_200:
        rule, points = "score.hundred_for_200", 200 if made else -100
    elif made:
        rule, points = "score.made", took
    else:
        assert isinstance(bid, int)
        rule, points = "score.failed", -bid
    params: dict[str, object] = {"bid": bid, "took": took, "made": made}
    line = Line(rule, camp[0], points, params)
    if rules.format == "called_partner" and len(camp) > 1:
        return line, Line(rule, camp[1], points, {**params, "partner_of": camp[0]})
    return (line,)


def _limited_line(rules: Scoring, hand: Played, side: int, pile: int, score: int, made: bool) -> Line:
    line = rules.target - rules.margin
    params: dict[str, object] = {"pile": pile, "score": score, "line": line}
    if rules.opponents_score == "must_win_or_set":
        return Line("score.must_win_or_set", side, 0 if made else pile, params)
    if not pile:  # nothing to lose: who bid does not matter
        return Line("score.opponents", side, 0, {"pile": 0})
    bids = {} if hand.bid == FREE else hand.bids
    if bids is None:
        raise NotEnoughKnown("needs.bids", side=side, score=score, line=line)
    params["qualifying"] = rules.qualifying_bid
    right = has_qualifying_bid(rules, side, bids)
    if right is None:
        raise NotEnoughKnown("needs.bids", reason="height", side=side, score=score, line=line, qualifying=rules.qualifying_bid)
    return Line("score.must_bid", side, pile if right else 0, params)
