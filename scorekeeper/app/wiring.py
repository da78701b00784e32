"""Connects packages that must not import each other: tournaments register as hosts of games."""

from __future__ import annotations

from scorekeeper.games.actions import host
from scorekeeper.tournaments.table.host import Tables

host.register_host(Tables())
