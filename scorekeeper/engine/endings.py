"""The end of the game (rulebook section 8), opening scores of a handwritten sheet, and matches of several games."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import TOP
from scorekeeper.engine.errors import Illegal, Malformed, NotEnoughKnown
from scorekeeper.engine.events import Line
from scorekeeper.engine.kitty import Kitty
from scorekeeper.engine.options import Choice, Flag, Limit, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


def _default_hole_limit(values: Mapping[str, object]) -> object:
    return values["target"]


class Endings(Kitty):
    target = Number(200, low=5, high=5000, step=5, rule="end.target")
    hole_limit = Limit(_default_hole_limit, low=5, high=5000, step=5, rule="end.hole")
    both_reach = Choice("bidding_side", "higher_score", rule="end.both_reach")
    win_only_by_bid = Flag(rule="end.win_only_by_bid")
    hundred_wins = Flag(rule="end.hundred")
    announced_all = Flag(rule="end.announced_all")
    skunk = Choice("none", "loser_negative", "loser_scoreless", rule="skunk")


@dataclass(frozen=True)
class Outcome:
    """Whether the game is won.

    `status`: `playing` or `won`. `winners`: the winning sides. `rule`: the id of the rule that ended the game.
    `games`: the number of games it counts for in a match.
    """

    status: str = "playing"
    winners: tuple[int, ...] = ()
    rule: str | None = None
    games: int = 0

    @property
    def over(self) -> bool:
        return self.status == "won"


PLAYING = Outcome()


@dataclass(slots=True)
class LastHand:
    """The last hand, reduced to what decides the end of a game.

    `camp`: the sides in the contractor's camp, the contractor's first. `took`: its card points.
    `real_bid`: False for a free contract, None if unknown.
    `announced`: the contractor announced all 100 points. `tricks_lost`: empty tricks lost.
    """

    camp: tuple[int, ...]
    took: int
    made: bool
    real_bid: bool
    announced: bool
    tricks_lost: int


def find_winner(
    rules: Endings, scores: Sequence[int], dropped: list[int], last: LastHand | None, fresh: bool
) -> tuple[tuple[int, ...], str, list[Line]] | None:
    """Return the winners, the rule id and the lines that explain the win, or None while the game goes on.

    `fresh`: the latest event is the hand `last` itself, not an adjustment after it.
    Sides that drop out (`end.drop_out`) are added to `dropped`.
    """
    if fresh and last is not None and (last.announced or last.took == TOP):
        won = _end_by_announcement(last) or _end_by_hundred(rules, last)
        if won:
            return won
    limit = rules.hole_limit
    if max(scores) < rules.target and (limit is None or min(scores) > -limit):
        return None  # the usual case
    live = [s for s in range(len(scores)) if s not in dropped]
    return _end_by_target(rules, scores, live, last) or _end_by_hole(rules, scores, live, dropped)


def all_points_win(rules: Endings, announced: bool = False) -> bool:
    """Return whether a contractor's camp wins the game by taking all 100 points, always or once announced."""
    return rules.hundred_wins or announced


def ongoing_score_range(rules: Endings) -> tuple[int, int]:
    """Return the lowest and highest score at which the game goes on, unless a hand takes all 100 points.

    Without a hole limit there is no lowest score, so the range is as wide below zero as above. Where only a bid wins, a side
    can also play on above the target.
    """
    low = -(rules.target if rules.hole_limit is None else rules.hole_limit - 5)
    return low, rules.target - 5


def _end_by_announcement(last: LastHand) -> tuple[tuple[int, ...], str, list[Line]] | None:
    if not last.announced:
        return None
    made = last.took == TOP
    winner = last.camp[0] if made else 1 - last.camp[0]
    return (
        (winner,),
        "end.announced_all",
        [Line("end.announced_all", winner, 0, {"took": last.took, "made": made})],
    )


def _end_by_hundred(rules: Endings, last: LastHand) -> tuple[tuple[int, ...], str, list[Line]] | None:
    if last.took != TOP or not rules.hundred_wins:
        return None
    # a player who is always silent has no score to win with; a called partner has one
    winners = tuple(sorted(last.camp)) if rules.format == "called_partner" else last.camp[:1]
    return (
        winners,
        "end.hundred",
        [Line("end.hundred", s, 0, {"tricks_lost": last.tricks_lost}) for s in winners],
    )


def _end_by_target(
    rules: Endings, scores: Sequence[int], live: list[int], last: LastHand | None
) -> tuple[tuple[int, ...], str, list[Line]] | None:
    reached = [s for s in live if scores[s] >= rules.target]
    if not reached:
        return None
    camp = last.camp if last is not None else ()
    bidders = camp if rules.format == "called_partner" else camp[:1]
    winner = None
    if rules.win_only_by_bid:
        if last is None or last.camp[0] not in reached or not last.made:
            return None
        if last.real_bid is None:
            raise NotEnoughKnown("needs.bids", side=last.camp[0], reason="unbid")
        winner = last.camp[0] if last.real_bid else None
        why = "win_only_by_bid"
    else:
        first = next((s for s in bidders if s in reached), None)
        if rules.both_reach == "bidding_side" and first is not None:
            winner, why = first, "bidding_side"
        else:
            best = max(scores[s] for s in reached)
            highest = [s for s in reached if scores[s] == best]
            winner, why = (highest[0] if len(highest) == 1 else None), "higher_score"
    if winner is None:
        return None
    others = [s for s in reached if s != winner]
    params: dict[str, object] = {
        "score": scores[winner],
        "target": rules.target,
        "others": others,
        "why": why if others else "",
    }
    return (winner,), "end.target", [Line("end.target", winner, 0, params)]


def _end_by_hole(
    rules: Endings, scores: Sequence[int], live: list[int], dropped: list[int]
) -> tuple[tuple[int, ...], str, list[Line]] | None:
    limit = rules.hole_limit
    if limit is None:
        return None
    under = [s for s in live if scores[s] <= -limit]
    if not under or all(scores[s] < 0 for s in live):
        return None
    facts: dict[str, object] = {"limit": limit}
    lines = [Line("end.hole", s, 0, {**facts, "score": scores[s]}) for s in under]
    if rules.table.individual:
        best = max(scores[s] for s in live)
        return tuple(s for s in live if scores[s] == best), "end.hole", lines
    left = [s for s in live if s not in under]
    if rules.format == "three_pairs":
        lines = [Line("end.drop_out", s, 0, {**facts, "score": scores[s]}) for s in under]
        dropped.extend(under)
        dropped.sort()
        if len(left) > 1:
            return (), "end.drop_out", lines
    return tuple(left), "end.hole", lines


def scoreless_sides(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the sides whose score is 0."""
    return tuple([side for side, score in enumerate(scores) if not score])


def games_won(rules: Endings, scores: Sequence[int], scoreless: Sequence[int], winners: Sequence[int]) -> int:
    """Return the number of games this win counts for in a match: 2 for a skunk, else 1 (`skunk`).

    `scoreless`: sides whose score has never changed.
    """
    losers = [s for s in range(len(scores)) if s not in winners]
    if not losers:
        return 1
    if rules.skunk == "loser_negative":
        return 2 if all(scores[s] < 0 for s in losers) else 1
    if rules.skunk == "loser_scoreless":
        return 2 if all(s in scoreless for s in losers) else 1
    return 1


HIGHEST_START_SCORE = 10_000
"""The largest opening score, above or below zero. It is far beyond any target."""


@dataclass(slots=True)
class Start:
    """A game before its first hand.

    `scores`, `boxed`: by side. `dropped`: sides already out of the game. `lines`: the reasons, which add up to the scores.
    `outcome`: won if the opening scores already end the game.
    """

    scores: tuple[int, ...]
    boxed: tuple[bool, ...]
    dropped: tuple[int, ...]
    lines: list[Line]
    outcome: Outcome = PLAYING


def check_start(rules: Endings, first_dealer: int) -> None:
    """Raise `GameError("players")` unless the player at `first_dealer` exists and deals."""
    table = rules.table
    if not 0 <= first_dealer < table.players:
        raise Malformed("players", event=0, reason="first_dealer", read=first_dealer, high=table.players - 1)
    if first_dealer == table.fixed_silent:
        raise Illegal("players", event=0, reason="silent_dealer", read=first_dealer)


def start_at(rules: Endings, scores: Sequence[int]) -> Start:
    """Begin a game at these scores, one for each side (`start.scores`).

    Raises `Malformed("format")` if a game can't begin this way. The scores are tested as after an adjustment before the
    first hand: a pair in the hole has dropped out.
    """
    sides = len(rules.table.sides)
    if len(scores) != sides:
        raise Malformed("format", event=0, reason="start_count", field="start_scores", read=len(scores), right=sides)
    for score in scores:
        if abs(score) > HIGHEST_START_SCORE or score % 5:
            raise Malformed("format", event=0, reason="start_value", field="start_scores", read=score, high=HIGHEST_START_SCORE)
    lines = [Line("start.scores", side, score, {}) for side, score in enumerate(scores) if score]
    dropped: list[int] = []
    outcome = PLAYING
    ended = find_winner(rules, scores, dropped, None, False)
    if ended is not None:
        winners, rule, why = ended
        lines += why
        if winners:
            outcome = Outcome("won", winners, rule, games_won(rules, scores, scoreless_sides(scores), winners))
    return Start(tuple(scores), tuple([score < 0 for score in scores]), tuple(dropped), lines, outcome)


def check_start_scores(rules: Endings, scores: Sequence[int]) -> None:
    """Raise `GameError("format")` unless a game can begin at these scores and go on."""
    outcome = start_at(rules, scores).outcome
    if outcome.over:
        raise Illegal("format", event=0, reason="start_over", field="start_scores", read=scores, ending=outcome.rule)


@dataclass(frozen=True)
class MatchScore:
    """The score of a match.

    `games`: games won by side, a skunk counting as two. `winners`: the sides that won the match.
    """

    games: tuple[int, ...]
    winners: tuple[int, ...]


def match_score(sides: int, outcomes: Iterable[Outcome], games_to_win: int | None) -> MatchScore:
    """Return the match score after these games. A shared win counts for every winner.

    `games_to_win`: None for an open series without a winner.
    """
    games = [0] * sides
    for outcome in outcomes:
        for side in outcome.winners:
            games[side] += outcome.games
    reached = [s for s in range(sides) if games_to_win is not None and games[s] >= games_to_win]
    best = max((games[s] for s in reached), default=0)
    return MatchScore(tuple(games), tuple(s for s in reached if games[s] == best))
