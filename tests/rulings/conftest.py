"""A recorded game on this device."""

from __future__ import annotations

import pytest

from scorekeeper.base import devices
from scorekeeper.games.actions import games
from tests.rulings.asked import RECORD


@pytest.fixture
def game(app, client):
    """A recorded game on the client's device."""
    with app.app_context():
        device = devices.make()
        access = games.import_record(RECORD, device)
        client.set_cookie(devices.COOKIE, devices.cookie_value(device))
        return access
