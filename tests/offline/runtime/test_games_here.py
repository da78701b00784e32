"""A phone's own games under CPython: each command leads to the same game on a server."""

from __future__ import annotations

import json
import re
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.core.devices import visitors
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.games.commands.library import game_creation
from scorekeeper.games.store.log_rows import events_of
from scorekeeper.rules.commands import house_rules
from tests.offline.packed import Desk, packed_once
from tests.visitor import start

pytestmark = pytest.mark.slow

NAMES = ("Aline", "Donat", "Rosa", "Edgar")
ADDRESSES = {
    "rulebook.page": ["/rulebook/<key>"],
    "rulebook.contents": ["/rulebook"],
    "rulings.index": ["/rulings"],
    "home.hide": ["/games/<int:game_id>/hide"],
    "new_game.form": ["/games/new"],
}


class Phone:
    """An offline phone with its stored data."""

    def __init__(self):
        known = {name: [f"/there/{name}"] for one in packed_once().values() for name in one.endpoints}
        self.desk = Desk("games", "transfer", "rulebook", "rulings", "judged", addresses={**known, **ADDRESSES})
        self.kept = {}

    def ask(self, path, lang="en", **asked):
        answer = self.desk.answer(path, lang, **asked)
        for one in answer.get("games", []):
            number = one["game"]["id"]
            assert one["seen"] == len(self.kept[number]["rows"] if number in self.kept else [])
            self.kept[number] = one["game"]
        return answer

    def send(self, path, **fields):
        form = [[name.replace("__", "-"), str(value)] for name, value in fields.items()]
        return self.ask(path, method="POST", form=[["uuid", str(uuid.uuid4())], *form])

    def start(self, rules="kitty", **more):
        players = {f"player__{seat}": name for seat, name in enumerate(NAMES)}
        answer = self.send("/games/new", rules=rules, basis=rules, do="start", **players, **more)
        assert answer["status"] == 303
        return answer["headers"]["Location"]

    def act(self, game, **act):
        revision = self.revision(game)
        sent = {"key": str(uuid.uuid4()), "seen": revision, "after": None, "act": act}
        answer = self.ask(f"{game}/log", method="POST", json=sent, headers={"X-Scorekeeper": "1"})
        assert '"state":"done"' in answer["body"], answer["body"]

    def revision(self, game):
        return len(self.kept[int(game.rpartition("/")[2])]["rows"])

    def sending(self, game):
        return self.desk.tell("send", {"game": int(game.rpartition("/")[2]), "after": 1})


@pytest.fixture
def phone():
    phone = Phone()
    yield phone
    phone.desk.close()


def hand(contractor, bid, *points, **more):
    return {"kind": "played", "contractor": contractor, "bid": bid, "bids": {}, "points": list(points), **more}


def evening(phone):
    """Play a game with every command once."""
    game = phone.start()
    phone.act(game, do="record", event=hand(0, 75, 85, 15))
    phone.act(game, do="open", event={"contractor": 1, "bid": 80})
    phone.act(game, do="record", event=hand(1, 80, 10, 90))
    phone.act(game, do="correct", of=2, event=hand(0, 75, 80, 20))
    phone.act(game, do="strike", of=4)
    phone.act(game, do="undo", of=6)
    phone.act(game, do="record", event={"kind": "passed_out"}, before=4)
    phone.act(game, do="deal", dealer=2)
    spelt = {f"player__{seat}": name for seat, name in enumerate(("Alina", *NAMES[1:]))}
    assert phone.send(f"{game}/names", revision=phone.revision(game), do="spell", **spelt)["status"] == 303
    claim = {"do": "open", "claim": "the trump", "side": 1}
    assert phone.send(f"{game}/hands/4/dispute", revision=phone.revision(game), **claim)["status"] == 303
    phone.act(game, do="open", event={"contractor": 2, "bid": 60})
    phone.act(game, do="cancel")
    return game


def test_an_evening_on_a_phone_is_the_same_game_on_a_server(client, phone):
    game = evening(phone)
    sent = phone.sending(game)
    begun = client.post("/games/begin", json=sent["beginning"], headers={"X-Scorekeeper": "1"})
    assert begun.json["state"] == "done"
    there = f"/games/{begun.json['game']}"
    for act in sent["acts"]:
        answers = [client.post(f"{there}/log", json=act, headers={"X-Scorekeeper": "1"}).json for _ in range(2)]
        assert [one["state"] for one in answers] == ["done", "done"], (act, answers)
        assert answers[0]["change"] == answers[1]["change"] == act["seen"] + 1
    again = client.post("/games/begin", json=sent["beginning"], headers={"X-Scorekeeper": "1"})
    assert again.json["game"] == begun.json["game"]
    here = phone.ask(f"{game}/record.json")
    server = client.get(f"{there}/record.json").json
    told = json.loads(here["body"])
    for name in ("players", "rules", "first_dealer", "id"):
        assert told[name] == server[name]
    bare = [[{k: v for k, v in event.items() if k not in ("at", "by")} for event in one["events"]] for one in (told, server)]
    assert bare[0] == bare[1]


def test_a_game_whose_form_reached_the_server_and_whose_answer_was_lost_is_one_game(client, phone):
    beginning = phone.sending(phone.start())["beginning"]
    record = beginning["record"]
    with client.application.app_context():
        device = visitors.make()
        header = {name: record[name] for name in ("format", "rules", "players", "first_dealer")}
        sent = game_creation.create(header, device, uuid=beginning["key"])
        client.set_cookie(visitors.COOKIE, visitors.cookie_value(device))
    headers = {"X-Scorekeeper": "1"}
    begun = [client.post("/games/begin", json=beginning, headers=headers).json for _ in range(2)]
    assert [(one["state"], one["game"]) for one in begun] == [("done", sent.game_id)] * 2
    assert client.get(f"/games/{sent.game_id}/record.json").json["id"] == record["id"]
    others = {**beginning, "record": {**record, "players": list("WXYZ")}}
    assert client.post("/games/begin", json=others, headers=headers).json["state"] == "refused"


def of_another_day(phone, *, began, each):
    """Return the phone's requests as if made at these times."""
    sent = phone.sending(evening(phone))
    sent["beginning"]["record"]["started_at"] = began.isoformat()
    for act, at in zip(sent["acts"], each, strict=False):
        act["at"] = at.isoformat()
    return sent


def told_to(client, sent):
    """Send the game to the server, and return its id and log times."""
    headers = {"X-Scorekeeper": "1"}
    number = client.post("/games/begin", json=sent["beginning"], headers=headers).json["game"]
    for act in sent["acts"]:
        assert client.post(f"/games/{number}/log", json=act, headers=headers).json["state"] == "done"
    with client.application.app_context():
        return number, [row.at for row in events_of(number)]


def test_what_was_done_the_other_day_happened_the_other_day(client, phone):
    began = datetime.now(UTC).replace(microsecond=0) - timedelta(days=2)
    moments = [began + timedelta(minutes=5 * n) for n in range(1, 20)]
    sent = of_another_day(phone, began=began, each=moments)
    number, times = told_to(client, sent)
    assert times == [began, *moments[: len(sent["acts"])]]
    record = client.get(f"/games/{number}/record.json").json
    assert datetime.fromisoformat(record["started_at"]) == began
    assert datetime.fromisoformat(record["events"][0]["at"]) == moments[0]
    listed = client.get(f"/games/{number}/history").get_data(as_text=True)
    assert datetime.now(UTC).date().isoformat() not in listed


def test_a_phones_clock_is_believed_neither_about_tomorrow_nor_about_before_the_game(client, phone):
    before = datetime.now(UTC)
    began = before - timedelta(hours=2)
    moments = [began - timedelta(days=30), began + timedelta(hours=1), began + timedelta(minutes=1), before + timedelta(days=9)]
    _number, times = told_to(client, of_another_day(phone, began=began, each=moments))
    assert times[1:4] == [began, moments[1], moments[1]]
    assert before <= times[4] <= datetime.now(UTC)
    assert times == sorted(times)


def test_a_game_of_tomorrow_begins_now(client, phone):
    sent = phone.sending(phone.start())
    sent["beginning"]["record"]["started_at"] = (datetime.now(UTC) + timedelta(days=3)).isoformat()
    number, times = told_to(client, sent)
    assert times[0] <= datetime.now(UTC)
    started = datetime.fromisoformat(client.get(f"/games/{number}/record.json").json["started_at"])
    assert started <= datetime.now(UTC)
    again = client.post("/games/begin", json=sent["beginning"], headers={"X-Scorekeeper": "1"})
    assert again.json["game"] == number


def test_a_moment_that_is_none_is_refused_by_its_name(client, phone):
    sent = phone.sending(evening(phone))
    headers = {"X-Scorekeeper": "1"}
    number = client.post("/games/begin", json=sent["beginning"], headers=headers).json["game"]
    answer = client.post(f"/games/{number}/log", json={**sent["acts"][0], "at": "last night"}, headers=headers).json
    assert answer["state"] == "refused"
    assert "last night" in answer["detail"]


PAGES = ("", "/history", "/hands/2", "/hands/2/edit", "/hands/3/strike", "/names", "/dealer", "/adjust", "/under")


def test_pages_of_a_phones_game_answer_in_both_languages(phone):
    game = phone.start()
    phone.act(game, do="record", event=hand(0, 75, 85, 15))
    phone.act(game, do="record", event=hand(1, 80, 10, 90))
    phone.act(game, do="strike", of=3)
    phone.act(game, do="undo", of=4)
    for page in PAGES:
        for lang in ("en", "fr"):
            answer = phone.ask(game + page, lang)
            assert answer["status"] == 200, page
            assert f'lang="{lang}"' in answer["body"]


@pytest.mark.parametrize("page", ["rulings", "rulings/auction", "rulings/score", "hands/2/ruling"])
@pytest.mark.thorough("the same pages as the server's, in many more cases")
def test_the_ruling_desk_answers_a_question_that_comes_from_a_phones_game_and_leads_back_to_it(phone, page):
    game = phone.start()
    phone.act(game, do="record", event=hand(0, 75, 85, 15))
    asked = phone.ask(f"{game}/{page}")["headers"]["Location"]
    answer = phone.ask(asked)
    assert answer["status"] == 200
    assert f'href="{game}"' in answer["body"]


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_a_time_is_said_as_the_server_says_it(phone):
    game = phone.start()
    phone.act(game, do="record", event=hand(0, 75, 85, 15))
    listed = phone.ask("/games/here", "fr")["body"]
    said = re.search(r"(\d+)\sh\s(\d\d)", listed)
    assert said[0] == f"{int(said[1])}\u00a0h\u00a0{said[2]}"


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_what_is_refused_writes_nothing_and_says_why(phone):
    game = phone.start()
    sent = {"key": "a-bad-hand", "seen": 1, "after": None, "act": {"do": "record", "event": hand(0, 75, 85, 20)}}
    answer = phone.ask(f"{game}/log", method="POST", json=sent, headers={"X-Scorekeeper": "1"})
    assert '"state":"refused"' in answer["body"]
    assert len(phone.kept[9000000000001]["rows"]) == 1


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_the_same_key_starts_one_game(phone):
    fields = {f"player__{seat}": name for seat, name in enumerate(NAMES)}
    form = [["rules", "kitty"], ["basis", "kitty"], ["do", "start"], ["uuid", "one-and-the-same"]]
    form += [[name.replace("__", "-"), value] for name, value in fields.items()]
    places = [phone.ask("/games/new", method="POST", form=form)["headers"]["Location"] for _ in range(2)]
    assert places[0] == places[1]


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_the_first_page_lists_what_is_only_here(phone):
    assert phone.ask("/games/here")["body"] == ""
    phone.start()
    assert "Aline &amp; Rosa" in phone.ask("/games/here", "fr")["body"]


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_a_first_page_without_a_game_of_the_server_begins_one_in_the_list_of_the_phone(phone):
    phone.start()
    assert "New game" not in phone.ask("/games/here")["body"]
    assert "New game" in phone.ask("/games/here?begins=")["body"]


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_a_game_is_taken_off_the_list_and_is_off_the_servers_too(client, phone):
    game = phone.start()
    assert f'href="{game}/take-off"' in phone.ask("/games/here")["body"]
    asked = phone.ask(f"{game}/take-off")["body"]
    assert "It is only on this phone." in asked
    assert "Deleting is permanent. The server won’t get the game." in asked
    assert "/games//" not in asked
    assert phone.send(f"{game}/hide")["status"] == 303
    assert phone.ask("/games/here")["body"] == ""
    begun = client.post("/games/begin", json=phone.sending(game)["beginning"], headers={"X-Scorekeeper": "1"}).json["game"]
    assert f"/games/{begun}" not in client.get("/").get_data(as_text=True)
    assert f"/games/{begun}" in client.get("/games/hidden").get_data(as_text=True)


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_where_there_is_no_server_none_is_spoken_of_as_a_game_is_taken_off_the_list(phone):
    game = phone.start()
    phone.desk.know({"alone": True})
    asked = phone.ask(f"{game}/take-off")["body"]
    assert "It is only on this phone." in asked
    assert "server" not in re.sub("<[^>]*>|data-serverless", "", asked.partition("<main")[2])


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_a_game_that_is_deleted_leaves_nothing_and_its_number_is_not_used_again(phone):
    first, second = phone.start(), phone.start()
    phone.act(second, do="record", event=hand(0, 75, 85, 15))
    assert phone.send(f"{second}/take-off")["headers"]["Location"] == "/"
    kept = phone.kept[int(second.rpartition("/")[2])]
    assert kept["rows"] == []
    assert phone.ask(second)["status"] == 404
    assert phone.ask(first)["status"] == 200
    assert phone.start() not in (first, second)


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_after_a_rematch_that_was_deleted_there_is_another(phone):
    game = phone.start()
    phone.act(game, do="record", event=hand(0, 100, 100, 0))
    phone.act(game, do="record", event=hand(0, 100, 100, 0))
    rematch = phone.send(f"{game}/rematch")["headers"]["Location"]
    phone.send(f"{rematch}/take-off")
    again = phone.send(f"{game}/rematch")["headers"]["Location"]
    assert again != rematch
    assert phone.ask(again)["status"] == 200


@pytest.mark.parametrize("page", ["share", "paper", "rules.pdf", "sheet.pdf"])
@pytest.mark.thorough("the same pages as the server's, in many more cases")
def test_what_only_a_server_has_says_that_the_game_is_not_there_yet(phone, page):
    game = phone.start()
    answer = phone.ask(f"{game}/{page}")
    assert answer["status"] == 503
    assert "Not on the server yet" in answer["body"]
    assert phone.ask(f"{game}/nothing-of-ours")["status"] == 404


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_a_new_game_offers_the_names_and_the_rules_that_the_server_knows(client, phone):
    assert client.get("/games/known").json == {"names": [], "sets": [], "joined": [], "games": []}
    start(client, **{"player-0": "Zélie"})
    with client.application.app_context():
        device = visitors.load(client.get_cookie(visitors.COOKIE).value)
        house_rules.save(device, "Chez Zélie", named_rules("kitty").with_options(target=350), base="kitty", uuid="kept-at-home")
    known = client.get("/games/known").json
    assert known["names"][0] == "Zélie"
    page = phone.ask("/games/new", "fr")["body"]
    assert "Zélie" not in page
    known["sets"].append({"id": 99, "name": "Of tomorrow", "base": "kitty", "rules": {"base": "kitty", "of_tomorrow": 1}})
    phone.desk.know({"known": known})
    page = phone.ask("/games/new", "fr")["body"]
    assert 'value="Zélie"' in page
    assert "Chez Zélie" in page
    assert "Of tomorrow" not in page


@pytest.mark.thorough("the same commands as on the server, page by page")
def test_a_server_refuses_a_beginning_that_is_none(client):
    start(client)
    headers = {"X-Scorekeeper": "1"}
    assert client.post("/games/begin", json={"key": "a-key-of-it"}).status_code == 403
    assert client.post("/games/begin", json=[], headers=headers).status_code == 400
    answer = client.post("/games/begin", json={"key": "a-key-of-it", "record": {"players": []}}, headers=headers)
    assert (answer.status_code, answer.json["state"]) == (422, "refused")
