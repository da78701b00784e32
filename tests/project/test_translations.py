"""The catalogs are complete, and French follows French typography."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent
PLACEHOLDERS = re.compile(r"%\(\w+\)[sd]|\{\w+(?:!r)?\}")

SPEAKERS = {"_", "t", "N_", "_l", "gettext", "ngettext", "lazy_gettext", "pgettext"}
"""Functions that mark messages. `t()("…")` is a call on a call."""


def catalog(lang):
    with (ROOT / f"scorekeeper/translations/{lang}/LC_MESSAGES/messages.po").open("rb") as file:
        return read_po(file, locale=lang)


def pairs(lang):
    """Yield (message id, translation), with plural forms separately."""
    for message in catalog(lang):
        if isinstance(message.id, str):
            if message.id:
                yield message.id, message.string
        else:
            for i, string in enumerate(message.string):
                yield message.id[min(i, 1)], string


def test_every_message_of_the_sources_is_in_the_catalogs_and_translated():
    command = [sys.executable, "tools/catalogs.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(f"run `make catalogs` and translate what it lists\n{done.stdout}{done.stderr}", pytrace=False)


def speaks(call):
    return isinstance(call, ast.Call) and (
        getattr(call.func, "id", getattr(call.func, "attr", "")) in SPEAKERS or isinstance(call.func, ast.Call)
    )


def spoken_inside_f_strings():
    """Yield messages in f-strings and f-strings in messages, which only some Python versions collect."""
    for path in sorted((ROOT / "scorekeeper").rglob("*.py")):
        tree = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        strings = [node for node in tree if isinstance(node, ast.JoinedStr)]
        inside = [call.args[0] for string in strings for call in ast.walk(string) if speaks(call) and call.args]
        said = [part for call in tree if speaks(call) for arg in call.args for part in ast.walk(arg)]
        values = [value for part in said if isinstance(part, ast.JoinedStr) for value in part.values]
        inside += [part for value in values if isinstance(value, ast.FormattedValue) for part in ast.walk(value.value)]
        yield from (f"{path.relative_to(ROOT)}:{one.lineno}: {one.value}" for one in inside if isinstance(one, ast.Constant))


def test_no_message_stands_inside_an_f_string_where_only_newer_pythons_find_it():
    assert sorted(set(spoken_inside_f_strings())) == []


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_translation_has_the_placeholders_of_its_message(lang):
    wrong = [said for said in pairs(lang) if said[1] and set(PLACEHOLDERS.findall(said[0])) != set(PLACEHOLDERS.findall(said[1]))]
    assert wrong == []


def test_the_english_catalog_repeats_the_message_ids():
    assert all(message == string for message, string in pairs("en"))


CODE = re.compile(r"%\(\w+\)s|\{\w+(!r)?\}(:\{\w+\})?|<[^>]*>|`[^`]*`|[A-Z][A-Za-z]*(-[A-Z][A-Za-z]*)*: (\"x\"|\d|Bearer)")
MISSET = re.compile(r"[ ][:;!?»]|«[ ]|[\w)»][;!?]|\w:(?!//|\d)|['\"]")
"""A plain or a missing space at a mark that has its own in French, and marks that French does not use."""


def test_french_has_its_own_spaces_quotation_marks_and_apostrophes():
    said = [(string, CODE.sub("x", CODE.sub("x", string))) for _, string in pairs("fr")]
    assert [string for string, text in said if MISSET.search(text)] == []


def french_guide():
    """(place, line) of every line of the French guide's prose: code and addresses are one letter."""
    aside = re.compile(r"^```.*?^```$|`[^`\n]*`|(?<=\]\()[^)\n]*(?=\))", re.MULTILINE | re.DOTALL)
    for path in sorted((ROOT / "docs/guide/fr").glob("*.md")):
        prose = aside.sub(lambda found: "x" + "\n" * found[0].count("\n"), path.read_text("utf-8"))
        yield from ((f"{path.name}:{n}", line) for n, line in enumerate(prose.splitlines(), 1))


def test_the_french_guide_is_set_like_the_catalog_and_addresses_nobody_as_tu():
    wrong = re.compile(rf"{MISSET.pattern}|\d (?:min|h|Mo|ko|%|\$)(?!\w)|\b(?:[Tt]u|[Tt]oi|[Tt]on|[Tt]es)\b")
    assert [where for where, line in french_guide() if wrong.search(line)] == []


def test_french_needs_no_elision_before_a_name():
    """*de* or *que* before a name that begins with a vowel would be wrong: the sentence is turned instead."""
    names = "name|names|who|player|players|side|other|others|contractor|dealer|partner"
    elided = re.compile(rf"\b(?:de|que|si|le|la|ne|jusque|lorsque|puisque) %\((?:{names})\)s", re.IGNORECASE)
    assert [string for _, string in pairs("fr") if elided.search(string)] == []


def test_french_addresses_nobody_as_tu():
    familiar = re.compile(r"\b(tu|toi|ton|tes)\b", re.IGNORECASE)
    assert [string for _, string in pairs("fr") if familiar.search(string)] == []


HE = re.compile(r"\b(he|his|him|himself)\b", re.IGNORECASE)
"""Gendered words, which the program doesn't use for players or directors."""


def test_nobody_who_plays_or_directs_is_called_he():
    said = [message for message, _ in pairs("en") if HE.search(message)]
    written = [path for path in sorted((ROOT / "scorekeeper").rglob("*")) if path.suffix in (".py", ".md")]
    written += [
        *sorted((ROOT / "docs").rglob("*.md")),
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    ]
    assert said + [str(path) for path in written if HE.search(path.read_text("utf-8"))] == []


def test_words_are_asked_for_at_one_door():
    other = re.compile(r"from flask_babel import .*gettext|import flask_babel")
    asking = [path for path in sorted((ROOT / "scorekeeper").rglob("*.py")) if other.search(path.read_text("utf-8"))]
    assert [str(path) for path in asking if path.name != "translation.py"] == []
