"""Bounds and JSON spelling of fields, given in `Annotated` and read by `formats.declared`.

Record entrants, a tournament's log, archive files and API bodies are read, checked and written from these declarations.
"""

from __future__ import annotations

from dataclasses import dataclass

WHEN_SET = "when set"
"""Omit it from the JSON while it has its default value."""

ALONE = "alone"
"""Write a list of one as that one value."""

FLAT = "flat"
"""Write its keys among its owner's keys."""


@dataclass(frozen=True, slots=True)
class Key:
    """The field's name in JSON, if it differs from the Python name."""

    name: str


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds. `high` is None if there is no bound, or if the reader knows it."""

    low: int
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """Printable text with a length from `shortest` to `longest`."""

    longest: int
    shortest: int = 1


@dataclass(frozen=True, slots=True)
class Name:
    """A name of at most `longest` characters, as people count them."""

    longest: int


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several words."""

    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Many:
    """A list of at most `most` items."""

    most: int
