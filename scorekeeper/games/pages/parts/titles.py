"""The names of a game's sides and rules on its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.messages.names import side_name
from scorekeeper.rules.pages.words import saved_name
from scorekeeper.rules.titles import known_title, with_target

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.commands.game_state import GameState


def side_names(rules: RuleSet, players: Sequence[str]) -> list[str]:
    """Return the names by side."""
    return [side_name([players[s] for s in seats]) for seats in rules.table.sides]


def title_of(game: GameState) -> str:
    """Return the title of a game's rules for the top of its pages."""
    return rules_title(game.rules, game.log.header.get("rules_name", ""))


def rules_title(rules: RuleSet, called: str = "") -> str:
    """Return a short title of the rules with the target. `called` is their name in an imported record."""
    if kept := saved_name(rules) or called:
        return kept
    title = known_title(_, rules) or _("House rules")
    return title if str(rules.target) in title else with_target(_, title, rules)
