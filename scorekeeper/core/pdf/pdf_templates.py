"""The Jinja environment for printouts, which works without Flask."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from scorekeeper.core import paths

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
MINUS = "\u2212"


@cache
def environment() -> Environment:
    """Return the environment. It escapes everything and rejects undefined names."""
    env = Environment(
        loader=FileSystemLoader(paths.resource("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    env.filters.update(signed=signed, unsigned=abs, css_text=css_text, zero=lambda _: 0)
    env.globals.update(SUITS=SUITS)
    return env


def render(name: str, **values: Any) -> str:
    """Render a printout's template, given by its path."""
    return environment().get_template(name).render(**values)


def signed(points: int) -> str:
    """Return a change of score with its sign: +45, −75, or 0."""
    if points == 0:
        return "0"
    return f"+{points}" if points > 0 else f"{MINUS}{-points}"


def css_text(text: str) -> Markup:
    """Return a CSS string literal that is safe in a style element."""
    safe = "".join(c if c.isalnum() or c in " .,:;-–·" else f"\\{ord(c):x} " for c in text)
    return Markup(f'"{safe}"')  # noqa: S704 (what could end the string or the element was escaped above)
