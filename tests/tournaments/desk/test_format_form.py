"""The form of a format in a browser: it shows the fields of the method that is picked, and no other."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scorekeeper.tournament.method import METHODS
from scorekeeper.tournaments.desk.format_fields import rows
from tests.browsing.laptop import PASSWORD
from tests.browsing.pad import LOOK


@pytest.mark.browser
def test_the_fields_of_the_method_that_is_picked_are_shown(live_server, open_page):
    page = open_page(desktop=True)
    page.goto(live_server.url + "/club/start")
    for name, text in {"name": "Bernice", "password": PASSWORD, "club": "Club de 200 de Cocagne"}.items():
        page.locator(f"[name={name}]").fill(text)
    page.locator("main .btn--go, form .btn--go").first.click()
    page.locator(".desk-title .btn--go").click()
    page.locator("#own").check()
    names = [control.name for row in rows(fixed=False) for group in row.groups for control in group.controls]
    for method in METHODS.values():
        page.wait_for_timeout(1000 * LOOK)  # the list moves: what comes where the last click was would be its other half
        page.locator(f"[name=who][value={method.enter[0]}]").check()
        page.locator(f"[name=method][value={method.name}]").check()
        for name in names:
            # A table for six stands in the row of the number of rounds, which stages have one by one.
            # Whether single players enter is said above.
            shown = name in method.shown and not (method.staged and name == "six_table") and name != "individuals"
            expect(page.locator(f".desk-own [name={name}]")).to_be_visible(visible=shown)
        expect(page.locator(".desk-own [name=pools]")).to_be_visible(visible=method.staged)
        expect(page.locator(".desk-own [name=hands]")).to_be_visible()


@pytest.mark.browser
def test_single_players_see_only_methods_for_single_players_and_one_of_those_is_chosen(live_server, open_page):
    page = open_page(desktop=True)
    page.goto(live_server.url + "/club/start")
    for name, text in {"name": "Bernice", "password": PASSWORD, "club": "Club de 200 de Cocagne"}.items():
        page.locator(f"[name={name}]").fill(text)
    page.locator("main .btn--go, form .btn--go").first.click()
    page.locator(".desk-title .btn--go").click()
    page.locator("[name=who][value=players]").check()
    page.locator("#own").check()
    for method in METHODS.values():
        expect(page.locator(f"[name=method][value={method.name}]")).to_be_visible(visible="players" in method.enter)
    expect(page.locator("[name=method][value=rotating_partners]")).to_be_checked()
