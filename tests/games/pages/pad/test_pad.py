"""Hands recorded on the pad without scripts: saving, questions, error messages, and two devices."""

from __future__ import annotations

import re
import uuid

from scorekeeper.core.devices import visitors
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.sharing import share_links
from tests.games.pages.table import FIVE, SIX, played
from tests.visitor import text_of, value_of


def test_saving_a_hand_leads_back_to_the_game_with_its_reasons_and_undo(sit):
    table = sit()
    page = table.save(contractor=0, bid=60, points=70)
    assert "Hand 1 saved." in text_of(page)
    assert "Aline & Claire bid 60 and took 70: +70." in text_of(page)
    assert table.scores == [70, 30]
    assert 'name="change" value="2">Undo' in page.text
    answer = table.post("/undo", change=2)
    assert answer.status_code == 303
    assert table.scores == [0, 0]


def test_the_same_form_sent_twice_counts_once(sit):
    table = sit()
    key = str(uuid.uuid4())
    fields = {"revision": "1", "uuid": key, "action": "record", "contractor": 0, "bid": 60, "points": 70}
    first, second = (table.client.post(f"/games/{table.id}/hands", data=fields) for _ in range(2))
    assert first.location == second.location
    assert len(table.events) == 1


def test_a_page_that_is_behind_gets_both_versions(sit):
    table = sit()
    table.save(contractor=0, bid=60, points=70)
    answer = table.post(revision=1, action="record", contractor=1, bid=75, points=80)
    assert answer.status_code == 409
    assert "Aline, 60" in text_of(answer)
    assert "Benoît, 75" in text_of(answer)
    assert len(table.events) == 1


def another_phone(app, table):
    """Return a second phone that scores the same game."""
    with app.app_context():
        link = share_links.create(authorization.access_to(table.id, cookie=visitors.cookie_value(table.visitor)), "score")
        share_links.open_link(link.token, other := visitors.make())
        phone = app.test_client()
        phone.set_cookie(visitors.COOKIE, visitors.cookie_value(other))
    return phone


def test_a_hand_replaces_the_one_of_another_device_and_its_scores_are_shown_first(sit, app):
    table = sit()
    theirs = {"revision": 1, "uuid": str(uuid.uuid4()), "action": "record", "contractor": 0, "bid": 60, "points": 70}
    assert another_phone(app, table).post(f"/games/{table.id}/hands", data=theirs).status_code == 303
    mine = {"action": "record", "contractor": 0, "bid": 60, "points": 65}
    asked = table.post(revision=1, **mine)
    assert "If yours replaces theirs: Aline & Claire 70 → 65" in text_of(asked)
    entry = re.search(r'name="replaces" value="(\d+)"', asked.get_data(as_text=True))[1]
    again = {"revision": value_of(asked, "revision"), "uuid": value_of(asked, "uuid"), "replaces": entry, **mine}
    assert table.client.post(f"/games/{table.id}/hands", data=again).status_code == 303
    assert [event["points"] for event in table.events] == [[65, 35]]


def test_what_is_no_hand_is_not_asked_about_as_one(sit, app):
    """Two devices changed the names. Neither version is “the same” or “another”, and a button saves mine."""
    table = sit()
    theirs = {"revision": 1, "uuid": str(uuid.uuid4()), "do": "spell", "player-0": "Alma"}
    assert another_phone(app, table).post(f"/games/{table.id}/names", data=theirs).status_code == 303
    asked = table.post("/names", revision=1, do="spell", **{"player-0": "Alina"})
    assert asked.status_code == 409
    assert "Discard my change" in text_of(asked)
    assert "Same hand" not in text_of(asked)
    assert "Different hand: record" not in text_of(asked)
    again = {"revision": value_of(asked, "revision"), "uuid": value_of(asked, "uuid"), "do": "spell", "player-0": "Alina"}
    assert "Save my change" in text_of(asked)
    assert table.client.post(f"/games/{table.id}/names", data=again).status_code == 303
    assert "Alina" in text_of(table.get())


def test_only_what_another_device_has_changed_is_said_to_be_another_devices(sit, app):
    table = sit()
    table.save(contractor=0, bid=60, points=70)
    mine = table.post("/preview", revision=1, contractor=1, bid=75, points=80)
    assert "Another device" not in text_of(mine)
    assert "Benoît & Denis +80 110" in text_of(mine)
    phone = another_phone(app, table)
    saved = {"revision": 2, "uuid": str(uuid.uuid4()), "action": "record", "contractor": 2, "bid": 50, "points": 60}
    assert phone.post(f"/games/{table.id}/hands", data=saved).status_code == 303
    theirs = table.post("/preview", revision=2, contractor=1, bid=75, points=80)
    assert "Another device" in text_of(theirs)


def test_the_same_hand_from_two_phones_is_recognised(sit):
    table = sit()
    table.save(contractor=0, bid=60, points=70)
    answer = table.post(revision=1, action="record", contractor=0, bid=60, points=70)
    assert "It looks like the same hand." in text_of(answer)


def test_who_else_bid_is_asked_only_when_the_score_depends_on_it(sit):
    table = sit(events=[played(0, 60, 90, 10), played(0, 60, 65, 35)])
    needless = table.post("/preview", contractor=0, bid=60, points=70)
    assert "Did " not in text_of(needless)
    asked = table.post("/preview", contractor=1, bid=75, points=80)
    assert "Did Aline or Claire bid?" in text_of(asked)
    assert 'data-complete="0"' in asked.text
    nothing_to_lose = table.post("/preview", contractor=1, bid=75, points=100)
    assert "Did " not in text_of(nothing_to_lose)
    saved = table.post(action="record", contractor=1, bid=75, points=80)
    assert saved.status_code == 422
    assert "Answer the question" in text_of(saved)
    table.save(contractor=1, bid=75, points=80, **{"bidder-0": 1, "bids-0": 70})
    assert table.events[-1]["bids"] == {"0": 70}
    assert table.scores == [175, 125]


def test_the_receipt_of_a_correction_says_who_wins_though_a_later_hand_ends_the_game(sit):
    table = sit({"base": "kitty", "target": 175}, events=[played(0, 60, 60, 40), played(2, 60, 85, 15)])
    goes_on = table.post("/preview?of=2", contractor=0, bid=60, points=80)
    assert "receipt-end" not in goes_on.text
    wins = table.post("/preview?of=2", contractor=0, bid=60, points=95)
    assert re.findall(r'"receipt-end">(.*?)<', wins.text) == ["Aline &amp; Claire win the game."]
    assert "Aline &amp; Claire win the game." in re.search(r'data-said="(.*?)"', wins.text)[1]


def test_an_answer_about_other_players_is_not_taken(sit):
    table = sit(events=[played(0, 60, 90, 10), played(0, 60, 65, 35)])
    asked = table.post("/preview", contractor=1, bid=75, points=80, also_bid="none-1-3")
    assert 'data-complete="0"' in asked.text


def test_the_open_contract_stays_until_the_result_comes(sit):
    table = sit()
    assert table.post(action="open", contractor=3, bid=75, trump="C").status_code == 303
    page = table.get()
    assert "Denis · 75" in text_of(page)
    assert "Benoît & Denis need 75" in text_of(page)
    table.save(contractor=3, bid=75, trump="C", kept=1, points=80)
    assert table.events == [{"kind": "played", "contractor": 3, "bid": 75, "trump": "C", "points": [20, 80]}]
    assert "Denis · 75" not in text_of(table.get())


def test_hands_that_were_not_played_are_recorded(sit):
    table = sit({"base": "kitty", "misdeal": True})
    assert table.post(action="misdeal").status_code == 303
    assert table.post(action="passed_out", note="again").status_code == 303
    assert table.events == [{"kind": "misdeal"}, {"kind": "passed_out", "note": "again"}]


def test_a_called_partner_is_recorded_and_both_are_scored(sit):
    table = sit("five_called", FIVE)
    assert table.post(action="record", contractor=0, bid=60, points=70).status_code == 422
    table.save(contractor=0, bid=60, points=70, called_seat=2)
    assert table.scores == [70, 30, 70, 30, 30]
    table.save(contractor=1, bid=60, points=40, called_seat="self")
    assert table.scores == [130, -30, 130, 90, 90]


def test_three_piles_are_counted_and_the_rest_is_left_to_the_program(sit):
    table = sit("six_kitty", SIX)
    table.save(contractor=1, bid=60, **{"points-0": 25, "points-1": 65, "points-2": "rest"})
    assert table.events[0]["points"] == [25, 65, 10]


def test_piles_that_do_not_add_up_are_refused_in_words(sit):
    table = sit("six_kitty", SIX)
    answer = table.post(action="record", contractor=1, bid=60, **{"points-0": 25, "points-1": 65, "points-2": 30})
    assert answer.status_code == 422
    assert "120" in text_of(answer)
    assert table.events == []


def test_after_a_drop_out_one_answer_tells_both_piles(sit):
    table = sit({"base": "six_three_pairs", "hole_limit": 80}, SIX, [played(1, 80, 25, 65, 10)])
    page = table.get()
    assert "dropped out" in text_of(page)
    assert re.search(r'value="1"[^>]* disabled', page.text)
    table.save(contractor=0, bid=60, points=70)
    assert table.events[-1]["points"] == [70, 0, 30]


def test_the_silent_player_cannot_be_tapped(sit):
    table = sit("five_silent", FIVE)
    page = table.get()
    assert re.search(r'name="contractor" value="4"[^>]* disabled', page.text)
    table.save(contractor=0, bid=60, points=70)
    assert table.scores == [70, 30, 30, 30, 0]


def test_everyone_counts_a_pile_of_their_own_at_cutthroat(sit):
    table = sit("cutthroat")
    table.save(contractor=0, bid=30, **{"points-0": 40, "points-1": 20, "points-2": 15, "points-3": "rest"})
    assert table.scores == [40, 20, 15, 25]


def test_all_hundred_announced_and_not_taken_is_no_contract_made(sit):
    table = sit("le_rough")
    asked = table.post("/preview", contractor=0, bid=70, points=95, announced_all=1)
    assert "All 100 announced, not taken" in text_of(asked)
    assert "Contract made" not in text_of(asked)


def test_all_hundred_announced_and_empty_tricks_are_recorded(sit):
    table = sit("le_rough")
    table.save(contractor=0, bid=100, points=100, announced_all=1, discard_points=5, trump="NT")
    assert table.events[0]["announced_all"] is True
    assert table.events[0]["discard_points"] == 5
    page = table.get()
    assert "Aline & Claire win the game." in text_of(page)
    bloutte = sit("bloutte", first_dealer=1)
    asked = bloutte.post("/preview", contractor=0, bid=75, points=100)
    assert "Did they lose an empty trick?" in text_of(asked)
    bloutte.save(contractor=0, bid=75, points=100, tricks_lost=1)
    assert "chienne" in text_of(bloutte.get("/hands/2"))
