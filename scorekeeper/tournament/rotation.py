"""Rotating partners: whist-tournament rounds where they exist, a seeded search elsewhere, and how even the result is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from scorekeeper.tournament.balance import Balance, balance
from scorekeeper.tournament.chance import chance
from scorekeeper.tournament.draft import DraftTable, Reason, RoundDraft, refuse_finished, sit_outs, to_pair
from scorekeeper.tournament.mixing import Mix, better, one_round
from scorekeeper.tournament.record import Tournament
from scorekeeper.tournament.whist import whist

Sides = tuple[tuple[str, str], tuple[str, str]]
# How many seats a search may fill and how many exchange before it makes do: two or three seconds of one processor. Few rounds can
# be made perfect, given time; of many none will be, and it is better to begin anew more often.
FEW = (3_000, 200_000)
MANY = (12_000, 60_000)


@dataclass(frozen=True)
class Rotation:
    """Rounds of (tables, sit-outs), how they were made (`whist` or `search`), and their balance."""

    rounds: tuple[tuple[tuple[Sides, ...], tuple[str, ...]], ...]
    made_by: str
    balance: Balance


def full_length(players: int) -> int:
    """Rounds in which everybody can partner everybody once."""
    return players if players % 2 else players - 1


@lru_cache(maxsize=32)
def rotation(ids: tuple[str, ...], rounds: int, seed: int) -> Rotation:
    """A schedule for these players; the same seed gives the same schedule.

    A complete Wh(v) is taken where it is known and all its rounds (or more) are played; of fewer rounds,
    whichever of its beginning
    and the search is the more even.
    """
    order = list(ids)
    chance(seed, "rotation", "seats").shuffle(order)
    known = whist(len(order))
    found = None
    if known:
        cycle = [known[r % len(known)] for r in range(rounds)]
        found = _named(order, [(tables, _missing(tables, len(order))) for tables in cycle], "whist")
        if rounds >= len(known) or found.balance.perfect:
            return found
    searched = _search(order, rounds, seed)
    return found if found and found.balance.key <= searched.balance.key else searched


def _missing(tables: Sequence[Sequence[int]], players: int) -> list[int]:
    return sorted(set(range(players)) - {i for table in tables for i in table})


def _named(order: Sequence[str], rounds: Sequence[tuple[Sequence[Sequence[int]], Sequence[int]]], made_by: str) -> Rotation:
    lines = []
    for tables, sitting in rounds:
        named = tuple(((order[a], order[b]), (order[c], order[d])) for a, b, c, d in tables)
        lines.append((named, tuple(order[i] for i in sitting)))
    return Rotation(tuple(lines), made_by, balance(order, lines))


def _search(order: Sequence[str], rounds: int, seed: int) -> Rotation:
    best: Rotation | None = None
    seats, exchanges = FEW if 3 * rounds <= len(order) + 2 else MANY
    attempts = max(1, min(24, seats // max(1, len(order) * rounds)))
    for attempt in range(attempts):
        draw = chance(seed, "rotation", attempt)
        mix = Mix(len(order))
        lines = [one_round(mix, draw) for _ in range(rounds)]
        found = _named(order, lines, "search")
        if not found.balance.perfect:
            better(mix, lines, draw, exchanges // attempts, partial(_perfect, order, lines))
            found = _named(order, lines, "search")
        if best is None or found.balance.key < best.balance.key:
            best = found
        if best.balance.perfect:
            break
    if best is None:  # pragma: no cover  (there is at least one attempt)
        raise AssertionError
    return best


def _perfect(order: Sequence[str], lines: Sequence[tuple[Sequence[Sequence[int]], Sequence[int]]]) -> bool:
    return _named(order, lines, "search").balance.perfect


def planned(tournament: Tournament) -> Rotation:
    """The schedule of those who were there at the start."""
    ids = tuple(e.id for e in tournament.ranked_by_seed if e.joined == 1 and (e.left is None or e.left > 1))
    return rotation(ids, tournament.options.rounds or full_length(len(ids)), tournament.seed)


def rotating_round(tournament: Tournament) -> RoundDraft:
    """The next round: of the schedule while the same players are there, otherwise the best next one. Needs no results."""
    number = tournament.next_number
    refuse_finished(tournament, tournament.options.rounds)
    seated = to_pair(tournament, number, least=4)
    given = sit_outs(tournament, number)
    tables, sitting, code = _from_plan(tournament, seated) or _improvised(tournament, seated)
    why = (Reason(code, {"round": number}),)
    why_bye = {i: (Reason("bye.turn"),) for i in sitting} | {i: (Reason("bye.given"),) for i in given}
    drafted = tuple(DraftTable(k, sides, why) for k, sides in enumerate(tables, 1))
    return RoundDraft(number, drafted, (*sitting, *given), 0, why_bye)


def _from_plan(tournament: Tournament, seated: Sequence[str]) -> tuple[Sequence[Sides], Sequence[str], str] | None:
    started = {e.id for e in tournament.entrants if e.joined == 1 and (e.left is None or e.left > 1)}
    if set(seated) != started or any({i for t in r.tables for i in t.ids} - started for r in tournament.rounds):
        return None
    plan = planned(tournament)
    if len(tournament.rounds) >= len(plan.rounds):
        return None
    for one, (tables, _) in zip(tournament.rounds, plan.rounds, strict=False):
        if {_shape(t.sides) for t in one.tables} != {_shape(sides) for sides in tables}:
            return None
    tables, sitting = plan.rounds[len(tournament.rounds)]
    return tables, sitting, f"rotation.{plan.made_by}"


def _shape(sides: Sequence[Sequence[str]]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(side) for side in sides)


def _improvised(tournament: Tournament, seated: Sequence[str]) -> tuple[Sequence[Sides], Sequence[str], str]:
    ids = [e.id for e in tournament.ranked_by_seed]
    place = {i: k for k, i in enumerate(ids)}
    mix = Mix(len(ids))
    joined = {e.id: e.joined for e in tournament.entrants}
    for one in tournament.rounds:
        for table in one.tables:
            if len(table.ids) == 4 and len(table.sides) == 2:
                mix.count([place[i] for i in table.ids])
        for i in one.byes:
            mix.out[place[i]] += 1
        # A late entry starts level with whoever sat out least.
        for i in (i for i in ids if joined[i] == one.number + 1):
            earlier = [mix.out[place[j]] for j in ids if joined[j] <= one.number]
            mix.out[place[i]] = min(earlier, default=0)
    draw = chance(tournament.seed, "rotation", "round", tournament.next_number)
    lines = [one_round(mix, draw, sorted(place[i] for i in seated))]
    better(mix, lines, draw, 3000, lambda: False)
    tables, sitting = lines[0]
    named = [((ids[a], ids[b]), (ids[c], ids[d])) for a, b, c, d in tables]
    return named, [ids[i] for i in sitting], "rotation.search"
