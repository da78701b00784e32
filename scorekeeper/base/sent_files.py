"""What is written is not all sent: style sheets and scripts go to phones without what they tell those who write them."""

from __future__ import annotations

import re

_IN_STYLES = re.compile(rb"[ ]*/\*.*?\*/\n?", re.DOTALL)
"""A fifth of what a phone would load of style sheets. None stands in a string."""
_IN_SCRIPTS = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)$", re.DOTALL | re.MULTILINE)
"""Those on lines of their own, as much again of scripts. None stands in a text of several lines, which a test sees to."""
_OF_FONTS = b"url(/fonts/"


def as_sent(name: str, body: bytes, below: str = "") -> bytes:
    """A static file as it is sent; `below`: the path that the program is below. Every line of a script keeps its number."""
    if name.endswith(".css"):
        return _IN_STYLES.sub(b"", body).replace(_OF_FONTS, b"url(" + below.encode() + _OF_FONTS[4:])
    return without_comments(body) if name.endswith(".js") else body


def without_comments(body: bytes) -> bytes:
    """A script without its comments: where one was, its lines are empty, so that an error is where it says that it is."""
    return _IN_SCRIPTS.sub(lambda comment: b"\n" * comment[0].count(b"\n"), body)
