"""The files of an archive, each declared once for export and import.

Numbers are local to the archive and start at 1. Changes of tournaments and games are declared in
`tournaments/commands/files/archived_log.py` and `games/commands/files/log_check.py`. Fields without bounds here are checked
by their readers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from scorekeeper.clubs.commands.event_writer import MOST_CLUB_EVENTS
from scorekeeper.clubs.commands.members.roster import MOST_PLAYERS
from scorekeeper.core.limits import MOST_TOURNAMENT_EVENTS
from scorekeeper.games.store.parts import LONGEST_UUID
from scorekeeper.leagues.commands.leagues import MOST_LEAGUES
from scorekeeper.pairing.record.shapes import Many, OneOf, Text, Whole
from scorekeeper.tournaments.commands.setup.lifecycle import MOST_TOURNAMENTS
from scorekeeper.tournaments.store.tournament import LONGEST_ID

CLUB, TOURNAMENT, GAME = "scorekeeper-club/2", "scorekeeper-tournament-log/1", "scorekeeper-game-log/1"

MOST_PAIRS = 20_000
MOST_GAMES = 15_000
LONGEST_WHO = 60
LONGEST_SUBJECT = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubFile:
    """`club.json`: the club's settings, players, pairs, leagues and changes, and the number of other files."""

    format: str = CLUB
    name: str
    created_at: datetime
    zone: str | None
    public_names: str
    responsible: str | None
    responsible_reach: str | None
    responsible_since: str | None
    keep_names: int | None
    keep_sign_ins: int | None
    players: Annotated[list[Any], Many(MOST_PLAYERS)]
    pairs: Annotated[list[Any], Many(MOST_PAIRS)]
    leagues: Annotated[list[Any], Many(MOST_LEAGUES)]
    changes: Annotated[list[Any], Many(MOST_CLUB_EVENTS)]
    tournaments: Annotated[int, Whole(0, MOST_TOURNAMENTS)]
    games: Annotated[int, Whole(0, MOST_GAMES)]


@dataclass(frozen=True, slots=True)
class ArchivedPlayer:
    """A player of the roster. `same_as`: the number of the player with whom this one was merged."""

    name: str
    same_as: int | None
    created_at: datetime
    hidden_at: datetime | None


@dataclass(frozen=True, slots=True)
class ArchivedPair:
    """Two players who enter together, by number."""

    players: Annotated[list[int], Many(2)]
    created_at: datetime
    used_at: datetime
    hidden_at: datetime | None


@dataclass(frozen=True, slots=True)
class LeagueFacts:
    """The editable facts of a league, which its history records."""

    name: Any
    note: Any
    who: Any
    points: Any
    others: Any
    best: Any
    share: Any
    counts: Any
    tournaments: Annotated[list[int], Many(MOST_TOURNAMENTS)]


@dataclass(frozen=True, slots=True)
class ArchivedLeague(LeagueFacts):
    """The current state of a league."""

    uuid: Any
    revision: Annotated[int, Whole(1, 10**6)]
    created_at: datetime
    changed_at: datetime
    deleted_at: datetime | None


@dataclass(frozen=True, slots=True)
class ArchivedClubChange:
    """A change of a league or of a player's `same_as`. `subject`: `league/3` or `player/12`."""

    uuid: Annotated[str, Text(LONGEST_UUID, 0)]
    at: datetime
    who: Annotated[str, Text(LONGEST_WHO, 0)]
    action: Any
    subject: Annotated[str, Text(LONGEST_SUBJECT, 0)]
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    undoes: Annotated[int, Whole(1)] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentFile:
    """`tournaments/0001.json` …: a tournament's changes, the links to its tables and the games recorded there."""

    format: str = TOURNAMENT
    created_at: datetime
    links: Annotated[list[Any], Many(100_000)]
    games: Annotated[list[Any], Many(MOST_GAMES)]
    changes: Annotated[list[Any], Many(MOST_TOURNAMENT_EVENTS)]


@dataclass(frozen=True, slots=True)
class ArchivedLink:
    """A link to a table of a round or to an entrant's page. Its secret is replaced on import."""

    kind: Annotated[str, OneOf(("table", "entrant"))]
    round: Annotated[int, Whole(1, 9999)] | None
    number: Annotated[int, Whole(1, 9999)] | None
    entrant: Annotated[str, Text(LONGEST_ID, 0)] | None
    created_at: datetime
    revoked_at: datetime | None


@dataclass(frozen=True, slots=True)
class ArchivedTableGame:
    """A game recorded at a table: the game, its link, and its number within the match."""

    game: Annotated[int, Whole(1)]
    link: Annotated[int, Whole(1)]
    number: Annotated[int, Whole(1, 100)]
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFile:
    """`games/0001.json` …: every change of a game recorded at a table."""

    format: str = GAME
    created_at: datetime
    changes: Annotated[list[Any], Many(MOST_TOURNAMENT_EVENTS)]
