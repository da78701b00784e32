"""The games of this phone as records, to save in a file and import elsewhere."""

from __future__ import annotations

from scorekeeper.core.refusals import Refusal
from scorekeeper.formats.game_record import dump_record, first_event_beyond_v1
from scorekeeper.formats.record_details import MatchPlace
from scorekeeper.formats.record_header import VERSION
from scorekeeper.games.commands.files import game_records
from scorekeeper.offline.stubs.games.stored_games import GAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.formats.game_record import Record
    from scorekeeper.games.store.log import RecordedEntry
    from scorekeeper.offline.stubs.games.game_lists import LoadedGame


def export_records(games: Iterable[LoadedGame], called: Callable[[RuleSet], str], edition: int = VERSION) -> list[dict[str, Any]]:
    """Return the games as records, in the order given.

    Raises Refusal with the games that version 1 of the format can't store.
    """
    games = list(games)
    if edition == 1:
        beyond = [one for one in games if first_event_beyond_v1(one.game.record) is not None]
        if beyond:
            raise Refusal("edition", "edition", games=" · ".join([", ".join(one.game.players) for one in beyond]))
        return [dump_record(one.game.record, edition) for one in games]
    return [dump_record(_build_record(one, called)) for one in games]


def _build_record(one: LoadedGame, called: Callable[[RuleSet], str]) -> Record:
    local_game = GAMES[one.access.game_id]
    match = None
    if local_game.match is not None:
        match = MatchPlace(
            as_uuid(local_game.match["id"]) or local_game.match["id"], local_game.number, local_game.match.get("games_to_win")
        )
    return game_records.build_record(one.access, one.game, local_game.uuid, match, called(one.game.rules), _id_of)


def _id_of(entry: RecordedEntry) -> str | None:
    return as_uuid(entry.uuid)


def as_uuid(key: str) -> str | None:
    """Return the key of an entry as a UUID for records, or None if it is not one. Entries of a record need no UUID."""
    signs = key.replace("-", "").lower()
    if len(signs) != 32 or signs.strip("0123456789abcdef"):
        return None
    return "-".join([signs[:8], signs[8:12], signs[12:16], signs[16:20], signs[20:]])
