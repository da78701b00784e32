"""The sides' scores in a question."""

from __future__ import annotations

from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import listing, number
from scorekeeper.rulings.questions import links

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.state import State
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.rulings.questions.kind import Args

UNIT = 5
DOUBT = N_("Check %(scores)s: without an adjustment, every score is a multiple of 5.")


def scores_of(args: Args, sides: int) -> tuple[int, ...]:
    """Return the scores from the address or the form, where a ticked box makes a score negative."""
    if not any(f"score{side}" in args for side in range(sides)):
        numbers = links.read_numbers(args, "scores", sides, -links.MOST_SCORE, links.MOST_SCORE)
        return (0,) * sides if numbers is None else numbers
    return tuple(_read_score(args, side) for side in range(sides))


def _read_score(args: Args, side: int) -> int:
    field = f"score{side}"
    n = links.read_number(args, field, -links.MOST_SCORE, links.MOST_SCORE) or 0
    return -abs(n) if args.get(f"boxed{side}") else n


def doubt_text(t: Gettext, scores: Sequence[int]) -> str:
    """Return a warning about scores that are not multiples of 5, or an empty string."""
    odd = [number(score) for score in scores if score % UNIT]
    return t(DOUBT) % {"scores": listing(t, odd)} if odd else ""


def scores_in(state: State) -> str:
    """Return the scores of a game as written in an address."""
    return ".".join(map(str, state.scores))
