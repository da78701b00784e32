"""The layout of a bracket's picture, and names short enough for its boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.tournaments.public.bracket_view import BracketView, ShownMatch


WIDTH, HEIGHT = 236, 46
ACROSS, DOWN = 276, 72
BETWEEN = 62
"""The space between two parts of the bracket, in units of the drawing."""
TOP = 46
EDGE = 8
HINT = 11
"""The font size of a side that is not known yet."""
SCORE = 42
"""The space for a negative score or a word next to a name, with the gap before it."""


@dataclass(frozen=True)
class DrawnMatch:
    """A match in the picture. `x`, `y`: its upper left corner."""

    x: int
    y: int
    match: ShownMatch
    names: tuple[ShortName, ShortName]


@dataclass(frozen=True)
class Title:
    x: int
    y: int
    text: str


@dataclass(frozen=True)
class BracketDrawing:
    """A picture in its own units. `lines`: SVG paths; `wide`: the width of a box."""

    width: int
    height: int
    boxes: tuple[DrawnMatch, ...]
    lines: tuple[str, ...]
    titles: tuple[Title, ...] = ()
    wide: int = WIDTH


def draw_whole(view: BracketView) -> BracketDrawing:
    """Return the whole bracket: the main part, the losers' or consolation bracket below, the finals at the right."""
    return drawing(view, [m for m in view.matches.values() if _is_drawn(view, m)])


def _is_drawn(view: BracketView, match: ShownMatch) -> bool:
    return not match.bye and any(match.name == m.name for s in view.sections() for m in s.matches)


def drawing(view: BracketView, matches: Iterable[ShownMatch]) -> BracketDrawing:
    """Return some matches of a bracket, with the lines between them."""
    listed = list(matches)
    places: dict[str, tuple[int, float]] = {}
    top = 0.0
    for part in ("main", "losers", "consolation"):
        part_matches = [m for m in listed if m.part == part]
        if part_matches:
            rows = _stack(part_matches)
            for name, (column, row) in rows.items():
                places[name] = (column, top + row)
            top = max(row for _, row in places.values()) + 1 + BETWEEN / DOWN
    _finals(listed, places)
    return _draw_at(view, listed, places)


def _stack(matches: list[ShownMatch]) -> dict[str, tuple[int, float]]:
    """Return the column and row of each match of a part. A match fed by two others is halfway between them."""
    first = min(m.column for m in matches)
    names = {m.name: m for m in matches}
    rows: dict[str, tuple[int, float]] = {}
    spare = 0.0
    for name in _from_top(matches):
        match = names[name]
        fed = [rows[f][1] for f in match.feeders if f in names and f in rows]
        row = sum(fed) / len(fed) if fed else spare
        rows[name] = (match.column - first, row)
        spare = max(spare, row + 1)
    return rows


def _from_top(matches: list[ShownMatch]) -> list[str]:
    """Return the matches of a tree from top to bottom, feeders first, so that omitted matches leave no gap."""
    names = {m.name: m for m in matches}
    order: list[str] = []

    def add(name: str) -> None:
        for feeder in names[name].feeders:
            if feeder in names:
                add(feeder)
        if name not in order:
            order.append(name)

    fed = {f for m in matches for f in m.feeders}
    for match in matches:
        if match.name not in fed:
            add(match.name)
    return order


def _finals(listed: list[ShownMatch], places: dict[str, tuple[int, float]]) -> None:
    """Place the match for third place below the final, and the grand finals at the right, between the two brackets."""
    right = max((c for c, _ in places.values()), default=-1)
    for match in listed:
        if match.part == "third":
            final = [row for column, row in places.values() if column == right]
            places[match.name] = (right, (min(final) if final else 0) + 1.25)
        elif match.part == "final":
            fed = [places[f][1] for f in match.feeders if f in places]
            row = sum(fed) / len(fed) if fed else 0.0
            right += 1
            places[match.name] = (right, row)


def _draw_at(view: BracketView, listed: list[ShownMatch], places: dict[str, tuple[int, float]]) -> BracketDrawing:
    boxes: list[DrawnMatch] = []
    lines: list[str] = []
    at = {name: (4 + c * ACROSS, TOP + round(r * DOWN)) for name, (c, r) in places.items()}
    short = _short(view)
    for match in listed:
        x, y = at[match.name]
        one, other = (short.get(side.text) or ShortName(side.text, HINT) for side in match.sides)
        boxes.append(DrawnMatch(x, y, match, (one, other)))
        lines += [_join_line(at[feeder], (x, y)) for feeder in dict.fromkeys(match.feeders) if feeder in at]
    width = max((x for x, _ in at.values()), default=0) + WIDTH + 4
    height = max((y for _, y in at.values()), default=0) + HEIGHT + 8
    return BracketDrawing(width, height, tuple(boxes), tuple(lines), tuple(_titles(view, listed, at)))


def _short(view: BracketView) -> dict[str, ShortName]:
    """Return the form of each name, the same in every box. Equal short forms get their seeds."""
    sides = [side for match in view.matches.values() for side in match.sides if side.id]
    return shorten_names({side.text: side.seed for side in sides}, WIDTH - 2 * EDGE - SCORE)


def _titles(view: BracketView, listed: list[ShownMatch], at: dict[str, tuple[int, int]]) -> Iterable[Title]:
    """Yield a heading for each round: above its part, or above the box of a single match."""
    for section in view.sections():
        positions = [at[m.name] for m in section.matches if m.name in at]
        if positions:
            part = section.matches[0].part
            alone = part in ("third", "final")
            top = min(y for m in listed if m.part == part for _, y in [at[m.name]]) if not alone else positions[0][1]
            yield Title(positions[0][0], top - 24, section.title)


def _join_line(start: tuple[int, int], end: tuple[int, int]) -> str:
    """Return a line from the middle of a box's right edge to the left edge of the next."""
    x, y = start[0] + WIDTH, start[1] + HEIGHT // 2
    to_x, to_y = end[0], end[1] + HEIGHT // 2
    return f"M{x} {y}H{to_x - (ACROSS - WIDTH) // 2}V{to_y}H{to_x}"


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
        equal_names = _equal_names(chosen)
        free = [name for name in equal_names if level[name] + 1 < len(forms[name])]
        if not free:
            break
        for name in free:
            level[name] += 1
    return {name: _with_number(forms[name][0], names[name], room) if name in equal_names else one for name, one in chosen.items()}


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
    full_forms = [ShortName(text, size) for text in dict.fromkeys(_texts(name)) if (size := _size(text, room))]
    cut_short = (_shorten_pair(text(name), room) for text in (_first_names, _family_names))
    return (*full_forms, *(ShortName(text, SIZES[-1]) for text in cut_short))


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
