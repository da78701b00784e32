"""A phone that goes offline after one page: every ruling, the rulebook and its search, in both languages."""

from __future__ import annotations

import re

import pytest

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.rulings.questions.kinds import RULING_PAGES
from tests.browser import PATIENCE, network_is_back
from tests.browsing.pad import go, keep

pytestmark = pytest.mark.browser


@pytest.fixture(params=["en", "fr"])
def phone(request, live_server, open_page):
    """An offline phone that has only opened the first page. `.t`: its translations."""
    page = open_page(language=f"{request.param}-CA", keeps=True, errors_expected=True)
    page.goto(live_server.url)
    keep(page)
    page.context.set_offline(True)
    page.words, page.start = t_for(request.param), live_server.url
    return page


def answer_text(page):
    """Wait for the answer and return it."""
    page.wait_for_selector(".answer-said")
    return " ".join(page.locator(".answer-said").inner_text().split())


def on(page, address):
    """Wait until the address has the question, so the phone has answered. This takes a busy machine a while."""
    page.wait_for_url(re.compile(address), timeout=2 * PATIENCE)


def test_every_kind_of_question_is_put_by_taps_and_answered(phone):
    t = phone.words
    phone.goto(f"{phone.start}/rulings")
    titles = [t(kind.title) for kind in RULING_PAGES.values()]
    links = phone.locator("main a.name")
    assert links.all_inner_texts()[: len(titles)] == titles

    phone.get_by_role("link", name=t(RULING_PAGES["auction"].title)).click()
    phone.locator("#call-60").click()
    on(phone, "calls=60")
    assert t("Yes: %(who)s may say “%(call)s”. It is now %(next)s’s turn.").partition("%")[0].replace("\xa0", " ") in answer_text(
        phone
    )

    phone.goto(f"{phone.start}/rulings/discard?rules=kitty")
    for card in ("AS", "10S", "5S", "KS", "QS", "JS", "9S", "8S", "7S", "AH", "10H", "5H", "KH"):
        phone.locator(f"#tap-{card}").click()
        on(phone, rf"held=[^&]*\b{card}\b")
    phone.locator("#tap-10H").click()
    on(phone, "discard=10H")
    assert answer_text(phone)

    phone.goto(f"{phone.start}/rulings/play?rules=standard")
    for card in ("AS", "KS", "5S", "7S"):
        phone.locator(f"#tap-{card}").click()
        on(phone, rf"cards=[^&]*\b{card}\b")
    assert answer_text(phone)

    phone.goto(f"{phone.start}/rulings/misdeal?rules=standard~misdeal-yes&hand=7S.8S.9S.7H.8H.9H.7D.8D")
    phone.locator("#tap-9D").click()
    on(phone, "9D")
    assert answer_text(phone)

    phone.goto(f"{phone.start}/rulings/score?scores=100.110")
    for chip in ("contractor~0", "bid~75", "points~85.15"):
        phone.locator(f'button[value="{chip}"]').click()
        on(phone, chip.replace("~", "="))
    phone.get_by_role("button", name=t("No one else bid")).click()
    on(phone, "bids=none")
    assert "85" in answer_text(phone)
    phone.locator(".ask-there").first.click()
    on(phone, "rules=[^&]*~")
    assert answer_text(phone)

    phone.goto(f"{phone.start}/rulings/over")
    phone.locator("input[name=score0]").fill("205")
    phone.locator("input[name=score0]").press("Tab")
    on(phone, "scores=205")
    assert answer_text(phone)

    phone.goto(f"{phone.start}/rulings/compare")
    phone.locator("select[name=b-base]").select_option("le_rough")
    phone.get_by_role("button", name=t("Compare"), exact=True).click()
    on(phone, "b=le_rough")
    assert phone.locator(".versus tbody tr").count() > 5


def test_the_rulebook_is_read_searched_and_led_through(phone):
    t = phone.words
    phone.goto(f"{phone.start}/rulebook")
    phone.locator("main").get_by_role("link", name=t("How to play"), exact=True).first.click()
    phone.wait_for_url("**/rulebook/how-to-play")
    assert phone.locator("article figure").count() > 3
    phone.locator("#q").fill("levee" if t("trick") == "levée" else "trick")
    phone.locator("#q").press("Enter")
    phone.wait_for_url("**/rulebook/search?q=*")
    assert phone.locator(".found li").count() > 3
    assert phone.locator("mark").first.inner_text().lower() == t("trick")
    phone.locator(".found a").first.click()
    phone.wait_for_url(re.compile(r"/rulebook/[\w/-]+#"))
    phone.goto(f"{phone.start}/rulebook/rule/auction.keep")
    assert phone.url.endswith("/rulebook/options/auction#keep") or "#auction.keep" in phone.url
    phone.goto(f"{phone.start}/rulebook/glossary")
    assert phone.locator("td[lang=fr] b", has_text="levée").count()
    phone.goto(f"{phone.start}/rulebook/games/le_rough")
    assert phone.locator("h1").inner_text() == "Le Rough"
    phone.goto(f"{phone.start}/rules/informal")
    assert phone.locator(".card-section").count() > 5


def test_what_was_asked_wrongly_is_said_and_leads_back(phone):
    answer = phone.goto(f"{phone.start}/rulings/auction?calls=x")
    assert answer.status == 400
    phone.locator("main .btn").click()
    phone.wait_for_url("**/rulings/auction")
    assert phone.locator("#call-60").is_visible()


def online_only_parts(page):
    """Return the parts marked as online only."""
    page.wait_for_selector("main [data-without]")
    return page.locator("main [data-needs]")


def test_what_needs_a_network_says_so_before_it_is_tapped(phone):
    sign = phone.words("online only")
    phone.goto(f"{phone.start}/rulebook")
    assert all(f"({sign})" in text and "PDF" in text for text in online_only_parts(phone).all_text_contents())
    assert online_only_parts(phone).count() == 3
    phone.goto(f"{phone.start}/rules/kitty")
    leads = {one.get_attribute("href").partition("?")[0] for one in online_only_parts(phone).all()}
    assert "/rules/kitty.pdf" in leads
    assert not any(lead.startswith("/rulebook") for lead in leads)
    phone.goto(f"{phone.start}/rulings/score?contractor=0&bid=75&points=85.15")
    assert online_only_parts(phone).all_inner_texts() == [phone.locator("#qr summary").inner_text()]
    assert phone.locator("main a.rule[data-needs]").count() == 0
    assert phone.locator("form[action='/language'] button[data-needs]").count() > 0


_STANDS = """() => {
  const found = [...document.querySelectorAll("main :is(a, button, input, summary)")];
  return found.map((one) => [one.textContent.slice(0, 12), one.getBoundingClientRect().top]);
}"""


def test_the_signs_go_when_the_network_is_back_and_come_while_a_page_is_open(phone):
    network_is_back(phone.context)
    go(phone, f"{phone.start}/rulebook")
    assert phone.locator("[data-needs]").count() == 0
    stood = phone.evaluate(_STANDS)
    phone.context.set_offline(True)
    assert online_only_parts(phone).count() == 3
    assert phone.evaluate(_STANDS) == stood, "a finger on its way meets something else"
    network_is_back(phone.context)
    phone.wait_for_selector("main [data-without]", state="detached")
    assert phone.locator("[data-needs]").count() == 0
    phone.context.set_offline(True)
    assert online_only_parts(phone).count() == 3


WATCH = """() => {
  window.stood = [];
  const look = () => {
    const card = document.querySelector("#tap-9C");
    stood.push([location.search.includes("AS"), Math.round(card.getBoundingClientRect().top)]);
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes at every frame whether the question has advanced, and where a card is."""

AFTER = """async () => {
  while (stood.filter(([gone]) => gone).length < 30) await new Promise(requestAnimationFrame);
  return stood;
}"""
"""Returns the notes once the answer has been there for a while."""


@pytest.mark.parametrize("scrolled", [0, 150])
def test_nothing_moves_under_the_finger_when_the_phone_has_answered(phone, scrolled):
    """Parts that need a network are marked before the new page is painted, so that no tap is lost."""
    phone.goto(f"{phone.start}/rulings/discard?rules=kitty")
    phone.wait_for_selector("main [data-without]")
    phone.evaluate(f"scrollTo(0, {scrolled})")
    phone.evaluate(WATCH)
    phone.locator("#tap-AS").click()
    on(phone, "held=AS")
    stood = phone.evaluate(AFTER)
    before, after = ({top for gone, top in stood if gone is one} for one in (False, True))
    assert len(before) == len(after) == 1
    assert phone.locator("main [data-without]").count() == 1


def test_the_first_page_brings_the_program_along(live_server, open_page):
    """Only the home page is opened."""
    page = open_page(keeps=True, first=True, errors_expected=True)
    page.goto(live_server.url)
    page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)", timeout=2 * PATIENCE)
    page.context.set_offline(True)
    page.goto(f"{live_server.url}/rulings/misdeal")
    assert page.locator("#tap-AS").is_visible()


COMPILED = """async () => {
  for (let tries = 0; tries < 400; tries += 1) {
    for (const name of await caches.keys()) if (await (await caches.open(name)).match("/warm")) {
      const database = await new Promise((resolve) => {
        indexedDB.open("scorekeeper-desk").onsuccess = ({ target }) => resolve(target.result);
      });
      const kept = await new Promise((resolve) => {
        database.transaction("compiled").objectStore("compiled").getAll().onsuccess = ({ target }) => resolve(target.result);
      });
      database.close();
      return kept.flatMap((one) => Object.keys(one));
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}"""


def test_everything_is_compiled_once_while_nobody_waits_for_it(live_server, open_page):
    page = open_page(keeps=True, first=True, errors_expected=True)
    page.goto(live_server.url)
    keep(page)
    compiled = page.evaluate(COMPILED)
    assert {
        "scorekeeper.rulings.questions.score",
        "scorekeeper.rulebook.chapters.tactics",
        "scorekeeper.rules.pages.rulebook_search",
    } <= set(compiled)
