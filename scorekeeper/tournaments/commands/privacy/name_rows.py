"""Replaces names in the rows of a club's logs, and adds a row to each log so that cached copies are reloaded."""

from __future__ import annotations

import uuid as uuids
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.commands.members.roster import pair_name
from scorekeeper.clubs.commands.privacy import public_names
from scorekeeper.clubs.commands.privacy.name_text import NewNames
from scorekeeper.clubs.store.account import Invitation
from scorekeeper.clubs.store.league import StoredLeague
from scorekeeper.clubs.store.log import ClubEvent
from scorekeeper.core.db.database import now
from scorekeeper.core.devices.device import Device
from scorekeeper.core.security.signing import same_name
from scorekeeper.formats import strict_json
from scorekeeper.games.store.change import StoredGameEvent
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.log import fold
from scorekeeper.games.store.log_rows import events_of
from scorekeeper.messages.marks import N_
from scorekeeper.tournaments.commands.command import TournamentCommandKind, register_command
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.tournament import StoredTournament, StoredTournamentEvent, TableGame, TournamentLink

PSEUDONYMISE = register_command(
    TournamentCommandKind("pseudonymise", "organise", parts.PART_KINDS, N_("A person’s name was replaced everywhere"))
)

_A_MOMENT = timedelta(microseconds=1)

Json = dict[str, Any]


@dataclass(frozen=True)
class Person:
    """A person in a club. `ids`: on its roster; `names`: every spelling. Both begin with the one that stays."""

    ids: tuple[int, ...]
    names: tuple[str, ...]


@dataclass(frozen=True)
class Renaming:
    """People with new names.

    `names`: the new form of each name, wherever it occurs. `by_id`: for players on the roster, the new form of their own
    names, and the one for any other name they were entered under.
    """

    names: NewNames
    by_id: Mapping[int, tuple[Mapping[str, str], str]]

    @classmethod
    def of(cls, called: Iterable[tuple[Person, Mapping[str, str]]]) -> Renaming:
        """Return the renaming of people, each with new names by name key."""
        become: dict[str, str] = {}
        by_id: dict[int, tuple[Mapping[str, str], str]] = {}
        for person, own in called:
            become |= own
            by_id |= dict.fromkeys(person.ids, (own, own[same_name(person.names[0])]))
        return cls(NewNames(become), by_id)

    def player(self, name: str, number: int) -> str:
        """Return the new name of the player with this roster number."""
        own, otherwise = self.by_id.get(number, ({}, name))
        return own.get(same_name(name), otherwise)


def rows_of_logs(session: Session, numbers: Sequence[int]) -> Iterable[Any]:
    """Return every event of these tournaments, in order."""
    row = StoredTournamentEvent
    columns = (row.tournament_id, row.revision, row.at, row.account_id, row.device_id, row.who, row.action, row.before, row.after)
    query = select(*columns).where(row.tournament_id.in_(numbers)).order_by(row.tournament_id, row.revision)
    return session.execute(query).all()


def rename_in_tournaments(
    session: Session, numbers: Sequence[int], renamed: Renaming, original_rows: list[Json]
) -> dict[int, int]:
    """Replace names in tournament logs, and return the number of changed rows by tournament."""
    names = renamed.names
    touched: dict[int, int] = {}
    for row in rows_of_logs(session, numbers):
        before, after = (_rename_parts(value, renamed) for value in (row.before, row.after))
        who = names.in_text(row.who, "who") if row.account_id is None else row.who
        if (before, after, who) == (row.before, row.after, row.who):
            continue
        original_rows.append(_event_json("tournament", row.tournament_id, row))
        touched[row.tournament_id] = touched.get(row.tournament_id, 0) + 1
        one = (StoredTournamentEvent.tournament_id == row.tournament_id) & (StoredTournamentEvent.revision == row.revision)
        # The digest of the request contained the name too.
        session.execute(update(StoredTournamentEvent).where(one).values(before=before, after=after, who=who, asked=None))
        if who != row.who:
            _rename_device(session, row.device_id, names)
    for number in touched:
        head = session.get_one(StoredTournament, number, populate_existing=True)
        head.name = names.in_text(head.name, "title")
    session.flush()
    return touched


def _event_json(kind: str, number: int, row: Any) -> Json:
    names = ("revision", "number", "at", "who", "action", "before", "after")
    return {"kind": kind, "id": number, **{name: getattr(row, name) for name in names if hasattr(row, name)}}


def _rename_device(session: Session, device: int | None, names: NewNames) -> None:
    row = session.get(Device, device) if device is not None else None
    if row is not None:
        row.name = names.in_text(row.name, "who")


def _rename_parts(parts: Json, renamed: Renaming) -> Json:
    names = renamed.names
    if not names.may_contain_name(strict_json.dumps(parts).decode()):
        return parts
    out: Json = {}
    for part, value in parts.items():
        if part.startswith("entrant/"):
            out[part] = _rename_entrant(value, renamed)
        else:
            out[part] = _rename_titled(value, names) if part == "about" and value is not None else names.of(value)
    return out


def _rename_titled(facts: Json, names: NewNames) -> Json:
    """Replace names in the facts of something with a title, not a person's name."""
    return {field: names.in_text(one, "title") if field == "name" else names.of(one, field) for field, one in facts.items()}


def _rename_entrant(value: Json | None, renamed: Renaming) -> Json | None:
    """Replace names in an entrant's part. Players on the roster are identified by number, whatever their name."""
    if value is None:
        return None
    names = renamed.names
    players, ids = value.get("players", []), value.get("player_ids", [])
    if not players or len(ids) != len(players):
        return {**names.of(value), "id": value["id"]}
    mine = [renamed.player(p, n) for p, n in zip(players, ids, strict=True)]
    out = {**names.of({name: one for name, one in value.items() if name != "players"}), "id": value["id"], "players": mine}
    # A team's name may contain a family name. Use the players' names then.
    changed_names = [p for p, new in zip(players, mine, strict=True) if p != new]
    by_players = value["name"] == pair_name(players) or public_names.reveals_family_name(value["name"], changed_names)
    out["name"] = pair_name(mine) if by_players else names.in_text(value["name"], "title")
    return {name: out[name] for name in value}


def rename_in_games(session: Session, numbers: Sequence[int], names: NewNames, original_rows: list[Json]) -> tuple[int, int]:
    """Replace names in the games recorded at the tables, and return the number of games and of rows."""
    links = select(TournamentLink.id).where(TournamentLink.tournament_id.in_(numbers))
    games, rows = 0, 0
    for game in session.scalars(select(TableGame.game_id).where(TableGame.link_id.in_(links)).order_by(TableGame.game_id)).all():
        touched = 0
        session.execute(select(Game.id).where(Game.id == game).with_for_update())
        for row in session.execute(
            select(StoredGameEvent).where(StoredGameEvent.game_id == game).order_by(StoredGameEvent.revision)
        ).scalars():
            before, after, who = names.of(row.before), names.of(row.after), names.in_text(row.who, "who")
            if (before, after, who) != (row.before, row.after, row.who):
                if who != row.who:
                    _rename_device(session, row.device_id, names)
                original_rows.append(_event_json("game", game, row))
                row.before, row.after, row.who = before, after, who
                touched += 1
        if touched:
            games, rows = games + 1, rows + touched
            session.flush()
            _add_game_event(session, game)
    return games, rows


def rename_in_club(session: Session, club_id: int, names: NewNames, original_rows: list[Json]) -> int:
    """Replace names in leagues, invitations and the club's log, and return the number of rows."""
    rows = 0
    for league in session.scalars(select(StoredLeague).where(StoredLeague.club_id == club_id)):
        facts, name = names.of(league.facts), names.in_text(league.name, "title")
        if (facts, name) != (league.facts, league.name):
            league.facts, league.name, league.revision, league.changed_at = facts, name, league.revision + 1, now()
            rows += 1
    for invitation in session.scalars(select(Invitation).where(Invitation.club_id == club_id)):
        note = names.in_text(invitation.note, "note")
        if note != invitation.note:
            invitation.note, rows = note, rows + 1
    for row in session.scalars(select(ClubEvent).where(ClubEvent.club_id == club_id)):
        before, after = _rename_titled(row.before, names), _rename_titled(row.after, names)
        if (before, after) != (row.before, row.after):
            original_rows.append(_event_json("club", club_id, row))
            row.before, row.after, row.asked = before, after, None
            rows += 1
    return rows


def touch(session: Session, number: int) -> StoredTournament:
    """Make every cache reload a tournament whose rows were rewritten, and return its row."""
    head = session.get_one(StoredTournament, number, populate_existing=True)
    last = session.get_one(StoredTournamentEvent, (number, head.revision), populate_existing=True)
    last.at += _A_MOMENT
    head.changed_at = last.at
    session.flush()
    return head


def add_renaming_event(session: Session, number: int, by: Account | None) -> None:
    """Add a row about the renaming to a tournament's log, so that no cached copy is used.

    `by`: the account, None for the program itself. Only its name is stored, because it cannot undo this.
    """
    head = touch(session, number)
    moment = now()
    row = {
        "tournament_id": number,
        "revision": head.revision + 1,
        "uuid": str(uuids.uuid4()),
        "at": moment,
        "who": by.name if by else "",
        "action": PSEUDONYMISE.action,
        "subject": "",
        "before": {},
        "after": {},
    }
    session.execute(insert(StoredTournamentEvent), [row])
    head.revision, head.changed_at = head.revision + 1, moment


def _add_game_event(session: Session, number: int) -> None:
    """Add such a row to a game's log, with its current names."""
    head = session.get_one(Game, number, populate_existing=True)
    moment = now()
    last = session.get_one(StoredGameEvent, (number, head.revision), populate_existing=True)
    last.at += _A_MOMENT
    session.flush()
    players = list(fold(events_of(number)).players)
    row = {
        "game_id": number,
        "revision": head.revision + 1,
        "uuid": str(uuids.uuid4()),
        "at": moment,
        "who": "",
        "action": "rename",
        "before": {"players": players},
        "after": {"players": players},
    }
    session.execute(insert(StoredGameEvent), [row])
    head.revision, head.changed_at, head.asked = head.revision + 1, moment, None
