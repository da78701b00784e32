"""Finds a person's names in stored text and replaces them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.core.security.signing import same_name

NAME_FIELDS = frozenset({"name", "players", "seats"})
"""Fields that contain only names."""
TEXT_FIELDS = NAME_FIELDS | {"note", "venue", "prizes", "claim", "reason", "place", "occasion", "ruling", "who", "title"}
"""Fields with free text. Names of one word are replaced only here, because elsewhere they may be keywords."""

_MARKS = re.compile("[\u0300-\u036f]")
_NUMBER = re.compile(r"\s*\(\d")


@dataclass
class NewNames:
    """The replacement for each name, by its normalized form (`signing.same_name`)."""

    become: Mapping[str, str]

    @cached_property
    def _signs(self) -> tuple[str, ...]:
        return tuple(max(key.replace("'", " ").split(), key=len, default=key) for key in self.become)

    @cached_property
    def _longest_first(self) -> list[tuple[str, str]]:
        return sorted(self.become.items(), key=lambda one: -len(one[0]))

    def may_contain_name(self, text: str) -> bool:
        """Return whether a text may contain a name. Fast, with false positives but no false negatives."""
        plain = _MARKS.sub("", unicodedata.normalize("NFKD", text)).casefold()
        for letter, apart in (("œ", "oe"), ("æ", "ae"), ("ø", "o"), ("ł", "l"), ("đ", "d")):
            plain = plain.replace(letter, apart)
        return any(sign in plain for sign in self._signs)

    def of(self, value: Any, where: str = "") -> Any:
        """Return a JSON value with the names replaced. `where`: the field that contains it."""
        if isinstance(value, str):
            return self.in_text(value, where)
        if isinstance(value, Mapping):
            own = where if where == "seats" else ""
            return {name: self.of(one, own or str(name)) for name, one in value.items()}
        if isinstance(value, list | tuple):
            return [self.of(one, where) for one in value]
        return value

    def in_text(self, text: str, where: str) -> str:
        """Return a text with the names replaced."""
        if not self.may_contain_name(text):
            return text
        plain, places = _normalize(text)
        replacements: list[tuple[int, int, str]] = []
        for key, new in self._longest_first:
            if " " not in key and where not in TEXT_FIELDS:
                continue
            for start, end in _find_matches(plain, key):
                span = places[start], _end(text, places[end - 1])
                overlaps = any(a < span[1] and span[0] < b for a, b, _ in replacements)
                if not overlaps and not _is_another(text, span, strict=where in NAME_FIELDS or " " not in key):
                    replacements.append((*span, new))
        for start, stop, new in sorted(replacements, reverse=True):
            text = text[:start] + new + text[stop:]
        return text


def _normalize(text: str) -> tuple[str, list[int]]:
    """Return the normalized text, and the position of each of its characters in the original."""
    out: list[str] = []
    places: list[int] = []
    for place, c in enumerate(text):
        letters = same_name(c)
        if not letters and (c.isspace() or unicodedata.category(c) == "Pd" or c == "−"):
            letters = " " if out and out[-1] != " " else ""
        out += letters
        places += [place] * len(letters)
    return "".join(out), places


def _find_matches(plain: str, key: str) -> Iterator[tuple[int, int]]:
    start = plain.find(key)
    while start >= 0:
        end = start + len(key)
        if not plain[start - 1 : start].isalnum() and not plain[end : end + 1].isalnum():
            yield start, end
        start = plain.find(key, start + 1)


def _end(text: str, last: int) -> int:
    """Return the end of a letter with its combining characters."""
    last += 1
    while last < len(text) and unicodedata.combining(text[last]):
        last += 1
    return last


def _is_another(text: str, span: tuple[int, int], *, strict: bool) -> bool:
    """Return whether the match is part of another name.

    It is if a number in brackets follows. If `strict`, in a field of names only, a hyphen or a capitalized word next to it
    counts too.
    """
    before, after = text[: span[0]], text[span[1] :]
    if _NUMBER.match(after):
        return True
    if not strict:
        return False
    word_before, word_after = before.rsplit(" ", 1), after.split(" ", 2)
    hyphened = before[-1:].isalnum() or before[-1:] in ("-", "‑", "’", "'") or after[:1] in ("-", "‑")
    ahead = (
        before.endswith(" ") and word_before[0].split(" ")[-1][:1].isupper() and not word_before[0].endswith((",", ".", ":", ";"))
    )
    behind = after.startswith(" ") and len(word_after) > 1 and word_after[1][:1].isupper()
    return hyphened or ahead or behind
