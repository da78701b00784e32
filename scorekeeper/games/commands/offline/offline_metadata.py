"""Commands from phones that are not about a hand: names, place and occasion, disputes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scorekeeper.core.events.idempotency import without_empty
from scorekeeper.core.refusals import NotFound
from scorekeeper.engine.errors import Malformed
from scorekeeper.games.commands.recording import disputes, table_commands

if TYPE_CHECKING:
    from scorekeeper.games.commands.command import GameCommand
    from scorekeeper.games.commands.game_state import GameState
    from scorekeeper.games.store.log import LogRow

KINDS = ("rename", "about", "dispute", "ruling")
"""Their names in the log."""
_FACTS = ("names", "place", "occasion", "side", "claim", "ruling", "link")
_OF_DISPUTES = ("side", "claim", "ruling", "link")


def parse_facts(content: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the facts of a command as sent. Raises `Malformed` for a wrong type."""
    facts = {name: content[name] for name in _FACTS if content.get(name) is not None}
    for name, value in facts.items():
        kind: type = dict if name == "names" else int if name == "side" else str
        texts = value.values() if isinstance(value, dict) else ()
        if type(value) is not kind or not all(isinstance(text, str) for text in texts):
            raise Malformed("event", reason="object", field=name, read=str(value)[:40])
    return facts or None


def make_game_command(game: GameState, does: str, facts: Mapping[str, Any], entry: int | None) -> GameCommand:
    """Return the game command for the current state. `entry` is the subject of a dispute."""
    if does == "rename":
        names = facts.get("names") or {}
        return table_commands.rename([names.get(name, name) for name in game.players], names)
    if does == "about":
        return table_commands.set_place_and_occasion(facts.get("place"), facts.get("occasion"))
    if entry is None:
        raise NotFound("entry", "entry", read=None)
    if does == "dispute":
        return disputes.open_dispute(entry, facts.get("claim") or "", facts.get("side"))
    return disputes.close_dispute(entry, facts.get("ruling") or "", facts.get("link") or "")


def is_same_change(row: LogRow, does: str, facts: Mapping[str, Any]) -> bool:
    """Return whether the command made this change."""
    if row.action != does or row.undoes is not None:
        return False
    if does == "rename":
        names = facts.get("names") or {}
        return [names.get(name, name) for name in row.before["players"]] == list(row.after["players"])
    if does == "about":
        return bool(without_empty(row.after["about"]) == without_empty({name: facts.get(name) for name in ("place", "occasion")}))
    dispute = row.after["dispute"] or {}
    told = {name: dispute.get(name) for name in _OF_DISPUTES if does == "ruling" or name in ("side", "claim")}
    return bool(
        without_empty(told)
        == without_empty({**({} if does == "dispute" else {n: dispute.get(n) for n in ("side", "claim")}), **facts})
    )


def facts_of(row: LogRow) -> dict[str, Any]:
    """Return the facts of the command that makes this change, the reverse of `make_game_command`."""
    if row.action == "rename":
        pairs = [*zip(row.before["players"], row.after["players"], strict=True)]
        for entry, names in row.before.get("seats", {}).items():
            pairs += zip(names, row.after["seats"][entry], strict=True)
        return {"names": dict(pairs)}
    if row.action == "about":
        return dict(row.after["about"])
    wanted = ("side", "claim") if row.action == "dispute" else ("ruling", "link")
    return {name: row.after["dispute"][name] for name in wanted if row.after["dispute"].get(name) is not None}
