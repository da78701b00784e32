"""API responses about clubs."""

from __future__ import annotations

from scorekeeper.base import hours
from scorekeeper.clubs.actions.members import ClubAccess
from scorekeeper.clubs.api import models
from scorekeeper.codec.declared import copy_as


def club(access: ClubAccess) -> models.Club:
    return copy_as(models.Club, access, id=access.club_id, zone=hours.club_zone(access.zone).key)
