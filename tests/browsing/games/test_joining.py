"""A second phone joins with the phrase, a list moves, and a lost phone is removed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browsing.pad import chip, give_game, played, touch

pytestmark = pytest.mark.browser


def test_a_second_phone_joins_by_four_words_and_scores(live_server, open_page):
    first, second = open_page(), open_page(language="fr-CA")
    game = give_game(live_server, first, events=[played(0, 60, 70, 30)])
    first.goto(f"{game}/share")
    first.locator("[name=role][value=score]").tap()
    first.get_by_role("button", name="Create a join phrase").tap()
    said = first.locator(".join-words").inner_text()
    second.goto(live_server.url)
    touch(second.locator(".home-menu summary"))
    touch(second.get_by_role("link", name="Se joindre avec des mots"))
    second.locator("[name=code]").fill(said.upper())
    second.get_by_role("button", name="Se joindre").tap()
    second.wait_for_url(game)
    expect(second.locator("#board .board-score").first).to_have_text("70")


def test_a_photographed_code_brings_the_list_and_stays_in_no_address(live_server, open_page):
    first, second = open_page(), open_page()
    game = give_game(live_server, first)
    first.goto(f"{live_server.url}/phones")
    first.get_by_role("button", name="Copy to another phone").tap()
    said = first.locator(".join-words").inner_text()
    second.goto(f"{live_server.url}/join#{said.replace(' ', '-')}")
    expect(second.locator("[name=code]")).to_have_value(said)
    assert "#" not in second.url
    second.get_by_role("button", name="Join").tap()
    expect(second.locator(".flash")).to_have_text("1 game is on this phone now.")
    second.goto(game)
    expect(second.locator("form#pad")).to_be_visible()


@pytest.mark.journey
def test_a_lost_phone_is_shut_out_and_what_is_in_its_log_is_told_so(live_server, open_page):
    new, lost = open_page(), open_page(errors_expected=True)
    game = give_game(live_server, lost)
    lost.goto(f"{live_server.url}/phones")
    lost.get_by_role("button", name="Copy to another phone").tap()
    said = lost.locator(".join-words").inner_text()
    new.goto(f"{live_server.url}/join")
    new.locator("[name=code]").fill(said)
    new.get_by_role("button", name="Join").tap()
    expect(new.locator(".flash")).to_be_visible()
    lost.goto(game)
    expect(lost.locator("form#pad")).to_be_visible()
    new.goto(f"{live_server.url}/phones")
    new.get_by_role("link", name="Remove").tap()
    new.get_by_role("button", name="Remove the phone").tap()
    expect(new.locator(".flash")).to_contain_text("was removed from 1 game.")
    for name, value in (("contractor", 0), ("bid", 60), ("points", 70)):
        chip(lost, name, value).tap()
    touch(lost.locator("[data-save]"))
    expect(lost.locator(".slip--clash").first).to_be_visible()
    expect(lost.get_by_role("button", name="Save as a file").first).to_be_visible()
