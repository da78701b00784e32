"""Everyone meets everyone by Berger tables. If late entries upset these, missing meetings are fitted in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.draft import (
    DraftTable,
    Reason,
    RoundDraft,
    count_rematches,
    entrants_to_pair,
    refuse_finished,
    sit_outs,
)
from scorekeeper.pairing.record.record import Tournament
from scorekeeper.pairing.search.matching import chance, perfect_matching
from scorekeeper.pairing.search.pairing_constraints import KeptApart
from scorekeeper.pairing.standings.results import byes_had, meetings

Pair = tuple[str, str]
Seated = tuple[list[tuple[tuple[str, ...], ...]], list[str]]
"""The sides of every table, and who sits out."""


def berger(entrants: int) -> list[list[tuple[int, int]]]:
    """Return the Berger table for an even number of entrants, counted from 0: rounds of (first named, second named)."""
    others = entrants - 1
    rounds = []
    for r in range(others):
        pivot = r * (entrants // 2) % others
        first = (pivot, others) if r % 2 == 0 else (others, pivot)
        rounds.append([first, *(((pivot + k) % others, (pivot - k) % others) for k in range(1, entrants // 2))])
    return rounds


def plan(ids: Sequence[str], legs: int) -> list[list[Pair]]:
    """Return all rounds for these entrants in order. With an odd number one sits out each round; the second leg swaps sides."""
    if len(ids) < 2:
        return []
    seats = [*ids, None] if len(ids) % 2 else list(ids)
    once: list[list[Pair]] = []
    for line in berger(len(seats)):
        seat_pairs = ((seats[a], seats[b]) for a, b in line)
        once.append([(a, b) for a, b in seat_pairs if a is not None and b is not None])
    swapped = [[(b, a) for a, b in line] for line in once]
    return [line for leg in range(legs) for line in (once if leg % 2 == 0 else swapped)]


def with_sit_outs(planned: Iterable[Sequence[Pair]], ids: Sequence[str]) -> list[Seated]:
    """Return each round of a plan with the entrants who sit out."""
    rounds: list[Seated] = []
    for line in planned:
        busy = {i for pair in line for i in pair}
        rounds.append(([((a,), (b,)) for a, b in line], [i for i in ids if i not in busy]))
    return rounds


def rounds_in_all(tournament: Tournament) -> int | None:
    """Return the number of rounds in which everyone meets everyone, or None once the plan is upset."""
    planned = plan(in_order_of_entry(tournament), tournament.options.legs)
    return len(planned) if planned and follows_plan(tournament, planned) else None


def in_order_of_entry(tournament: Tournament) -> list[str]:
    """Return entrants by the round they joined, then by seed. A late entry takes the empty chair of an odd number.

    Entrants who left before ever playing are not included.
    """
    seated = {i for r in tournament.rounds for i in (*r.byes, *(i for t in r.tables for i in t.ids))}
    entrants = (e for e in tournament.ranked_by_seed if e.left is None or e.left > e.joined or e.id in seated)
    return [e.id for e in sorted(entrants, key=lambda e: e.joined)]


def follows_plan(tournament: Tournament, planned: Sequence[Sequence[Pair]]) -> bool:
    """Return whether every round so far seated only pairs that the plan has in that round."""
    if len(tournament.rounds) > len(planned):
        return False
    for one, line in zip(tournament.rounds, planned, strict=False):
        wished = {frozenset(pair) for pair in line}
        if any(frozenset(t.ids) not in wished for t in one.tables):
            return False
    return True


def round_robin_round(tournament: Tournament) -> RoundDraft:
    """Return the next round, which needs no results. Raises `finished` after all meetings."""
    number = tournament.next_number
    refuse_finished(tournament, tournament.options.rounds)
    seated = entrants_to_pair(tournament, number, alone=True)
    planned = plan(in_order_of_entry(tournament), tournament.options.legs)
    played = len(tournament.rounds)
    if follows_plan(tournament, planned):
        if played >= len(planned):
            raise errors.Illegal("finished", None, rounds=len(planned))
        pairs = [(a, b) for a, b in planned[played] if a in seated and b in seated]
        return as_draft(tournament, number, pairs, seated, "round_robin.plan")
    return as_draft(tournament, number, missing_meetings(tournament, seated), seated, "round_robin.missing", fixed=False)


def as_draft(
    tournament: Tournament, number: int, pairs: Sequence[Pair], seated: Sequence[str], code: str, *, fixed: bool = True
) -> RoundDraft:
    """Return a planned round as a draft, with table numbers and byes. `fixed`: the plan left no choice of pairs."""
    past_meetings = meetings(tournament)
    why = (Reason(code, {"round": number}),)
    apart = KeptApart(tournament.apart, number)
    notices = [apart.forced_notices(((a,), (b,)), "apart.fixed" if fixed else "apart.fitted") for a, b in pairs]
    tables = tuple(DraftTable(k, ((a,), (b,)), (*notices[k - 1], *why)) for k, (a, b) in enumerate(pairs, 1))
    at_table = {i for pair in pairs for i in pair}
    byes = [i for i in seated if i not in at_table]
    director_byes = sit_outs(tournament, number)
    why_bye = {i: (Reason("bye.plan"),) for i in byes} | {i: (Reason("bye.given"),) for i in director_byes}
    return RoundDraft(number, tables, (*byes, *director_byes), count_rematches(tables, past_meetings), why_bye)


def missing_meetings(tournament: Tournament, seated: Sequence[str]) -> list[Pair]:
    """Return as many missing meetings as fit in one round.

    Entrants who sat out most often come first, and unwanted meetings last.
    """
    # A forfeited meeting is settled and not played later.
    past_meetings, had = meetings(tournament, paired=True), byes_had(tournament)
    apart = KeptApart(tournament.apart, tournament.next_number)
    draw = chance(tournament.seed, "round_robin", tournament.next_number)
    n = len(seated)
    edges = []
    for i in range(n):
        for j in range(i + 1, n):
            times = len(past_meetings.get(frozenset((seated[i], seated[j])), ()))
            if times < tournament.options.legs:
                never, rather = apart.weight(seated[i], seated[j])
                edges.append((i, j, never << 50 | rather << 40 | times << 20 | draw.getrandbits(20)))
            edges.append((n + i, n + j, 0))
        # Sitting out costs more than any meeting, and even more for an entrant who has sat out before.
        edges.append((i, n + i, 1 << 70 | had[seated[i]] << 60))
    matching = perfect_matching(2 * n, edges) or []
    pairs = [(seated[i], seated[j]) for i, j in matching if j < n]
    if not pairs:
        raise errors.Illegal("finished", None, rounds=len(tournament.rounds))
    return pairs
