"""A table to play at."""

from __future__ import annotations

import pytest

from tests.games.pages.table import FOUR, Table


@pytest.fixture
def sit(app, client):
    def sit_down(rules="kitty", players=FOUR, events=(), **more):
        return Table(app, client, rules, players, events, **more)

    return sit_down
