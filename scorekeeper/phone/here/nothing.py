"""What a phone has nothing of: each with the answer of somebody who is alone."""

from __future__ import annotations

from datetime import datetime

from scorekeeper.base.refusals import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LARGEST_ID = 2**53 - 1
COOKIE = "device"
LONGEST_NAME = 40
"""Letters, as on a server."""


def now() -> datetime:
    """This moment."""
    return datetime.now()  # noqa: DTZ005 (of the phone)


class _Allowance:
    def check(self, *_given: object) -> None:
        """There are no strangers."""

    def spend(self, *_given: object, **_more: object) -> None:
        """There is nobody to be kept waiting for."""


NEW_GAMES = BROUGHT_IN = _Allowance()


class _Free:
    def exempt(self, view: Any) -> Any:
        """Nobody else sends anything here."""
        return view


csrf = _Free()


def rename(device: Any, name: str) -> Any:
    """Give the phone a name that the history shows, or none. Raises Refusal("device.name")."""
    name = name.strip()
    if len(name) > LONGEST_NAME or (name and not name.isprintable()):
        raise Refusal("device.name", "name", high=LONGEST_NAME)
    device.name = name
    return device


def changed(*_what: object) -> None:
    """Nobody counts."""


def of(*_game: object, **_more: object) -> None:
    """No news: nobody else writes."""


def seen(*_device: object) -> None:
    """Nobody asks when this phone was here last."""


def no_games() -> list[Any]:
    """No tournament has games of this phone."""
    return []


def listed_examples() -> list[Any]:
    """No example games."""
    return []


def digest_of(body: bytes) -> str:
    """A short name of a content, the same for the same."""
    number = 0
    for byte in body:
        number = (number * 31 + byte) % 4294967291
    return f"{number:08x}"
