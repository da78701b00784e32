"""A tournament match as games on the pad: its rules, its seats, its end and its result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from scorekeeper.core.limits import LONGEST_NAME
from scorekeeper.engine.ruleset import RuleSet, for_three_pairs
from scorekeeper.games.commands.game_state import GameState
from scorekeeper.pairing.record.record import Result
from scorekeeper.pairing.standings.results import games_won, index_of_leader
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import TableView

COUNTED_KINDS = ("played", "passed_out")
"""Kinds of hands that count towards a match's length."""

UNREACHABLE_TARGET = 5000
"""The highest target.

The rules of a match by hands or by the clock use it, because rules need a target; the game itself shows none
(`game_length.target_of`).
"""


def table_rules(board: Board, table: TableView) -> RuleSet:
    """Return the tournament's rules for a table. Three pairs play the six-player version."""
    return for_three_pairs(board.rules) if len(table.sides) == 3 else board.rules


def match_rules(board: Board, table: TableView) -> RuleSet:
    """Return the rules for scoring a table's match.

    A match by hands or by the clock does not end at the target. The score from which opponents must bid to score stays the
    same.
    """
    rules = table_rules(board, table)
    if board.match_in(table.round, table.pool).kind == "race":
        return rules
    line = rules.target - rules.margin
    return rules.with_options(
        target=UNREACHABLE_TARGET, hole_limit=None, margin=min(UNREACHABLE_TARGET, UNREACHABLE_TARGET - line)
    )


def match_players(board: Board, table: TableView) -> list[str]:
    """Return the players' names by seat in that round. A side without player names goes by its own name."""
    rules = match_rules(board, table)
    names = [""] * rules.table.players
    for side, seats in zip(table.sides, rules.table.sides, strict=True):
        for seat, name in zip(seats, _side_names(board, side, table.round, len(seats)), strict=True):
            names[seat] = name
    return _number_equal_names(names)


def _side_names(board: Board, side: Sequence[str], number: int, seats: int) -> list[str]:
    names: list[str] = []
    for entrant in side:
        entry = board.entrant(entrant)
        stand_in = board.name_of(entrant, number)
        if entry is None or stand_in != entry.name or not entry.players:
            names += _split_names(stand_in, seats // len(side))
        else:
            names += entry.players
    return names[:seats]


def _split_names(name: str, seats: int) -> list[str]:
    """Return the players' names from a pair's name, or the pair's name with numbers."""
    names = [part.strip() for part in name.split("&")]
    if len(names) == seats and all(names):
        return names
    return [name] if seats == 1 else [f"{name[: LONGEST_NAME - 4]} {n}" for n in range(1, seats + 1)]


def _number_equal_names(names: list[str]) -> list[str]:
    cut = [name[:LONGEST_NAME].strip() for name in names]
    return [
        name if cut.count(name) == 1 else f"{name[: LONGEST_NAME - 4]} {cut[: k + 1].count(name)}" for k, name in enumerate(cut)
    ]


@dataclass(frozen=True)
class Progress:
    """The progress of a match.

    `hands`: in the current game; `hands_left`: None unless the match has a number of hands. `scores`: of the current game,
    or of the completed match. `complete`: the match is over; `result`: its result then. `last`: time is up, and the hand in
    play is not recorded yet; `as_it_stands`: the result without that hand. `next_game`: its number, when a game is over and
    the match is not.
    """

    hands: int
    hands_left: int | None
    games_won: tuple[int, ...]
    scores: tuple[int, ...]
    complete: bool
    result: Result | None
    last: bool = False
    as_it_stands: Result | None = None
    next_game: int | None = None


def progress(board: Board, table: TableView, games: Sequence[GameState], now: datetime) -> Progress:
    """Return the progress of a table's match. `now` matters if the clock decides."""
    match = board.match_in(table.round, table.pool)
    sides = len(table.sides)
    scores = [_final_scores(game, match.hands) for game in games]
    over = [_is_over(board, table, game, now) for game in games]
    won = _count_won(games, over, scores, sides)
    last = games[-1] if games else None
    played = 0 if last is None else len(counted_hands(last))
    left = max(0, match.hands - played) if match.kind == "hands" and match.hands else None
    timed = _ends_in_time(board, table, now)
    complete = bool(over) and over[-1] and (timed or max(won) * 2 > match.best_of or len(games) >= match.best_of)
    current_scores = scores[-1] if scores else (0,) * sides
    if complete:
        return Progress(played, left, won, current_scores, complete, _result(games, scores, won, match.best_of))
    settled = timed and last is not None and last.contract is None and bool(last.hands)
    result_so_far = (
        _result(games, scores, _count_won(games, [True] * len(games), scores, sides), match.best_of) if settled else None
    )
    following = len(games) + 1 if over and over[-1] else None
    return Progress(played, left, won, current_scores, complete, None, timed, result_so_far, following)


def counted_hands(game: GameState) -> list[int]:
    """Return the positions of hands that count towards the length: played or passed out.

    Misdeals and adjustments do not count.
    """
    return [n for n, hand in enumerate(game.hands) if hand.kind in COUNTED_KINDS]


def _final_scores(game: GameState, hands: int | None) -> tuple[int, ...]:
    """Return the scores after the last hand of the match. Later hands do not count, later adjustments do."""
    places = counted_hands(game)
    if not hands or len(places) <= hands:
        return game.scores
    return tuple(game.hands[places[hands] - 1].scores)


def _is_over(board: Board, table: TableView, game: GameState, now: datetime) -> bool:
    match = board.match_in(table.round, table.pool)
    if game.outcome.over:
        return True
    if match.kind == "hands" and len(counted_hands(game)) >= (match.hands or 0):
        return True
    current = board.current is not None and board.current.number == table.round
    if match.kind == "clock" and not current:
        return game.contract is None and bool(game.hands)
    return _ends_in_time(board, table, now) and _is_last_hand_recorded(board, game, now)


def _ends_in_time(board: Board, table: TableView, now: datetime) -> bool:
    """Return whether time is up for this match.

    The clock ends every match except one of several games, which only the desk can cut short.
    """
    match, clock = board.match_in(table.round, table.pool), board.clock
    counts = match.kind == "clock" or match.best_of == 1
    return counts and clock is not None and clock.round == table.round and clock.last_hand(now)


def _is_last_hand_recorded(board: Board, game: GameState, now: datetime) -> bool:
    """Return whether the first hand recorded after time was up is there: the hand that was in play."""
    since = board.clock.time_up_since(now) if board.clock is not None else None
    if since is None or game.contract is not None:
        return False
    return any(e.hand is not None and e.hand.kind in COUNTED_KINDS and e.at >= since for e in game.entries)


def _count_won(
    games: Sequence[GameState], over: Sequence[bool], scores: Sequence[tuple[int, ...]], sides: int
) -> tuple[int, ...]:
    won = [0] * sides
    for game, ended, points in zip(games, over, scores, strict=True):
        winner = _winner(game, points) if ended else None
        if winner is not None:
            won[winner] += 1
    return tuple(won)


def _winner(game: GameState, scores: tuple[int, ...]) -> int | None:
    if len(game.outcome.winners) == 1:
        return game.outcome.winners[0]
    return index_of_leader(scores)


def _result(games: Sequence[GameState], scores: Sequence[tuple[int, ...]], won: tuple[int, ...], best_of: int) -> Result:
    boxes = tuple(sum(hand.made is False and hand.side == side for v in games for hand in v.hands) for side in range(len(won)))
    if best_of > 1:
        result = Result(None, None, (), boxes, tuple(scores))
        return result if games_won(result, len(won)) == won else replace(result, winner=index_of_leader(won))
    winner = _winner(games[0], scores[0])
    return Result(scores[0], None if index_of_leader(scores[0]) == winner else winner, (), boxes)
