"""Ranks that come from the format before any tie-break: Mitchell fields and knock-out places."""

from __future__ import annotations

from fractions import Fraction

from scorekeeper.pairing.knockout.bracket_replay import bracket_entrants, played_bracket
from scorekeeper.pairing.movements.round_robin import in_order_of_entry
from scorekeeper.pairing.record.record import Tournament


def mitchell_fields(tournament: Tournament) -> dict[str, str]:
    """Return NS or EW for every pair: by seed 1 NS, 2 EW, 3 EW, 4 NS and so on.

    Late entries come after the others, and entrants who never came last.
    """
    playing = in_order_of_entry(tournament)
    line = [*playing, *(e.id for e in tournament.ranked_by_seed if e.id not in playing)]
    return {i: "NS" if k % 4 in (0, 3) else "EW" for k, i in enumerate(line)}


def knockout_places(tournament: Tournament) -> dict[str, Fraction | None]:
    """Return each entrant's place, final once they are out. Entrants who left before the draw come last.

    Before there are two for a bracket, everyone is first.
    """
    if len(bracket_entrants(tournament)) < 2:
        return {e.id: Fraction(1) for e in tournament.entrants}
    places = played_bracket(tournament).places()
    return {e.id: places.get(e.id, Fraction(len(places) + 1)) for e in tournament.entrants}
