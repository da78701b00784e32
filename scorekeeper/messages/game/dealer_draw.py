"""The draw for the first dealer, in words."""

from __future__ import annotations

from scorekeeper.messages.marks import N_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.deal import Drawing
    from scorekeeper.messages.marks import Gettext


def draw_text(t: Gettext, drawing: Drawing, players: Sequence[str]) -> str:
    """Return a sentence that says who shuffles and who gets the first jack. `players` are the names by seat."""
    message = N_("%(shuffler)s shuffles and turns cards up, from the left. The first jack falls to %(name)s, who deals first.")
    return t(message) % {"shuffler": players[drawing.shuffler], "name": players[drawing.dealer]}
