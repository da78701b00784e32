"""After every change to a game: what was done, how to undo it, and what a repeated form does."""

from __future__ import annotations

import json
import re
import uuid

import pytest

from tests.games.pages.table import FOUR, Table, played
from tests.visitor import text_of, value_of

TWO = (played(0, 60, 70, 30), played(1, 60, 30, 70))


@pytest.fixture
def sit(app, client):
    def sit_down(rules="kitty", players=FOUR, events=(), **more):
        return Table(app, client, rules, players, events, **more)

    return sit_down


def after(table, path, **fields):
    """Send a form, and return the next page."""
    answer = table.post(path, **fields)
    assert answer.status_code == 303, text_of(answer)
    return table.client.get(answer.location)


def offered(page):
    """Return the label of the button next to the message, and the event it names."""
    at = page.text.index('name="change"')
    button = page.text[at : page.text.index("</button>", at)]
    return button.rpartition(">")[2], int(button.split('value="')[1].partition('"')[0])


def test_undo_redo_and_undo_again_each_say_what_they_did_and_offer_their_opposite(sit):
    table = sit()
    page = table.save(contractor=0, bid=60, points=70)
    seen = []
    for _ in range(3):
        word, change = offered(page)
        page = after(table, "/undo", change=change)
        told = text_of(page)
        seen.append((word, "Undone: Aline, 60." in told, "Redone: Aline, 60." in told, table.scores))
    assert seen == [("Undo", True, False, [0, 0]), ("Redo", False, True, [70, 30]), ("Undo", True, False, [0, 0])]
    assert "Aline & Claire 70 → 0, Benoît & Denis 30 → 0" in text_of(page)


def test_the_history_offers_to_undo_what_was_done_again(sit):
    table = sit()
    table.save(contractor=0, bid=60, points=70)
    after(table, "/undo", change=2)
    after(table, "/undo", change=3)
    page = text_of(table.get("/history"))
    newest = page[: page.index("undone")]
    assert "(redo)" in newest
    assert "Undo" in newest
    assert "Redo" not in newest
    assert "Undo: Restored" in text_of(table.get("/history/4/undo"))
    assert "Undone: Aline, 60." in text_of(after(table, "/history/4/undo"))
    assert "Redo: Voided" in text_of(table.get("/history/5/undo"))


def test_a_correction_says_what_it_did_to_the_scores_marks_its_row_and_can_be_undone_there(sit):
    table = sit(events=TWO)
    fields = {"kind": "played", "contractor": 0, "bid": 60, "points": 65}
    seen = json.dumps({"kind": "played", "contractor": 0, "bid": 60, "points": [65, 35]}, sort_keys=True)
    page = after(table, "/hands/2/edit", action="record", seen=seen, **fields)
    assert "Hand 1 corrected. Aline & Claire 100 → 95, Benoît & Denis 100 → 105" in text_of(page)
    assert 'id="row-2" class="is-marked"' in page.text
    assert offered(page) == ("Undo", 4)
    assert "Undone: correcting Aline, 60." in text_of(after(table, "/undo", change=4))


def test_striking_out_restoring_an_adjustment_and_a_dispute_say_that_they_were_done(sit):
    table = sit(events=TWO)
    assert "Voided: Aline, 60. Aline & Claire 100 → 30" in text_of(after(table, "/hands/2/strike"))
    assert "Restored: Aline, 60. Aline & Claire 30 → 100" in text_of(after(table, "/hands/2/restore"))
    fields = {"side": 1, "sign": "-", "points": 20, "reason": "revoke"}
    shown = table.post("/adjust", action="preview", **fields)
    page = after(table, "/adjust", action="record", seen=value_of(shown, "seen"), **fields)
    assert "Adjustment saved. Benoît & Denis 100 → 80" in text_of(page)
    page = after(table, "/hands/2/dispute", claim="five points too many")
    assert "Hand 1 is disputed." in text_of(page)
    assert offered(page)[0] == "Undo"
    assert "Undone: the dispute about Aline, 60." in text_of(after(table, "/undo", change=offered(page)[1]))


def test_two_answers_to_one_form_are_one_and_another_button_of_it_is_refused(sit):
    table = sit()
    form = {"revision": "1", "uuid": str(uuid.uuid4())}
    for _ in range(2):
        assert table.client.post(f"/games/{table.id}/hands", data={**form, "action": "passed_out"}).status_code == 303
    assert len(table.events) == 1
    form = {"revision": "2", "uuid": str(uuid.uuid4())}
    hand = {**form, "action": "record", "contractor": 0, "bid": 60, "points": 70}
    assert table.client.post(f"/games/{table.id}/hands", data=hand).status_code == 303
    passed = table.client.post(f"/games/{table.id}/hands", data={**form, "action": "passed_out"})
    assert passed.status_code in (409, 422)
    fresh = {**form, "uuid": str(uuid.uuid4()), "action": "passed_out"}
    assert table.client.post(f"/games/{table.id}/hands", data=fresh).status_code == 409, "it was shown for the hand before"
    assert len(table.events) == 2


def test_how_high_somebody_bid_is_asked_only_under_rules_with_a_qualifying_bid(sit):
    line = [played(0, 60, 90, 10), played(0, 60, 65, 35)]
    table = sit(events=line)
    asked = table.post("/preview", contractor=1, bid=75, points=80)
    assert "Did Aline or Claire bid?" in text_of(asked)
    assert "Highest bid by" not in text_of(asked)
    assert 'data-lack="Who bid?"' in asked.text
    answered = table.post("/preview", contractor=1, bid=75, points=80, **{"bidder-0": 1})
    assert 'data-complete="1"' in answered.text
    table.save(contractor=1, bid=75, points=80, **{"bidder-0": 1})
    assert table.events[-1]["bids"] == {"0": "bid"}
    assert table.scores == [175, 125]
    assert "Also bid: Aline" in text_of(table.get("/hands/4"))
    strict = sit(rules={"base": "kitty", "qualifying_bid": 60}, events=line)
    asked = strict.post("/preview", contractor=1, bid=75, points=80, **{"bidder-0": 1})
    assert "Highest bid by Aline" in text_of(asked)
    assert 'data-lack="How high did they bid?"' in asked.text


def test_who_else_bid_is_asked_once_the_bid_is_saved_and_kept_with_it(sit):
    table = sit(events=[played(0, 60, 90, 10), played(0, 60, 65, 35)])
    table.post("/hands", action="open", contractor=1, bid=75)
    page = table.get()
    assert "Did Aline or Claire bid?" in text_of(page)
    assert "Tap the card points." in page.text
    table.post("/hands", action="open", kept=1, contractor=1, bid=75, **{"bidder-2": 1})
    page = table.get()
    assert re.search(r'name="bidder-2" value="1"[^>]*checked', page.text)
    assert 'type="hidden" name="bidder-2"' not in page.text
    table.save(kept=1, contractor=1, bid=75, points=80, **{"bidder-2": 1})
    assert table.events[-1]["bids"] == {"2": "bid"}


def test_nobody_asks_who_else_bid_where_no_side_must(sit):
    table = sit(events=[played(0, 60, 90, 10)])
    table.post("/hands", action="open", contractor=1, bid=75)
    assert "Did Aline or Claire bid?" not in text_of(table.get())


def test_correcting_a_hand_keeps_the_height_of_a_bid_that_was_written_down(sit):
    line = [played(0, 60, 90, 10), played(0, 60, 65, 35), played(1, 75, 20, 80, bids={"0": 70})]
    page = sit(events=line).get("/hands/4/edit")
    assert '<input type="hidden" name="bids-0" value="70">' in page.text


def test_the_ruling_desk_scores_a_hand_in_which_somebody_bid_who_knows_how_high(sit):
    line = [played(0, 60, 90, 10), played(0, 60, 65, 35), played(1, 75, 20, 80, bids={"0": "bid"})]
    table = sit(events=line)
    page = table.client.get(f"/games/{table.id}/hands/4/ruling", follow_redirects=True)
    assert page.status_code == 200
    assert "bids=0-bid" in page.request.query_string.decode()
    assert "The contract is made" in text_of(page)
