"""API responses about clubs."""

from __future__ import annotations

from scorekeeper.clubs.api import models
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.core.i18n import timezones
from scorekeeper.formats.declared import copy_as


def club(access: ClubAccess) -> models.Club:
    return copy_as(models.Club, access, id=access.club_id, zone=timezones.club_zone(access.zone).key)
