"""A game in short, as figures and lists take it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.actions.access import Access
    from scorekeeper.statistics.summary import Summary


@dataclass(frozen=True, slots=True)
class Counted:
    """A game to be counted: `summary`; its `rules`, and what they were `called` by whoever brought it in; when it `began`;
    `occasion`: what for; `words`: everything that was written in it, folded, to be searched.
    """

    access: Access
    summary: Summary
    rules: RuleSet
    called: str
    began: datetime
    occasion: str
    words: str
