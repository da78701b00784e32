"""Games being recorded at the tables: their length, the progress of each match, and live standings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select

from scorekeeper.core.db.database import db, now, rows
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.games.commands.authorization import GAME_COLUMNS, Access, access_of
from scorekeeper.games.commands.game_state import GameState, load_many
from scorekeeper.games.store.game import Game
from scorekeeper.pairing.adjustments import apply_table_penalties
from scorekeeper.pairing.directing import director
from scorekeeper.pairing.record.record import Result
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import snapshot
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.live.match_games import COUNTED_KINDS, UNREACHABLE_TARGET, Progress, counted_hands, progress
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store.tournament import StoredTournament, TableGame, TournamentLink

if TYPE_CHECKING:
    from scorekeeper.clubs.commands.members.members import ClubAccess
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.pairing.record.record import MatchLength
    from scorekeeper.pairing.standings.standings import StandingRow


@dataclass(frozen=True)
class MatchOnPad:
    """A match on the pad. `games`: in order, the last one in play."""

    game_ids: tuple[int, ...]
    revisions: tuple[int, ...]
    games: tuple[GameState, ...]
    progress: Progress
    changed_at: datetime

    @property
    def devices(self) -> frozenset[int | None]:
        """The devices that recorded hands that count."""
        return frozenset(e.device_id for game in self.games for e in game.entries)

    @property
    def begun(self) -> bool:
        """Whether anything was recorded."""
        return any(game.entries or game.contract for game in self.games)


# Compiled once, because every phone that follows the tournament runs it often.
_OF_ROUND = (
    select(TournamentLink.round, TournamentLink.number, *GAME_COLUMNS)
    .join(TableGame, TableGame.link_id == TournamentLink.id)
    .join(Game, Game.id == TableGame.game_id)
    .where(TournamentLink.kind == "table", TournamentLink.revoked_at.is_(None))
    .where(TournamentLink.tournament_id == bindparam("tournament"), TournamentLink.round == bindparam("round"))
    .order_by(TournamentLink.number, TableGame.number)
)
_OF_TABLE = _OF_ROUND.where(TournamentLink.number == bindparam("table"))
_OF_GAMES = (
    select(TableGame.game_id, TournamentLink.tournament_id, TournamentLink.round, TournamentLink.number, TournamentLink.id)
    .join(TournamentLink, TournamentLink.id == TableGame.link_id)
    .where(TableGame.game_id.in_(bindparam("games", expanding=True)), TournamentLink.revoked_at.is_(None))
)


def accesses(tournament_id: int, number: int, table: int | None = None) -> dict[int, list[Access]]:
    """Return the games at the tables of a round, by table, with access for watching. One query."""
    query_params = {"tournament": tournament_id, "round": number}
    by_table: dict[int, list[Access]] = {}
    for _, at, *game in rows(_OF_ROUND, **query_params) if table is None else rows(_OF_TABLE, **query_params, table=table):
        by_table.setdefault(at, []).append(access_of([*game, "watch", None, None], ""))
    return by_table


def of_round(
    access: TournamentAccess, board: Board, number: int | None = None, table: int | None = None
) -> dict[int, MatchOnPad]:
    """Return the matches on the pad by table, by default in the current round. At most two queries."""
    number = number or (board.current.number if board.current else 0)
    round_view = board.round(number)
    at_tables = accesses(access.tournament_id, number, table)
    if round_view is None or not at_tables:
        return {}
    games = dict(
        zip(
            (w.game_id for ws in at_tables.values() for w in ws),
            load_many(w for ws in at_tables.values() for w in ws),
            strict=True,
        )
    )
    moment = now()
    by_table = {}
    for at, each in at_tables.items():
        seated = round_view.table(at)
        if seated is not None:
            mine = tuple(games[w.game_id] for w in each)
            ids, revisions = tuple(w.game_id for w in each), tuple(w.revision for w in each)
            by_table[at] = MatchOnPad(
                ids, revisions, mine, progress(board, seated, mine, moment), max(w.changed_at for w in each)
            )
    return by_table


def started_tables(access: TournamentAccess, number: int) -> set[int]:
    """Return the tables of a round with a recorded hand or an open contract."""
    flat = [(at, w) for at, ws in accesses(access.tournament_id, number).items() for w in ws]
    games = load_many(w for _, w in flat)
    return {at for (at, _), game in zip(flat, games, strict=True) if game.entries or game.contract}


def stamp(access: TournamentAccess, number: int | None) -> str:
    """Return a stamp that changes with any game at the tables of a round, for ETags. One query.

    The tournament's revision is not part of it.
    """
    games = accesses(access.tournament_id, number) if number else {}
    return "-".join(f"{at}.{w.game_id}.{w.revision}" for at, ws in games.items() for w in ws)


def standings(board: Board, live: dict[int, MatchOnPad]) -> list[StandingRow]:
    """Return the standings as if every match on the pad ended now."""
    if board.current is None or not live:
        return board.standings
    last = board.tournament.rounds[-1]
    penalties = board.additions.penalties
    tables = tuple(
        t
        if t.result.known
        else apply_table_penalties(replace(t, result=_result_so_far(live.get(t.number))), last.number, penalties)
        for t in last.tables
    )
    rounds = (*board.tournament.rounds[:-1], replace(last, tables=tables))
    return director.standings(replace(board.tournament, rounds=rounds))


def _result_so_far(live: MatchOnPad | None) -> Result:
    if live is None or not live.begun:
        return Result()
    return live.progress.result or Result(live.progress.scores)


def of_games(game_ids: Iterable[int]) -> dict[int, tuple[int, int, int, int]]:
    """Return (tournament, round, table, link) by game, for games that belong to a match.

    The pad uses it to link back to the tournament.
    """
    matches = rows(_OF_GAMES, games=list(game_ids))
    return {game: (tournament, number, table, link) for game, tournament, number, table, link in matches}


def check_room_for_hand(access: Access, game: GameState, kind: object) -> None:
    """Raise Refusal("table.length") for a hand beyond the last of a match with a set number of hands.

    A match on the clock still takes late hands, because a phone may have stored them before time was up.
    """
    if kind not in COUNTED_KINDS or game.rules.target < UNREACHABLE_TARGET:
        return
    played = len(counted_hands(game))
    match = _match_of(access) if played else None
    if match is not None and match.kind == "hands" and match.hands and played >= match.hands:
        raise Refusal("table.length", high=match.hands)


def target_of_game(access: Access, rules: RuleSet) -> int | None:
    """Return the score that wins a game; None in a match over a number of hands or a time."""
    if rules.target < UNREACHABLE_TARGET:
        return rules.target
    match = _match_of(access)
    return rules.target if match is None or match.kind == "race" else None


def _match_of(access: Access) -> MatchLength | None:
    """Return the length of the match that a game belongs to; None without a tournament."""
    at = of_games([access.game_id]).get(access.game_id)
    if at is None:
        return None
    try:
        table = tournament_entrance.table(tournament_entrance.token_by_id(at[3]))
        board = snapshot.load(table)
        seat = board.table(table.round or 0, table.table or 0)
        return board.match_in(table.round, seat.pool if seat else None)
    except NotFound:
        return None


@dataclass(frozen=True)
class ClubGame:
    """A game at a table. `tournament_id` and `name`: the tournament's; `access`: an access for watching."""

    tournament_id: int
    name: str
    round: int
    table: int
    access: Access


def games_of_club(club: ClubAccess, most: int) -> list[ClubGame]:
    """Return the newest games, at most `most`, in one query."""
    query = (
        select(StoredTournament.id, StoredTournament.name, TournamentLink.round, TournamentLink.number, *GAME_COLUMNS)
        .join(TournamentLink, TournamentLink.tournament_id == StoredTournament.id)
        .join(TableGame, TableGame.link_id == TournamentLink.id)
        .join(Game, Game.id == TableGame.game_id)
        .where(StoredTournament.club_id == club.club_id)
        .where(TournamentLink.kind == "table", TournamentLink.revoked_at.is_(None))
        .order_by(Game.id.desc())
        .limit(most)
    )
    return [
        ClubGame(tournament, name, number or 0, table or 0, access_of([*game, "watch", None, None], ""))
        for tournament, name, number, table, *game in db.session.execute(query)
    ]
