"""Strips comments and indentation from what is sent, so that phones with a weak signal load less."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jinja2.ext import Extension

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask


_STYLE_COMMENT = re.compile(rb"[ ]*/\*.*?\*/\n?", re.DOTALL)
"""Comments in style sheets, a fifth of their size. None is inside a string."""
_SCRIPT_COMMENT = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)$", re.DOTALL | re.MULTILINE)
"""Comments on lines of their own, a fifth of a script. None is inside a text."""
_LINE_END_COMMENT = re.compile(rb"(?<=[;{}]) // [^\n\"'`]*$", re.MULTILINE)
"""Comments behind a statement. One with a quote stays, because the line may be part of a text."""
_INDENT = re.compile(rb"^ +", re.MULTILINE)
"""A test checks that no script has a multi-line text."""
_FONT_URL = b"url(/fonts/"


def minify(name: str, body: bytes, below: str = "") -> bytes:
    """Return a static file as it is sent. `below`: the app's path on its host. Line numbers of scripts stay."""
    if name.endswith(".css"):
        return _INDENT.sub(b"", _STYLE_COMMENT.sub(b"", body)).replace(_FONT_URL, b"url(" + below.encode() + _FONT_URL[4:])
    return minify_script(body) if name.endswith(".js") else body


def minify_script(body: bytes) -> bytes:
    """Return a script without comments and indents, but with all its lines, so that errors show the right line."""
    body = _SCRIPT_COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), body)
    return _INDENT.sub(b"", _LINE_END_COMMENT.sub(b"", body))


_PIECES = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!--.*?-->|<(?=/?[a-zA-Z])|\n[ ]*|[^{<>\"'\n]+|.", re.DOTALL)
"""Tokens of a template. Jinja's tags stay whole, because a quotation mark or `>` in them is not HTML."""
_SHOWN = re.compile(r"(pre|textarea)\b")
"""Elements in which line breaks are visible."""
_EMPTY = re.compile(r"(area|br|col|hr|img|input|link|meta|source|wbr)\b")
"""Void elements, which have no content or end tag."""
_CLOSES = re.compile(r"/?>")
_TAKES = re.compile(r"\{[{%#]-")
"""Jinja tags that strip the white space before them. A comment in between would prevent that."""
_UNSENT = "{#\n#}"
"""A line break that Jinja counts but does not output."""
_SPACED = re.compile(r"\{%[^%]*%\}\s")
"""A condition whose attribute has its own space: `{% if on %} checked{% endif %}`."""


class RemoveIndentation(Extension):
    """Removes indentation, and line breaks inside and after tags, when a template is loaded.

    Errors still show the source's line numbers.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002 (Jinja's signature)
        return "".join(_pieces(source))


def _pieces(source: str) -> Iterator[str]:
    tag, quote, begun, at = "", "", False, 0
    while at < len(source):
        piece = _PIECES.match(source, at)
        assert piece is not None  # the last alternative matches any character
        text, at = piece[0], piece.end()
        if text[0] == "\n":
            text = _line_break_in_tag(source, at, quote) if tag else _UNSENT if begun or source.startswith("</", at) else "\n"
        elif text == "<":
            tag = source[at : at + 9]
        elif tag and text in ('"', "'"):
            quote = "" if quote == text else quote or text
        begun = bool(tag) and not quote and text == ">"
        if begun:
            if verbatim := _SHOWN.match(tag):
                end = source.find(f"</{verbatim[1]}", at)
                text, at = text + source[at:end], end
            begun = tag[0] != "/" and source[at - 2] != "/" and not (verbatim or _EMPTY.match(tag))
            tag = ""
        yield text


def _line_break_in_tag(source: str, at: int, quote: str) -> str:
    """Return the replacement for a line break inside a tag."""
    needless = _TAKES.match(source, at) or (not quote and (_CLOSES.match(source, at) or _SPACED.match(source, at)))
    return _UNSENT if needless else f" {_UNSENT}"


def remove_indentation(app: Flask) -> None:
    """Apply this to all pages. Printouts are not sent as HTML."""
    app.jinja_env.add_extension(RemoveIndentation)
