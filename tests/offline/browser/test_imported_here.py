"""Game records on an offline phone: read, rejected and imported as on a server."""

from __future__ import annotations

import html
import io
import json
import re
from datetime import datetime

import pytest

from tests.games.pages.library.test_game_files import DIARY, RECORD
from tests.offline.runtime.test_games_here import Phone, hand
from tests.visitor import text_of

pytestmark = pytest.mark.slow

HEADERS = {"X-Scorekeeper": "1"}


@pytest.fixture
def phone():
    phone = Phone()
    yield phone
    phone.desk.close()


def bring(phone, text, key="one-key-for-it", **more):
    form = [["uuid", key], ["text", text], *more.pop("fields", [])]
    return phone.ask("/games/bring-in", method="POST", form=form, **more)


def record_of(phone, game):
    return json.loads(phone.ask(f"{game}/record.json")["body"])


def same(one, other):
    """Compare two records, with timestamps compared as instants."""

    def plain(value):
        if isinstance(value, dict):
            told = {name: plain(part) for name, part in value.items() if part is not None}
            return {n: datetime.fromisoformat(p) if n in ("at", "started_at", "ended_at") else p for n, p in told.items()}
        return [plain(part) for part in value] if isinstance(value, list) else value

    return plain(one) == plain(other)


@pytest.mark.parametrize("told", [RECORD, DIARY])
@pytest.mark.thorough("the same pages as the server's, in many more cases")
def test_what_comes_in_is_the_same_game_as_on_a_server(client, phone, told):
    here = bring(phone, json.dumps(told))
    assert here["status"] == 303
    answer = client.post("/games/bring-in", data={"text": json.dumps(told), "uuid": "one-key-for-it"})
    server = client.get(f"{answer.location}/record.json").json
    mine = record_of(phone, here["headers"]["Location"])
    if "id" not in told:
        for record in (mine, server):
            del record["id"], record["started_at"]
            for event in record["events"]:
                del event["id"], event["at"]
    assert same(mine, server)


def test_it_comes_in_once_and_says_so(phone):
    first = bring(phone, json.dumps(DIARY))["headers"]["Location"]
    assert "Game imported, exactly as it was saved." in phone.ask(first)["body"]
    assert bring(phone, json.dumps(DIARY), "another-key-for-it")["headers"]["Location"] == first
    assert "This game is already here. Nothing was changed." in phone.ask(first)["body"]
    assert len(phone.kept) == 1


def test_all_games_go_out_as_one_file_and_come_in_on_another_phone(phone):
    bring(phone, json.dumps(DIARY))
    game = phone.start()
    phone.act(game, do="record", event=hand(0, 75, 85, 15))
    phone.send(f"{game}/hide")
    lines = phone.ask("/games/all.jsonl")
    assert "my%20games.jsonl" in lines["headers"]["Content-Disposition"]
    assert len(lines["body"].splitlines()) == 2
    other = Phone()
    try:
        file = {"file": {"name": "200 my games.jsonl", "text": lines["body"]}}
        told = bring(other, "", files=file)["body"]
        assert "Imported: 2" in told
        assert same(*[[json.loads(line) for line in p.ask("/games/all.jsonl")["body"].splitlines()] for p in (phone, other)])
        again = bring(other, "", "another-key-for-it", files=file)["body"]
        assert "Already here: 2; imported: 0" in again
    finally:
        other.desk.close()


def test_all_games_of_a_phone_come_in_on_a_server(client, phone):
    bring(phone, json.dumps(DIARY))
    game = phone.start()
    phone.act(game, do="record", event=hand(0, 75, 85, 15))
    lines = phone.ask("/games/all.jsonl")["body"]
    told = client.post("/games/bring-in", data={"text": lines, "uuid": "one-key-for-it"})
    assert "Imported: 2" in text_of(told)
    there = client.get("/games/all.jsonl").get_data(as_text=True)
    assert same(*[[json.loads(line) for line in text.splitlines()] for text in (lines, there)])


BROKEN = [
    *("", "   ", "{", "[1,", '{"a": 1,}', '{"a" 1}', '{"a": }', "[1 2]", "{1: 2}", "nul", '["a', "hello", "trup", '{"a": tru}'),
    *('{"a": NaN}', '{"a": -Infinity}', '{"a": 1, "a": 2}', '{"a": {"b": 1, "c": 2, "b": 3}}', '{"a": 1}}', "[1]]", "\x00{}"),
    *('{\n "a": 1,\n "b": \n}', '{\n "a": 1\n "b": 2\n}', "PK\x03\x04 zip", "{'a': 1}", '{"a": "\\x"}', '{"a": 1} {"a": 1}'),
    *("[" * n + "]" * n for n in (254, 255, 900, 2000)),
    *("[" * n + "1" + "]" * n for n in (254, 255)),
    '{"a": [' * 127 + "]}" * 127,
    '{"a": [' * 128 + "]}" * 128,
]


def faults(page):
    """Return the errors on a page, one for each line."""
    part = re.search(r'<div class="faults"[^>]*>(.*?)</div>', page, re.DOTALL)
    assert part is not None, page
    return [" ".join(line.split()) for line in re.findall(r"<li>(.*?)</li>", part[1], re.DOTALL)]


@pytest.fixture(scope="module")
def reader():
    """A phone that imports nothing."""
    reader = Phone()
    yield reader
    reader.desk.close()
    assert reader.kept == {}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("text", BROKEN, ids=lambda text: ascii(text)[:30])
def test_what_is_no_json_is_refused_in_the_words_of_a_server(client, reader, text, lang):
    client.post("/language", data={"lang": lang})
    there = client.post("/games/bring-in", data={"text": text, "uuid": "one-key-for-it"})
    here = bring(reader, text, lang=lang)
    assert (here["status"], faults(here["body"])) == (there.status_code, faults(there.get_data(as_text=True)))


FILES = [b"PK\x03\x04rest", '{"a": "é"}'.encode("latin-1"), "{}".encode("utf-16"), b'{"a": "\x93"}', b"\x00\x01\xff", b""]


@pytest.mark.parametrize("body", FILES, ids=ascii)
def test_a_file_that_is_no_text_is_refused_in_the_words_of_a_server(client, reader, body):
    there = client.post("/games/bring-in", data={"file": (io.BytesIO(body), "a file.json"), "uuid": "one-key-for-it"})
    try:
        read = {"text": body.decode()}
    except UnicodeDecodeError:
        read = {"bytes": list(body)}
    here = bring(reader, "", files={"file": {"name": "a file.json", **read}})
    assert (here["status"], faults(here["body"])) == (there.status_code, faults(there.get_data(as_text=True)))


def test_a_file_that_is_too_large_is_refused(reader):
    answer = bring(reader, "", files={"file": {"name": "all of it.json"}})
    assert answer["status"] == 422
    assert "all of it.json" in faults(answer["body"])[0]


def altered_record(**facts):
    record = json.loads(json.dumps(RECORD))
    event = facts.pop("event", {})
    record["events"][0] |= event
    return {**record, **facts}


WRONG = [
    altered_record(event={"points": [40, 70]}),
    altered_record(event={"bid": 77}),
    altered_record(event={"colour": "red"}),
    altered_record(format="scorekeeper-game/9"),
    altered_record(players=["Aline"]),
    altered_record(rules={"base": "whist"}),
    altered_record(events=None),
    [1, 2],
]


@pytest.mark.parametrize("record", WRONG, ids=lambda record: ascii(record)[:40])
def test_what_is_no_record_is_refused_in_the_words_of_a_server(client, reader, record):
    there = client.post("/games/bring-in", data={"text": json.dumps(record), "uuid": "one-key-for-it"})
    here = bring(reader, json.dumps(record))
    assert (here["status"], faults(here["body"])) == (there.status_code, faults(there.get_data(as_text=True)))


def test_hands_that_cannot_be_scored_are_kept_where_that_is_wanted(phone):
    wrong = json.dumps(altered_record(event={"points": [40, 70]}))
    assert "Import anyway" in bring(phone, wrong)["body"]
    kept = bring(phone, wrong, fields=[["keep", "1"]])
    assert kept["status"] == 303
    assert record_of(phone, kept["headers"]["Location"])["events"][0]["points"] == [40, 70]


def test_games_of_one_match_are_one_match_and_lead_to_each_other(phone):
    ids = [f"8c2f7d4e-0b1a-4c3d-9e5f-6a7b8c9d0e3{n}" for n in range(3)]
    games = [{**DIARY, "id": ids[n - 1], "match": {**DIARY["match"], "number": n}, "events": []} for n in (3, 1, 2)]
    assert bring(phone, "\n".join([json.dumps(game) for game in games]))["status"] == 200
    numbers = {game["number"]: game for game in phone.kept.values()}
    assert [numbers[n]["next"] for n in (1, 2, 3)] == [numbers[2]["id"], numbers[3]["id"], None]


def other_telling():
    """Return the diary's game as another phone has it: one hand different, and one more."""
    return {**DIARY, "events": [{**DIARY["events"][0], "points": [30, 70]}, {"kind": "passed_out"}]}


def comparison_form(page):
    """Return the form of a comparison page without changes."""
    fields = re.findall(r'<input[^>]*type="hidden"[^>]*name="(\w+)"[^>]*value="([^"]*)"', page)
    return {name: html.unescape(value) for name, value in fields}


def test_a_game_that_is_told_otherwise_is_compared_and_nothing_taken_by_itself(phone):
    game = bring(phone, json.dumps(DIARY))["headers"]["Location"]
    page = bring(phone, json.dumps(other_telling()), "another-key-for-it")["body"]
    assert "Two versions of this game" in page
    assert len(record_of(phone, game)["events"]) == 1
    sent = comparison_form(page)
    form = [[name, value] for name, value in sent.items() if name != "csrf_token"]
    nothing = phone.ask(f"{game}/compare", method="POST", form=[*form, ["take-0", "here"], ["take-1", "here"]])
    assert nothing["status"] == 303
    assert record_of(phone, game)["events"][0]["points"] == [40, 60]
    taken = phone.ask(f"{game}/compare", method="POST", form=[*form, ["take-0", "here"], ["take-1", "there"]])
    assert taken["status"] == 303
    assert "1 change was saved." in phone.ask(game)["body"]
    assert [event["kind"] for event in record_of(phone, game)["events"]] == ["played", "passed_out"]
    assert record_of(phone, game)["events"][0]["points"] == [40, 60]


def test_what_was_brought_in_goes_to_a_server_whole_and_once_with_what_was_done_since(client, phone):
    game = bring(phone, json.dumps(DIARY))["headers"]["Location"]
    phone.act(game, do="record", event=hand(0, 75, 85, 15))
    sent = phone.sending(game)
    begun = [client.post("/games/begin", json=sent["beginning"], headers=HEADERS).json for _ in range(2)]
    assert [one["state"] for one in begun] == ["done", "done"]
    there = f"/games/{begun[0]['game']}"
    assert begun[1]["game"] == begun[0]["game"]
    assert len(sent["acts"]) == 1
    assert client.post(f"{there}/log", json=sent["acts"][0], headers=HEADERS).json["state"] == "done"
    assert client.post("/games/begin", json=sent["beginning"], headers=HEADERS).json["state"] == "done"
    assert same(record_of(phone, game), client.get(f"{there}/record.json").json)


def test_a_server_that_has_the_game_and_tells_it_otherwise_leaves_it_alone_and_says_so(client, phone):
    client.post("/games/bring-in", data={"text": json.dumps(DIARY), "uuid": "one-key-for-it"})
    game = bring(phone, json.dumps(other_telling()), "another-key-for-it")["headers"]["Location"]
    answer = client.post("/games/begin", json=phone.sending(game)["beginning"], headers=HEADERS).json
    assert answer["state"] == "refused"
    assert "differs from the file" in answer["detail"]
    assert len(client.get("/games/all.jsonl").get_data(as_text=True).splitlines()) == 1
    kept = {**phone.kept[int(game.rpartition("/")[2])], "differs": True}
    phone.desk.know({"games": [kept]})
    assert "The server’s version differs." in phone.ask("/games/here")["body"]


def test_a_server_that_has_the_same_game_is_where_it_is(client, phone):
    there = client.post("/games/bring-in", data={"text": json.dumps(DIARY), "uuid": "one-key-for-it"}).location
    game = bring(phone, json.dumps(DIARY), "another-key-for-it")["headers"]["Location"]
    answer = client.post("/games/begin", json=phone.sending(game)["beginning"], headers=HEADERS).json
    assert (answer["state"], f"/games/{answer['game']}") == ("done", there)
