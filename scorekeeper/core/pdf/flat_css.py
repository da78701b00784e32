"""Replaces constants in print style sheets, because WeasyPrint would look them up for every box."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from scorekeeper.core import paths

FIRST = ("css/core/tokens.css", "css/core/pdf/sheet.css")
"""Files that define a sheet's constants. Later files take precedence."""

_DEFINED = re.compile(r"(--[\w-]+)\s*:\s*([^;}]+)[;}]")
_ROOT = re.compile(r"(?<![\w\])]):root\s*\{([^}]*)\}")
_USED = re.compile(r"var\((--[\w-]+)\)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def flatten_styles(path: Path) -> bytes:
    """Return a style sheet with its constants replaced."""
    return _expand_constants(path.read_text(encoding="utf-8"), constants()).encode()


@cache
def constants() -> Mapping[str, str]:
    """Return the constants defined at the root and never redefined."""
    values: dict[str, str] = {}
    changing: set[str] = set()
    for name in FIRST:
        text = _COMMENT.sub("", paths.resource("static").joinpath(name).read_text(encoding="utf-8"))
        values |= {name: value.strip() for block in _ROOT.findall(text) for name, value in _DEFINED.findall(block)}
        changing |= {name for name, _ in _DEFINED.findall(_ROOT.sub("", text))}
    return {name: _expand_constants(value, values) for name, value in values.items() if name not in changing}


def _expand_constants(text: str, values: Mapping[str, str]) -> str:
    """Replace constants by their values, which may contain other constants."""
    before = None
    while before != text:
        before, text = text, _USED.sub(lambda used: values.get(used[1], used[0]), text)
    return text
