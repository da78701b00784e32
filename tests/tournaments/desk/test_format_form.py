"""The format form in a browser shows the fields of the selected method only."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scorekeeper.pairing.method import METHODS
from scorekeeper.tournaments.desk.setup.format_fields import rows
from tests.browsing.laptop import PASSWORD
from tests.browsing.pad import LOOK


@pytest.mark.browser
def test_the_fields_of_the_method_that_is_picked_are_shown(live_server, open_page):
    page = open_page(desktop=True)
    page.goto(live_server.url + "/club/start")
    for name, text in {"name": "Bernice", "password": PASSWORD, "club": "Club de 200 de Cocagne"}.items():
        page.locator(f"[name={name}]").fill(text)
    page.locator("main .btn--primary, form .btn--primary").first.click()
    page.locator(".desk-title .btn--primary").click()
    page.locator(".desk-more-formats > summary").click()
    page.locator("#own").check()
    names = [control.name for row in rows(fixed=False) for group in row.groups for control in group.controls]
    for method in METHODS.values():
        page.wait_for_timeout(1000 * LOOK)  # the list moves, and a target under the last click would count as a double click
        page.locator(f"[name=who][value={method.enter[0]}]").check()
        page.locator(f"[name=method][value={method.name}]").check()
        for name in names:
            # A table for six shares its row with the number of rounds, which each stage has separately.
            # Whether single players enter is said above. A single elimination has no second final.
            elsewhere = method.staged and name in ("six_table", "grand_final_reset")
            shown = name in method.form_options and not elsewhere and name != "individuals"
            expect(page.locator(f".desk-custom [name={name}]")).to_be_visible(visible=shown)
        expect(page.locator(".desk-custom [name=pools]")).to_be_visible(visible=method.staged)
        expect(page.locator(".desk-custom [name=hands]")).to_be_visible()
    finals = {"single_elimination": (True, False), "double_elimination": (True, True), "round_robin": (False, False)}
    page.locator("[name=method][value=stages]").check()
    for final, shown in finals.items():
        page.locator("[name=final]").select_option(final)
        for name, visible in zip(("third_place", "grand_final_reset"), shown, strict=True):
            expect(page.locator(f".desk-custom [name={name}]")).to_be_visible(visible=visible)
    page.locator("[name=first]").select_option("swiss")
    expect(page.locator(".desk-custom [name=pools]")).to_be_hidden()
    expect(page.locator(".desk-custom [name=leaver_results]")).to_be_visible()
    page.locator("[name=final]").select_option("single_elimination")
    expect(page.locator(".desk-custom [name=leaver_results]")).to_be_hidden()


@pytest.mark.browser
def test_single_players_see_only_methods_for_single_players_and_one_of_those_is_chosen(live_server, open_page):
    page = open_page(desktop=True)
    page.goto(live_server.url + "/club/start")
    for name, text in {"name": "Bernice", "password": PASSWORD, "club": "Club de 200 de Cocagne"}.items():
        page.locator(f"[name={name}]").fill(text)
    page.locator("main .btn--primary, form .btn--primary").first.click()
    page.locator(".desk-title .btn--primary").click()
    page.locator("[name=who][value=players]").check()
    page.locator(".desk-more-formats > summary").click()
    page.locator("#own").check()
    for method in METHODS.values():
        expect(page.locator(f"[name=method][value={method.name}]")).to_be_visible(visible="players" in method.enter)
    expect(page.locator("[name=method][value=rotating_partners]")).to_be_checked()


@pytest.mark.browser
def test_what_counts_follows_who_plays_until_it_is_answered(live_server, open_page):
    page = open_page(desktop=True)
    page.goto(live_server.url + "/club/start")
    for name, text in {"name": "Bernice", "password": PASSWORD, "club": "Club de 200 de Cocagne"}.items():
        page.locator(f"[name={name}]").fill(text)
    page.locator("main .btn--primary, form .btn--primary").first.click()
    page.locator(".desk-title .btn--primary").click()
    counts = page.locator("[name=counts]:checked")
    expect(counts).to_have_value("tie_breaks")
    page.locator("[name=who][value=players]").check(force=True)
    expect(counts).to_have_value("wins")
    page.locator("[name=counts][value=points]").check(force=True)
    page.locator("[name=who][value=pairs]").check(force=True)
    expect(page.locator("[name=counts-for]")).to_have_value("pairs")
    expect(counts).to_have_value("points")
