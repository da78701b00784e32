"""Commands to enter, correct and accept results at the desk, with a preview of a correction's effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from scorekeeper.core.refusals import NotAllowed, NotFound, Refusal
from scorekeeper.formats.fields import Fields
from scorekeeper.formats.tournament_record import dump_result, parse_result
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import clauses
from scorekeeper.pairing.adjustments import apply_penalties, apply_table_penalties
from scorekeeper.pairing.directing import corrections
from scorekeeper.pairing.directing import corrections as pure
from scorekeeper.pairing.directing.corrections import Consequences
from scorekeeper.pairing.method import method_in_stage
from scorekeeper.pairing.record.record import Result, Table
from scorekeeper.pairing.standings.results import standing_at_table, winner_of
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import Json, TournamentEffect, command_with_access
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.commands.rounds.repairs import with_repair
from scorekeeper.tournaments.commands.setup.validation import check_not_finished
from scorekeeper.tournaments.commands.snapshot import Board, load
from scorekeeper.tournaments.commands.tables_state import TableView
from scorekeeper.tournaments.store import parts

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
        reported_scores = "; ".join(_scores_text(version.result) for version in versions)
        super().__init__("result.overrules", "scores", told=reported_scores, read=_scores_text(yours))
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
    return table.entered.known and not any(_is_same_result(table, version.result, table.entered) for version in versions)


def _is_same_result(table: TableView, one: Result, other: Result) -> bool:
    return _deciding_facts(table, one) == _deciding_facts(table, other)


def _deciding_facts(table: TableView, result: Result) -> tuple[object, ...]:
    """Return the deciding facts of a result: scores, forfeits and the winner."""
    return result.games or result.scores, result.forfeit, winner_of(Table(table.number, table.sides, result))


STEP = 5
"""Every score in 200 is a multiple of five."""
BEST_HAND = 200
"""Points for a made 100-for-200, the best hand without doubling."""


@dataclass(frozen=True)
class Doubt:
    """A score that looks mistyped, by game and side from 0.

    `hands`: the match's number of hands, if the score is too high for it; None if the score is not a multiple of five.
    """

    game: int
    side: int
    score: int
    hands: int | None = None


def doubt_of(board: Board, table: TableView, result: Mapping[str, Any]) -> Doubt | None:
    """Return the first score of a table's result that looks mistyped, or None."""
    rows: Sequence[Sequence[int]] = result.get("games") or ([result["scores"]] if result.get("scores") else [])
    match = board.match_in(table.round, table.pool)
    hands = match.hands if match.kind == "hands" else None
    for game, row in enumerate(rows):
        for side, score in enumerate(row):
            if score % STEP:
                return Doubt(game, side, score)
            if hands is not None and abs(score) > BEST_HAND * hands:
                return Doubt(game, side, score, hands)
    return None


RESULT = ("scores", "winner", "forfeit", "boxes", "games")


def read_result(board: Board, table: TableView, obj: object) -> Result:
    """Return a result read as in the tournament record: `scores`, `winner`, `forfeit`, `boxes`, `games`.

    Raises TournamentError("round"), Refusal("result.empty", "result.games", "result.tied").
    """
    read = Fields(obj, "round", "", RESULT, table.round)
    result = parse_result(read, len(table.sides))
    if not result.known:
        raise Refusal("result.empty", "scores")
    most = board.match_in(table.round, table.pool).best_of
    if len(result.games) > most:
        raise Refusal("result.games", "games", high=most)
    check_decided(board, table, result)
    return result


def check_decided(board: Board, table: TableView, result: Result) -> None:
    """Raise Refusal("result.tied") if one side must advance and the result has no winner."""
    round_view = board.round(table.round)
    if round_view is None or not method_in_stage(board.tournament, round_view.stage, table.pool).knockout or result.forfeit:
        return
    counted = apply_table_penalties(Table(table.number, table.sides, result), table.round, board.log.adjustments.penalties)
    if standing_at_table(counted.result, len(table.sides)) and winner_of(counted) is None:
        raise Refusal("result.tied", "winner")


def check_likely(board: Board, table: TableView, result: Result) -> None:
    """Raise Refusal("result.not_five") or Refusal("result.too_high") for a score that looks mistyped."""
    found = doubt_of(board, table, dump_result(result))
    if found is not None and found.hands is None:
        raise Refusal("result.not_five", "scores", read=found.score)
    if found is not None:
        raise Refusal("result.too_high", "scores", read=found.score, hands=found.hands)


def get_table(board: Board, number: int, table: int) -> TableView:
    """Return a table of a published round. Raises NotFound("table")."""
    seat = board.table(number, table)
    if seat is None:
        raise NotFound("table", "table", read=table)
    return seat


RESULTS = (*parts.AT_TABLES, "round", "clock")
"""The kinds of parts that a result, with a repair, may change."""


@command_with_access(
    "result",
    right="score",
    changes=RESULTS,
    says=N_("Result of round %(round)s, table %(table)s"),
    # The answer to the question about overruling comes under the same key.
    asked=lambda number, table, result, *, repair=False, take_away=False, **_: [number, table, result, repair, take_away],
)
def enter(
    access: TournamentAccess,
    board: Board,
    number: int,
    table: int,
    result: object,
    *,
    repair: bool = False,
    take_away: bool = False,
    overrule: bool = False,
    sure: bool = True,
) -> TournamentEffect:
    """Enter or correct a table's result at the desk. This also settles a dispute there.

    `repair`: also pair the unplayed tables of the last round again, as one event. `take_away`: as in `repairs.repair`.
    `overrule`: even if the table has a different result. `sure`: even if a score looks mistyped; without it, raises
    Refusal("result.not_five", "result.too_high"). Only directors correct earlier rounds. Raises Overrules, NotAllowed,
    NotFound, TournamentError, Refusal; with `repair` or `take_away` also the errors of `repairs.repair`, and then nothing is
    saved.
    """
    seat = get_table(board, number, table)
    check_round(access, board, number)
    entered = read_result(board, seat, result)
    if not sure:
        check_likely(board, seat, entered)
    draft = decide_effect(seat, entered if overrule else check_result(access, board, seat, entered))
    return with_repair(access, board, draft, take_away=take_away) if repair or take_away else draft


@command_with_access("clear", right="score", changes=RESULTS, says=N_("Result removed: round %(round)s, table %(table)s"))
def clear(
    access: TournamentAccess, board: Board, number: int, table: int, *, repair: bool = False, take_away: bool = False
) -> TournamentEffect:
    """Remove a result and the reports of its sides: the table is in play again. `repair`, `take_away`: as in `enter`."""
    seat = get_table(board, number, table)
    check_round(access, board, number)
    if not seat.touched:
        raise Refusal("table.no_result")
    after: Json = {parts.result_part(number, table): None, parts.dispute_part(number, table): None}
    after |= {parts.report_part(number, table, side): None for side in seat.reports}
    draft = TournamentEffect(parts.result_part(number, table), after)
    return with_repair(access, board, draft, take_away=take_away) if repair or take_away else draft


@command_with_access(
    "accept", right="score", changes=("result", "dispute"), says=N_("Report accepted: round %(round)s, table %(table)s")
)
def accept(access: TournamentAccess, board: Board, number: int, table: int, side: int | None = None) -> TournamentEffect:
    """Accept a side's report as the result; `side` may be None if the reports agree.

    Raises Refusal("table.no_report"), or Refusal("table.versions") if they differ and no side is given.
    """
    seat = get_table(board, number, table)
    check_round(access, board, number)
    versions = {r.result for s, r in seat.reports.items() if side in (None, s)}
    if not versions:
        raise Refusal("table.no_report")
    if len(versions) > 1:
        raise Refusal("table.versions", "side")
    return replace(decide_effect(seat, versions.pop()), rests_on=(f"report/{number}/{table}/",))


def decide_effect(table: TableView, result: Result) -> TournamentEffect:
    """Return the effect of making this the table's result."""
    part = parts.result_part(table.round, table.number)
    return TournamentEffect(part, {part: dump_result(result), parts.dispute_part(table.round, table.number): None})


def check_round(access: TournamentAccess, board: Board, number: int) -> None:
    """Raise NotAllowed("correct.later") for scorers before the last round, Refusal in a finished tournament."""
    check_not_finished(board)
    if not access.may("direct") and (board.current is None or number != board.current.number):
        raise NotAllowed("correct.later")


def consequences(access: TournamentAccess, number: int, table: int, result: object) -> Consequences:
    """Return what this result would change: standings, later pairings, knock-out matches. Nothing is written.

    `result` None: the effects of removing it. Raises as `enter`.
    """
    access.check("score")
    board = load(access)
    seat = get_table(board, number, table)
    entered = Result() if result is None else read_result(board, seat, result)
    after = corrections.with_result(board.recorded, number, table, entered)
    return pure.consequences(board.tournament, apply_penalties(after, board.additions.penalties))
