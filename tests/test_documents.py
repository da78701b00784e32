"""Documents have no dead references: every file, function, heading and document they name exists."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from packaging.version import Version

from scorekeeper.base.version import VERSION
from tools import routes, touches

ROOT = Path(__file__).resolve().parent.parent
LISTED = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"]
NAMES = subprocess.run(LISTED, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
DOCUMENTS = [ROOT / name for name in sorted(NAMES) if (ROOT / name).exists()]
LAW = ("rulebook.md", "game-record.md", "tournament-record.md")
"""Documents that may name files located elsewhere."""
ARCHITECTURE = ROOT / "docs" / "architecture.md"
SHORT = ("", "scorekeeper", "static/js", "tests", "scorekeeper/tournaments", "scorekeeper/games/actions")
PLACES = [ROOT / place for place in SHORT]
"""Folders that a short path may begin in."""
FILE = re.compile(r"`((?:[\w.-]+/)*[\w-]+\.(?:py|js|css|html|md|toml|sh|txt|mako|po))`(?:\s+\(((?:`\w+`(?:, )?)+))?")
FOLDER = re.compile(r"`((?:[\w.-]+/)+)`")
LINK = re.compile(r"\]\(([^)\s]+)[^)]*\)|src=\"([^\"]+)\"")
MADE = {"dist", "instance", "build", ".venv"}
EACH = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


def found(name: str, document: Path) -> Path | None:
    """Return the file or folder of that name where a document may refer to it."""
    return next((place / name for place in (document.parent, *PLACES) if (place / name).exists()), None)


def text_of(document: Path) -> str:
    """Return a document's text without code blocks."""
    return re.sub(r"^```.*?^```", "", document.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


def defined(name: str, file: Path) -> bool:
    """Return whether a file defines a function, class or value of that name."""
    if file.suffix == ".py":
        here = rf"^\s*(?:async def|def|class) {name}\b|^{name}\b.*="
    else:
        here = rf"^(?:export )?(?:async )?(?:function\*?|const|let|class) {name}\b|^  (?:async )?{name}\(.*\) {{$"
    return re.search(here, file.read_text("utf-8"), re.MULTILINE) is not None


def anchors(document: Path) -> set[str]:
    """Return the anchors of a document's headings."""
    headings = re.findall(r"^#+ (.+)$", text_of(document), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@EACH
def test_every_file_and_folder_that_a_document_names_is_there(document):
    text = text_of(document)
    names = [name for name, _functions in FILE.findall(text)]
    if document.name not in LAW:
        names += [name for name in FOLDER.findall(text) if not [*ROOT.glob(f"scorekeeper/*/{name}")]]
    assert [name for name in names if found(name, document) is None and name.split("/")[0] not in MADE] == []


@EACH
def test_every_function_that_a_document_names_is_in_its_file(document):
    missing = []
    for name, functions in FILE.findall(text_of(document)):
        file = found(name, document)
        missing += [f"{name}: {one}" for one in re.findall(r"`(\w+)`", functions) if file is None or not defined(one, file)]
    assert missing == []


@EACH
def test_every_link_of_a_document_leads_somewhere(document):
    missing = []
    for link in ("".join(pair) for pair in LINK.findall(text_of(document))):
        path, _, anchor = link.partition("#")
        target = document.parent / path if path else document
        if not link.startswith(("http:", "https:", "mailto:")):
            missing += [link] * (not target.exists() or (bool(anchor) and anchor not in anchors(target)))
    assert missing == []


def lives() -> dict[str, list[str]]:
    """Return the steps in the life of a hand, a result, a correction and a printout."""
    parts = re.findall(r"^## The life of (.+?)\n\n(.+?)(?=^## )", ARCHITECTURE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return {what: re.split(r"^\d+\. ", steps, flags=re.MULTILINE)[1:] for what, steps in parts}


def test_four_lives_are_told_in_about_a_dozen_steps_each():
    assert [*lives()] == ["a hand", "a result", "a correction", "a paper"]
    assert all(10 <= len(steps) <= 13 for steps in lives().values())


@pytest.mark.parametrize("what", ["a hand", "a result", "a correction", "a paper"])
def test_the_functions_of_a_life_are_named_with_their_files(what):
    bare = [name for step in lives()[what] for name in re.findall(r"`(\w+(?:\.\w+)*)`", FILE.sub("", step))]
    assert bare == [], "named without the file that defines it: `file.py` (`function`)"
    assert sum(1 for step in lives()[what] if FILE.search(step)) > 0.75 * len(lives()[what])


SUBJECTS = sorted(path.parent for path in (ROOT / "scorekeeper").glob("*/__init__.py"))


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda path: path.name)
def test_every_subject_has_its_law_and_its_words_and_a_place_in_the_order(subject):
    lines = (subject / "README.md").read_text("utf-8").splitlines()
    assert lines[0].startswith("# ")
    assert len([line for line in lines if line]) >= 4
    tree = ARCHITECTURE.read_text("utf-8").split("```")[1]
    named = {name for line in tree.splitlines() for name in re.split(r"  +", line)[0].split(" · ")}
    assert subject.name in named


def test_the_map_of_routes_is_up_to_date():
    """If it fails, run `make routes`."""
    assert routes.MAP.read_text("utf-8") == routes.route_map()


@pytest.mark.slow
def test_what_a_feature_touches_is_counted_in_the_architecture_page():
    table = ARCHITECTURE.read_text("utf-8").split(touches.BEGIN)[1].split(touches.END)[0]
    assert re.findall(r"^\| (\w[^|]*) \|", table, re.MULTILINE) == ["files / folders", *touches.BEFORE]
    assert all(touches.touched(ROOT, *feature) for feature in touches.FEATURES.values()), "an example that is gone"


@pytest.mark.slow
@pytest.mark.parametrize("feature", touches.FEATURES)
def test_what_a_feature_touches_is_counted_anew_when_that_changes(feature):
    """If it fails, run `make touches`."""
    files = touches.touched(ROOT, *touches.FEATURES[feature])
    row = next(line for line in ARCHITECTURE.read_text("utf-8").splitlines() if line.startswith(f"| {feature} |"))
    assert row.split("|")[4].strip() == f"{len(files)} / {len({path.parent for path in files})}"


def test_the_changelog_goes_by_version_and_kind():
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    versions = re.findall(r"^## (.+)$", text, re.MULTILINE)
    numbered = [version for version in versions if version != "Unreleased"]
    assert versions[1:] == numbered or versions == numbered
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", version) for version in numbered)
    newest = Version(numbered[0].split()[0])
    assert Version(VERSION) == newest or (Version(VERSION) > newest and versions[0] == "Unreleased")
    kinds = [re.findall(r"^### (.+)$", part, re.MULTILINE) for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]]
    assert all(found and found == [kind for kind in ("Added", "Changed", "Fixed") if kind in found] for found in kinds)


BY_NAME = re.compile(r"\b(?:uvx|pipx? (?:install|run|download)|uv (?:pip|tool) (?:install|run))(?: -\S+)* deuxcents(?![\w/.*-])")
"""A command that installs the program from a package index, where the name is not registered yet."""


@pytest.mark.parametrize("command", ["uvx deuxcents serve", "pipx install deuxcents", "bin/pip install --upgrade deuxcents"])
def test_a_command_that_installs_by_name_is_seen(command):
    assert BY_NAME.search(command)


def test_no_document_installs_the_program_by_a_name_that_nobody_owns():
    texts = [ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *(one for one in ROOT.glob("packaging/**/*") if one.is_file())]
    assert [
        f"{one.name}: {found[0]}" for one in texts for found in [BY_NAME.search(one.read_text("utf-8", "replace"))] if found
    ] == []
