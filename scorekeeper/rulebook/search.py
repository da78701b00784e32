"""Search over the whole rulebook: no accents, no case; in the reader's language, and in the other if that has nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.rulebook import book, decisions, glossary, sources
from scorekeeper.rulebook.content import Chapter, texts_of
from scorekeeper.rulebook.entries import entries
from scorekeeper.rulebook.games import HISTORIES
from scorekeeper.rulebook.markup import plain
from scorekeeper.wording.labels import choice_label, option_help, option_label
from scorekeeper.wording.titles import variant_blurb, variant_title

Gettext = Callable[[str], str]

LONGEST_QUERY = 100
MOST_WORDS = 8
MOST_FOUND = 40
_AROUND = 90
_WORD = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True)
class IndexEntry:
    """Something that can be found: where it stands, its title, all its words; `also`: words by which people look for it."""

    place: book.Place
    title: str
    text: str
    also: str = ""


@dataclass(frozen=True)
class SearchHit:
    """A hit. `chapter`: the page's key; `lang`: the language in which it was found; `cut`: (text, whether it was sought)."""

    place: book.Place
    title: str
    lang: str
    cut: tuple[tuple[str, bool], ...]


def folded(text: str) -> str:
    """The text as it is compared: small letters without accents, one character for each of the original.

    Letters that would become two (œ) are folded to their first, so that positions stay the same.
    """
    return "".join(_fold(c) for c in text)


def _fold(c: str) -> str:
    if c in "œŒ":
        return "o"
    if c in "æÆ":
        return "a"
    return unicodedata.normalize("NFD", c)[0].lower()[0]


def words_of(query: str) -> list[str]:
    """What is sought, word by word, folded."""
    spelled = query[:LONGEST_QUERY].replace("œ", "o").replace("Œ", "o").replace("oe", "o").replace("OE", "o")
    return _WORD.findall(folded(spelled))[:MOST_WORDS]


def _sought(text: str) -> str:
    """Folded, with `oe` as `o` followed by a mark, so that coeur finds cœur and the other way round."""
    return folded(text).replace("oe", "o\x00")


def index(t: Gettext) -> list[IndexEntry]:
    """Everything in the book, in one language, in reading order."""
    found = [*_chapter(t, book.HOW), *_chapter(t, book.IRREGULARITIES)]
    for name, entry in entries().items():
        option = RuleSet.options[name]
        choices = [choice_label(t, name, value) for value in option.choices if not isinstance(value, bool)]
        said = [option_help(t, name), *map(t, entry.body), *choices, *map(t, entry.choices.values())]
        found.append(IndexEntry(book.option_place(name), option_label(t, name), plain(" ".join(said)), _also(t, entry.also)))
    for name in book.games_in_order():
        said = [variant_blurb(t, name), *map(t, HISTORIES[name])]
        found.append(IndexEntry(book.Place(f"games/{name}", ""), variant_title(t, name), plain(" ".join(said))))
    found += _chapter(t, book.TACTICS)
    for term in glossary.TERMS:
        found.append(IndexEntry(book.Place("glossary", term.key), t(term.word), t(term.meaning), _also(t, term.also)))
    for decision in decisions.DECISIONS:
        found.append(IndexEntry(book.Place(book.CHOICES.key, decision.key), t(decision.title), t(decision.text)))
    for source in sources.SOURCES:
        found.append(IndexEntry(book.Place("sources", source.key), t(source.title), t(source.about)))
    found.append(IndexEntry(book.Place("sources", "ours"), t(book.SOURCES.title), " ".join(t(text) for text in sources.READING)))
    return found


def _chapter(t: Gettext, chapter: Chapter) -> list[IndexEntry]:
    return [
        IndexEntry(
            book.Place(chapter.key, s.key), t(s.title), plain(" ".join(t(m) for m in texts_of(s)[1:] if m)), _also(t, s.also)
        )
        for s in chapter.sections
    ]


def _also(t: Gettext, message: str) -> str:
    return t(message) if message else ""


@lru_cache(maxsize=8)
def _folded_index(t: Gettext) -> tuple[tuple[IndexEntry, str, str, str], ...]:
    return tuple((entry, _sought(entry.title), _sought(entry.text), _sought(entry.also)) for entry in index(t))


def search(query: str, speakers: dict[str, Gettext], lang: str) -> list[SearchHit]:
    """What the query finds, best first; `speakers`: the words of each language; `lang`: the reader's.

    Every word must stand in the entry, at the beginning of one of its words, or among those by which people look for it; a
    hit in the title counts more. Only where the reader's language has no such entry the others are asked, and last the
    entries that have most of the words.
    """
    words = words_of(query)
    if not words:
        return []
    sought = [re.compile(r"(?<![a-z0-9\x00])" + re.escape(word).replace("o", "o\x00?")) for word in words]
    others = [code for code in speakers if code != lang]
    for code, needed in [(lang, len(words)), *((code, len(words)) for code in others), (lang, len(words) // 2 + 1)]:
        matches = _found(sought, needed, speakers[code])
        if matches:
            titles = {} if code == lang else {entry.place: entry.title for entry, *_ in _folded_index(speakers[lang])}
            return [
                SearchHit(entry.place, titles.get(entry.place, entry.title), code, _cut(sought, entry, title, text, code != lang))
                for entry, title, text in matches[:MOST_FOUND]
            ]
    return []


def _found(sought: list[re.Pattern[str]], needed: int, t: Gettext) -> list[tuple[IndexEntry, str, str]]:
    """The entries that have `needed` of the words, best first, with their folded titles and texts."""
    weighed = [
        (_weight(sought, needed, title, text, also), n, (entry, title, text))
        for n, (entry, title, text, also) in enumerate(_folded_index(t))
    ]
    return [hit for weight, _, hit in sorted(weighed, key=lambda w: (-w[0], w[1])) if weight]


def _weight(sought: list[re.Pattern[str]], needed: int, title: str, text: str, also: str) -> int:
    """0 unless so many of the words are there; more the more of them stand in the title, or in the words it is looked for by."""
    there = sum(bool(word.search(title) or word.search(text) or word.search(also)) for word in sought)
    if there < needed:
        return 0
    in_title = sum(bool(word.search(title)) for word in sought)
    in_also = sum(bool(word.search(also)) for word in sought)
    return there + 4 * max(in_title, in_also) + (4 if in_title == len(sought) and sought[0].match(title) else 0)


def _cut(sought: list[re.Pattern[str]], entry: IndexEntry, title: str, text: str, foreign: bool) -> tuple[tuple[str, bool], ...]:
    """A piece of the text around the first hit, with what was sought marked; in the other language it begins with the title."""
    whole, plain_text = (f"{title}. {text}", f"{entry.title}. {entry.text}") if foreign else (text, entry.text)
    hits = sorted((m.start(), m.end()) for word in sought for m in word.finditer(whole))
    start = max(0, hits[0][0] - _AROUND) if hits else 0
    end = min(len(plain_text), (hits[0][1] if hits else 0) + 2 * _AROUND)
    start = plain_text.rfind(" ", 0, start) + 1 if start else 0
    end = end if end == len(plain_text) else plain_text.rfind(" ", 0, end)
    pieces: list[tuple[str, bool]] = [("… ", False)] if start else []
    at = start
    for left, right in hits:
        if left >= at and right <= end:
            pieces += [(plain_text[at:left], False), (plain_text[left:right], True)]
            at = right
    pieces.append((plain_text[at:end] + (" …" if end < len(plain_text) else ""), False))
    return tuple(piece for piece in pieces if piece[0])
