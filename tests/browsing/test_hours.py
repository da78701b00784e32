from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect
from sqlalchemy import update

from scorekeeper.core.db.database import write_transaction
from scorekeeper.core.devices import visitors
from scorekeeper.games.store.game import Game
from tests.visitor import start

pytestmark = pytest.mark.browser

BEGUN = datetime(2024, 11, 1, 1, 23, tzinfo=UTC)


@pytest.fixture
def game(live_server):
    """An old game, and the cookie of its phone."""
    live_server.app.config["WTF_CSRF_ENABLED"] = False
    client = live_server.app.test_client()
    start(client)
    with live_server.app.app_context(), write_transaction() as session:
        session.execute(update(Game).values(changed_at=BEGUN))
    cookie = client.get_cookie(visitors.COOKIE)
    return {"name": visitors.COOKIE, "value": cookie.value, "url": live_server.url}


@pytest.mark.parametrize(("zone", "day"), [("America/Moncton", "Oct 31, 2024"), ("Europe/Paris", "Nov 1, 2024")])
def test_the_first_page_already_tells_the_phone_s_own_time(live_server, open_page, game, zone, day):
    page = open_page(timezone_id=zone)
    page.context.add_cookies([game])
    page.goto(live_server.url)
    expect(page.locator("time")).to_have_text(day)
    assert {"name": "zone", "value": zone}.items() <= next(c for c in page.context.cookies() if c["name"] == "zone").items()


def test_without_script_a_page_tells_the_time_of_the_server_and_says_which_moment_it_means(live_server, open_page, game):
    page = open_page(timezone_id="Europe/Paris", javascript=False)
    page.context.add_cookies([game])
    page.goto(live_server.url)
    expect(page.locator("time")).to_have_text("Oct 31, 2024")
    assert page.locator("time").get_attribute("datetime") == "2024-10-31T22:23:00-03:00"
