"""The pad below a path, behind a proxy that strips it: recorded, offline, and online again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.core.devices import visitors
from scorekeeper.core.net import proxies
from scorekeeper.core.pages.web_fonts import folder as fonts_folder
from scorekeeper.games.commands.library import game_creation
from scorekeeper.offline.bundle.bundle import folder as kit_folder
from tests.browser import network_is_back
from tests.browsing.pad import FOUR, Thumb, chip, expect_scores, go, keep, touch
from tests.fixtures.serving import serving
from tests.prefix_proxy import Stripping

pytestmark = pytest.mark.browser

OF_THE_HOST = """async () => ({
  scopes: (await navigator.serviceWorker.getRegistrations()).map((one) => new URL(one.scope).pathname),
  caches: await caches.keys(),
  databases: (await indexedDB.databases()).map((one) => one.name),
  local: Object.keys(localStorage),
})"""


@pytest.fixture
def below(make_app, cut_fonts, compressed_kit):
    """The address, the application, and the proxy in front of it."""
    app = make_app(TRUSTED_PROXIES=proxies.parse_proxies("1"))
    instance = Path(app.instance_path)
    shutil.copytree(cut_fonts, fonts_folder(instance), dirs_exist_ok=True)
    shutil.copytree(compressed_kit, kit_folder(instance), dirs_exist_ok=True)
    app.wsgi_app = proxy = Stripping(app.wsgi_app, "/cards")
    with serving(app) as port:
        yield f"http://127.0.0.1:{port}", app, proxy


def new_game(app, page, host):
    with app.app_context():
        visitor = visitors.make()
        record = {
            "format": "scorekeeper-game/1",
            "rules": {"base": "kitty"},
            "players": list(FOUR),
            "first_dealer": 0,
            "events": [],
        }
        access = game_creation.import_record(record, visitor, keep_unscored=True)
        cookie = {"name": visitors.COOKIE, "value": visitors.cookie_value(visitor), "domain": "127.0.0.1", "path": "/cards"}
    page.context.add_cookies([cookie])
    return f"{host}/cards/games/{access.game_id}"


def test_hands_are_recorded_kept_without_a_network_and_sent_below_a_path(below, open_page):
    host, app, proxy = below
    page = open_page(keeps=True, errors_expected=True)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(new_game(app, page, host))
    rows = page.locator("#rows tr:not(.sheet-blank)")
    Thumb(page).hand(0, 60, 70)
    expect_scores(page, "70", "30")
    expect(rows.and_(page.locator("[id^=row-]"))).to_have_count(1)  # the server's own, which has it
    keep(page)
    page.context.set_offline(True)
    page.reload()
    expect(rows).to_have_count(1)
    for name, value in (("contractor", 1), ("bid", 75), ("points", 60)):
        chip(page, name, value).tap()
    # The engine on the phone, compiled there.
    expect(page.locator("#result .receipt")).to_contain_text("Contract failed", timeout=180_000)
    touch(page.locator("[data-save]"))
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    expect_scores(page, "110", "−45")
    kept = page.evaluate(OF_THE_HOST)
    page.goto(f"{host}/cards/settings")  # which is not kept
    expect(page.locator(".topbar .home")).to_have_attribute("href", "/cards/")
    network_is_back(page.context)
    go(page, f"{host}/cards/")
    page.locator('main a[href^="/cards/games/"]').first.click()
    expect(page.locator("#rows .is-pending")).to_have_count(0)
    page.reload()
    expect(rows.and_(page.locator("[id^=row-]"))).to_have_count(2)
    expect_scores(page, "110", "−45")
    # Storage for the whole host has names of this program's own, and no other path was requested.
    assert kept["scopes"] == ["/cards/"]
    names = [*kept["caches"], *kept["databases"], *kept["local"]]
    assert names
    assert [name for name in names if not name.startswith("/cards:")] == []
    assert [url for url in asked if url.startswith(host) and not url.startswith(f"{host}/cards/")] == []
    assert proxy.strangers == []
