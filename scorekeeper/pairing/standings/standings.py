"""The standings by the tournament's tie-breaks, and which one separated each line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from scorekeeper.pairing.record.record import Tournament
from scorekeeper.pairing.standings.results import Outcomes, ledger
from scorekeeper.pairing.standings.tiebreaks import TIEBREAKS, Book

_All = dict[str, dict[str, Fraction | int | None]]
"""Every tie-break's values. Places are as given, all others in units of the book."""


@dataclass(frozen=True)
class StandingRow:
    """A line of the standings.

    `columns`: the value of each of the tournament's tie-breaks in order, or None if it does not apply.
    `separated_by`: the tie-break that separates this line from the one above (for the first line, from the one below), or
    None.
    `field`: N–S or E–W in a Mitchell, or the pool or stage reached, if ranks are counted within it.
    `counts`: False if the entrant left a round robin and the results don't count.
    """

    rank: int
    id: str
    columns: dict[str, Fraction | None]
    separated_by: str | None
    field: str | None = None
    counts: bool = True


def columns_used(rows: Iterable[StandingRow]) -> list[str]:
    """Return the columns of these lines. Stages have their own."""
    return list(dict.fromkeys(name for row in rows for name in row.columns))


def rank_tournament(
    tournament: Tournament, first: Mapping[str, Mapping[str, Fraction | None]] | None = None
) -> list[StandingRow]:
    """Return the ranking by the tournament's tie-breaks, after the values in `first`, where lower is better.

    Entrants that nothing separates share a rank and are listed by seed.
    """
    ids = [e.id for e in tournament.ranked_by_seed]
    return _rank(ids, tournament, Book.of(ledger(tournament)), first or {})


def rank_entrants(ids: Sequence[str], tournament: Tournament, rounds: Outcomes) -> list[StandingRow]:
    """Return the ranking of some entrants, given by seed, from everyone's rounds."""
    return _rank(ids, tournament, Book.of(rounds), {})


def rank_by_field(tournament: Tournament, fields: Mapping[str, str], names: Iterable[str]) -> list[StandingRow]:
    """Return a separate ranking for each field, one after the other. `fields`: every entrant's field."""
    ids = [e.id for e in tournament.ranked_by_seed]
    book = Book.of(ledger(tournament))
    return [row for name in names for row in _rank([i for i in ids if fields[i] == name], tournament, book, {}, name)]


def ranking(tournament: Tournament) -> list[str]:
    """Return entrants in ranking order, ties by seed, as the next round needs them."""
    return [row.id for row in rank_tournament(tournament)]


def _rank(
    ids: Sequence[str],
    tournament: Tournament,
    book: Book,
    first: Mapping[str, Mapping[str, Fraction | None]],
    field: str | None = None,
) -> list[StandingRow]:
    order = (*first, *tournament.options.tiebreaks)
    values: _All = {}
    for name in order:
        values[name] = dict(
            first[name] if name in first else {} if TIEBREAKS[name].among_tied else TIEBREAKS[name].count(book, ids)
        )
    groups = _split(list(ids), order, book, values, {name for name in order if name in first or TIEBREAKS[name].fewer_is_better})
    number = cache(book.number)
    columns: dict[str, dict[str, Fraction | None]] = {i: dict.fromkeys(order) for i in ids}
    for name, found in values.items():
        for i, value in found.items():
            columns[i][name] = number(value) if isinstance(value, int) else value
    rows: list[StandingRow] = []
    for k, (tied, above) in enumerate(groups):
        by = above if k else (groups[1][1] if len(groups) > 1 else None)
        rank = len(rows) + 1
        rows += [StandingRow(rank, i, columns[i], by, field) for i in tied]
    return rows


def _split(
    tied: list[str],
    order: Sequence[str],
    book: Book,
    values: _All,
    fewer: Set[str],
    above: str | None = None,
) -> list[tuple[list[str], str | None]]:
    """Return the tied entrants in groups, best first, each with the tie-break that separates it from the one before.

    `fewer`: the tie-breaks in which lower is better.
    """
    if not order or len(tied) == 1:
        return [(tied, above)]
    name = order[0]
    if name in TIEBREAKS and TIEBREAKS[name].among_tied:
        values[name].update(TIEBREAKS[name].count(book, tied))
    groups: dict[Fraction | int | None, list[str]] = {}
    for i in tied:
        groups.setdefault(values[name][i], []).append(i)
    sign = 1 if name in fewer else -1
    split: list[tuple[list[str], str | None]] = []
    for value in sorted(groups, key=lambda v: 0 if v is None else sign * v):
        split += _split(groups[value], order[1:], book, values, fewer, name if split else above)
    return split
