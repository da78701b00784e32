"""Permanent deletion of tournaments and clubs, with all their data."""

from __future__ import annotations

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session
from sqlalchemy.sql import ColumnElement

from scorekeeper.clubs.commands.members.members import ClubAccess, lock
from scorekeeper.clubs.store.account import ApiToken, Invitation, Membership
from scorekeeper.clubs.store.club import Club, ClubPair, ClubPlayer
from scorekeeper.clubs.store.league import StoredLeague, leagues_of_tournament
from scorekeeper.clubs.store.log import ClubEvent
from scorekeeper.clubs.store.privacy import StoredPrivacyEvent
from scorekeeper.core.db.database import write_transaction
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.signing import fold, normalize_text
from scorekeeper.tournaments.commands.authorization import TournamentAccess, reread
from scorekeeper.tournaments.commands.printouts import printouts
from scorekeeper.tournaments.commands.snapshot import Board, load
from scorekeeper.tournaments.store.tournament import StoredTournament, StoredTournamentEvent, TableGame, TournamentLink


def needs_name(board: Board) -> bool:
    """Return whether its name must be typed to delete it: others have seen it once a round is published."""
    return bool(board.rounds)


def delete_tournament(access: TournamentAccess, typed: str = "") -> None:
    """Delete a tournament permanently.

    A director may delete it before its first round. Later, only an organizer may, by typing its name (`typed`). Games
    recorded at its tables stay on the phones that recorded them. Raises NotAllowed, Refusal("delete.name"), or
    Refusal("delete.league") if it counts in a league.
    """
    with write_transaction() as session:
        # Reload: a round may have been published since the page was opened.
        board = load(reread(access, lock=True))
        access.check("organise" if needs_name(board) else "direct")
        if needs_name(board):
            _check_typed(typed, board.name)
        if counted := leagues_of_tournament(access.club_id, access.tournament_id):
            raise Refusal("delete.league", right=", ".join(name for _number, name in counted))
        _delete_tournaments(session, StoredTournament.id == access.tournament_id)
    printouts.forget(access.tournament_id)


def delete_club(club: ClubAccess, typed: str) -> None:
    """Delete a club with its tournaments, players, leagues, tokens and invitations. Only for organizers.

    `typed`: the club's name. Accounts stay. Raises NotAllowed, Refusal("delete.name").
    """
    club.check("organise")
    _check_typed(typed, club.name)
    with write_transaction() as session:
        # Writes to its tournaments finish before this lock; later ones find no tournament.
        own = StoredTournament.club_id == club.club_id
        numbers = session.scalars(select(StoredTournament.id).where(own).order_by(StoredTournament.id).with_for_update()).all()
        lock(session, club.club_id)
        _delete_tournaments(session, own)
        session.execute(update(ClubPlayer).where(ClubPlayer.club_id == club.club_id).values(same_as_id=None))
        for table in (StoredPrivacyEvent, ClubEvent, StoredLeague, ClubPair, ClubPlayer, ApiToken, Invitation, Membership):
            session.execute(delete(table).where(table.club_id == club.club_id))
        session.execute(delete(Club).where(Club.id == club.club_id))
    for number in numbers:
        printouts.forget(number)


def _check_typed(typed: str, name: str) -> None:
    if fold(normalize_text(typed)) != fold(name):
        raise Refusal("delete.name", "name", read=typed[:80], right=name)


def _delete_tournaments(session: Session, which: ColumnElement[bool]) -> None:
    numbers = select(StoredTournament.id).where(which)
    links = select(TournamentLink.id).where(TournamentLink.tournament_id.in_(numbers))
    session.execute(delete(TableGame).where(TableGame.link_id.in_(links)))
    session.execute(delete(StoredTournamentEvent).where(StoredTournamentEvent.tournament_id.in_(numbers)))
    session.execute(delete(TournamentLink).where(TournamentLink.tournament_id.in_(numbers)))
    session.execute(delete(StoredTournament).where(which))
