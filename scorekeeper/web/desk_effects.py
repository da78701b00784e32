"""What a correction or an undo would change, in words: ranks, pairings, matches of a bracket."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask_babel import gettext as _

from scorekeeper.web.desk_common import side_name

if TYPE_CHECKING:
    from scorekeeper.tournament.consequences import Consequences, WrongMatch
    from scorekeeper.workflows.club_board import Board

MOST = 60
"""Lines of each kind that are listed; more are only counted."""


@dataclass(frozen=True)
class Move:
    """An entrant whose rank changes."""

    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True)
class Seating:
    """A table that would be seated otherwise. `played`: it has its result, and stays."""

    where: str
    who: str
    instead: str
    played: bool


@dataclass(frozen=True)
class Effects:
    """All of it. `more`: moves beyond those listed."""

    moves: tuple[Move, ...]
    seatings: tuple[Seating, ...]
    more: int

    @property
    def none(self) -> bool:
        """Whether nothing else changes."""
        return not (self.moves or self.seatings)


def effects(board: Board, found: Consequences) -> Effects:
    """The consequences in words."""
    ordered = sorted(found.moved, key=lambda one: (one.after is None, one.after or 0))
    moves = tuple(Move(board.name_of(one.id), one.before, one.after) for one in ordered[:MOST])
    wrong = {(w.round, w.table) for w in found.wrong}
    seatings = [_wrong(board, w) for w in found.wrong]
    for one in found.reseated:
        if (one.round, one.table) not in wrong:
            who = " – ".join(side_name(board, ids, one.round) for ids in one.sides)
            where = _("Round %(round)s, table %(table)s", round=one.round, table=one.table)
            seatings.append(Seating(where, who, "", one.played))
    return Effects(moves, tuple(seatings[:MOST]), max(0, len(ordered) - MOST))


def _wrong(board: Board, match: WrongMatch) -> Seating:
    where = _("Match %(match)s: round %(round)s, table %(table)s", match=match.match, round=match.round, table=match.table)
    return Seating(where, _sides(board, match.seated), _sides(board, match.should_be), match.played)


def _sides(board: Board, sides: tuple[str | None, ...]) -> str:
    names = [_("not known yet") if who is None else board.name_of(who) if who else _("nobody") for who in sides]
    return " – ".join(names)
