"""Games as records with facts about the session, to save in a file and import elsewhere."""

from __future__ import annotations

import uuid as uuids
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from sqlalchemy import select

from scorekeeper.base.db import db
from scorekeeper.base.refusals import Refusal
from scorekeeper.codec.game_record import dump_record, first_beyond
from scorekeeper.codec.record_about import MatchPlace
from scorekeeper.codec.record_header import EDITION
from scorekeeper.games.actions import recorded
from scorekeeper.games.actions.lists import Listed
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.series import Series

if TYPE_CHECKING:
    from scorekeeper.codec.game_record import Record
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.actions.access import Access
    from scorekeeper.games.store.log import LogEntry

Called = Callable[["RuleSet"], str]
"""Returns a device's name for its rules, or an empty text."""


def records(games: Iterable[Listed], called: Called, edition: int = EDITION) -> list[dict[str, object]]:
    """Return the games as records, in the order given, with two queries.

    Raises Refusal with the games that version 1 of the format can't store.
    """
    games = list(games)
    saved = [one.game.record for one in games]
    if edition == 1:
        beyond = [g for g, record in zip(games, saved, strict=True) if first_beyond(record) is not None]
        if beyond:
            raise Refusal("edition", "edition", games=" · ".join(", ".join(one.game.players) for one in beyond))
        return [dump_record(record, edition) for record in saved]
    ids, matches = _ids(games), _matches(games)
    return [dump_record(_whole(one, ids[one.access.game_id], matches, called)) for one in games]


def _whole(listed: Listed, uuid: str, matches: dict[int, tuple[str, int | None]], called: Called) -> Record:
    access, game = listed.access, listed.game
    return recorded.whole(access, game, uuid, _match(access, matches), called(game.rules), _id_in(uuid))


def _ids(games: list[Listed]) -> dict[int, str]:
    query = select(Game.id, Game.uuid).where(Game.id.in_([game.access.game_id for game in games]))
    return {row.id: row.uuid for row in db.session.execute(query)}


def _matches(games: list[Listed]) -> dict[int, tuple[str, int | None]]:
    query = select(Series.id, Series.uuid, Series.games_to_win)
    wanted = {game.access.match_id for game in games if game.access.match_id is not None}
    return {match: (uuid, to_win) for match, uuid, to_win in db.session.execute(query.where(Series.id.in_(wanted)))}


def _match(access: Access, matches: dict[int, tuple[str, int | None]]) -> MatchPlace | None:
    if access.match_id is None:
        return None
    uuid, to_win = matches[access.match_id]
    return MatchPlace(uuid, access.number, to_win)


def _id_in(game: str) -> Callable[[LogEntry], str]:
    """Return a function that gives an entry's key, or a stable UUID if the key is not one."""

    def id_of(entry: LogEntry) -> str:
        try:
            return str(uuids.UUID(entry.uuid))
        except ValueError:
            return str(uuids.uuid5(uuids.UUID(game), str(entry.id)))

    return id_of
