"""A whole number as people type it, read in one way wherever one is typed; and as a button of ours sends it."""

from __future__ import annotations

MOST = 999_999_999
"""More is meant by nobody, and every database keeps it."""
_LONGEST = 20
_MINUS, _PLUS = "\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d", "\ufe62\uff0b"
_SIGNS = str.maketrans(_MINUS + _PLUS, "-" * len(_MINUS) + "+" * len(_PLUS))


def whole(text: str, low: int = -MOST, high: int = MOST) -> int | None:
    """The number that was typed; None where that is none, or none between `low` and `high`.

    Spaces of every width are passed over, any minus and plus is one, and figures are those of any script. A comma or a point
    is refused: 1,200 is meant in two ways, and 12.5 is no whole number.
    """
    plain = "".join(text.split()).translate(_SIGNS)
    digits = plain.removeprefix("-") if plain.startswith("-") else plain.removeprefix("+")
    if not digits.isdecimal() or len(digits) > _LONGEST:
        return None
    number = -int(digits) if plain.startswith("-") else int(digits)
    return number if low <= number <= high else None


def whole_or_text(text: str, low: int = -MOST, high: int = MOST) -> int | str | None:
    """The number; None for an empty field; the text itself where it is none, so that the action says which and why."""
    number = whole(text, low, high)
    return (text or None) if number is None else number


def tapped(text: str | None, below: int = 10_000) -> int | None:
    """A number that a page of ours sends with a button or an address: plain figures, less than `below`; else None."""
    if not text or not (text.isascii() and text.isdecimal()) or len(text) > _LONGEST:
        return None
    number = int(text)
    return number if number < below else None
