"""Results entered at the desk that differ from the table's own. They always need confirmation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorekeeper.core.refusals import Refusal
from scorekeeper.messages.numbers import clauses
from scorekeeper.pairing.record.record import Result, Table
from scorekeeper.pairing.standings.results import winner_of
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import TableView

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext


@dataclass(frozen=True)
class TableVersion:
    """A result according to the table. `side`: the side that reported it; None for the game on the pad."""

    side: int | None
    result: Result


class OverrulesTable(Refusal):
    """The table has a different result, and nothing was saved. `versions`: the table's; `yours`: the desk's."""

    status = 409

    def __init__(self, board: Board, versions: tuple[TableVersion, ...], yours: Result) -> None:
        told = "; ".join(_scores_text(version.result) for version in versions)
        super().__init__("result.overrules", "scores", told=told, read=_scores_text(yours))
        self.revision = board.revision
        self.versions = versions
        self.yours = yours

    def worded(self, t: Gettext) -> dict[str, object]:
        """Return the table's results, joined as the language does."""
        return {"told": clauses(t, [_scores_text(version.result) for version in self.versions])}


def _scores_text(result: Result) -> str:
    rows = result.games or ((result.scores,) if result.scores is not None else ())
    return ", ".join(" / ".join(map(str, row)) for row in rows) or "–"


def table_versions(access: TournamentAccess, board: Board, table: TableView) -> tuple[TableVersion, ...]:
    """Return the table's own results: each side's report, and the match on the pad once it is over."""
    versions = [TableVersion(side, report.result) for side, report in sorted(table.reports.items())]
    live = tournament_live.of_round(access, board, table.round, table.number).get(table.number)
    if live is not None and live.progress.result is not None:
        versions.append(TableVersion(None, live.progress.result))
    return tuple(versions)


def check_result(access: TournamentAccess, board: Board, table: TableView, result: Result) -> Result:
    """Return the result if it agrees with the table, with the failed contracts that the table recorded.

    It agrees if a side reported it and the pad does not differ, or if the desk has overruled the table before. Raises
    Overrules.
    """
    versions = table_versions(access, board, table)
    agreeing = [version.result for version in versions if _is_same_result(table, version.result, result)]
    reported = [version for version in versions if version.side is not None]
    recorded = [version for version in versions if version.side is None]
    against = [some for some in (reported, recorded) if some and not any(_is_same_result(table, v.result, result) for v in some)]
    if against and not _is_already_overruled(table, versions):
        raise OverrulesTable(board, tuple(version for some in against for version in some), result)
    boxes = next((one.boxes for one in reversed(agreeing) if one.boxes is not None), None)
    return replace(result, boxes=boxes) if result.boxes is None else result


def _is_already_overruled(table: TableView, versions: tuple[TableVersion, ...]) -> bool:
    """Return whether the desk has already overruled the table, and now corrects itself."""
    return table.result.known and not any(_is_same_result(table, version.result, table.result) for version in versions)


def _is_same_result(table: TableView, one: Result, other: Result) -> bool:
    return _deciding_facts(table, one) == _deciding_facts(table, other)


def _deciding_facts(table: TableView, result: Result) -> tuple[object, ...]:
    """Return the deciding facts of a result: scores, forfeits and the winner."""
    return result.games or result.scores, result.forfeit, winner_of(Table(table.number, table.sides, result))
