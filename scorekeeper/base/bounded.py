"""Reading a file of ours value by value: every one has its kind and its bounds, and what does not fit is named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from scorekeeper.base.refusals import Refusal

Json = dict[str, Any]


def damaged(read: object) -> Refusal:
    """The refusal of a value, by where it stands."""
    return Refusal("archive.value", "file", read=str(read)[:80])


class Reader:
    """An object of the file while it is read: `where` names it for people. Unknown and missing keys are refused."""

    def __init__(self, value: object, where: str, keys: Sequence[str]) -> None:
        if not isinstance(value, dict) or set(value) != set(keys):
            raise damaged(where)
        self.value: Json = value
        self.where = where

    def wrong(self, key: str) -> Refusal:
        """The refusal of what stands at a key."""
        return damaged(f"{self.where}: {key}")

    def text(self, key: str, longest: int, shortest: int = 0) -> str:
        """Printable text of a bounded length."""
        found = self.value[key]
        if not isinstance(found, str) or not shortest <= len(found) <= longest or not found.isprintable():
            raise self.wrong(key)
        return found

    def whole(self, key: str, low: int, high: int) -> int:
        """A whole number within bounds."""
        found = self.value[key]
        if type(found) is not int or not low <= found <= high:
            raise self.wrong(key)
        return found

    def maybe(self, key: str, low: int, high: int) -> int | None:
        """A whole number within bounds, or nothing."""
        return None if self.value[key] is None else self.whole(key, low, high)

    def at(self, key: str) -> datetime:
        """A moment with its zone."""
        try:
            found = datetime.fromisoformat(self.value[key])
        except (TypeError, ValueError):
            raise self.wrong(key) from None
        if found.tzinfo is None:
            raise self.wrong(key)
        return found

    def maybe_at(self, key: str) -> datetime | None:
        """A moment, or nothing."""
        return None if self.value[key] is None else self.at(key)

    def items(self, key: str, most: int) -> list[Any]:
        """A list of bounded length."""
        found = self.value[key]
        if not isinstance(found, list):
            raise self.wrong(key)
        if len(found) > most:
            raise Refusal("archive.many", "file", high=most, read=f"{self.where}: {key}")
        return found

    def parts(self, key: str) -> Json:
        """An object, looked at more closely by whoever asks."""
        found = self.value[key]
        if not isinstance(found, dict):
            raise self.wrong(key)
        return found


def sound(where: str, check: Callable[[], object]) -> None:
    """Run a check that raises in its own way for what it does not understand; refuse that by where it stands."""
    try:
        check()
    except Refusal as refusal:
        raise refusal if refusal.code.startswith("archive.") else damaged(where) from None
    except Exception:  # noqa: BLE001 (whatever a damaged file makes of code that expects what this program wrote)
        raise damaged(where) from None
