"""Exports a whole club as a ZIP of JSON files; the same data always gives the same bytes.

`shapes.py` describes each file. Accounts, devices, secrets and passwords are not exported; changes keep their author's name.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from scorekeeper.archives.shapes import (
    ArchivedClubChange,
    ArchivedLeague,
    ArchivedLink,
    ArchivedPair,
    ArchivedPlayer,
    ArchivedTableGame,
    ClubFile,
    GameFile,
    TournamentFile,
)
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.store.club import Club, ClubPair, ClubPlayer
from scorekeeper.clubs.store.league import StoredLeague
from scorekeeper.clubs.store.log import club_events
from scorekeeper.core.db.database import db
from scorekeeper.formats import strict_json
from scorekeeper.formats.declared import copy_as, dump
from scorekeeper.games.commands.files.log_check import ArchivedGameChange
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.log_rows import events_of_many
from scorekeeper.leagues.commands.leagues import league_facts
from scorekeeper.tournaments.commands.files.archived_log import ArchivedChange
from scorekeeper.tournaments.store.log import TournamentEvent, events_after
from scorekeeper.tournaments.store.tournament import StoredTournament, TableGame, TournamentLink

Json = dict[str, Any]
Numbers = dict[int, int]


def export_club(club: ClubAccess) -> bytes:
    """Return the club as a ZIP file. Organizers only. Raises NotAllowed."""
    club.check("organise")
    files = files_of(club.club_id)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, value in files.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            packed.writestr(info, strict_json.dumps(value, option=strict_json.OPT_INDENT_2 | strict_json.OPT_SORT_KEYS) + b"\n")
    return out.getvalue()


def files_of(club_id: int) -> dict[str, Json]:
    """Return the content of a club's archive by file name."""
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
    leagues, changes = _leagues(club_id, people, numbers)
    head = ClubFile(
        name=club.name,
        created_at=club.created_at,
        zone=club.zone,
        public_names=club.public_names,
        responsible=club.responsible,
        responsible_reach=club.responsible_reach,
        responsible_since=club.responsible_since,
        keep_names=club.keep_names,
        keep_sign_ins=club.keep_sign_ins,
        players=[dump(copy_as(ArchivedPlayer, p, same_as=people.get(p.same_as_id or 0))) for p in players],
        pairs=_pairs(club_id, people),
        leagues=leagues,
        changes=changes,
        tournaments=len(events),
        games=len(games),
    )
    return {"club.json": dump(head), **tournaments, **_games(games)}


def _pairs(club_id: int, people: Numbers) -> list[Json]:
    pairs = db.session.scalars(select(ClubPair).where(ClubPair.club_id == club_id).order_by(ClubPair.id))
    return [dump(copy_as(ArchivedPair, p, players=[people[p.first_id], people[p.second_id]])) for p in pairs]


def _leagues(club_id: int, people: Numbers, numbers: Numbers) -> tuple[list[Json], list[Json]]:
    """Return the archived leagues and the club's archived changes."""
    rows = list(db.session.scalars(select(StoredLeague).where(StoredLeague.club_id == club_id).order_by(StoredLeague.id)))
    own: Numbers = {one.id: n for n, one in enumerate(rows, 1)}
    leagues = [dump(copy_as(ArchivedLeague, one, **renumber_facts(league_facts(one), people, numbers))) for one in rows]
    changes = []
    for row in club_events(club_id):
        before, after = (renumber_facts(facts, people, numbers) for facts in (row.before, row.after))
        subject = renumber_subject(row.subject, own, people)
        changes.append(dump(copy_as(ArchivedClubChange, row, subject=subject, before=before, after=after)))
    return leagues, changes


def renumber_subject(subject: str, leagues: Numbers, people: Numbers) -> str:
    """Return the subject of a club change with its number mapped."""
    kind, _, number = subject.partition("/")
    return f"{kind}/{(leagues if kind == 'league' else people)[int(number)]}"


def renumber_facts(facts: Mapping[str, Any], people: Numbers, tournaments: Numbers) -> Json:
    """Return the facts of a league or a player with mapped numbers. Deleted tournaments are left out."""
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
    file = TournamentFile(
        created_at=event.created_at,
        links=[dump(copy_as(ArchivedLink, link)) for link in links],
        games=[dump(copy_as(ArchivedTableGame, g, game=games[g.game_id], link=own[g.link_id])) for g in played],
        changes=[_change(row, people, own) for row in events_after(event.id)],
    )
    return dump(file)


def _change(row: TournamentEvent, people: Numbers, links: Numbers) -> Json:
    before, after = renumber_parts(row.before, people), renumber_parts(row.after, people)
    return dump(copy_as(ArchivedChange, row, link=links.get(row.link_id or 0), before=before, after=after))


def renumber_parts(parts: Mapping[str, Any], people: Numbers) -> Json:
    """Return a tournament's parts with mapped player ids.

    An entrant with any player who is not in `people` loses its `player_ids`.
    """
    out = {}
    for part, value in parts.items():
        if part.startswith("entrant/") and isinstance(value, dict) and "player_ids" in value:
            numbers = [people.get(n) for n in value["player_ids"]]
            value = {name: one for name, one in value.items() if name != "player_ids"}
            if None not in numbers:
                value["player_ids"] = numbers
        out[part] = value
    return out


def _games(numbers: Numbers) -> dict[str, Json]:
    logs = events_of_many(numbers)
    heads = {g.id: g for g in db.session.scalars(select(Game).where(Game.id.in_(numbers)))}
    files = {}
    for game, n in numbers.items():
        changes = [dump(copy_as(ArchivedGameChange, row)) for row in logs[game]]
        files[f"games/{n:04}.json"] = dump(GameFile(created_at=heads[game].created_at, changes=changes))
    return files
