"""What is done on a phone that is about no hand: names, the evening, disputes; as an act of its log says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scorekeeper.base.one_key import lean
from scorekeeper.base.refusals import NotFound
from scorekeeper.engine.errors import Malformed
from scorekeeper.games.actions import disputes, playing

if TYPE_CHECKING:
    from scorekeeper.games.actions.act import Act
    from scorekeeper.games.actions.game_state import GameState
    from scorekeeper.games.store.log import LogRow

KINDS = ("rename", "about", "dispute", "ruling")
"""As the log calls them."""
_FACTS = ("names", "place", "occasion", "side", "claim", "ruling", "link")
_OF_DISPUTES = ("side", "claim", "ruling", "link")


def read(content: Mapping[str, Any]) -> dict[str, Any] | None:
    """The facts of an act as they were sent. Raises `Malformed` for one that is no text, number, or names by names."""
    facts = {name: content[name] for name in _FACTS if content.get(name) is not None}
    for name, value in facts.items():
        kind: type = dict if name == "names" else int if name == "side" else str
        texts = value.values() if isinstance(value, dict) else ()
        if type(value) is not kind or not all(isinstance(text, str) for text in texts):
            raise Malformed("event", reason="object", field=name, read=str(value)[:40])
    return facts or None


def asked(game: GameState, does: str, facts: Mapping[str, Any], entry: int | None) -> Act:
    """What the act is upon the game as it stands. `entry`: the one that a dispute is about."""
    if does == "rename":
        names = facts.get("names") or {}
        return playing.rename([names.get(name, name) for name in game.players], names)
    if does == "about":
        return playing.tell(facts.get("place"), facts.get("occasion"))
    if entry is None:
        raise NotFound("entry", "entry", read=None)
    if does == "dispute":
        return disputes.open_dispute(entry, facts.get("claim") or "", facts.get("side"))
    return disputes.rule(entry, facts.get("ruling") or "", facts.get("link") or "")


def is_of(row: LogRow, does: str, facts: Mapping[str, Any]) -> bool:
    """Whether a change is what the act did."""
    if row.action != does or row.undoes is not None:
        return False
    if does == "rename":
        names = facts.get("names") or {}
        return [names.get(name, name) for name in row.before["players"]] == list(row.after["players"])
    if does == "about":
        return bool(lean(row.after["about"]) == lean({name: facts.get(name) for name in ("place", "occasion")}))
    dispute = row.after["dispute"] or {}
    told = {name: dispute.get(name) for name in _OF_DISPUTES if does == "ruling" or name in ("side", "claim")}
    return bool(lean(told) == lean({**({} if does == "dispute" else {n: dispute.get(n) for n in ("side", "claim")}), **facts}))


def facts_of(row: LogRow) -> dict[str, Any]:
    """What an act that does what this change did says. The other way round than `asked`."""
    if row.action == "rename":
        pairs = [*zip(row.before["players"], row.after["players"], strict=True)]
        for entry, names in row.before.get("seats", {}).items():
            pairs += zip(names, row.after["seats"][entry], strict=True)
        return {"names": dict(pairs)}
    if row.action == "about":
        return dict(row.after["about"])
    wanted = ("side", "claim") if row.action == "dispute" else ("ruling", "link")
    return {name: row.after["dispute"][name] for name in wanted if row.after["dispute"].get(name) is not None}
