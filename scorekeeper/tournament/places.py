"""Places that the form of the tournament gives before any tie-break: Mitchell fields, knock-out places."""

from __future__ import annotations

from fractions import Fraction

from scorekeeper.tournament.record import Tournament
from scorekeeper.tournament.replay import entered, played_bracket
from scorekeeper.tournament.round_robin import in_order_of_entry


def mitchell_fields(tournament: Tournament) -> dict[str, str]:
    """NS or EW for every pair: by seed 1 NS, 2 EW, 3 EW, 4 NS and so on, late entries after; at the end those who never came."""
    playing = in_order_of_entry(tournament)
    line = [*playing, *(e.id for e in tournament.ranked_by_seed if e.id not in playing)]
    return {i: "NS" if k % 4 in (0, 3) else "EW" for k, i in enumerate(line)}


def knockout_places(tournament: Tournament) -> dict[str, Fraction | None]:
    """The place of each entrant as it stands, or for good once they are out; whoever left before the draw comes after all others.

    As long as there are not two for a bracket, everybody is first.
    """
    if len(entered(tournament)) < 2:
        return {e.id: Fraction(1) for e in tournament.entrants}
    places = played_bracket(tournament).places()
    return {e.id: places.get(e.id, Fraction(len(places) + 1)) for e in tournament.entrants}
