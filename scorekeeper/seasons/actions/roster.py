"""Who is who from tournament to tournament.

A player's key is the number in the club's roster, where there is one of that name, else `~` and the name as it is compared; of
somebody who plays under several names, the number of the one that stays. A pair's key is its players' keys in order, joined by
`+`; of a team whose players nobody named, `=` and its name as it is compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import select

from scorekeeper.base.db import db
from scorekeeper.base.keys import same_name
from scorekeeper.clubs.actions.roster import pair_name
from scorekeeper.clubs.store.club import ClubPlayer
from scorekeeper.season.facts import SeasonSeat
from scorekeeper.tournaments.actions.board import Board

UNLISTED, NAMED = "~", "="


@dataclass
class RosterPeople:
    """The roster of a club, and the names of everybody that was met on the way. `same`: who is another name of whom."""

    listed: dict[int, str]
    by_name: dict[str, int]
    same: dict[int, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    @property
    def stamp(self) -> int:
        """Another one whenever somebody would get another key or name."""
        return hash((tuple(self.listed.items()), tuple(self.by_name.items()), tuple(self.same.items())))

    def root(self, number: int) -> int:
        """Whom a number of the roster stands for."""
        while number in self.same:
            number = self.same[number]
        return number

    def also(self) -> dict[str, tuple[str, ...]]:
        """The other names of a player, by key."""
        by_person: dict[str, list[str]] = {}
        for number in self.same:
            by_person.setdefault(str(self.root(number)), []).append(self.listed[number])
        return {key: tuple(sorted(names, key=same_name)) for key, names in by_person.items()}

    def key_now(self, key: str) -> str:
        """The key that somebody, or a pair, has by now who had this one once."""
        if key.startswith(NAMED):
            return key
        return "+".join(sorted((self._key_now(part) for part in key.split("+")), key=_order))

    def _key_now(self, key: str) -> str:
        number = int(key) if key.isdecimal() and len(key) < 10 else self.by_name.get(same_name(key.removeprefix(UNLISTED)))
        return str(self.root(number)) if number in self.listed else key

    def player(self, name: str, number: int | None = None) -> str:
        """The key of a player, by the roster's number if that is known, else by name."""
        person = number if number in self.listed else self.by_name.get(same_name(name))
        person = None if person is None else self.root(person)
        key = UNLISTED + same_name(name) if person is None else str(person)
        self.names[key] = name if person is None else self.listed[person]
        return key

    def team(self, players: Sequence[str], name: str) -> str:
        """The key of those who play together."""
        if len(players) > 1:
            key = "+".join(sorted(players, key=_order))
            self.names[key] = pair_name(self.names[p] for p in sorted(players, key=_order))
        else:
            key = NAMED + same_name(name)
            self.names.setdefault(key, name)
        return key

    def seat(self, board: Board, ids: Iterable[str], number: int | None = None) -> SeasonSeat:
        """A side of a table, or (`number` None) an entrant as entered; whoever sat there in that round counts."""
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


def _order(key: str) -> tuple[int, str]:
    return (int(key), "") if key.isdecimal() else (1 << 40, key)


def people_of(club_id: int) -> RosterPeople:
    """The club's roster, those off the list too. One query."""
    row = ClubPlayer
    query = select(row.id, row.name, row.key, row.same_as_id).where(row.club_id == club_id).order_by(row.id)
    rows = db.session.execute(query).all()
    same = {one.id: one.same_as_id for one in rows if one.same_as_id is not None}
    return RosterPeople({one.id: one.name for one in rows}, {one.key: one.id for one in rows}, same)
