"""Whose games are looked at together: on a phone its own alone."""

from __future__ import annotations

from scorekeeper.base.refusals import NotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def devices_with(_visitor: object) -> list[int]:
    """The devices of a household: the server knows of them."""
    return []


def looked_at(_token: str) -> Any:
    """What a link lets look at: nothing here. Raises NotFound("household.link")."""
    raise NotFound("household.link")
