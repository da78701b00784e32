"""Opening scores, for a game that began on a handwritten sheet."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.endings import PLAYING, Endings, Outcome, find_winner, games_won, scoreless_sides
from scorekeeper.engine.errors import Illegal, Malformed
from scorekeeper.engine.reasons import Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


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
