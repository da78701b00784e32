"""Games recorded on the pad at the tables of a club's tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from scorekeeper.core.db.database import db
from scorekeeper.games.commands.authorization import GAME_COLUMNS, Access, access_of
from scorekeeper.games.store.game import Game
from scorekeeper.tournaments.store.tournament import StoredTournament, TableGame, TournamentLink

if TYPE_CHECKING:
    from scorekeeper.clubs.commands.members.members import ClubAccess


@dataclass(frozen=True)
class ClubGame:
    """A game at a table. `tournament_id` and `name`: the tournament's; `access`: an access for watching."""

    tournament_id: int
    name: str
    round: int
    table: int
    access: Access


def of_club(club: ClubAccess, most: int) -> list[ClubGame]:
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
