"""Statistics, stories and sessions on a phone."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browsing.pad import give_game, played

pytestmark = pytest.mark.browser

WON = [played(0, 60, 90, 10), played(1, 75, 40, 60), played(2, 60, 85, 15), played(0, 60, 80, 20)]


LABELS = """() => {
  const button = document.querySelector("[data-copy]");
  window.labels = [];
  new MutationObserver(() => labels.push(button.textContent)).observe(button, { childList: true });
}"""


def pixels(download):
    """Return the saved picture."""
    return Image.open(io.BytesIO(download.path().read_bytes()))


@pytest.mark.parametrize("language", ["en-CA", "fr-CA"])
def test_every_figure_is_a_tap_away_from_its_hands(live_server, open_page, language):
    page = open_page(language=language)
    give_game(live_server, page, events=WON)
    page.goto(f"{live_server.url}/")
    page.get_by_role("link", name="Stats" if language == "en-CA" else "Statistiques", exact=True).tap()
    page.get_by_role("link", name="Benoît", exact=True).tap()
    fact = page.locator(".key-facts div").filter(has_text="1 hand" if language == "en-CA" else "1 donne")
    expect(fact).to_have_count(1)
    fact.get_by_role("link").tap()
    expect(page.locator(".behind li")).to_have_count(1)
    expect(page.locator(".behind")).to_contain_text("Benoît, 75")
    page.locator(".behind a").tap()
    expect(page.locator("h1")).to_contain_text("Benoît, 75")


def test_the_story_is_copied_and_the_evening_sent_as_a_picture(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page, events=WON))
    page.get_by_role("link", name="Tell the story").tap()
    page.wait_for_url("**/story")
    story = page.locator("[data-told]").inner_text()
    assert story.startswith("Aline and Claire played against Benoît and Denis, to 200.")
    page.evaluate("navigator.clipboard.writeText = async (text) => (window.copied = text)")
    page.evaluate(LABELS)
    page.get_by_role("button", name="Copy").tap()
    page.wait_for_function("window.labels.includes('Copied')")  # the message stays for two seconds
    assert page.evaluate("window.copied").endswith(story)
    page.get_by_role("link", name="All games from that day").tap()
    page.wait_for_url("**/evenings/*")
    page.evaluate("navigator.canShare = () => false")
    with page.expect_download() as kept:
        page.get_by_role("button", name="Send picture").tap()
    picture = pixels(kept.value)
    assert picture.size == (1080, 1350)
    assert len(picture.convert("RGB").getcolors(1_000_000)) > 50


def test_a_story_is_handed_to_whoever_the_phone_shares_with(live_server, open_page):
    page = open_page()
    page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    page.goto(give_game(live_server, page, events=WON) + "/story")
    page.get_by_role("button", name="Send").tap()
    page.wait_for_function("window.shared")
    assert "Aline and Claire" in page.evaluate("window.shared.text")
