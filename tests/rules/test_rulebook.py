from __future__ import annotations

import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.core.pdf.sheet_options import SheetOptions
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.messages.rules.titles import RULES
from scorekeeper.rulebook import book
from scorekeeper.rulebook.options.entries import entries
from tests.printing import AtOnce

pytestmark = pytest.mark.slow

SUIT_SIGNS = re.compile("[♠♥♦♣]")


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    """A visitor of pages that need no database."""
    from scorekeeper import create_app

    app = create_app({"TESTING": True, "SECRET_KEY": "test"}, tmp_path_factory.mktemp("book"))
    app.extensions["printer"] = AtOnce()
    yield app.test_client()
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()


def read(reader, url, lang="en"):
    answer = reader.get(url, headers={"Accept-Language": lang})
    assert answer.status_code == 200, url
    return answer.text


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("key", book.pages())
def test_every_page_opens_with_its_title_and_leads_to_the_next(reader, key, lang):
    text = read(reader, f"/rulebook/{key}".rstrip("/"), lang)
    title = book.page_title(t_for(lang), key)
    assert re.search(rf"<h1>{re.escape(title)}</h1>", text)
    after = book.neighbours(key)[1]
    if after:
        assert f'rel="next" href="/rulebook/{after}"' in text


@pytest.mark.parametrize("key", book.pages())
def test_suits_are_drawn_never_typed_so_that_no_phone_makes_them_emoji(reader, key):
    assert not SUIT_SIGNS.search(read(reader, f"/rulebook/{key}".rstrip("/")))


@pytest.mark.parametrize("key", book.pages())
def test_no_anchor_stands_twice_on_a_page(reader, key):
    ids = re.findall(r' id="([^"]+)"', read(reader, f"/rulebook/{key}".rstrip("/")))
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("rule", [*RULES, *RuleSet.options])
def test_the_lasting_address_of_a_rule_or_option_leads_to_its_anchor(reader, rule):
    answer = reader.get(f"/rulebook/rule/{rule}")
    assert answer.status_code == 302
    page, _, anchor = answer.location.partition("#")
    assert f' id="{anchor}"' in read(reader, page)


def test_what_is_not_in_the_book_is_not_found(reader):
    for url in ("/rulebook/nothing", "/rulebook/options/nothing", "/rulebook/games/nothing", "/rulebook/rule/no.such"):
        assert reader.get(url).status_code == 404


def test_every_link_inside_the_book_leads_somewhere(reader):
    pages = {f"/rulebook/{key}".rstrip("/"): read(reader, f"/rulebook/{key}".rstrip("/")) for key in book.pages()}
    for url, text in pages.items():
        for link in re.findall(r'href="((?:/rulebook|#)[^"?]*)"', text):
            page, _, anchor = link.partition("#")
            there = pages.get(page or url)
            if page == "/rulebook.pdf":
                continue
            assert there is not None, (url, link)
            assert not anchor or f'id="{anchor}"' in there, (url, link)


def test_an_example_is_computed_on_the_page(reader):
    text = read(reader, "/rulebook/options/auction")
    assert "Only the dealer may keep a bid." in text
    assert "Denis must play 50." in text


def test_search_works_without_script_and_without_accents_in_either_language(reader):
    text = read(reader, "/rulebook/search?q=levee", "en")
    assert "<mark>levée</mark>" in text
    assert 'lang="fr"' in text
    assert "<mark>Keep</mark>" in read(reader, "/rulebook/search?q=KEEP") or "<mark>keep</mark>" in read(
        reader, "/rulebook/search?q=KEEP"
    )


def test_what_is_searched_is_shown_as_text(reader):
    text = read(reader, "/rulebook/search?q=%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>alert" not in text
    assert "&lt;script&gt;" in text


def test_a_search_is_cut_to_a_reasonable_length(reader):
    text = read(reader, "/rulebook/search?q=" + "x" * 5000)
    assert f'value="{"x" * 100}"' in text
    assert f"“{'x' * 100}”" in text


def test_reasons_on_the_pages_of_a_game_can_lead_to_their_rule(reader):
    app = reader.application
    with app.test_request_context():
        rule_url = app.jinja_env.globals["rule_url"]
        assert rule_url("score.must_bid") == "/rulebook/how-to-play#score.must_bid"
        assert rule_url("auction.keep") == "/rulebook/options/auction#auction.keep"
        assert app.jinja_env.globals["option_url"]("target") == "/rulebook/options/endings#target"


@pytest.mark.thorough("prints the whole rulebook")
def test_the_book_on_paper_is_a_pdf_in_the_language_asked_for_and_is_kept(reader, tmp_path):
    answer = reader.get("/rulebook.pdf?lang=fr&size=a4")
    assert answer.mimetype == "application/pdf"
    kept = list((Path(reader.application.instance_path) / "pdf").glob("rulebook-fr-a4-*.pdf"))
    assert len(kept) == 1
    file = tmp_path / "book.pdf"
    file.write_bytes(answer.data)
    pages = PdfReader(file).pages
    assert len(pages) > 20
    assert round(float(pages[0].mediabox.height)) == 842
    contents = pages[1].extract_text()
    assert "Comment jouer" in contents
    assert re.search(r"Tactique[ .]*\d\d", contents)
    assert reader.get("/rulebook.pdf?lang=fr&size=a4").data == answer.data


def test_in_both_languages_every_heading_stands_beside_its_translation():
    from scorekeeper.rules.printouts.rulebook import BOTH, rulebook_html

    text = rulebook_html(SheetOptions(lang=BOTH))
    assert re.search(r'<td lang="en"><h2>The play</h2></td><td lang="fr"><h2>Le jeu de la carte</h2></td>', text)


def test_every_rule_that_an_error_names_is_in_the_book():
    from scorekeeper.messages.errors.error_text import _RULES
    from scorekeeper.rulebook import book

    assert set(_RULES.values()) <= set(book.rule_places())


def test_who_learns_the_game_opens_what_we_chose_on_demand(reader):
    page = reader.get("/rulebook/how-to-play").get_data(as_text=True)
    notes = re.findall(r'<details class="more">\s*<summary>What we chose</summary>', page)
    assert len(notes) > 3
    assert page.count('class="chosen"') == len(notes)
    assert "<h3>What we chose</h3>" in reader.get("/rulebook/options/kitty").get_data(as_text=True)


@pytest.mark.parametrize("option", ["pot", "ante", "boxed", "hole"])
def test_a_game_for_a_pot_tells_the_target_that_its_winners_reach(option):
    example = entries()[option].example
    rules = RuleSet({**dict(example.base), "pot": True})
    assert max(replay(rules, 5, example.hands).scores) >= rules.target
    told = example.facts(t_for("en"))[0]
    assert (told.label, told.text) == ("Target", str(rules.target))
