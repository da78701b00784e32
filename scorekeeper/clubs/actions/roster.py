"""The players and pairs that a club keeps between events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Update, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from scorekeeper.base.db import db, now, writing
from scorekeeper.base.keys import folded, same_name, tidy
from scorekeeper.base.refusals import NotFound, Refusal
from scorekeeper.clubs.actions.members import ClubAccess, lock
from scorekeeper.clubs.store.club import LONGEST_PLAYER_NAME, LONGEST_STORED, ClubPair, ClubPlayer
from scorekeeper.codec.names import fits

MOST_PLAYERS = 5000


@dataclass(frozen=True)
class Player:
    """A player of the club."""

    id: int
    name: str


@dataclass(frozen=True)
class Pair:
    """Two players who entered together before. `used_at`: when they last did."""

    id: int
    players: tuple[Player, Player]
    used_at: datetime

    @property
    def name(self) -> str:
        """Both names, as an entrant is called."""
        return pair_name([p.name for p in self.players])


def pair_name(names: Iterable[str]) -> str:
    """What players who enter together are called: “Aline & Denis”."""
    return " & ".join(names)


def players(club: ClubAccess) -> list[Player]:
    """The players, by name; who plays under several names, once."""
    row = ClubPlayer
    query = select(row.id, row.name, row.key).where(row.club_id == club.club_id, row.hidden_at.is_(None))
    rows = db.session.execute(query.where(row.same_as_id.is_(None))).all()
    return [Player(one.id, one.name) for one in sorted(rows, key=lambda one: one.key)]  # databases sort by rules of their own


def _stand_for(club: ClubAccess) -> dict[int, Player]:
    """Whom those stand for who are another name of somebody, by number."""
    row = ClubPlayer
    query = select(row.id, row.same_as_id).where(row.club_id == club.club_id, row.same_as_id.is_not(None))
    same: dict[int, int] = {number: same_as for number, same_as in db.session.execute(query) if same_as is not None}
    last = dict(same)
    while moved := {number: same[to] for number, to in last.items() if to in same}:
        last |= moved
    query_names = select(row.id, row.name).where(row.id.in_(set(last.values())))
    names = {one.id: one.name for one in db.session.execute(query_names)} if last else {}
    return {number: Player(to, names[to]) for number, to in last.items()}


def pairs(club: ClubAccess) -> list[Pair]:
    """The pairs, those who entered last first; who plays under several names stands there with the one that stays."""
    stand_for = _stand_for(club)
    one, other = aliased(ClubPlayer), aliased(ClubPlayer)
    query = (
        select(ClubPair.id, one.id, one.name, other.id, other.name, ClubPair.used_at)
        .join(one, one.id == ClubPair.first_id)
        .join(other, other.id == ClubPair.second_id)
        .where(ClubPair.club_id == club.club_id, ClubPair.hidden_at.is_(None))
        .where(one.hidden_at.is_(None), other.hidden_at.is_(None))
        .order_by(ClubPair.used_at.desc(), ClubPair.id.desc())
    )
    by_players: dict[frozenset[int], Pair] = {}
    for number, a, name, b, other_name, used in db.session.execute(query):
        both = stand_for.get(a, Player(a, name)), stand_for.get(b, Player(b, other_name))
        by_players.setdefault(frozenset(player.id for player in both), Pair(number, both, used))
    return list(by_players.values())


def suggest(club: ClubAccess, text: str, *, limit: int = 8) -> list[str]:
    """Names of players that begin with what was typed, or have a word that does; then those that contain it."""
    wanted = same_name(text)
    if not wanted:
        return []
    row = ClubPlayer
    query = select(row.id, row.name, row.key).where(row.club_id == club.club_id, row.hidden_at.is_(None))
    rows = db.session.execute(query.where(row.key.contains(wanted, autoescape=True))).all()
    ranked = sorted(rows, key=lambda row: (not row.key.startswith(wanted), f" {wanted}" not in f" {row.key}", row.key))
    stand_for = _stand_for(club)
    names = (stand_for[one.id].name if one.id in stand_for else one.name for one in ranked)
    return list(dict.fromkeys(names))[:limit]


def check_name(name: object) -> str:
    """A player's name, tidied. Raises Refusal("player.name")."""
    tidied = tidy(name) if isinstance(name, str) else ""
    if not fits(tidied, LONGEST_PLAYER_NAME) or not 0 < len(same_name(tidied)) <= LONGEST_STORED:
        raise Refusal("player.name", "name", read=tidied[:40], high=LONGEST_PLAYER_NAME)
    return tidied


def add_player(club: ClubAccess, name: object) -> Player:
    """Keep a player; the one of that name if there is one already, shown again if hidden. Directors."""
    club.check("direct")
    checked = check_name(name)
    return Player(ids_of(club.club_id, [checked])[0], checked)


def rename_player(club: ClubAccess, player_id: int, name: object) -> None:
    """Write a player's name anew. Events that were played keep theirs. Raises NotFound("player"), Refusal("player.taken")."""
    club.check("direct")
    checked = check_name(name)
    try:
        with writing() as session:
            session.execute(_one(session, club, player_id).values(name=checked, key=same_name(checked)))
    except IntegrityError:
        raise Refusal("player.taken", "name", read=checked) from None


def hide_player(club: ClubAccess, player_id: int, hidden: bool = True) -> None:
    """Offer a player no more, or again. Raises NotFound("player")."""
    club.check("direct")
    with writing() as session:
        session.execute(_one(session, club, player_id).values(hidden_at=now() if hidden else None))


def hide_pair(club: ClubAccess, pair_id: int, hidden: bool = True) -> None:
    """Offer a pair no more, or again. Raises NotFound("pair")."""
    club.check("direct")
    with writing() as session:
        one = (ClubPair.id == pair_id) & (ClubPair.club_id == club.club_id)
        if session.scalar(select(ClubPair.id).where(one)) is None:
            raise NotFound("pair")
        session.execute(update(ClubPair).where(one).values(hidden_at=now() if hidden else None))


def _one(session: Session, club: ClubAccess, player_id: int) -> Update:
    one = (ClubPlayer.id == player_id) & (ClubPlayer.club_id == club.club_id)
    if session.scalar(select(ClubPlayer.id).where(one)) is None:
        raise NotFound("player")
    return update(ClubPlayer).where(one)


def ids_of(club_id: int, names: Sequence[str]) -> list[int]:
    """The roster's numbers of these players, in order; whoever is not in it yet is added.

    Raises Refusal("player.many"), NotFound("club").
    """
    numbers = _known(club_id, names)
    missing = [name for name in dict.fromkeys(names) if same_name(name) not in numbers]
    if missing:
        _add(club_id, missing)
        numbers = _known(club_id, names)
    return [numbers[same_name(name)] for name in names]


def _known(club_id: int, names: Iterable[str]) -> dict[str, int]:
    keys = {same_name(name) for name in names}
    query = select(ClubPlayer.key, ClubPlayer.id).where(ClubPlayer.club_id == club_id, ClubPlayer.key.in_(keys))
    return {row.key: row.id for row in db.session.execute(query)}


def keys_of(names: Sequence[str]) -> list[str]:
    """The keys of a whole roster, in order: names that were kept apart when they were compared less kindly stay apart."""
    first: dict[str, str] = {}
    for name in names:
        key = same_name(name)
        if key not in first or folded(name) == key:
            first[key] = name
    return [key if first[key := same_name(name)] == name else folded(name) for name in names]


def _add(club_id: int, names: Sequence[str]) -> None:
    with writing() as session:
        lock(session, club_id)
        kept = session.scalar(select(func.count()).select_from(ClubPlayer).where(ClubPlayer.club_id == club_id)) or 0
        known = _known(club_id, names)  # somebody else may have added one meanwhile
        unique = {same_name(name): name for name in names if same_name(name) not in known}
        if kept + len(unique) > MOST_PLAYERS:
            raise Refusal("player.many", high=MOST_PLAYERS)
        session.add_all([ClubPlayer(club_id=club_id, name=name, key=key, created_at=now()) for key, name in unique.items()])


def remember_pairs(session: Session, club_id: int, entered: Iterable[Sequence[int]]) -> None:
    """Note in the open transaction that these entered together now, those of two players."""
    wanted = {tuple(sorted(ids)) for ids in entered if len(set(ids)) == 2}
    if not wanted:
        return
    moment = now()
    firsts = {ids[0] for ids in wanted}
    there = {(p.first_id, p.second_id): p for p in session.scalars(select(ClubPair).where(ClubPair.first_id.in_(firsts)))}
    for first, second in sorted(wanted):
        pair = there.get((first, second))
        if pair is None:
            session.add(ClubPair(club_id=club_id, first_id=first, second_id=second, created_at=moment, used_at=moment))
        else:
            pair.used_at, pair.hidden_at = moment, None
