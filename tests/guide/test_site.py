"""The guide as a static site: both languages, no warnings, nothing external."""

from __future__ import annotations

import re

import pytest

from scorekeeper.core.i18n.translation import LANGUAGES
from scorekeeper.guide import source
from tools import site

# MyST uses a Sphinx function that is deprecated.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:'myst_parser")]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    site.make(folder)
    return folder


@pytest.mark.thorough("builds the whole site")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_is_there_in_its_language_with_a_way_to_the_other(made, lang):
    other = next(code for code in LANGUAGES if code != lang)
    for key in (source.INDEX, *source.keys(lang)):
        text = (made / lang / f"{key}.html").read_text("utf-8")
        assert re.search(rf'<html lang="{lang}', text)
        assert source.page(lang, key).title in text
        assert f'href="../{other}/{key}.html"' in text


def test_it_loads_nothing_from_elsewhere(made):
    for page in made.rglob("*.html"):
        text = page.read_text("utf-8")
        assert re.findall(r'(?:src|srcset)="(?:https?:)?//[^"]+"', text) == []
        assert re.findall(r'<link[^>]+href="(?:https?:)?//[^"]+"', text) == []


def test_every_link_of_the_site_leads_to_a_file(made):
    near = re.compile(r'(?:href|src)="([^"#?:]+)[#?]?[^"]*"')
    links = [(page, link) for page in made.rglob("*.html") for link in near.findall(page.read_text("utf-8"))]
    assert links
    assert [(page.name, link) for page, link in links if not (page.parent / link).exists()] == []
