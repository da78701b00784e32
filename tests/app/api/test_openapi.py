"""The OpenAPI document is correct: requests made from it are answered as it says."""

from __future__ import annotations

import re
from dataclasses import make_dataclass
from functools import cache
from pathlib import Path

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import scorekeeper
from scorekeeper.app.openapi import document
from scorekeeper.app.schemas import schemas
from scorekeeper.core.api import schema
from scorekeeper.engine.ruleset import RuleSet
from tests.app.described import document_of
from tests.app.operations import OPERATIONS
from tests.games.api.caller import BASE, Caller
from tests.games.kitchen_table import hand
from tests.tiers import examples
from tools import words

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = 12
OF_GAMES = [o for o in OPERATIONS if o.tag in ("games", "events", "links", "matches", "rules")]


@pytest.fixture
def caller(app):
    """A game with two hands, one corrected and one voided."""
    caller = Caller(app.test_client())
    caller.play(hand(), hand(1, points=(30, 70)), {"kind": "passed_out"})
    caller("PUT", "/events/2", hand(bid=65))
    caller("DELETE", "/events/4")
    return caller


RIGHT_AND_WRONG = [
    pytest.param(operation, mode, id=f"{operation.name}-{mode.value}")
    for operation in OF_GAMES
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    # without input there are no invalid requests
    if mode is GenerationMode.POSITIVE or operation.body or operation.query or operation.headers or "{" in operation.path
]


@pytest.mark.slow
@pytest.mark.parametrize(("operation", "mode"), RIGHT_AND_WRONG)
def test_whatever_is_asked_is_answered_as_the_document_says(app, caller, operation, mode):
    asked = document_of(app)[operation.path][operation.method]

    @seed(200)
    @settings(max_examples=examples(EXAMPLES, least=1), deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(asked.as_strategy(generation_mode=mode), st.booleans(), st.sampled_from(["score", "watch"]))
    def ask(case, known, role):
        if known:  # random ids and revisions rarely exist, so half of the requests use existing ones
            case.path_parameters = {**(case.path_parameters or {}), **_existing_ids(caller, operation.path)}
            revision = Caller.__call__(caller, "GET").json["revision"]
            case.headers = {**(case.headers or {}), "If-Match": f'"{revision}"'}
        secret = {"Authorization": f"Bearer {caller.secrets[role]}", "Accept-Encoding": "identity"}
        case.headers = {**(case.headers or {}), **secret}
        case.call_and_validate(checks=CHECKS)

    ask()


def _existing_ids(caller, path):
    """Return existing ids for the parameters of a path."""
    things = {"game": caller.game, "entry": 2, "link": 1, "name": "kitty", "other": "informal"}
    return {name: things[name] for name in re.findall(r"\{(\w+)\}", path)}


def parts(found):
    """Return every object in a part of the document, including itself."""
    if isinstance(found, list):
        return [one for inner in found for one in parts(inner)]
    if not isinstance(found, dict):
        return []
    return [found] + [one for inner in found.values() for one in parts(inner)]


def test_every_enum_has_values_of_one_type_and_no_null():
    found = [part["enum"] for part in parts(document()) if isinstance(part.get("enum"), list)]
    assert len(found) > 50
    assert [one for one in found if {type(value) for value in one} not in ({str}, {int})] == []


def test_every_object_names_its_keys_or_says_that_it_may_have_any():
    found = [part for part in parts(document()) if part.get("type") == "object" and "properties" not in part]
    assert len(found) > 20
    assert [part for part in found if "additionalProperties" not in part] == []


def test_two_declarations_with_one_name_are_refused(monkeypatch):
    for known in ("_NAMES", "DECLARED"):
        monkeypatch.setattr(schema, known, {})
    one, other = (make_dataclass("Twin", [(key, str)]) for key in ("left", "right"))
    schema.name_schemas(Both=make_dataclass("Both", [("one", one), ("other", other)]))
    with pytest.raises(TypeError, match="both named Twin"):
        schema.schemas()


@cache
def shape(name):
    """Return a validator for one schema of the document."""
    found = document()
    return jsonschema_rs.Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": found["components"]}, validate_formats=True
    )


@pytest.mark.parametrize("rules", ["standard", "six_three_pairs", "five_called", "five_silent", "cutthroat", "two_handed"])
def test_games_of_every_format_have_the_shape_that_the_document_gives(client, rules):
    caller = Caller(client, rules)
    needs = caller.started["needs"]
    piles = [100, 0] if needs["piles"] == "camps" else [100] + [0] * (len(caller.started["replay"]["scores"]) - 1)
    event = {**hand(needs["contractors"][0], 60, piles), **({"called_seat": 2} if needs["called_seat"] else {})}
    shape("Written").validate(caller.play(event).json)
    shape("Game").validate(caller("GET").json)
    shape("Record").validate(caller("GET", "/record").json)
    shape("History").validate(caller("GET", "/changes").json)


def test_games_in_trouble_and_conflicts_have_the_shape_that_the_document_gives(client):
    caller = Caller(client)
    unknown = {"contractor": 1, "bid": 60, "points": [20, 80]}
    caller.play(hand(0, 60, (60, 40)), unknown, hand(2, 60, (60, 40)))
    caller("PUT", "/contract", {"contractor": 1, "bid": 75, "trump": "H"})
    shape("Written").validate(caller("PUT", "/events/2", hand(0, 60, (100, 0))).json)
    game = caller("GET").json
    assert [e["status"] for e in game["entries"]] == ["scored", "unscorable", "waiting"]
    shape("Game").validate(game)
    shape("Conflict").validate(caller("POST", "/events", hand(), If_Match='"2"').json)
    shape("Written").validate(caller("PUT", "/events/2", hand(0, 100, (100, 0))).json)


def test_every_option_of_the_rules_is_described_from_its_declaration():
    options = document()["components"]["schemas"]["RulesInFull"]["properties"]
    assert list(options) == list(RuleSet.options)
    assert options["format"]["enum"][0] == "partnership"
    assert options["silent_seat"]["anyOf"] == [{"enum": ["rotates"]}, {"enum": [0, 1, 2, 3, 4]}]
    assert (options["target"]["minimum"], options["target"]["multipleOf"]) == (5, 5)
    assert {"type": "null"} in options["hole_limit"]["anyOf"]
    assert options["announced_all"]["type"] == "boolean"


def test_the_document_is_in_english_whatever_language_is_asked_for(client):
    asked = [
        client.get(f"{BASE}/openapi.json?lang={lang}", headers={"Accept-Language": lang, "Cookie": f"lang={lang}"})
        for lang in ("en", "fr")
    ]
    assert asked[0].json == asked[1].json
    assert [answer.headers["Content-Language"] for answer in asked] == ["en", "en"]
    assert asked[1].json["paths"]["/games"]["get"]["summary"] == "List this device’s games"


def test_a_problem_is_in_the_language_of_the_request_though_the_document_is_not(client):
    asked = [client.get(f"{BASE}/nowhere?lang={lang}").json for lang in ("en", "fr")]
    assert [one["title"] for one in asked] == ["Address not found", "Adresse introuvable"]


def test_the_page_is_marked_as_english_in_a_french_frame(client):
    page = client.get("/api?lang=fr").get_data(as_text=True)
    assert re.search(r'<html\s+lang="fr"', page)
    assert re.search(r'<main[^>]* lang="en"', page)


def sentences(found, at="", name=""):
    """Every summary and description of a part of the document, with where it is; those of rule options are their help texts."""
    if isinstance(found, str) and name in ("summary", "description"):
        return [(at, name, found)]
    if isinstance(found, list):
        return [one for n, part in enumerate(found) for one in sentences(part, f"{at}/{n}")]
    if not isinstance(found, dict) or at.endswith(("/RulesInFull", "/RulesByOption")):
        return []
    return [one for key, part in found.items() for one in sentences(part, f"{at}/{key}", key)]


def test_descriptions_are_short_and_plain():
    found = [one for one in sentences(document()) if one[0] != "/info/description"]
    assert len(found) > 500
    most = {"summary": 8, "description": 25}
    assert [(at, text) for at, name, text in found if words.count_words(text) > most[name]] == []
    assert [(at, text) for at, _, text in found if len(re.findall(r"[.!?](?= |$)", text)) > 2] == []
    # A name of the API in code marks stays as it was promised.
    texts = [words.Text(at, re.sub(r"`[^`]*`", "", text)) for at, _, text in found]
    assert words.find_hits(texts, words.read_patterns()) == []


def test_every_summary_is_an_imperative_without_a_full_stop():
    summaries = [operation.summary for operation in OPERATIONS]
    assert [one for one in summaries if not re.fullmatch(r"[A-Z][a-z]+ .*[^.]", one)] == []


def test_the_document_is_not_sent_again_while_it_is_the_same(client):
    first = client.get(f"{BASE}/openapi.json")
    assert first.json["openapi"] == "3.1.0"
    again = client.get(f"{BASE}/openapi.json", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


def test_every_code_of_a_request_that_is_refused_is_one_of_those_in_the_document():
    sources = "".join(path.read_text("utf-8") for path in sorted(Path(scorekeeper.__file__).parent.rglob("*.py")))
    codes = set(re.findall(r'RequestProblem\(\d+, "([\w.]+)"', sources))
    assert {"list.lines", "csrf", "parameter"} < codes
    assert codes - {*schemas()["Problem"]["properties"]["code"]["enum"]} == set()


def test_the_page_leads_to_every_operation_shape_and_code(client):
    from scorekeeper.core.api.problems import TITLES

    page = client.get("/api")
    assert page.status_code == 200
    text = page.get_data(as_text=True)
    ids = re.findall(r'id="([^"]+)"', text)
    named = set(ids)
    assert len(ids) == len(named), "no id twice"
    assert {f"op-{operation.name}" for operation in OPERATIONS} <= named
    assert set(TITLES) <= named
    linked = set(re.findall(r'href="#([^"]+)"', text))
    assert linked <= named
    assert "<script>" not in text
    assert " style=" not in text
