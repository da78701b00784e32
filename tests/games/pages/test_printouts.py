from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from scorekeeper.engine.ruleset import VARIANTS_BY_NAME
from tests.visitor import start

pytestmark = pytest.mark.slow

LETTER, A4 = (612, 792), (595, 842)


def pages_of(answer):
    assert answer.status_code == 200
    assert answer.mimetype == "application/pdf"
    return PdfReader(io.BytesIO(answer.data)).pages


def size_of(answer):
    box = pages_of(answer)[0].mediabox
    return round(float(box.width)), round(float(box.height))


@pytest.mark.parametrize(
    ("asked", "language", "size"),
    [("?size=a4", "en-CA", A4), ("", "fr-CA", LETTER), ("", "fr-FR", A4), ("", "en", LETTER), ("?size=letter", "de-DE", LETTER)],
)
def test_the_paper_is_what_was_asked_for_or_what_the_country_has(client, asked, language, size):
    url = start(client)
    assert size_of(client.get(f"{url}/sheet.pdf{asked}", headers={"Accept-Language": language})) == size


def test_a_sheet_says_who_played_and_is_named_after_them(client):
    answer = client.get(start(client) + "/sheet.pdf")
    assert "Aline" in pages_of(answer)[0].extract_text()
    assert "Aline & Rosa" in answer.headers["Content-Disposition"]


def test_the_rules_are_printed_on_the_back_where_asked_for(client):
    url = start(client)
    assert len(pages_of(client.get(f"{url}/sheet.pdf?rules=1"))) == 2
    assert len(pages_of(client.get(f"{url}/sheet.pdf?rules=0"))) == 1


def test_a_sheet_that_the_browser_has_is_not_made_again(client):
    url = start(client)
    tag = client.get(f"{url}/sheet.pdf").headers["ETag"]
    assert client.get(f"{url}/sheet.pdf", headers={"If-None-Match": tag}).status_code == 304
    assert client.get(f"{url}/sheet.pdf?lang=fr", headers={"If-None-Match": tag}).status_code == 200


def test_a_sheet_is_for_those_who_may_see_the_game(app, client):
    assert app.test_client().get(start(client) + "/sheet.pdf").status_code == 404


@pytest.mark.thorough("a PDF of every rule set; a few of them are drawn in the tests beside it")
@pytest.mark.parametrize("layout", ["full", "half"])
def test_empty_sheets_of_all_rule_sets_come_in_one_file(client, layout):
    assert len(pages_of(client.get(f"/paper/sheets.pdf?rules=all&layout={layout}"))) == len(VARIANTS_BY_NAME)


def test_names_are_printed_on_an_empty_sheet(client):
    answer = client.get("/paper/sheets.pdf?rules=kitty&player=Alma&player=Yvon&player=&player=Luc")
    text = pages_of(answer)[0].extract_text()
    assert "Alma" in text
    assert "Luc" in text


def test_no_sheet_for_rules_that_nobody_knows(client):
    assert client.get("/paper/sheets.pdf?rules=whist").status_code == 404


def test_three_games_are_printed_for_two_sides_and_the_usual_sheet_for_more(client):
    (page,) = pages_of(client.get("/paper/sheets.pdf?rules=standard&layout=match&lang=en"))
    assert "Game 3" in page.extract_text()
    (page,) = pages_of(client.get("/paper/sheets.pdf?rules=cutthroat&layout=match&lang=en"))
    assert "Game 3" not in page.extract_text()


def test_a_named_rule_card_leads_to_its_rules_on_a_phone(client):
    (page,) = pages_of(client.get("/rules/le_rough.pdf?lang=en"))
    assert "Scan to play with these rules" in page.extract_text()
