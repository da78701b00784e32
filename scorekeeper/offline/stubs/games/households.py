"""Households, which a phone doesn't have: it shows only its own games."""

from __future__ import annotations

from scorekeeper.core.refusals import NotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def household_devices(_visitor: object) -> list[int]:
    """Return no devices: only the server knows the household."""
    return []


def devices_of_link(_token: str) -> Any:
    """Raise NotFound("household.link"): a phone has no household links."""
    raise NotFound("household.link")
