"""The meaning of a side's score, in the few words below it."""

from __future__ import annotations

from scorekeeper.engine.scoring import is_at_or_above_line
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.state import State
    from scorekeeper.messages.marks import Gettext

ROOMY = 3
"""The most sides with room for whole sentences."""


def standing_text(t: Gettext, state: State, side: int, target: int | None) -> str:
    """Return how far the side has to go and its state: in the box, at the line, dropped out. Empty after the game.

    `target` is the score that wins, or None if no score does.
    """
    score, roomy = state.scores[side], len(state.scores) <= ROOMY
    if side in state.dropped:
        return t(N_("dropped out")) if roomy else t(N_("out"))
    if state.outcome.over:
        return ""
    if score < 0:
        return " · ".join((number(score), t(N_("in the box")))) if roomy else number(score)
    left = () if target is None else (t(N_("%(points)s to go")) % {"points": target - score},)
    return " · ".join((*left, *_at_the_line(t, state, score, roomy=roomy)))


def _at_the_line(t: Gettext, state: State, score: int, *, roomy: bool) -> tuple[str, ...]:
    if not is_at_or_above_line(state.rules, score):
        return ()
    if state.rules.opponents_score == "must_bid":
        return (t(N_("must bid")),)
    return (t(N_("scores if they fail")) if roomy else t(N_("must set")),)
