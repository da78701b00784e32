"""The tables of a round for everybody: who sits where, how far each match is, how it ended; in order of tables or of names."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask_babel import gettext as _

from scorekeeper.clubs.actions.roster import pair_name
from scorekeeper.tournament.record import Table
from scorekeeper.tournament.results import winner_of
from scorekeeper.tournaments.actions import live as club_live
from scorekeeper.tournaments.public.common import marks_of, shown_scores, side_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.tournaments.actions.board import Board
    from scorekeeper.tournaments.actions.live import Live
    from scorekeeper.tournaments.actions.tables_state import RoundView, TableView
    from scorekeeper.tournaments.public.common import Open


@dataclass(frozen=True)
class Side:
    """A side of a table. `score` None while unknown; `mark`: forfeit, won."""

    ids: tuple[str, ...]
    name: str
    score: int | None
    mark: str
    won: bool


@dataclass(frozen=True)
class Row:
    """A table. `state`: `idle`, `playing`, `reported`, `disputed`, `done`; `word` tells it; `stands`: the scores are final."""

    number: int
    pool: str | None
    match: str | None
    sides: tuple[Side, ...]
    state: str
    word: str
    stands: bool


def rows_of(shown: Open, one: RoundView) -> list[Row]:
    """Every table of a round, in order."""
    live = club_live.of_round(shown.way, shown.board, one.number) if not one.done else {}
    return [row_of(shown.board, table, live.get(table.number)) for table in one.tables]


def row_of(board: Board, table: TableView, live: Live | None) -> Row:
    """One table."""
    scores, stands = shown_scores(board, table, live)
    marks = marks_of(table.result, len(table.sides))
    won = winner_of(Table(table.number, table.sides, table.result))
    sides = tuple(
        Side(ids, side_name(board, ids, table.round), scores[s] if scores else None, marks[s], won == s)
        for s, ids in enumerate(table.sides)
    )
    state = state_of(table, live)
    return Row(table.number, table.pool, table.match, sides, state, state_text(state, live), stands)


def state_of(table: TableView, live: Live | None) -> str:
    """How a table stands, as everybody may know."""
    if table.status == "open":
        return "playing" if live is not None and live.begun else "idle"
    return table.status


def state_text(state: str, live: Live | None) -> str:
    """The same in a few words; empty for a table that is done."""
    if state == "playing" and live is not None:
        return progress_text(live)
    words = {
        "idle": _("not begun"),
        "reported": _("to be confirmed"),
        "disputed": _("with the director"),
    }
    return words.get(state, "")


def progress_text(live: Live) -> str:
    """How far a match on the pad is."""
    done = live.progress
    if done.complete:
        return _("over, to be confirmed")
    if done.next_game is not None:
        return _("game %(n)s is over", n=done.next_game - 1)
    if done.last:
        return _("in the last hand")
    if done.hands_left is not None:
        return _("hand %(n)s of %(of)s", n=done.hands + 1, of=done.hands + done.hands_left)
    if len(live.views) > 1:
        return _("game %(game)s, hand %(n)s", game=len(live.views), n=done.hands + 1)
    return _("hand %(n)s", n=done.hands + 1)


@dataclass(frozen=True)
class Seated:
    """A name on the list by name: at which table, with and against whom; `table` None for a bye."""

    id: str
    name: str
    table: int | None
    with_: str
    against: str


def by_name(board: Board, one: RoundView) -> list[Seated]:
    """Everybody of a round in the order of names; each player of a pair in a place of their own."""
    found = [Seated(i, name, None, "", "") for i in one.byes for name in _names(board, i, one.number)]
    for table in one.tables:
        for s, ids in enumerate(table.sides):
            others = [side_name(board, o, one.number) for k, o in enumerate(table.sides) if k != s]
            for who in ids:
                mates = side_name(board, [i for i in ids if i != who], one.number)
                names = _names(board, who, one.number)
                found += [Seated(who, name, table.number, mates, ", ".join(others)) for name in names]
    return sorted(found, key=lambda seat: sort_key(seat.name))


def _names(board: Board, entrant: str, number: int) -> list[str]:
    """What an entrant is looked up by: a pair by either of its players."""
    name, entry = board.name_of(entrant, number), board.entrant(entrant)
    if entry is None or name != entry.name or len(entry.players) < 2:
        return [name]
    if name != pair_name(entry.players):
        return [name, *(f"{player} ({name})" for player in entry.players)]
    return [pair_name([one, *(other for other in entry.players if other != one)]) for one in entry.players]


def sort_key(name: str) -> str:
    """The order of a list of names: accents and capitals do not count."""
    return "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c)).casefold()


def bye_names(board: Board, one: RoundView) -> list[str]:
    """Who sits out."""
    return [board.name_of(i, one.number) for i in one.byes]


def in_columns(items: Iterable[Seated]) -> list[tuple[str, list[Seated]]]:
    """A list of names under their initials."""
    found: dict[str, list[Seated]] = {}
    for item in items:
        found.setdefault(sort_key(item.name)[:1].upper() or "–", []).append(item)
    return list(found.items())
