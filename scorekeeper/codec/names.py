"""How long a name is to people, and whether it can be read.

Written without the tables of Unicode, which the phone does not have: the ranges below are what names hold.
"""

from __future__ import annotations

MOST_CODES = 4
"""Code points that are stored for each character that people count: a family of four is seven of one."""

ZERO_WIDTH_JOINER = "\u200d"
JOINERS = ("\u200c", ZERO_WIDTH_JOINER)
"""Not printable by themselves; between two signs they make one of them, or keep two letters apart."""

TAGS = ("\U000e0020", "\U000e007f")
"""After a black flag they make it a region's."""

_ADDED = (
    ("\u0300", "\u036f"),  # accents
    ("\u1ab0", "\u1aff"),
    ("\u1dc0", "\u1dff"),
    ("\u20d0", "\u20ff"),  # the box of a keycap
    ("\ufe00", "\ufe0f"),  # drawn as text or in colours
    ("\ufe20", "\ufe2f"),
    ("\U0001f3fb", "\U0001f3ff"),  # skin
    TAGS,
    ("\U000e0100", "\U000e01ef"),
)
_FIRST_ADDED = _ADDED[0][0]
"""Below it, as all of French is, every sign is a character of its own."""
_FLAG = ("\U0001f1e6", "\U0001f1ff")
"""Two of these letters are a country's flag."""


def _within(c: str, bounds: tuple[str, str]) -> bool:
    return bounds[0] <= c <= bounds[1]


def is_tag(c: str) -> bool:
    """Whether it belongs to the flag before it."""
    return _within(c, TAGS)


def characters(text: str) -> int:
    """How many characters people count: a letter with its accents, a flag or a family of joined signs is one."""
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


def legible(text: str) -> bool:
    """Whether nothing in it is invisible but what joins signs."""
    return all(c.isprintable() or c in JOINERS or is_tag(c) for c in text)


def fits(text: str, longest: int) -> bool:
    """Whether it is a name of 1 to `longest` characters as people count them."""
    if max(text, default="") < _FIRST_ADDED:
        return len(text) <= longest and text.isprintable() and not text.isspace() and text != ""
    return len(text) <= MOST_CODES * longest and characters(text) <= longest and characters(text.strip()) > 0 and legible(text)
