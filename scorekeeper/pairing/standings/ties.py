"""Shared ranks at the very end, and the decisions that separate them. They change neither pairings nor who advances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from scorekeeper.pairing.record.decisions import TieDecision
from scorekeeper.pairing.standings.standings import StandingRow


def shared_ranks(rows: Sequence[StandingRow]) -> list[list[StandingRow]]:
    """Return the lines that share a rank, without entrants whose results don't count."""
    return [tied for tied in _by_rank(rows) if len(tied) > 1 and tied[0].counts]


def decision_for(tied: Sequence[StandingRow], decided: Iterable[TieDecision]) -> TieDecision | None:
    """Return the decision about exactly these entrants, or None."""
    members = {row.id for row in tied}
    return next((one for one in decided if len(one.order) == len(members) and set(one.order) == members), None)


def settle_ties(rows: Sequence[StandingRow], decided: Sequence[TieDecision]) -> list[StandingRow]:
    """Return the standings with every decision applied whose entrants are exactly the ones who share a rank."""
    settled: list[StandingRow] = []
    for tied in _by_rank(rows):
        found = decision_for(tied, decided) if len(tied) > 1 and tied[0].counts else None
        if found is None:
            settled += tied
            continue
        first = not settled or settled[-1].field != tied[0].field
        ordered = sorted(tied, key=lambda row: found.order.index(row.id))
        settled += [
            replace(row, rank=row.rank + k, separated_by=found.by if k or first else row.separated_by)
            for k, row in enumerate(ordered)
        ]
    return settled


def _by_rank(rows: Sequence[StandingRow]) -> Iterator[list[StandingRow]]:
    for _, tied in groupby(rows, key=lambda row: (row.field, row.rank, row.counts)):
        yield list(tied)


def decisions_in_effect(rows: Sequence[StandingRow], decided: Iterable[TieDecision]) -> dict[str, TieDecision]:
    """Return the decision behind each settled line, by entrant."""
    places = {row.id: k for k, row in enumerate(rows)}
    found: dict[str, TieDecision] = {}
    for one in decided:
        start = places.get(one.order[0], len(rows))
        settled = rows[start : start + len(one.order)]
        if tuple(row.id for row in settled) == one.order and all(row.separated_by == one.by for row in settled[1:]):
            found |= dict.fromkeys(one.order, one)
    return found
