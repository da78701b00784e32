"""The house rules that a server stores for this device, as of the last update."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.errors import GameError
from scorekeeper.formats.rules import parse_rules
from scorekeeper.offline.stubs.games.stored_games import SERVER_FACTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet


@dataclass(frozen=True)
class SavedRules:
    """A rule set of the device."""

    id: int
    name: str
    base: str
    rules: RuleSet


def of_device(_visitor: object) -> list[SavedRules]:
    """Return the device's rule sets. Rule sets of a newer version, with unknown options, are skipped."""
    rule_sets = []
    for one in SERVER_FACTS.get("sets", []):
        try:
            rule_sets.append(SavedRules(one["id"], one["name"], one["base"], parse_rules(one["rules"])))
        except GameError:
            continue
    return rule_sets
