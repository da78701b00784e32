"""Removal of games without a single entry, and their links, after 90 days."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import delete, select

from scorekeeper.core.db.database import now, write_transaction
from scorekeeper.games.commands.tournament_hooks import current_host
from scorekeeper.games.store.change import Change
from scorekeeper.games.store.code import Code
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.grant import Grant
from scorekeeper.games.store.link import Link
from scorekeeper.games.store.noop_command import NoopCommand

KEPT_FOR = timedelta(days=90)
AT_ONCE = 500
"""Games per run, so that no one has to wait for it."""
OFTEN = 200
"""One run for this many new games."""


def delete_empty_games() -> int:
    """Delete the oldest empty games and return how many.

    Games of a match and games at a tournament stay.
    """
    elsewhere = current_host().games()
    old = (
        select(Game.id)
        .where(Game.revision == 1, Game.changed_at < now() - KEPT_FOR, Game.match_id.is_(None), Game.next_id.is_(None))
        .where(Game.id.not_in(elsewhere))
        .order_by(Game.id)
        .limit(AT_ONCE)
    )
    with write_transaction() as session:
        gone = session.scalars(old.with_for_update(skip_locked=True)).all()
        links = select(Link.id).where(Link.game_id.in_(gone))
        session.execute(delete(Code).where(Code.link_id.in_(links)))
        for table in (Grant, Link, NoopCommand, Change):
            session.execute(delete(table).where(table.game_id.in_(gone)))
        session.execute(delete(Game).where(Game.id.in_(gone)))
    return len(gone)
