"""A stand-in for `re` that uses the browser's. It has no named groups, no look-behind and no flags except ASCII."""

from __future__ import annotations

from browser import self as worker  # type: ignore[import-not-found]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ASCII = 0


class Match:
    def __init__(self, groups: list[Any]) -> None:
        self.found = groups

    def group(self, number: int = 0) -> Any:
        return self.found[number]

    __getitem__ = group


class Pattern:
    def __init__(self, text: str) -> None:
        self.text = text

    def _run(self, text: str, source: str) -> Match | None:
        found = worker.phoneMatch(source, text)
        return Match(list(found)) if found else None

    def match(self, text: str) -> Match | None:
        return self._run(text, f"^(?:{self.text})")

    def fullmatch(self, text: str) -> Match | None:
        return self._run(text, f"^(?:{self.text})$")

    def search(self, text: str) -> Match | None:
        return self._run(text, self.text)

    def sub(self, told: str, text: str) -> str:
        replaced: str = worker.phoneReplace(self.text, told, text)
        return replaced


class BytesPattern:
    """A pattern for bytes, applied to their Latin-1 text."""

    def __init__(self, text: bytes) -> None:
        self.pattern = Pattern(text.decode("latin-1").replace("\\Z", "$"))

    def match(self, data: bytes | bytearray) -> Match | None:
        return self.pattern.match(bytes(data).decode("latin-1"))


def compile(text: Any, _flags: int = 0) -> Any:  # noqa: A001 (as the library's)
    return BytesPattern(text) if isinstance(text, bytes) else Pattern(text)


def escape(text: bytes) -> bytes:
    """Return the bytes escaped for a character class."""
    return b"".join([b"\\" + bytes([one]) if one in b"^$\\.*+?()[]{}|/-" else bytes([one]) for one in text])


def match(text: str, of: str) -> Match | None:
    """Match at the start of `of`."""
    return Pattern(text).match(of)
