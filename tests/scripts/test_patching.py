"""Page updates: the result, the user's own state that stays, and taps on parts that just changed."""

from __future__ import annotations

import time

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.journey]


def test_a_tree_becomes_like_another_and_what_has_a_name_stays_the_node_that_it_was(run_driver):
    found = run_driver("patching", "trees", 1, 3000)
    assert found["failures"] == []
    assert all(found["counts"][name] > 300 for name in ("new", "stays the node that it was", "in another order"))


def test_what_is_drawn_upon_the_server_s_parts_leaves_them_as_they_were(run_driver):
    found = run_driver("patching", "drawn", 1, 300)
    assert found["failures"] == []
    assert all(found["counts"][name] > 100 for name in ("drawn", "bare", "new from the server"))


def test_what_is_opened_ticked_pushed_or_held_stays_so_in_the_parts_of_an_answer(run_driver):
    found = run_driver("patching", "parts", 1, 300)
    assert found["failures"] == []
    assert all(found["counts"][name] > 50 for name in ("put in place", "left alone", "held in a part that was replaced"))


def test_what_was_told_since_a_form_was_sent_stays_told_and_selected(run_driver):
    found = run_driver("patching", "since", 1, 300)
    assert found["failures"] == []
    assert all(found["counts"][f"changed since: {name}"] > 50 for name in ("text", "note", "list", "chip", "tick"))


# ---- presses: only the browser's own count

PAGE = """<style>
  @keyframes settle { from { opacity: 0.9 } to { opacity: 1 } }
  button { position: absolute; left: 0; top: 0; width: 200px; height: 40px } .settles { animation: settle 600s }
  label { position: absolute; left: 0; top: 100px; width: 200px; height: 40px } details { position: absolute; top: 200px }
</style>
<form method="post" LIVE><input type="hidden" name="revision" value="1"><button name="do" value="save">Save</button>
<label><input type="radio" name="bid" value="60">60</label></form><details class="menu"><summary>Menu</summary>Undo</details>"""
BEGIN = """async ([html]) => {
  const parts = await import("/static/js/live-parts.js");
  const { guardChange } = await import("/static/js/click-guard.js");
  document.body.innerHTML = html;
  Object.assign(window, { parts, guardChange, done: [] });
  document.addEventListener("submit", (event) => (event.preventDefault(), done.push("sent")));
}"""
GOES_ON = "() => { document.querySelector('[name=revision]').value += '1'; }"
"""Advances the game, so that the same button means something else."""


class Presses:
    """A page with a form, and mouse presses with given time stamps, however slow this computer is."""

    def __init__(self, page, live=""):
        page.goto(page.url)
        page.evaluate(BEGIN, [PAGE.replace("LIVE", live)])
        self.page, self.mouse, self.began = page, page.context.new_cdp_session(page), time.time()

    def move(self, kind, x, y, at):
        event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "timestamp": self.began + at}
        self.mouse.send("Input.dispatchMouseEvent", event)

    def press(self, at, x=20, y=20, meanwhile="() => {}"):
        self.move("mousePressed", x, y, at)
        self.page.evaluate(meanwhile)
        self.move("mouseReleased", x, y, at + 0.05)

    @property
    def done(self):
        return len(self.page.evaluate("done"))


@pytest.mark.parametrize(
    ("gap", "x", "changes", "live", "counts"),
    [
        (0.3, 20, True, "", 1),
        (0.3, 20, False, "", 2),  # the same once more
        (1.0, 20, True, "", 2),
        (0.3, 60, True, "", 2),  # another finger, elsewhere
        (0.3, 20, True, "data-live", 2),  # a question may be tapped at any speed
    ],
)
def test_the_second_half_of_a_double_tap_does_not_press_what_has_come_since(script_page, gap, x, changes, live, counts):
    presses = Presses(script_page, live)
    presses.press(1)
    if changes:
        script_page.evaluate(GOES_ON)
    presses.press(1 + gap, x)
    assert presses.done == counts


def test_a_press_does_nothing_where_its_button_means_another_thing_before_it_ends(script_page):
    presses = Presses(script_page)
    presses.press(1, meanwhile=GOES_ON)
    assert presses.done == 0
    presses.press(3)
    assert presses.done == 1


def test_a_chip_chooses_the_same_where_the_game_has_gone_on_under_the_finger(script_page):
    presses = Presses(script_page)
    presses.press(1, y=120, meanwhile=GOES_ON)
    assert script_page.evaluate("document.querySelector('[name=bid]').checked")


def test_beside_an_open_menu_a_press_only_closes_it(script_page):
    presses = Presses(script_page)
    script_page.evaluate("document.querySelector('.menu').open = true")
    presses.press(1)
    assert (presses.done, script_page.evaluate("document.querySelector('.menu').open")) == (0, False)
    presses.press(3)
    assert presses.done == 1


def test_a_key_that_is_held_or_comes_before_a_button_has_settled_presses_nothing(script_page):
    presses = Presses(script_page)
    script_page.evaluate("document.querySelector('button').focus()")
    for _ in range(3):
        script_page.keyboard.down("Enter")  # repeated, as by a key that is held
    script_page.keyboard.up("Enter")
    assert presses.done == 1
    script_page.evaluate("document.querySelector('button').className = 'settles'")
    script_page.keyboard.press("Enter")
    assert presses.done == 1


SWAPS = """(more) => {
  const swap = () => {
    const old = document.querySelector("form");
    const fresh = old.cloneNode(true);
    fresh.querySelector("button").className = "settles";
    if (more === "revision") fresh.querySelector("[name=revision]").value += "1";
    if (more === "place") fresh.querySelector("button").style.top = "60px";
    old.replaceWith(fresh);
  };
  guardChange(swap);
  return document.querySelector("button").getAnimations()[0]?.playState ?? "finished";
}"""


@pytest.mark.parametrize(("more", "state"), [("", "finished"), ("revision", "running"), ("place", "running")])
def test_only_what_means_the_same_at_the_same_place_need_not_settle(script_page, more, state):
    Presses(script_page)
    assert script_page.evaluate(SWAPS, more) == state
