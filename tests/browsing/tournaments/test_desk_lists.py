"""Long lists on the director's desk, and copied links."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scorekeeper.clubs.commands.members import invitations
from tests.browser import until
from tests.browsing.laptop import Night
from tests.browsing.test_reading import enlarge
from tests.tournaments import evening

pytestmark = pytest.mark.browser


def test_who_came_before_is_looked_for_and_ticked_all_at_once_and_an_invitation_is_copied(live_server, open_page):
    with live_server.app.app_context():
        evening.tournament([["Élodie Roy", "Luc"], *evening.pairs(12)])
        other = evening.tournament([])
        invitations.create(evening.club(), "director")
    night = Night(open_page(desktop=True), live_server)
    page = night.page
    page.goto(f"{live_server.url}/club/sign-in")
    page.locator("[name=name]").fill("Organiser")
    page.locator("[name=password]").fill("fleur de lys au vent")
    page.locator("main .btn--primary").click()
    page.wait_for_url("**/desk/**")
    page.goto(f"{live_server.url}/desk/{other.tournament_id}/entrants")
    shown = page.locator("[data-sought] li:visible")
    expect(shown).to_have_count(13)
    page.locator("details [data-seek]").fill("elodie")
    expect(shown).to_have_count(1)
    page.locator("[data-tick-all]").click()
    page.locator("details [data-seek]").fill("")
    expect(page.locator("[name=known]:checked")).to_have_count(1)
    page.locator("[data-tick-all]").click()
    expect(page.locator("[name=known]:checked")).to_have_count(13)
    page.goto(f"{live_server.url}/clubs/{other.club_slug}/people")
    expect(page.locator("[data-copy]")).to_be_visible()


def test_a_role_stays_in_its_list_with_letters_twice_as_large(live_server, open_page):
    with live_server.app.app_context():
        slug = evening.tournament([]).club_slug
    page = open_page(language="fr-CA")
    page.goto(f"{live_server.url}/club/sign-in")
    page.locator("[name=name]").fill("Organiser")
    page.locator("[name=password]").fill("fleur de lys au vent")
    page.locator("main .btn--primary").click()
    page.wait_for_url("**/desk/**")
    enlarge(page, 200)
    page.goto(f"{live_server.url}/clubs/{slug}/people")
    edges = [page.locator(one).first.bounding_box() for one in ("main .rows", "main .rows select")]
    assert edges[1]["x"] + edges[1]["width"] <= edges[0]["x"] + edges[0]["width"] + 0.5


def test_no_one_leaves_the_setup_with_something_unsaved_by_mistake(live_server, open_page):
    night = Night(open_page(desktop=True), live_server)
    night.begin()
    page = night.page
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    night.go("/setup")
    page.locator("[name=prizes]").fill("Une dinde")
    page.locator(".desk-save .btn").click()
    expect(page.locator("[name=prizes]")).to_have_value("Une dinde")
    page.wait_for_load_state()
    assert asked == []
    page.locator("[name=note]").fill("Venir tôt")
    page.locator(".desk-nav a").first.click()
    page.wait_for_url(night.url)
    assert asked == ["beforeunload"]


def test_what_was_typed_before_the_setups_script_was_there_is_not_left_by_mistake_either(live_server, open_page):
    night = Night(open_page(desktop=True), live_server)
    night.begin()
    page = night.page
    held, asked = [], []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.route("**/desk-setup.js", lambda route: held.append(route))
    page.goto(f"{night.url}/setup", wait_until="commit")
    page.locator("[name=note]").fill("Venir tôt")
    until(page, lambda: held)
    held[0].continue_()
    page.wait_for_load_state()
    page.locator(".desk-nav a").first.click()
    page.wait_for_url(night.url)
    assert asked == ["beforeunload"]
