"""Mitchell: North–South stay, East–West move up a table each round. Two fields, two winners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from scorekeeper.messages.marks import N_
from scorekeeper.pairing.duration_estimate import Evening, Proposal
from scorekeeper.pairing.knockout.knockout import mitchell_fields
from scorekeeper.pairing.method import CheckContext, Fault, Plan, RoundsMethod
from scorekeeper.pairing.movements.round_robin import Pair, as_draft, follows_plan, in_order_of_entry, with_sit_outs
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.draft import RoundDraft, entrants_to_pair, refuse_finished
from scorekeeper.pairing.record.record import Round, Tournament
from scorekeeper.pairing.recount import RankedLine, mitchell_sides, recount_ranking
from scorekeeper.pairing.search.matching import chance, perfect_matching
from scorekeeper.pairing.search.pairing_constraints import KeptApart
from scorekeeper.pairing.standings.results import byes_had, meetings
from scorekeeper.pairing.standings.standings import StandingRow, rank_by_field
from scorekeeper.pairing.verify.fixed_places import with_north_first
from scorekeeper.pairing.verify.movements import mitchell_faults


class Mitchell(RoundsMethod):
    """Pairs in two halves. Each half meets the other."""

    name = "mitchell"
    title = N_("Mitchell")
    blurb = N_("North–South stay, East–West move. Two winners.")
    by_results = False
    fields = {"NS": N_("North–South"), "EW": N_("East–West")}

    offered = {
        "format.mitchell": N_(
            "Mitchell: %(rounds)s of %(hands)s. Half of the pairs stay, half move. Each half has its own winner."
        ),
    }
    reasons = {
        "mitchell.plan": N_("North–South stay, East–West have moved up a table."),
        "mitchell.fitted": N_(
            "Late entries changed the movement. North–South meets an East–West pair that it has not met, if there is one."
        ),
    }
    problems = {
        "field": N_("%(who)s has switched between North–South and East–West."),
        "mitchell": N_("Table %(table)s: the movement does not bring %(other)s to %(who)s in this round."),
        "mitchell.moved": N_("Table %(table)s: %(who)s plays North–South, but should have stayed at the same table."),
    }

    def place_title(self, side: int, place: int) -> str:
        return (N_("N–S"), N_("E–W"))[side] if side < 2 else ""

    def offers(self, evening: Evening) -> Iterable[Proposal]:
        """Yield one proposal if the pairs divide into two halves."""
        half, odd = divmod(evening.entrants, 2)
        if evening.individuals or odd or half < 2:
            return
        rounds = evening.fitting_rounds(min(3, half), half)
        yield evening.proposal(self.name, "format.mitchell", rounds, rank=6, options={"rounds": rounds})

    def pair(self, tournament: Tournament) -> RoundDraft:
        return mitchell_round(tournament)

    def plan(self, tournament: Tournament) -> Plan:
        """Return one round for each table, or the number of rounds set in the options."""
        ids, fields = in_order_of_entry(tournament), mitchell_fields(tournament)
        planned = _movement({i: fields[i] for i in fields if i in ids})
        return Plan(((None, with_sit_outs(planned[: tournament.options.rounds], ids)),))

    def standings(self, tournament: Tournament) -> list[StandingRow]:
        """Return North–South, then East–West."""
        return rank_by_field(tournament, mitchell_fields(tournament), self.fields)

    def check(self, tournament: Tournament, one: Round, judged: CheckContext) -> Iterator[Fault]:
        north, _ = mitchell_sides(replace(tournament, rounds=(*tournament.rounds, one)))
        return mitchell_faults(*with_north_first(tournament, one, north))

    def recount(self, tournament: Tournament) -> list[RankedLine]:
        """Return North–South, then East–West."""
        sides = zip(self.fields, mitchell_sides(tournament), strict=True)
        return [replace(line, field=name) for name, ids in sides for line in recount_ranking(tournament, ids=ids)]


def _movement(fields: dict[str, str]) -> list[list[Pair]]:
    """Return all rounds, N–S named first. If one field has a pair fewer, one of the other sits out each round."""
    north = [i for i, field in fields.items() if field == "NS"]
    east = [i for i, field in fields.items() if field == "EW"]
    tables = max(len(north), len(east))
    rounds = []
    for r in range(tables):
        index_pairs = ((k, (k - r) % tables) for k in range(tables))
        rounds.append([(north[k], east[j]) for k, j in index_pairs if k < len(north) and j < len(east)])
    return rounds


def mitchell_round(tournament: Tournament) -> RoundDraft:
    """Return the next round, which needs no results. Raises `finished` after as many rounds as there are tables."""
    number = tournament.next_number
    refuse_finished(tournament, tournament.options.rounds)
    seated = entrants_to_pair(tournament, number)
    fields = mitchell_fields(tournament)
    playing = in_order_of_entry(tournament)
    planned = _movement({i: field for i, field in fields.items() if i in playing})
    played = len(tournament.rounds)
    if played >= len(planned):
        raise errors.Illegal("finished", None, rounds=len(planned))
    if follows_plan(tournament, planned):
        pairs = [(a, b) for a, b in planned[played] if a in seated and b in seated]
        return as_draft(tournament, number, pairs, seated, "mitchell.plan")
    return as_draft(tournament, number, _fit_late_entries(tournament, seated, fields), seated, "mitchell.fitted", fixed=False)


def _fit_late_entries(tournament: Tournament, seated: Sequence[str], fields: dict[str, str]) -> list[Pair]:
    """Return pairs of N–S and E–W after late entries have upset the movement.

    In order: fewest *never* meetings, fewest rematches, fewest *rather not* meetings. Sit-outs take turns.
    """
    apart = KeptApart(tournament.apart, tournament.next_number)
    past_meetings, had = meetings(tournament), byes_had(tournament)
    draw = chance(tournament.seed, "mitchell", tournament.next_number)
    north = [i for i in seated if fields[i] == "NS"]
    east = [i for i in seated if fields[i] == "EW"]
    size = max(len(north), len(east))
    edges = []
    for k in range(size):
        for j in range(size):
            if k < len(north) and j < len(east):
                never, rather = apart.weight(north[k], east[j])
                dear = never << 80 | len(past_meetings.get(frozenset((north[k], east[j])), ())) << 50 | rather << 40
            else:
                dear = had[north[k] if k < len(north) else east[j]] << 50
            edges.append((k, size + j, dear | draw.getrandbits(20)))
    matching = perfect_matching(2 * size, edges) or []
    return [(north[k], east[j - size]) for k, j in matching if k < len(north) and j - size < len(east)]
