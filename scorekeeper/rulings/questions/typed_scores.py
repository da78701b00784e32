"""Where the sides stand, as a question has it."""

from __future__ import annotations

from scorekeeper.rulings.questions import links

TYPE_CHECKING = False  # loaded by phones
if TYPE_CHECKING:
    from scorekeeper.engine.state import State
    from scorekeeper.rulings.questions.kind import Args


def scores_of(args: Args, sides: int) -> tuple[int, ...]:
    """The sides' scores: as the address has them, or as they were typed, ticked boxes counting below zero."""
    if not any(f"score{side}" in args for side in range(sides)):
        numbers = links.numbers(args, "scores", sides, -links.MOST_SCORE, links.MOST_SCORE)
        return (0,) * sides if numbers is None else numbers
    return tuple(_typed(args, side) for side in range(sides))


def _typed(args: Args, side: int) -> int:
    field = f"score{side}"
    n = links.whole(args, field, -links.MOST_SCORE, links.MOST_SCORE) or 0
    return -abs(n) if args.get(f"boxed{side}") else n


def scores_in(state: State) -> str:
    """Where the sides of a game stand, as an address has it."""
    return ".".join(map(str, state.scores))
