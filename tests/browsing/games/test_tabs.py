"""The tabs of a game: by touch, by keyboard, without scripts, on a desktop, and from the phone's copy of the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import until
from tests.browsing.pad import give_game, keep, played, touch

pytestmark = pytest.mark.browser

HANDS = [played(0, 60, 75, 25, bids={}), played(1, 70, 60, 40, bids={"0": 65})]


def tab(page, name):
    return page.locator(".game-tabs").get_by_role("link", name=name)


def expect_current(page, name):
    """Expect this tab, and no other, to say that it is the current one."""
    expect(page.locator(".game-tabs [aria-current]")).to_have_text(name)


def test_a_tab_is_opened_by_keyboard_and_says_that_it_is_the_current_one(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page, events=HANDS))
    expect_current(page, "Score")
    page.locator(".topbar .home").focus()
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(tab(page, "Sheet")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#rows")).to_be_visible()
    expect(page.locator("#pad")).to_be_hidden()
    expect_current(page, "Sheet")
    page.go_back()
    expect(page.locator("#pad")).to_be_visible()
    expect_current(page, "Score")


def test_without_scripts_the_tabs_lead_around_the_game_too(live_server, open_page):
    page = open_page(javascript=False)
    page.goto(give_game(live_server, page, rules="standard", events=HANDS))
    tab(page, "Sheet").tap()
    expect(page.locator("#rows")).to_be_visible()
    expect(page.locator("#pad")).to_be_hidden()
    tab(page, "Chances").tap()
    expect(page.get_by_role("heading", name="What do we need?")).to_be_visible()
    expect(page.locator(".odds-chance").first).to_contain_text("about 9 in 10")
    expect_current(page, "Chances")
    tab(page, "Score").tap()
    expect(page.locator("#pad")).to_be_visible()
    expect(page.locator("#rows")).to_be_hidden()
    page.locator(".more-menu > summary").tap()
    page.get_by_role("link", name="History and undo").tap()
    page.get_by_role("link", name="Back to the game").tap()
    expect(page.locator("#pad")).to_be_visible()


def test_on_a_desktop_the_pad_stays_beside_the_sheet_or_the_chances(live_server, open_page):
    page = open_page(desktop=True)
    page.goto(give_game(live_server, page, rules="standard", events=HANDS))
    expect(page.locator("#pad")).to_be_visible()
    expect(page.locator("#rows")).to_be_visible()
    expect(tab(page, "Score")).to_be_hidden()
    expect_current(page, "Sheet")
    expect(tab(page, "Chances")).to_have_attribute("href", "#odds")
    tab(page, "Chances").click()
    expect(page.locator(".odds-side").first).to_be_visible()
    expect(page.locator("#pad")).to_be_visible()
    expect(page.locator("#rows")).to_be_hidden()
    expect_current(page, "Chances")


def test_the_phone_s_copy_of_the_page_has_the_tabs_without_a_network(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    page.goto(give_game(live_server, page, rules="standard", events=HANDS))
    expect(tab(page, "Chances")).to_have_attribute("href", "#odds")
    keep(page)
    page.context.set_offline(True)
    page.reload()
    touch(tab(page, "Sheet"))
    expect(page.locator("#row-2")).to_be_visible()
    touch(tab(page, "Chances"))
    expect(page.locator(".odds-chance").first).to_contain_text("about 9 in 10", timeout=60_000)
    touch(tab(page, "Score"))
    expect(page.locator("#pad")).to_be_visible()


@pytest.mark.parametrize("size", [(390, 844), (320, 640), (844, 390)])
def test_the_tabs_are_one_line_of_full_height_and_the_save_bar_is_on_the_screen(live_server, open_page, size):
    page = open_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(give_game(live_server, page, events=HANDS))
    assert page.locator(".topbar").bounding_box()["height"] == 44
    for name in ("Score", "Sheet", "Chances"):
        box = tab(page, name).bounding_box()
        assert (box["height"], box["width"] >= 44) == (44, True)
    expect(page.locator("#savebar")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    until(page, lambda: page.locator(".more-menu > summary").bounding_box()["height"], lambda height: height == 44)
