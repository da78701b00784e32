"""Games that begin on a phone without a network, and become a server's."""

from __future__ import annotations

import pytest

from tests.browsing.pad import keep

pytestmark = pytest.mark.browser


def start_here(page, url, *names):
    """A game begun on the phone; its address."""
    page.goto(f"{url}/games/new")
    for seat, name in enumerate(names):
        page.fill(f'[name="player-{seat}"]', name)
    page.click('button[value="start"]:not(.vh)')
    page.wait_for_selector("form#pad")
    return page.url


def test_a_game_begins_and_is_scored_without_a_network(live_server, open_page):
    page = open_page(language="fr-CA", keeps=True, errors_expected=True)
    page.goto(f"{live_server.url}/rules")
    keep(page)
    page.context.set_offline(True)
    address = start_here(page, live_server.url, "Aline", "Benoît", "Claire", "Denis")
    assert "/games/90000000000" in address
    assert "Benoît" in page.locator("form#pad").inner_text()
