"""Round robin: everyone meets everyone once or twice, by Berger tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorekeeper.engine.options import Choice, Number
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.duration_estimate import ENOUGH_HANDS, MOST_ROUNDS, Evening, Proposal
from scorekeeper.pairing.method import SECTION, CheckContext, Fault, Label, Plan, RoundsMethod
from scorekeeper.pairing.movements import round_robin
from scorekeeper.pairing.record.draft import RoundDraft
from scorekeeper.pairing.record.record import COUNT, COUNT_FROM_HALF, DO_NOT_COUNT, LEAVER_RESULTS, Options, Round, Tournament
from scorekeeper.pairing.recount import RankedLine
from scorekeeper.pairing.standings.leavers import counted_outcomes, early_leavers, ranked_with_leavers
from scorekeeper.pairing.standings.results import Outcomes
from scorekeeper.pairing.standings.standings import StandingRow
from scorekeeper.pairing.verify.movements import RobinCounting, recounted_robin, round_robin_faults


class RoundRobin(RoundsMethod):
    """Pairs. All rounds are planned before the first."""

    name = "round_robin"
    title = N_("Round robin")
    blurb = N_("Everyone meets everyone.")
    heading = N_("Everyone meets everyone")
    by_results = False
    all_meet = True

    later = RoundsMethod.later | {"leaver_results"}
    legs = Number(1, choices=(1, 2), unit="meetings", rule=SECTION)
    leaver_results = Choice(*LEAVER_RESULTS, rule=SECTION)
    labels = {
        **RoundsMethod.labels,
        "leaver_results": Label(
            N_("Results of pairs that leave early"),
            {
                COUNT_FROM_HALF: N_("count from half of their matches on"),
                COUNT: N_("always count"),
                DO_NOT_COUNT: N_("do not count"),
            },
        ),
        "legs": Label(N_("Meetings"), {1: N_("once"), 2: N_("twice")}),
    }
    offered = {
        "format.round_robin": N_("Everyone meets everyone: %(rounds)s of %(hands)s. The fairest, if there is time."),
    }
    reasons = {
        "round_robin.plan": N_("Round %(round)s of the round-robin schedule."),
        "round_robin.missing": N_("One of the meetings still to be played."),
    }
    problems = {"berger": N_("Table %(table)s: the Berger table does not have this meeting in this round: %(who)s.")}

    def offers(self, evening: Evening) -> Iterable[Proposal]:
        """Yield one proposal, ranked first with few entrants or plenty of time.

        With more than six entrants it must fit into the evening.
        """
        if evening.individuals:
            return
        entrants = evening.entrants
        swiss = evening.fitting_rounds(evening.rounds_to_find_best, min(MOST_ROUNDS, entrants - 2))
        found, second = (
            evening.proposal(self.name, "format.round_robin", evening.rounds_to_meet_all, rank=rank) for rank in (0, 2)
        )
        if entrants <= 6 or (found.fits and (swiss >= entrants - 2 or found.hands >= ENOUGH_HANDS)):
            yield found
        elif found.fits:
            yield second

    def pair(self, tournament: Tournament) -> RoundDraft:
        return round_robin.round_robin_round(tournament)

    def plan(self, tournament: Tournament) -> Plan:
        ids = round_robin.in_order_of_entry(tournament)
        planned = round_robin.plan(ids, tournament.options.legs)
        return Plan(((None, round_robin.with_sit_outs(planned[: tournament.options.rounds], ids)),))

    def rounds_in_all(self, tournament: Tournament) -> int | None:
        return tournament.options.rounds or round_robin.rounds_in_all(tournament)

    def check(self, tournament: Tournament, one: Round, judged: CheckContext) -> Iterator[Fault]:
        return round_robin_faults(tournament, one)

    def early_leavers(self, tournament: Tournament) -> list[tuple[Options, dict[str, bool]]]:
        found = early_leavers(tournament)
        return [(tournament.options, found)] if found else []

    def ledger(self, tournament: Tournament) -> Outcomes:
        """Return every entrant's rounds, without matches against leavers whose results do not count."""
        return counted_outcomes(tournament)

    def standings(self, tournament: Tournament) -> list[StandingRow]:
        """Return the current standings. Entrants whose results do not count come last."""
        return ranked_with_leavers(tournament)

    def counting(self, tournament: Tournament) -> RobinCounting:
        return RobinCounting(tournament)

    def recount(self, tournament: Tournament) -> list[RankedLine]:
        return recounted_robin(tournament)
