"""What the API answers about clubs."""

from __future__ import annotations

from typing import Any

from scorekeeper.base import hours
from scorekeeper.clubs.actions.members import ClubWay


def club(way: ClubWay) -> dict[str, Any]:
    """A club of whoever asks."""
    return {"id": way.club_id, "slug": way.slug, "name": way.name, "role": way.role, "zone": hours.hall(way.zone).key}
