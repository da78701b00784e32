"""The layout of a blank score sheet: sides, columns for bids, and as many rows as fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.core.pdf.page_sizes import SIZES
from scorekeeper.engine.play import SUITS
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.rules.printouts.facts import key_facts

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

MATCH = "match"
LAYOUTS = ("full", "half", MATCH)
"""One sheet on a page, two to cut apart, or three games side by side."""

GAMES = 3
"""Games on the page of a match."""


@dataclass(frozen=True, slots=True)
class _RowHeights:
    """Heights in millimetres, as in the style sheet `blank.css`: a row at least, a line for a name, everything else."""

    row: float
    name: float
    rest: float


_ROOM = {
    "full": _RowHeights(row=10.8, name=7.2, rest=77.0),
    "half": _RowHeights(row=9.4, name=6.4, rest=76.0),
    "match": _RowHeights(row=9.4, name=6.4, rest=73.0),
}
_POT = 10.0
"""Millimetres for the stakes below the rows."""
_MORE_FACTS = 4.0
"""Millimetres for a second line of facts on a half sheet."""
_FACTS = 92
"""Characters of facts, labels included, that fit on one line of a half sheet."""

TALLEST_ROW = 14.0
"""Millimetres. Taller rows don't make writing easier."""


@dataclass(frozen=True, slots=True)
class BlankSeat:
    """A seat on the sheet: its label and the name to print, if any."""

    label: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """One blank sheet.

    `sides`: the seats of each side.
    `bidders`: the seats with a column for bids, clockwise. It is empty if each player's own column has room (`individual`)
    or the
    sheet only has room for the contractor (`compact`).
    `trumps`: the choices to circle, empty if trump is written in.
    `dealers`: the dealer of each hand, if known in advance.
    `called`: a partner is called. `pot`: there is a column for payments.
    `rows`: the number of rows, each `row_height` millimetres high.
    """

    rules: RuleSet
    sides: tuple[tuple[BlankSeat, ...], ...]
    bidders: tuple[BlankSeat, ...]
    individual: bool
    compact: bool
    trumps: tuple[str, ...]
    dealers: tuple[str, ...]
    called: bool
    pot: bool
    rows: int
    row_height: float


def blank_sheet(
    rules: RuleSet, size: str, layout: str, t: Gettext, players: Sequence[str] | None = None, hands: int | None = None
) -> BlankSheet:
    """Lay out a blank sheet for a rule set.

    `players`: names by seat to print. `hands`: the number of hands, if limited.
    Raises ValueError for an unknown size or layout, a match of more than two sides, or the wrong number of names.
    """
    if layout not in LAYOUTS:
        raise ValueError(f"no such layout: {layout!r}; there are {', '.join(LAYOUTS)}")
    table = rules.table
    if layout == MATCH and not fits_match(rules):
        raise ValueError(f"{GAMES} games on a page have room for two sides, not for {len(table.sides)}")
    if players is not None and len(players) != table.players:
        raise ValueError(f"{len(players)} names for {table.players} players")
    labels = seat_labels(table.players, t)
    seats = [BlankSeat(label, players[i] if players else "") for i, label in enumerate(labels)]
    sides = tuple(tuple(seats[s] for s in side) for side in table.sides)
    compact = layout == MATCH or (layout == "half" and len(sides) == 3)
    suits = SUITS if rules.no_trump == "forbidden" else (*SUITS, "NT")
    used_height = _POT if rules.pot else 0.0
    if layout == "half" and sum(len(fact.label) + len(fact.value) for fact in key_facts(rules, t)) > _FACTS:
        used_height += _MORE_FACTS
    rows, row_height = fit_rows(size, layout, max(len(side) for side in sides), used_height)
    if hands is not None and hands < rows:
        rows, row_height = hands, round(min(TALLEST_ROW, rows * row_height / hands), 2)
    return BlankSheet(
        rules=rules,
        sides=sides,
        bidders=() if table.individual or compact else tuple(seats),
        individual=table.individual,
        compact=compact,
        trumps=suits if layout == "full" and not rules.pot else (),
        dealers=tuple(labels[k % len(labels)] for k in range(rows)) if not any(players or ()) and _deals_in_turn(rules) else (),
        called=rules.format == "called_partner",
        pot=rules.pot,
        rows=rows,
        row_height=row_height,
    )


def fits_match(rules: RuleSet) -> bool:
    """Return whether three games under these rules fit on a page."""
    return len(rules.table.sides) == 2


def _deals_in_turn(rules: RuleSet) -> bool:
    """Return whether every seat deals in turn to the end: no one is always silent or drops out (`deal.rotation`)."""
    return rules.table.fixed_silent is None and (rules.format != "three_pairs" or rules.hole_limit is None)


def seat_labels(players: int, t: Gettext) -> list[str]:
    """Return compass points for four players, else numbers."""
    if players == 4:
        return [t("N"), t("E"), t("S"), t("W")]
    return [str(i + 1) for i in range(players)]


def fit_rows(size: str, layout: str, names: int, used_height: float = 0.0) -> tuple[int, float]:
    """Return the number of rows that fill the page and the height of each in millimetres.

    `names`: lines in the head of a side's column. `used_height`: millimetres used by parts that only some sheets have.
    Raises ValueError for a size that is not in `SIZES`.
    """
    if size not in SIZES:
        raise ValueError(f"no such paper size: {size!r}; there are {', '.join(SIZES)}")
    width, height = SIZES[size]
    room = _ROOM[layout]
    # Two half sheets, or three games, go side by side on a landscape page.
    free = (height if layout == "full" else width) - room.rest - names * room.name - used_height
    rows = int(free // room.row)
    return rows, round(free / rows, 2)
