"""Codes made of words, to read out across a table or to write down, and their reading in any spelling."""

from __future__ import annotations

import difflib
import hashlib
import re
import secrets

from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.signing import fold
from scorekeeper.games.vocabulary import english, french

BY_LANGUAGE = {"en": english.WORDS, "fr": french.WORDS}
SHORT, LONG = 4, 8
"""Number of words in a code that lasts minutes, and in one that is written down for years."""

_ALL = frozenset(word for words in BY_LANGUAGE.values() for word in words)
_LETTERS = re.compile(r"[^\W\d_]+")
LONGEST_READ = 200


def random_code(language: str, many: int) -> str:
    """Return a random code of `many` words."""
    words = BY_LANGUAGE.get(language, english.WORDS)
    return " ".join(secrets.choice(words) for _ in range(many))


def derive_code(language: str, many: int, secret: str) -> str:
    """Return the code of `many` words that follows from a secret, so that it can be shown again."""
    words = BY_LANGUAGE.get(language, english.WORDS)
    number = int.from_bytes(hashlib.sha256(secret.encode()).digest(), "big")
    found = []
    for _ in range(many):
        number, place = divmod(number, len(words))
        found.append(words[place])
    return " ".join(found)


def normalize_code(typed: str) -> str:
    """Return a code in standard form from what was typed, in either language.

    Capitals, accents, hyphens, commas and numbers between the words are accepted. Raises Refusal("code.words") for a wrong
    number of words, ("code.word") for an unknown word with a suggestion, and ("code.odd") for one without.
    """
    found = _LETTERS.findall(fold(typed[:LONGEST_READ]))
    for place, word in enumerate(found, 1):
        if word not in _ALL:
            near = difflib.get_close_matches(word, _words_of_main_language(found), n=1, cutoff=0.7)
            raise Refusal("code.word" if near else "code.odd", "code", place=place, read=word[:20], right=near[0] if near else "")
    if len(found) not in (SHORT, LONG):
        raise Refusal("code.words", "code", read=len(found), short=SHORT, long=LONG)
    return " ".join(found)


def _words_of_main_language(code_words: list[str]) -> tuple[str, ...]:
    """Return the words of the language that most of the code is in."""
    return max(BY_LANGUAGE.values(), key=lambda words: sum(word in words for word in code_words))
