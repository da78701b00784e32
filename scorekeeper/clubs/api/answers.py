"""What the API answers about clubs."""

from __future__ import annotations

from scorekeeper.base import hours
from scorekeeper.base.api.declared import drawn
from scorekeeper.clubs.actions.members import ClubWay
from scorekeeper.clubs.api.models import Club


def club(way: ClubWay) -> Club:
    """A club of whoever asks."""
    return drawn(Club, way, id=way.club_id, zone=hours.hall(way.zone).key)
