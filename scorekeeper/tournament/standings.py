"""Who stands where, by the tournament's tie-breaks in order, and which of them said so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.tournament import places
from scorekeeper.tournament.record import KNOCKOUTS, Tournament
from scorekeeper.tournament.results import ledger
from scorekeeper.tournament.tiebreaks import FEWER_IS_BETTER, TIEBREAKS, Book, Values


@dataclass(frozen=True)
class Row:
    """A line of the standings.

    `columns`: the value of every tie-break of the tournament, in order, None where it does not apply.
    `separated_by`: the tie-break
    that separated this line from the one above it (of the first line: from the one below); None where nothing does.
    `field`: N–S or E–W of a Mitchell, the pool or the stage reached, where ranks are counted within it.
    """

    rank: int
    id: str
    columns: dict[str, Fraction | None]
    separated_by: str | None
    field: str | None = None


def plain_standings(tournament: Tournament) -> list[Row]:
    """The standings of a tournament of one stage; ties that nothing separates share a rank, listed by seed."""
    ids = [e.id for e in tournament.ranked_by_seed]
    book = Book.of(ledger(tournament))
    if tournament.method == "mitchell":
        sides = places.mitchell_fields(tournament)
        rows = []
        for name in ("NS", "EW"):
            rows += _rank([i for i in ids if sides[i] == name], tournament, book, {}, name)
        return rows
    first: dict[str, Values] = {}
    if tournament.method in KNOCKOUTS:
        first = {"place": places.knockout_places(tournament)}
    return _rank(ids, tournament, book, first)


def ranking(tournament: Tournament) -> list[str]:
    """Entrants in ranking order, ties by seed: the order in which the next round is paired."""
    return [row.id for row in plain_standings(tournament)]


def _rank(
    ids: Sequence[str],
    tournament: Tournament,
    book: Book,
    first: Mapping[str, Values],
    field: str | None = None,
) -> list[Row]:
    order = [*first, *tournament.options.tiebreaks]
    columns: dict[str, dict[str, Fraction | None]] = {i: dict.fromkeys(order) for i in ids}
    groups = _split(list(ids), order, book, first, columns)
    rows: list[Row] = []
    for k, (tied, above) in enumerate(groups):
        by = above if k else (groups[1][1] if len(groups) > 1 else None)
        rank = len(rows) + 1
        rows += [Row(rank, i, columns[i], by, field) for i in tied]
    for name in order:
        if name != "head_to_head" and name not in first:
            for i, value in TIEBREAKS[name](book, ids).items():
                columns[i][name] = value
    return rows


def _split(
    tied: list[str],
    order: Sequence[str],
    book: Book,
    first: Mapping[str, Values],
    columns: dict[str, dict[str, Fraction | None]],
    above: str | None = None,
) -> list[tuple[list[str], str | None]]:
    """The tied in groups, best first, each with the tie-break that separates it from the group before."""
    if not order or len(tied) == 1:
        if first and order and order[0] in first:
            columns[tied[0]][order[0]] = first[order[0]][tied[0]]
        return [(tied, above)]
    name = order[0]
    values = first[name] if name in first else TIEBREAKS[name](book, tied)
    sign = -1 if name in FEWER_IS_BETTER or name in first else 1
    groups: dict[Fraction | None, list[str]] = {}
    for i in tied:
        columns[i][name] = values[i]
        groups.setdefault(values[i], []).append(i)
    found: list[tuple[list[str], str | None]] = []
    for value in sorted(groups, key=lambda v: 0 if v is None else -sign * v):
        found += _split(groups[value], order[1:], book, first, columns, name if found else above)
    return found
