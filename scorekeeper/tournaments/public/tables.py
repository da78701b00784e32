"""The tables of a round for everybody: who sits where, how far each match is, how it ended; in order of tables or of names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.clubs.actions.roster import pair_name
from scorekeeper.tournaments.actions import live as tournament_live
from scorekeeper.tournaments.facts import TableFacts, table_facts
from scorekeeper.tournaments.words import in_order, side_name, surname_first

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.tournaments.actions.board import Board
    from scorekeeper.tournaments.actions.tables_state import RoundView
    from scorekeeper.tournaments.context import PublicContext


def public_rows(context: PublicContext, one: RoundView) -> list[TableFacts]:
    """Every table of a round, in order."""
    live = tournament_live.of_round(context.access, context.board, one.number) if not one.done else {}
    return [table_facts(context.board, table, live.get(table.number)) for table in one.tables]


@dataclass(frozen=True)
class Seated:
    """A name on the list by name: at which table, with and against whom; `table` None for a bye."""

    id: str
    name: str
    table: int | None
    with_: str
    against: str


def by_name(board: Board, one: RoundView) -> list[Seated]:
    """Everybody of a round in the order of family names; each player of a pair in a place of their own."""
    seats = [Seated(i, name, None, "", "") for i in one.byes for name in _names(board, i, one.number)]
    for table in one.tables:
        for s, ids in enumerate(table.sides):
            others = [side_name(board, o, one.number) for k, o in enumerate(table.sides) if k != s]
            for who in ids:
                mates = side_name(board, [i for i in ids if i != who], one.number)
                names = _names(board, who, one.number)
                seats += [Seated(who, name, table.number, mates, ", ".join(others)) for name in names]
    return sorted(seats, key=lambda seat: in_order(seat.name))


def _names(board: Board, entrant: str, number: int) -> list[str]:
    """Return what an entrant is looked up by, family name first as on printed lists: a pair by either of its players."""
    name, entry = board.name_of(entrant, number), board.entrant(entrant)
    if entry is None or name != entry.name or len(entry.players) < 2:
        return [surname_first(name) if board.individuals else name]
    if name != pair_name(entry.players):
        return [name, *(f"{surname_first(player)} ({name})" for player in entry.players)]
    return [pair_name([surname_first(one), *(other for other in entry.players if other != one)]) for one in entry.players]


def sort_key(name: str) -> str:
    """The order of a list of names: accents and capitals do not count."""
    return in_order(name)[0]


def bye_names(board: Board, one: RoundView) -> list[str]:
    """Who sits out."""
    return [board.name_of(i, one.number) for i in one.byes]


def in_columns(items: Iterable[Seated]) -> list[tuple[str, list[Seated]]]:
    """A list of names under their initials."""
    by_letter: dict[str, list[Seated]] = {}
    for item in items:
        by_letter.setdefault(sort_key(item.name)[:1].upper() or "–", []).append(item)
    return list(by_letter.items())
