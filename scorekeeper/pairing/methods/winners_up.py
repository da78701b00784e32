"""Winners up: winners move up a table, losers stay or move down, and partners change if the tournament says so.

Table 1 is the head table. Its winners stay, and if losers stay elsewhere, its losers go to the last table. A tie is won by
the side named first, which has the better place. There are two choices when entrants should be kept apart: the first round,
and later who partners whom at a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.engine.options import Choice, Flag
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.duration_estimate import MOST_ROUNDS, Evening, Proposal
from scorekeeper.pairing.method import SECTION, UP_AND_DOWN, CheckContext, Fault, Label, RoundsMethod
from scorekeeper.pairing.movements.fixed_seats import by_movement
from scorekeeper.pairing.record.draft import (
    DraftTable,
    Reason,
    RoundDraft,
    count_rematches,
    entrants_to_pair,
    refuse_finished,
    refuse_unfinished,
    sit_outs,
)
from scorekeeper.pairing.record.record import Options, Round, Tournament
from scorekeeper.pairing.search.matching import chance
from scorekeeper.pairing.search.pairing_constraints import KeptApart
from scorekeeper.pairing.search.swap_search import FirstRoundInOrder, Sides, cost_notices, have_role
from scorekeeper.pairing.standings.results import byes_had, meetings, winner_of
from scorekeeper.pairing.verify.fixed_places import as_in_movement
from scorekeeper.pairing.verify.movements import winners_up_faults, winners_up_tables

Line = list[str]


class WinnersUp(RoundsMethod):
    """Pairs, or single players who change partners or not."""

    name = "winners_up"
    title = N_("Winners move up")
    wish = UP_AND_DOWN
    blurb = N_("Winners move up a table, losers stay or move down.")
    endless = True

    individuals = Flag(rule=SECTION)
    losers = Choice("stay", "down", rule=SECTION)
    partners = Choice("change", "keep", rule=SECTION)
    labels = {
        **RoundsMethod.labels,
        "individuals": Label(N_("Single players, not pairs")),
        "losers": Label(N_("Losers"), {"stay": N_("stay"), "down": N_("move down")}),
        "partners": Label(N_("Partners"), {"change": N_("change each round"), "keep": N_("stay together")}),
    }
    offered = {
        "format.winners_up": N_("Winners move up: %(rounds)s of %(hands)s. Winners go up a table, and partners change."),
    }
    reasons = {
        "winners_up.start": N_("First table, by order of entry."),
        "winners_up.up": N_("Winners from table %(table)s move up."),
        "winners_up.stay": N_("Some players stay at table %(table)s."),
        "winners_up.down": N_("Losers from table %(table)s move down."),
        "winners_up.bottom": N_("Losers from table %(table)s, the head table, go to the last table."),
    }
    problems = {
        "partner.keep": N_("Table %(table)s: the partners have changed, but should stay together."),
        "winners_up": N_("By the previous result, %(who)s should be at table %(right)s, not %(read)s."),
        "winners_up.start": N_("By order of entry, %(who)s should be at table %(right)s, not %(read)s."),
    }

    def side(self, options: Options) -> int:
        return 2 if options.individuals else 1

    def usual_rounds(self, entrants: int) -> int:
        """Return the number of rounds in a usual evening."""
        return 8

    def offers(self, evening: Evening) -> Iterable[Proposal]:
        """Yield one proposal for single players."""
        if not evening.individuals:
            return
        rounds = evening.fitting_rounds(4, min(MOST_ROUNDS, evening.entrants - 1))
        options = {"rounds": rounds, "individuals": True}
        yield evening.proposal(self.name, "format.winners_up", rounds, rank=1, options=options)

    def pair(self, tournament: Tournament) -> RoundDraft:
        if tournament.places:
            return by_movement(tournament, self.pair)
        return winners_up_round(tournament)

    def check(self, tournament: Tournament, one: Round, judged: CheckContext) -> Iterator[Fault]:
        return winners_up_faults(tournament, one, as_in_movement(tournament, one, judged, winners_up_tables))


def winners_up_round(tournament: Tournament) -> RoundDraft:
    """Return the next round. Raises `needs.results` while a table is being played, `finished` after the last round."""
    number = tournament.next_number
    refuse_finished(tournament, tournament.options.rounds)
    refuse_unfinished(tournament)
    size = 4 if tournament.options.individuals else 2
    seated = entrants_to_pair(tournament, number, least=size)
    why: dict[str, Reason] = {}
    if tournament.rounds:
        line, why = _move_players(tournament.rounds[-1], tournament.options.losers)
    else:
        line = list(seated)
    line = [i for i in line if i in seated] + [i for i in seated if i not in line]
    line, sitting = _sit_out(tournament, line, len(line) % size)
    apart = KeptApart(tournament.apart, number)
    chunks = [line[k : k + size] for k in range(0, len(line), size)]
    usual: list[Sides] = [_sides(tournament, apart, seats) for seats in chunks]
    first = FirstRoundInOrder(line, apart, tournament.seed) if apart and not tournament.rounds else None
    seatings = first.tables(usual) if first else usual
    tables = []
    for k, sides in enumerate(seatings):
        start = Reason("winners_up.start" if sides == usual[k] else "apart.moved")
        reasons = [why.get(i, start) for side in sides for i in side]
        ordered = {(r.code, r.params.get("table")): r for r in reasons}
        notices = first.apart_notices(sides, seatings) if first else _apart_notices(tournament, apart, chunks[k], sides)
        tables.append(DraftTable(k + 1, sides, (*notices, *ordered.values())))
    past_meetings = meetings(tournament)
    director_byes = sit_outs(tournament, number)
    why_bye = {i: (Reason("bye.turn"),) for i in sitting} | {i: (Reason("bye.given"),) for i in director_byes}
    counted = 0 if tournament.options.individuals else count_rematches(tables, past_meetings)
    return RoundDraft(number, tuple(tables), (*sitting, *director_byes), counted, why_bye)


def _move_players(last: Round, losers: str) -> tuple[Line, dict[str, Reason]]:
    """Return everyone in the order of their next tables, arrivals before players who stay, and sit-outs at the end."""
    count = len(last.tables)
    arriving: list[Line] = [[] for _ in range(count)]
    staying: list[Line] = [[] for _ in range(count)]
    why: dict[str, Reason] = {}
    for k, table in enumerate(sorted(last.tables, key=lambda t: t.number)):
        won = winner_of(table) or 0
        for side, ids in enumerate(table.sides):
            to, code = (max(0, k - 1), "up") if side == won else _table_for_losers(k, count, losers)
            code = "stay" if to == k else code
            # At the head table, winners who stay are listed first, so that they split up too.
            (staying if to == k and not (k == 0 and side == won) else arriving)[to].extend(ids)
            for i in ids:
                why[i] = Reason(f"winners_up.{code}", {"table": table.number, "won": side == won})
    line = [i for up, stay in zip(arriving, staying, strict=True) for i in (*up, *stay)]
    return line + list(last.byes), why


def _table_for_losers(k: int, count: int, losers: str) -> tuple[int, str]:
    if losers == "down":
        return min(count - 1, k + 1), "down"
    return (count - 1, "bottom") if k == 0 else (k, "stay")


def _sit_out(tournament: Tournament, line: Line, many: int) -> tuple[Line, Line]:
    """Return the line without `many` players, and those players. They are the ones who sat out least often, from the last
    table up.
    """
    if not many:
        return line, []
    had = byes_had(tournament)
    last = {e: k for k, e in enumerate(line)}
    sitting = sorted(line, key=lambda i: (had[i], -last[i]))[:many]
    return [i for i in line if i not in sitting], sitting


def _sides(tournament: Tournament, apart: KeptApart, seats: Sequence[str]) -> Sides:
    ways = _possible_sides(tournament, seats)
    counts = [_price(tournament, apart, way) for way in ways]
    if len(ways) > 1 and counts[0] == counts[1]:
        return ways[chance(tournament.seed, "winners_up", tournament.next_number, seats[0]).randrange(2)]
    return ways[counts.index(min(counts))]


def _possible_sides(tournament: Tournament, seats: Sequence[str]) -> list[Sides]:
    """Return how the players at a table may sit. The first two came together; partners split up or stay together."""
    if len(seats) == 2:
        return [((seats[0],), (seats[1],))]
    a, b, c, d = seats
    if tournament.options.partners == "keep":
        return [((a, b), (c, d))]
    return [((a, c), (b, d)), ((a, d), (b, c))]


def _price(tournament: Tournament, apart: KeptApart, way: Sides) -> tuple[int, int, int]:
    """Return counts of *never* meetings, repeated partners and *rather not* meetings."""
    together = [frozenset(side) for r in tournament.rounds for t in r.tables for side in t.sides]
    never, rather = apart.count(way)
    return never, sum(together.count(frozenset(side)) for side in way), rather


def _apart_notices(tournament: Tournament, apart: KeptApart, seats: Sequence[str], sides: Sides) -> tuple[Reason, ...]:
    """Return the notices for players who should be apart but were brought to the same table by results."""
    now = _price(tournament, apart, sides)
    notices: list[Reason] = []
    for two in apart.at(sides):
        others = [_price(tournament, apart, way) for way in _possible_sides(tournament, seats) if not have_role(way, two)]
        changes = [tuple(x - y for x, y in zip(other, now, strict=True)) for other in others]
        if changes:
            notices += cost_notices(apart, two, ("never", "partners", "rather"), changes)
        else:
            notices += (apart.meeting_notice(*two), Reason("apart.table"))
    return tuple(notices)
