"""The players and pairs that a club keeps between events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Update, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from scorekeeper.clubs.commands.members.members import ClubAccess, lock
from scorekeeper.clubs.store.club import LONGEST_PLAYER_NAME, LONGEST_STORED, ClubPair, ClubPlayer
from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.core.security.signing import fold, normalize_text, same_name
from scorekeeper.formats.names import is_valid_name

MOST_PLAYERS = 5000


@dataclass(frozen=True)
class Player:
    id: int
    name: str


@dataclass(frozen=True)
class Pair:
    """Two players who have entered together. `used_at`: when they last did."""

    id: int
    players: tuple[Player, Player]
    used_at: datetime

    @property
    def name(self) -> str:
        """Both names, as the name of an entrant."""
        return pair_name([p.name for p in self.players])


def pair_name(names: Iterable[str]) -> str:
    """Return the name of players who enter together: “Aline & Denis”."""
    return " & ".join(names)


def players(club: ClubAccess) -> list[Player]:
    """Return the players by name. A player with several names appears once."""
    row = ClubPlayer
    query = select(row.id, row.name, row.key).where(row.club_id == club.club_id, row.hidden_at.is_(None))
    rows = db.session.execute(query.where(row.same_as_id.is_(None))).all()
    return [Player(one.id, one.name) for one in sorted(rows, key=lambda one: one.key)]  # databases sort differently


def _main_players(club: ClubAccess) -> dict[int, Player]:
    """Return the main player for each alternative name, by number."""
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
    """Return the pairs, latest entries first. Players with several names appear under the main one."""
    stand_for = _main_players(club)
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
    """Return names of players that start with the text, then with a word that does, then any that contain it."""
    search_key = same_name(text)
    if not search_key:
        return []
    row = ClubPlayer
    query = select(row.id, row.name, row.key).where(row.club_id == club.club_id, row.hidden_at.is_(None))
    rows = db.session.execute(query.where(row.key.contains(search_key, autoescape=True))).all()
    ranked = sorted(rows, key=lambda row: (not row.key.startswith(search_key), f" {search_key}" not in f" {row.key}", row.key))
    stand_for = _main_players(club)
    names = (stand_for[one.id].name if one.id in stand_for else one.name for one in ranked)
    return list(dict.fromkeys(names))[:limit]


def check_name(name: object) -> str:
    """Return a valid player's name, normalized. Raises Refusal("player.name")."""
    tidied = normalize_text(name) if isinstance(name, str) else ""
    if not is_valid_name(tidied, LONGEST_PLAYER_NAME) or not 0 < len(same_name(tidied)) <= LONGEST_STORED:
        raise Refusal("player.name", "name", read=tidied[:40], high=LONGEST_PLAYER_NAME)
    return tidied


def add_player(club: ClubAccess, name: object) -> Player:
    """Add a player, or show an existing one with that name again. Directors only."""
    club.check("direct")
    checked = check_name(name)
    return Player(ids_of(club.club_id, [checked])[0], checked)


def rename_player(club: ClubAccess, player_id: int, name: object) -> None:
    """Rename a player. Past events keep the old name. Raises NotFound("player"), Refusal("player.taken")."""
    club.check("direct")
    checked = check_name(name)
    try:
        with write_transaction() as session:
            session.execute(_update_of_player(session, club, player_id).values(name=checked, key=same_name(checked)))
    except IntegrityError:
        raise Refusal("player.taken", "name", read=checked) from None


def hide_player(club: ClubAccess, player_id: int, hidden: bool = True) -> None:
    """Hide a player from suggestions, or show them again. Raises NotFound("player")."""
    club.check("direct")
    with write_transaction() as session:
        session.execute(_update_of_player(session, club, player_id).values(hidden_at=now() if hidden else None))


def hide_pair(club: ClubAccess, pair_id: int, hidden: bool = True) -> None:
    """Hide a pair from suggestions, or show it again. Raises NotFound("pair")."""
    club.check("direct")
    with write_transaction() as session:
        one = (ClubPair.id == pair_id) & (ClubPair.club_id == club.club_id)
        if session.scalar(select(ClubPair.id).where(one)) is None:
            raise NotFound("pair")
        session.execute(update(ClubPair).where(one).values(hidden_at=now() if hidden else None))


def _update_of_player(session: Session, club: ClubAccess, player_id: int) -> Update:
    one = (ClubPlayer.id == player_id) & (ClubPlayer.club_id == club.club_id)
    if session.scalar(select(ClubPlayer.id).where(one)) is None:
        raise NotFound("player")
    return update(ClubPlayer).where(one)


def ids_of(club_id: int, names: Sequence[str]) -> list[int]:
    """Return the ids of these players in order. New ones are added.

    Raises Refusal("player.many"), NotFound("club").
    """
    numbers = _ids_by_key(club_id, names)
    missing = [name for name in dict.fromkeys(names) if same_name(name) not in numbers]
    if missing:
        _add(club_id, missing)
        numbers = _ids_by_key(club_id, names)
    return [numbers[same_name(name)] for name in names]


def _ids_by_key(club_id: int, names: Iterable[str]) -> dict[str, int]:
    keys = {same_name(name) for name in names}
    query = select(ClubPlayer.key, ClubPlayer.id).where(ClubPlayer.club_id == club_id, ClubPlayer.key.in_(keys))
    return {row.key: row.id for row in db.session.execute(query)}


def keys_of(names: Sequence[str]) -> list[str]:
    """Return the keys of a whole roster in order. Names that used to be distinct under stricter rules stay distinct."""
    first: dict[str, str] = {}
    for name in names:
        key = same_name(name)
        if key not in first or fold(name) == key:
            first[key] = name
    return [key if first[key := same_name(name)] == name else fold(name) for name in names]


def _add(club_id: int, names: Sequence[str]) -> None:
    with write_transaction() as session:
        lock(session, club_id)
        player_count = session.scalar(select(func.count()).select_from(ClubPlayer).where(ClubPlayer.club_id == club_id)) or 0
        known = _ids_by_key(club_id, names)  # someone else may have added one at the same time
        unique = {same_name(name): name for name in names if same_name(name) not in known}
        if player_count + len(unique) > MOST_PLAYERS:
            raise Refusal("player.many", high=MOST_PLAYERS)
        session.add_all([ClubPlayer(club_id=club_id, name=name, key=key, created_at=now()) for key, name in unique.items()])


def remember_pairs(session: Session, club_id: int, entered: Iterable[Sequence[int]]) -> None:
    """Record in the open transaction that these pairs have entered. Entrants of other sizes are ignored."""
    entered_pairs = {tuple(sorted(ids)) for ids in entered if len(set(ids)) == 2}
    if not entered_pairs:
        return
    moment = now()
    firsts = {ids[0] for ids in entered_pairs}
    pairs_by_ids = {(p.first_id, p.second_id): p for p in session.scalars(select(ClubPair).where(ClubPair.first_id.in_(firsts)))}
    for first, second in sorted(entered_pairs):
        pair = pairs_by_ids.get((first, second))
        if pair is None:
            session.add(ClubPair(club_id=club_id, first_id=first, second_id=second, created_at=moment, used_at=moment))
        else:
            pair.used_at, pair.hidden_at = moment, None
