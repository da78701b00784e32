"""Citations in the code: every cited section and rule exists in docs/reference/, and each rule belongs to one section."""

from __future__ import annotations

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from scorekeeper.messages.rules.titles import RULES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
REFERENCE = ROOT / "docs" / "reference"
LAW = {name: REFERENCE / f"{name.replace(' ', '-')}.md" for name in ("rulebook", "game record", "tournament record")}
TEXTS = (".py", ".md", ".js", ".css", ".html", ".txt", ".toml", ".sh", ".mako")
CITED = re.compile(
    r"(?:\b(rulebook|game record|tournament record),?\s+)?\bsections?\s+(\d+(?:(?:,| and| to|–)\s*\d+)*)", re.IGNORECASE
)
LISTED = re.compile(r"^\| `([a-z_0-9.]+)` \| ([a-z ]+), section (\d+) \| (.+) \|$", re.MULTILINE)
ABOUT_A_GAME = ("engine", "formats", "rulings", "rules", "rulebook", "games", "offline")
OTHER_CODES = {
    "start.js": "a script",
    "match.id": "a field of the game record",
    "kitty.missing": "why rules are unsound",
    "pot.missing": "why rules are unsound",
    "deal.from": "why a change is refused",
    "deal.start": "why a change is refused",
}
"""Codes that look like rules but aren't."""


def sections(document: Path) -> dict[int, str]:
    """Return the numbered sections of a document, each with its heading."""
    parts = re.split(r"^## (?=\d+\. )", document.read_text("utf-8"), flags=re.MULTILINE)
    return {int(part.split(".", 1)[0]): part for part in parts[1:]}


def numbers(cited: str) -> list[int]:
    """Return the sections that a citation means: `4`, `1 and 3`, `3, 4, 7 and 8`, `1 to 3`."""
    found = [int(number) for number in re.findall(r"\d+", cited)]
    return [*range(found[0], found[-1] + 1)] if re.search(r"to|–", cited) else found


def texts() -> list[Path]:
    """Return every text file in the repository except the specifications."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    paths = [ROOT / name for name in listed if name.endswith(TEXTS)]
    return [path for path in paths if path.exists() and path not in (*LAW.values(), Path(__file__).resolve())]


@cache
def citations() -> list[tuple[str, str, int]]:
    """Return every cited section: the file, the document (empty if not named) and the number."""
    found = []
    for path in texts():
        for document, cited in CITED.findall(path.read_text("utf-8")):
            found += [(str(path.relative_to(ROOT)), document.lower(), number) for number in numbers(cited)]
    return found


def test_every_section_that_is_cited_is_there():
    there = {(name, number) for name, path in LAW.items() for number in sections(path)}
    missing = [(path, document, number) for path, document, number in citations() if document and (document, number) not in there]
    assert missing == []
    assert len(citations()) > 40


def test_every_citation_says_of_which_document():
    assert [(path, number) for path, document, number in citations() if not document] == []


@pytest.mark.parametrize("name", LAW)
def test_sections_that_the_law_itself_cites_are_there(name):
    there = sections(LAW[name])
    assert [*there] == [*range(1, len(there) + 1)]
    cited = [number for _, found in CITED.findall(LAW[name].read_text("utf-8")) for number in numbers(found)]
    assert set(cited) <= set(there)


def test_every_rule_stands_in_a_section_in_words_that_are_there():
    listed = LISTED.findall((REFERENCE / "rule-ids.md").read_text("utf-8"))
    assert [rule for rule, *_ in listed] == [*RULES]
    missing = [rule for rule, document, number, words in listed if words not in sections(LAW[document]).get(int(number), "")]
    assert missing == []


def test_every_rule_that_the_rulebook_spells_has_a_title():
    """Options (`trump_by`) and files look similar; a rule has a dot and begins with a phase."""
    phases = {rule.split(".")[0] for rule in RULES}
    spelt = re.findall(r"`([a-z]+\.[a-z_0-9]+)`", LAW["rulebook"].read_text("utf-8"))
    assert {rule for rule in spelt if rule.split(".")[0] in phases} <= set(RULES)


def like_rules() -> dict[str, str]:
    """Return whatever looks like a rule in texts about a game, with a file that contains it."""
    phases = "|".join(sorted({rule.split(".")[0] for rule in RULES}))
    word = re.compile(rf"(?:{phases})\.[a-z_0-9]+")
    found = {}
    for folder in ABOUT_A_GAME:
        for path in sorted((ROOT / "scorekeeper" / folder).rglob("*.py")):
            text = path.read_text("utf-8")
            said = [
                node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant) and isinstance(node.value, str)
            ]
            quoted = re.findall(r"`([^`\s]+)`", text)
            found.update({one: str(path.relative_to(ROOT)) for one in (*said, *quoted) if word.fullmatch(one)})
    return found


def test_no_rule_is_cited_that_the_law_does_not_have():
    found = like_rules()
    assert {one: path for one, path in found.items() if one not in RULES and one not in OTHER_CODES} == {}
    assert set(OTHER_CODES) <= set(found)
