"""The effects of a correction or an undo in words: ranks, pairings, bracket matches."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from scorekeeper.core.db.database import now
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import t
from scorekeeper.messages.numbers import listing
from scorekeeper.tournaments.desk.tables import result_line
from scorekeeper.tournaments.words import side_name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from scorekeeper.pairing.directing.corrections import Consequences, RankChange, WrongMatch
    from scorekeeper.tournaments.commands.results.correction_choices import RepairChoice, Reseating
    from scorekeeper.tournaments.commands.snapshot import Board
    from scorekeeper.tournaments.commands.tables_state import TableView

SEATED = timedelta(minutes=3)
"""The time after which tables count as in play even without a slip."""
MOST = 60
"""The most lines listed of each kind. Further ones are only counted."""


@dataclass(frozen=True)
class Move:
    """An entrant whose rank changes."""

    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True)
class Seating:
    """A table that would be seated differently. `played`: it has a result, and stays."""

    where: str
    who: str
    instead: str
    played: bool


@dataclass(frozen=True)
class Effects:
    """All effects. `more`: the number of moves that are not listed. `finals`: changes to the draw of finals."""

    moves: tuple[Move, ...]
    seatings: tuple[Seating, ...]
    more: int
    finals: str = ""

    @property
    def none(self) -> bool:
        """Whether nothing else changes."""
        return not (self.moves or self.seatings or self.finals)


@dataclass(frozen=True)
class CorrectionOption:
    """A way to handle a correction, with the ranks that change, and the seats now and then."""

    code: str
    effects: Effects
    now: tuple[str, ...]
    then: tuple[str, ...]


def describe_choice(board: Board, choice: RepairChoice, follows: Consequences) -> CorrectionOption:
    """Return a choice in words.

    If pairings are kept, it includes the seats that the new result would have changed.
    """
    moves, more = _moves(board, choice.moved)
    seatings = effects(board, follows).seatings if choice.code == "keep" else ()
    return CorrectionOption(
        choice.code, Effects(moves, seatings, more, finals_text(board, follows)), *seating_changes(board, choice.rounds)
    )


def seated_since(board: Board, offered: Sequence[RepairChoice]) -> datetime | None:
    """Return when the tables that would be paired again were seated.

    None if nobody has sat there for `SEATED` yet.
    """
    if any(one.code == "take_away" for one in offered):
        return None  # no further round can be paired until these matches are removed
    rounds = [board.round(one.round) for choice in offered if choice.code == "repair" for one in choice.rounds]
    first = min((r.published_at for r in rounds if r is not None), default=None)
    return first if first is not None and now() - first >= SEATED else None


def seating_changes(board: Board, rounds: Sequence[Reseating]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the seats and byes that would go, and the new ones, in words."""
    now, then = [], []
    for one in rounds:
        now += [_seating_text(board, t) for t in one.gone]
        then += [_seating_text(board, t) for t in one.new]
        now += [_bye(board, one.round, i) for i in one.byes_before if i not in one.byes]
        then += [_bye(board, one.round, i) for i in one.byes if i not in one.byes_before]
    return tuple(now), tuple(then)


def _seating_text(board: Board, table: TableView) -> str:
    names = tuple(side_name(board, ids, table.round) for ids in table.sides)
    where = _("Round %(round)s, table %(table)s", round=table.round, table=table.number)
    who = " – ".join(names)
    if table.result.known:
        who = _("%(who)s (%(result)s)", who=who, result=result_line(table.result, names))
    return _("%(label)s: %(text)s", label=where, text=who)


def _bye(board: Board, number: int, entrant: str) -> str:
    return _("%(label)s: %(text)s", label=_("Round %(n)s, bye", n=number), text=board.name_of(entrant, number))


def _moves(board: Board, moved: Sequence[RankChange]) -> tuple[tuple[Move, ...], int]:
    ordered = sorted(moved, key=lambda one: (one.after is None, one.after or 0))
    return tuple(Move(board.name_of(one.id), one.before, one.after) for one in ordered[:MOST]), max(0, len(ordered) - MOST)


def effects(board: Board, follows: Consequences) -> Effects:
    """Return the consequences in words."""
    moves, more = _moves(board, follows.moved)
    wrong = {(w.round, w.table) for w in follows.wrong}
    seatings = [_wrong_match_seating(board, w) for w in follows.wrong]
    for one in follows.reseated:
        if (one.round, one.table) not in wrong:
            who = " – ".join(side_name(board, ids, one.round) for ids in one.sides)
            where = _("Round %(round)s, table %(table)s", round=one.round, table=one.table)
            seatings.append(Seating(where, who, "", one.played))
    return Effects(moves, tuple(seatings[:MOST]), more, finals_text(board, follows))


def finals_text(board: Board, follows: Consequences) -> str:
    """Return who would be in another final after a correction, and that the finals stay; empty if they would be the same."""
    names: dict[str | None, list[str]] = {}
    for one in follows.finals:
        names.setdefault(one.final, []).append(board.name_of(one.id))
    if not names:
        return ""
    groups = [
        _("%(names)s in final %(final)s", names=listing(t(), some), final=final)
        if final
        else _("%(names)s in no final", names=listing(t(), some))
        for final, some in names.items()
    ]
    return _("By this result, the draw would have %(groups)s. The finals stay as drawn.", groups=listing(t(), groups))


def _wrong_match_seating(board: Board, match: WrongMatch) -> Seating:
    where = _("Match %(match)s: round %(round)s, table %(table)s", match=match.match, round=match.round, table=match.table)
    return Seating(where, _sides(board, match.seated), _sides(board, match.should_be), match.played)


def _sides(board: Board, sides: tuple[str | None, ...]) -> str:
    names = [_("not known yet") if who is None else board.name_of(who) if who else _("no one") for who in sides]
    return " – ".join(names)
