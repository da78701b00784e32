"""Stages: pools or Swiss rounds, then a final among the best. Each stage has its own method."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import ceil, log2

from scorekeeper.messages.marks import N_
from scorekeeper.pairing import staged_standings, stages
from scorekeeper.pairing.duration_estimate import MOST_ROUNDS, Evening, Proposal
from scorekeeper.pairing.method import A_FINAL, CheckContext, Fault, Method, Plan, method_of
from scorekeeper.pairing.methods.knockouts import DoubleElimination, SingleElimination
from scorekeeper.pairing.methods.rotating_partners import RotatingPartners
from scorekeeper.pairing.methods.round_robin import RoundRobin
from scorekeeper.pairing.methods.swiss import Swiss
from scorekeeper.pairing.methods.up_and_down import UpAndDown
from scorekeeper.pairing.methods.winners_up import WinnersUp
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.bracket import PlayedBracket, StageBracket
from scorekeeper.pairing.record.draft import DraftTable, Reason, RoundDraft, refuse_unfinished
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Options, Round, Stage, Tournament
from scorekeeper.pairing.recount import RankedLine
from scorekeeper.pairing.standings.standings import StandingRow
from scorekeeper.pairing.verify.staged_ranking import staged_lines


class Stages(Method):
    """Pairs, or single players if the first stage is for them. A form offers two stages, the last of one or more finals."""

    name = "stages"
    title = N_("Stages")
    wish = A_FINAL
    blurb = N_("First rounds for everyone, then a final, or finals A, B and C.")
    staged = True

    for_players = {kind.name: kind.title for kind in (RotatingPartners, UpAndDown, WinnersUp)}
    """Methods for any stage if single players enter, with their titles."""
    openings = {RoundRobin.name: N_("Pools"), Swiss.name: Swiss.title, **for_players}
    """Methods for the first stage on a form, with their titles there."""
    finals = {**{kind.name: kind.title for kind in (SingleElimination, DoubleElimination, Swiss, RoundRobin)}, **for_players}
    """Methods for the last stage."""
    of_finals = ("third_place", "grand_final_reset")
    """Options of a knock-out final."""

    six_table = Swiss.options["six_table"]
    later = frozenset({"six_table"})
    labels = {"six_table": Swiss.labels["six_table"]}
    offered = {
        "format.stages": N_(
            "%(pools)s pools, then a knock-out of %(qualify)s: %(rounds)s of %(hands)s. Everyone plays "
            "several matches, and there is a final."
        ),
        "format.finals": N_(
            "Finals A and B: %(rounds)s of %(hands)s. The last %(last)s are the finals: the best %(best)s in A, the others in B."
        ),
    }
    reasons = {
        "finals.tied": N_(
            "%(upper)s and %(lower)s are tied at the cut. %(upper)s plays in final %(final)s by the order of entry."
        ),
        "finals.tables": N_("Because of fixed tables, final %(final)s has these table numbers: %(tables)s."),
    }
    problems = {
        "stage.order": N_("This round is in stage %(read)s, but comes after a round of stage %(right)s."),
        "stage.pool": N_("%(who)s belongs in pool %(right)s, not %(read)s."),
        "stage.final": N_("%(who)s belongs in final %(right)s, not %(read)s."),
        "stage.missing": N_("%(who)s qualified for this stage but is not in it."),
        "stage.out": N_("%(who)s did not qualify for this stage but is in it."),
        "stage.tier": N_("%(who)s has the bracket slot of a better or a worse entrant."),
        "stage.halves": N_("%(who)s is in the same half of the bracket as another entrant from the same pool."),
    }

    def side(self, options: Options) -> int:
        """Return the side of the first stage. Without stages yet, the option says who enters."""
        first = options.stages[0] if options.stages else None
        return method_of(first).side(first.options) if first else 2 if options.individuals else 1

    @property
    def form_options(self) -> tuple[str, ...]:
        """Return its own options and the options of its pools and finals."""
        return (*super().form_options, "stages", *self.of_finals, "leaver_results")

    def usual(self, entrants: int, rounds: int | None = None) -> Options:
        """Return pools of about four, or Swiss rounds if `rounds` is given, then a single elimination."""
        if rounds is None:
            first = Stage(RoundRobin.name, Options(), pools=max(1, entrants // 4), advance=2)
            return Options(stages=(first, Stage(SingleElimination.name, Options())))
        cut = Stage(SingleElimination.name, Options(), cut=8 if entrants > 15 else 4)
        return Options(stages=(Stage(Swiss.name, Options(rounds=rounds)), cut))

    def in_rounds(self, options: Options, rounds: int) -> Options:
        """Return the options with another number of rounds in the first stage."""
        first, *others = options.stages
        return replace(options, stages=(replace(first, options=replace(first.options, rounds=rounds)), *others))

    def offers(self, evening: Evening) -> Iterable[Proposal]:
        """Yield one proposal for eight or more: pools of about four pairs, with two advancing from each, or for single players
        finals A and B.
        """
        if evening.entrants < 8:
            return
        if evening.individuals:
            yield _finals_of_players(evening)
            return
        pools = 1 << max(1, round(log2(evening.entrants / 4)))
        size = ceil(evening.entrants / pools)
        if size < 3:
            return
        qualify = 2 * pools
        rounds = size - 1 + size % 2 + int(log2(qualify))
        plain = evening.proposal(self.name, "format.stages", rounds, rank=3, pools=pools, qualify=qualify)
        match = {"match": plain.options["match"]}
        parts = [
            {"method": RoundRobin.name, "options": match, "pools": pools, "advance": 2},
            {"method": SingleElimination.name, "options": match},
        ]
        yield replace(plain, options={**match, "stages": parts})

    def pair(self, tournament: Tournament) -> RoundDraft:
        """Return the next round of the stage, with all its pools. Once the stage is over, it is the next stage's first
        round.
        """
        number = stages.stage_of(tournament)
        notes: tuple[Reason, ...] = ()
        drafts = _drafts(tournament, number)
        if not drafts and number < len(tournament.options.stages):
            refuse_unfinished(tournament)
            number += 1
            stages.refuse_small_finals(tournament, number)
            drafts = _drafts(tournament, number)
            notes = (*_ties_at_cut(tournament, number), *_notes_on_tables(tournament, number))
        if not drafts:
            raise errors.Illegal("finished", None, rounds=len(tournament.rounds))
        draft = _join_drafts(tournament, number, drafts)
        return replace(draft, notes=(*notes, *draft.notes))

    def plan(self, tournament: Tournament) -> Plan:
        """Return the rounds of the first stage, pool by pool."""
        parts = stages.parts(tournament, 1)
        plans = [method_of(part.tournament).plan(part.tournament) for part in parts]
        pools = [(part.pool, rounds) for part, plan in zip(parts, plans, strict=True) for _, rounds in plan.pools]
        return Plan(tuple(pools), plans[0].made_by)

    def rounds_in_all(self, tournament: Tournament) -> int | None:
        """Return None, because the number of rounds is not known in advance."""
        return None

    def early_leavers(self, tournament: Tournament) -> list[tuple[Options, dict[str, bool]]]:
        parts = [p.tournament for k in range(1, stages.stage_of(tournament) + 1) for p in stages.parts(tournament, k)]
        return [found for part in parts for found in method_of(part).early_leavers(part)]

    def standings(self, tournament: Tournament) -> list[StandingRow]:
        """Return the standings, last stage first."""
        return staged_standings.staged_rows(tournament)

    def pool_tables(self, tournament: Tournament) -> list[list[StandingRow]]:
        return staged_standings.pool_tables(tournament)

    def bracket(self, tournament: Tournament) -> PlayedBracket | None:
        """Return the bracket of the current stage, or None if it has none."""
        return next((one.bracket for one in self.brackets(tournament)), None)

    def brackets(self, tournament: Tournament) -> list[StageBracket]:
        """Return the brackets of the current stage, by final."""
        number = stages.stage_of(tournament)
        finals = stages.current_finals(tournament)
        found = []
        for part in stages.parts(tournament, number):
            bracket = method_of(part.tournament).bracket(part.tournament)
            if bracket is not None:
                found.append(StageBracket(bracket, part.pool if finals else None, part.offset, part.tables))
        return found

    def takes_late(self, tournament: Tournament) -> bool:
        """Return whether finals A, B … have not begun, and the first stage has no draw: Swiss rounds or single players."""
        first, *_, last = tournament.options.stages
        stage = stages.stage_of(tournament)
        return bool(last.finals) and stage == 1 and first.pools == 1 and not method_of(first).has_draw

    def check(self, tournament: Tournament, one: Round, judged: CheckContext) -> Iterator[Fault]:
        """Return no faults. `verify.stages` judges who plays a stage, and the stage's method its pairings."""
        return iter(())

    def recount(self, tournament: Tournament) -> list[RankedLine]:
        return staged_lines(tournament)


def _finals_of_players(evening: Evening) -> Proposal:
    """Return rounds with changing partners, the last third of them as finals: half of the players in A, the others in B."""
    rounds = evening.fitting_rounds(5, MOST_ROUNDS)
    last = max(2, rounds // 3)
    best = max(4, evening.entrants // 8 * 4)
    plain = evening.proposal(Stages.name, "format.finals", rounds, rank=2, last=last, best=best)
    partners = {"method": RotatingPartners.name}
    final = {**partners, "options": {"rounds": last}}
    parts = [{**partners, "options": {"rounds": rounds - last}}, {**final, "cut": best, "lower_finals": [final]}]
    return replace(plain, options={**plain.options, "individuals": True, "stages": parts})


def _drafts(tournament: Tournament, number: int) -> list[tuple[stages.Part, RoundDraft]]:
    drafts = []
    finals = stages.current_finals(tournament, number)
    if any(method_of(final).by_results for final in finals.values()):
        # All finals start a round together.
        refuse_unfinished(tournament)
    for part in stages.parts(tournament, number):
        played = stages.without_idle_rounds(part.tournament) if finals else part.tournament
        try:
            drafts.append((part, method_of(played).pair(played)))
        except TournamentError as error:
            if error.code != "finished" and not (error.code == "entrants.few" and finals and played.rounds):
                table = error.params.get("table")
                params = {**error.params, "table": part.table(table)} if isinstance(table, int) else error.params
                raise type(error)(error.code, error.event and error.event + part.offset, **params) from error
    return drafts


def _ties_at_cut(tournament: Tournament, number: int) -> Iterator[Reason]:
    """Yield a note for each cut between two finals at which entrants have the same rank in the stage before."""
    finals = stages.current_finals(tournament, number)
    groups = stages.final_entrants(tournament, number) if finals else []
    tied = [{row.id for row in rows} for rows in stages.ties_at_cut(tournament, number)]
    for letter, upper, lower in zip(finals, groups, groups[1:], strict=False):
        if any({upper[-1], lower[0]} <= ids for ids in tied):
            yield Reason("finals.tied", {"upper": upper[-1], "lower": lower[0], "final": letter})


def _notes_on_tables(tournament: Tournament, number: int) -> Iterator[Reason]:
    """Yield a note for each final whose table numbers are not the usual ones, because of fixed tables."""
    if tournament.places and stages.current_finals(tournament, number):
        for letter, tables in stages.moved_finals(tournament, number).items():
            yield Reason("finals.tables", {"final": letter, "tables": tables})


def _join_drafts(tournament: Tournament, stage: int, drafts: Sequence[tuple[stages.Part, RoundDraft]]) -> RoundDraft:
    """Return one draft with tables numbered from 1, whatever number they start at."""
    earlier = stages.first_table_of(tournament) - 1
    tables: list[DraftTable] = []
    why_bye: dict[str, tuple[Reason, ...]] = {}
    notes: tuple[Reason, ...] = ()
    for part, draft in drafts:
        first = 0 if part.tables else len(tables)
        for k, table in enumerate(draft.tables, 1):
            why = tuple(_renumber_reason(reason, part) for reason in table.why)
            number = part.table(first + k) - (earlier if part.tables else 0)
            tables.append(replace(table, number=number, pool=part.pool, why=why))
        why_bye |= draft.why_bye
        notes += draft.notes
    byes = tuple(i for _, draft in drafts for i in draft.byes)
    rematches = sum(draft.rematches for _, draft in drafts)
    return RoundDraft(tournament.next_number, tuple(tables), byes, rematches, why_bye, notes, stage)


def _renumber_reason(reason: Reason, part: stages.Part) -> Reason:
    """Return a reason with rounds and tables numbered as in the whole tournament."""
    params = dict(reason.params)
    rounds, table = params.get("rounds"), params.get("table")
    if reason.code == "rematch" and isinstance(rounds, list):
        params["rounds"] = [r + part.offset for r in rounds]
    if isinstance(table, int):
        params["table"] = part.table(table)
    return Reason(reason.code, params)
