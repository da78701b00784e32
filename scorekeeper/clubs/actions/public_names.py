"""What people are called where everybody reads: by whole name, by first name and initial, or by number.

Whoever runs a club, or an evening, chooses. The desk always has whole names. Two who would be called alike get a letter more,
and where letters do not do it, or would spell out the name, their number.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence

from scorekeeper.base.keys import folded, same_name

FULL, INITIAL, NUMBER = "full", "initial", "number"
CHOICES = (FULL, INITIAL, NUMBER)
"""How much of a name everybody sees, the most first."""

MOST_LETTERS = 3
"""Of a family name, and never all of it."""

_MARK = re.compile(r"\(\d+\)")
_JOINERS = (" & ", " + ", " / ")
_PARTICLES = frozenset("d da das de del della den der des di do dos du el la le les l o st ste van von".split())  # noqa: SIM905
"""What leads up to a family name."""


def strictest(choices: Iterable[str | None]) -> str:
    """Of several choices the one that shows least; what is not chosen does not count."""
    return max((one for one in choices if one in CHOICES), key=CHOICES.index, default=FULL)


def numbered(number: object) -> str:
    """Somebody by number alone."""
    return f"#{number}"


def split(name: str) -> tuple[str, str, str]:
    """First name, family name, and a mark behind them such as `(2)`. Family names that stand first are known by a comma, or by
    being all capitals where the rest is not.
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


def unmarked(name: str) -> str:
    """The name without a number behind it that tells it apart."""
    text, _space, mark = name.rpartition(" ")
    return text if text and _MARK.fullmatch(mark) else name


def short(name: str, letters: int = 1) -> str:
    """`Marie L.` of Marie Leblanc; the same of LEBLANC Marie and of Leblanc, Marie. Of one word: that word."""
    first, family, mark = split(name)
    core = _core(family)
    return " ".join(part for part in (first, f"{core[:letters]}." if core else "", mark) if part)


def _core(family: str) -> str:
    """The family name without what leads up to it: de la Tour, d’Entremont."""
    words = "".join(c if c.isalnum() else " " for c in family).split()
    named = [word for word in words if folded(word) not in _PARTICLES]
    return (named or words or [""])[0]


def _most(name: str) -> int:
    """How many letters of a family name may be told: never all of them, unless it has only one."""
    return max(1, min(MOST_LETTERS, len(_core(split(name)[1])) - 1))


def initials(people: Mapping[Hashable, tuple[str, object]]) -> dict[Hashable, str]:
    """What each is called by first name and initial, told apart. `people`: name and number, by whatever stands for a person.

    A number behind a name, as in `Marie Leblanc (2)`, does not count: it would say that somebody else has the whole name.
    """
    people = {who: (unmarked(name), number) for who, (name, number) in people.items()}
    called = {who: short(name) for who, (name, _) in people.items()}
    for letters in range(2, MOST_LETTERS + 1):
        alike = _alike(called)
        if not alike:
            return called
        called |= {who: short(name, min(letters, _most(name))) for who in alike for name in (people[who][0],)}
    return called | {who: f"{called[who]} ({people[who][1]})" for who in _alike(called)}


def _alike(called: Mapping[Hashable, str]) -> list[Hashable]:
    groups: dict[str, list[Hashable]] = {}
    for who, text in called.items():
        groups.setdefault(same_name(text), []).append(who)
    return [who for group in groups.values() if len(group) > 1 for who in group]


def together(name: str) -> list[str]:
    """The people in the name of a pair whose players nobody named: `Aline Roy & Denis Cormier`."""
    for joiner in _JOINERS:
        parts = [part.strip() for part in name.split(joiner)]
        if len(parts) > 1 and all(parts):
            return parts
    return [name]


def tells(name: str, players: Sequence[str]) -> bool:
    """Whether what a team calls itself has a family name of its players in it."""
    words = set(same_name(name).replace("&", " ").split())
    families = (word for player in players for word in same_name(split(player)[1]).split() if word not in _PARTICLES)
    return not words.isdisjoint(families)
