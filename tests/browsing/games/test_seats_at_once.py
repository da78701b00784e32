"""Seats on an open pad while another phone changes them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browsing.pad import chip, give_game, played, save_the_bid, touch
from tests.browsing.table_phones import look

pytestmark = pytest.mark.browser

FIELDS = {"spell": "player-0", "seats": "seat-0"}


def say(other, game, how):
    """Change the name of the first seat on the other phone."""
    other.goto(f"{game}/names")
    other.fill(f'[name="{FIELDS[how]}"]', "Zoé")
    other.locator(f"form:has([name=do][value={how}]) button.btn").first.click()
    other.wait_for_selector("form#pad")


@pytest.mark.parametrize("so_far", ["nothing", "half a hand", "a saved bid"])
@pytest.mark.parametrize("how", FIELDS)
def test_a_name_that_another_phone_changes_is_on_the_keys_too(live_server, open_page, how, so_far):
    page, other = open_page(), open_page()
    game = give_game(live_server, page, other, events=[played(0, 60, 70, 30)])
    page.goto(game)
    if so_far == "half a hand":
        touch(chip(page, "contractor", 1))
    elif so_far == "a saved bid":
        save_the_bid(page, 0, 75)
        expect(page.locator(".contract-line")).to_contain_text("Aline")
    say(other, game, how)
    look(page)
    expect(page.locator(".board-name").first).to_contain_text("Zoé")
    if so_far == "a saved bid":
        expect(page.locator(".contract-line")).to_contain_text("Zoé")
    else:
        expect(page.locator("#pad .seat b").first).to_have_text("Zoé")
    if so_far == "half a hand":
        expect(page.locator('#pad [name="contractor"][value="1"]')).to_be_checked()


def test_a_partner_is_called_by_the_name_that_another_phone_has_put_right(live_server, open_page):
    page, other = open_page(), open_page()
    players = ("Aline", "Benoît", "Claire", "Denis", "Émilie")
    game = give_game(live_server, page, other, rules="five_called", players=players)
    page.goto(game)
    touch(chip(page, "contractor", 1))
    say(other, game, "spell")
    look(page)
    expect(chip(page, "called_seat", 0)).to_have_text("Zoé")
    expect(page.locator('#pad [name="contractor"][value="1"]')).to_be_checked()
