"""What is said of a field beside its type, in `Annotated`: its bounds, and how its JSON is written. `codec.declared` reads it.

What is declared so is read, checked and written by its declaration: the tournament record's entrants, the parts of a tournament's
log, the files of an archive, the bodies and answers of the API.
"""

from __future__ import annotations

from dataclasses import dataclass

WHEN_SET = "when set"
"""Left out of the JSON while it is at its default."""

ALONE = "alone"
"""A list of one is written as that one, without the list."""

FLAT = "flat"
"""Its keys stand among those of what it belongs to."""


@dataclass(frozen=True, slots=True)
class Key:
    """What the field is called in JSON, where Python calls it otherwise."""

    name: str


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds; None: as whoever reads it knows, or none."""

    low: int
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """Printable text of so many characters."""

    longest: int
    shortest: int = 1


@dataclass(frozen=True, slots=True)
class Name:
    """A name of so many characters as people count them."""

    longest: int


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some words."""

    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Many:
    """A list of so many at the most."""

    most: int
