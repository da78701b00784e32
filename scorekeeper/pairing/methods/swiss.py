"""Swiss: everyone plays every round, against someone with as many points (tournament record, section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorekeeper.engine.options import Flag
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.duration_estimate import MOST_ROUNDS, Evening, Proposal
from scorekeeper.pairing.method import SECTION, CheckContext, Fault, Label, RoundsMethod
from scorekeeper.pairing.record.draft import RoundDraft
from scorekeeper.pairing.record.record import Round, Tournament
from scorekeeper.pairing.swiss.swiss import swiss_round
from scorekeeper.pairing.verify.swiss import swiss_faults


class Swiss(RoundsMethod):
    """Pairs, matched by match points. An odd one has a bye or sits third at a table."""

    name = "swiss"
    title = N_("Swiss")
    blurb = N_("Everyone plays every round, against someone with the same number of points.")
    endless = True
    threes = True

    six_table = Flag(rule=SECTION)
    later = frozenset({"rounds", "six_table"})
    labels = {**RoundsMethod.labels, "six_table": Label(N_("Three pairs at one table instead of a bye"))}
    offered = {
        "format.swiss": N_(
            "Swiss: %(rounds)s of %(hands)s. Everyone plays to the end against opponents with equal scores. "
            "%(enough)s would decide the best pair."
        ),
        "format.swiss_near": N_(
            "Swiss: %(rounds)s of %(hands)s. By then, nearly everyone has met everyone. A round robin (%(all)s) is fairer."
        ),
    }
    reasons = {
        "swiss.seeds": N_("First round: number %(upper)s meets number %(lower)s, top half against bottom half."),
        "swiss.same": N_("Both have %(points)s match points, in a group of %(size)s."),
        "swiss.same:none": N_("Neither has a match point yet, in a group of %(size)s."),
        "swiss.same:one": N_("Both have %(points)s match point, in a group of %(size)s."),
        "swiss.same:more": N_("Both have 1½ match points, in a group of %(size)s."),
        "swiss.float": N_(
            "%(upper)s has %(more)s match points and %(lower)s has %(less)s. The whole round allows no closer match."
        ),
        "swiss.float:one": N_(
            "%(upper)s has %(more)s match point and %(lower)s has %(less)s. The whole round allows no closer match."
        ),
        "swiss.float:more": N_(
            "%(upper)s has 1½ match points and %(lower)s has %(less)s. The whole round allows no closer match."
        ),
        "swiss.fold": N_("Number %(upper)s of that group meets number %(lower)s, top half against bottom half."),
        "swiss.met_fold": N_(
            "Number %(upper)s of that group meets number %(lower)s. %(who)s has already met %(other)s, the opponent due."
        ),
        "swiss.apart_fold": N_(
            "Number %(upper)s of that group meets number %(lower)s. %(who)s should not meet %(other)s, the opponent due."
        ),
        "swiss.near_fold": N_(
            "Number %(upper)s of that group meets number %(lower)s, as close to top half against bottom half "
            "as other tables allow."
        ),
        "swiss.third": N_("Odd number: %(guest)s sits third at this table instead of having a bye."),
        "swiss.round_robin": N_(
            "With %(entrants)s entrants and %(rounds)s rounds, nearly everyone meets everyone. A round robin would be fairer."
        ),
        "swiss.round_robin:one": N_(
            "With %(entrants)s entrants and one round, nearly everyone meets everyone. A round robin would be fairer."
        ),
        "bye.last": N_("Odd number: the bye goes to the lowest in the standings with no bye and no win by forfeit so far."),
        "bye.lowest": N_("Odd number: the bye goes as low in the standings as the pairing rules allow."),
        "bye.again": N_(
            "Odd number: everyone has had a bye or won by forfeit, or another choice would force a rematch or unwanted meeting."
        ),
    }
    problems = {
        "bye": N_("A second bye could have been avoided."),
        "first_round": N_("Seed %(seed)s met seed %(read)s, but in a first round it should meet seed %(right)s."),
        "score_gap": N_("The squares of the differences in match points add up to %(read)s. %(right)s was possible."),
        "fold": N_(
            "Top half against bottom half: squared distances total %(read)s. %(right)s was possible with the "
            "same rematches, byes and match points."
        ),
        "six_table": N_("Odd number: one table should have three sides, and no one a bye."),
        "six_table.off": N_("Table %(table)s has three sides, which is not allowed in this round."),
        "six_table.guest": N_(
            "%(who)s sits third at table %(read)s. Table %(right)s has met them less often or is closer in points."
        ),
    }
    counted = {"swiss.same": "points", "swiss.float": "more", "swiss.round_robin": "rounds"}

    def usual_rounds(self, entrants: int) -> int:
        """Return the number of rounds after which at most one entrant is unbeaten."""
        return max(1, (entrants - 1).bit_length())

    def offers(self, evening: Evening) -> Iterable[Proposal]:
        """Yield one proposal for five or more pairs, with as many rounds as fit."""
        entrants = evening.entrants
        if evening.individuals or entrants < 5:
            return
        enough = evening.rounds_to_find_best
        rounds = evening.fitting_rounds(enough, min(MOST_ROUNDS, entrants - 2))
        code = "format.swiss_near" if rounds >= entrants - 2 else "format.swiss"
        options = {"rounds": rounds, "six_table": False}
        yield evening.proposal(self.name, code, rounds, rank=1, options=options, enough=enough, all=evening.rounds_to_meet_all)

    def pair(self, tournament: Tournament) -> RoundDraft:
        return swiss_round(tournament)

    def check(self, tournament: Tournament, one: Round, judged: CheckContext) -> Iterator[Fault]:
        return swiss_faults(tournament, one, judged.most)
