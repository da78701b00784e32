"""Count messages, documents, docstrings and names, and the phrases in them that the style guide replaces.

Usage: python -m tools.words [--hits KIND] [--names] [--long] [--draw N --seed S --of KIND]

Without an option, print the counts. `--hits`: print each phrase, its place and what to write instead. `--names`: print
the names that anything could have. `--long`: print messages of more than 25 words. `--draw`: print a random sample.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
CATALOG = ROOT / "scorekeeper" / "translations" / "en" / "LC_MESSAGES" / "messages.po"
PATTERNS = ROOT / "tools" / "plain_words.toml"
GLOSSARY = ROOT / "docs" / "glossary.md"
LONGEST = 25
"""Words in the longest message that reads well on a page."""
RULEBOOK = "scorekeeper/rulebook/"
NOT_READ = {".venv", "build", "node_modules", "instance"}
GENERATED = {
    *(ROOT / "tests" / name for name in ("app/routes.md", "app/who_gets_in.md")),
    ROOT / "docs" / "reference" / "command-line.md",
}
"""Lists for tests, and the help texts, which are counted as messages."""
CODE = re.compile(r"`[^`]*`")
KINDS = ("messages", "documents", "docstrings")


@dataclass(frozen=True)
class Text:
    """A text and its place: `file:line` for documents and docstrings, the first file for messages."""

    where: str
    text: str


@dataclass(frozen=True)
class Hit:
    """A phrase to replace, its place and what to write instead."""

    where: str
    found: str
    write: str


def read_patterns() -> list[tuple[re.Pattern[str], str]]:
    """Return patterns with their replacements, from plain_words.toml and from the glossary's banned words."""
    listed = tomllib.loads(PATTERNS.read_text("utf-8"))["pattern"]
    pairs = [(one["find"], one["write"]) for one in listed]
    pairs += [(rf"\b{re.escape(word)}\b", term.english) for term in read_glossary() for word in term.ruled_out]
    return [(re.compile(find, re.IGNORECASE | re.MULTILINE), write) for find, write in pairs]


@dataclass(frozen=True)
class Term:
    """A row of docs/glossary.md. `ruled_out`: words banned in every text."""

    english: str
    french: str
    meaning: str
    ruled_out: tuple[str, ...]


def read_glossary() -> list[Term]:
    """Return the terms of docs/glossary.md in order."""
    rows = [line.strip().strip("|").split("|") for line in GLOSSARY.read_text("utf-8").splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in row] for row in rows if len(row) == 4]
    terms = [row for row in cells if row[0] not in ("English", "---")]
    return [Term(row[0], row[1], row[2], tuple(word.strip() for word in row[3].split(",") if word.strip())) for row in terms]


def messages() -> Iterator[Text]:
    """Yield every English message, and for a plural its singular."""
    with CATALOG.open("rb") as file:
        for message in read_po(file, locale="en"):
            if message.id:
                text = message.id if isinstance(message.id, str) else message.id[0]
                yield Text(message.locations[0][0], text)


def document_paths() -> list[Path]:
    """Return every Markdown document in the project, except French ones."""
    paths = (path for path in ROOT.rglob("*.md") if not NOT_READ & set(path.relative_to(ROOT).parts) and path not in GENERATED)
    return sorted(path for path in paths if "fr" not in path.relative_to(ROOT).parts)


def documents() -> Iterator[Text]:
    """Yield every line of every document."""
    for path in document_paths():
        if path == GLOSSARY:
            continue
        fenced = False
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            fence = line.lstrip().startswith("```")
            fenced ^= fence
            if not fenced and not fence:
                yield Text(f"{path.relative_to(ROOT)}:{number}", CODE.sub("`code`", line))


def docstrings() -> Iterator[Text]:
    """Yield every docstring of the package."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for path in sorted((ROOT / "scorekeeper").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, kinds) and (text := ast.get_docstring(node)):
                yield Text(f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}", CODE.sub("`code`", text))


def names() -> Iterator[Text]:
    """Yield the name of every module, function and method of the package."""
    for path in sorted((ROOT / "scorekeeper").rglob("*.py")):
        where = str(path.relative_to(ROOT))
        yield Text(where, path.stem)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield Text(f"{where}:{node.lineno}", node.name)


def private_names() -> list[Text]:
    """Return the names that anything could have: those listed in plain_words.toml."""
    listed = set(tomllib.loads(PATTERNS.read_text("utf-8"))["private_names"])
    return [one for one in names() if one.text.strip("_") in listed]


SOURCES = {"messages": messages, "documents": documents, "docstrings": docstrings}


def find_hits(texts: Iterable[Text], patterns: list[tuple[re.Pattern[str], str]]) -> list[Hit]:
    """Return the first phrase to replace in each text that has one."""
    hits = []
    for one in texts:
        for pattern, write in patterns:
            if found := pattern.search(one.text):
                hits.append(Hit(one.where, found[0].strip(), write))
                break
    return hits


def count_words(text: str) -> int:
    return len(text.split())


def long_messages() -> list[Text]:
    """Return the messages of more than `LONGEST` words."""
    return [one for one in messages() if count_words(one.text) > LONGEST]


def print_counts() -> None:
    """Print the size of each kind of text, then the words in each document, longest first."""
    patterns = read_patterns()
    for kind in KINDS:
        texts = list(SOURCES[kind]())
        words = sum(count_words(one.text) for one in texts)
        unit = "lines" if kind == "documents" else kind
        print(f"{kind:12}{len(texts):7,} {unit:10}{words:8,} words {len(find_hits(texts, patterns)):6,} with a phrase to replace")
    print(f"{'names':12}{sum(1 for _ in names()):7,} {'':10}{'':14} {len(private_names()):6,} that anything could have")
    long, many = long_messages(), sum(1 for _ in messages())
    prose = sum(1 for one in long if one.where.startswith(RULEBOOK))
    print(f"{'':12}{len(long):7,} messages of more than {LONGEST} words ({len(long) / many:.1%})")
    print(f"{'':12}{len(long) - prose:7,} of them outside the rulebook's prose ({(len(long) - prose) / many:.1%})")
    counts = [(count_words(path.read_text("utf-8")), path.relative_to(ROOT)) for path in document_paths()]
    for words, path in sorted(counts, reverse=True):
        print(f"{words:7,} words  {path}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hits", choices=KINDS)
    parser.add_argument("--names", action="store_true")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--draw", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--of", choices=KINDS, default="messages")
    options = parser.parse_args()
    if options.hits:
        for hit in find_hits(SOURCES[options.hits](), read_patterns()):
            print(f"{hit.where}: “{hit.found}”: {hit.write}")
    elif options.names:
        for one in private_names():
            print(f"{one.where}: {one.text}")
    elif options.long:
        for one in long_messages():
            print(f"{count_words(one.text):3} {one.where}: {one.text}")
    elif options.draw:
        texts = [one for one in SOURCES[options.of]() if one.text.strip()]
        print(f"seed {options.seed}")
        for one in random.Random(options.seed).sample(texts, min(options.draw, len(texts))):  # noqa: S311
            print(f"- {one.where}: {one.text!r}")
    else:
        print_counts()


if __name__ == "__main__":
    main()
