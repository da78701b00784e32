"""Shared ranks at the very end or at the cut between two finals, and the decisions that separate them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from scorekeeper.pairing.record.decisions import TieDecision
from scorekeeper.pairing.record.record import Tournament
from scorekeeper.pairing.standings.standings import StandingRow


def entrants_without_match(tournament: Tournament) -> list[str]:
    """Return the entrants who had no match that they did not forfeit. A bye is one unless its entrant has left."""
    left = {e.id for e in tournament.entrants if e.left is not None}
    byes = {who for one in tournament.rounds for who in one.byes}
    tables = [table for one in tournament.rounds for table in one.tables]
    played = {who for t in tables for side, ids in enumerate(t.sides) if side not in t.result.forfeit for who in ids}
    return [e.id for e in tournament.entrants if e.id not in played | (byes - left)]


def shared_ranks(rows: Sequence[StandingRow], absent: Container[str] = ()) -> list[list[StandingRow]]:
    """Return the lines that share a rank, without entrants whose results don't count and those in `absent`."""
    shared = [[row for row in tied if row.id not in absent] for tied in _by_rank(rows) if tied[0].counts]
    return [tied for tied in shared if len(tied) > 1]


def decision_for(tied: Sequence[StandingRow], decided: Iterable[TieDecision]) -> TieDecision | None:
    """Return the decision about exactly these entrants, or None."""
    members = {row.id for row in tied}
    return next((one for one in decided if len(one.order) == len(members) and set(one.order) == members), None)


def settle_ties(rows: Sequence[StandingRow], tournament: Tournament, stage: int | None) -> list[StandingRow]:
    """Return the standings with every decision applied whose entrants are exactly the ones who share a rank.

    `stage`: the stage of finals for whose draw they were decided, None for the very end. A decision can leave out entrants
    without a match, who then follow.
    """
    decided = [one for one in tournament.decided if one.stage == stage]
    if not decided:
        return [*rows]
    absent = entrants_without_match(tournament)
    settled: list[StandingRow] = []
    for shared in _by_rank(rows):
        present = [row for row in shared if row.id not in absent]
        found = decision_for(shared, decided) or decision_for(present, decided) if shared[0].counts else None
        if found is None:
            settled += shared
            continue
        tied = [row for row in shared if row.id in found.order]
        first = not settled or settled[-1].field != tied[0].field
        ordered = sorted(tied, key=lambda row: found.order.index(row.id))
        settled += [
            replace(row, rank=row.rank + k, separated_by=found.by if k or first else row.separated_by)
            for k, row in enumerate(ordered)
        ]
        others = [row for row in shared if row not in tied]
        settled += [replace(row, rank=row.rank + len(tied), separated_by=found.by) for row in others]
    return settled


def _by_rank(rows: Sequence[StandingRow]) -> Iterator[list[StandingRow]]:
    for _, tied in groupby(rows, key=lambda row: (row.field, row.rank, row.counts)):
        yield list(tied)


def decisions_in_effect(rows: Sequence[StandingRow], decided: Iterable[TieDecision]) -> dict[str, TieDecision]:
    """Return the decision at the very end behind each settled line, by entrant."""
    places = {row.id: k for k, row in enumerate(rows)}
    found: dict[str, TieDecision] = {}
    for one in (one for one in decided if one.stage is None):
        start = places.get(one.order[0], len(rows))
        settled = rows[start : start + len(one.order)]
        if tuple(row.id for row in settled) == one.order and all(row.separated_by == one.by for row in settled[1:]):
            found |= dict.fromkeys(one.order, one)
    return found
