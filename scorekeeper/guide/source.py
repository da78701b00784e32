"""Reads the guide's Markdown files, and searches them. Each word of the query must begin a word of the section."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.core import paths
from scorekeeper.rulebook.search import fold_text, words_of

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

INDEX = "index"
"""Key of the contents page. Its links define the pages and their order."""
FOLDER = "docs/guide"
PICTURES = "pictures"
_LINKED = re.compile(r"\]\(([\w-]+)\.md\)")


@cache
def parser() -> MarkdownIt:
    """Return the parser. Raw HTML is off: < and > are plain text. Sphinx parses the same files with the same parser."""
    from markdown_it import MarkdownIt  # slow to import, and seldom needed

    return MarkdownIt("commonmark", {"html": False}).enable("table")


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
    tokens = parser().parse(file.read_text("utf-8"))
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


MOST_FOUND = 30
EXCERPT_CHARACTERS = 140


@dataclass(frozen=True)
class SearchHit:
    """A matching section: its page's key and title, the section, and an excerpt."""

    key: str
    page: str
    section: GuideSection
    excerpt: str


def search_guide(query: str, lang: str) -> list[SearchHit]:
    """Return the sections that contain all words, title matches first. Accents and case are ignored."""
    sought = [re.compile(r"(?<![a-z0-9])" + re.escape(word)) for word in words_of(query)]
    if not sought:
        return []
    hits: list[tuple[int, SearchHit]] = []
    for key in (key for key in keys(lang) if key != INDEX):
        guide_page = page(lang, key)
        for section in guide_page.sections:
            title, text = fold_text(section.title), fold_text(section.text)
            if all(word.search(title) or word.search(text) for word in sought):
                in_title = sum(1 for word in sought if word.search(title))
                hits.append((-in_title, SearchHit(key, guide_page.title, section, _excerpt(section.text, text, sought))))
    return [hit for _weight, hit in sorted(hits, key=lambda hit: hit[0])][:MOST_FOUND]


def _excerpt(text: str, searched: str, sought: list[re.Pattern[str]]) -> str:
    """Return the text around the first match. `searched` is the same text, folded letter by letter."""
    starts = [match.start() for match in (word.search(searched) for word in sought) if match]
    first = min(starts, default=0)
    start = text.rfind(" ", 0, max(0, first - EXCERPT_CHARACTERS // 2)) + 1 if first > EXCERPT_CHARACTERS // 2 else 0
    end = len(text) if len(text) <= start + 2 * EXCERPT_CHARACTERS else text.rfind(" ", 0, start + 2 * EXCERPT_CHARACTERS)
    return ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")
