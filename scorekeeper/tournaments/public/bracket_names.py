"""Names in the boxes of a bracket's picture: short enough in any font, and no two alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

SIZES = (13, 12, 11)
"""Font sizes in units of the drawing, largest first. `tournaments/bracket.css` has a class for each."""

# Widths in ems of the widest font that may be used (DejaVu Sans Bold). With any other there is room to spare.
_EMS = {
    **dict.fromkeys("'ijlIJ .,’-", 0.39),
    **dict.fromkeys("frt()–", 0.5),
    **dict.fromkeys("zcçsLvxyîïíì", 0.66),
    **dict.fromkeys("CPZBAKRVXUGDHNOQÀÂÇÔÖÎ&", 0.86),
    **dict.fromkeys("wmMWœŒ…", 1.1),
}
_OTHER, _WIDE = 0.73, 1.1


@dataclass(frozen=True)
class ShortName:
    """A name as drawn, with its font size."""

    text: str
    size: int


def width_of(text: str, size: float) -> float:
    """Return the greatest width a text can have, in units of the drawing."""
    return size * sum(_EMS.get(c, _WIDE if ord(c) > 0x2E80 else _OTHER) for c in text)


def shorten_names(names: Mapping[str, object], room: float) -> dict[str, ShortName]:
    """Return the longest form of each name that fits and differs from all others.

    Values of `names`: the numbers that distinguish equal names.
    """
    forms = {name: list(_forms(name, room)) for name in names}
    level = dict.fromkeys(names, 0)
    while True:
        chosen = {name: forms[name][level[name]] for name in names}
        alike = _equal_names(chosen)
        free = [name for name in alike if level[name] + 1 < len(forms[name])]
        if not free:
            break
        for name in free:
            level[name] += 1
    return {name: _with_number(forms[name][0], names[name], room) if name in alike else one for name, one in chosen.items()}


def _equal_names(chosen: Mapping[str, ShortName]) -> list[str]:
    texts = [one.text for one in chosen.values()]
    return [name for name, one in chosen.items() if texts.count(one.text) > 1]


def _with_number(one: ShortName, number: object, room: float) -> ShortName:
    """Return a name with its number, for two names with no form that distinguishes them."""
    mark = f" ({number})"
    return ShortName(cut(one.text.rstrip("…"), room - width_of(mark, one.size), one.size) + mark, one.size)


@lru_cache(maxsize=2048)
def _forms(name: str, room: float) -> tuple[ShortName, ...]:
    """Return the forms of a name that fit, fullest first, each at its largest size."""
    whole = [ShortName(text, size) for text in dict.fromkeys(_texts(name)) if (size := _size(text, room))]
    cut_short = (_shorten_pair(text(name), room) for text in (_first_names, _family_names))
    return (*whole, *(ShortName(text, SIZES[-1]) for text in cut_short))


def _size(text: str, room: float) -> int:
    return next((size for size in SIZES if width_of(text, size) <= room), 0)


def _texts(name: str) -> Iterator[str]:
    yield name
    bare = " & ".join(_bare(part) for part in name.split(" & "))
    yield bare
    yield _first_names(bare)
    yield _family_names(bare)


def _bare(name: str) -> str:
    """Return a name without the part in brackets, unless there is nothing else."""
    return " ".join(word for word in name.partition("(")[0].split()) or name


def _first_names(name: str) -> str:
    """Return a form such as `Jean L. & Marie-Claude B.`"""
    return " & ".join(" ".join([first, *(f"{_initial(word)}." for word in others)]) for first, *others in _words(name))


def _family_names(name: str) -> str:
    """Return a form such as `J.-F. d’Entremont & M. Cormier`."""
    parts = []
    for first, *others in _words(name):
        initials = "-".join(f"{_initial(part)}." for part in first.split("-") if part)
        parts.append(" ".join([initials, *others]) if others else first)
    return " & ".join(parts)


def _words(name: str) -> Iterable[list[str]]:
    return (_bare(part).split() or [part] for part in name.split(" & "))


def _initial(word: str) -> str:
    return next((c for c in word if c.isalnum()), word[:1])


def _shorten_pair(name: str, room: float) -> str:
    """Return a pair's name cut to fit. A shorter name leaves its spare room to the other."""
    size, parts = SIZES[-1], name.split(" & ")
    if len(parts) != 2:
        return cut(name, room, size)
    free = room - width_of(" & ", size)
    wide = [width_of(part, size) for part in parts]
    first = min(wide[0], max(free / 2, free - wide[1]))
    return f"{cut(parts[0], first, size)} & {cut(parts[1], free - first, size)}"


def cut(text: str, room: float, size: float) -> str:
    """Return a text, shortened with an ellipsis if it does not fit."""
    if width_of(text, size) <= room + 0.01:
        return text
    while text and width_of(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip(" .-") + "…"
