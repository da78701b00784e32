"""Statistics over the API."""

from __future__ import annotations

from tests.games.api.caller import BASE
from tests.games.pages.stats.test_stats import FAILED, MADE, WON, bring, link


def read(client, path="/figures", **asked):
    answer = client.get(BASE + path, query_string=asked)
    assert answer.status_code == 200, answer.json
    return answer.json


def figure(found, kind, at=None):
    return next((one["count"], one["total"]) for one in found["figures"] if (one["kind"], one["at"]) == (kind, at))


def test_figures_of_a_person_and_the_hands_behind_them_agree(client):
    bring(client, *WON)
    bring(client, MADE, FAILED, FAILED)
    found = read(client, who="BENOIT")
    assert (found["who"], found["games"], found["people"]) == (["Benoît"], 2, [])
    assert figure(found, "failed", 75) == (2, 150)
    behind = read(client, "/figures/hands", who="Benoît", kind="failed", at=75)
    assert (behind["count"], [deed["value"] for deed in behind["deeds"]]) == (2, [75, 75])
    assert [deed["hands"] for deed in behind["deeds"]] == [[2], [3]]


def test_figures_of_everybody_have_each_person(client):
    bring(client, *WON, day="2025-03-01", place="Chalet")
    bring(client, MADE, day="2026-01-05")
    found = read(client, place="Chalet", year=2025, rules="standard")
    assert found["games"] == 1
    people = {one["name"]: one for one in found["people"]}
    assert people["Aline"] == {"name": "Aline", "games": 1, "won": 1, "bids": 3, "made": 3}
    assert people["Denis"] == {"name": "Denis", "games": 1, "won": 0, "bids": 0, "made": 0}
    assert found["in_a_row"] == {"won": 0, "made": 0}
    assert read(client, who=["Aline", "Claire"])["in_a_row"] == {"won": 1, "made": 4}


def test_a_household_is_asked_for_by_its_devices_alone(app, client):
    bring(client, *WON)
    other = app.test_client()
    bring(other, *WON)
    other.post(link(client, "join"))
    assert read(client)["games"] == 1
    assert read(client, of="household")["games"] == 2
    assert read(app.test_client(), of="household")["games"] == 0


def test_what_no_figure_is_asked_by_is_named(client):
    for asked, field in (({"kind": "luck"}, "kind"), ({}, "kind"), ({"kind": "bid", "at": "high"}, "at")):
        answer = client.get(f"{BASE}/figures/hands", query_string=asked)
        assert (answer.status_code, answer.json["field"]) == (400, field)
    answer = client.get(f"{BASE}/figures?of=everybody")
    assert (answer.status_code, answer.json["field"]) == (400, "of")
