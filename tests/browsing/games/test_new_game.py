from __future__ import annotations

import re
import time
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browsing.pad import give_game
from tests.compiled import bring_engine

pytestmark = pytest.mark.browser

WORDS = {"en-CA": "en", "fr-CA": "fr"}


def name_everyone(page):
    for seat, name in enumerate(("Aline", "Donat", "Rosa", "Edgar")):
        page.locator(f"[name=player-{seat}]").fill(name)


@pytest.mark.parametrize("language", list(WORDS))
@pytest.mark.parametrize("javascript", [True, False])
def test_a_game_is_started_by_touch_well_under_a_minute(live_server, open_page, language, javascript):
    page = open_page(language=language, javascript=javascript)
    page.goto(live_server.url)
    assert page.locator("html").get_attribute("lang") == WORDS[language]
    began = time.monotonic()
    page.locator("a.btn--primary").tap()
    name_everyone(page)
    page.locator("#rules > summary").tap()
    page.locator("label:has([name=rules][value=kitty])").tap()
    page.locator("[value=swap-0]").tap()
    expect(page.locator("[name=player-0]")).to_have_value("Donat")
    expect(page.locator("[name=player-1]")).to_have_value("Aline")
    page.locator(".savebar .btn--primary").tap()
    page.wait_for_url(re.compile(r"/games/\d+$"))
    assert time.monotonic() - began < 30
    assert page.locator(".board-name").all_inner_texts() == ["Donat & Rosa", "Aline & Edgar"]


def test_a_name_from_last_time_gives_way_to_what_is_typed_and_is_corrected_at_a_second_tap(live_server, open_page):
    page = open_page()
    page.goto(f"{live_server.url}/games/new")
    name_everyone(page)
    page.locator(".savebar .btn--primary").tap()
    page.wait_for_url(re.compile(r"/games/\d+$"))
    page.goto(f"{live_server.url}/games/new")
    second = page.locator("[name=player-1]")
    expect(second).to_have_value("Donat")
    second.tap()
    page.keyboard.type("Fernand")
    expect(second).to_have_value("Fernand")
    second.tap()
    page.keyboard.press("End")
    page.keyboard.type("e")
    expect(second).to_have_value("Fernande")


ABOVE_THE_BAR = """() => document.activeElement.getBoundingClientRect().bottom
  <= document.querySelector('.savebar').getBoundingClientRect().top"""


@pytest.mark.journey
def test_from_the_first_page_to_the_first_hand_in_three_taps_and_four_names(live_server, open_page):
    page = open_page(viewport={"width": 390, "height": 664})
    page.goto(live_server.url)
    page.locator("main a.btn--primary").tap()
    page.wait_for_url("**/games/new*")  # with its scripts: Enter leads to the next seat
    page.locator("[name=player-0]").tap()
    taps = 2
    for seat, name in enumerate(("Jean-Christophe", "Grand-maman Thérèse", "Marie-Claire", "Éléonore")):
        expect(page.locator(f"[name=player-{seat}]")).to_be_focused()
        assert page.evaluate(ABOVE_THE_BAR), f"seat {seat} is typed blind"
        page.keyboard.type(name)
        assert page.evaluate("document.activeElement.scrollWidth <= document.activeElement.clientWidth"), f"{name} is cut"
        page.keyboard.press("Enter")
    page.locator(".savebar .btn--primary").tap()
    taps += 1
    page.wait_for_url(re.compile(r"/games/\d+$"))
    expect(page.locator("form#pad label.seat").first).to_be_in_viewport(ratio=1)
    assert taps <= 4


def test_the_first_jack_is_turned_up_before_the_eyes_when_it_is_asked_for(live_server, open_page):
    page = open_page()
    bring_engine(page.context, live_server.url, live_server.app)
    page.goto(live_server.url + "/games/new")
    name_everyone(page)
    page.locator(".savebar .btn--primary").tap()
    page.wait_for_url(re.compile(r"/games/\d+$"))
    page.get_by_role("button", name="Draw for dealer").tap()
    jack = page.locator(".drawn td", has_text="J")
    expect(jack).to_have_count(1)
    expect(jack).to_be_in_viewport(ratio=1)
    dealer = page.locator(".drawn tr", has=page.locator("td", has_text="J")).locator("th").inner_text()
    expect(page.locator("form#pad label.seat", has_text="dealer")).to_contain_text(dealer)
    expect(page.locator(".deals-first [aria-pressed=true]")).to_have_text(dealer)
    expect(page.locator(".drawn p")).to_contain_text(f"falls to {dealer}")


def test_without_script_the_first_jack_is_turned_up_on_a_page_of_its_own(live_server, open_page):
    page = open_page(javascript=False)
    page.goto(live_server.url + "/games/new")
    name_everyone(page)
    page.locator(".savebar .btn--primary").tap()
    page.get_by_role("button", name="Draw for dealer").tap()
    expect(page.locator(".card--jack")).to_be_in_viewport(ratio=1)
    dealer = page.locator("li:has(.card--jack) .name").inner_text()
    page.get_by_role("button", name=f"{dealer} deals").tap()
    page.wait_for_url(re.compile(r"/games/\d+(\?|$)"))
    expect(page.locator("form#pad label.seat", has_text="dealer")).to_contain_text(dealer)


def test_rules_that_cannot_be_played_say_so_as_soon_as_they_are_chosen(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(f"{live_server.url}/games/new?rules=kitty")
    name_everyone(page)
    page.locator("#rules > summary").tap()
    page.locator("#house-rules > summary").tap()
    page.locator("#rules-deal > summary").tap()
    page.locator("label:has([name=opt-pack][value='36'])").tap()
    page.locator(".faults").wait_for()
    assert page.locator(".rule:has([name=opt-kitty]) .error").count() == 1
    assert page.locator("#rules-deal").get_attribute("open") is not None
    assert page.locator("[name=player-3]").input_value() == "Edgar"
    page.wait_for_timeout(900)  # at the same place and sooner, it would count as a double tap
    page.locator("label:has([name=opt-kitty][value='0'])").tap()
    page.locator(".faults").wait_for(state="detached")


def test_a_number_is_stepped_without_a_keyboard(live_server, open_page):
    page = open_page()
    page.goto(f"{live_server.url}/games/new?rules=kitty")
    page.locator("#rules > summary").tap()
    page.locator("#house-rules > summary").tap()
    page.locator("#rules-endings > summary").tap()
    page.locator("label:has([name=opt-target][value=other])").tap()
    rule = page.locator(".rule:has([name=opt-target])")
    for expected in ("205", "210"):
        rule.locator("[data-add='1']").tap()
        expect(page.locator("[name=opt-target_other]")).to_have_value(expected)
        expect(page.locator("#rules > summary")).to_contain_text(f", to {expected}")
    assert page.locator("[name=opt-target_other]").get_attribute("inputmode") == "none"


def test_the_number_of_players_redraws_the_table_and_keeps_the_names(live_server, open_page):
    page = open_page()
    page.goto(f"{live_server.url}/games/new")
    name_everyone(page)
    page.locator("[value=count-6]").tap()
    page.locator("[name=player-5]").wait_for()
    assert [page.locator(f"[name=player-{seat}]").input_value() for seat in range(6)] == [
        "Aline",
        "Donat",
        "Rosa",
        "Edgar",
        "",
        "",
    ]


@pytest.mark.parametrize("javascript", [True, False])
def test_a_link_opens_the_game_on_a_second_device(live_server, open_page, javascript):
    page = open_page(javascript=javascript)
    page.goto(f"{live_server.url}/games/new?rules=kitty")
    name_everyone(page)
    page.locator(".savebar .btn--primary").tap()
    page.wait_for_url(re.compile(r"/games/\d+$"))
    game = page.url
    page.goto(f"{game}/share")
    page.locator("[name=role][value=score]").tap()
    code = page.locator("img.code")
    code.wait_for()
    if javascript:
        expect(code).to_have_js_property("complete", True)
        assert page.evaluate("document.querySelector('img.code').naturalWidth") > 0
    link = re.sub(r"^http://[^/]+", live_server.url, page.locator(".address").input_value())
    second = open_page(javascript=javascript)
    second.goto(link)
    second.locator("main .btn--primary").tap()
    second.wait_for_url(game)
    second.goto(live_server.url)
    assert second.locator(".games .who").first.inner_text() == "Aline & Rosa"


@pytest.mark.parametrize("javascript", [pytest.param(True, marks=pytest.mark.journey), False])
def test_the_language_is_switched_on_the_page_and_kept(live_server, open_page, javascript):
    page = open_page(javascript=javascript)
    page.goto(f"{live_server.url}/rules/le_rough")
    page.locator(".foot [name=lang]").tap()
    page.locator("html[lang=fr]").wait_for()
    assert page.url.endswith("/rules/le_rough")
    page.goto(live_server.url)
    assert page.locator("html").get_attribute("lang") == "fr"


@pytest.mark.parametrize("path", ["/", "/games/new", "/rules", "/rules/le_rough", "/paper", "/settings", "/games/bring-in"])
@pytest.mark.parametrize("language", ["en-CA", "fr-CA"])
def test_no_page_is_wider_than_a_phone(live_server, open_page, path, language):
    page = open_page(language=language, viewport={"width": 360, "height": 740})
    page.goto(live_server.url + path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_known_names_are_tapped_into_the_seats_each_once(live_server, open_page):
    page = open_page()
    page.goto(live_server.url + "/games/new")
    name_everyone(page)
    page.locator(".savebar .btn--primary").tap()
    page.wait_for_url(re.compile(r"/games/\d+$"))
    page.goto(live_server.url + "/games/new?rules=cutthroat")
    for seat in range(4):
        field = page.locator(f"[name=player-{seat}]")
        field.fill("")
        old = field.element_handle()
        field.blur()
        page.wait_for_function("(one) => !one.isConnected", arg=old)  # the answer has replaced the form
    known = page.locator("[data-known]")
    expect(known.locator("button:enabled")).to_have_count(4)
    for seat, name in enumerate(("Rosa", "Aline", "Edgar")):
        page.locator(f"[name=player-{seat}]").focus()
        known.get_by_role("button", name=name).tap()
        expect(page.locator(f"[name=player-{seat}]")).to_have_value(name)
        expect(known.get_by_role("button", name=name)).to_be_disabled()
    known.get_by_role("button", name="Donat").tap()  # into the seat that is empty
    expect(page.locator("[name=player-3]")).to_have_value("Donat")
    expect(known.locator("button:enabled")).to_have_count(0)


@pytest.mark.parametrize("language", ["en-CA", "fr-CA"])
def test_six_players_with_known_names_leave_players_and_rules_above_the_bar(live_server, open_page, language):
    page = open_page(language=language)
    give_game(live_server, page, players=("Jean-François", "Grand-maman Thérèse", "Marie-Claire", "Luc"))
    page.goto(live_server.url + "/games/new?rules=six_three_pairs")
    names = [f"[name=player-{seat}]" for seat in range(6)]
    for name in names:
        old = page.locator(name).element_handle()
        page.fill(name, "Éléonore" if name == names[0] else "")
        page.locator(name).blur()
        page.wait_for_function("(one) => !one.isConnected || one.value === ''", arg=old)
    chips = page.locator("[data-known] button:enabled")
    expect(chips).to_have_count(4)
    boxes = [chip.bounding_box() for chip in chips.all()]
    gaps = [other["x"] - one["x"] - one["width"] for one, other in pairwise(boxes)]
    assert max(gaps) - min(gaps) < 1
    assert len({box["y"] for box in boxes}) == 1
    bar = page.locator(".savebar").bounding_box()["y"]
    for part in ("[value=count-6]", "#quick-rules", "#rules > summary"):
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= bar
    move, field = page.locator("[value=rotate]").bounding_box(), page.locator(names[0]).bounding_box()
    assert move["y"] + move["height"] / 2 < field["y"], "it stands in the line of the heading, not among the names"


@pytest.mark.parametrize("language", ["en-CA", "fr-CA"])
def test_names_are_whole_in_their_fields_also_in_very_large_letters(live_server, open_page, language):
    page = open_page(language=language)
    page.goto(live_server.url + "/settings")
    page.locator("[data-letters=largest]").tap()
    page.locator("main .btn--primary").tap()
    page.locator(".flash").wait_for()
    page.goto(live_server.url + "/games/new")
    for seat, name in enumerate(("Jean-Christophe", "Grand-maman Thérèse", "Marie-Claire", "Éléonore Robichaud")):
        field = page.locator(f"[name=player-{seat}]")
        field.fill(name)
        assert field.evaluate("(one) => one.scrollWidth <= one.clientWidth"), f"{name} is cut"
    boxes = page.locator(".places :is(label, .input, .swap)").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().toJSON())"
    )
    assert len(boxes) > 8
    for i, one in enumerate(boxes):
        for other in boxes[:i]:
            across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
            down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
            assert across <= 1 or down <= 1


def test_enter_in_a_name_starts_nothing_though_no_script_is_there_to_lead_on(live_server, open_page):
    page = open_page(java_script_enabled=False)
    page.goto(live_server.url + "/games/new")
    page.locator("[name=player-0]").fill("Aline")
    page.keyboard.press("Enter")
    page.wait_for_load_state()
    assert page.url.endswith("/games/new")
    expect(page.locator("[name=player-0]")).to_have_value("Aline")
    page.locator("[name=player-1]").fill("Benoît")
    page.locator(".savebar .btn--primary").tap()
    page.wait_for_url(re.compile(r"/games/\d+$"))
    expect(page.locator("form#pad label.seat").first).to_be_visible()
