"""The program in this process, for measurements in a browser."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper import create_app
from scorekeeper.core.pages.web_fonts import make_fonts
from scorekeeper.server.startup.bootstrap import upgrade_database
from tests.fixtures.serving import serving

if TYPE_CHECKING:
    from flask import Flask


@contextmanager
def program() -> Iterator[tuple[Flask, str]]:
    """Yield an application with its own instance, and its address without a trailing slash."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(instance_path=folder)
        upgrade_database(app)
        make_fonts(Path(folder))
        with serving(app) as port:
            yield app, f"http://127.0.0.1:{port}"
        with app.app_context():
            app.extensions["sqlalchemy"].engine.dispose()
