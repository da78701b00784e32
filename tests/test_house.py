"""Templates and style sheets lie under their subjects, and draw on none that comes later, as modules do."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEMPLATES, STYLES = ROOT / "templates", ROOT / "static" / "css"
TEMPLATE = re.compile(r'"((?:[\w-]+/)+)(?:[\w{}]+\.html|_)"')
STYLE = re.compile(r"(?:css ?= ?|css_url\()\[([^\]]*)\]")


def ranks() -> dict[str, int]:
    """The place of each subject in the order that import-linter holds, the first the lowest."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one["id"] == "subjects")
    return {name.strip(" ()"): place for place, layer in enumerate(reversed(layers)) for name in layer.split("|")}


RANK = ranks()


def drawn_on(path: Path) -> set[str]:
    """The subjects of the templates and the style sheets that a file names."""
    text = path.read_text("utf-8")
    found = {one.partition("/")[0] for one in TEMPLATE.findall(text) if (TEMPLATES / one).is_dir()}
    return found | {one.partition("/")[0] for names in STYLE.findall(text) for one in re.findall(r'"([^"]+)"', names)}


@pytest.mark.parametrize("place", [TEMPLATES, STYLES], ids=lambda path: path.name)
def test_every_folder_is_that_of_a_subject(place):
    assert {path.name for path in place.iterdir()} <= set(RANK)


FILES = [*sorted(TEMPLATES.rglob("*.html")), *sorted(path for path in ROOT.glob("scorekeeper/*/**/*.py"))]


@pytest.mark.parametrize("kind", [".html", ".py"])
def test_nobody_draws_on_the_pages_or_styles_of_a_later_subject(kind):
    later = []
    for path in (one for one in FILES if one.suffix == kind):
        own = path.relative_to(TEMPLATES if kind == ".html" else ROOT / "scorekeeper").parts[0]
        later += [f"{path.relative_to(ROOT)}: {other}" for other in drawn_on(path) if RANK[other] > RANK[own]]
    assert later == []


def test_every_style_sheet_that_is_named_is_there():
    named = {one for path in FILES for names in STYLE.findall(path.read_text("utf-8")) for one in re.findall(r'"([^"]+)"', names)}
    assert named
    assert [name for name in sorted(named) if not (STYLES / f"{name}.css").is_file()] == []


READERS = {
    "base/pages/forms.py": "the forms",
    "base/pages/reading.py": "taps, and what stands beside every form",
}


def test_what_a_page_sent_is_read_by_forms_and_the_reader_of_taps_alone():
    raw = re.compile(r"\brequest\s*\.\s*(?:form|values)\b")
    package = ROOT / "scorekeeper"
    found = {path.relative_to(package).as_posix() for path in package.rglob("*.py") if raw.search(path.read_text("utf-8"))}
    assert found == set(READERS)
