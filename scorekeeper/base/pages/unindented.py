"""Templates are read one element and one attribute a line, and sent without: a phone on a weak signal does not pay for how the
source looks.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jinja2.ext import Extension

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

_PIECES = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!--.*?-->|<(?=/?[a-zA-Z])|\n[ ]*|[^{<>\"'\n]+|.", re.DOTALL)
"""What is Jinja's stands whole: a quotation mark or a `>` in it ends nothing of the page."""
_SHOWN = re.compile(r"(pre|textarea)\b")
"""Elements whose line breaks are seen."""
_EMPTY = re.compile(r"(area|br|col|hr|img|input|link|meta|source|wbr)\b")
"""Elements that hold nothing: what comes after one stands beside it."""
_CLOSES = re.compile(r"/?>")
_TAKES = re.compile(r"\{[{%#]-")
"""What takes away white space before it, which a comment in between would save from it."""
_UNSENT = "{#\n#}"
"""A line break where Jinja counts it, and does not send it."""
_SPACED = re.compile(r"\{%[^%]*%\}\s")
"""A condition whose attribute brings its own space: `{% if on %} checked{% endif %}`."""


class Unindented(Extension):
    """When a template is loaded, takes off what lines begin with, and the line breaks within a tag, after it and before its end.

    Errors still name the lines of the source.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002 (Jinja's signature)
        """The source of a template as it is sent."""
        return "".join(_pieces(source))


def _pieces(source: str) -> Iterator[str]:
    tag, quote, begun, at = "", "", False, 0
    while at < len(source):
        piece = _PIECES.match(source, at)
        assert piece is not None  # any character is a piece
        text, at = piece[0], piece.end()
        if text[0] == "\n":
            text = _joined(source, at, quote) if tag else _UNSENT if begun or source.startswith("</", at) else "\n"
        elif text == "<":
            tag = source[at : at + 9]
        elif tag and text in ('"', "'"):
            quote = "" if quote == text else quote or text
        begun = bool(tag) and not quote and text == ">"
        if begun:
            if shown := _SHOWN.match(tag):
                end = source.find(f"</{shown[1]}", at)
                text, at = text + source[at:end], end
            begun = tag[0] != "/" and source[at - 2] != "/" and not (shown or _EMPTY.match(tag))
            tag = ""
        yield text


def _joined(source: str, at: int, quote: str) -> str:
    """What a line break within a tag becomes."""
    needless = _TAKES.match(source, at) or (not quote and (_CLOSES.match(source, at) or _SPACED.match(source, at)))
    return _UNSENT if needless else f" {_UNSENT}"


def init_app(app: Flask) -> None:
    """For all pages; papers are not sent as HTML."""
    app.jinja_env.add_extension(Unindented)
