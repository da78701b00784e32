"""A recorded game on this device."""

from __future__ import annotations

import pytest

from scorekeeper.core.devices import visitors
from scorekeeper.games.commands.library import game_creation
from tests.rulings.asked import RECORD


@pytest.fixture
def game(app, client):
    """A recorded game on the client's device."""
    with app.app_context():
        device = visitors.make()
        access = game_creation.import_record(RECORD, device)
        client.set_cookie(visitors.COOKIE, visitors.cookie_value(device))
        return access
