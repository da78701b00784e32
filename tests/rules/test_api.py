from __future__ import annotations

import pytest

from scorekeeper.engine.replay.compare import compare_options
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, named_rules
from scorekeeper.formats.rules import dump_rules
from tests.games.api.caller import BASE
from tests.games.kitchen_table import hand, header


def test_every_named_rule_set_is_listed_with_a_title(client):
    listed = client.get(f"{BASE}/rules").json["rules"]
    assert [r["name"] for r in listed] == list(VARIANTS_BY_NAME)
    assert all(r["title"] and r["about"] and r["source"] for r in listed)


def test_a_named_rule_set_says_under_which_heading_people_look_for_it(client):
    english, french = (client.get(f"{BASE}/rules", headers={"Accept-Language": lang}).json["rules"] for lang in ("en", "fr"))
    assert {r["name"]: r["group"] for r in english}["bloutte"] == "Quebec"
    assert {r["name"]: r["group"] for r in french}["bloutte"] == "Au Québec"


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS_BY_NAME)
def test_a_rule_set_is_shown_in_full_and_in_words(client, name):
    shown = client.get(f"{BASE}/rules/{name}").json
    assert shown["rules"] == dump_rules(named_rules(name))
    assert shown["players"] == named_rules(name).table.players
    assert all(part["heading"] and part["sentences"] for part in shown["card"])


def test_two_rule_sets_are_compared(client):
    found = client.get(f"{BASE}/rules/standard/diff/informal").json["differences"]
    assert {row["option"]: tuple(row["values"]) for row in found} == compare_options(
        named_rules("standard"), named_rules("informal")
    )
    assert all(row["label"] and all(row["labels"]) for row in found)


def test_a_rule_set_that_nobody_plays_is_not_found(client):
    for path in ("/rules/nonsense", "/rules/standard/diff/nonsense"):
        answer = client.get(BASE + path)
        assert (answer.status_code, answer.json["code"]) == (404, "rules")


def test_house_rules_are_checked_and_settled(client):
    checked = client.post(f"{BASE}/rules/check", json={"base": "kitty", "target": 300}).json
    assert (checked["name"], checked["rules"]["hole_limit"], checked["rules"]["margin"]) == (None, 300, 100)
    assert checked["page"] == "/rules/of/kitty?target=300"
    assert client.get(checked["page"]).status_code == 200
    assert client.post(f"{BASE}/rules/check", json={"target": 300}).json["name"] == "north_300"
    assert client.post(f"{BASE}/rules/check", json="kitty").json["name"] == "kitty"


def test_a_record_is_scored_without_being_stored(client):
    record = {**header(), "events": [hand(0, 75, (85, 15))]}
    assert client.post(f"{BASE}/replay", json=record).json["scores"] == [85, 15]
    unknown = client.get(f"{BASE}/games/1", headers={"Authorization": "Bearer x"})
    assert (unknown.status_code, unknown.json["code"]) == (401, "link.closed")


def test_a_record_is_scored_under_other_rules(client):
    hands = [hand(0, 100, (100, 0)), {"contractor": 1, "bid": 60, "points": [20, 80]}]
    record = {**header({"opponents_score": "always"}), "events": hands}
    assert client.post(f"{BASE}/replay?rules=north_500", json=record).json["scores"] == [120, 80]
    untold = client.post(f"{BASE}/replay?rules=standard", json=record).json
    assert (untold["code"], untold["event"], untold["kind"]) == ("needs.bids", 2, "unknown")
    assert client.post(f"{BASE}/replay?rules=six_three_pairs", json=record).json["code"] == "players"
    assert client.post(f"{BASE}/replay?rules=nonsense", json=record).status_code == 404
