"""Addresses within the program, as browsers ask for them: below the path where it is on its host (`base.mounted`).

What is written `/games/12` goes through `rooted`, unless `url_for` makes it; `tests/base/test_rooted.py` looks for others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Templates write `rooted("/games/new")`, and `site_root()` for the path itself."""
    app.jinja_env.globals.update(rooted=rooted, site_root=site_root)


def site_root() -> str:
    """Where the program is on its host: `/cards`, or nothing where it has the host for itself."""
    return request.script_root


def rooted(path: str) -> str:
    """The address of a path of the program: `/cards/games/12` for `/games/12`."""
    return request.script_root + path


def unrooted(address: str) -> str | None:
    """The path of the program that such an address leads to; None for one that leads elsewhere on the host."""
    root = request.script_root
    return address[len(root) :] if address.startswith(f"{root}/") else None
