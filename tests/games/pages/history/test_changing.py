"""Hands adjusted, corrected, inserted, voided and undone, each with a preview."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from tests.games.pages.table import played
from tests.visitor import text_of, value_of


def test_an_adjustment_shows_what_it_does_before_it_counts(sit):
    table = sit(events=[played(0, 60, 70, 30)])
    fields = {"side": 1, "sign": "-", "points": 20, "reason": "revoke"}
    shown = table.post("/adjust", action="preview", **fields)
    assert "What this changes" in text_of(shown)
    assert len(table.events) == 1
    unseen = table.post("/adjust", action="record", **fields)
    assert unseen.status_code == 200, "not without having been seen"
    assert len(table.events) == 1
    saved = table.post("/adjust", action="record", seen=value_of(shown, "seen"), **fields)
    assert saved.status_code == 303
    assert table.scores == [70, 10]
    assert "revoke" in text_of(table.get())


def test_a_penalty_found_out_after_the_end_goes_before_the_hand_that_ended_the_game(sit):
    table = sit(events=[played(0, 60, 90, 10), played(2, 60, 85, 15), played(0, 60, 80, 20)])
    assert "this goes before the last hand." in text_of(table.get("/adjust"))
    fields = {"side": 0, "sign": "-", "points": 60, "reason": "revoke"}
    shown = table.post("/adjust", action="preview", **fields)
    assert "The game goes on." in text_of(shown)
    assert table.post("/adjust", action="record", seen=value_of(shown, "seen"), **fields).status_code == 303
    assert [event["kind"] for event in table.events] == ["played", "played", "adjustment", "played"]
    assert table.scores == [195, 45]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "Tap whose score to adjust."),
        ({"side": 0, "sign": "+", "other": "12a", "reason": "x"}, "“12a” is not valid"),
        ({"side": 0, "sign": "+", "points": 5}, "Enter the reason."),
    ],
)
def test_an_adjustment_that_lacks_something_says_what(sit, fields, said):
    table = sit()
    answer = table.post("/adjust", action="preview", **fields)
    assert answer.status_code == 422
    assert said in text_of(answer)


def test_a_correction_is_shown_before_it_is_made(sit):
    table = sit(events=[played(0, 60, 70, 30), played(1, 60, 30, 70)])
    fields = {"kind": "played", "contractor": 0, "bid": 60, "points": 40}
    shown = table.post("/hands/2/edit", action="preview", **fields)
    assert "What this changes" in text_of(shown)
    assert table.scores == [100, 100]
    unseen = table.post("/hands/2/edit", action="record", seen="", **fields)
    assert "What this changes" in text_of(unseen)
    assert table.scores == [100, 100]
    seen = json.dumps({"kind": "played", "contractor": 0, "bid": 60, "points": [40, 60]}, sort_keys=True)
    assert table.post("/hands/2/edit", action="record", seen=seen, **fields).status_code == 303
    assert table.scores == [-30, 130]


def bar_of(answer):
    """Return the text of the bar below a correction, without its buttons."""
    bar = re.search(r'id="changebar".*?>(.*?)<button', answer.get_data(as_text=True), re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", bar[1])).split())


def test_the_bar_of_a_correction_says_what_becomes_of_each_score_and_who_wins(sit):
    table = sit({"base": "kitty", "target": 175}, events=[played(0, 60, 90, 10), played(1, 60, 30, 70, bids={})])

    def bar(**fields):
        return bar_of(table.post("/hands/3/edit", action="preview", kind="played", bid=60, also_bid="none-0-2", **fields))

    assert bar_of(table.get("/hands/3/edit")) == "Tap what was wrong."
    assert bar(contractor=1, points=70) == "Nothing to change: it is like that already."
    assert bar(contractor=1, points=70, trump="S") == "No score changes."
    assert bar(contractor=1, points=50) == "Benoît & Denis 80 → − 50"
    assert bar(contractor=0, points=100) == "Aline & Claire 90 → 190 Benoît & Denis 80 → 10 Aline & Claire win the game."


def test_the_bar_of_a_correction_says_what_is_missing_and_what_is_not_allowed(sit):
    table = sit(events=[played(0, 60, 90, 10), played(0, 60, 65, 35), played(1, 75, 80, 20, bids={})])
    asks = table.post("/hands/4/edit", action="preview", kind="played", contractor=3, bid=75, points=80)
    assert "Answer the question" in bar_of(asks)
    low = table.post("/hands/2/edit", action="preview", kind="played", contractor=0, bid=20, points=90)
    assert low.status_code == 422
    assert "50" in bar_of(low)
    assert low.get_data(as_text=True).count('id="problem"') == 1


def test_a_forgotten_hand_goes_before_another(sit):
    table = sit(events=[played(0, 60, 70, 30)])
    page = table.get("/hands/new?before=2")
    assert "A forgotten hand before hand 1" in text_of(page)
    fields = {"kind": "passed_out"}
    seen = json.dumps({"kind": "passed_out"})
    assert table.post("/hands/new?before=2", action="record", seen=seen, **fields).status_code == 303
    assert [event["kind"] for event in table.events] == ["passed_out", "played"]


def test_striking_out_shows_its_consequences_and_can_be_taken_back(sit):
    table = sit(events=[played(0, 60, 70, 30), played(1, 60, 30, 70)])
    page = table.get("/hands/2/strike")
    assert "What this changes" in text_of(page)
    assert table.post("/hands/2/strike").status_code == 303
    assert table.scores == [30, 70]
    assert "Voided." in text_of(table.get("/hands/2"))
    assert table.post("/hands/2/restore").status_code == 303
    assert table.scores == [100, 100]


def test_the_history_tells_every_change_and_undoes_each(sit):
    table = sit()
    table.save(contractor=0, bid=60, points=70)
    table.post("/names", **{"player-0": "Alma"})
    page = text_of(table.get("/history"))
    assert "Changed the names" in page
    assert "Aline" in page
    assert "Recorded: hand 1" in page
    assert table.post("/history/3/undo").status_code == 303
    assert "Aline & Claire" in text_of(table.get())


def test_an_entry_that_cannot_be_scored_is_shown_with_its_reason_and_a_way_out(sit):
    events = [played(0, 60, 90, 10), played(0, 60, 65, 35), played(1, 75, 20, 80), played(0, 60, 70, 30, bids={})]
    table = sit(events=events)
    page = text_of(table.get())
    assert "Hand 3 can’t be scored" in page
    assert "waiting for an earlier line" in page
    refused = table.post(action="record", contractor=0, bid=60, points=70)
    assert refused.status_code == 422
    seen = json.dumps({"kind": "played", "contractor": 1, "bid": 75, "bids": {}, "points": [20, 80]}, sort_keys=True)
    fields = {"kind": "played", "contractor": 1, "bid": 75, "points": 80, "also_bid": "none-0-2"}
    assert table.post("/hands/4/edit", action="record", seen=seen, **fields).status_code == 303
    assert "can’t be scored" not in text_of(table.get())


def test_entries_after_the_end_are_kept_and_named(sit):
    events = [played(0, 60, 90, 10), played(0, 60, 65, 35), played(0, 60, 70, 30)]
    table = sit({"base": "kitty", "target": 175}, events=events)
    fields = {"kind": "played", "contractor": 0, "bid": "100", "points": 100}
    seen = json.dumps({"kind": "played", "contractor": 0, "bid": 100, "points": [100, 0]}, sort_keys=True)
    shown = table.post("/hands/3/edit", action="preview", **fields)
    assert "Hand 3: Aline, 60: it no longer counts" in text_of(shown)
    table.post("/hands/3/edit", action="record", seen=seen, **fields)
    assert table.scores == [190, 10]
    assert "after the end of the game" in text_of(table.get())
