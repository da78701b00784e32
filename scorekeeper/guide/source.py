"""Reads the guide's Markdown files: pages, their order, titles and sections."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from scorekeeper.core import paths

INDEX = "index"
"""Key of the contents page. Its links define the pages and their order."""
FOLDER = "docs/guide"
PICTURES = "pictures"
_LINKED = re.compile(r"\]\(([\w-]+)\.md\)")

# Raw HTML is off: < and > are plain text. Sphinx parses the same files with the same parser.
PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class GuideSection:
    """A heading with its plain text. The anchor is empty for the page's own title."""

    anchor: str
    title: str
    text: str


@dataclass(frozen=True)
class GuidePage:
    """One page in one language; `tokens` is the text below the title, `sections` the same for the search."""

    key: str
    title: str
    tokens: tuple[Token, ...]
    sections: tuple[GuideSection, ...]


def folder(lang: str) -> Path:
    return paths.resource(FOLDER) / lang


def keys(lang: str) -> tuple[str, ...]:
    """Return the keys of all pages except the contents, in the order of the contents."""
    return tuple(dict.fromkeys(_LINKED.findall((folder(lang) / f"{INDEX}.md").read_text("utf-8"))))


def page(lang: str, key: str) -> GuidePage:
    """Return one page. Raises KeyError if the contents do not list it."""
    if key != INDEX and key not in keys(lang):
        raise KeyError(key)
    file = folder(lang) / f"{key}.md"
    return _read(file, file.stat().st_mtime_ns)


def slug(heading: str) -> str:
    """Return a heading's anchor, as code hosts generate it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@lru_cache(maxsize=128)
def _read(file: Path, stamp: int) -> GuidePage:  # noqa: ARG001 (part of the cache key)
    tokens = PARSER.parse(file.read_text("utf-8"))
    if not tokens or tokens[0].tag != "h1":
        raise ValueError(f"{file}: a page begins with its title")
    for before, token in itertools.pairwise(tokens):
        if before.type == "heading_open":
            before.attrSet("id", slug(_plain(token)))
    return GuidePage(file.stem, _plain(tokens[1]), tuple(tokens[3:]), tuple(_sections(tokens)))


def _sections(tokens: list[Token]) -> list[GuideSection]:
    sections: list[GuideSection] = []
    heading = False
    for token in tokens:
        if token.type == "heading_open":
            heading = True
            anchor = "" if token.tag == "h1" else str(token.attrGet("id"))
            sections.append(GuideSection(anchor, "", ""))
        elif token.type in ("inline", "fence"):
            last, words = sections[-1], _plain(token)
            title, text = (words, "") if heading else (last.title, f"{last.text} {words}".strip())
            sections[-1] = GuideSection(last.anchor, title, text)
            heading = False
    return sections


def _plain(token: Token) -> str:
    """Return a token's text without markup."""
    if token.type == "fence":
        return " ".join(token.content.split())
    return "".join(" " if child.type == "softbreak" else child.content for child in token.children or () if child.type != "image")
