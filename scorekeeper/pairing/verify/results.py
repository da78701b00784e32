"""Check that a table's result is possible: one score per side, a winner that fits the scores, enough games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorekeeper.pairing.method import Method, method_of
from scorekeeper.pairing.record.record import MatchLength, Options, Result, Round, Table, Tournament
from scorekeeper.pairing.recount import deciding_scores, winning_side

Fault = tuple[str, Mapping[str, object]]


def result_faults(table: Table, method: Method, options: Options) -> Iterator[Fault]:
    """Yield the faults in a table's result."""
    at, result, sides = {"table": table.number}, table.result, len(table.sides)
    rows = [result.scores, result.boxes, *result.games]
    if any(row is not None and len(row) != sides for row in rows):
        yield "table.scores", at
        return
    named = [*result.forfeit, *([] if result.winner is None else [result.winner])]
    if any(not 0 <= side < sides for side in named) or result.winner in result.forfeit:
        yield "table.winner", at
        return
    yield from _games(table, options.match)
    if result.winner is not None and options.match.kind != "race" and not result.games:
        # In a race the contractor's side counts first, so the lower score may have won.
        by_scores = winning_side(Result(result.scores), sides)
        if by_scores not in (None, result.winner):
            yield "winner.scores", {**at, "upper": by_scores, "lower": result.winner}
    tied = deciding_scores(result, sides) is not None and winning_side(result, sides) is None and len(result.forfeit) < sides
    if tied and method.knockout:
        yield "winner", at


def _games(table: Table, match: MatchLength) -> Iterator[Fault]:
    games, scores = table.result.games, table.result.scores
    if not games:
        return
    sides = len(table.sides)
    if scores is not None and list(scores) != [sum(game[s] for game in games) for s in range(sides)]:
        yield "table.sum", {"table": table.number}
    need = match.best_of // 2 + 1
    for played in range(1, len(games)):
        won = deciding_scores(Result(games=games[:played]), sides) or [0]
        if max(won) >= need and table.result.winner is None:
            yield "table.games", {"table": table.number, "read": len(games), "right": played}
            return
    if len(games) > match.best_of:
        yield "table.games", {"table": table.number, "read": len(games), "right": match.best_of}


def round_faults(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """Yield missing results that the round's pairing depends on, and a round beyond the last one."""
    if method_of(tournament).by_results and not one.by_hand:
        yield from results_missing(tournament)
    rounds = tournament.options.rounds
    if rounds is not None and one.number > rounds and not method_of(tournament).knockout:
        yield "rounds", {"right": rounds}


def results_missing(tournament: Tournament) -> Iterator[Fault]:
    """Yield tables without a result."""
    for one in tournament.rounds:
        yield from (("results", {"table": t.number, "read": one.number}) for t in one.tables if not t.result.known)
