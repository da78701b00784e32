"""Winners up: winners move up a table, losers stay or move down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorekeeper.engine.options import Choice, Flag
from scorekeeper.tournament.check_movements import winners_up_faults
from scorekeeper.tournament.draft import RoundDraft
from scorekeeper.tournament.evening import MOST_ROUNDS, Evening, Proposal
from scorekeeper.tournament.method import SECTION, Fault, InRounds, Judged, Label
from scorekeeper.tournament.record import Options, Round, Tournament
from scorekeeper.tournament.winners_up import winners_up_round
from scorekeeper.wording.marks import N_


class WinnersUp(InRounds):
    """Pairs, or single players who change partners or not."""

    name = "winners_up"
    title = N_("Winners move up")
    blurb = N_("Winners move up a table, losers stay or move down.")
    endless = True

    individuals = Flag(rule=SECTION)
    losers = Choice("stay", "down", rule=SECTION)
    partners = Choice("change", "keep", rule=SECTION)
    labels = {
        **InRounds.labels,
        "individuals": Label(N_("Single players, not pairs")),
        "losers": Label(N_("Losers"), {"stay": N_("stay"), "down": N_("move down")}),
        "partners": Label(N_("Partners"), {"change": N_("change each round"), "keep": N_("stay together")}),
    }
    offered = {
        "format.winners_up": N_("Winners move up: %(rounds)s of %(hands)s. Those who win go up a table, and partners change."),
    }
    reasons = {
        "winners_up.start": N_("First table, by order of entry."),
        "winners_up.up": N_("Winners from table %(table)s move up."),
        "winners_up.stay": N_("Those from table %(table)s stay."),
        "winners_up.down": N_("Losers from table %(table)s move down."),
        "winners_up.bottom": N_("Losers from table %(table)s, the head table, go to the last table."),
    }
    problems = {
        "partner.keep": N_("Table %(table)s: partners have changed, while they should stay together."),
        "winners_up": N_("%(who)s should be at table %(right)s by the result before, not %(read)s."),
        "winners_up.start": N_("%(who)s should be at table %(right)s by order of entry, not %(read)s."),
    }

    def side(self, options: Options) -> int:
        """Two where single players enter."""
        return 2 if options.individuals else 1

    def usual_rounds(self, entrants: int) -> int:
        """An evening's worth."""
        return 8

    def offers(self, evening: Evening) -> Iterable[Proposal]:
        """For single players."""
        if not evening.individuals:
            return
        rounds = evening.rounds_that_fit(4, min(MOST_ROUNDS, evening.entrants - 1))
        options = {"rounds": rounds, "individuals": True}
        yield evening.proposal(self.name, "format.winners_up", rounds, rank=1, options=options)

    def pair(self, tournament: Tournament) -> RoundDraft:
        """Winners a table up."""
        return winners_up_round(tournament)

    def check(self, tournament: Tournament, one: Round, judged: Judged) -> Iterator[Fault]:
        """Whether everybody is at the table to which the results lead."""
        return winners_up_faults(tournament, one)
