"""Checks the length and legibility of names.

Phones don't have the Unicode tables, so the ranges that occur in names are listed here.
"""

from __future__ import annotations

MOST_CODES = 4
"""Code points stored for each visible character. An emoji of a family of four has seven."""

ZERO_WIDTH_JOINER = "\u200d"
JOINERS = ("\u200c", ZERO_WIDTH_JOINER)
"""Not printable on their own. They join two characters into one, or keep two letters apart."""

TAGS = ("\U000e0020", "\U000e007f")
"""They turn a black flag into a region's flag."""

_ADDED = (
    ("\u0300", "\u036f"),  # accents
    ("\u1ab0", "\u1aff"),
    ("\u1dc0", "\u1dff"),
    ("\u20d0", "\u20ff"),  # keycap frames
    ("\ufe00", "\ufe0f"),  # shown as text or in colour
    ("\ufe20", "\ufe2f"),
    ("\U0001f3fb", "\U0001f3ff"),  # skin tones
    TAGS,
    ("\U000e0100", "\U000e01ef"),
)
_FIRST_ADDED = _ADDED[0][0]
"""Below it, every code point is a character of its own. That includes all French letters."""
_FLAG = ("\U0001f1e6", "\U0001f1ff")
"""Two of these letters make a country's flag."""


def _within(c: str, bounds: tuple[str, str]) -> bool:
    return bounds[0] <= c <= bounds[1]


def is_tag(c: str) -> bool:
    """Return whether it belongs to the flag before it."""
    return _within(c, TAGS)


def count_characters(text: str) -> int:
    """Return the number of visible characters. A letter with accents, a flag or a joined emoji counts as one."""
    count, joined, flag = 0, False, False
    for c in text:
        if c in JOINERS:
            joined = c == ZERO_WIDTH_JOINER
        elif any(_within(c, bounds) for bounds in _ADDED):
            continue
        elif joined or (flag and _within(c, _FLAG)):
            joined = flag = False
        else:
            count += 1
            flag = _within(c, _FLAG)
    return count


def is_legible(text: str) -> bool:
    """Return whether nothing is invisible except joiners and tags."""
    return all(c.isprintable() or c in JOINERS or is_tag(c) for c in text)


def is_valid_name(text: str, longest: int) -> bool:
    """Return whether it is a name of 1 to `longest` visible characters."""
    if max(text, default="") < _FIRST_ADDED:
        return len(text) <= longest and text.isprintable() and not text.isspace() and text != ""
    return (
        len(text) <= MOST_CODES * longest
        and count_characters(text) <= longest
        and count_characters(text.strip()) > 0
        and is_legible(text)
    )
