from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

WORDS = {
    "en-CA": {"close": "Close to", "title": "Kitchen-table 200", "ways": "Pack: 44 cards"},
    "fr-CA": {"close": "À peu près", "title": "Le 200 de la maison", "ways": "Jeu de cartes : 44 cartes"},
}
CARD = re.compile(r"/rules/ours/\d+$")


def answer(page, *values: str):
    for value in values:
        page.locator(f".answers a[href$='={value}']").tap()
        page.wait_for_url(re.compile(f"={value}$"))


@pytest.mark.parametrize(("language", "javascript"), [("fr-CA", True), ("en-CA", False)])
def test_the_questions_lead_by_touch_to_rules_that_are_kept_and_played(live_server, open_page, language, javascript):
    page, words = open_page(language=language, javascript=javascript), WORDS[language]
    page.goto(f"{live_server.url}/rules/which")
    answer(page, "4", "partnership", "4", "9", "dealer", "throw_in", "yes", "opponents")
    assert all(box["height"] >= 44 for box in (a.bounding_box() for a in page.locator(".answers a").all()))
    page.locator(".turns a").first.tap()
    answer(page, "opponents", "must_bid")
    page.locator("input[name=target]").fill("250")
    page.locator("form:has([name=target]) button").tap()
    answer(page, "higher_score")
    expect(page.locator("h1")).to_have_text(words["title"])
    expect(page.locator(".kind")).to_have_text(words["close"])
    assert page.locator(".differs li").count() == 2
    page.locator("#keep-name").fill("Chez Aline")
    page.locator(".keep button").tap()
    page.wait_for_url(CARD)
    page.locator(".acts .btn--primary").tap()
    expect(page.locator("[name=rules]:checked + span b")).to_have_text("Chez Aline")


@pytest.mark.parametrize("language", WORDS)
def test_a_conflict_is_explained_as_it_is_chosen_and_one_tap_leads_out_of_it(live_server, open_page, language):
    page, words = open_page(language=language), WORDS[language]
    page.goto(f"{live_server.url}/rules/ours/new?of=kitty")
    page.locator("[name=name]").fill("Chez Aline")
    page.locator("#rules-deal > summary").tap()
    page.locator("label:has([name=opt-hand_cards][value='10'])").tap()
    page.locator("#faults").wait_for()
    assert page.locator(".rule:has(.error)").count() == 3
    way = page.locator(".rule .ways button", has_text=words["ways"].replace(" :", "\u00a0:"))
    expect(way).to_be_visible()
    way.tap()
    page.locator("#faults").wait_for(state="detached")
    expect(page.locator("[name=name]")).to_have_value("Chez Aline")
    expect(page.locator("[name=opt-pack][value='44']")).to_be_checked()
    page.locator(".savebar button").tap()
    page.wait_for_url(CARD)
    link = page.locator(".address").input_value()
    other = open_page(language=language)
    other.goto(live_server.url + "/rules/of" + link.partition("/rules/of")[2])
    expect(other.locator("h1")).to_have_text("Chez Aline")
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")
    other.locator(".keep button").tap()
    other.wait_for_url(CARD)


def test_what_was_deleted_is_put_back(live_server, open_page):
    page = open_page()
    page.goto(f"{live_server.url}/rules/of/kitty?target=300&name=Ours")
    page.locator(".keep button").tap()
    page.wait_for_url(CARD)
    page.locator(".btn--danger").tap()
    page.locator(".flash button").tap()
    page.wait_for_url(CARD)
    expect(page.locator("h1")).to_have_text("Ours")
