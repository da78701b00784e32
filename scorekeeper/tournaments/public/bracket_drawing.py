"""The layout of a bracket's picture: the positions of boxes and the lines that join them. No texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.tournaments.public.bracket_names import ShortName, shorten_names

if TYPE_CHECKING:
    from collections.abc import Iterable

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
        here = [m for m in listed if m.part == part]
        if here:
            rows = _stack(here)
            for name, (column, row) in rows.items():
                places[name] = (column, top + row)
            top = max(row for _, row in places.values()) + 1 + BETWEEN / DOWN
    _finals(listed, places)
    return _draw_at(view, listed, places)


def _stack(here: list[ShownMatch]) -> dict[str, tuple[int, float]]:
    """Return the column and row of each match of a part. A match fed by two others is halfway between them."""
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


def _from_top(here: list[ShownMatch]) -> list[str]:
    """Return the matches of a tree from top to bottom, feeders first, so that omitted matches leave no gap."""
    names = {m.name: m for m in here}
    order: list[str] = []

    def add(name: str) -> None:
        for feeder in names[name].feeders:
            if feeder in names:
                add(feeder)
        if name not in order:
            order.append(name)

    fed = {f for m in here for f in m.feeders}
    for match in here:
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
        here = [at[m.name] for m in section.matches if m.name in at]
        if here:
            part = section.matches[0].part
            alone = part in ("third", "final")
            top = min(y for m in listed if m.part == part for _, y in [at[m.name]]) if not alone else here[0][1]
            yield Title(here[0][0], top - 24, section.title)


def _join_line(start: tuple[int, int], end: tuple[int, int]) -> str:
    """Return a line from the middle of a box's right edge to the left edge of the next."""
    x, y = start[0] + WIDTH, start[1] + HEIGHT // 2
    to_x, to_y = end[0], end[1] + HEIGHT // 2
    return f"M{x} {y}H{to_x - (ACROSS - WIDTH) // 2}V{to_y}H{to_x}"
