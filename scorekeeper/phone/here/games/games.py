"""Games that begin on this phone."""

from __future__ import annotations

from datetime import datetime
from uuid import uuid4

from scorekeeper.base.limits import check_uuid
from scorekeeper.codec.game_record import parse_header
from scorekeeper.codec.record_header import FORMAT
from scorekeeper.codec.rules import dump_rules
from scorekeeper.phone.here.games.kept import GAMES, WHO, KeptGame, new_number, touched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.actions.access import Access


def start(rules: RuleSet, players: Iterable[str], first_dealer: int, _visitor: object, *, uuid: str | None = None) -> Access:
    """Start a game. The same `uuid` gives the game that it started the first time. Raises `GameError` (event 0)."""
    key = check_uuid(uuid) if uuid else str(uuid4())
    for game in GAMES.values():
        if not game.copied and game.key == key:
            return game.access()
    header = {"rules": dump_rules(rules), "players": list(players), "first_dealer": first_dealer}
    parse_header({"format": FORMAT, **header})
    return begin(header, key).access()


def begin(header: dict[str, Any], key: str) -> KeptGame:
    """A new game whose header was checked."""
    now = datetime.now().isoformat()  # noqa: DTZ005 (of the phone)
    first = {"revision": 1, "uuid": key, "at": now, "who": WHO["name"], "action": "create", "before": {}, "after": header}
    told: dict[str, Any] = {"id": new_number(), "uuid": str(uuid4()), "created": now, "changed": now}
    touched(KeptGame({**told, "rows": []}))
    game = GAMES[told["id"]] = KeptGame({**told, "rows": [first]})
    return game
