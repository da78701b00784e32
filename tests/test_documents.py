"""No document points nowhere: files, functions and other documents that are named are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [path for place in (".", "docs", "scorekeeper/*") for path in sorted(ROOT.glob(f"{place}/*.md"))]
SHORT = ("", "scorekeeper", "static/js", "tests", "scorekeeper/tournaments", "scorekeeper/games/actions")
PLACES = [ROOT / place for place in SHORT]
"""Where a short path begins."""
FILE = re.compile(r"`((?:[\w-]+/)*[\w-]+\.(?:py|js|css|html|md|toml|sh))`(?: \(((?:`\w+`(?:, )?)+))?")
MADE = {"dist", "instance", "build"}


def found(name: str, document: Path) -> Path | None:
    """The file of that name, where a document may mean it."""
    return next((place / name for place in (document.parent, *PLACES) if (place / name).is_file()), None)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_a_document_names_is_there(document):
    names = [name for name, _functions in FILE.findall(document.read_text("utf-8"))]
    assert [name for name in names if found(name, document) is None and name.split("/")[0] not in MADE] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_function_that_a_document_names_is_in_its_file(document):
    missing = []
    for name, functions in FILE.findall(document.read_text("utf-8")):
        text = file.read_text("utf-8") if (file := found(name, document)) else ""
        missing += [f"{name}: {one}" for one in re.findall(r"`(\w+)`", functions) if not re.search(rf"\b{one}\b", text)]
    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_of_a_document_leads_to_a_file(document):
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)|src=\"([^\"]+)\"", document.read_text("utf-8"))
    paths = [a or b for a, b in links if not (a or b).startswith(("http:", "https:", "mailto:"))]
    assert [path for path in paths if not (document.parent / path).exists()] == []


def test_the_documents_name_many_files():
    assert len(FILE.findall((ROOT / "docs/architecture.md").read_text("utf-8"))) > 20
