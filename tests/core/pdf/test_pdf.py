"""PDF generation: only our own files, one font configuration, nothing that printers drop."""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.core import paths
from scorekeeper.core.pdf import rendering
from scorekeeper.core.pdf.pdf_templates import css_text, signed
from scorekeeper.core.pdf.rendering import constants, flatten_styles
from scorekeeper.core.pdf.sheet_options import SheetOptions
from scorekeeper.engine.ruleset import named_rules
from tests.games.printouts.printed_games import PLAIN, blank_sheets, game_sheet, view_of

STATIC = paths.resource("static")


def test_emoji_in_names_are_left_out_on_paper_where_no_font_has_them():
    people = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
    row = f'<td title="\U0001f98a">Aline {people} Roy\U0001f44d\U0001f3fd</td><td>♠ Luc ♥</td>'
    assert rendering.without_emoji(row) == '<td title="\U0001f98a">Aline  Roy</td><td>♠ Luc ♥</td>'
    assert rendering.without_emoji("<td>\U0001f98a</td>") == "<td>\U0001f98a</td>", "a name of nothing else would be gone"


def test_a_printed_sheet_has_no_emoji():
    document = rendering.lay_out("<html><body><p>Zoé \U0001f1e8\U0001f1e6 Haché</p></body></html>")
    texts = [box.text for box in document.pages[0]._page_box.descendants() if hasattr(box, "text")]
    assert " ".join(" ".join(texts).split()) == "Zoé Haché"


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/a.css",
        "http://127.0.0.1/a.css",
        "file:///etc/passwd",
        (STATIC / "css" / ".." / ".." / "pyproject.toml").as_uri(),
        STATIC.resolve().as_uri() + "/css/%2e%2e/%2e%2e/pyproject.toml",
        STATIC.resolve().as_uri() + "/css/none.css",
        "data:text/css,body{color:red}",
        "file://elsewhere" + str(STATIC / "css" / "core" / "pdf" / "sheet.css"),
    ],
)
def test_a_sheet_reads_nothing_but_our_own_static_files(url):
    with pytest.raises(rendering.NotOurs):
        rendering.own_file(url)


def test_the_style_sheets_of_a_sheet_are_read():
    assert (
        rendering.own_file(rendering.base_url() + "css/core/pdf/sheet.css")
        == STATIC.resolve() / "css" / "core" / "pdf" / "sheet.css"
    )


def test_an_image_from_elsewhere_is_not_fetched(monkeypatch):
    asked = []
    own_file = rendering.own_file
    monkeypatch.setattr(rendering, "own_file", lambda url: asked.append(url) or own_file(url))
    made = rendering.write_pdf('<img src="https://example.org/x.png" alt="x"><img src="file:///etc/hostname" alt="y">')
    assert made.startswith(b"%PDF")
    assert {"https://example.org/x.png", "file:///etc/hostname"} <= set(asked)


@pytest.mark.parametrize("name", ["core/pdf/sheet.css", "rules/printouts/blank.css"])
def test_nothing_on_paper_relies_on_printed_backgrounds(name):
    rules = re.sub(r"/\*.*?\*/", "", (STATIC / "css" / name).read_text(encoding="utf-8"), flags=re.S)
    assert not re.search(r"\bbackground|box-shadow", rules)


@pytest.mark.slow
def test_the_style_sheets_hold_nothing_that_paper_does_not_understand(caplog):
    game_sheet(view_of(PLAIN), SheetOptions(), reasons=True, rules=True)
    blank_sheets(named_rules("standard"), SheetOptions("a4"), layout="half")
    assert caplog.messages == []


def test_every_sheet_shares_one_font_configuration():
    assert rendering.font_configuration() is rendering.font_configuration()


def test_two_sheets_are_never_set_at_once_in_one_process(monkeypatch):
    import weasyprint

    setting, most = [], []
    another = threading.Event()

    class Slow:
        def __init__(self, **_how):
            pass

        def render(self, **_how):
            setting.append(1)
            most.append(len(setting))
            if len(setting) > 1:
                another.set()
            return self

        def write_pdf(self):
            another.wait(0.1)
            setting.pop()
            return b"%PDF"

    monkeypatch.setattr(weasyprint, "HTML", Slow)
    with ThreadPoolExecutor(4) as visitors:
        assert list(visitors.map(rendering.write_pdf, ["<p>"] * 4)) == [b"%PDF"] * 4
    assert max(most) == 1


def test_a_change_of_score_is_signed_with_a_true_minus():
    assert [signed(points) for points in (45, 0, -75)] == ["+45", "0", "\u221275"]


def test_a_translated_page_number_cannot_end_its_style_element():
    assert "<" not in css_text('</style>"\\')
    assert css_text("Page ") == '"Page "'


def test_constants_of_a_style_sheet_are_written_out_and_what_changes_is_not():
    folder = STATIC / "css"
    used = set(re.findall(r"var\((--[\w-]+)\)", flatten_styles(folder / "tournaments/printouts/base.css").decode()))
    assert used == {"--row", "--side"}, "what differs from page to page and from box to box"
    assert "var(--row)" in flatten_styles(folder / "rules/printouts/blank.css").decode()
    assert "var(--scale)" in flatten_styles(folder / "core/pdf/sheet.css").decode()
    assert constants()["--sans"].startswith("Lato")
