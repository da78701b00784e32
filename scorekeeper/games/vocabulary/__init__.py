"""Codes of words, which are read out across a table or written down: made, read again however they were typed, and counted."""

from __future__ import annotations

import difflib
import hashlib
import re
import secrets

from scorekeeper.base.keys import folded
from scorekeeper.base.refusals import Refusal
from scorekeeper.games.vocabulary import english, french

BY_LANGUAGE = {"en": english.WORDS, "fr": french.WORDS}
SHORT, LONG = 4, 8
"""Words of a code that lasts minutes, and of one that is written down for years."""

_ALL = frozenset(word for words in BY_LANGUAGE.values() for word in words)
_LETTERS = re.compile(r"[^\W\d_]+")
LONGEST_READ = 200


def drawn(language: str, many: int) -> str:
    """A code of so many words by chance."""
    words = BY_LANGUAGE.get(language, english.WORDS)
    return " ".join(secrets.choice(words) for _ in range(many))


def derived(language: str, many: int, secret: str) -> str:
    """The code of so many words that follows from a secret: whoever has the one can show the other again."""
    words = BY_LANGUAGE.get(language, english.WORDS)
    number = int.from_bytes(hashlib.sha256(secret.encode()).digest(), "big")
    found = []
    for _ in range(many):
        number, place = divmod(number, len(words))
        found.append(words[place])
    return " ".join(found)


def read(typed: str) -> str:
    """A code as it was typed, in either language: in capitals, with accents, hyphens, commas or numbers between.

    Raises Refusal("code.words") for another number of words; ("code.word") for one that is in no code, with what is meant
    perhaps, ("code.odd") where nothing is near.
    """
    found = _LETTERS.findall(folded(typed[:LONGEST_READ]))
    for place, word in enumerate(found, 1):
        if word not in _ALL:
            near = difflib.get_close_matches(word, _of_most(found), n=1, cutoff=0.7)
            raise Refusal("code.word" if near else "code.odd", "code", place=place, read=word[:20], right=near[0] if near else "")
    if len(found) not in (SHORT, LONG):
        raise Refusal("code.words", "code", read=len(found), short=SHORT, long=LONG)
    return " ".join(found)


def _of_most(said: list[str]) -> tuple[str, ...]:
    """The words of the language that most of a code is in."""
    return max(BY_LANGUAGE.values(), key=lambda words: sum(word in words for word in said))
