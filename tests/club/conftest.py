"""Clubs live in a database of an application."""

from __future__ import annotations

import pytest


@pytest.fixture
def inside(app):
    """An application context on SQLite, as during a request."""
    with app.app_context():
        yield app


@pytest.fixture(params=["sqlite", "postgresql"])
def served(request, make_app):
    """An application on each kind of database."""
    if request.param == "sqlite":
        return make_app()
    return make_app(SQLALCHEMY_DATABASE_URI=request.getfixturevalue("postgres"))
