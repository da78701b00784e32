"""Facts about a tournament that desk, public pages and phones show, and the entrant a phone belongs to.

It is set at a table, or by opening the entrant's own link.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import request, url_for

from scorekeeper.clubs.store.league import leagues_of_tournament
from scorekeeper.core.db.database import now
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.pages.layout import has_page
from scorekeeper.pairing.record.record import Table
from scorekeeper.pairing.stages import current_finals
from scorekeeper.pairing.standings.results import game_points, games_won, winner_of
from scorekeeper.tournaments.call_words import announcement_text
from scorekeeper.tournaments.commands.calls.announcements import current_announcement
from scorekeeper.tournaments.words import clock_text, marks_of, pool_title, side_name, state_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Response

    from scorekeeper.pairing.standings import standings
    from scorekeeper.tournaments.commands.authorization import TournamentAccess
    from scorekeeper.tournaments.commands.live.live_games import MatchOnPad
    from scorekeeper.tournaments.commands.snapshot import Board
    from scorekeeper.tournaments.commands.tables_state import EnteredEntrant, TableView


def leagues_of(access: TournamentAccess) -> list[tuple[str, str]]:
    """Return the leagues in which the tournament counts, as (name, address)."""
    leagues = leagues_of_tournament(access.club_id, access.tournament_id) if has_page("season.league") else []
    return [(name, url_for("season.league", slug=access.club_slug, league_id=number)) for number, name in leagues]


def shown_scores(board: Board, table: TableView, live: MatchOnPad | None) -> tuple[tuple[int, ...] | None, bool]:
    """Return the scores to show at a table, and whether they are final.

    In a match of several games, the scores are games won.
    """
    result, standing = table.result, table.result.known
    several = board.match_in(table.round, table.pool).best_of > 1
    if not standing and table.status == "reported":
        result = next(iter(table.reports.values())).result
    if result.games and several:
        return games_won(result, len(table.sides)), standing
    scores = game_points(result)
    if scores is None and live is not None and live.begun and not standing:
        return live.progress.games_won if several else live.progress.scores, False
    return scores, standing


def clock_facts(board: Board) -> dict[str, Any] | None:
    """Return the round clock for the page and its script, or None if there is none. `left` is in seconds."""
    clock, moment = board.clock, now()
    if clock is None or board.status == "finished":
        return None
    left = clock.left(moment)
    last = clock.last_hand(moment)
    return {
        "left": left,
        "ends": clock.ends_at.isoformat() if clock.ends_at else "",
        "text": clock_text(max(0, left)),
        "last": last,
        "running": clock.running and not last,
        "called": clock.called_at is not None,
        "round": clock.round,
    }


def announcement_now(board: Board) -> str:
    """Return what the desk announces to everyone at the moment, empty for nothing."""
    found = current_announcement(board)
    return "" if found is None else announcement_text(t(), found)


@dataclass(frozen=True)
class SideFacts:
    """A side of a table. `score`: None while unknown; `mark`: "forfeit", "won" or empty, in the page's language."""

    ids: tuple[str, ...]
    name: str
    score: int | None
    mark: str
    won: bool


@dataclass(frozen=True)
class TableFacts:
    """A table as pages show it.
    `group`: the title of its pool or final, or empty. `is_final`: it is one of finals A, B … `state`: `idle`, `playing`,
    `reported`, `disputed` or `done`; `word`: the state in words; `stands`: whether the scores are final.
    """

    number: int
    pool: str | None
    group: str
    is_final: bool
    match: str | None
    sides: tuple[SideFacts, ...]
    state: str
    word: str
    stands: bool


def table_facts(board: Board, table: TableView, live: MatchOnPad | None) -> TableFacts:
    scores, are_final = shown_scores(board, table, live)
    marks = marks_of(table.result, len(table.sides))
    won = winner_of(Table(table.number, table.sides, table.result))
    sides = tuple(
        SideFacts(ids, side_name(board, ids, table.round), scores[s] if scores else None, marks[s], won == s)
        for s, ids in enumerate(table.sides)
    )
    state = state_of(table, live)
    one = board.round(table.round)
    group = pool_title(_, board.tournament, one.stage, table.pool) if one else ""
    is_final = one is not None and table.pool in current_finals(board.tournament, one.stage)
    return TableFacts(table.number, table.pool, group, is_final, table.match, sides, state, state_text(state, live), are_final)


def state_of(table: TableView, live: MatchOnPad | None) -> str:
    """Return the state of a table that the public may see: `idle`, `playing` or its status."""
    if table.status == "open":
        return "playing" if live is not None and live.begun else "idle"
    return table.status


def rank_of(board: Board, entrant: str, rows: Sequence[standings.StandingRow] | None = None) -> standings.StandingRow | None:
    """Return an entrant's row of the standings, or None."""
    return next((row for row in (board.standings if rows is None else rows) if row.id == entrant), None)


def place_in_line(board: Board, entry: EnteredEntrant) -> int | None:
    """Return an entry's position on the waiting list, from 1, or None if it is not waiting for a place."""
    if entry.status != "waiting" or entry.seeks_partner:
        return None
    return sum(e.status == "waiting" and not e.seeks_partner and e.n <= entry.n for e in board.entrants)


TWO_WEEKS = 14 * 24 * 3600
_LONGEST = 12


def _cookie_name(tournament_id: int) -> str:
    return f"seat-{tournament_id}"


def remembered_entrant(tournament_id: int) -> str | None:
    """Return the entrant this phone belongs to, if known.

    The cookie gives no access: a table is opened by its link.
    """
    cookie = request.cookies.get(_cookie_name(tournament_id), "")
    return cookie if 0 < len(cookie) <= _LONGEST and cookie.isalnum() else None


def remember_seat(response: Response, tournament_id: int, entrant: str) -> Response:
    """Set the cookie that says which entrant this phone belongs to."""
    name, secure = _cookie_name(tournament_id), request.is_secure
    response.set_cookie(name, entrant, max_age=TWO_WEEKS, samesite="Lax", httponly=True, secure=secure)
    return response


def forget_seat(response: Response, tournament_id: int) -> Response:
    """Delete the cookie, so that the phone asks again."""
    response.delete_cookie(_cookie_name(tournament_id), samesite="Lax", httponly=True, secure=request.is_secure)
    return response


def side_of(tournament_id: int, table: TableView) -> int | None:
    """Return the side of the table that this phone's entrant is on, or None if unknown."""
    entrant = remembered_entrant(tournament_id)
    return next((side for side, ids in enumerate(table.sides) if entrant in ids), None)
