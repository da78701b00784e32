"""A director at the desk with eight pairs."""

from __future__ import annotations

import pytest

from tests.tournaments.desk.director import Director


@pytest.fixture
def director(app):
    return Director(app, 8, options={"rounds": 5})
