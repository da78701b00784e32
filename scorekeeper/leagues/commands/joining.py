"""New tournaments of a series join the leagues of the tournament that they repeat."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.clubs.commands.event_writer import change_club
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.store.league import leagues_of_tournament
from scorekeeper.leagues.commands.leagues import join_tournaments
from scorekeeper.tournaments.commands.series.next_tournament import Joining


class LeagueJoining(Joining):
    """Adds new tournaments to every league that counts the earlier one."""

    def join(self, club: ClubAccess, like: int, made: Sequence[int]) -> None:
        """Add the tournaments, one change in each league's history."""
        for league, _name in leagues_of_tournament(club.club_id, like):
            with change_club(club, "league.join", [league, like, *made], None) as turn:
                join_tournaments(turn, league, made)
