"""A network that connects and never answers: the page opens, shows its stored data, and saves."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browsing.pad import Thumb, chip, expect_scores, give_game, keep, touch
from tests.browsing.table_phones import look
from tests.faults.evening import ServedApp
from tests.faults.proxy import between

pytestmark = pytest.mark.browser


def test_a_page_opened_again_over_a_silent_network_shows_what_is_kept_and_saves(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    with between(live_server.url) as (url, network):
        page.goto(give_game(ServedApp(live_server.app, url), page, good_way=live_server.url))
        keep(page)
        network.silent = True
        Thumb(page).hand(0, 60, 70)
        expect(page.locator("#rows .is-pending")).to_have_count(1)
        page.reload()
        expect(page.locator("#rows .is-pending")).to_have_count(1)
        expect_scores(page, "70", "30")
        for name, value in (("contractor", 1), ("bid", 50), ("points", 40)):
            touch(chip(page, name, value))
        touch(page.locator("[data-save]"))
        expect(page.locator("#rows .is-pending")).to_have_count(2)
        expect_scores(page, "130", "−20")
        network.silent = False
        look(page)
        expect(page.locator("#rows .is-pending")).to_have_count(0, timeout=60_000)
        expect_scores(page, "130", "−20")
        page.goto("about:blank")
