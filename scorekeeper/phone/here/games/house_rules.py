"""The house rules that a server keeps for this device, as it told them last."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.codec.rules import parse_rules
from scorekeeper.engine.errors import GameError
from scorekeeper.phone.here.games.kept import KNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet


@dataclass(frozen=True)
class Kept:
    """A rule set of the device."""

    id: int
    name: str
    base: str
    rules: RuleSet


def of_device(_visitor: object) -> list[Kept]:
    """The device's rule sets; without those of a newer program, which have options that this phone does not know yet."""
    kept = []
    for one in KNOWN.get("sets", []):
        try:
            kept.append(Kept(one["id"], one["name"], one["base"], parse_rules(one["rules"])))
        except GameError:
            continue
    return kept
