"""What games need to know about tournaments, and the strip above the pad in a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import url_for
from sqlalchemy import Select, select

from scorekeeper.core.db.database import now
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages import live_parts as living
from scorekeeper.core.refusals import NotFound
from scorekeeper.formats.declared import dump
from scorekeeper.games.commands.tournament_hooks import Host, MatchBanner
from scorekeeper.rules.pages.words import rules_title
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import redacted_view
from scorekeeper.tournaments.commands.calls.director_calls import may_call
from scorekeeper.tournaments.commands.live import live_games
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.commands.live.match_games import table_rules
from scorekeeper.tournaments.facts import announcement_now, clock_facts
from scorekeeper.tournaments.store.tournament import TableGame
from scorekeeper.tournaments.table.view import TableContext
from scorekeeper.tournaments.words import length_text, progress_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.game_state import GameState
    from scorekeeper.tournaments.commands.authorization import TournamentAccess
    from scorekeeper.tournaments.commands.snapshot import Board


CALL = "call-reasons"
"""The id of the reasons for a call on the table's page. The browser unfolds them when it goes there."""


class Tables(Host):
    """The host for games at tournament tables."""

    def check_room(self, access: Access, game: GameState, kind: object) -> None:
        live_games.check_room_for_hand(access, game, kind)

    def games(self) -> Select[Any]:
        """Return a query for the games at tables."""
        return select(TableGame.game_id)

    def places(self, game_ids: Iterable[int]) -> dict[int, tuple[int, int]]:
        """Return round and table by game. One query."""
        return {game: (number, table) for game, (_, number, table, _) in live_games.of_games(game_ids).items()}

    def target_of(self, access: Access, rules: RuleSet) -> int | None:
        return live_games.target_of_game(access, rules)

    def strip_of(self, access: Access) -> MatchBanner | None:
        return strip_of(access)

    def stamp_of(self, access: Access) -> str:
        return stamp_of(access)

    def rules_of(self, access: Access) -> tuple[RuleSet, str] | None:
        return rules_of(access)


def _match_of(access: Access) -> tuple[TournamentAccess, Board, str] | None:
    """Return a game's table for people who may score it: the access, the tournament and the link's secret."""
    row = tournament_live.of_games([access.game_id]).get(access.game_id) if access.may_score else None
    if row is None:
        return None
    try:
        token = tournament_entrance.token_by_id(row[3])
        at = tournament_entrance.table(token)
    except NotFound:
        return None
    return at, redacted_view.load_redacted(at), token


def strip_of(access: Access) -> MatchBanner | None:
    """Return the strip for a game at a table, for people who may score it; None for other games."""
    match = _match_of(access)
    if match is None:
        return None
    at, board, token = match
    try:
        sight = TableContext(at, board, None)
    except NotFound:
        return None
    live, decided = sight.live, sight.table.result.known
    far = live.progress if live is not None else None
    calls = may_call(board, sight.table)
    return MatchBanner(
        url_for("at_table.show", token=token),
        _("Table %(n)s", n=at.table) if calls else _("Round %(n)s, table %(table)s", n=at.round, table=at.table),
        progress_text(live.progress, len(live.games)) if live is not None and not decided else "",
        far is not None and far.complete,
        live is not None and live.progress.complete and live.progress.hands_left != 0 and not live.games[-1].outcome.over,
        sight.level,
        far.next_game if far else None,
        decided,
        far.hands_left if far else None,
        tuple(sight.notes),
        clock_facts(board) if not decided and board.clock is not None and board.clock.round == at.round else None,
        rules_title(board.rules),
        _stamp(at, board),
        announcement_now(board),
        url_for("at_table.show", token=token, _anchor=CALL) if calls else "",
    )


def rules_of(access: Access) -> tuple[RuleSet, str] | None:
    """Return the rules of a tournament table and the length of its match; None for other games."""
    match = _match_of(access)
    table = match and match[1].table(match[0].round or 0, match[0].table or 0)
    if match is None or table is None:
        return None
    board = match[1]
    length = _("Tournament match: %(length)s.", length=length_text(board, table.round, table.pool))
    if board.match_in(table.round, table.pool).kind != "race":
        length += " " + _("It continues past the target.")
    return table_rules(board, table), length


def stamp_of(access: Access) -> str:
    """Return a stamp that changes when the strip changes without a new hand; empty for other games."""
    match = _match_of(access)
    if match is None:
        return ""
    at, board, _token = match
    return _stamp(at, board)


def _stamp(at: TournamentAccess, board: Board) -> str:
    table, clock = board.table(at.round or 0, at.table or 0), board.clock
    timed = clock and (dump(clock), clock.last_hand(now()))
    calls = table is not None and may_call(board, table)
    return living.stamp_of(table and (table.status, table.result), timed, announcement_now(board), calls)[:8]
