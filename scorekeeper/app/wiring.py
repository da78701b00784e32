"""Connects packages that must not import each other: tournaments register as hosts of games."""

from __future__ import annotations

from scorekeeper.games.commands import tournament_hooks
from scorekeeper.tournaments.table.game_hooks import Tables

tournament_hooks.register_host(Tables())
