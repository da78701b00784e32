"""The tables of a round for the public: seats, progress and results, by table or by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.clubs.commands.members.roster import pair_name
from scorekeeper.clubs.commands.privacy import public_names
from scorekeeper.messages.names import side_name as side_name_of
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.facts import TableFacts, table_facts
from scorekeeper.tournaments.words import name_sort_key, side_name, surname_first

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.tournaments.commands.snapshot import Board
    from scorekeeper.tournaments.commands.tables_state import RoundView
    from scorekeeper.tournaments.context import PublicContext


def public_rows(context: PublicContext, one: RoundView) -> list[TableFacts]:
    """Return the tables of a round, in order of their pools or finals."""
    live = tournament_live.of_round(context.access, context.board, one.number) if not one.done else {}
    return [table_facts(context.board, table, live.get(table.number)) for table in one.tables_by_pool]


@dataclass(frozen=True)
class SeatedName:
    """A line of the list by name, with table, partner and opponents. `table`: None for a bye."""

    id: str
    name: str
    table: int | None
    with_: str
    against: str


def by_name(board: Board, one: RoundView) -> list[SeatedName]:
    """Return everyone in a round by family name. Each player of a pair has a line."""
    seats = [SeatedName(i, name, None, "", "") for i in one.byes for name in _names(board, i, one.number)]
    for table in one.tables:
        for s, ids in enumerate(table.sides):
            others = [side_name(board, o, one.number) for k, o in enumerate(table.sides) if k != s]
            for who in ids:
                mates = side_name(board, [i for i in ids if i != who], one.number)
                names = _names(board, who, one.number)
                seats += [SeatedName(who, name, table.number, mates, ", ".join(others)) for name in names]
    return sorted(seats, key=lambda seat: name_sort_key(seat.name))


def _names(board: Board, entrant: str, number: int) -> list[str]:
    """Return the forms under which an entrant is listed, family name first. A pair is listed under each player."""
    name, entry = board.name_of(entrant, number), board.entrant(entrant)
    if entry is None or name != entry.name or len(entry.players) < 2:
        return [surname_first(name) if board.individuals else name]
    if name != pair_name(entry.players):
        return [name, *(f"{surname_first(player)} ({name})" for player in entry.players)]
    return [pair_name([surname_first(one), *(other for other in entry.players if other != one)]) for one in entry.players]


def by_surname(board: Board, one: RoundView) -> list[SeatedName]:
    """Return everyone in a round as the sheet on the wall lists them: by family name, each player with the partner."""
    seats: list[SeatedName] = []
    places = [([(i,)], None) for i in one.byes] + [(table.sides, table.number) for table in one.tables]
    for sides, number in places:
        for s, ids in enumerate(sides):
            people = [(i, name) for i in ids for name in _people(board, i, one.number)]
            against = ", ".join(side_name(board, other, one.number) for k, other in enumerate(sides) if k != s)
            for who, name in people:
                mates = side_name_of([other for _, other in people if other != name])
                seats.append(SeatedName(who, surname_first(name), number, mates, against))
    return sorted(seats, key=lambda seat: name_sort_key(seat.name))


def _people(board: Board, entrant: str, number: int) -> list[str]:
    name, entry = board.name_of(entrant, number), board.entrant(entrant)
    known = entry is not None and name == entry.name and len(entry.players) > 1
    return list(entry.players) if entry is not None and known else public_names.split_pair(name)


def sort_key(name: str) -> str:
    """Return a sort key for names, without accents and capitals."""
    return name_sort_key(name)[0]


def bye_names(board: Board, one: RoundView) -> list[str]:
    """Return the names of entrants with a bye."""
    return [board.name_of(i, one.number) for i in one.byes]


def in_columns(items: Iterable[SeatedName]) -> list[tuple[str, list[SeatedName]]]:
    """Return the names grouped by first letter."""
    by_letter: dict[str, list[SeatedName]] = {}
    for item in items:
        by_letter.setdefault(sort_key(item.name)[:1].upper() or "–", []).append(item)
    return list(by_letter.items())
