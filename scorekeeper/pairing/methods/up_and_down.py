"""One up, one down, as at whist drives: of the losing pair, one moves up a table and one down.

At whist drives, ladies move up and gents down. The winning pair stays and splits up, so that everyone has another partner.
Tables form a circle: up from the first is the last. The record has no field for this: the player named first on a side moves
up, the second down, in every round. In the first round they sit in order of entry, so that odd numbers move up and even ones
down. A player who enters late or has sat out takes an empty seat, of the same kind as before if there is one. A tie is won
by the side named first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from scorekeeper.messages.marks import N_
from scorekeeper.pairing.duration_estimate import MOST_ROUNDS, Evening, Proposal
from scorekeeper.pairing.method import UP_AND_DOWN, CheckContext, Fault, RoundsMethod
from scorekeeper.pairing.movements.fixed_seats import by_movement
from scorekeeper.pairing.record.draft import (
    DraftTable,
    Reason,
    RoundDraft,
    entrants_to_pair,
    refuse_finished,
    refuse_unfinished,
    sit_outs,
)
from scorekeeper.pairing.record.record import Options, Round, Tournament
from scorekeeper.pairing.recount import winning_side
from scorekeeper.pairing.search.pairing_constraints import KeptApart
from scorekeeper.pairing.search.swap_search import FirstRoundInOrder, Sides
from scorekeeper.pairing.standings.results import byes_had, winner_of
from scorekeeper.pairing.verify.constraints import RoundRules, exchange_faults
from scorekeeper.pairing.verify.fixed_places import as_in_movement
from scorekeeper.pairing.verify.movements import count_faults, first_round_tables, rested_faults

UP, DOWN = 0, 1
"""Positions on a side: named first, named second."""
Lines = tuple[list[str | None], list[str | None]]
"""The players who move up and the players who move down, two per table. Two previous winners of a table face each other."""


class UpAndDown(RoundsMethod):
    """Single players, two on a side."""

    name = "up_and_down"
    title = N_("One up, one down")
    wish = UP_AND_DOWN
    blurb = N_("Single players, as at whist drives (ladies up, gents down). In a losing pair, one moves up, the other down.")
    order_of_entry = N_(
        "The order of entry decides: the 1st, 3rd, 5th … move up, the 2nd, 4th, 6th … down. Enter a lady and a gentleman in turn."
    )
    endless = True

    offered = {
        "format.up_and_down": N_(
            "One up, one down: %(rounds)s of %(hands)s. Losing partners move, one up and one down. Winners stay but split up."
        ),
    }
    reasons = {
        "up_and_down.start": N_("First table, by order of entry. On each side, the first named moves up, the second down."),
        "up_and_down.stay": N_("%(who)s stays at table %(table)s. The winning pair stays and splits up."),
        "up_and_down.up": N_("%(who)s moves up from table %(table)s, because the losing pair moves."),
        "up_and_down.down": N_("%(who)s moves down from table %(table)s, because the losing pair moves."),
        "up_and_down.one": N_("There is only one table, so partners change."),
        "up_and_down.empty": N_("%(who)s takes an empty seat."),
    }
    problems = {
        "up_and_down": N_("By the previous result, %(who)s should be at table %(right)s, not %(read)s."),
        "up_and_down.start": N_("By order of entry, %(who)s should be at table %(right)s, not %(read)s."),
        "up_and_down.place": N_("Table %(table)s: %(who)s has switched between moving up and moving down."),
        "up_and_down.part": N_("Table %(table)s: these partners should have split up."),
    }

    def side(self, options: Options) -> int:
        return 2

    def place_title(self, side: int, place: int) -> str:
        """Return the message id for “moves up” or “moves down”."""
        return (N_("moves up"), N_("moves down"))[place] if place < 2 else ""

    def usual_rounds(self, entrants: int) -> int:
        """Return the number of rounds in a usual evening."""
        return 8

    def offers(self, evening: Evening) -> Iterable[Proposal]:
        """Yield one proposal for single players at two or more tables."""
        if not evening.individuals or evening.entrants < 8:
            return
        rounds = evening.fitting_rounds(4, MOST_ROUNDS)
        yield evening.proposal(self.name, "format.up_and_down", rounds, rank=2, options={"rounds": rounds})

    def pair(self, tournament: Tournament) -> RoundDraft:
        """Return the next round: losers move, winners get another partner."""
        if tournament.places:
            return by_movement(tournament, self.pair)
        number = tournament.next_number
        refuse_finished(tournament, tournament.options.rounds)
        refuse_unfinished(tournament)
        seated = entrants_to_pair(tournament, number, self.seats(tournament.options))
        last = tournament.rounds[-1] if tournament.rounds else None
        lines, why = _move_players(last) if last else _first_lines(seated)
        sitting = _choose_sit_outs(tournament, seated, lines)
        playing = [i for i in seated if i not in sitting]
        ups, downs = _fill_lines(tournament, playing, lines)
        usual: list[Sides] = [tuple((ups[n], downs[n]) for n in (k, k + 1)) for k in range(0, len(playing) // 2, 2)]
        apart = KeptApart(tournament.apart, number)
        first = FirstRoundInOrder(playing, apart, tournament.seed, in_place=True) if apart and last is None else None
        seatings = first.tables(usual) if first else usual
        tables = []
        for k, sides in enumerate(seatings):
            line_players = {line[n] for line in lines for n in (2 * k, 2 * k + 1) if n < len(line)}
            reasons = [why[i] if i in line_players else Reason("up_and_down.empty", {"who": i}) for side in sides for i in side]
            if first:
                reasons = reasons if sides == usual[k] else [Reason("apart.moved")]
                notices = first.apart_notices(sides, seatings)
            else:
                notices = apart.forced_notices(sides)
            tables.append(DraftTable(k + 1, sides, (*notices, *(r for n, r in enumerate(reasons) if r not in reasons[:n]))))
        director_byes = sit_outs(tournament, number)
        why_bye = {i: (Reason("bye.turn"),) for i in sitting} | {i: (Reason("bye.given"),) for i in director_byes}
        return RoundDraft(number, tuple(tables), (*sitting, *director_byes), 0, why_bye)

    def check(self, tournament: Tournament, one: Round, judged: CheckContext) -> Iterator[Fault]:
        """Yield players at the wrong table, and partners who did not split up."""
        yield from count_faults(tournament, one, 4)
        yield from rested_faults(tournament, one)
        if not tournament.rounds and (round_rules := RoundRules.of(tournament, one)):
            yield from exchange_faults(round_rules, one, in_place=True)
        called = as_in_movement(tournament, one, judged, _expected_tables)
        if called is not None:
            yield from _place_faults(*called)
        if tournament.rounds and _expected_tables(tournament, one) is not None:
            together = {frozenset(side) for t in tournament.rounds[-1].tables for side in t.sides}
            unsplit_tables = [t.number for t in one.tables if {frozenset(side) for side in t.sides} & together]
            yield from (("up_and_down.part", {"table": number}) for number in unsplit_tables)


def _first_lines(seated: Sequence[str]) -> tuple[Lines, dict[str, Reason]]:
    """Return the lines of the first round: one, two against three, four, and so on."""
    lines: Lines = ([*seated[::2]], [*seated[1::2]])
    return lines, dict.fromkeys(seated, Reason("up_and_down.start"))


def _move_players(last: Round) -> tuple[Lines, dict[str, Reason]]:
    """Return everyone at the place that the last round leads to, with reasons."""
    count = len(last.tables)
    ups: list[str | None] = [None] * (2 * count)
    lines = (ups, [*ups])
    why: dict[str, Reason] = {}
    for k, table in enumerate(sorted(last.tables, key=lambda t: t.number)):
        won = winner_of(table) or 0
        for side, ids in enumerate(table.sides[:2]):
            for place, who in enumerate(ids[:2]):
                to, code = (k, "stay") if side == won else ((k - 1) % count, "up") if place == UP else ((k + 1) % count, "down")
                # One winner sits with the player who comes down, the other with the player who comes up.
                lines[place][2 * to + ((side == won) == (place == DOWN))] = who
                reason = Reason(f"up_and_down.{code}", {"who": who, "table": table.number})
                why[who] = reason if count > 1 else Reason("up_and_down.one")
    return lines, why


def _choose_sit_outs(tournament: Tournament, seated: Sequence[str], lines: Lines) -> list[str]:
    """Return who sits out: players who did so least often, from the last table up, with new arrivals last."""
    had = byes_had(tournament)
    places = [i for pair in zip_longest(*lines) for i in pair if i]
    order = {who: k for k, who in enumerate(reversed([*(i for i in seated if i not in places), *places]))}
    return sorted(seated, key=lambda i: (had[i], order[i]))[: len(seated) % 4]


def _fill_lines(tournament: Tournament, playing: Sequence[str], lines: Lines) -> tuple[list[str], list[str]]:
    """Return both lines, two players per table, with all seats taken.

    A player without a place takes an empty seat, in their own line if there is one.
    """
    half, playing_set = len(playing) // 2, {*playing}
    found = [[i if i in playing_set else None for i in line[:half]] + [None] * (half - len(line)) for line in lines]
    placed = {i for line in found for i in line}
    spare = [i for i in playing if i not in placed]
    known = [[i for i in spare if _place_before(tournament, i) == place] for place in (UP, DOWN)]
    for place in (UP, DOWN):
        _fill(found[place], known[place])
    others = [i for i in spare if not any(i in line for line in found)]
    for line in found:
        _fill(line, others)
    return [i for i in found[UP] if i], [i for i in found[DOWN] if i]


def _fill(line: list[str | None], people: list[str]) -> None:
    """Fill the empty seats of a line from the front of `people`."""
    for n, who in enumerate(line):
        if who is None and people:
            line[n] = people.pop(0)


def _place_before(tournament: Tournament, who: str) -> int | None:
    """Return a player's last position on a side, or None if they have not played."""
    sides = (side for r in reversed(tournament.rounds) for t in r.tables for side in t.sides)
    return next((min(side.index(who), DOWN) for side in sides if who in side), None)


def _expected_tables(tournament: Tournament, one: Round) -> Mapping[str, int] | None:
    """Return everyone's table for the check, or None if it is not judged.

    It is not judged if someone sat out, came or left, because others then take empty seats.
    """
    if not tournament.rounds:
        return first_round_tables(tournament, one, 4)
    seated = {i for t in one.tables for i in t.ids}
    last = tournament.rounds[-1]
    before = sorted(last.tables, key=lambda t: t.number)
    shapely = all([len(side) for side in t.sides] == [2, 2] for t in before)
    if not shapely or last.byes or one.byes or {i for t in before for i in t.ids} != seated:
        return None
    due: dict[str, int] = {}
    for k, table in enumerate(before, 1):
        losers = table.sides[1 - (winning_side(table.result, 2) or 0)]
        due |= dict.fromkeys(table.ids, k) | dict(zip(losers, (k - 1 or len(before), k % len(before) + 1), strict=True))
    return due


def _place_faults(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """Yield players at the wrong table or in the wrong position on a side. In the first round positions alternate."""
    right = _expected_tables(tournament, one)
    if right is None:
        return
    if tournament.rounds:
        right_positions = {who: place for t in tournament.rounds[-1].tables for side in t.sides for place, who in enumerate(side)}
    else:
        right_positions = {who: n % 2 for n, who in enumerate(right)}
    earlier = one.first_table - 1
    for table in one.tables:
        for place, who in ((place, who) for side in table.sides for place, who in enumerate(side)):
            if table.number != right[who]:
                rule = "up_and_down" if tournament.rounds else "up_and_down.start"
                yield rule, {"who": who, "read": table.number + earlier, "right": right[who] + earlier}
            elif place != right_positions[who]:
                yield "up_and_down.place", {"who": who, "table": table.number + earlier}
