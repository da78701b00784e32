"""The program around readers of requests: its forms, its API, and a request to run them in."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from flask import Flask

from scorekeeper import create_app
from scorekeeper.core.api.schema import DECLARED
from scorekeeper.core.db.database import Base, db
from scorekeeper.core.forms.forms import Form
from tests.app.operations import OPERATIONS

BODIES = [kind for name in sorted({one.body or "" for one in OPERATIONS}) if isinstance(kind := DECLARED.get(name), type)]
"""The types of request bodies in the API."""


@cache
def forms() -> list[type[Form]]:
    """Return every form class of the pages, by name."""

    def below(kind: type[Form]) -> Iterator[type[Form]]:
        for one in kind.__subclasses__():
            yield one
            yield from below(one)

    found = {f"{one.__module__}.{one.__name__}": one for one in below(Form) if one.__module__.startswith("scorekeeper.")}
    return [found[name] for name in sorted(found)]


@contextmanager
def request_context() -> Iterator[None]:
    """Enter a request of a program with an empty database, for messages and queries."""
    with _program().test_request_context("/"):
        yield
        db.session.remove()


@cache
def _program() -> Flask:
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-fuzz-"))
    app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{folder / 'empty.sqlite3'}"}, folder)
    with app.app_context():
        Base.metadata.create_all(db.engine)
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        atexit.register(db.engine.dispose, close=True)
    return app
