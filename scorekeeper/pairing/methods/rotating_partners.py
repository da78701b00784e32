"""Rotating partners: single players with a new partner every round, as in a whist tournament."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorekeeper.messages.marks import N_
from scorekeeper.pairing.duration_estimate import MOST_ROUNDS, Evening, Proposal
from scorekeeper.pairing.method import CheckContext, Fault, Plan, RoundsMethod
from scorekeeper.pairing.movements.rotation import planned_rotation, rotating_round
from scorekeeper.pairing.record.draft import RoundDraft
from scorekeeper.pairing.record.record import Options, Round, Tournament
from scorekeeper.pairing.verify.movements import partners_faults


class RotatingPartners(RoundsMethod):
    """Single players, two on a side. The whole schedule is known at the start."""

    name = "rotating_partners"
    title = N_("Rotating partners")
    blurb = N_("Single players, with a new partner every round.")
    by_results = False

    offered = {
        "format.rotating": N_("Rotating partners: %(rounds)s of %(hands)s. %(entrants)s players, a new partner every round."),
        "format.rotating_out": N_(
            "Rotating partners: %(rounds)s of %(hands)s. %(entrants)s players, a new partner every round. "
            "Sitting out in turn: %(out)s."
        ),
    }
    reasons = {
        "rotation.whist": N_("Round %(round)s of a whist tournament: each partner once, each opponent twice."),
        "rotation.search": N_("Seated so that partners are new and opponents are shared out evenly."),
    }
    problems = {
        "whist": N_(
            "Everyone should have had everyone else once as a partner and twice as an opponent. Pairs that did not: %(read)s."
        ),
    }

    def side(self, options: Options) -> int:
        return 2

    def usual_rounds(self, entrants: int) -> int:
        """Return the number of rounds in a usual evening."""
        return 8

    def offers(self, evening: Evening) -> Iterable[Proposal]:
        """Yield one proposal for single players, ahead of all others."""
        if not evening.individuals:
            return
        rounds = evening.fitting_rounds(4, min(MOST_ROUNDS, evening.entrants - 1))
        out = evening.entrants % 4
        code = "format.rotating_out" if out else "format.rotating"
        yield evening.proposal(self.name, code, rounds, rank=0, options={"rounds": rounds}, out=out)

    def pair(self, tournament: Tournament) -> RoundDraft:
        return rotating_round(tournament)

    def plan(self, tournament: Tournament) -> Plan:
        """Return the schedule for the players who were there at the start."""
        movement = planned_rotation(tournament)
        return Plan(((None, movement.rounds),), movement.made_by)

    def check(self, tournament: Tournament, one: Round, judged: CheckContext) -> Iterator[Fault]:
        return partners_faults(tournament, one)
