"""Build a club's season: its finished tournaments as facts, with everyone's names and keys.

A player's key is the roster id for the name, or `~` and the name as compared. Someone with several names has the id of the
one that stays. A pair's key is its players' keys in order, joined by `+`. A team without known players has `=` and its name
as compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from typing import Any

from sqlalchemy import func, select

from scorekeeper.clubs.commands.members.roster import pair_name
from scorekeeper.clubs.store.club import ClubPlayer
from scorekeeper.core.cache import Cache, cache_of
from scorekeeper.core.db.database import db
from scorekeeper.core.security.signing import same_name
from scorekeeper.engine.scored_game import Hand
from scorekeeper.games.commands.game_state import GameState, score
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.log import fold
from scorekeeper.games.store.log_rows import events_of_many
from scorekeeper.pairing.record.attendance import HERE
from scorekeeper.pairing.record.record import Result, Table
from scorekeeper.pairing.staged_standings import final_of
from scorekeeper.pairing.standings.results import game_points, ledger, standing_at_table
from scorekeeper.ratings import ratings
from scorekeeper.ratings.facts import Feat, Place, PlayedMatch, SeasonEvent, SeasonSeat, in_order
from scorekeeper.tournaments.commands.door.door_state import check_in_of
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store.log import TournamentLog, events_after
from scorekeeper.tournaments.store.tournament import StoredTournament, TableGame, TournamentLink

_REMEMBERED = 16


class Season:
    """All finished tournaments of a club. Read-only, because requests share it; derived values are cached.

    `names`: names by key; `also`: the other names of players with more than one.
    """

    hides = False
    """Whether names are shortened and keys are opaque."""

    def __init__(self, events: Sequence[SeasonEvent], names: dict[str, str], also: dict[str, tuple[str, ...]]) -> None:
        self.events = tuple(in_order(list(events)))
        self.names = names
        self.also = also

    def name(self, key: str) -> str:
        """Return the name of a player or pair."""
        return self.names.get(key, key)

    def event(self, number: int) -> SeasonEvent | None:
        """Return a finished tournament by its id, or None."""
        return next((e for e in self.events if e.id == number), None)

    @cached_property
    def team_ratings(self) -> dict[str, ratings.History]:
        """Return the rating histories of pairs, by key."""
        return ratings.team_ratings(self.events)

    @cached_property
    def player_ratings(self) -> dict[str, ratings.History]:
        """Return the rating histories of players, by key."""
        return ratings.player_ratings(self.events)


@dataclass(frozen=True)
class _CachedSeason:
    """A cached season, with the stamps it was made from."""

    stamp: tuple[object, ...]
    season: Season
    events: dict[int, tuple[object, SeasonEvent]]


def season_of(club_id: int) -> Season:
    """Return the club's current season. Takes three queries, and up to three more for each tournament changed since the last
    call.
    """
    people = people_of(club_id)
    games = _game_stamps(club_id)
    row = StoredTournament
    query = select(row.id, row.revision, row.changed_at).where(row.club_id == club_id, row.status == "finished")
    heads: dict[int, tuple[int, datetime]] = {n: (revision, at) for n, revision, at in db.session.execute(query)}
    stamp = (people.stamp, tuple(sorted(heads.items())), tuple(sorted((n, games[n]) for n in heads if n in games)))
    cache = _cache()
    known = cache.get(club_id)
    if known is not None and known.stamp == stamp:
        return known.season
    marks = {number: (people.stamp, head, games.get(number)) for number, head in heads.items()}
    # A club's id may be reused, a tournament's is not: no cached event of a deleted club matches.
    events = {n: old for n, old in known.events.items() if old[0] == marks.get(n)} if known is not None else {}
    names = known.season.names if known is not None and events else {}
    for number in heads.keys() - events.keys():
        events[number] = (marks[number], _event(number, people, number in games))
    names = {**names, **people.names}
    season = Season([event for _, event in events.values()], names, people.also())
    cache.put(club_id, _CachedSeason(stamp, season, events))
    return season


def _cache() -> Cache[_CachedSeason]:
    return cache_of("scorekeeper.seasons", _REMEMBERED)


def _game_stamps(club_id: int) -> dict[int, tuple[int, int]]:
    """Return how many games on the score pad each tournament has, and their revisions added up.

    Revisions only grow, so the total changes with every change of a game.
    """
    query = (
        select(TournamentLink.tournament_id, func.count(), func.sum(Game.revision))
        .join(TableGame, TableGame.link_id == TournamentLink.id)
        .join(Game, Game.id == TableGame.game_id)
        .join(StoredTournament, StoredTournament.id == TournamentLink.tournament_id)
        .where(StoredTournament.club_id == club_id, TournamentLink.revoked_at.is_(None))
        .group_by(TournamentLink.tournament_id)
    )
    return {number: (count, int(revisions)) for number, count, revisions in db.session.execute(query)}


def _event(number: int, people: RosterPeople, on_the_pad: bool) -> SeasonEvent:
    board = Board(TournamentLog().with_events(events_after(number)))
    games = _games(number) if on_the_pad else {}
    matches: list[PlayedMatch] = []
    feats: list[Feat] = []
    for one in board.tournament.rounds:
        for table in one.tables:
            played = _played_match(board, people, one.number, table, games.get((one.number, table.number), []))
            if played is not None:
                matches.append(played)
                feats += _feats(played, games.get((one.number, table.number), []))
    places = tuple(_final_places(board, people))
    facts = (number, board.name, board.about.day, places, tuple(matches), tuple(feats), board.about.public_names)
    return SeasonEvent(*facts, _present(board, people, matches))


def _present(board: Board, people: RosterPeople, matches: Sequence[PlayedMatch]) -> frozenset[str]:
    """Return the keys of players who played a match, or were checked in as here."""
    played = {player for match in matches if match.played for seat in match.sides for player in seat.players}
    found = ((entry, check_in_of(board, entry.id)) for entry in board.entrants)
    here = [entry.id for entry, check_in in found if check_in is not None and check_in.state == HERE]
    return frozenset(played.union(*(people.seat(board, [entrant]).players for entrant in here)))


def _played_match(
    board: Board, people: RosterPeople, number: int, table: Table, games: Sequence[GameState]
) -> PlayedMatch | None:
    result: Result = table.result
    standing = standing_at_table(result, len(table.sides))
    if standing is None:
        return None
    boxes = result.boxes
    if boxes is None and any(game.hands for game in games):
        failed = [hand.side for game in games for hand in game.hands if hand.made is False]
        boxes = tuple(failed.count(side) for side in range(len(table.sides)))
    sides = tuple(people.seat(board, side, number) for side in table.sides)
    return PlayedMatch(number, table.number, sides, standing, game_points(result), boxes, not result.forfeit)


def _feats(played: PlayedMatch, games: Sequence[GameState]) -> list[Feat]:
    hands = [(game, hand) for game in games for hand in game.hands if hand.bid == "100-for-200" and hand.made]
    return [Feat(played.round, played.table, *_contractor_keys(played.sides, game, hand)) for game, hand in hands]


def _contractor_keys(sides: Sequence[SeasonSeat], game: GameState, hand: Hand) -> tuple[str, tuple[str, ...]]:
    """Return the keys of the contractor and of the side's players, as far as names show who sat where."""
    seats = game.rules.table.sides[hand.side or 0]
    players = sides[hand.side or 0].players if (hand.side or 0) < len(sides) else ()
    if len(players) != len(seats) or hand.contractor not in seats:
        return "", players
    return players[seats.index(hand.contractor)], players


def _final_places(board: Board, people: RosterPeople) -> list[Place]:
    """Return the final ranks. Entrants who went out in pools rank below all others, by their rank in the pool."""
    rows = board.standings
    through = [row for row in rows if row.field is None or row.field.isdecimal() or final_of(row) or not board.pairing.staged]
    pools = [row for row in rows if row not in through]
    ranked: list[Any] = [(row.rank, row.id) for row in through]
    ranked += [(len(through) + 1 + sum(other.rank < row.rank for other in pools), row.id) for row in pools]
    places = []
    outcomes = ledger(board.tournament)
    for rank, entrant in ranked:
        seat, entrant_outcomes = people.seat(board, [entrant]), outcomes.get(entrant, ())
        match_points = Fraction(sum(one.points for one in entrant_outcomes))
        game_points = Fraction(sum(one.scored for one in entrant_outcomes))
        places.append(Place(rank, board.name_of(entrant), seat.team, seat.players, match_points, game_points))
    return places


_TABLE_GAMES = (
    select(TournamentLink.round, TournamentLink.number, TableGame.game_id)
    .join(TableGame, TableGame.link_id == TournamentLink.id)
    .where(TournamentLink.kind == "table", TournamentLink.revoked_at.is_(None))
    .order_by(TournamentLink.round, TournamentLink.number, TableGame.number)
)


def _games(number: int) -> dict[tuple[int, int], list[GameState]]:
    """Return a tournament's games by round and table. Takes two queries, and unlike live games these are not cached."""
    places = db.session.execute(_TABLE_GAMES.where(TournamentLink.tournament_id == number)).all()
    logs = events_of_many([game for _, _, game in places])
    games: dict[tuple[int, int], list[GameState]] = {}
    for one, table, game in places:
        games.setdefault((one or 0, table or 0), []).append(score(fold(logs[game])))
    return games


UNLISTED, NAMED = "~", "="


@dataclass
class RosterPeople:
    """A club's roster, and the names of everyone met while reading tournaments. `same` maps a merged name to the name it
    belongs to.
    """

    listed: dict[int, str]
    by_name: dict[str, int]
    same: dict[int, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    @property
    def stamp(self) -> int:
        """Return a hash that changes whenever someone's key or name would."""
        return hash((tuple(self.listed.items()), tuple(self.by_name.items()), tuple(self.same.items())))

    def root(self, number: int) -> int:
        """Return the id that a roster id was merged into, or the id itself."""
        while number in self.same:
            number = self.same[number]
        return number

    def also(self) -> dict[str, tuple[str, ...]]:
        """Return players' other names, by key."""
        by_person: dict[str, list[str]] = {}
        for number in self.same:
            by_person.setdefault(str(self.root(number)), []).append(self.listed[number])
        return {key: tuple(sorted(names, key=same_name)) for key, names in by_person.items()}

    def current_key(self, key: str) -> str:
        """Return the current key of the player or pair that once had this one."""
        if key.startswith(NAMED):
            return key
        return "+".join(sorted((self._key_now(part) for part in key.split("+")), key=_key_order))

    def _key_now(self, key: str) -> str:
        number = int(key) if key.isdecimal() and len(key) < 10 else self.by_name.get(same_name(key.removeprefix(UNLISTED)))
        return str(self.root(number)) if number in self.listed else key

    def player(self, name: str, number: int | None = None) -> str:
        """Return a player's key, by roster id if known, else by name."""
        person = number if number in self.listed else self.by_name.get(same_name(name))
        person = None if person is None else self.root(person)
        key = UNLISTED + same_name(name) if person is None else str(person)
        self.names[key] = name if person is None else self.listed[person]
        return key

    def team(self, players: Sequence[str], name: str) -> str:
        """Return the key of players who enter together."""
        if len(players) > 1:
            key = "+".join(sorted(players, key=_key_order))
            self.names[key] = pair_name(self.names[p] for p in sorted(players, key=_key_order))
        else:
            key = NAMED + same_name(name)
            self.names.setdefault(key, name)
        return key

    def seat(self, board: Board, ids: Iterable[str], number: int | None = None) -> SeasonSeat:
        """Return a side of a table with the players of that round, or an entrant as entered if `number` is None."""
        players: list[str] = []
        team = ""
        for entrant in ids:
            entry = board.entrant(entrant)
            name = board.name_of(entrant, number)
            if entry is not None and name == entry.name:
                numbers = entry.player_ids if len(entry.player_ids) == len(entry.players) else (None,) * len(entry.players)
                seated = [self.player(p, n) for p, n in zip(entry.players, numbers, strict=True)]
            else:
                seated = self._stand_ins(name, 1 if board.individuals else len(entry.players) if entry else 2)
            players += seated
            team = "" if board.individuals else self.team(seated, name)
        return SeasonSeat(team, tuple(players))

    def _stand_ins(self, name: str, seats: int) -> list[str]:
        parts = [part.strip() for part in name.split("&")]
        return [self.player(p) for p in parts] if len(parts) == max(1, seats) and all(parts) else []


def _key_order(key: str) -> tuple[int, str]:
    return (int(key), "") if key.isdecimal() else (1 << 40, key)


def people_of(club_id: int) -> RosterPeople:
    """Return the club's roster, including players off the list. Takes one query."""
    row = ClubPlayer
    query = select(row.id, row.name, row.key, row.same_as_id).where(row.club_id == club_id).order_by(row.id)
    rows = db.session.execute(query).all()
    same = {one.id: one.same_as_id for one in rows if one.same_as_id is not None}
    return RosterPeople({one.id: one.name for one in rows}, {one.key: one.id for one in rows}, same)
