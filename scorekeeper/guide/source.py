"""The guide's pages as they are written: which there are, in which order, their titles, their sections."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from scorekeeper.base import paths

INDEX = "index"
"""The page of contents: what its list links to is the guide, in that order."""
FOLDER = "docs/guide"
PICTURES = "pictures"
_LINKED = re.compile(r"\]\(([\w-]+)\.md\)")

# Raw HTML is off: what stands between < and > is text. Sphinx reads the same files with the same parser.
PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class GuideSection:
    """A heading with what stands under it: its anchor (none of the page's own title), its words without marks."""

    anchor: str
    title: str
    text: str


@dataclass(frozen=True)
class GuidePage:
    """One page in one language: its key, its title, everything under the title as tokens, and by sections."""

    key: str
    title: str
    tokens: tuple[Token, ...]
    sections: tuple[GuideSection, ...]


def folder(lang: str) -> Path:
    """Where the pages of a language are written."""
    return paths.resource(FOLDER) / lang


def keys(lang: str) -> tuple[str, ...]:
    """Every page but the contents, in the order in which the contents name them."""
    return tuple(dict.fromkeys(_LINKED.findall((folder(lang) / f"{INDEX}.md").read_text("utf-8"))))


def page(lang: str, key: str) -> GuidePage:
    """One page. Raises KeyError for one that the contents do not name."""
    if key != INDEX and key not in keys(lang):
        raise KeyError(key)
    file = folder(lang) / f"{key}.md"
    return _read(file, file.stat().st_mtime_ns)


def slug(heading: str) -> str:
    """A heading's anchor, as code hosts make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@lru_cache(maxsize=128)
def _read(file: Path, stamp: int) -> GuidePage:  # noqa: ARG001 (read anew when it was changed)
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
    """What a token says without its marks."""
    if token.type == "fence":
        return " ".join(token.content.split())
    return "".join(" " if child.type == "softbreak" else child.content for child in token.children or () if child.type != "image")
