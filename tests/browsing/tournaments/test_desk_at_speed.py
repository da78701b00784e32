"""A director types slips at full speed and presses buttons in between."""

from __future__ import annotations

import random
import time

import pytest
from flask import request
from playwright.sync_api import expect

from scorekeeper.tournaments.commands import snapshot as tournament_board
from scorekeeper.tournaments.commands.authorization import reread
from tests.tournaments import evening

pytestmark = [pytest.mark.browser, pytest.mark.thorough("keys come at a human speed, answers late")]

TABLES = 20
A_KEY = 40
"""Milliseconds between two keys."""
LATEST = 0.7
"""The most seconds until a form is answered."""
UNDO = """() => {
  const button = document.querySelector("#entry:not([inert]) #heard [data-undo]");
  const table = document.querySelector("#heard")?.textContent.match(/Table (\\d+):/)?.[1];
  if (!button || !table) return null;
  button.focus();
  button.click();
  return Number(table);
}"""
"""Presses *Undo* next to the last result, and returns its table, or null without one."""


def answer_late(app, chance):
    """Delay each form's answer differently."""

    def wait():
        if request.method == "POST":
            time.sleep(chance.uniform(0, LATEST))

    app.before_request_funcs.setdefault(None, []).append(wait)


STANDS = "() => !document.activeElement.getAnimations().length"
"""A button on a page that just appeared ignores presses for a moment (click-guard.js)."""


class Typist:
    """A director's hands: keys for the focused field, and the mouse for buttons."""

    def __init__(self, page, chance):
        self.page, self.chance = page, chance
        self.typed = ""

    def type(self, text):
        """Press keys one after the other, `⏎` for Enter."""
        for key in text:
            self.page.keyboard.press({"⏎": "Enter"}.get(key, key))
            self.page.wait_for_timeout(A_KEY)
        self.typed += text

    def press_clock(self):
        """Press any visible button of the clock."""
        buttons = self.page.locator("#desk-clock form:not([inert]) button:visible")
        if count := buttons.count():
            self.typed += f"[{(button := buttons.nth(self.chance.randrange(count))).inner_text()}]"
            button.click(no_wait_after=True)

    def undo(self):
        """Undo the last result, and return its table, or None."""
        table = self.page.evaluate(UNDO)
        self.typed += f"[undo {table}]" if table else ""
        return table


@pytest.mark.parametrize("rounds", [2, pytest.param(10, marks=pytest.mark.soak)])
def test_every_result_typed_at_speed_between_buttons_is_entered(live_server, open_page, rounds):
    chance = random.Random(200)
    with live_server.app.app_context():
        access = evening.tournament(evening.pairs(2 * TABLES), options={"rounds": rounds})
        evening.next_round(access)
    page = open_page(desktop=True)
    page.goto(live_server.url + "/club/sign-in")
    page.locator("[name=name]").fill("Organiser")
    page.locator("[name=password]").fill("fleur de lys au vent")
    page.locator("[name=password]").press("Enter")
    page.wait_for_url("**/desk**")
    page.goto(f"{live_server.url}/desk/{access.tournament_id}")
    expect(page.locator("#entry-table")).to_be_focused()
    answer_late(live_server.app, random.Random(7))
    hands = Typist(page, chance)
    for number in range(1, rounds + 1):
        slips = play(hands, chance)
        expect(page.locator("#desk-watch .desk-tally b")).to_have_text(str(TABLES))
        with live_server.app.app_context():
            board = tournament_board.load(reread(access))
        assert {n: board.table(number, n).result.scores for n in slips} == slips, hands.typed[-600:]
        if number < rounds:
            page.get_by_role("button", name=f"Pair round {number + 1}").click()
            expect(page.get_by_role("button", name=f"Publish round {number + 1}")).to_be_focused()
            page.wait_for_function(STANDS)
            page.keyboard.press("Enter")  # and the first slips of the next round without looking


def play(hands, chance):
    """Type the slips of a round in random order, and return their scores by table."""
    coming = list(range(1, TABLES + 1))
    chance.shuffle(coming)
    slips = {}
    while coming:
        table = coming.pop()
        slips.setdefault(table, tuple(5 * n for n in chance.sample(range(20, 80), 2)))
        hands.type(f"{table}⏎{slips[table][0]}⏎")
        if chance.random() < 0.1:
            hands.press_clock()
        hands.type(f"{slips[table][1]}⏎")
        if chance.random() < 0.1:
            hands.press_clock()
        if chance.random() < 0.1 and (gone := hands.undo()) in slips and gone not in coming:
            coming.insert(0, gone)
    return slips
