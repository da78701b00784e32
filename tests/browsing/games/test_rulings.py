"""Rulings by touch on a phone, in both languages: every question, without leaving the page."""

from __future__ import annotations

import pytest
from flask import url_for
from playwright.sync_api import expect

from scorekeeper.core.devices import visitors
from scorekeeper.formats.record_header import FORMAT
from scorekeeper.games.commands.library import game_creation
from tests.browser import DESKTOP
from tests.rulings.test_forms_sent_again import CASES

pytestmark = pytest.mark.browser

LANGUAGES = ("en-CA", "fr-CA")
HAND = ("10S", "9S", "8S", "7S", "5S", "10H", "9H", "8H", "7H")
HELD = ("AS", "KS", "10S", "5S", "9S", "8S", "7S", "6S", "AH", "5H", "9D", "8D", "7C")
RECORD = {
    "format": FORMAT,
    "rules": "kitty",
    "players": ["Aline", "Benoît", "Claire", "Denis"],
    "first_dealer": 0,
    "events": [
        {"kind": "played", "contractor": 0, "bid": 75, "bids": {"2": 60}, "points": [85, 15]},
        {"kind": "played", "contractor": 1, "bid": 75, "bids": {}, "points": [40, 60]},
        {"kind": "played", "contractor": 1, "bid": 75, "bids": {}, "points": [20, 80]},
    ],
}


class Desk:
    """A phone on the rulings pages. Every tap waits until the address has changed."""

    def __init__(self, page, url: str) -> None:
        self.page, self.url = page, url

    def ask(self, kind: str, query: str = "") -> Desk:
        self.page.goto(f"{self.url}/rulings/{kind}?{query}")
        return self

    def tap(self, *selectors: str) -> Desk:
        for selector in selectors:
            before = self.page.url
            target = self.page.locator(f"#main {selector}").first
            box = target.bounding_box()
            assert box["height"] >= 43.5, (selector, box)
            target.tap()
            self.page.wait_for_function("before => location.href !== before", arg=before)
        return self

    def cards(self, *cards: str) -> Desk:
        return self.tap(*[f"#tap-{card}" for card in cards])

    def calls(self, *calls: str) -> Desk:
        return self.tap(*[f"#call-{call}" for call in calls])

    @property
    def said(self) -> str:
        return self.page.locator(".answer-said").inner_text().replace("\u00a0", " ").replace("\u202f", " ")

    def fits(self) -> None:
        assert self.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.fixture(params=["en-CA", "fr-CA"])
def desk(request, open_page, live_server):
    page = open_page(language=request.param)
    made = Desk(page, live_server.url)
    made.english = request.param == "en-CA"
    return made


def test_every_kind_of_ruling_is_asked_by_touch(desk):
    en = desk.english
    desk.page.goto(f"{desk.url}/")
    desk.page.locator(".home-menu summary").tap()
    desk.page.locator(".home-menu a[href='/rulings']").tap()
    desk.page.locator("a[href='/rulings/auction']").tap()
    desk.page.wait_for_url(f"{desk.url}/rulings/auction*")
    loads: list[str] = []
    desk.page.on("framenavigated", lambda frame: loads.append(frame.url))

    desk.ask("auction", "rules=standard&dealer=0").calls("60", "75", "k")
    assert desk.said == (
        "No: West may not say “keep”. Under these rules a bid may not be kept. It must be raised."
        if en
        else "Non : Ouest ne peut pas dire « garde ». Avec ces règles, on ne garde pas une enchère. Il faut la monter."
    )
    desk.fits()
    desk.tap("button[name=back]").calls("p", "p", "p")
    assert desk.said == ("South has the contract at 75." if en else "Sud a le contrat à 75.")

    desk.ask("discard", "rules=online_kitty").cards(*HELD).cards("5S", "9S", "9D", "8D").tap("button[value='trump~S']")
    assert "5♠" in desk.said
    desk.cards("5S", "7C")
    assert desk.said == ("Yes: these cards may be discarded." if en else "Oui : ces cartes peuvent être écartées.")
    desk.fits()

    desk.ask("play", "rules=standard").tap("button[value='trump~D']").cards("AS", "8H", "10S", "5S")
    assert desk.said == ("North wins trick 1 with A♠." if en else "Nord prend la levée 1 avec A♠.")
    desk.cards("KS", "8S")
    assert ("A revoke is proven: East" if en else "Une renonce est prouvée : Est") in desk.said
    desk.fits()

    desk.ask("misdeal", "rules=standard").cards(*HAND)
    assert desk.said == ("No: the hand is played." if en else "Non : la donne se joue.")
    desk.fits()


def test_scores_and_endings_are_asked_by_touch(desk):
    en = desk.english
    desk.ask("score", "rules=standard&scores=120.150")
    desk.tap("button[value='contractor~0']", "button[value='bid~75']", "button[value='points~75.25']")
    assert desk.page.locator("select[name=bid1]").is_visible()
    desk.tap("button[name=nobody]")
    assert ("North & South +75 and East & West 0." if en else "Nord & Sud +75 et Est & Ouest 0.") in desk.said
    desk.page.locator("input[name=score1]").fill("30")
    before = desk.page.url
    desk.page.locator("input[name=score1]").blur()
    desk.page.wait_for_function("before => location.href !== before", arg=before)
    assert "+25" in desk.said
    desk.fits()

    desk.ask("over", "rules=standard&scores=205.220").tap("button[value='contractor~0']")
    assert desk.said == ("Yes: North & South win the game." if en else "Oui : Nord & Sud gagnent la partie.")
    before = desk.page.url
    desk.page.locator(".ask-there").first.tap()
    desk.page.wait_for_function("before => location.href !== before", arg=before)
    assert ("East & West" if en else "Est & Ouest") in desk.said
    desk.page.go_back()
    desk.page.wait_for_function("text => document.querySelector('.answer-said').innerText.includes(text)", arg="&")
    desk.page.wait_for_function("before => location.href === before", arg=before)
    desk.fits()

    desk.page.goto(f"{desk.url}/rulings/compare")
    desk.page.locator("select[name=b-base]").select_option("bloutte")
    desk.tap(".btn--primary")
    assert "La Bloutte" in desk.page.locator(".versus thead").inner_text()
    desk.fits()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_under_other_rules_and_a_dispute_about_its_hand(open_page, live_server, language):
    app = live_server.app
    with app.test_request_context():
        device = visitors.make()
        access = game_creation.import_record(RECORD, device)
        cookie = visitors.cookie_value(device)
        under = url_for("game_rulings.under", game_id=access.game_id)
    page = open_page(language=language)
    page.context.add_cookies([{"name": visitors.COOKIE, "value": cookie, "url": live_server.url}])
    page.goto(live_server.url + under)
    page.locator("select[name=base]").select_option("online_kitty")
    page.locator(".rules-form .btn--primary").tap()
    page.wait_for_selector("tr.is-first")
    assert page.locator("tr.is-first").count() == 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.goto(f"{live_server.url}/games/{access.game_id}/hands/3")
    page.locator("a[href$='/hands/3/dispute']").tap()
    page.locator("input[name=claim]").fill("Renonce")
    page.locator("label.chip").first.tap()
    page.locator("button[value=open]").tap()
    page.wait_for_selector("#dispute.is-open")
    page.locator("a[href$='/hands/3/dispute']").tap()
    page.locator("input[name=ruling]").fill("Non")
    page.locator("button[value=rule]").tap()
    page.wait_for_selector("#dispute:not(.is-open)")
    ruled = page.locator("#dispute").inner_text()
    assert ("Dispute closed" if language == "en-CA" else "Contestation tranchée") in ruled
    assert "Non" in ruled


def test_without_a_script_every_tap_is_a_page_of_its_own(open_page, live_server):
    page = open_page(javascript=False, viewport=DESKTOP["viewport"])
    page.goto(f"{live_server.url}/rulings/auction?rules=standard&dealer=0")
    page.locator("#call-60").tap()
    expect(page.locator(".answer-said")).to_contain_text("Yes")
    page.locator("#call-55").tap()
    expect(page.locator(".answer-said")).to_contain_text("A bid must be above the last")
    page.goto(f"{live_server.url}/rulings/over?rules=standard")
    page.locator("input[name=score0]").fill("210")
    page.locator("button[value='contractor~0']").tap()
    expect(page.locator(".answer-said")).to_have_text("Yes: North & South win the game.")


@pytest.mark.parametrize("case", {case.partition("?")[0]: case for case in reversed(CASES)}.values())
def test_a_ruling_that_is_opened_by_its_link_shows_the_answer_first_and_the_form_on_demand(open_page, live_server, case):
    page = open_page()
    page.goto(f"{live_server.url}/rulings/{case}")
    link = page.locator(".keep .address").input_value()
    stranger = open_page()
    stranger.goto(live_server.url + "/rulings/" + link.partition("/rulings/")[2])
    answer, form = stranger.locator(".answer-said"), stranger.locator("form#ask")
    expect(answer).to_have_text(page.locator(".answer-said").inner_text())
    expect(answer).to_be_in_viewport(ratio=1)
    expect(form).to_be_hidden()
    stranger.get_by_role("link", name="Change the question").tap()
    expect(form).to_be_visible()
    expect(form).to_be_in_viewport()


@pytest.mark.journey
def test_the_link_of_a_ruling_gives_the_same_answer_opened_and_reloaded(open_page, live_server):
    link = f"{live_server.url}/rulings/score?rules=standard&scores=120.100&dealer=3&contractor=0&bid=75&points=75.25&bids=none"
    page = open_page()
    page.goto(link)
    said = "The contract is made: North & South +75 and East & West 0."
    expect(page.locator(".answer-said")).to_have_text(said)
    page.reload()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".answer-said")).to_have_text(said)
    assert page.url == link
    page.locator("button[value='bid~70']").tap()
    page.wait_for_url("**bid=70**")
    assert "bids=none" in page.url
    expect(page.locator(".answer-said")).to_have_text(said)
