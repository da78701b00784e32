"""The end of a game: the winners' colour, the highlights, and corrections."""

from __future__ import annotations

import re

from tests.games.pages.table import played
from tests.visitor import flat, value_of

GAME = [played(1, 80, 10, 90), played(0, 50, 60, 40), played(1, 60, 80, 20), played(0, 60, 90, 10)]


def test_the_end_tells_what_was_rare_in_this_game_with_the_hands_that_it_rests_on(sit):
    table = sit(events=GAME)
    html = flat(table.get().get_data(as_text=True))
    facts = re.findall(r"<li><b>(.*?)</b><span>(.*?)</span>(.*?)</li>", re.search(r'<ul class="facts">(.*?)</ul>', html, re.S)[1])
    assert [(figure, label) for figure, label, _rest in facts] == [
        ("80", "Highest bid made"),
        ("\u221280", "Behind, then ahead for good"),
    ]
    for _figure, _label, rest in facts:
        for path in re.findall(r'href="/games/\d+(/hands/\d+)"', rest):
            assert table.get(path).status_code == 200
    assert re.search(r'<section class="panel ending" data-side="0" id="ending">', html)


def test_the_buttons_are_rematch_send_picture_sheet_and_fix_with_the_last_hands_in_it(sit):
    table = sit(events=GAME)
    html = flat(table.get().get_data(as_text=True))
    after = html[html.index('id="ending"') :]
    places = [after.index(word) for word in ("Rematch, ", "Send picture", "/sheet.pdf", ">Fix<", "Undo the last change")]
    assert places == sorted(places)
    fix = re.search(r'<details class="fix".*?</details>', after, re.S)[0]
    assert re.findall(r'href="/games/\d+/hands/(\d+)/edit"', fix) == ["5", "4", "3", "2"]


def test_what_is_no_hand_is_not_counted_among_the_hands_of_a_fact(sit):
    points = {"kind": "adjustment", "points": 95, "reason": "from last week"}
    table = sit(events=[points | {"side": 1}, points | {"side": 0}, played(0, 60, 90, 10), played(0, 60, 90, 10, bids={})])
    html = flat(table.get().get_data(as_text=True))
    fact = re.search(r"<li><b>\u221295</b>.*?</li>", html)[0]
    assert re.findall(r"/hands/\d+\">(\d+)<", fact) == ["1"]


def test_at_the_end_nothing_says_a_second_time_that_the_last_hand_was_saved(sit):
    table = sit(events=GAME[:-1])
    page = table.save(contractor=0, bid=60, points=90)
    assert "Aline &amp; Claire win the game." in page.text
    assert 'id="notice"' not in page.text


def test_a_correction_that_ends_the_game_is_named_with_its_undo(sit):
    table = sit({"base": "kitty", "target": 175}, events=[played(0, 60, 60, 40), played(2, 60, 85, 15)])
    hand = {"kind": "played", "contractor": 0, "bid": 60, "points": 95}
    shown = table.post("/hands/2/edit", action="preview", **hand)
    saved = table.post("/hands/2/edit", action="record", seen=value_of(shown, "seen"), **hand)
    page = table.client.get(saved.location)
    notice = re.search(r'<p class="flash">.*?</p>', flat(page.text), re.S)[0]
    assert "Hand 1 corrected." in notice
    change = re.search(r'<button form="over" formaction="[^"]*/undo" name="change" value="(\d+)">Undo</button>', notice)[1]
    assert 'id="over"' in page.text
    assert table.post("/undo", change=change).status_code == 303
    assert table.scores == [145, 55]


def test_who_watches_reads_what_there_is_to_tell_and_has_no_button(app, sit):
    table = sit(events=GAME)
    table.client.post(f"/games/{table.id}/share", data={"role": "watch"})
    link = re.search(r'value="[^"]*(/s/[^"]+)"', table.client.get(f"/games/{table.id}/share").text)[1]
    other = app.test_client()
    page = other.get(other.post(link).location).text
    assert "Highest bid made" in page
    assert "data-picture" not in page
    assert 'id="fix"' not in page
