"""Changes to a server's game on a phone's pages: events in its log on top of earlier ones that wait."""

from __future__ import annotations

import html
import json
import re
import uuid
from datetime import UTC, datetime

import pytest

from scorekeeper.core.devices import visitors
from scorekeeper.core.limits import check_uuid
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.sharing import share_links
from tests.offline.browser.test_imported_here import comparison_form, same
from tests.offline.runtime.test_stats_here import copies, stats_desk
from tests.visitor import start

pytestmark = pytest.mark.slow

HEADERS = {"X-Scorekeeper": "1"}
NAMES = ("Aline", "Donat", "Rosa", "Edgar")


def hand(contractor, bid, *points):
    return {"kind": "played", "contractor": contractor, "bid": bid, "bids": {}, "points": list(points)}


class OfflinePhone:
    """An offline phone: its copy of a server's game, and its log."""

    def __init__(self, client, game):
        self.client, self.game, self.number = client, game, int(game.rpartition("/")[2])
        self.desk = stats_desk(client.application)
        self.log = []
        self.copy()

    def copy(self):
        self.desk.know(copies(self.client, self.game))

    def waiting(self):
        """Return the waiting log entries, as the service worker provides them."""
        return {"game": self.number, "entries": [{**one, "state": one.get("state", "waiting")} for one in self.log]}

    def ask(self, path, lang="en", **asked):
        answer = self.desk.answer(f"{self.game}{path}", lang, waiting=[self.waiting()], about=self.number, **asked)
        if "acts" in answer:
            assert answer["acts"]["game"] == self.number
            for act in answer["acts"]["acts"]:
                after = self.log[-1]["key"] if self.log else None
                self.log.append({**act, "after": after, "at": datetime.now(UTC).isoformat()[:23] + "Z"})
        return answer

    def text(self, path, lang="en"):
        answer = self.ask(path, lang)
        assert answer["status"] == 200, answer["body"]
        return " ".join(re.sub(r"<[^>]+>", " ", answer["body"]).replace("\u2060", "").split())

    def send(self, path, **fields):
        """Send a form of a page as rendered now, with these fields."""
        page = self.ask(path)["body"]
        told = {name: re.search(rf'name="{name}" value="([^"]*)"', page)[1] for name in ("csrf_token", "revision")}
        form = {**told, "uuid": str(uuid.uuid4()), **{name.replace("__", "-"): str(value) for name, value in fields.items()}}
        return self.ask(path, method="POST", form=[*form.items()])

    def correct(self, entry, **fields):
        """Preview a correction, then save it."""
        fields = {"kind": "played", "also_bid": "none", **fields}
        looked = self.send(f"/hands/{entry}", action="preview", **fields)
        seen = re.search(r'name="seen" value="([^"]*)"', looked["body"])[1].replace("&#34;", '"').replace("&quot;", '"')
        assert seen, looked["body"]
        return self.send(f"/hands/{entry}", action="record", seen=seen, **fields)

    def arrive(self):
        """Send everything, each command twice as on a bad network, and return the server's states."""
        told = []
        for one in self.log:
            body = {name: one[name] for name in ("key", "seen", "after", "act")}
            told += [self.client.post(f"{self.game}/log", json=body, headers=HEADERS).json["state"] for _ in range(2)]
        self.log = []
        return told

    def record(self):
        record = self.client.get(f"{self.game}/record.json").json
        return [{k: v for k, v in event.items() if k not in ("at", "by", "id")} for event in record["events"]], record["players"]


@pytest.fixture
def away(client):
    game = start(client)
    for event in (hand(0, 75, 85, 15), hand(1, 80, 10, 90), hand(0, 60, 70, 30)):
        sent = {"key": str(uuid.uuid4()), "seen": 1, "after": None, "act": {"do": "record", "event": event}}
        assert client.post(f"{game}/log", json=sent, headers=HEADERS).json["state"] == "done"
    phone = OfflinePhone(client, game)
    yield phone
    phone.desk.close()


def test_an_older_hand_is_corrected_and_another_struck_out_and_the_server_is_told_so_once(away):
    before = away.record()
    answer = away.correct("2/edit", contractor=0, bid=75, points=80, bids__1="")
    assert answer["status"] == 303
    assert [one["act"]["do"] for one in away.log] == ["correct"]
    assert away.log[0]["act"]["of"] == 2
    assert away.log[0]["seen"] == 4
    assert away.send("/hands/3/strike")["status"] == 303
    assert away.record() == before  # nothing has left
    assert "80" in away.text("/hands/2")
    history = away.text("/history")
    assert "Voided" in history or "voided" in history
    sheet = [event["points"] for event in (hand(0, 75, 80, 20), hand(0, 60, 70, 30))]
    assert away.arrive() == ["done"] * 4
    assert [event["points"] for event in away.record()[0]] == sheet


def test_the_first_page_counts_in_what_waits_and_starts_the_next_game_after_it(away):
    act = {"do": "record", "event": hand(1, 75, 25, 75)}
    key = str(uuid.uuid4())
    away.log.append({"key": key, "seen": 4, "after": None, "at": datetime.now(UTC).isoformat()[:23] + "Z", "act": act})
    page = away.desk.answer("/", waiting=[away.waiting()])["body"]
    now = re.search(r'<section class="panel now">.*?</section>', page, re.DOTALL)[0]
    assert f'<a class="btn btn--primary" href="{away.game}">' in now
    shown = " ".join(re.sub(r"<[^>]+>", " ", now).split())
    assert "Aline & Rosa 165" in html.unescape(shown)
    assert "Donat & Edgar 180" in html.unescape(shown)
    assert "hand 5" in page
    assert re.search(r'name="csrf_token" value="(?!here\.)', page), "its forms are the phone's, and change no copy"
    assert "hand 4" in away.desk.answer("/")["body"], "the copy stays as it came"
    assert away.ask("")["status"] == 200


def test_what_is_done_to_what_waits_names_it_by_its_key(away):
    assert away.correct("new?before=3", contractor=1, bid=65, points=70, bids__0="")["status"] == 303
    inserted = away.log[0]["key"]
    assert away.log[0]["act"]["before"] == 3
    assert away.correct("5/edit", contractor=1, bid=65, points=75)["status"] == 303
    assert away.log[1]["act"]["of"] == inserted
    assert away.send("/history/6/undo")["status"] == 303
    assert away.log[2]["act"] == {"do": "undo", "of": away.log[1]["key"]}
    assert away.arrive() == ["done"] * 6
    assert [event["points"] for event in away.record()[0]] == [[85, 15], [30, 70], [10, 90], [70, 30]]


def test_names_dealers_and_disputes_go_the_same_way(away):
    players = {f"player__{seat}": name for seat, name in enumerate(("Alina", *NAMES[1:]))}
    assert away.send("/names", do="spell", **players)["status"] == 303
    assert "Alina" in away.text("/history")
    assert away.send("/names", do="about", place="chez Yvon", occasion="")["status"] == 303
    assert away.send("/hands/3/dispute", do="open", claim="the trump", side=1)["status"] == 303
    assert "the trump" in away.text("/hands/3")
    assert away.send("/names", do="seats", seat__0="Alina", seat__1="Yvon", seat__2="Rosa", seat__3="Edgar")["status"] == 303
    looked = away.send("/dealer?entry=4", dealer=0, how="here")
    assert 'name="seen" value="0-here"' in looked["body"]
    assert away.send("/dealer?entry=4", dealer=0, how="here", action="record", seen="0-here")["status"] == 303
    assert [one["act"]["do"] for one in away.log] == ["rename", "about", "dispute", "record", "record"]
    assert all(one["summary"][0] for one in away.log)
    assert away.arrive() == ["done"] * 10
    events, players = away.record()
    assert players[0] == "Alina"
    assert [event.get("kind", "played") for event in events] == ["played", "played", "deal", "played", "seats"]
    assert "the trump" in away.client.get(f"{away.game}/hands/3").get_data(as_text=True)


def test_points_outside_a_hand_go_the_same_way(away):
    adjustment = {"side": 1, "sign": "-", "points": 25, "reason": "revoke"}
    looked = away.send("/adjust", action="preview", **adjustment)
    assert looked["status"] == 200
    seen = html.unescape(re.search(r'name="seen" value="([^"]*)"', looked["body"])[1])
    assert away.send("/adjust", action="record", seen=seen, **adjustment)["status"] == 303
    assert away.log[0]["act"] == {"do": "record", "event": {"kind": "adjustment", "side": 1, "points": -25, "reason": "revoke"}}
    assert "revoke" in away.text("/history")
    # The waiting hand is corrected as well, named by its key.
    changed = {**adjustment, "points": 50}
    looked = away.send("/hands/5/edit", action="preview", **changed)
    seen = html.unescape(re.search(r'name="seen" value="([^"]*)"', looked["body"])[1])
    assert away.send("/hands/5/edit", action="record", seen=seen, **changed)["status"] == 303
    assert away.log[1]["act"]["of"] == away.log[0]["key"]
    assert away.arrive() == ["done"] * 4
    assert away.record()[0][-1] == {"kind": "adjustment", "side": 1, "points": -50, "reason": "revoke"}


def test_an_adjustment_without_a_reason_is_refused_on_the_phone_too(away):
    refused = away.send("/adjust", action="preview", side=1, sign="-", points=25, reason="")
    assert refused["status"] == 422
    assert "Enter the reason" in refused["body"]
    assert away.log == []


def test_a_form_that_was_drawn_before_something_else_was_done_writes_nothing_and_says_so(away):
    page = away.ask("/hands/3/strike")["body"]
    form = {name: re.search(rf'name="{name}" value="([^"]*)"', page)[1] for name in ("csrf_token", "revision", "uuid")}
    assert form["csrf_token"].startswith("here.")
    assert away.send("/hands/2/strike")["status"] == 303
    refused = away.ask("/hands/3/strike", method="POST", form=[*form.items()])
    assert refused["status"] == 422
    assert "The game was changed on another device" in refused["body"]
    assert len(away.log) == 1


def hand_that_waits(away):
    """A fifth entry in the log, and the form that voids it."""
    key, act = str(uuid.uuid4()), {"do": "record", "event": hand(1, 60, 75, 25)}
    away.log.append({"key": key, "seen": 4, "after": None, "act": act, "at": datetime.now(UTC).isoformat()[:23] + "Z"})
    page = away.ask("/hands/5/strike")["body"]
    return [(name, re.search(rf'name="{name}" value="([^"]*)"', page)[1]) for name in ("csrf_token", "revision", "uuid")]


def test_a_form_about_a_hand_that_has_arrived_meanwhile_is_about_that_hand(away):
    form = hand_that_waits(away)
    assert away.arrive() == ["done"] * 2
    away.copy()
    assert away.ask("/hands/5/strike", method="POST", form=form)["status"] == 303
    assert away.log[0]["act"]["of"] == 5


def test_a_form_about_a_hand_that_has_another_number_by_now_writes_nothing(away):
    form = hand_that_waits(away)
    app = away.client.application
    with app.app_context():
        own = away.client.get_cookie(visitors.COOKIE).value
        link = share_links.create(authorization.access_to(away.number, cookie=own), "score")
        share_links.open_link(link.token, device := visitors.make())
        other = app.test_client()
        other.set_cookie(visitors.COOKIE, visitors.cookie_value(device))
    theirs = {"key": str(uuid.uuid4()), "seen": 4, "after": None, "act": {"do": "record", "event": {"kind": "passed_out"}}}
    assert other.post(f"{away.game}/log", json=theirs, headers=HEADERS).json["state"] == "done"
    away.log[0]["seen"] = 5  # people decided that it is another hand
    assert away.arrive() == ["done"] * 2
    away.copy()
    refused = away.ask("/hands/5/strike", method="POST", form=form)
    assert refused["status"] == 422
    assert "The game was changed on another device" in refused["body"]
    assert away.log == []


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_the_same_form_again_after_the_server_has_it_is_done_once(away):
    assert away.send("/hands/3/strike")["status"] == 303
    sent = away.log[0]
    assert away.arrive() == ["done"] * 2
    away.log = [sent]  # its answer was lost
    away.copy()  # which has it by now
    assert away.text("/history").count("Voided") == 1


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_what_people_must_decide_first_is_not_drawn(away):
    assert away.send("/hands/3/strike")["status"] == 303
    struck = away.text("/hands/3")
    assert "Restore it" in struck
    away.log[0]["state"] = "asked"
    assert "Restore it" not in away.text("/hands/3")


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_after_a_page_of_a_copied_game_the_copy_is_as_it_came(away):
    assert away.send("/hands/3/strike")["status"] == 303
    assert "Restore it" in away.text("/hands/3")
    away.log = []
    assert "Restore it" not in away.text("/hands/3")


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_what_is_handed_over_has_what_waits_and_is_what_the_server_will_have(away):
    assert away.correct("2/edit", contractor=0, bid=75, points=80, bids__1="")["status"] == 303
    assert away.send("/names", do="about", place="chez Yvon", occasion="")["status"] == 303
    told = json.loads(away.ask("/record.json")["body"])
    assert told["events"][0]["points"] == [80, 20]
    assert told["place"] == "chez Yvon"
    assert away.arrive() == ["done"] * 4
    there = away.client.get(f"{away.game}/record.json").json
    for record in (told, there):
        for event in record["events"]:
            del event["at"]  # when it arrived
    assert same(told, there)


@pytest.mark.thorough("the same pages as the server's, in many more cases")
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_codes_page_of_a_copied_game_is_the_servers(away, lang):
    page = away.ask("/hand-over", lang)["body"]
    assert f'data-record="{away.game}/record.json"' in page
    assert page.count('data-failed="') == 4


PAGES = ["/hands/2/edit", "/hands/new?before=3", "/names", "/dealer", "/adjust", "/hands/3/dispute", "/history"]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.thorough("the same commands as on the server, page by page")
def test_pages_are_drawn_in_both_languages(away, page):
    for lang in ("en", "fr"):
        assert away.text(page, lang)


def import_other_version(away):
    """The same game imported on the phone with a different second hand and one more, as the server reports."""
    record = away.client.get(f"{away.game}/record.json").json
    record["events"][1]["points"] = [15, 85]
    record["events"].append({"kind": "passed_out"})
    form = [["uuid", "one-key-for-it"], ["text", json.dumps(record)]]
    answer = away.desk.answer("/games/bring-in", method="POST", form=form)
    assert answer["status"] == 303
    away.desk.know({"games": [{**answer["games"][0]["game"], "differs": away.number}]})


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_a_game_that_a_server_tells_otherwise_is_compared_with_its_copy(away):
    import_other_version(away)
    listed = away.desk.answer("/games/here")["body"]
    assert f'href="{away.game}/compare"' in listed
    assert "record.json" not in listed
    assert away.send("/hands/2/strike")["status"] == 303  # what waits counts
    page = away.ask("/compare")
    assert "Two versions of this game" in page["body"]
    assert page["body"].count("On this phone") == page["body"].count("On the server") == 4  # head and choices
    assert [*re.findall(r'name="(take-\d+)" value="there"', page["body"])] == ["take-0", "take-1", "take-2"]
    form = [*comparison_form(page["body"]).items(), ["take-0", "there"], ["take-1", "here"], ["take-2", "there"]]
    assert away.ask("/compare", method="POST", form=form)["status"] == 303
    assert [one["act"]["do"] for one in away.log] == ["strike", "correct", "record"]
    again = away.ask("/compare")["body"]
    assert [*re.findall(r'name="(take-\d+)" value="there"', again)] == ["take-0"]
    assert away.arrive() == ["done"] * 6
    assert [event.get("points") for event in away.record()[0]] == [[85, 15], [70, 30], None]


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_where_nothing_is_to_be_compared_there_is_no_such_page(away):
    assert away.ask("/compare")["status"] == 404


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_a_game_of_which_the_phone_has_no_copy_is_saved_as_a_file_to_be_compared(away):
    import_other_version(away)
    away.desk.know({"copies": [], "lost": [away.number]})
    listed = away.desk.answer("/games/here")["body"]
    assert "/record.json" in listed
    assert "/compare" not in listed


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_who_only_watches_has_nothing_to_compare(away):
    import_other_version(away)
    watching = [{**one, "role": "watch"} for one in copies(away.client, away.game)["copies"]]
    away.desk.know({"copies": watching, "lost": []})
    assert "/compare" not in away.desk.answer("/games/here")["body"]
    assert away.ask("/compare")["status"] != 200


def test_a_rematch_of_a_servers_game_has_a_key_that_servers_accept(away):
    sent = {"key": str(uuid.uuid4()), "seen": 1, "after": None, "act": {"do": "record", "event": hand(0, 100, 100, 0)}}
    assert away.client.post(f"{away.game}/log", json=sent, headers=HEADERS).json["state"] == "done"
    away.copy()
    form = [["csrf_token", re.search(r'name="csrf_token" value="([^"]*)"', away.ask("/names")["body"])[1]]]
    [created] = away.ask("/rematch", method="POST", form=form)["games"]
    key = created["game"]["rows"][0]["uuid"]
    assert check_uuid(key) == key
