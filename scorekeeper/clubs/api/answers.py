"""What the API answers about clubs."""

from __future__ import annotations

from scorekeeper.base import hours
from scorekeeper.base.api.declared import drawn
from scorekeeper.clubs.actions.members import ClubAccess
from scorekeeper.clubs.api.models import Club


def club(access: ClubAccess) -> Club:
    """A club of whoever asks."""
    return drawn(Club, access, id=access.club_id, zone=hours.hall(access.zone).key)
