"""Regular expressions on a phone: the browser's own. Named groups, flags but ASCII, and look-behind are not told here."""

from __future__ import annotations

from browser import self as worker  # type: ignore[import-not-found]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ASCII = 0


class Match:
    """What was found."""

    def __init__(self, groups: list[Any]) -> None:
        self.found = groups

    def group(self, number: int = 0) -> Any:
        """A group, or all of it."""
        return self.found[number]

    __getitem__ = group


class Pattern:
    """An expression."""

    def __init__(self, text: str) -> None:
        self.text = text

    def _run(self, text: str, source: str) -> Match | None:
        found = worker.phoneMatch(source, text)
        return Match(list(found)) if found else None

    def match(self, text: str) -> Match | None:
        """At the beginning."""
        return self._run(text, f"^(?:{self.text})")

    def fullmatch(self, text: str) -> Match | None:
        """The whole text."""
        return self._run(text, f"^(?:{self.text})$")

    def search(self, text: str) -> Match | None:
        """Anywhere."""
        return self._run(text, self.text)

    def sub(self, told: str, text: str) -> str:
        """With another text in every place."""
        replaced: str = worker.phoneReplace(self.text, told, text)
        return replaced


class BytesPattern:
    """An expression about bytes: about the signs that they would be in Latin-1."""

    def __init__(self, text: bytes) -> None:
        self.pattern = Pattern(text.decode("latin-1").replace("\\Z", "$"))

    def match(self, data: bytes | bytearray) -> Match | None:
        """At the beginning."""
        return self.pattern.match(bytes(data).decode("latin-1"))


def compile(text: Any, _flags: int = 0) -> Any:  # noqa: A001 (as the library's)
    """An expression, read once."""
    return BytesPattern(text) if isinstance(text, bytes) else Pattern(text)


def escape(text: bytes) -> bytes:
    """Bytes as they stand between brackets."""
    return b"".join([b"\\" + bytes([one]) if one in b"^$\\.*+?()[]{}|/-" else bytes([one]) for one in text])


def match(text: str, of: str) -> Match | None:
    """Whether a text begins so."""
    return Pattern(text).match(of)
