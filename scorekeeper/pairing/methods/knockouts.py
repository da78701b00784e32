"""Knock-outs: one or two losses put an entrant out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from scorekeeper.engine.options import Flag
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.duration_estimate import Evening, Proposal
from scorekeeper.pairing.knockout.bracket_replay import played_bracket
from scorekeeper.pairing.knockout.knockout import knockout_places, knockout_round
from scorekeeper.pairing.method import (
    A_FINAL,
    SECTION,
    TWO_CHANCES,
    CheckContext,
    DefaultOnFlag,
    Fault,
    Label,
    Method,
    ShownByRounds,
)
from scorekeeper.pairing.record.bracket import PlayedBracket, bracket_size
from scorekeeper.pairing.record.draft import RoundDraft
from scorekeeper.pairing.record.record import DROP_ORDERS, Round, Tournament
from scorekeeper.pairing.recount import RankedLine
from scorekeeper.pairing.standings.standings import StandingRow, rank_tournament
from scorekeeper.pairing.verify.drawn_bracket import knockout_ranking
from scorekeeper.pairing.verify.knockouts import knockout_faults_in_context


class Knockout(Method):
    """Pairs in a bracket, drawn by seed before the first round."""

    heading = N_("Knock-out")
    wish = A_FINAL
    rank: ClassVar[int]
    """Its position among the proposals."""

    third_place = Flag(rule=SECTION)
    later = frozenset()
    labels = {"third_place": Label(N_("Match for third place"))}
    reasons = {
        "bye.seed": N_("A top seed: no opponent in the first round."),
        "bye.walkover": N_("Advances without playing: %(other)s has left."),
        "bye.empty": N_("Advances without playing: no one came down to this slot of the bracket."),
        "knockout.seeds": N_("Seed %(upper)s against seed %(lower)s."),
        "knockout.main": N_("Winner of %(first)s against winner of %(second)s."),
        "knockout.losers": N_("Losers’ bracket, round %(round)s (from %(first)s and %(second)s)."),
        "knockout.consolation": N_("Consolation, round %(round)s (from %(first)s and %(second)s)."),
        "knockout.third": N_("For third place."),
        "knockout.final": N_("The final: winners’ bracket against losers’ bracket."),
        "knockout.reset": N_("%(who)s won the first final. Each side has now lost once, so one match decides."),
    }
    problems = {
        "knockout.late": N_("%(who)s joined the knock-out after the draw."),
        "knockout.out": N_("Table %(table)s: already out of the tournament before this match: %(who)s."),
        "knockout.seeds": N_("Table %(table)s: by seed, match %(match)s is %(who)s, not %(other)s."),
        "knockout.slot": N_("Table %(table)s: by the results, match %(match)s is %(who)s, not %(other)s."),
        "knockout.match": N_("Table %(table)s: match %(match)s does not belong in this round."),
        "knockout.pair": N_("Table %(table)s: this round has no such match: %(who)s."),
        "knockout.missing": N_("Match %(match)s belongs in this round but is missing: %(who)s."),
        "knockout.bye": N_("%(who)s has a bye in this round, but should not."),
        "knockout.no_bye": N_("%(who)s advances without playing in this round, but has no bye."),
    }

    def usual_tiebreaks(self, individuals: bool = False) -> tuple[str, ...]:
        """Return tie-breaks that rank entrants who lost in the same round together, unless a consolation separates them."""
        return ("match_points",)

    def offers(self, evening: Evening) -> Iterable[Proposal]:
        """Yield one proposal for four or more pairs, with a bracket's rounds once for each allowed loss."""
        if evening.individuals or evening.entrants < 4:
            return
        size = bracket_size(evening.entrants)
        rounds = self.losses * (size.bit_length() - 1)
        yield evening.proposal(self.name, f"format.{self.name}", rounds, rank=self.rank, byes=size - evening.entrants)

    def pair(self, tournament: Tournament) -> RoundDraft:
        return knockout_round(tournament)

    def rounds_in_all(self, tournament: Tournament) -> int | None:
        """Return None, because the number of rounds is not known in advance."""
        return None

    def standings(self, tournament: Tournament) -> list[StandingRow]:
        """Return the ranking by place, then by tie-breaks."""
        return rank_tournament(tournament, {"place": knockout_places(tournament)})

    def bracket(self, tournament: Tournament) -> PlayedBracket | None:
        return played_bracket(tournament)

    def check(self, tournament: Tournament, one: Round, judged: CheckContext) -> Iterator[Fault]:
        return knockout_faults_in_context(tournament, one, judged)

    def recount(self, tournament: Tournament) -> list[RankedLine]:
        return knockout_ranking(tournament)


class SingleElimination(Knockout):
    """Out after one loss."""

    name = "single_elimination"
    title = N_("Single elimination")
    blurb = N_("One loss and you’re out.")
    losses = 1
    rank = 5

    consolation = Flag(rule=SECTION)
    labels = {**Knockout.labels, "consolation": Label(N_("Consolation bracket"))}
    offered = {
        "format.single_elimination": N_("Knock-out: %(rounds)s of %(hands)s. One loss and you’re out."),
        "format.single_elimination_byes": N_(
            "Knock-out: %(rounds)s of %(hands)s. One loss and you’re out. The top seeds (%(byes)s) start with a bye."
        ),
    }


class DoubleElimination(Knockout):
    """Out after two losses. The loser of a match continues in the losers' bracket."""

    name = "double_elimination"
    title = N_("Double elimination")
    wish = TWO_CHANCES
    blurb = N_("Two losses and you’re out.")
    losses = 2
    rank = 4

    grand_final_reset = DefaultOnFlag(rule=SECTION)
    drop_order = ShownByRounds(*DROP_ORDERS, rule=SECTION)
    labels = {**Knockout.labels, "grand_final_reset": Label(N_("Second final if the unbeaten side loses the first"))}
    offered = {
        "format.double_elimination": N_("Double knock-out: about %(rounds)s of %(hands)s. Two losses and you’re out."),
        "format.double_elimination_byes": N_(
            "Double knock-out: about %(rounds)s of %(hands)s. Two losses and you’re out. The top seeds "
            "(%(byes)s) start with a bye."
        ),
    }
