from __future__ import annotations

import json
import re
import uuid

import pytest

from scorekeeper.base import devices
from scorekeeper.games.actions import entrance, games, sharing
from tests.visitor import text_of, value_of

FOUR = ["Aline", "Benoît", "Claire", "Denis"]
FIVE = [*FOUR, "Émile"]
SIX = [*FIVE, "Fleur"]


class Table:
    """A game, and the device it is played on."""

    def __init__(self, app, client, rules, players, events=(), first_dealer=0):
        self.app, self.client = app, client
        record = {"format": "scorekeeper-game/1", "rules": rules, "players": players}
        with app.app_context():
            self.visitor = devices.make()
            whole = {**record, "first_dealer": first_dealer, "events": list(events)}
            self.id = games.bring_in(whole, self.visitor, keep_unscored=True).game_id
            cookie = devices.cookie(self.visitor)
        self.client.set_cookie(devices.COOKIE, cookie)

    def get(self, path=""):
        return self.client.get(f"/games/{self.id}{path}")

    def post(self, path="/hands", **fields):
        page = self.get()
        asked = {"revision": value_of(page, "revision"), "uuid": str(uuid.uuid4()), **fields}
        return self.client.post(f"/games/{self.id}{path}", data=asked)

    def save(self, **fields):
        answer = self.post(action="record", **fields)
        assert answer.status_code == 303, text_of(answer)
        return self.client.get(answer.location)

    @property
    def events(self):
        found = re.search(r'id="state">(.*?)</script>', self.get().get_data(as_text=True))
        return json.loads(found[1])["record"]["events"]

    @property
    def scores(self):
        text = self.get().get_data(as_text=True)
        found = re.findall(r'class="board-score">(.*?)</p>', text)
        return [int(re.sub(r"<[^>]+>", "", score).replace("−", "-")) for score in found]


@pytest.fixture
def sit(app, client):
    def sit_down(rules="kitty", players=FOUR, events=(), **more):
        return Table(app, client, rules, players, events, **more)

    return sit_down


def played(contractor, bid, *points, **more):
    return {"contractor": contractor, "bid": bid, "points": list(points), **more}


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


def test_only_what_another_device_has_changed_is_said_to_be_another_devices(sit, app):
    table = sit()
    table.save(contractor=0, bid=60, points=70)
    mine = table.post("/preview", revision=1, contractor=1, bid=75, points=80)
    assert "Another device" not in text_of(mine)
    assert "Benoît & Denis +80 110" in text_of(mine)
    with app.app_context():
        link = sharing.create(entrance.access_to(table.id, cookie=devices.cookie(table.visitor)), "score")
        sharing.open_on(link.token, other := devices.make())
        phone = app.test_client()
        phone.set_cookie(devices.COOKIE, devices.cookie(other))
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
    assert "before its last hand" in text_of(table.get("/adjust"))
    fields = {"side": 0, "sign": "-", "points": 60, "reason": "revoke"}
    shown = table.post("/adjust", action="preview", **fields)
    assert "The game goes on." in text_of(shown)
    assert table.post("/adjust", action="record", seen=value_of(shown, "seen"), **fields).status_code == 303
    assert [event["kind"] for event in table.events] == ["played", "played", "adjustment", "played"]
    assert table.scores == [195, 45]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "Tap whose score it is."),
        ({"side": 0, "sign": "+", "other": "12a", "reason": "x"}, "“12a” is not a whole number"),
        ({"side": 0, "sign": "+", "points": 5}, "Write down the reason"),
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
    assert "Struck out." in text_of(table.get("/hands/2"))
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
    assert "Hand 3 cannot be scored" in page
    assert "waits for an earlier entry" in page
    refused = table.post(action="record", contractor=0, bid=60, points=70)
    assert refused.status_code == 422
    seen = json.dumps({"kind": "played", "contractor": 1, "bid": 75, "bids": {}, "points": [20, 80]}, sort_keys=True)
    fields = {"kind": "played", "contractor": 1, "bid": 75, "points": 80, "also_bid": "none-0-2"}
    assert table.post("/hands/4/edit", action="record", seen=seen, **fields).status_code == 303
    assert "cannot be scored" not in text_of(table.get())


def test_entries_after_the_end_are_kept_and_named(sit):
    events = [played(0, 60, 90, 10), played(0, 60, 65, 35), played(0, 60, 70, 30)]
    table = sit({"base": "kitty", "target": 175}, events=events)
    fields = {"kind": "played", "contractor": 0, "bid": "100", "points": 100}
    seen = json.dumps({"kind": "played", "contractor": 0, "bid": 100, "points": [100, 0]}, sort_keys=True)
    shown = table.post("/hands/3/edit", action="preview", **fields)
    assert "Hand 3: Aline, 60: the game ends before it" in text_of(shown)
    table.post("/hands/3/edit", action="record", seen=seen, **fields)
    assert table.scores == [190, 10]
    assert "after the end of the game" in text_of(table.get())


def test_a_rematch_carries_the_match_on_and_is_made_once(sit):
    table = sit(events=[played(0, 60, 90, 10), played(0, 60, 65, 35), played(0, 60, 80, 20)])
    assert "win the game" in text_of(table.get())
    answer = table.post("/rematch", games_to_win=2)
    again = table.post("/rematch", games_to_win=2)
    assert answer.location == again.location
    assert table.client.get(answer.location).status_code == 200
    assert "Games won: Aline & Claire 1, Benoît & Denis 0 · match to 2" in text_of(table.get())


def test_watchers_see_board_and_sheet_and_no_pad(sit, app):
    table = sit(events=[played(0, 60, 70, 30)])
    with app.app_context():
        access = entrance.by_device(table.id, table.visitor.key)
        token = sharing.create(access, "watch").token
        watcher = devices.make()
        sharing.open_on(token, watcher)
        cookie = devices.cookie(watcher)
    other = app.test_client()
    other.set_cookie(devices.COOKIE, cookie)
    page = other.get(f"/games/{table.id}")
    assert "Hand 2, dealt by Benoît" in text_of(page)
    assert "<form" not in page.text.partition('id="main"')[2]
    assert '"record"' not in page.text
    assert other.post(f"/games/{table.id}/hands", data={"action": "passed_out", "revision": 2}).status_code == 403
    assert other.get(f"/games/{table.id}/hands/2/edit").status_code == 403


def test_nothing_new_costs_those_who_watch_next_to_nothing(sit):
    table = sit()
    first = table.get("/live")
    assert first.status_code == 200
    same = table.client.get(f"/games/{table.id}/live", headers={"If-None-Match": first.headers["ETag"]})
    assert same.status_code == 304
    table.save(contractor=0, bid=60, points=70)
    news = table.client.get(f"/games/{table.id}/live", headers={"If-None-Match": first.headers["ETag"]})
    assert news.status_code == 200
    assert "70" in text_of(news)


def test_a_stranger_is_told_nothing(sit, app):
    table = sit()
    for path in ("", "/live", "/history", "/hands/2", "/names", "/adjust"):
        assert app.test_client().get(f"/games/{table.id}{path}").status_code == 404


def test_names_are_escaped_wherever_they_are_shown(sit):
    table = sit(players=["<b>x</b>", "Benoît", "Claire", "Denis"])
    page = table.save(contractor=0, bid=60, points=70, note="<script>alert(1)</script>")
    assert "<b>x</b>" not in page.text
    assert "<script>alert" not in page.text
    assert "<script>alert" not in table.get("/hands/2").text


def test_the_pot_is_shown_divided_at_the_end(sit):
    rules = {"base": "pot", "ante": 100, "target": 100, "margin": 0}
    table = sit(rules, SIX, [played(1, 60, 20, 70, 10), played(1, 60, 0, 100, 0)])
    page = text_of(table.get())
    assert "The pot" in page
    assert "$6.00" in page
    assert "$3.00" in page


@pytest.mark.parametrize("path", ["", "/history", "/hands/2", "/hands/2/edit", "/hands/2/strike", "/names", "/adjust"])
def test_every_page_speaks_french(sit, path):
    table = sit(events=[played(0, 60, 70, 30)])
    page = table.client.get(f"/games/{table.id}{path}", headers={"Accept-Language": "fr-CA"})
    assert page.status_code == 200
    assert '<html lang="fr"' in page.text
