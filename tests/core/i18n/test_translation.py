from __future__ import annotations

import pytest
from flask import Flask, render_template_string

from scorekeeper.core.i18n import translation


@pytest.fixture
def page():
    app = Flask("page")
    translation.init_app(app)

    @app.get("/")
    def show():
        return render_template_string("{{ language() }} {{ _('Trump') }} {{ 1234.5|decimalformat }}")

    @app.get("/choose/<lang>")
    def choose(lang):
        return translation.choose_language(app.make_response("kept"), lang, secure=False)

    return app.test_client()


def page_text(page, path="/", accept=""):
    return page.get(path, headers={"Accept-Language": accept}).text.replace("\u00a0", " ")


def test_a_browser_is_answered_in_its_language_with_the_numbers_of_its_country(page):
    assert page_text(page, accept="fr-CA,fr;q=0.9,en;q=0.5") == "fr Atout 1 234,5"
    assert page_text(page, accept="en-CA,fr;q=0.5") == "en Trump 1,234.5"


def test_a_browser_of_another_language_is_answered_in_english(page):
    assert page_text(page, accept="de,it;q=0.8") == "en Trump 1,234.5"
    assert page_text(page).startswith("en ")


def test_a_link_may_name_its_language(page):
    assert page_text(page, "/?lang=fr", accept="en").startswith("fr ")
    assert page_text(page, "/?lang=xx", accept="fr").startswith("fr ")


def test_what_was_chosen_on_the_device_wins_over_link_and_browser(page):
    page.get("/choose/fr")
    assert page_text(page, "/?lang=en", accept="en").startswith("fr ")
    page.get("/choose/en")
    assert page_text(page, "/?lang=fr", accept="fr").startswith("en ")


def test_an_answer_says_its_language_and_on_what_it_depends(page):
    answer = page.get("/", headers={"Accept-Language": "fr"})
    assert answer.headers["Content-Language"] == "fr-CA"
    assert {"accept-language", "cookie"} <= {name.lower() for name in answer.vary}


def test_words_are_there_outside_a_request():
    assert translation.t_for("fr")("Trump") == "Atout"
    assert translation.language() == "en"
    assert translation.t()("Trump") == "Trump"
    assert translation.t_for("fr")("Never said anywhere") == "Never said anywhere"


def test_a_language_that_we_do_not_have_is_refused_by_name():
    with pytest.raises(ValueError, match="no such language: 'de'; there are en, fr"):
        translation.t_for("de")


def test_a_catalog_not_compiled_yet_is_read_from_its_source(tmp_path, monkeypatch):
    source = tmp_path / "fr" / "LC_MESSAGES" / "messages.po"
    source.parent.mkdir(parents=True)
    source.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "Pot"\nmsgstr "Pot au feu"\n')
    monkeypatch.setattr(translation.paths, "TRANSLATIONS", tmp_path)
    translation._catalog.cache_clear()
    try:
        assert translation.t_for("fr")("Pot") == "Pot au feu"
    finally:
        translation._catalog.cache_clear()


@pytest.mark.parametrize(
    ("text", "lang", "said"),
    [
        ("1 novembre 2026", "fr", "1er novembre 2026"),
        ("dimanche 1 novembre 2026", "fr", "dimanche 1er novembre 2026"),
        ("1 nov.", "fr", "1er nov."),
        ("11 novembre 2026, 1 h 30", "fr", "11 novembre 2026, 1 h 30"),
        ("November 1, 2026", "en", "November 1, 2026"),
    ],
)
def test_french_calls_the_first_of_a_month_le_premier(text, lang, said):
    assert translation.write_first_of_month(text, lang) == said
