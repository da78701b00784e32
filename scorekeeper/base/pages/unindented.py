"""Templates are read indented and sent without: a phone on a weak signal does not pay for how the source looks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jinja2.ext import Extension

if TYPE_CHECKING:
    from flask import Flask

_INDENTED = re.compile(r"<(pre|textarea)\b.*?</\1>|\n[ ]+", re.DOTALL)
"""What stands at the beginning of a line; elements in which it is shown come first, whole."""


class Unindented(Extension):
    """Takes what lines begin with off when a template is loaded. Line breaks stay: an error still names its line."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002 (Jinja's signature)
        """The source of a template, each line from its first character on."""
        return _INDENTED.sub(lambda found: found[0] if found[1] else "\n", source)


def init_app(app: Flask) -> None:
    """For all pages; papers are not sent as HTML."""
    app.jinja_env.add_extension(Unindented)
