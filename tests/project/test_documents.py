"""Documents name only files, functions, headings and other documents that exist."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from packaging.version import Version

from scorekeeper.core.version import VERSION
from tools import package_map, routes

ROOT = Path(__file__).resolve().parent.parent.parent
LISTED = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"]
NAMES = subprocess.run(LISTED, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
DOCUMENTS = [ROOT / name for name in sorted(NAMES) if (ROOT / name).exists()]
LAW = ("rulebook.md", "game-record.md", "tournament-record.md")
"""They name folders that are not in this repository."""
ARCHITECTURE = ROOT / "docs" / "architecture.md"
SHORT = ("", "scorekeeper", "static/js", "tests", "scorekeeper/tournaments", "scorekeeper/games/commands")
PLACES = [ROOT / place for place in SHORT]
"""Where a short path starts."""
FILE = re.compile(r"`((?:[\w.-]+/)*[\w-]+\.(?:py|js|css|html|md|toml|sh|txt|mako|po))`(?:\s+\(((?:`\w+`(?:, )?)+))?")
FOLDER = re.compile(r"`((?:[\w.-]+/)+)`")
LINK = re.compile(r"\]\(([^)\s]+)[^)]*\)|src=\"([^\"]+)\"")
MADE = {"dist", "instance", "build", ".venv"}
EACH = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


def find_path(name: str, document: Path) -> Path | None:
    """Return the file or folder that a document means by a name, None if there is none."""
    return next((place / name for place in (document.parent, *PLACES) if (place / name).exists()), None)


def text_of(document: Path) -> str:
    """Return a document's text without its code blocks."""
    return re.sub(r"^```.*?^```", "", document.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


def defined(name: str, file: Path) -> bool:
    """Return whether a module or script defines a function, class or value of that name."""
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
    assert [name for name in names if find_path(name, document) is None and name.split("/")[0] not in MADE] == []


@EACH
def test_every_function_that_a_document_names_is_in_its_file(document):
    missing = []
    for name, functions in FILE.findall(text_of(document)):
        file = find_path(name, document)
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


def path_steps() -> list[str]:
    """Return the steps of the one request that the architecture page follows."""
    section = re.search(r"^## One request.+?\n\n(.+?)(?=^## |\Z)", ARCHITECTURE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert section is not None
    return [step.split("\n\n")[0] for step in re.split(r"^\d+\. ", section[1], flags=re.MULTILINE)[1:]]


def test_one_request_is_followed_in_about_a_dozen_steps():
    assert 10 <= len(path_steps()) <= 13


def test_the_functions_of_the_request_are_named_with_their_files():
    bare = [name for step in path_steps() for name in re.findall(r"`(\w+(?:\.\w+)*)`", FILE.sub("", step))]
    assert bare == [], "write it with its file: `file.py` (`function`)"
    assert all(functions for step in path_steps() for _, functions in FILE.findall(step))
    assert all(FILE.search(step) for step in path_steps())


LONGEST_RECORD = 120
"""Words of a decision."""


def test_every_decision_is_short_and_in_the_index():
    folder = ROOT / "docs" / "decisions"
    records = sorted(folder.glob("0*.md"))
    listed = re.findall(r"^\| (\d+) \| \[(.+)\]\((.+\.md)\) \|$", (folder / "README.md").read_text("utf-8"), re.MULTILINE)
    titles = [(path.read_text("utf-8").splitlines()[0], path.name) for path in records]
    assert [(f"# {number}. {title}", name) for number, title, name in listed] == titles
    assert [path.name for path in records if len(path.read_text("utf-8").split()) > LONGEST_RECORD] == []


SUBJECTS = sorted(path.parent for path in (ROOT / "scorekeeper").glob("*/__init__.py"))


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda path: path.name)
def test_every_package_has_a_readme_and_a_line_in_the_tree(subject):
    lines = (subject / "README.md").read_text("utf-8").splitlines()
    assert lines[0].startswith("# ")
    assert len([line for line in lines if line]) >= 4
    tree = ARCHITECTURE.read_text("utf-8").split("```")[1]
    named = {name for line in tree.splitlines() for name in re.split(r"  +", line)[0].split(" · ")}
    assert subject.name in named


def test_the_url_map_is_up_to_date():
    """If not, run `make routes`."""
    assert routes.MAP.read_text("utf-8") == routes.route_map()


def test_the_diagram_of_packages_is_what_the_imports_say():
    text = ARCHITECTURE.read_text("utf-8")
    assert package_map.page_with(text, package_map.diagram()) == text, "run python -m tools.package_map"


def test_an_import_that_follows_from_others_has_no_arrow():
    assert package_map.without_detours({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == {"a": {"b"}, "b": {"c"}, "c": set()}


@pytest.mark.slow
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
"""A command that installs the app from a package index, where no one owns its name yet."""


@pytest.mark.parametrize("command", ["uvx deuxcents serve", "pipx install deuxcents", "bin/pip install --upgrade deuxcents"])
def test_a_command_that_installs_by_name_is_seen(command):
    assert BY_NAME.search(command)


def test_no_document_installs_the_program_by_a_name_that_nobody_owns():
    texts = [ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *(one for one in ROOT.glob("packaging/**/*") if one.is_file())]
    assert [
        f"{one.name}: {found[0]}" for one in texts for found in [BY_NAME.search(one.read_text("utf-8", "replace"))] if found
    ] == []
