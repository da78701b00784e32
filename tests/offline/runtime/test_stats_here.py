"""Statistics on a phone from a copy of the server's data: the same pages, character by character."""

from __future__ import annotations

import html
import json
import re
from datetime import datetime
from urllib.parse import unquote

import pytest

from scorekeeper.games.pages.offline import offline_games
from tests.games.pages.stats.test_stats import FAILED, MADE, WON, bring
from tests.offline.browser.test_imported_here import same
from tests.offline.packed import Desk, packed_once
from tests.visitor import start

pytestmark = pytest.mark.slow

_LINE = re.compile(r'\s*<p class="small soft">(Offline: based on the games|Hors ligne\u00a0: d’après les parties)[^<]*</p>')
PACKS = ("games", "transfer", "rulebook", "rulings", "judged", "rules", "stats", "board", "chances", "laboratory", "handing")


def stats_desk(app):
    """A phone that knows the program's addresses."""
    endpoints = {name for one in packed_once().values() for name in one.endpoints}
    known = {}
    for rule in app.url_map.iter_rules():
        if rule.endpoint in endpoints:
            known.setdefault(rule.endpoint, []).append(rule.rule)
    return Desk(*PACKS, addresses=known)


@pytest.fixture
def desk(app):
    phone = stats_desk(app)
    yield phone
    phone.close()


@pytest.fixture
def family(client):
    """The addresses of one winter's games."""
    client.set_cookie("zone", "UTC")
    addresses = [
        bring(client, *WON, place="chez Yvon", occasion="Noël", day="2025-12-28"),
        bring(client, MADE, FAILED, FAILED, rules="kitty", rules_name="Comme chez Rosa"),
        bring(client, {**MADE, "note": "une renonce, dit-on"}, *WON[:2], players=["Aline", "Benoit", "Élodie", "O’Neil"]),
        bring(client, *WON, day="2026-02-01", rules={"base": "standard", "target": 300}),
    ]
    for address in addresses:
        client.get(address)  # it says, once, that it was imported
    return addresses


def copies(client, *addresses):
    """Return a phone's local copies of these games, as its service worker provides them."""
    query = [("game", f"{address.rpartition('/')[2]}.0") for address in addresses]
    answer = client.get("/games/copies", query_string=query).json
    assert not answer["gone"]
    return {"copies": [{**one, "rows": json.dumps(one["rows"])} for one in answer["games"]], "lost": []}


@pytest.mark.thorough("the same pages as the server's, in many more cases")
def test_the_record_of_a_copied_game_is_the_servers(client, desk, family):
    told = {"match": {"id": "0b2f0f52-6e0e-4c5b-9f10-4cf2a1d0f1aa", "number": 2, "games_to_win": 3}, "place": "au chalet"}
    addresses = [*family, bring(client, *WON[:2], FAILED, **told)]
    client.get(addresses[-1])
    desk.know(copies(client, *addresses))
    for address in addresses:
        there = client.get(f"{address}/record.json")
        here = desk.answer(f"{address}/record.json")
        assert same(json.loads(here["body"]), there.json)
        names = [unquote(headers["Content-Disposition"].rpartition("''")[2]) for headers in (here["headers"], there.headers)]
        assert names[0] == names[1]


@pytest.mark.thorough("the same pages as the server's, in many more cases")
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_games_are_counted_some_at_a_time_and_once(client, family, lang):
    phone = stats_desk(client.application)
    told = copies(client, *family)
    number = 1000
    many = [{**one, "id": number + n, "uuid": f"{one['uuid']}-{n}"} for n in range(300) for one in told["copies"][:1]]
    phone.know({"copies": many, "lost": []})
    kept, answer = {}, phone.answer("/stats?who=aline", lang)
    steps = 1
    while "data-counted" in answer["body"]:
        assert re.search(r'<progress value="\d+" max="300"', answer["body"])
        kept |= {one["id"]: one for one in answer["counted"]}
        answer = phone.answer("/stats?who=aline", lang)
        steps += 1
        assert steps < 300
    kept |= {one["id"]: one for one in answer.get("counted", [])}
    assert len(kept) == 300
    assert answer["body"].count("300") >= 1
    again = phone.answer("/stats?who=aline", lang)
    assert "counted" not in again
    phone.close()
    other = stats_desk(client.application)
    other.know({"copies": many, "lost": [], "counted": list(kept.values())})
    later = other.answer("/stats?who=aline", lang)
    assert "counted" not in later
    assert main(later["body"]) == main(again["body"])
    other.know({"copies": [{**many[0], "changed": "2026-03-01T00:00:00+00:00"}], "lost": []})
    assert [one["id"] for one in other.answer("/library", lang)["counted"]] == [number]
    other.close()


def main(page):
    """Return the main part of a page, without parts that always differ and the phone's extra line."""
    shown = re.search(r"<main.*</main>", page, re.DOTALL)[0]
    shown = re.sub(r'((?:name="(?:csrf_token|uuid)" value|data-stamp)=")[^"]*', r"\1", shown)
    shown = re.sub(r"/static/@\w+/", "/static/", shown)  # a phone's service worker knows their addresses
    shown = re.sub(r'<p[^>]* id="plain-http".*?</p>', "", shown, flags=re.DOTALL)  # here it came over HTTPS
    shown = re.sub(r'<template id="words">.*?</template>', "", shown, flags=re.DOTALL)  # JSON, with spaces or without
    shown = re.sub(r"(data-habits=')([^']*)", lambda found: found[1] + json.dumps(json.loads(found[2]), sort_keys=True), shown)
    shown = re.sub(r'(id="state">)(.*?)(?=</script>)', lambda found: found[1] + normal_state(found[2]), shown)
    return re.sub(r"\n\s*\n", "\n", _LINE.sub("", shown))


def normal_state(state):
    """Return the page's state for its script in a normal form."""
    told = json.loads(state)
    return json.dumps({**told, "began": datetime.fromisoformat(told["began"]).timestamp() // 60}, sort_keys=True)


def complete_page(desk, where, lang):
    """Return the page once all games are counted."""
    while "data-counted" in (answer := desk.answer(where, lang))["body"]:
        pass
    return answer


WHERE = [
    "/stats",
    "/stats?who=aline",
    "/stats?who=aline&who=claire",
    "/stats?who=aline&who=claire&against=benoit&against=denis",
    "/stats?who=benoit&against=aline&day=2026-01-05",
    "/stats?who=benoit&year=2026&rules=standard",
    "/stats?rules=standard~target-300",
    "/stats/hands?kind=failed&who=benoit",
    "/stats/hands?kind=bid&at=60",
    "/stats/hands?row=won&who=aline",
    "/library",
    "/library?q=noel",
    "/library?q=RENONCE",
    "/library?q=february",
    "/evenings/2025-12-28",
    "/evenings/2026-01-05",
    "/laboratory",
    "/laboratory?rules=kitty&coach=*",
    "/laboratory?set=target%3D250&coach=Aline",
]
OF_A_GAME = [
    *("", "/story", "/board", "/odds", "/rules", "/history", "/history/2/undo"),
    *("/hands/2", "/hands/3", "/hands/2/strike", "/under", "/under?rules=kitty"),
]


@pytest.mark.parametrize("lang", ["fr", pytest.param("en", marks=pytest.mark.thorough("another language"))])
def test_a_phone_answers_them_as_the_server_does(client, desk, family, lang):
    client.set_cookie("lang", lang)
    desk.know(copies(client, *family))
    for where in [*WHERE, *[address + page for address in family for page in OF_A_GAME]]:
        answer, there = complete_page(desk, where, lang), client.get(where)
        assert answer["status"] == there.status_code == 200, where
        assert main(answer["body"]).splitlines() == main(there.text).splitlines(), where


def test_the_first_page_lists_them_and_a_new_game_begins_as_the_last_one(client, desk, family):
    desk.know(copies(client, *family))
    for where in ("/", "/games/new"):
        here, there = (
            re.findall(r'href="(/games/\d+)"|value="(Aline)"', one)
            for one in (desk.answer(where)["body"], client.get(where).text)
        )
        assert here == there
        assert here


def test_a_match_goes_on_without_a_network_once_however_often_that_is_tapped(client, desk):
    match = {"id": "0b2f0f52-6e0e-4c5b-9f10-4cf2a1d0f1aa", "number": 2, "games_to_win": 3}
    address = bring(client, *WON, match=match)
    desk.know(copies(client, address))
    page = desk.answer("/")["body"]
    assert "Begin game 3" in page
    form = [(name, re.search(rf'name="{name}" value="([^"]+)"', page)[1]) for name in ("uuid", "after")]
    first, second = (desk.answer("/games/again", method="POST", form=form) for _ in range(2))
    begun = first["headers"]["Location"]
    assert second["headers"]["Location"] == begun
    record = json.loads(desk.answer(f"{begun}/record.json")["body"])
    assert record["match"] == {**match, "number": 3}


def test_a_game_that_was_taken_off_the_list_is_not_on_the_phone_s_either(client, desk, family):
    client.post(f"{family[0]}/hide")
    known = client.get("/games/known").json
    told = copies(client, *family)
    desk.know({**told, "known": {**known, "since": "2026-01-02T00:00:00Z"}})
    page = desk.answer("/")["body"]
    assert f'href="{family[0]}"' not in page
    assert f'href="{family[1]}"' in page
    newer = [{**one, "at": "2026-01-03T00:00:00Z"} for one in told["copies"]]
    desk.know({"copies": newer, "lost": []})
    assert f'href="{family[0]}"' in desk.answer("/")["body"], "the server has not said since whether it is on the list"


def test_it_says_which_games_these_are(client, desk, family):
    desk.know(copies(client, *family))
    assert "based on the games on this phone (4 copied from the server)" in desk.answer("/stats")["body"]
    desk.know({"copies": [], "lost": [int(family[0].rpartition("/")[2])]})
    assert "(3 copied from the server)" in desk.answer("/library")["body"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_end_of_a_game_says_the_same_of_its_people(client, desk, lang):
    client.set_cookie("lang", lang)
    client.set_cookie("zone", "UTC")
    addresses = [bring(client, *WON, day=f"2026-01-0{day}") for day in (1, 2, 3)]
    there = client.get(f"{addresses[2]}/facts.json").json
    assert there[0] == ("Aline & Claire: 3 wins in a row" if lang == "en" else "Aline & Claire\u00a0: 3 victoires de suite")
    assert client.get(f"{addresses[1]}/facts.json").json == []
    desk.know(copies(client, *addresses))
    answer = complete_page(desk, f"{addresses[2]}/facts.json", lang)
    assert json.loads(answer["body"]) == there
    for page in (desk.answer(addresses[2], lang)["body"], client.get(addresses[2]).text):
        assert html.escape(there[0]) in page


def test_names_that_were_joined_on_the_server_are_one_person_here_too(client, desk, family):
    client.post("/stats/names", data={"name": "Élodie", "person": "Claire"})
    known = client.get("/games/known").json
    desk.know({**copies(client, *family), "known": known})
    assert known["joined"] == [["Élodie", "Claire"]]
    here, there = desk.answer("/stats?who=claire")["body"], client.get("/stats?who=claire").text
    assert main(here).splitlines() == main(there).splitlines()


def test_only_what_has_changed_is_copied_again(client, family):
    known = dict(client.get("/games/known").json["games"])
    assert sorted(known) == sorted(int(address.rpartition("/")[2]) for address in family)
    first, second, *_ = known.items()
    asked = [("game", f"{first[0]}.{first[1]}"), ("game", f"{second[0]}.{second[1] - 1}")]
    answer = client.get("/games/copies", query_string=asked).json
    assert [one["id"] for one in answer["games"]] == [second[0]]
    assert answer["games"][0]["revision"] == second[1]


def test_a_game_of_somebody_else_is_gone(app, client, family):
    number = family[0].rpartition("/")[2]
    assert app.test_client().get(f"/games/copies?game={number}.0").json == {"games": [], "gone": [int(number)]}
    stranger = app.test_client()
    start(stranger)
    assert stranger.get(f"/games/copies?game={number}").json == {"games": [], "gone": [int(number)]}


@pytest.mark.parametrize("asked", ["x", "1.x", "-1", "1.2.3", "9999999999999", "٣"])
def test_what_is_no_number_is_refused(client, asked):
    assert client.get("/games/copies", query_string={"game": asked}).status_code == 400


def test_so_many_at_once(client, family, monkeypatch):
    monkeypatch.setattr(offline_games, "COPIES_AT_ONCE", 2)
    asked = [("game", address.rpartition("/")[2]) for address in family]
    assert len(client.get("/games/copies", query_string=asked).json["games"]) == 2
