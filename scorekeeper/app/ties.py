"""What earlier subjects are told of later ones, which they do not know."""

from __future__ import annotations

from scorekeeper.games.actions import host
from scorekeeper.tournaments.table.host import Tables

host.register(Tables())
