"""Games as records that tell of the evening: to be kept in a file, and brought in elsewhere once."""

from __future__ import annotations

import uuid as uuids
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import select

from scorekeeper.base import hours
from scorekeeper.base.db import db
from scorekeeper.base.refusals import Refusal
from scorekeeper.codec.game_record import Record, dump_record, first_beyond
from scorekeeper.codec.record_about import About, MatchPlace, Stamp
from scorekeeper.codec.record_header import EDITION
from scorekeeper.games.actions.lists import Listed
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.series import Series

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.actions.game_state import GameState
    from scorekeeper.games.store.log import LogEntry

Called = Callable[["RuleSet"], str]
"""What a device calls these rules; empty where it has no name for them."""


def records(games: Iterable[Listed], called: Called, edition: int = EDITION) -> list[dict[str, object]]:
    """The games as records, in the order given; two queries.

    Raises Refusal("edition") naming the games that the first edition has no words for.
    """
    games = list(games)
    saved = [one.game.record for one in games]
    if edition == 1:
        beyond = [g for g, record in zip(games, saved, strict=True) if first_beyond(record) is not None]
        if beyond:
            raise Refusal("edition", "edition", games=" · ".join(", ".join(one.game.players) for one in beyond))
        return [dump_record(record, edition) for record in saved]
    ids, matches = _ids(games), _matches(games)
    whole = [
        replace(record, about=_about(g, ids[g.access.game_id], matches, called), stamps=_stamps(g.game, ids[g.access.game_id]))
        for g, record in zip(games, saved, strict=True)
    ]
    return [dump_record(record) for record in whole]


def same_game(record: Record, game: GameState) -> bool:
    """Whether a record that was brought in tells of the game what is known here."""
    here = game.record
    return (here.events, here.players, here.first_dealer) == (record.events, record.players, record.first_dealer)


def _ids(games: list[Listed]) -> dict[int, str]:
    query = select(Game.id, Game.uuid).where(Game.id.in_([game.access.game_id for game in games]))
    return {row.id: row.uuid for row in db.session.execute(query)}


def _matches(games: list[Listed]) -> dict[int, tuple[str, int | None]]:
    query = select(Series.id, Series.uuid, Series.games_to_win)
    wanted = {game.access.match_id for game in games if game.access.match_id is not None}
    return {match: (uuid, to_win) for match, uuid, to_win in db.session.execute(query.where(Series.id.in_(wanted)))}


def _about(listed: Listed, uuid: str, matches: dict[int, tuple[str, int | None]], called: Called) -> About:
    access, log = listed.access, listed.game.log
    match = None if access.match_id is None else matches[access.match_id]
    return About(
        id=uuid,
        started_at=log.header.get("started_at") or _moment(access.created_at),
        ended_at=_ended_at(listed.game),
        rules_name=called(log.rules) or log.header.get("rules_name"),
        match=None if match is None else MatchPlace(match[0], access.number, match[1]),
        place=log.about.get("place"),
        occasion=log.about.get("occasion"),
    )


def _ended_at(game: GameState) -> str | None:
    """When the game was won: as it was told when it was brought in, else when its last hand was recorded."""
    if not game.outcome.over:
        return None
    last = next(entry for entry in reversed(game.entries) if entry.hand is not None)
    ended: str | None = game.log.header.get("ended_at")
    return ended or _moment(last.at)


def _stamps(game: GameState, uuid: str) -> tuple[Stamp, ...]:
    return tuple(_stamp(entry, uuid) for entry in game.log.entries if not entry.struck)


def _stamp(entry: LogEntry, game: str) -> Stamp:
    return Stamp(_entry_id(entry, game), _moment(entry.at), entry.who or None)


def _entry_id(entry: LogEntry, game: str) -> str:
    """The key it was recorded under; where that is no UUID, one that is always the same for this entry."""
    try:
        return str(uuids.UUID(entry.uuid))
    except ValueError:
        return str(uuids.uuid5(uuids.UUID(game), str(entry.id)))


def _moment(at: datetime) -> str:
    """In the time of the place, with its offset: whoever reads it knows which evening it was."""
    return hours.local(at).isoformat(timespec="seconds")
