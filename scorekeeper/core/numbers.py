"""Parses integers, as people type them and as our own buttons send them."""

from __future__ import annotations

MOST = 999_999_999
"""Largest number accepted. No one needs more, and every database can store it."""
_LONGEST = 20
_MINUS, _PLUS = "\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d", "\ufe62\uff0b"
_SIGNS = str.maketrans(_MINUS + _PLUS, "-" * len(_MINUS) + "+" * len(_PLUS))


def parse_integer(text: str, low: int = -MOST, high: int = MOST) -> int | None:
    """Return the number that was typed, or None if it is not a number between `low` and `high`.

    Spaces of any width are ignored. Any minus or plus sign and the digits of any script are accepted. A comma or a period is
    not, because 1,200 is ambiguous and 12.5 is not an integer.
    """
    plain = "".join(text.split()).translate(_SIGNS)
    digits = plain.removeprefix("-") if plain.startswith("-") else plain.removeprefix("+")
    if not digits.isdecimal() or len(digits) > _LONGEST:
        return None
    number = -int(digits) if plain.startswith("-") else int(digits)
    return number if low <= number <= high else None


def parse_integer_or_text(text: str, low: int = -MOST, high: int = MOST) -> int | str | None:
    """Return the number, None for an empty field, or invalid text unchanged for the action to refuse."""
    number = parse_integer(text, low, high)
    return (text or None) if number is None else number


def parse_tapped_number(text: str | None, below: int = 10_000) -> int | None:
    """Return a number sent by our own button or link, in plain digits and less than `below`, or None."""
    if not text or not (text.isascii() and text.isdecimal()) or len(text) > _LONGEST:
        return None
    number = int(text)
    return number if number < below else None
