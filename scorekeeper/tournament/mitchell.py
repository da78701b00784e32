"""Mitchell movement: N–S keep their tables, E–W move up one each round; two fields, two winners."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.tournament.chance import chance
from scorekeeper.tournament.draft import RoundDraft, refuse_finished, to_pair
from scorekeeper.tournament.errors import Illegal
from scorekeeper.tournament.matching import perfect_matching
from scorekeeper.tournament.places import mitchell_fields
from scorekeeper.tournament.record import Tournament
from scorekeeper.tournament.results import byes_had, meetings
from scorekeeper.tournament.round_robin import Pair, as_draft, follows_plan, in_order_of_entry


def plan(fields: dict[str, str]) -> list[list[Pair]]:
    """All rounds, N–S named first; where one field has a pair less, one of the other sits out each round."""
    north = [i for i, field in fields.items() if field == "NS"]
    east = [i for i, field in fields.items() if field == "EW"]
    tables = max(len(north), len(east))
    rounds = []
    for r in range(tables):
        met = ((k, (k - r) % tables) for k in range(tables))
        rounds.append([(north[k], east[j]) for k, j in met if k < len(north) and j < len(east)])
    return rounds


def mitchell_round(tournament: Tournament) -> RoundDraft:
    """The next round; needs no results. Raises `finished` after as many rounds as there are tables."""
    number = tournament.next_number
    refuse_finished(tournament, tournament.options.rounds)
    seated = to_pair(tournament, number)
    fields = mitchell_fields(tournament)
    playing = in_order_of_entry(tournament)
    planned = plan({i: field for i, field in fields.items() if i in playing})
    played = len(tournament.rounds)
    if played >= len(planned):
        raise Illegal("finished", None, rounds=len(planned))
    if follows_plan(tournament, planned):
        pairs = [(a, b) for a, b in planned[played] if a in seated and b in seated]
        return as_draft(tournament, number, pairs, seated, "mitchell.plan")
    return as_draft(tournament, number, _fitted(tournament, seated, fields), seated, "mitchell.fitted")


def _fitted(tournament: Tournament, seated: Sequence[str], fields: dict[str, str]) -> list[Pair]:
    """Where late entries upset the movement: N–S against E–W with the fewest rematches, sit-outs in turn."""
    met, had = meetings(tournament), byes_had(tournament)
    draw = chance(tournament.seed, "mitchell", tournament.next_number)
    north = [i for i in seated if fields[i] == "NS"]
    east = [i for i in seated if fields[i] == "EW"]
    size = max(len(north), len(east))
    edges = []
    for k in range(size):
        for j in range(size):
            if k < len(north) and j < len(east):
                dear = len(met.get(frozenset((north[k], east[j])), ())) << 30
            else:
                dear = had[north[k] if k < len(north) else east[j]] << 30
            edges.append((k, size + j, dear | draw.getrandbits(20)))
    found = perfect_matching(2 * size, edges) or []
    return [(north[k], east[j - size]) for k, j in found if k < len(north) and j - size < len(east)]
