"""The ranks of a pack as its players call them."""

from __future__ import annotations

from scorekeeper.messages.marks import N_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

_RANKS: dict[int, str] = {
    36: N_("A K Q J 10 9 8 7 5"),
    40: N_("A K Q J 10 9 8 7 6 5"),
    44: N_("A K Q J 10 9 8 7 6 5 4"),
    52: N_("A K Q J 10 9 8 7 6 5 4 3 2"),
}


def ranks_text(t: Gettext, pack: int) -> str:
    """Return the cards of each suit in a pack of this size, from high to low."""
    return t(_RANKS[pack])
