"""Matches: rematches between the same players, and the games won so far."""

from __future__ import annotations

import uuid as uuids
from dataclasses import dataclass

from sqlalchemy import insert, literal, select
from sqlalchemy.orm import Session

from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.limits import MOST_GAMES_TO_WIN
from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.endings import MatchScore, match_score
from scorekeeper.formats.game_record import Record
from scorekeeper.formats.record_details import About
from scorekeeper.games.commands.authorization import GAME_COLUMNS, Access, access_of
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.library.game_creation import insert_game
from scorekeeper.games.commands.library.game_lists import LoadedGame, device_accesses, load_games
from scorekeeper.games.store.game import Game, Series
from scorekeeper.games.store.link import Grant, Link


@dataclass(frozen=True)
class MatchStanding:
    """A match: its games in order, and the games won by side. `games_to_win` is None for an open series."""

    games: tuple[LoadedGame, ...]
    score: MatchScore
    games_to_win: int | None


def rematch(access: Access, *, games_to_win: int | None = None) -> Access:
    """Return the next game of the match, with the same players, rules and devices. A repeat returns the same game.

    The deal continues. `games_to_win` is agreed with the first rematch. Raises Refusal("not_over").
    """
    access.check_may_score()
    if games_to_win is not None and not 1 <= games_to_win <= MOST_GAMES_TO_WIN:
        raise Refusal("games_to_win", "games_to_win", high=MOST_GAMES_TO_WIN)
    game = load(access)
    if not game.outcome.over:
        raise Refusal("not_over")
    about = game.log.about
    evening = About(place=about.get("place"), occasion=about.get("occasion"), rules_name=game.log.header.get("rules_name"))
    record = Record(game.rules, game.players, game.state.dealer, (), about=evening)
    with write_transaction() as session:
        # If two phones ask at once, the second waits here and finds the first one's game.
        row = session.scalars(select(Game).where(Game.id == access.game_id).with_for_update()).one()
        session.refresh(row)
        following = session.get(Game, row.next_id) if row.next_id else _create_next_game(session, row, record, games_to_win)
        assert following is not None
        facts = [getattr(following, column.key) for column in GAME_COLUMNS]
        return access_of([*facts, access.role, access.device_id, access.link_id], access.who)


def set_match_length(access: Access, games_to_win: int) -> None:
    """Make the game the first of a match to `games_to_win` wins. A game that is in a match stays in it.

    Raises Refusal("games_to_win").
    """
    access.check_may_score()
    if not 1 <= games_to_win <= MOST_GAMES_TO_WIN:
        raise Refusal("games_to_win", "games_to_win", high=MOST_GAMES_TO_WIN)
    with write_transaction() as session:
        game = session.scalars(select(Game).where(Game.id == access.game_id).with_for_update()).one()
        if game.match_id is None:
            match = Series(games_to_win=games_to_win)
            session.add(match)
            session.flush()
            game.match_id = match.id


def _create_next_game(session: Session, game: Game, record: Record, games_to_win: int | None) -> Game:
    if game.match_id is None:
        match = Series(games_to_win=games_to_win)
        session.add(match)
        session.flush()
        game.match_id = match.id
        session.flush()
    following = Game(revision=1, match_id=game.match_id, number=game.number + 1)
    insert_game(session, following, record, None, str(uuids.uuid4()))
    game.next_id = following.id
    # Everyone in the game is in the next one by the same link, so revoking the link covers both.
    grants = select(Grant.device_id, literal(following.id), Grant.link_id, literal(now(), Grant.opened_at.type), Grant.hidden)
    columns = ["device_id", "game_id", "link_id", "opened_at", "hidden"]
    session.execute(insert(Grant).from_select(columns, grants.where(Grant.game_id == game.id)))
    return following


def match_standing(access: Access) -> MatchStanding | None:
    """Return the match that the game belongs to, as far as this access reaches, or None."""
    if access.match_id is None:
        return None
    accesses = (
        _accesses_by_token(access)
        if access.device_id is None
        else device_accesses(access.device_id, access.who, match_id=access.match_id)
    )
    games = load_games(accesses)
    games_to_win = db.session.scalar(select(Series.games_to_win).where(Series.id == access.match_id))
    sides = len(load(access).scores)
    return MatchStanding(tuple(games), match_score(sides, [g.game.outcome for g in games], games_to_win), games_to_win)


def _accesses_by_token(access: Access) -> list[Access]:
    first = select(Game.number).join(Link, Link.game_id == Game.id).where(Link.id == access.link_id).scalar_subquery()
    query = select(*GAME_COLUMNS).where(Game.match_id == access.match_id, Game.number >= first).order_by(Game.number)
    return [access_of([*game, access.role, None, access.link_id]) for game in db.session.execute(query)]
