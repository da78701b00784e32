r"""Change messages everywhere: in sources, catalogs, the guide's quoted words and tests.

Usage: python -m tools.reword FILE.tsv [--dry-run]

Each line of the file has the old message, a tab and the new one. A third column changes the French: it is the new
translation, or `?` if the old one no longer fits. Then the translation is emptied, and `make catalogs` lists it. A plural
has a line for each form, with both French forms on the first line, separated by a bar. Write `\n` for a line break. The tool
prints which files change, and test lines that look like an old message but were not changed.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from jinja2 import Environment

from tools.catalogs import PLACEHOLDERS, ROOT, catalog_bytes, catalog_path, typeset

SPEAKERS = {"_", "t", "N_", "NN_", "_l", "gettext", "ngettext", "pgettext", "npgettext", "lazy_gettext"}
WIDTH = 96
"""The maximum length of a literal. Longer messages are split into several."""
CODE_WORD = re.compile(r"[a-z]+")
"""A string in a test that could be a value, a key or a name. It is left alone and listed."""
SAFE_IN_TESTS = 12
"""The minimum length of a message that is also replaced inside longer strings in tests."""
GUIDE = ROOT / "docs" / "guide"
OWN_TEST = ROOT / "tests" / "test_reword.py"
FORMAT = ("-m", "ruff", "format", "--quiet")


class WrongLine(Exception):
    """A line of the file is not valid. The message says which one and why."""


@dataclass(frozen=True)
class Rewording:
    """An old message and the new one.

    `french`: the new translation, "" to ask for one, None to keep the old one.
    """

    old: str
    new: str
    french: str | None = None


def read_rewordings(text: str) -> dict[str, Rewording]:
    """Return a file's rewordings by old message. Raises `WrongLine` for an invalid line."""
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        columns = [column.replace("\\n", "\n") for column in line.split("\t")]
        if len(columns) not in (2, 3) or not all(columns[:2]):
            raise WrongLine(f"line {number}: two or three columns with a tab between them, not {line!r}")
        old, new = columns[:2]
        if added := set(PLACEHOLDERS.findall(new)) - set(PLACEHOLDERS.findall(old)):
            raise WrongLine(f"line {number}: the old message has no {', '.join(sorted(added))}")
        if old in found:
            raise WrongLine(f"line {number}: {old!r} is there twice")
        french = None if len(columns) == 2 else "" if columns[2] == "?" else columns[2]
        found[old] = Rewording(old, new, french)
    return found


def pieces(text: str, room: int = WIDTH) -> list[str]:
    """Return a text as literals of at most `room` characters, split after spaces."""
    lines = [""]
    for word in re.findall(r"\S+\s*|\s+", text):
        if lines[-1] and len(lines[-1]) + len(word) > room:
            lines.append("")
        lines[-1] += word
    return [quote(line) for line in lines]


def quote(text: str) -> str:
    """Return a text as a double-quoted literal for Python and Jinja."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def replace_spans(source: str, spans: list[tuple[int, int, str]]) -> str:
    """Return a source with the spans from `start` to `end` replaced."""
    for start, end, text in sorted(spans, reverse=True):
        source = source[:start] + text + source[end:]
    return source


def offsets(source: str) -> list[int]:
    """Return the offset of each line of a source."""
    found = [0]
    for line in source.splitlines(keepends=True):
        found.append(found[-1] + len(line))
    return found


def spans_of(
    source: str, nodes: list[ast.Constant], texts: dict[int, str], *, in_call: bool = True
) -> list[tuple[int, int, str]]:
    """Return the character spans of constants, each with its replacement. `texts` has the new text by node id.

    Babel does not find a message inside extra parentheses. Outside a call, several literals need them.
    """
    begins, lines = offsets(source), source.splitlines(keepends=True)
    spans = []
    for node in nodes:
        start = begins[node.lineno - 1] + len(lines[node.lineno - 1].encode()[: node.col_offset].decode())
        last = node.end_lineno or node.lineno
        end = begins[last - 1] + len(lines[last - 1].encode()[: node.end_col_offset].decode())
        indent = "\n" + " " * node.col_offset
        literals = pieces(texts[id(node)])
        together = indent.join(literals)
        spans.append((start, end, together if in_call or len(literals) == 1 else f"({together})"))
    return spans


def marks_message(call: ast.AST) -> bool:
    """Return whether a call marks a message: `N_("…")`, `t()("…")`."""
    if not isinstance(call, ast.Call):
        return False
    return isinstance(call.func, ast.Call) or getattr(call.func, "id", getattr(call.func, "attr", "")) in SPEAKERS


def reword_python(source: str, rewordings: dict[str, Rewording]) -> str:
    """Return a module with its messages reworded."""
    nodes = [
        part
        for call in ast.walk(ast.parse(source))
        if marks_message(call)
        for arg in call.args  # type: ignore[attr-defined]
        for part in ast.walk(arg)
        if isinstance(part, ast.Constant) and part.value in rewordings
    ]
    unique = list({(node.lineno, node.col_offset): node for node in nodes}.values())
    return replace_spans(source, spans_of(source, unique, {id(node): rewordings[str(node.value)].new for node in unique}))


def reword_template(source: str, rewordings: dict[str, Rewording]) -> str:
    """Return a template with its messages reworded, including messages split into several literals."""
    spans: list[tuple[int, int, str]] = []
    run: list[tuple[int, str]] = []
    place, name, inside = 0, "", False

    def close() -> None:
        if run and inside:
            text = "".join(ast.literal_eval(value) for _, value in run)
            if text in rewordings:
                start, end = run[0][0], run[-1][0] + len(run[-1][1])
                indent = "\n" + " " * (start - source.rfind("\n", 0, start) - 1)
                spans.append((start, end, indent.join(pieces(rewordings[text].new))))
        run.clear()

    for _, token, value in Environment(keep_trailing_newline=True, autoescape=True).lexer.tokeniter(source, None):
        place = source.index(value, place)
        if token == "string":
            run.append((place, value))
        elif token != "whitespace":
            close()
            if token == "name":
                name = value
            elif token == "operator":
                inside = (value == "(" and name in SPEAKERS) or (value == "," and inside)
        place += len(value)
    close()
    return replace_spans(source, spans)


def reword_test(source: str, texts: dict[str, str]) -> str:
    """Return a test with texts replaced: whole strings that can't be code words, and long texts in other strings."""
    long = {old: new for old, new in texts.items() if len(old) >= SAFE_IN_TESTS}
    nodes, become = [], {}
    tree = ast.parse(source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in docstrings:
            continue
        new = texts.get(node.value) if CODE_WORD.fullmatch(node.value) is None else None
        if new is None:
            new = node.value
            for old in sorted((old for old in long if old in new), key=len, reverse=True):
                new = new.replace(old, long[old])
        if new != node.value and "\n" not in new:
            nodes.append(node)
            become[id(node)] = new
    parts = {id(value) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for value in node.values}
    return replace_spans(source, spans_of(source, [node for node in nodes if id(node) not in parts], become, in_call=False))


def reword_guide(text: str, texts: dict[str, str]) -> str:
    """Return a page of the guide with its quoted words (`*Save hand*`) replaced."""
    return re.sub(r"(?<![*\\])\*(?!\*)([^*\n]+)\*(?!\*)", lambda found: f"*{texts.get(found[1], found[1])}*", text)


def reword_catalog(lang: str, rewordings: dict[str, Rewording]) -> tuple[Catalog, dict[str, str]]:
    """Return a language's catalog with reworded messages, and a map from old to new translations."""
    old = read_po(io.BytesIO(catalog_path(lang).read_bytes()), locale=lang)
    new = Catalog(locale=lang, project="scorekeeper", charset="utf-8", fuzzy=False)
    moved: dict[str, str] = {}
    for message in sorted(old, key=lambda one: any(text in rewordings for text in forms(one.id))):
        if not message.id:
            continue
        ids = tuple(rewordings[text].new if text in rewordings else text for text in forms(message.id))
        strings = forms(message.string)
        first = rewordings.get(forms(message.id)[0])
        if lang == "en":
            strings = ids
        elif first and first.french is not None:
            given = tuple(map(typeset, first.french.split("|") if len(strings) > 1 else [first.french]))
            moved |= dict(zip(strings, given, strict=False))
            strings = given if len(given) == len(strings) else ("",) * len(strings)
        key: str | tuple[str, ...] = ids[0] if isinstance(message.id, str) else ids
        if new.get(key, message.context):
            print(f"{lang}: is there already, and keeps its translation: {ids[0]!r}")
            continue
        string: str | tuple[str, ...] = strings[0] if isinstance(message.string, str) else strings
        new.add(key, string, message.locations, auto_comments=message.auto_comments, context=message.context)
    return new, moved


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """Return a message's forms: one, or a singular and plurals."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def suspects(folder: Path, rewordings: dict[str, Rewording]) -> Iterator[str]:
    """Yield test lines that still contain the longest placeholder-free part of an old message."""
    parts = {max(PLACEHOLDERS.split(old), key=len).strip(): old for old in rewordings}
    parts = {part: old for part, old in parts.items() if len(part) >= SAFE_IN_TESTS}
    for path in sorted(path for end in ("*.py", "*.js", "*.json") for path in folder.rglob(end)):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for part, old in parts.items():
                if part in line and part not in rewordings[old].new:
                    yield f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
                    break


def reworded_files(rewordings: dict[str, Rewording], french: dict[str, str]) -> dict[Path, str]:
    """Return the new text of each file that changes, except catalogs. `french` maps old to new translations."""
    texts = {one.old: one.new for one in rewordings.values()}
    found: dict[Path, str] = {}
    for folder, pattern, change in (
        (ROOT / "scorekeeper", "*.py", lambda text: reword_python(text, rewordings)),
        (ROOT / "templates", "*.*", lambda text: reword_template(text, rewordings)),
        (ROOT / "tests", "*.py", lambda text: reword_test(text, french | texts)),
        (GUIDE / "en", "*.md", lambda text: reword_guide(text, texts)),
        (GUIDE / "fr", "*.md", lambda text: reword_guide(text, french)),
    ):
        for path in sorted(folder.rglob(pattern)):
            if path == OWN_TEST:
                continue
            old = path.read_text("utf-8")
            if (new := change(old)) != old:
                found[path] = new
    return found


def read_file(path: Path) -> dict[str, Rewording]:
    """Return the file's rewordings of existing messages, and print the others."""
    english, _ = reword_catalog("en", {})
    known = {text for message in english if message.id for text in forms(message.id)}
    rewordings = read_rewordings(path.read_text("utf-8"))
    for old in sorted(set(rewordings) - known):
        print(f"not a message: {old!r}")
    return {old: one for old, one in rewordings.items() if old in known}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--dry-run", action="store_true", help="print which files would change")
    options = parser.parse_args()
    try:
        rewordings = read_file(options.file)
    except WrongLine as wrong:
        print(f"{options.file}: {wrong}", file=sys.stderr)
        return 2
    catalogs = {lang: reword_catalog(lang, rewordings) for lang in ("en", "fr")}
    changes = reworded_files(rewordings, {old: new for old, new in catalogs["fr"][1].items() if new})
    print(*(path.relative_to(ROOT) for path in changes), sep="\n")
    if options.dry_run:
        return 0
    for path, text in changes.items():
        path.write_text(text, "utf-8")
    for lang, (catalog, _) in catalogs.items():
        catalog_path(lang).write_bytes(catalog_bytes(catalog))
    if python := [str(path) for path in changes if path.suffix == ".py"]:
        subprocess.run([sys.executable, *FORMAT, *python], cwd=ROOT, check=True)  # noqa: S603 (our own files)
    for line in suspects(ROOT / "tests", rewordings):
        print(f"not changed: {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
