"""A phone's log: each event is applied once, and conflicts appear only if another device changed the same thing."""

from __future__ import annotations

import pytest

from scorekeeper.core.devices import visitors
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.library import game_creation
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import write
from scorekeeper.games.commands.sharing import share_links
from tests.games.kitchen_table import hand, header, key


class Phones:
    """A game on two devices: its own (`one`), and one with a link (`two`)."""

    def __init__(self, app, **options):
        self.app = app
        with app.app_context():
            visitor = visitors.make()
            access = game_creation.create(header({"base": "kitty", **options}), visitor)
            self.id = access.game_id
            other = visitors.make()
            link = share_links.create(access, "score")
            share_links.open_link(link.token, other)
            cookies = [visitors.cookie_value(visitor), visitors.cookie_value(other)]
        self.one, self.two = (Phone(self, cookie) for cookie in cookies)

    def game(self):
        with self.app.app_context():
            from scorekeeper.games.commands.game_state import load

            return load(authorization.access_to(self.id, cookie=self.one.cookie))

    @property
    def bids(self):
        return [entry.event.bid for entry in self.game().entries]


class Phone:
    def __init__(self, phones, cookie):
        self.phones, self.cookie = phones, cookie
        self.client = phones.app.test_client()
        self.client.set_cookie(visitors.COOKIE, cookie)
        self.last = None

    def send(self, do, *, seen=None, after=None, named=None, query="", headers=None, **content):
        """Send one command of its log, and return the answer."""
        named = named or key()
        seen = self.phones.game().revision if seen is None else seen
        told = {"key": named, "seen": seen, "after": after, "act": {"do": do, **content}}
        headers = {"X-Scorekeeper": "1"} if headers is None else headers
        self.last = named
        return self.client.post(f"/games/{self.phones.id}/log{query}", json=told, headers=headers)

    def says(self, do, **more):
        found = self.send(do, **more).get_json()
        assert (found["log"], found["key"]) == (1, self.last)
        return found


@pytest.fixture
def phones(app):
    return Phones(app)


def test_the_same_act_again_is_answered_as_before_with_the_game_as_it_stands_by_then(phones):
    first = phones.one.says("record", event=hand(bid=60), named="the-first-hand", seen=1)
    phones.one.says("record", event=hand(bid=75), seen=1, after="the-first-hand")
    again = phones.one.says("record", event=hand(bid=60), named="the-first-hand", seen=1)
    assert (first["state"], first["revision"], first["change"]) == ("done", 2, 2)
    assert (again["state"], again["revision"], again["change"]) == ("done", 3, 2)
    assert phones.bids == [60, 75]


@pytest.mark.parametrize(
    ("once", "again"),
    [
        ({"contractor": 0, "bid": 50, "points": [65, 35]}, {"contractor": 0, "bid": 50, "points": [65, 35], "bids": {}}),
        ({"kind": "passed_out"}, {"kind": "passed_out", "note": "  "}),
        ({"kind": "passed_out", "note": "late"}, {"note": " late ", "kind": "passed_out"}),
    ],
)
def test_the_same_hand_written_otherwise_is_the_same(phones, once, again):
    phones.one.says("record", event=once, named="one-hand", seen=1)
    assert phones.one.says("record", event=again, named="one-hand", seen=1)["state"] == "done"
    assert len(phones.game().entries) == 1


def test_a_correction_is_corrected_by_its_own_key_too(phones):
    recorded = phones.one.says("record", event=hand(bid=60), named="one-hand", seen=1)
    corrected = phones.one.says("correct", of="one-hand", event=hand(bid=75), named="corrected", seen=recorded["revision"])
    again = {"do": "correct", "of": "corrected", "event": hand(bid=90), "named": "once-again", "seen": corrected["revision"]}
    assert [phones.one.says(**again)["state"] for _ in range(2)] == ["done", "done"]
    assert phones.bids == [90]
    assert phones.one.says("correct", of="nothing-has-this-key", event=hand(bid=50))["state"] == "refused"


def test_a_key_that_was_used_for_another_hand_is_refused_and_nothing_is_recorded(phones):
    phones.one.says("record", event=hand(bid=60), named="one-hand", seen=1)
    assert phones.one.says("record", event=hand(bid=75), named="one-hand", seen=1)["state"] == "refused"
    assert phones.bids == [60]


def test_one_phone_is_never_asked_about_its_own_acts_however_old_what_it_had_seen(phones):
    first = phones.one.says("open", event={"contractor": 0, "bid": 60}, seen=1)
    for n, bid in enumerate((60, 65, 70)):
        assert phones.one.says("record", event=hand(n, bid), seen=1, after=first["key"])["state"] == "done"
    assert phones.one.says("undo", of=phones.one.last, seen=1)["state"] == "done"
    assert phones.bids == [60, 65]


def test_a_hand_that_another_device_recorded_meanwhile_is_asked_about_with_both_contents(phones):
    phones.two.says("record", event=hand(1, 70, (80, 20)), seen=1)
    mine = {"event": hand(0, 60), "named": "my-own-hand", "seen": 1}
    asked = phones.one.says("record", **mine)
    question = asked["question"]
    assert (asked["state"], asked["revision"]) == ("asked", 2)
    assert question["title"] == "Another device recorded hand 1 too"
    assert "Benoît, 70" in question["theirs"][0]
    assert "Aline, 60" in question["yours"][0]
    assert phones.bids == [70]
    for _ in range(3):  # the answer may be lost: the same again
        assert phones.one.says("record", **{**mine, "seen": asked["revision"]})["state"] == "done"
    assert phones.bids == [70, 60]
    # what was done after it has had its answer
    assert phones.one.says("record", event=hand(2, 80), seen=1, after="my-own-hand")["state"] == "done"


def test_the_question_about_the_same_hand_offers_mine_in_place_of_theirs_with_the_scores_then(phones):
    phones.two.says("record", event=hand(1, 70, (80, 20)), seen=1)
    question = phones.one.says("record", event=hand(0, 60, (65, 35)), seen=1)["question"]
    assert question["replace"] == "Same hand: replace theirs"
    assert question["effect"].startswith("If yours replaces theirs: ")
    assert "→ 65" in question["effect"]
    act = dict(question["instead"])
    assert phones.one.says(act.pop("do"), **act)["state"] == "done"
    assert phones.bids == [60]


def test_theirs_is_not_replaced_by_the_same_hand_nor_by_one_that_the_rules_refuse(phones):
    phones.two.says("record", event=hand(1, 70, (80, 20)), seen=1)
    same = phones.one.says("record", event=hand(1, 70, (80, 20)), seen=1)["question"]
    refused = phones.one.says("record", event=hand(1, 30), seen=1)["question"]
    assert "replace" not in same
    assert "replace" not in refused


def test_a_correction_asked_about_says_how_the_scores_change_if_mine_counts(phones):
    phones.one.says("record", event=hand(0, 60, (65, 35)), seen=1)
    phones.two.says("correct", of=2, event=hand(0, 60, (70, 30)))
    question = phones.one.says("correct", of=2, event=hand(0, 60, (80, 20)), seen=2)["question"]
    assert "70 → 80" in question["effect"]
    assert "replace" not in question


def test_a_dealer_set_while_another_device_recorded_a_hand_is_asked_about_as_the_next_dealer(phones):
    phones.two.says("record", event=hand(1, 70, (80, 20)), seen=1)
    question = phones.one.says("record", event={"kind": "deal", "dealer": 2}, seen=1)["question"]
    assert question["title"] == "Another device changed this game"
    assert question["mine"] == "Yes, from the next hand on"


def test_what_another_device_did_elsewhere_in_the_game_asks_nobody(phones):
    first = phones.one.says("record", event=hand(0, 60), seen=1)["change"]
    phones.two.says("correct", of=first, event=hand(0, 65))
    with phones.app.app_context():
        access = authorization.access_to(phones.id, cookie=phones.two.cookie)
        write(access, table_commands.rename(["Ana", "Benoît", "Claire", "Denis"]), revision=access.revision, uuid=key())
    assert phones.one.says("record", event=hand(1, 70), seen=2)["state"] == "done"


def test_a_hand_that_was_recorded_and_taken_back_elsewhere_asks_nobody(phones):
    theirs = phones.two.says("record", event=hand(1, 70), seen=1)
    phones.two.says("undo", of=theirs["key"])
    assert phones.one.says("record", event=hand(1, 70), seen=1)["state"] == "done"
    assert phones.bids == [70]


def test_another_bid_saved_elsewhere_is_asked_about_and_the_same_one_is_not(phones):
    phones.two.says("open", event={"contractor": 1, "bid": 70}, seen=1)
    assert phones.one.says("record", event=hand(1, 70), seen=1)["state"] == "done"
    phones.two.says("open", event={"contractor": 1, "bid": 80})
    asked = phones.one.says("record", event=hand(0, 60), seen=3)
    assert asked["question"]["title"] == "Another device saved a different bid for hand 2"
    assert phones.bids == [70]


@pytest.mark.parametrize("do", ["correct", "strike", "undo"])
def test_what_another_device_changed_is_asked_about_by_whoever_changes_it_too(phones, do):
    mine = phones.one.says("record", event=hand(0, 60), seen=1)
    phones.two.says("correct", of=mine["change"], event=hand(0, 65))
    content = {"of": mine["key"], **({"event": hand(0, 90)} if do == "correct" else {})}
    asked = phones.one.says(do, seen=2, **content)
    assert asked["state"] == "asked"
    assert "65" in asked["question"]["theirs"][0]
    assert "Hand 1" in asked["question"]["title"]
    assert phones.bids == [65]
    assert phones.one.says(do, seen=asked["revision"], named=asked["key"], **content)["state"] == "done"
    assert phones.bids == ([90] if do == "correct" else [])


@pytest.mark.parametrize("do", ["strike", "cancel", "undo", "open"])
def test_what_stands_already_as_it_is_wanted_is_done(phones, do):
    mine = phones.one.says("record", event=hand(0, 60), seen=1)
    phones.one.says("open", event={"contractor": 1, "bid": 70})
    content = {"open": {"event": {"contractor": 1, "bid": 70}}, "cancel": {}}.get(do, {"of": mine["key"]})
    for _ in range(2):
        assert phones.one.says(do, **content)["state"] == "done"
    assert len(phones.game().entries) == (0 if do in ("strike", "undo") else 1)


def test_an_auction_dealt_by_another_than_was_seen_is_recorded_by_what_it_came_to(phones):
    event = {"auction": [60, "pass", "pass", "pass"], "points": [30, 70]}
    content = {"event": event, "short": {"contractor": 1, "bid": 60, "bids": {}}, "dealer": 0, "named": "by-calls"}
    theirs = phones.two.says("record", event=hand(2, 80), seen=1)
    asked = phones.one.says("record", seen=1, **content)
    assert asked["state"] == "asked"
    for _ in range(2):
        assert phones.one.says("record", seen=theirs["revision"], **content)["state"] == "done"
    (_, mine) = phones.game().entries
    assert (mine.event.contractor, mine.event.bid, mine.event.auction) == (1, 60, None)
    repeated = {**content, "dealer": 2, "named": "by-calls-2"}
    for _ in range(2):
        assert phones.one.says("record", **repeated)["state"] == "done"
    assert phones.game().entries[-1].event.auction is not None


def test_a_hand_that_the_rules_refuse_says_why_and_nothing_is_recorded(phones):
    found = phones.one.says("record", event={**hand(), "points": [85, 10]})
    assert (found["state"], phones.bids) == ("refused", [])
    assert "85 + 10 make 95" in found["detail"]


def test_a_game_that_this_phone_may_not_see_any_more_says_so_in_the_log_s_own_form(phones):
    with phones.app.app_context():
        access = authorization.access_to(phones.id, cookie=phones.one.cookie)
        for share in share_links.list_shares(access):
            share_links.revoke(access, share.id)
    found = phones.two.says("record", event=hand(), seen=1)
    assert found["state"] == "closed"
    assert found["detail"]


def test_only_our_own_pages_write(phones):
    assert phones.one.send("record", event=hand(), headers={}).status_code == 403
    assert phones.bids == []


@pytest.mark.parametrize(
    "told", [{"do": "sing"}, {"do": "record", "event": 7}, {"do": "undo", "of": -1}, {"do": "correct", "of": 99}]
)
def test_what_is_no_act_is_refused(phones, told):
    assert phones.one.says(**told)["state"] == "refused"


def test_the_page_that_asks_is_sent_what_is_new_of_it_and_nothing_that_it_cannot_use(phones):
    fragment = {"X-Scorekeeper": "1", "X-Fragment": "1"}
    has = "&has=bids&has=points"
    first = phones.one.send("record", event=hand(0, 60), seen=1, query=f"?at=1{has}", headers=fragment).get_json()
    assert 'id="news"' in first["html"]
    assert 'data-keep="points"' in first["html"]
    behind = phones.one.send("record", event=hand(0, 65), seen=1, query=f"?at=1{has}", headers=fragment).get_json()
    assert 'id="state"' in behind["html"]
    assert 'data-grid="points"' in behind["html"]


def test_who_deals_first_is_an_act_like_the_others(phones):
    first = phones.one.says("deal", dealer=2, named="claire-deals", seen=1)
    assert (first["state"], phones.game().first_dealer) == ("done", 2)
    again = phones.one.says("deal", dealer=2, named="claire-deals", seen=1)
    assert (again["state"], again["change"]) == ("done", first["change"])
    assert phones.one.says("deal", dealer=2)["change"] is None  # she does already
    assert phones.one.says("deal", dealer=3, named="claire-deals", seen=1)["state"] == "refused"
    assert [phones.one.says("deal", dealer=seat)["state"] for seat in (7, None)] == ["refused", "refused"]
    assert phones.one.says("undo", of="claire-deals")["state"] == "done"
    assert phones.game().first_dealer == 0


def test_who_deals_first_is_asked_about_where_another_device_said_otherwise_or_recorded_a_hand(phones):
    phones.two.says("deal", dealer=1, seen=1)
    asked = phones.one.says("deal", dealer=2, seen=1)
    assert asked["state"] == "asked"
    assert asked["question"]["title"] == "Another device changed this too: who deals first"
    assert asked["question"]["yours"] == ["Claire deals"]
    assert asked["question"]["theirs"][0].endswith("Benoît")
    assert phones.one.says("deal", dealer=1, seen=1)["state"] == "asked"
    phones.two.says("record", event=hand(bid=60))
    assert phones.one.says("deal", dealer=2, seen=2)["state"] == "asked"
    assert phones.game().first_dealer == 1


@pytest.mark.parametrize(
    ("do", "mine", "theirs", "what"),
    [
        ("rename", {"names": {"Aline": "Anne"}}, {"names": {"Anne": "Ana"}}, "the names"),
        ("about", {"place": "at Rosa’s"}, {"place": "at Yvon’s"}, "place and occasion"),
        ("deal", {"dealer": 2}, {"dealer": 1}, "who deals first"),
    ],
)
def test_taking_back_what_is_about_no_hand_is_asked_about_by_its_name(phones, do, mine, theirs, what):
    change = phones.one.says(do, **mine)["change"]
    assert phones.two.says(do, **theirs)["state"] == "done"
    assert phones.two.says("open", event={"contractor": 1, "bid": 75})["state"] == "done"  # which is another matter
    asked = phones.one.says("undo", of=change, seen=change)
    assert (asked["state"], asked["question"]["title"]) == ("asked", f"Another device changed this too: {what}")


def test_taking_back_a_correction_is_asked_about_by_its_hand(phones):
    entry = phones.one.says("record", event=hand(0, 60))["change"]
    change = phones.one.says("correct", of=entry, event=hand(0, 65))["change"]
    assert phones.two.says("correct", of=entry, event=hand(0, 70))["state"] == "done"
    asked = phones.one.says("undo", of=change, seen=change)
    assert "Hand 1" in asked["question"]["title"]
