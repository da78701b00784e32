"""The ways to handle a correction, each with its changes, previewed with the plan that would be written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.core.refusals import Refusal
from scorekeeper.pairing.directing import repairs
from scorekeeper.pairing.directing.corrections import RankChange, rank_changes
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.tournaments.commands.event_writer import preview
from scorekeeper.tournaments.commands.results.results import clear, enter

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.authorization import TournamentAccess
    from scorekeeper.tournaments.commands.command import TournamentCommand
    from scorekeeper.tournaments.commands.snapshot import Board
    from scorekeeper.tournaments.commands.tables_state import TableView


@dataclass(frozen=True)
class Reseating:
    """A published round that changes: tables `gone` and `new`, how many `stay`, the byes before and after."""

    round: int
    stay: int
    gone: tuple[TableView, ...]
    new: tuple[TableView, ...]
    byes_before: tuple[str, ...]
    byes: tuple[str, ...]

    @property
    def none(self) -> bool:
        """Whether all seats and byes are the same."""
        return not self.gone and not self.new and {*self.byes_before} == {*self.byes}


@dataclass(frozen=True)
class RepairChoice:
    """A way to handle a correction.

    `keep` the pairings, `repair` (pair unplayed tables again), or `take_away` the matches based on the old result.
    """

    code: str
    rounds: tuple[Reseating, ...]
    moved: tuple[RankChange, ...]


def reseatings(before: Board, after: Board) -> tuple[Reseating, ...]:
    """Return every published round that differs."""
    reseated = []
    for number in sorted({r.number for r in (*before.rounds, *after.rounds)}):
        was, now = before.round(number), after.round(number)
        old = {(t.number, t.sides): t for t in was.tables} if was else {}
        new = {(t.number, t.sides): t for t in now.tables} if now else {}
        removed = tuple(t for place, t in old.items() if place not in new)
        came = tuple(t for place, t in new.items() if place not in old)
        byes = tuple((round_view.byes if round_view else ()) for round_view in (was, now))
        one = Reseating(number, len(old.keys() & new.keys()), removed, came, *byes)
        if not one.none:
            reseated.append(one)
    return tuple(reseated)


def repair_choices(access: TournamentAccess, number: int, table: int, result: object) -> list[RepairChoice]:
    """Return the ways to handle a new result of a table, or removing it (None).

    The first keeps all pairings. Raises as `results.enter` if even that is not allowed.
    """
    before, corrected = preview(access, _correction(number, table, result))
    offered = [_choice("keep", before, corrected)]
    if not access.may("direct"):
        return offered
    for code in ("repair", "take_away"):
        try:
            _, after = preview(access, _correction(number, table, result, **{code: True}))
        except (Refusal, TournamentError):
            continue
        other = _choice(code, before, after)
        if other.rounds:
            return [*offered, other]
    return offered


def _correction(number: int, table: int, result: object, **how: bool) -> TournamentCommand:
    return clear(number, table, **how) if result is None else enter(number, table, result, overrule=True, **how)


def _choice(code: str, before: Board, after: Board) -> RepairChoice:
    return RepairChoice(code, reseatings(before, after), tuple(rank_changes(before.tournament, after.tournament)))


def misplayed(board: Board) -> list[str]:
    """Return the names of the bracket matches that must be removed or replayed."""
    return [m.slot.name for m in repairs.misplayed_matches(board.tournament).values()]
