"""How names appear in public: in full, as first name and initial, or as a number.

This is chosen for a club or a single event. The director's desk always shows full names. If two shortened names are equal,
they get another letter. If that does not help, or would reveal the whole name, they get a number.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence

from scorekeeper.core.security.signing import fold, same_name

FULL, INITIAL, NUMBER = "full", "initial", "number"
CHOICES = (FULL, INITIAL, NUMBER)
"""How much of a name the public sees, from most to least."""

MOST_LETTERS = 3
"""Maximum letters shown of a family name. The whole name is never shown."""

_MARK = re.compile(r"\(\d+\)")
_JOINERS = (" & ", " + ", " / ")
_PARTICLES = frozenset("d da das de del della den der des di do dos du el la le les l o st ste van von".split())  # noqa: SIM905
"""Particles before a family name."""


def strictest(choices: Iterable[str | None]) -> str:
    """Return the choice that shows least. None and unknown values are ignored."""
    return max((one for one in choices if one in CHOICES), key=CHOICES.index, default=FULL)


def number_name(number: object) -> str:
    return f"#{number}"


def split_name(name: str) -> tuple[str, str, str]:
    """Return first name, family name and a suffix such as `(2)`.

    A family name in front is recognized by a comma, or by capitals if the rest has none.
    """
    words, mark = name.split(), ""
    if len(words) > 1 and words[-1].startswith("("):
        mark = words.pop() if words[-1].strip("()").isdecimal() else words.pop() and ""
    text = " ".join(words)
    family, comma, first = text.partition(",")
    if comma and family.strip() and first.strip():
        return first.split()[0], family.strip(), mark
    loud = [len(word) > 1 and word.isupper() for word in words]
    if loud and loud[0] and not all(loud):
        last = next(place for place, one in enumerate(loud) if not one)
        return words[last], " ".join(words[:last]), mark
    return (words[0] if words else ""), " ".join(words[1:]), mark


def without_number(name: str) -> str:
    """Return the name without a number that distinguishes it."""
    text, _space, mark = name.rpartition(" ")
    return text if text and _MARK.fullmatch(mark) else name


def short_name(name: str, letters: int = 1) -> str:
    """Return `Marie L.` for Marie Leblanc, LEBLANC Marie or Leblanc, Marie. A single word is returned unchanged."""
    first, family, mark = split_name(name)
    core = _core(family)
    return " ".join(part for part in (first, f"{core[:letters]}." if core else "", mark) if part)


def _core(family: str) -> str:
    """Return the family name without particles: de la Tour, d’Entremont."""
    words = "".join(c if c.isalnum() else " " for c in family).split()
    core_words = [word for word in words if fold(word) not in _PARTICLES]
    return (core_words or words or [""])[0]


def _most_letters(name: str) -> int:
    """Return how many letters of the family name may be shown: never all, unless it has only one."""
    return max(1, min(MOST_LETTERS, len(_core(split_name(name)[1])) - 1))


def initials(people: Mapping[Hashable, tuple[str, object]]) -> dict[Hashable, str]:
    """Return distinct short names. `people`: name and number of each, by any key.

    A number after a name, as in `Marie Leblanc (2)`, is dropped, because it would reveal that someone else has the same
    name.
    """
    people = {who: (without_number(name), number) for who, (name, number) in people.items()}
    called = {who: short_name(name) for who, (name, _) in people.items()}
    for letters in range(2, MOST_LETTERS + 1):
        ambiguous = _ambiguous_keys(called)
        if not ambiguous:
            return called
        called |= {who: short_name(name, min(letters, _most_letters(name))) for who in ambiguous for name in (people[who][0],)}
    return called | {who: f"{called[who]} ({people[who][1]})" for who in _ambiguous_keys(called)}


def _ambiguous_keys(called: Mapping[Hashable, str]) -> list[Hashable]:
    groups: dict[str, list[Hashable]] = {}
    for who, text in called.items():
        groups.setdefault(same_name(text), []).append(who)
    return [who for group in groups.values() if len(group) > 1 for who in group]


def split_pair(name: str) -> list[str]:
    """Split the name of a pair whose players are not listed: `Aline Roy & Denis Cormier`."""
    for joiner in _JOINERS:
        parts = [part.strip() for part in name.split(joiner)]
        if len(parts) > 1 and all(parts):
            return parts
    return [name]


def reveals_family_name(name: str, players: Sequence[str]) -> bool:
    """Return whether a team's name contains a family name of its players."""
    words = set(same_name(name).replace("&", " ").split())
    families = (word for player in players for word in same_name(split_name(player)[1]).split() if word not in _PARTICLES)
    return not words.isdisjoint(families)
