"""Games that start on this phone."""

from __future__ import annotations

from datetime import datetime
from uuid import uuid4

from scorekeeper.core.limits import MOST_GAMES_TO_WIN, check_uuid
from scorekeeper.formats.game_record import parse_header
from scorekeeper.formats.record_header import FORMAT
from scorekeeper.formats.rules import dump_rules
from scorekeeper.games.commands.library import import_validation
from scorekeeper.offline.stubs.games.stored_games import GAMES, PHONE_NAME, LocalGame, mark_changed, new_number, own_games

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.formats.game_record import Record
    from scorekeeper.formats.record_details import MatchPlace
    from scorekeeper.games.commands.access import Access


def start(rules: RuleSet, players: Iterable[str], first_dealer: int, _visitor: object, *, uuid: str | None = None) -> Access:
    """Start a game. A second call with the same `uuid` returns the first call's game. Raises `GameError` (event 0)."""
    key = check_uuid(uuid) if uuid else str(uuid4())
    begun = game_started_under(key)
    if begun is not None:
        return begun.access()
    header = {"rules": dump_rules(rules), "players": list(players), "first_dealer": first_dealer}
    parse_header({"format": FORMAT, **header})
    return make(header, key).access()


def game_started_under(key: str) -> LocalGame | None:
    """Return the phone's own game that started under this key, or None."""
    return next((game for game in GAMES.values() if not game.copied and game.key == key), None)


def make(header: dict[str, Any], key: str) -> LocalGame:
    """Create a game from a header that was checked."""
    now = datetime.now().isoformat()  # noqa: DTZ005 (the phone's stand-in)
    first = {"revision": 1, "uuid": key, "at": now, "who": PHONE_NAME["name"], "action": "create", "before": {}, "after": header}
    return _add_game({"uuid": str(uuid4()), "created": now, "changed": now}, [first])


def _add_game(game_json: dict[str, Any], rows: list[dict[str, Any]]) -> LocalGame:
    game_json = {**game_json, "id": new_number()}
    mark_changed(LocalGame({**game_json, "rows": []}))
    game = GAMES[game_json["id"]] = LocalGame({**game_json, "rows": rows})
    return game


def find_existing(record: Record, _visitor: object) -> Access | None:
    """Return access to the game with the record's id, the phone's own or a copy in use, or None."""
    record_id = record.about.id
    standing = [game for game in GAMES.values() if game.copy is not None]
    known = [game for game in [*standing, *own_games()] if record_id is not None and game.uuid == record_id]
    return known[0].access() if known else None


def create_from_record(record: Record, visitor: object, *, uuid: str | None = None, **_more: object) -> Access:
    """Create a game from a record that was checked, or return the phone's game with the same id or key."""
    key = check_uuid(uuid) if uuid else str(uuid4())
    known = game_started_under(key)
    existing_access = known.access() if known is not None else find_existing(record, visitor)
    if existing_access is not None:
        return existing_access
    moment = datetime.now()  # noqa: DTZ005 (the phone's stand-in)
    begun = import_validation.build_log_start(record, key, PHONE_NAME["name"], moment, datetime.fromisoformat)
    rows = [{**row, "at": row["at"].isoformat()} for row in begun.rows]
    facts = {"created": begun.created_at.isoformat(), "changed": begun.changed_at.isoformat(), "brought": len(rows)}
    game = _add_game({**facts, "uuid": record.about.id or str(uuid4())}, rows)
    if record.about.match is not None:
        _give_place(game, record.about.match)
    return game.access()


def _give_place(game: LocalGame, place: MatchPlace) -> None:
    """Put the game among the games of its match. If its number is taken, it gets the next free one."""
    others = {one.number: one for one in own_games() if one.match and one.match["id"] == place.id}
    to_win = place.games_to_win
    game.match = {"id": place.id, "games_to_win": to_win if to_win is None or to_win <= MOST_GAMES_TO_WIN else None}
    game.number = place.number if place.number not in others else max(others) + 1
    after, before = others.get(game.number + 1), others.get(game.number - 1)
    game.next_id = after.id if after is not None else None
    if before is not None and before.next_id is None:
        mark_changed(before)
        before.next_id = game.id
