"""Search in the whole rulebook, ignoring accents and case: the reader's language first, then the other."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.messages.rules.labels import choice_label, option_help, option_label
from scorekeeper.messages.rules.titles import variant_blurb, variant_title
from scorekeeper.rulebook import book, sources
from scorekeeper.rulebook.chapters import decisions, glossary
from scorekeeper.rulebook.chapters.named_games import HISTORIES
from scorekeeper.rulebook.content import Chapter, strip_markup, texts_of
from scorekeeper.rulebook.options.entries import entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from scorekeeper.messages.marks import Gettext


# Letters with accents and their plain letter. Phones don't have the Unicode tables; a test compares the two.
_ACCENTED = {
    "a": "ÀÁÂÃÄÅàáâãäåĀāĂăĄąǍǎǞǟǠǡǺǻȀȁȂȃȦȧḀḁẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặÅæÆ",
    "b": "ḂḃḄḅḆḇ",
    "c": "ÇçĆćĈĉĊċČčḈḉ",
    "d": "ĎďḊḋḌḍḎḏḐḑḒḓ",
    "e": "ÈÉÊËèéêëĒēĔĕĖėĘęĚěȄȅȆȇȨȩḔḕḖḗḘḙḚḛḜḝẸẹẺẻẼẽẾếỀềỂểỄễỆệ",
    "f": "Ḟḟ",
    "g": "ĜĝĞğĠġĢģǦǧǴǵḠḡ",
    "h": "ĤĥȞȟḢḣḤḥḦḧḨḩḪḫẖ",
    "i": "ÌÍÎÏìíîïĨĩĪīĬĭĮįİǏǐȈȉȊȋḬḭḮḯỈỉỊị",
    "j": "Ĵĵǰ",
    "k": "ĶķǨǩḰḱḲḳḴḵK",
    "l": "ĹĺĻļĽľḶḷḸḹḺḻḼḽ",
    "m": "ḾḿṀṁṂṃ",
    "n": "ÑñŃńŅņŇňǸǹṄṅṆṇṈṉṊṋ",
    "o": "ÒÓÔÕÖòóôõöŌōŎŏŐőƠơǑǒǪǫǬǭȌȍȎȏȪȫȬȭȮȯȰȱṌṍṎṏṐṑṒṓỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợœŒ",
    "p": "ṔṕṖṗ",
    "r": "ŔŕŖŗŘřȐȑȒȓṘṙṚṛṜṝṞṟ",
    "s": "ŚśŜŝŞşŠšȘșṠṡṢṣṤṥṦṧṨṩ",
    "t": "ŢţŤťȚțṪṫṬṭṮṯṰṱẗ",
    "u": "ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲųƯưǓǔǕǖǗǘǙǚǛǜȔȕȖȗṲṳṴṵṶṷṸṹṺṻỤụỦủỨứỪừỬửỮữỰự",
    "v": "ṼṽṾṿ",
    "w": "ŴŵẀẁẂẃẄẅẆẇẈẉẘ",
    "x": "ẊẋẌẍ",
    "y": "ÝýÿŶŷŸȲȳẎẏẙỲỳỴỵỶỷỸỹ",
    "z": "ŹźŻżŽžẐẑẒẓẔẕ",
}
_PLAIN = {accented: plain for plain, letters in _ACCENTED.items() for accented in letters}


def fold_text(text: str) -> str:
    """Return the text in lower case without accents, one character for each of the original.

    A letter that would become two (œ) becomes the first, so that positions stay the same.
    """
    if text.isascii():
        return text.lower()
    for letter in set(text):
        if letter > "\x7f":
            text = text.replace(letter, _PLAIN.get(letter) or letter.lower()[0])
    return text.lower()


LONGEST_QUERY = 100
MOST_WORDS = 8
MOST_FOUND = 40
_AROUND = 90
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_OE = "\x00"
"""Replaces the e of oe, which œ doesn't have."""
_INSIDE = _LETTERS | {_OE}
_NUMBERS = {
    "2": ("two", "deux"),
    "3": ("three", "trois"),
    "4": ("four", "quatre"),
    "5": ("five", "cinq"),
    "6": ("six",),
    "7": ("seven", "sept"),
    "8": ("eight", "huit"),
    "9": ("nine", "neuf"),
    "10": ("ten", "dix"),
}
"""How texts spell the small numbers that people type as digits."""


@dataclass(frozen=True)
class IndexEntry:
    """A search entry: its place, title and text. `also`: other words to find it by."""

    place: book.Place
    title: str
    text: str
    also: str = ""


@dataclass(frozen=True)
class SearchHit:
    """A search result. `lang`: the language it was found in. `cut`: (text, whether it matched)."""

    place: book.Place
    title: str
    lang: str
    cut: tuple[tuple[str, bool], ...]


def words_of(query: str) -> list[str]:
    """Return the words of the query, folded."""
    spelled = query[:LONGEST_QUERY].replace("œ", "o").replace("Œ", "o").replace("oe", "o").replace("OE", "o")
    return "".join([c if c in _LETTERS else " " for c in fold_text(spelled)]).split()[:MOST_WORDS]


def _fold(text: str) -> str:
    """Return the text folded, with `oe` as `o` plus a mark, so that coeur and cœur find each other."""
    return fold_text(text).replace("oe", f"o{_OE}")


def index(t: Gettext) -> list[IndexEntry]:
    """Return everything in the book in one language, in reading order."""
    found = [*_chapter(t, book.HOW), *_chapter(t, book.IRREGULARITIES)]
    for name, entry in entries().items():
        option = RuleSet.options[name]
        choices = [choice_label(t, name, value) for value in option.choices if not isinstance(value, bool)]
        texts = [option_help(t, name), *map(t, entry.body), *choices, *map(t, entry.choices.values())]
        found.append(
            IndexEntry(book.option_place(name), option_label(t, name), strip_markup(" ".join(texts)), _also(t, entry.also))
        )
    for name in book.games_in_order():
        texts = [variant_blurb(t, name), *map(t, HISTORIES[name])]
        found.append(IndexEntry(book.Place(f"games/{name}", ""), variant_title(t, name), strip_markup(" ".join(texts))))
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
            book.Place(chapter.key, s.key),
            t(s.title),
            strip_markup(" ".join(t(m) for m in texts_of(s)[1:] if m)),
            _also(t, s.also),
        )
        for s in chapter.sections
    ]


def _also(t: Gettext, message: str) -> str:
    return t(message) if message else ""


@dataclass(frozen=True)
class FoldedEntry:
    """An entry with its title, text and other words folded for comparison."""

    entry: IndexEntry
    title: str
    text: str
    also: str


def fold_entries(entries: Iterable[IndexEntry]) -> tuple[FoldedEntry, ...]:
    """Return the index ready for searching."""
    return tuple(FoldedEntry(entry, _fold(entry.title), _fold(entry.text), _fold(entry.also)) for entry in entries)


def search(query: str, languages: Sequence[str], index_in: Callable[[str], Sequence[FoldedEntry]], lang: str) -> list[SearchHit]:
    """Return what the query finds, best first. `languages`: all languages. `lang`: the reader's.

    Every word must begin a word of the entry or one of its other words. A match in the title counts more.
    A single letter or a number must be a whole word. Small numbers also match when spelled out.
    If the reader's language has no match, the other languages are tried, then entries with most of the words.
    """
    words = words_of(query)
    if not words:
        return []
    others = [code for code in languages if code != lang]
    for code, needed in [(lang, len(words)), *((code, len(words)) for code in others), (lang, len(words) // 2 + 1)]:
        matches = _matching_entries(words, needed, index_in(code))
        if matches:
            titles = {} if code == lang else {known.entry.place: known.entry.title for known in index_in(lang)}
            return [
                SearchHit(
                    hit.entry.place, titles.get(hit.entry.place, hit.entry.title), code, _cut(words, hit, foreign=code != lang)
                )
                for hit in matches[:MOST_FOUND]
            ]
    return []


def _matching_entries(words: list[str], needed: int, index: Sequence[FoldedEntry]) -> list[FoldedEntry]:
    """Return the entries with `needed` of the words, best first."""
    scored = [(_match_score(words, needed, entry), n, entry) for n, entry in enumerate(index)]
    return [hit for weight, _, hit in sorted(scored, key=lambda w: (-w[0], w[1])) if weight]


def _match_score(words: list[str], needed: int, known: FoldedEntry) -> int:
    """Return the score of an entry, higher for matches in its title or other words; 0 with too few matches."""
    in_title = [_occurs_in(word, known.title) for word in words]
    in_also = [_occurs_in(word, known.also) for word in words]
    rest = zip(words, in_title, in_also, strict=True)
    match_count = sum(title or also or _occurs_in(word, known.text) for word, title, also in rest)
    if match_count < needed:
        return 0
    begins = all(in_title) and any(start == 0 for start, _ in _match_spans(words[0], known.title))
    return match_count + 4 * max(sum(in_title), sum(in_also)) + (4 if begins else 0)


def _occurs_in(word: str, text: str) -> bool:
    return next(_match_spans(word, text), None) is not None


def _match_spans(word: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each match: the beginning of a word, or a whole word for a letter or number."""
    for spelled in _NUMBERS.get(word, ()):
        yield from _match_spans(spelled, text)
    needs_whole_word = len(word) == 1 or word.isdigit()
    plain = word[: word.find("o") + 1] or word  # the part that the text spells the same way
    at = text.find(plain)
    while at >= 0:
        end = None if at and text[at - 1] in _INSIDE else _match_end(word, text, at)
        if needs_whole_word and end is not None and text[end : end + 1] in _INSIDE:
            end = None
        if end is not None:
            yield at, end
        at = text.find(plain, at + 1 if end is None else end)


def _match_end(word: str, text: str, at: int) -> int | None:
    """Return the end of the word that begins at `at`, or None if another word is there."""
    for letter in word:
        if text[at : at + 1] != letter:
            return None
        at += 1
        if letter == "o" and text[at : at + 1] == _OE:
            at += 1
    return at


def _cut(words: list[str], hit: FoldedEntry, *, foreign: bool) -> tuple[tuple[str, bool], ...]:
    """Return the text around the first match, with matches marked.

    In the other language it begins with the title.
    """
    folded_text, plain_text = hit.text, hit.entry.text
    if foreign:
        folded_text, plain_text = f"{hit.title}. {folded_text}", f"{hit.entry.title}. {plain_text}"
    hits = sorted(place for word in words for place in _match_spans(word, folded_text))
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
