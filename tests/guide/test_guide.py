"""The guide under Help: the same pages in both languages, no dead links, no words missing from the interface."""

from __future__ import annotations

import os
import re
import shutil

import pytest
from babel.messages.pofile import read_po

from scorekeeper import create_app
from scorekeeper.core import paths
from scorekeeper.core.config import flask_config, settings
from scorekeeper.core.i18n.translation import LANGUAGES, t_for
from scorekeeper.guide import source
from scorekeeper.guide.rendering import render_tokens
from scorekeeper.guide.source import search_guide
from tests.guide.session import BLOCK, GUIDE

pytestmark = pytest.mark.slow

KEYS = source.keys("en")
EACH = pytest.mark.parametrize(("lang", "key"), [(lang, key) for lang in LANGUAGES for key in (source.INDEX, *KEYS)])
QUOTED = re.compile(r"(?<![*\\])\*(?!\*)([^*\n]+)\*(?!\*)")
FOREIGN = {"deux cents"}
"""The game's French name in an English sentence. It looks like a quoted button."""
PROGRAM = re.compile(r"`(/[\w./-]*)`")


def page_prose(lang: str, key: str) -> str:
    """Return a page without its code blocks."""
    return BLOCK.sub("", (GUIDE / lang / f"{key}.md").read_text("utf-8"))


@pytest.fixture(scope="module")
def reader(tmp_path_factory, migrated_database):
    """A visitor of an empty program."""
    instance = tmp_path_factory.mktemp("guide")
    shutil.copy(migrated_database, instance / flask_config.DATABASE_FILE)
    url = flask_config.database_url(instance)
    app = create_app({"TESTING": True, "SECRET_KEY": "test", "SQLALCHEMY_DATABASE_URI": url}, instance)
    yield app.test_client()
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()


def read(reader, url, lang="en"):
    answer = reader.get(url, headers={"Accept-Language": lang})
    assert answer.status_code == 200, url
    return answer.text


def url_of(key: str) -> str:
    return "/help" if key == source.INDEX else f"/help/{key}"


def test_every_page_that_is_written_is_in_the_contents_of_both_languages_in_the_same_order():
    for lang in LANGUAGES:
        assert source.keys(lang) == KEYS
        assert {file.stem for file in (GUIDE / lang).glob("*")} == {source.INDEX, *KEYS}


@EACH
def test_every_page_opens_with_its_title_and_has_as_many_sections_in_both_languages(reader, lang, key):
    text = read(reader, url_of(key), lang)
    page = source.page(lang, key)
    assert f"<h1>{page.title}</h1>" in text
    assert f'<html lang="{lang}"' in text.replace("\n", " ").replace("<html  ", "<html ")
    assert len(page.sections) == len(source.page("en", key).sections)
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids)), "an anchor twice"


@EACH
def test_every_link_of_a_page_is_answered(reader, lang, key):
    text = read(reader, url_of(key), lang)
    article = text.partition("<article")[2].partition("</article>")[0]
    for link in re.findall(r'(?:href|src)="([^"]+)"', article):
        address, _, anchor = link.partition("#")
        if not address.startswith(("/help", "/static")):
            assert address.startswith("/"), f"{link}: outside the program"
            continue
        answer = reader.get(address, headers={"Accept-Language": lang}, follow_redirects=True, buffered=True)
        assert answer.status_code == 200, link
        assert not anchor or f'id="{anchor}"' in answer.text, link


@EACH
def test_every_address_that_a_page_names_is_a_page_of_the_program(reader, lang, key):
    routes = {rule.rule for rule in reader.application.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert [name for name in PROGRAM.findall(page_prose(lang, key)) if name not in {*routes, "/api/v1"}] == []


def catalog(lang: str) -> re.Pattern[str]:
    """Return a pattern for every text of the interface in one language, with any values filled in."""
    texts = set()
    with (paths.TRANSLATIONS / lang / "LC_MESSAGES" / "messages.po").open("rb") as file:
        for message in read_po(file, locale=lang):
            said = message.string if message.id else ()
            texts |= {said} if isinstance(said, str) else set(said)
    plain = {re.sub(r"\s", " ", text) for text in texts if text}
    solid = {text for text in plain if len(re.sub(r"%\(\w+\)s|%\w|\W", "", text)) >= 3}
    return re.compile("|".join(re.sub(r"%\\\(\w+\\\)s|%n|%t", r"[\\w.: ]{1,20}", re.escape(text)) for text in solid))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_that_the_guide_quotes_stands_in_the_catalog(lang):
    known = catalog(lang)
    quoted = [(key, one) for key in (source.INDEX, *KEYS) for one in QUOTED.findall(page_prose(lang, key)) if one not in FOREIGN]
    assert [(key, one) for key, one in quoted if not known.fullmatch(re.sub(r"\s", " ", one))] == []


@pytest.mark.parametrize("key", KEYS)
def test_both_languages_quote_the_same_buttons(key):
    """Each quoted button has its translation quoted in French, so neither page is out of date."""
    french = t_for("fr")
    filled = re.compile(r"\d+$")
    english = [filled.sub("%(n)s", one) for one in QUOTED.findall(page_prose("en", key)) if one not in FOREIGN]
    other = [re.sub(r"\s", " ", filled.sub("%(n)s", one)) for one in QUOTED.findall(page_prose("fr", key))]
    whole = [one for one in english if french(one) != one]
    assert [one for one in whole if re.sub(r"\s", " ", french(one)) not in other] == []
    assert len(english) == len(other)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_variable_that_is_named_is_one_that_the_program_reads(lang):
    named = {
        name for key in KEYS for name in re.findall(r"(?<!_)SCOREKEEPER_\w+", (GUIDE / lang / f"{key}.md").read_text("utf-8"))
    }
    assert named
    assert sorted(named - {one.variable for one in settings.SETTINGS}) == []


def test_the_hosting_page_says_how_the_port_is_called():
    for lang in LANGUAGES:
        text = (GUIDE / lang / "hosting.md").read_text("utf-8") + (GUIDE / lang / "api.md").read_text("utf-8")
        assert set(re.findall(r"127\.0\.0\.1:(\d+)", text)) == {settings.PORT.default}


def test_pictures_that_are_shown_are_those_that_make_look_makes():
    from tests.look.guide import PICTURES

    pages = [page.read_text("utf-8") for page in GUIDE.glob("*/*.md")]
    shown = {name for text in pages for name in re.findall(r"\]\(\.\./pictures/([^)]+)\)", text)}
    assert shown == {f"{name}.{lang}.png" for name in PICTURES for lang in LANGUAGES}
    assert {file.name for file in (GUIDE / "pictures").iterdir()} == shown
    for lang in LANGUAGES:
        assert f".{'fr' if lang == 'en' else 'en'}.png" not in "".join(page_prose(lang, key) for key in KEYS)


def test_help_stands_in_the_menu_and_in_the_foot(reader):
    text = read(reader, "/rules")
    assert text.count('<a href="/help">Help</a>') == 2
    assert '<a href="/help">Aide</a>' in read(reader, "/rules", "fr")


@pytest.mark.parametrize(("query", "lang", "key"), [("POWER", "en", "what-to-do-when"), ("retard", "fr", "what-to-do-when")])
def test_the_guide_is_searched_without_case_or_accents(reader, query, lang, key):
    assert search_guide(query, lang)[0].key == key
    assert f'href="/help/{key}' in read(reader, f"/help?q={query}", lang).partition("<article")[2]


def test_every_word_of_a_search_must_be_there(reader):
    assert search_guide("zzz power", "en") == []
    assert "Nothing found for" in read(reader, "/help?q=%3Cscript%3E")
    assert "<script>" not in read(reader, "/help?q=%3Cscript%3E").partition("<article")[2]
    assert search_guide("deconnecte", "fr") == search_guide("Déconnecte", "fr") != []


def test_a_page_that_is_not_there_is_not_found(reader):
    for address in ("/help/nothing", "/help/index", "/help/pictures/nothing.png", "/help/pictures/..%2Fen%2Findex.md"):
        assert reader.get(address).status_code == 404


def test_html_in_the_source_is_text_and_no_script_is_a_link():
    text = "a <b>bold</b> [x](javascript:alert(1)) `/rules` `/nowhere` [y](first-game.md#start)\n\n<i>z</i>\n"
    tokens = source.parser().parse(text)
    html = render_tokens(tokens, lambda key: f"/help/{key}", lambda name: name, {"/rules"})
    assert "<b>" not in html
    assert "<i>" not in html
    assert 'href="javascript' not in html
    assert '<a href="/rules"><code>/rules</code></a>' in html
    assert "<code>/nowhere</code>" in html
    assert 'href="/help/first-game#start"' in html


def test_a_page_that_was_changed_is_read_anew(tmp_path, monkeypatch):
    folder = tmp_path / "en"
    folder.mkdir()
    monkeypatch.setattr(source, "folder", lambda _lang: folder)
    (folder / "index.md").write_text("# Contents\n\n- [One](one.md)\n")
    (folder / "one.md").write_text("# One\n\n## Part\n\nBefore.\n")
    os.utime(folder / "one.md", ns=(1, 1))
    assert source.page("en", "one").sections[1].text == "Before."
    (folder / "one.md").write_text("# One\n\n## Part\n\nAfter.\n")
    os.utime(folder / "one.md", ns=(2, 2))
    assert source.page("en", "one").sections[1].text == "After."
    with pytest.raises(KeyError):
        source.page("en", "two")
