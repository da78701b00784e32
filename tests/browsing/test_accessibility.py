"""axe-core on the main pages: WCAG 2.2 A and AA and best practice, light and dark, in both languages."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from playwright.sync_api import expect

from tests.browsing.pad import chip, give_game, played
from tests.tournaments.evening import Desk, enter, next_round, play_round, tables

pytestmark = pytest.mark.browser

HANDS = [played(0, 60, 70, 30), played(1, 75, 40, 60), played(2, 50, 35, 65)]
WON = [played(0, 60, 90, 10), played(2, 60, 85, 15), played(0, 60, 80, 20)]
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
LOOK = """async () => {
  // A colour that is on its way to another is neither. What goes by the place on the page has no end of its own.
  const ends = (one) => one.timeline === document.timeline && one.effect.getComputedTiming().endTime < Infinity;
  for (const one of document.getAnimations().filter(ends)) one.finish();
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const rules = { 'label-content-name-mismatch': { enabled: true } };
  const { violations } = await axe.run({ runOnly: tags, rules, resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
}"""


def expect_accessible(page, place):
    page.wait_for_load_state()
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    assert page.evaluate(LOOK) == [], place


def sign_in(page, url):
    page.goto(f"{url}/club/sign-in")
    page.locator("[name=name]").fill("Organiser")
    page.locator("[name=password]").fill("fleur de lys au vent")
    page.locator("main .btn--primary").click()
    page.wait_for_url("**/desk/**")


@pytest.mark.journey
def test_axe_finds_nothing_on_the_first_page_a_new_game_and_the_pad(live_server, open_page):
    page = open_page(language="fr-CA", dark=True, bypass_csp=True)
    game = give_game(live_server, page, events=HANDS)
    for place in (live_server.url, f"{live_server.url}/games/new", game):
        page.goto(place)
        expect_accessible(page, place)


@pytest.mark.parametrize(("language", "dark"), [("en-CA", False), ("fr-CA", True)])
def test_axe_finds_nothing_on_the_main_pages(live_server, open_page, language, dark):
    page = open_page(language=language, dark=dark, bypass_csp=True)
    url = live_server.url
    over = give_game(live_server, page, events=WON)
    page.goto(over)
    expect_accessible(page, "the end")
    page.goto("about:blank")  # the next game belongs to another device, and this page would request its own in vain
    game = give_game(live_server, page, events=HANDS)
    night = Desk(live_server.app, [["Aline", "Denis"], ["Rosa", "Edgar"], ["Alma", "Yvon"], ["Claire", "Benoît"]])
    night(play_round)
    night(next_round)
    night(enter, 1, [300, 200])
    table = night(tables)[2]
    page.goto(game)
    for name, value in (("contractor", 1), ("bid", 75), ("points", 60)):
        chip(page, name, value).tap()
    expect(page.locator("#result .receipt")).to_be_visible()
    page.locator(".menu > summary").tap()
    expect(page.locator(".menu")).to_have_attribute("open", "")
    # All in view, because a target half covered by the Save bar would count as too small.
    phone = page.viewport_size
    page.set_viewport_size({**phone, "height": 1600})
    expect_accessible(page, "the pad in mid-hand")
    page.set_viewport_size(phone)
    club = night.access.club_slug
    games = ("/board", "/hands/2", "/hands/2/edit", "/hands/2/strike", "/share", "/history", "/names", "/adjust")
    games = (*games, "/under", "/story", "/odds", "/hand-over")
    places = [
        *("/", "/games/new", "/settings", "/join", "/phones", "/rules", "/rulebook", "/rulings", "/paper", "/club/sign-in"),
        *("/help", "/help/club-night", "/help/command-line", "/help?q=result", "/games/take"),
        *(
            "/stats",
            "/stats?who=aline",
            "/stats?who=aline&against=benoit",
            "/stats/hands?kind=failed",
            "/stats/names",
            "/household",
            "/library",
        ),
        *(game.removeprefix(url) + path for path in games),
        *(f"/t/{table}", f"/club/{club}", f"/tournaments/{night.id}", f"/tournaments/{night.id}/screen"),
        *(f"/clubs/{club}/privacy", "/laboratory?rules=north_300&coach=*"),
    ]
    for place in places:
        page.goto(url + place)
        expect_accessible(page, place)
    record = page.evaluate("async (path) => (await fetch(path)).json()", f"{game}/record.json")
    record["events"] = [{**record["events"][0], "points": [65, 35]}, *record["events"][1:], played(3, 50, 40, 60)]
    page.goto(f"{url}/games/bring-in")
    expect_accessible(page, "bring in")
    page.fill('[name="text"]', json.dumps(record))
    page.locator("main form .btn--primary").click()
    expect(page.locator("[name=take-1]").first).to_be_visible()
    expect_accessible(page, "a game told on two phones")
    sign_in(page, url)
    for place in ("", "/entrants", "/standings", "/setup"):
        page.goto(f"{url}/desk/{night.id}{place}")
        expect_accessible(page, f"the desk{place}")
    for place in ("privacy", "personal", "laboratory"):
        page.goto(f"{url}/desk/clubs/{club}/{place}")
        expect_accessible(page, f"the club: {place}")
    page.goto(f"{url}/club/account/personal")
    expect_accessible(page, "the account: personal")
    page.goto(f"{url}/club/copies")
    expect_accessible(page, "the copies")
