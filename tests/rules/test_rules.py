from __future__ import annotations

import pytest

from scorekeeper.engine.ruleset import VARIANTS_BY_NAME
from scorekeeper.messages.rules.titles import RULES
from tests.visitor import start, text_of


@pytest.mark.thorough("a PDF of every rule set; a few of them are drawn in the tests beside it")
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_named_rule_set_has_its_page_and_its_card(client, lang):
    listed = client.get("/rules", headers={"Accept-Language": lang}).get_data(as_text=True)
    for name in VARIANTS_BY_NAME:
        assert f'href="/rules/{name}"' in listed
        assert client.get(f"/rules/{name}", headers={"Accept-Language": lang}).status_code == 200
    assert client.get("/rules/le_rough.pdf", headers={"Accept-Language": lang}).mimetype == "application/pdf"


def test_a_rule_set_that_nobody_knows_is_not_found(client):
    assert client.get("/rules/whist").status_code == 404
    assert client.get("/rules/whist.pdf").status_code == 404


def test_every_rule_that_a_reason_may_name_has_a_place_on_every_card(client):
    for name in VARIANTS_BY_NAME:
        page = client.get(f"/rules/{name}").get_data(as_text=True)
        assert [rule for rule in RULES if f'id="{rule}"' not in page] == [], name


def test_a_page_says_what_differs_from_the_standard_game(client):
    assert "Target: 200 points → 350 points" in text_of(client.get("/rules/le_rough"))
    assert "Differences from" not in text_of(client.get("/rules/standard"))


@pytest.mark.slow
def test_a_games_own_rules_are_told_with_what_was_changed(app, client):
    url = start(client, "kitty~keep-anyone_once")
    said = text_of(client.get(f"{url}/rules"))
    assert "Differences from “200 with a kitty”" in said
    assert "An amount that was kept once cannot be kept again." in said
    assert client.get(f"{url}/rules.pdf").mimetype == "application/pdf"
    assert app.test_client().get(f"{url}/rules").status_code == 404


def test_a_games_page_says_what_we_chose_where_the_texts_are_silent(client):
    assert "La Bloutte: the line at 0" in text_of(client.get("/rules/bloutte"))
    assert "La Bloutte : la ligne à 0" in text_of(client.get("/rules/bloutte", headers={"Accept-Language": "fr"}))


def test_the_rules_and_the_first_page_lead_to_how_it_is_played(client):
    for url in ("/", "/rules"):
        leads = client.get(url).get_data(as_text=True)
        assert 'href="/rulebook' in leads.partition("<main")[2], url
