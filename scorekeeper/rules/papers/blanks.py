"""What an empty score sheet has: sides, places for bids, and as many rows as the paper holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.base.paper.sizes import SIZES
from scorekeeper.engine.play import SUITS
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.rules.papers.facts import key_facts

if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext

#: Paper sizes: width and height in millimetres, upright.
MATCH = "match"
LAYOUTS = ("full", "half", MATCH)
"""A sheet a page; two, to be cut apart; one with three games beside each other."""

GAMES = 3
"""Of a match on one page."""


@dataclass(frozen=True, slots=True)
class _Room:
    """Millimetres, as rules/papers/blank.css sets them: the least height of a row, of a line for a name, of everything else."""

    row: float
    name: float
    rest: float


_ROOM = {
    "full": _Room(row=10.8, name=7.2, rest=77.0),
    "half": _Room(row=9.4, name=6.4, rest=76.0),
    "match": _Room(row=9.4, name=6.4, rest=73.0),
}
_POT = 10.0
"""Millimetres for the stakes, below the rows."""
_MORE_FACTS = 4.0
"""Millimetres for the second line that many facts take on a half sheet."""
_FACTS = 92
"""Letters of facts, with their labels, that one line of a half sheet holds."""

TALLEST_ROW = 14.0
"""Millimetres: taller ones do not make it easier to write."""

# Cutthroat: the pack and hand for each number of players, where everybody gets as many cards and none are left.


@dataclass(frozen=True, slots=True)
class BlankSeat:
    """A place at the table: what it is called on paper, and the name to print there, if any."""

    label: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """One empty sheet.

    `sides`: the seats of each side. `bidders`: the seats that get a column for their bid, clockwise; none where each player's
    own column has room for it (`individual`), or where the paper has only room for who won the auction (`compact`).
    `trumps`: what to circle; none where trump is written in. `dealers`: who deals each hand, where that can be told beforehand.
    `called`: a partner is called for the hand. `pot`: what is paid into it has a column. `rows` of `row_height` millimetres.
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
    """Lay out an empty sheet for a rule set. `players`: names by seat to print; `hands`: if it is known that there are no more.

    Raises ValueError for a size or layout that does not exist, a match of more than two sides, or a wrong number of names.
    """
    if layout not in LAYOUTS:
        raise ValueError(f"no such layout: {layout!r}; there are {', '.join(LAYOUTS)}")
    table = rules.table
    if layout == MATCH and not takes_match(rules):
        raise ValueError(f"{GAMES} games on a page have room for two sides, not for {len(table.sides)}")
    if players is not None and len(players) != table.players:
        raise ValueError(f"{len(players)} names for {table.players} players")
    labels = seat_labels(table.players, t)
    seats = [BlankSeat(label, players[i] if players else "") for i, label in enumerate(labels)]
    sides = tuple(tuple(seats[s] for s in side) for side in table.sides)
    compact = layout == MATCH or (layout == "half" and len(sides) == 3)
    suits = SUITS if rules.no_trump == "forbidden" else (*SUITS, "NT")
    taken = _POT if rules.pot else 0.0
    if layout == "half" and sum(len(fact.label) + len(fact.value) for fact in key_facts(rules, t)) > _FACTS:
        taken += _MORE_FACTS
    rows, row_height = fit_rows(size, layout, max(len(side) for side in sides), taken)
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


def takes_match(rules: RuleSet) -> bool:
    """Whether three games of these rules have room on a page."""
    return len(rules.table.sides) == 2


def _deals_in_turn(rules: RuleSet) -> bool:
    """Whether the deal goes round all seats to the end: nobody is silent all evening, nobody drops out (`deal.rotation`)."""
    return rules.table.fixed_silent is None and (rules.format != "three_pairs" or rules.hole_limit is None)


def seat_labels(players: int, t: Gettext) -> list[str]:
    """Compass points for four at the table, numbers otherwise."""
    if players == 4:
        return [t("N"), t("E"), t("S"), t("W")]
    return [str(i + 1) for i in range(players)]


def fit_rows(size: str, layout: str, names: int, taken: float = 0.0) -> tuple[int, float]:
    """How many rows fill the paper, and the height of each in millimetres; `names`: lines in the head of a side's column;
    `taken`: millimetres that not every sheet needs.

    Raises ValueError for a size that is not in `SIZES`.
    """
    if size not in SIZES:
        raise ValueError(f"no such paper size: {size!r}; there are {', '.join(SIZES)}")
    width, height = SIZES[size]
    room = _ROOM[layout]
    # Two half sheets, or three games, lie side by side on a page on its side.
    free = (height if layout == "full" else width) - room.rest - names * room.name - taken
    rows = int(free // room.row)
    return rows, round(free / rows, 2)
