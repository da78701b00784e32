"""Clubs live in a database of an application; hashing passwords is made cheap, it is tried once at its real price."""

from __future__ import annotations

import argon2
import pytest

from scorekeeper.workflows import passwords


@pytest.fixture(autouse=True)
def cheap_hashes(monkeypatch, request):
    """Passwords hashed in a millisecond, except in tests marked by the fixture `real_hashes`."""
    if "real_hashes" not in request.fixturenames:
        monkeypatch.setattr(passwords, "_hasher", argon2.PasswordHasher(1, 8, 1))
        passwords._nobody.cache_clear()


@pytest.fixture
def real_hashes():
    """Passwords hashed as in use."""
    passwords._nobody.cache_clear()


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
