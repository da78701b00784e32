"""Searches the guide. Each word of the query must begin a word of the section."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scorekeeper.guide.source import INDEX, GuideSection, keys, page
from scorekeeper.rulebook.search import fold_text, words_of

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
        shown = page(lang, key)
        for section in shown.sections:
            title, text = fold_text(section.title), fold_text(section.text)
            if all(word.search(title) or word.search(text) for word in sought):
                in_title = sum(1 for word in sought if word.search(title))
                hits.append((-in_title, SearchHit(key, shown.title, section, _excerpt(section.text, text, sought))))
    return [hit for _weight, hit in sorted(hits, key=lambda hit: hit[0])][:MOST_FOUND]


def _excerpt(text: str, searched: str, sought: list[re.Pattern[str]]) -> str:
    """Return the text around the first match. `searched` is the same text, folded letter by letter."""
    starts = [match.start() for match in (word.search(searched) for word in sought) if match]
    first = min(starts, default=0)
    start = text.rfind(" ", 0, max(0, first - EXCERPT_CHARACTERS // 2)) + 1 if first > EXCERPT_CHARACTERS // 2 else 0
    end = len(text) if len(text) <= start + 2 * EXCERPT_CHARACTERS else text.rfind(" ", 0, start + 2 * EXCERPT_CHARACTERS)
    return ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")
