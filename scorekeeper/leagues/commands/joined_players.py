"""Merge two names of one person into one player, and separate them again. Tournaments are never rewritten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import select

from scorekeeper.clubs.commands.event_writer import ClubTransaction, change_club
from scorekeeper.clubs.commands.members import roster as club_roster
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.store.club import ClubPlayer
from scorekeeper.clubs.store.log import ClubEvent
from scorekeeper.core.api.json_schema import Id
from scorekeeper.core.db.database import LARGEST_ID, db
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.core.security.signing import normalize_text, same_name
from scorekeeper.leagues.commands.season import UNLISTED, RosterPeople, Season, people_of, season_of
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store.log import TournamentLog, events_after
from scorekeeper.tournaments.store.tournament import StoredTournament


@dataclass(frozen=True)
class JoinedPlayer:
    """A roster name that is another name of `player`."""

    id: Id
    name: str
    player: str


def merged_names(club: ClubAccess) -> list[JoinedPlayer]:
    """Return the names that were merged into others, sorted."""
    people = people_of(club.club_id)
    pairs = [JoinedPlayer(n, people.listed[n], people.listed[people.root(n)]) for n in people.same]
    return sorted(pairs, key=lambda one: (same_name(one.player), same_name(one.name)))


def roster(club: ClubAccess) -> dict[int, str]:
    """Return the roster's names by id, including players off the list."""
    return people_of(club.club_id).listed


def names(club: ClubAccess) -> list[str]:
    """Return one name for each person: the roster's, and substitutes who are not on it."""
    people = people_of(club.club_id)
    season = season_of(club.club_id)
    listed = [name for n, name in people.listed.items() if n not in people.same]
    unlisted = [name for key, name in season.names.items() if key.startswith(UNLISTED) and "+" not in key]
    return sorted({*listed, *unlisted}, key=same_name)


def merge_names(club: ClubAccess, keep: object, other: object, *, uuid: str) -> None:
    """Make `other` another name of the player `keep`. Tournaments keep the name as entered. Directors only.

    Idempotent by `uuid`. Raises NotAllowed, Refusal("same…").
    """
    club.check("direct")
    people, season = people_of(club.club_id), season_of(club.club_id)
    main_id, alias_id = (_roster_number(club, people, season, field, name) for field, name in (("keep", keep), ("other", other)))
    with change_club(club, "join", [main_id, alias_id], uuid) as turn:
        if turn.made is None:
            _write(turn, alias_id, people_of(club.club_id).root(main_id), "same")


def separate_name(club: ClubAccess, number: int, *, uuid: str) -> None:
    """Make a merged name a separate person again. Directors only. Raises NotAllowed, NotFound("player"), Refusal("same")."""
    club.check("direct")
    with change_club(club, "part", number, uuid) as turn:
        if turn.made is None:
            _write(turn, number, None, "same")


def restore(turn: ClubTransaction, number: int, change: ClubEvent) -> ClubEvent:
    """Restore the player that a name belonged to before a change."""
    return _write(turn, number, change.before["same_as"], "undo", change.number)


def _roster_number(club: ClubAccess, people: RosterPeople, season: Season, field: str, name: object) -> int:
    """Return the roster id of a name, adding a substitute to the roster if needed."""
    read = normalize_text(name) if isinstance(name, str) else ""
    known = people.by_name.get(same_name(read))
    if known is not None:
        return known
    if not read or UNLISTED + same_name(read) not in season.names:
        raise Refusal("same.unknown", field, read=read[:60])
    return club_roster.ids_of(club.club_id, [season.names[UNLISTED + same_name(read)]])[0]


def _write(turn: ClubTransaction, number: int, same_as: int | None, action: str, undoes: int | None = None) -> ClubEvent:
    club_id = turn.club.club_id
    player = turn.session.get(ClubPlayer, number, populate_existing=True) if number <= LARGEST_ID else None
    if player is None or player.club_id != club_id:
        raise NotFound("player")
    previous = player.same_as_id
    if previous == same_as:
        raise Refusal("season.undo_same" if undoes else "same")
    people = people_of(club_id)
    if same_as is not None:
        _check(club_id, people, number, same_as)
    player.same_as_id = same_as
    return turn.note(f"player/{number}", action, {"same_as": previous}, {"same_as": same_as}, undoes)


def _check(club_id: int, people: RosterPeople, number: int, same_as: int) -> None:
    if number in people.same:
        read, right = people.listed[number], people.listed[people.root(number)]
        raise Refusal("same.already", "other", read=read, right=right)
    if people.root(same_as) == number:
        raise Refusal("same.self", "other", read=people.listed[number])
    one, other = str(people.root(same_as)), str(number)
    for event, groups in _groups_seated(club_id, people):
        if any(one in group and other in group for group in groups):
            raise Refusal("same.together", "other", one=people.names[one], other=people.names[other], read=event)


def _groups_seated(club_id: int, people: RosterPeople) -> Iterator[tuple[str, list[set[str]]]]:
    """Yield each tournament's name and its groups of people who were there at the same time.

    The groups are all entrants and each round's players.
    """
    season = season_of(club_id)
    for name in (n for n in people.listed if n not in people.same):
        people.names[str(name)] = people.listed[name]
    for event in season.events:
        rounds: dict[int, set[str]] = {}
        for match in event.matches:
            rounds.setdefault(match.round, set()).update(p for seat in match.sides for p in seat.players)
        yield event.name, [{p for place in event.places for p in place.players}, *rounds.values()]
    going = (StoredTournament.club_id == club_id) & (StoredTournament.status != "finished")
    for number in db.session.scalars(select(StoredTournament.id).where(going)).all():
        board = Board(TournamentLog().with_events(events_after(number)))
        seated_players = [people.seat(board, [e.id]).players for e in board.entrants if e.status == "in"]
        yield board.name, [{p for players in seated_players for p in players}]
