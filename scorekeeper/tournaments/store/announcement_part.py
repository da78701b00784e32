"""The part `announcement`: what the desk says to everyone at the moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from scorekeeper.pairing.record.shapes import WHEN_SET, OneOf

COFFEE, LAST_HAND, DRAW, TEXT = "coffee", "last_hand", "draw", "text"
KINDS = (COFFEE, LAST_HAND, DRAW, TEXT)
"""Ready words, and `text` for words of the desk's own."""

LONGEST_ANNOUNCEMENT = 140


@dataclass(frozen=True, slots=True)
class AnnouncementPart:
    """An announcement. `text`: of the kind `text`; `at`: since when; `until`: None until the desk removes it."""

    kind: Annotated[str, OneOf(KINDS)]
    at: datetime
    text: Annotated[str, WHEN_SET] = ""
    until: Annotated[datetime | None, WHEN_SET] = None
