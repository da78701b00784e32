"""Games as records with facts about the session, to save in a file and import elsewhere."""

from __future__ import annotations

import uuid as uuids
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from sqlalchemy import select

from scorekeeper.core.db.database import db
from scorekeeper.core.refusals import Refusal
from scorekeeper.formats.game_record import dump_record, first_event_beyond_v1
from scorekeeper.formats.record_details import MatchPlace
from scorekeeper.formats.record_header import VERSION
from scorekeeper.games.commands.files import game_records
from scorekeeper.games.commands.library.game_lists import LoadedGame
from scorekeeper.games.store.game import Game, Series

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.formats.game_record import Record
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.store.log import RecordedEntry

RulesNamer = Callable[["RuleSet"], str]
"""Returns a device's name for its rules, or an empty text."""


def export_records(games: Iterable[LoadedGame], called: RulesNamer, edition: int = VERSION) -> list[dict[str, object]]:
    """Return the games as records, in the order given, with two queries.

    Raises Refusal with the games that version 1 of the format can't store.
    """
    games = list(games)
    saved = [one.game.record for one in games]
    if edition == 1:
        beyond = [g for g, record in zip(games, saved, strict=True) if first_event_beyond_v1(record) is not None]
        if beyond:
            raise Refusal("edition", "edition", games=" · ".join(", ".join(one.game.players) for one in beyond))
        return [dump_record(record, edition) for record in saved]
    ids, matches = _ids(games), _matches(games)
    return [dump_record(_build_record(one, ids[one.access.game_id], matches, called)) for one in games]


def _build_record(listed: LoadedGame, uuid: str, matches: dict[int, tuple[str, int | None]], called: RulesNamer) -> Record:
    access, game = listed.access, listed.game
    return game_records.build_record(access, game, uuid, _match(access, matches), called(game.rules), _entry_id_maker(uuid))


def _ids(games: list[LoadedGame]) -> dict[int, str]:
    query = select(Game.id, Game.uuid).where(Game.id.in_([game.access.game_id for game in games]))
    return {row.id: row.uuid for row in db.session.execute(query)}


def _matches(games: list[LoadedGame]) -> dict[int, tuple[str, int | None]]:
    query = select(Series.id, Series.uuid, Series.games_to_win)
    match_ids = {game.access.match_id for game in games if game.access.match_id is not None}
    return {match: (uuid, to_win) for match, uuid, to_win in db.session.execute(query.where(Series.id.in_(match_ids)))}


def _match(access: Access, matches: dict[int, tuple[str, int | None]]) -> MatchPlace | None:
    if access.match_id is None:
        return None
    uuid, to_win = matches[access.match_id]
    return MatchPlace(uuid, access.number, to_win)


def _entry_id_maker(game: str) -> Callable[[RecordedEntry], str]:
    """Return a function that gives an entry's key, or a stable UUID if the key is not one."""

    def id_of(entry: RecordedEntry) -> str:
        try:
            return str(uuids.UUID(entry.uuid))
        except ValueError:
            return str(uuids.uuid5(uuids.UUID(game), str(entry.id)))

    return id_of
