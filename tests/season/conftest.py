"""Seasons are made of clubs in a database."""

from __future__ import annotations

import pytest


@pytest.fixture
def inside(app):
    """An application context, as during a request."""
    with app.app_context():
        yield app
