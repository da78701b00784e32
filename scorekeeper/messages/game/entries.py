"""One line for each entry other than a hand, for the score sheet on the screen and in print."""

from __future__ import annotations

from scorekeeper.engine.events import Adjustment, NewDealer, NewSeats
from scorekeeper.messages.game.outcome import kind_text
from scorekeeper.messages.marks import N_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.events import Event
    from scorekeeper.messages.marks import Gettext

DEALS = N_("%(name)s deals from here on")
SITS_IN = N_("%(new)s for %(old)s")


def event_text(t: Gettext, players: Sequence[str], event: Event) -> str:
    """Return a line for an entry that is not a hand.

    It gives an adjustment's reason, the new dealer, the players who changed, or the kind of entry. `players` are the names
    by seat before it.
    """
    if isinstance(event, Adjustment):
        return event.reason
    if isinstance(event, NewDealer) and event.dealer in range(len(players)):
        return t(DEALS) % {"name": players[event.dealer]}
    if isinstance(event, NewSeats):
        pairs = list(zip(players, event.players))  # noqa: B905 (the rules check the number)
        came = [t(SITS_IN) % {"new": new, "old": old} for old, new in pairs if new != old]
        return " · ".join(came) or kind_text(t, event.kind)
    return kind_text(t, event.kind)
