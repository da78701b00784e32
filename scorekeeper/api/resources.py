"""Everything that the API offers: importing the views puts their operations on the blueprint."""

from __future__ import annotations

from scorekeeper.api import events, games, links, matches, previews, rules, stateless
from scorekeeper.api.operations import OPERATIONS, blueprint

__all__ = ["OPERATIONS", "blueprint", "events", "games", "links", "matches", "previews", "rules", "stateless"]
