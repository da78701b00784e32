"""A bracket as a picture: where each box stands and which lines join them. Knows places, not words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.web.bracket_view import BracketView, Match, Side

WIDTH, HEIGHT = 208, 46
ACROSS, DOWN = 248, 72
BETWEEN = 62
"""Room between one part of the bracket and the one below, in units of the drawing."""
TOP = 46
LONGEST, BESIDE_A_SCORE = 25, 23
"""Characters of a name that fit into a box, and beside a score, both heavy."""


@dataclass(frozen=True)
class Box:
    """A match in the picture: its upper left corner."""

    x: int
    y: int
    match: Match
    names: tuple[str, str]


@dataclass(frozen=True)
class Title:
    """A heading above a column."""

    x: int
    y: int
    text: str


@dataclass(frozen=True)
class Drawing:
    """A picture in its own units. `lines`: paths, as SVG writes them."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    lines: tuple[str, ...]
    titles: tuple[Title, ...] = ()


def short(text: str, most: int = LONGEST) -> str:
    """A name that fits: family names give up all but their initials, then each part of a pair's name some letters."""
    if len(text) <= most:
        return text
    parts = [_initials(part) for part in text.split(" & ")]
    text = " & ".join(parts)
    if len(text) <= most:
        return text
    if len(parts) == 2:
        room = most - 3
        first = min(len(parts[0]), max(room // 2, room - len(parts[1])))
        return f"{_cut(parts[0], first)} & {_cut(parts[1], room - first)}"
    return _cut(text, most)


def _fitting(side: Side) -> str:
    return short(side.text, LONGEST if side.score is None and not side.mark else BESIDE_A_SCORE)


def _initials(name: str) -> str:
    first, *others = name.split() or [name]
    return " ".join([first, *(f"{other[0]}." for other in others)])


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip(" .") + "…"


def whole(view: BracketView) -> Drawing:
    """The whole bracket: the main part, below it the losers' or the consolation, the finals at the right."""
    return drawing(view, [m for m in view.matches.values() if _drawn(view, m)])


def _drawn(view: BracketView, match: Match) -> bool:
    return not match.bye and any(match.name == m.name for s in view.sections() for m in s.matches)


def drawing(view: BracketView, matches: Iterable[Match]) -> Drawing:
    """Some matches of a bracket, with the lines between those that are drawn."""
    listed = list(matches)
    places: dict[str, tuple[int, float]] = {}
    top = 0.0
    for part in ("main", "losers", "consolation"):
        here = [m for m in listed if m.part == part]
        if here:
            rows = _stack(here)
            for name, (column, row) in rows.items():
                places[name] = (column, top + row)
            top = max(row for _, row in places.values()) + 1 + BETWEEN / DOWN
    _finals(listed, places)
    return _drawn_at(view, listed, places)


def _stack(here: list[Match]) -> dict[str, tuple[int, float]]:
    """Column and row of the matches of one part: whoever is fed by two others stands between them."""
    first = min(m.column for m in here)
    names = {m.name: m for m in here}
    rows: dict[str, tuple[int, float]] = {}
    spare = 0.0
    for name in _from_top(here):
        match = names[name]
        fed = [rows[f][1] for f in match.feeders if f in names and f in rows]
        row = sum(fed) / len(fed) if fed else spare
        rows[name] = (match.column - first, row)
        spare = max(spare, row + 1)
    return rows


def _from_top(here: list[Match]) -> list[str]:
    """The matches of a tree from top to bottom, feeders first, so that places not drawn leave no hole."""
    names = {m.name: m for m in here}
    found: list[str] = []

    def add(name: str) -> None:
        for feeder in names[name].feeders:
            if feeder in names:
                add(feeder)
        if name not in found:
            found.append(name)

    fed = {f for m in here for f in m.feeders}
    for match in here:
        if match.name not in fed:
            add(match.name)
    return found


def _finals(listed: list[Match], places: dict[str, tuple[int, float]]) -> None:
    """The match for third place below the final; the grand finals at the right, between the two brackets."""
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


def _drawn_at(view: BracketView, listed: list[Match], places: dict[str, tuple[int, float]]) -> Drawing:
    boxes: list[Box] = []
    lines: list[str] = []
    at = {name: (4 + c * ACROSS, TOP + round(r * DOWN)) for name, (c, r) in places.items()}
    for match in listed:
        x, y = at[match.name]
        boxes.append(Box(x, y, match, (_fitting(match.sides[0]), _fitting(match.sides[1]))))
        lines += [_joined(at[feeder], (x, y)) for feeder in dict.fromkeys(match.feeders) if feeder in at]
    width = max((x for x, _ in at.values()), default=0) + WIDTH + 4
    height = max((y for _, y in at.values()), default=0) + HEIGHT + 8
    return Drawing(width, height, tuple(boxes), tuple(lines), tuple(_titles(view, listed, at)))


def _titles(view: BracketView, listed: list[Match], at: dict[str, tuple[int, int]]) -> Iterable[Title]:
    """A heading above each round: above the part where it has several rounds, above the box where it is one match."""
    for section in view.sections():
        here = [at[m.name] for m in section.matches if m.name in at]
        if here:
            part = section.matches[0].part
            alone = part in ("third", "final")
            top = min(y for m in listed if m.part == part for _, y in [at[m.name]]) if not alone else here[0][1]
            yield Title(here[0][0], top - 24, section.title)


def _joined(start: tuple[int, int], end: tuple[int, int]) -> str:
    """A line from the middle of a box's right edge to the left edge of the next."""
    x, y = start[0] + WIDTH, start[1] + HEIGHT // 2
    to_x, to_y = end[0], end[1] + HEIGHT // 2
    return f"M{x} {y}H{to_x - (ACROSS - WIDTH) // 2}V{to_y}H{to_x}"
