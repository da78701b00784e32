"""A whole club as one file: a ZIP of JSON, the same bytes for the same facts.

`club.json`: name, time zone, what everybody sees of names, players, pairs, leagues, and every change of leagues and of who is
who. `tournaments/0001.json` …:
every change of each, the links to its tables, and which games were recorded at them. `games/0001.json` …: every change of each of
those games. Numbers are the archive's own, counted from 1. Accounts, devices, secrets and passwords are in none of them; who did
what is kept by name.
"""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from typing import Any

import orjson
from sqlalchemy import select

from scorekeeper.base.db import db
from scorekeeper.clubs.actions.members import ClubAccess
from scorekeeper.clubs.store.club import Club, ClubPair, ClubPlayer
from scorekeeper.clubs.store.league import StoredLeague
from scorekeeper.clubs.store.log import club_changes
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.log import rows_of_many
from scorekeeper.tournaments.store.log import TournamentRow, rows_after
from scorekeeper.tournaments.store.tournament import StoredTournament, TableGame, TournamentLink

CLUB, TOURNAMENT, GAME = "scorekeeper-club/2", "scorekeeper-tournament-log/1", "scorekeeper-game-log/1"

Json = dict[str, Any]
Numbers = dict[int, int]


def moment(at: datetime | None) -> str | None:
    """A moment as the archive writes it: UTC, to the microsecond."""
    return None if at is None else at.astimezone(UTC).isoformat()


def archive(club: ClubAccess) -> bytes:
    """The club as a ZIP file. Organisers. Raises NotAllowed."""
    club.check("organise")
    files = files_of(club.club_id)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, value in files.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            packed.writestr(info, orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n")
    return out.getvalue()


def files_of(club_id: int) -> dict[str, Json]:
    """What an archive of the club holds, by the names of its files."""
    club = db.session.get_one(Club, club_id)
    players = list(db.session.scalars(select(ClubPlayer).where(ClubPlayer.club_id == club_id).order_by(ClubPlayer.id)))
    events = list(
        db.session.scalars(select(StoredTournament).where(StoredTournament.club_id == club_id).order_by(StoredTournament.id))
    )
    people: Numbers = {p.id: n for n, p in enumerate(players, 1)}
    numbers: Numbers = {e.id: n for n, e in enumerate(events, 1)}
    games: Numbers = {}
    tournaments = {
        f"tournaments/{n:04}.json": _tournament(e, people, games) for n, e in zip(numbers.values(), events, strict=True)
    }
    head = {
        "format": CLUB,
        "name": club.name,
        "created_at": moment(club.created_at),
        "zone": club.zone,
        "public_names": club.public_names,
        "players": [_player(p, people) for p in players],
        "pairs": _pairs(club_id, people),
        **_leagues(club_id, people, numbers),
        "tournaments": len(events),
        "games": len(games),
    }
    return {"club.json": head, **tournaments, **_games(games)}


def _player(player: ClubPlayer, people: Numbers) -> Json:
    same_as = None if player.same_as_id is None else people[player.same_as_id]
    times = {"created_at": moment(player.created_at), "hidden_at": moment(player.hidden_at)}
    return {"name": player.name, "same_as": same_as, **times}


def _pairs(club_id: int, people: Numbers) -> list[Json]:
    found = db.session.scalars(select(ClubPair).where(ClubPair.club_id == club_id).order_by(ClubPair.id))
    return [
        {
            "players": [people[p.first_id], people[p.second_id]],
            "created_at": moment(p.created_at),
            "used_at": moment(p.used_at),
            "hidden_at": moment(p.hidden_at),
        }
        for p in found
    ]


def _leagues(club_id: int, people: Numbers, numbers: Numbers) -> Json:
    """The leagues, and the changes of the club."""
    found = list(db.session.scalars(select(StoredLeague).where(StoredLeague.club_id == club_id).order_by(StoredLeague.id)))
    own: Numbers = {one.id: n for n, one in enumerate(found, 1)}
    leagues = [
        {
            "name": one.name,
            "uuid": one.uuid,
            "revision": one.revision,
            **one.facts,
            **refiled({"tournaments": one.facts["tournaments"]}, people, numbers),
            "created_at": moment(one.created_at),
            "changed_at": moment(one.changed_at),
            "deleted_at": moment(one.deleted_at),
        }
        for one in found
    ]
    changes = [
        {
            "uuid": row.uuid,
            "at": moment(row.at),
            "who": row.who,
            "action": row.action,
            "subject": moved(row.subject, own, people),
            "before": refiled(row.before, people, numbers),
            "after": refiled(row.after, people, numbers),
            "undoes": row.undoes,
        }
        for row in club_changes(club_id)
    ]
    return {"leagues": leagues, "changes": changes}


def moved(subject: str, leagues: Numbers, people: Numbers) -> str:
    """What a change of the club is about, with its number exchanged for another."""
    kind, _, number = subject.partition("/")
    return f"{kind}/{(leagues if kind == 'league' else people)[int(number)]}"


def refiled(facts: Json, people: Numbers, tournaments: Numbers) -> Json:
    """The facts of a league or a player with the numbers in them exchanged for others, those of deleted tournaments left out."""
    out = dict(facts)
    if "tournaments" in out:
        out["tournaments"] = [tournaments[n] for n in out["tournaments"] if n in tournaments]
    if out.get("same_as") is not None:
        out["same_as"] = people[out["same_as"]]
    return out


def _tournament(event: StoredTournament, people: Numbers, games: Numbers) -> Json:
    query = select(TournamentLink).where(TournamentLink.tournament_id == event.id).order_by(TournamentLink.id)
    links = list(db.session.scalars(query))
    own: Numbers = {link.id: n for n, link in enumerate(links, 1)}
    played = list(db.session.scalars(select(TableGame).where(TableGame.link_id.in_(own)).order_by(TableGame.game_id)))
    for game in played:
        games[game.game_id] = len(games) + 1
    return {
        "format": TOURNAMENT,
        "created_at": moment(event.created_at),
        "links": [
            {
                "kind": link.kind,
                "round": link.round,
                "number": link.number,
                "entrant": link.entrant,
                "created_at": moment(link.created_at),
                "revoked_at": moment(link.revoked_at),
            }
            for link in links
        ],
        "games": [
            {"game": games[g.game_id], "link": own[g.link_id], "number": g.number, "created_at": moment(g.created_at)}
            for g in played
        ],
        "changes": [_change(row, people, own) for row in rows_after(event.id)],
    }


def _change(row: TournamentRow, people: Numbers, links: Numbers) -> Json:
    return {
        "uuid": row.uuid,
        "at": moment(row.at),
        "who": row.who,
        "link": links.get(row.link_id or 0),
        "action": row.action,
        "subject": row.subject,
        "before": renumbered(row.before, people),
        "after": renumbered(row.after, people),
        "undoes": row.undoes,
    }


def renumbered(parts: Json, people: Numbers) -> Json:
    """The parts of a tournament with its players' numbers in the roster exchanged for others; who has none loses it."""
    out = {}
    for part, value in parts.items():
        if part.startswith("entrant/") and isinstance(value, dict) and "player_ids" in value:
            found = [people.get(n) for n in value["player_ids"]]
            value = {name: one for name, one in value.items() if name != "player_ids"}
            if None not in found:
                value["player_ids"] = found
        out[part] = value
    return out


def _games(numbers: Numbers) -> dict[str, Json]:
    logs = rows_of_many(numbers)
    heads = {g.id: g for g in db.session.scalars(select(Game).where(Game.id.in_(numbers)))}
    return {
        f"games/{n:04}.json": {
            "format": GAME,
            "created_at": moment(heads[game].created_at),
            "changes": [
                {
                    "uuid": row.uuid,
                    "at": moment(row.at),
                    "who": row.who,
                    "action": row.action,
                    "entry": row.entry,
                    "place": row.place,
                    "before": row.before,
                    "after": row.after,
                    "undoes": row.undoes,
                }
                for row in logs[game]
            ],
        }
        for game, n in numbers.items()
    }
