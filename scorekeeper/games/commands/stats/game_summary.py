"""The summary of a game, for statistics and lists."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.commands.access import Access
    from scorekeeper.stats.summary import Summary


@dataclass(frozen=True, slots=True)
class SummarizedGame:
    """A game for the statistics.

    `called` is the name of its rules in an imported record. `began` is when the game started. `words` is all text in the
    game, folded for search.
    """

    access: Access
    summary: Summary
    rules: RuleSet
    called: str
    began: datetime
    occasion: str
    words: str
