"""The place of an imported game among the games of its match."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.core.limits import MOST_GAMES_TO_WIN
from scorekeeper.formats.record_details import MatchPlace
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.grant import Grant
from scorekeeper.games.store.series import Series


def give_place(session: Session, game: Game, place: MatchPlace, visitor: Visitor | None) -> None:
    """Put a new game into its match before it is added: the device's own match with that id, or a new one.

    If its number is taken, it gets the next free one. If the match has a next game, the new game leads to it.
    """
    match = None if visitor is None else _own_match(session, place.id, visitor)
    if match is None:
        to_win = place.games_to_win
        match = Series(uuid=place.id, games_to_win=to_win if to_win is None or to_win <= MOST_GAMES_TO_WIN else None)
        session.add(match)
        session.flush()
    others = {other.number: other for other in session.scalars(select(Game).where(Game.match_id == match.id))}
    game.match_id = match.id
    game.number = place.number if place.number not in others else max(others) + 1
    following = others.get(game.number + 1)
    game.next_id = None if following is None else following.id


def link_from_before(session: Session, game: Game) -> None:
    """Make the previous game of its match lead to the game, once it has an id."""
    before = select(Game).where(Game.match_id == game.match_id, Game.number == game.number - 1, Game.next_id.is_(None))
    previous = session.scalars(before).first()
    if previous is not None:
        previous.next_id = game.id


def _own_match(session: Session, uuid: str, visitor: Visitor) -> Series | None:
    """Return the device's own match. One that came by a link belongs to its creator."""
    query = (
        select(Series)
        .join(Game, Game.match_id == Series.id)
        .join(Grant, Grant.game_id == Game.id)
        .where(Series.uuid == uuid, Grant.device_id == visitor.id, Grant.link_id.is_(None))
    )
    return session.scalars(query).first()
