"""Slips for the tables of a round, four on a page, and score sheets with the names, two on a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from scorekeeper.core.qr_codes import svg_for_paper
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.record.record import MatchLength, Round, Table
from scorekeeper.rules.printouts.blanks import BlankSheet, blank_sheet, seat_labels
from scorekeeper.rules.printouts.facts import PrintedFact, key_facts
from scorekeeper.tournaments.printouts.event import PrintedEvent
from scorekeeper.tournaments.printouts.kind import Kind
from scorekeeper.tournaments.printouts.page import Document, Paper, in_piles
from scorekeeper.tournaments.printouts.text_fit import Fitted, fit, fit_name
from scorekeeper.tournaments.words import pool_title, side_name

A_PAGE = 4
MOST_HANDS = 12
"""The most hands for which a slip has room for the score after each."""
MOST_GAMES = 5
HALF = 117.0
"""The width of half a landscape page, in millimetres."""

_NAMES = (13.0, 11.5, 10.0, 9.0, 8.0, 7.0)
_THREE_LINES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.0, 6.0)
_LEGIBLE = 9.0
_ALIKE = 10.0
_LARGEST = {2: 13.0, 3: 10.0}
_LARGEST_TO_TICK = 10.0
"""The largest size of names if another line asks who won."""
_WIDE = 47.0
_LINES, _BETWEEN = 87.0, 4.0


@dataclass(frozen=True, slots=True)
class SlipSide:
    """A side on a slip: seats, names, and a short form for the signature line.

    `handicap`: printed if there is one; players do not add it to the score.
    """

    seats: str
    handicap: str
    name: Fitted
    short: Fitted


@dataclass(frozen=True, slots=True)
class TableSlip:
    """A slip for one table.

    `round`: its number; `ahead`: printed before the round is published. `code`: the QR code of the table's link, if any; it
    works once the round is published.
    `hands`: spaces for the score after each hand: the match's number, or as many as fit if that is unknown; 0 if there are too
    many. `games`: of a match of several. `boxes`: failed contracts count in the standings.
    """

    round: int
    number: int
    place: str
    sides: tuple[SlipSide, ...]
    match: str
    hands: int
    games: int
    boxes: bool
    knockout: bool
    code: Markup | str
    ahead: bool

    @property
    def handicaps(self) -> bool:
        """Whether a side has a handicap."""
        return any(side.handicap for side in self.sides)


def slips(event: PrintedEvent, size: str) -> Document:
    """Return the slips of a round, or of `event.about.table`, laid out so that cutting the stack gives four piles in order."""
    one = event.round
    wanted = [table for table in one.tables if event.about.table in (None, table.number)]
    return _laid_out(event, size, [_slip(event, one, table) for table in wanted])


def slips_ahead(event: PrintedEvent, size: str) -> Document:
    """Return the slips of every known round that is not published, in one stack."""
    return _laid_out(event, size, [_slip(event, one, table) for one in _rounds_ahead(event) for table in one.tables])


def _rounds_ahead(event: PrintedEvent) -> list[Round]:
    published = {one.number for one in event.rounds} - {event.about.draft}
    known = event.known_rounds if event.state.planned is not None else ()
    return [one for one in known if one.number not in published]


def _laid_out(event: PrintedEvent, size: str, table_slips: Sequence[TableSlip]) -> Document:
    pages = tuple(in_piles(table_slips, A_PAGE))
    return Document(event, Paper(size), "tournaments/printouts/slips.html", pages)


def _slip(event: PrintedEvent, one: Round, table: Table) -> TableSlip:
    match = event.state.match_in(one.number, table.pool)
    link = event.about.links.get((one.number, table.number), "")
    hands = match.hands or 0
    return TableSlip(
        one.number,
        table.number,
        place_text(event, one, table),
        _slip_sides(event, one, table),
        event.match_text(match),
        0 if match.best_of > 1 or hands > MOST_HANDS else hands or MOST_HANDS,
        match.best_of if 1 < match.best_of <= MOST_GAMES else 1,
        "boxes" in event.state.stage_options(one.number, table.pool).tiebreaks,
        event.state.is_knockout(one.number, table.pool),
        svg_for_paper(link) if link else "",
        event.number is None,
    )


def _slip_sides(event: PrintedEvent, one: Round, table: Table) -> tuple[SlipSide, ...]:
    """Return the sides with their names in one size."""
    many = len(table.sides)
    game = event.rules_for(many).table
    seats = seat_labels(game.players, event.t)
    largest = min(_LARGEST.get(many, 10.0), _LARGEST_TO_TICK if event.state.is_knockout(one.number, table.pool) else _NAMES[0])
    sizes = tuple(size for size in _NAMES if size <= largest)
    signed = (_LINES - _BETWEEN * (many - 1)) / many - 1
    names = [side_name(event, ids, one.number) for ids in table.sides]
    best_of = event.state.match_in(one.number, table.pool).best_of
    # One size for all, unless a very long name would make the others small.
    common_size = max(_ALIKE, min(_slip_name(name, sizes).size for name in names))
    return tuple(
        SlipSide(
            "\u00a0·\u00a0".join(seats[s] for s in places),
            event.handicap_text(ids, best_of),
            _slip_name(name, tuple(size for size in sizes if size <= common_size)),
            fit_name(name, signed, (8.0,), (8.0, 7.0, 6.0, 5.4, 4.8)),
        )
        for name, places, ids in zip(names, game.sides, table.sides, strict=False)
    )


def _slip_name(name: str, sizes: Sequence[float]) -> Fitted:
    fitted = fit(name, _WIDE, sizes, 2, bold=True)
    if fitted.size >= _LEGIBLE and not fitted.cut:
        return fitted
    # Three lines are better than small type.
    longer = fit(name, _WIDE, tuple(size for size in _THREE_LINES if size <= sizes[0]), 3, bold=True)
    return longer if fitted.cut or longer.size > fitted.size else fitted


def place_text(event: PrintedEvent, one: Round, table: Table) -> str:
    """Return a table's pool or final, or its bracket match."""
    if table.pool:
        return pool_title(event.t, event.tournament, one.stage, table.pool)
    return event.t("Match %(name)s") % {"name": table.match} if table.match else ""


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A blank score sheet for one table.

    `named`: by side, (seat, player); `tally`: the label of the total below.
    """

    title: str
    aside: str
    facts: list[PrintedFact]
    sheet: BlankSheet
    named: tuple[tuple[tuple[str, Fitted], ...], ...]
    tally: str
    stakes: tuple[tuple[str, str], ...] = ()
    reminders: tuple[str, ...] = ()


def score_sheets(event: PrintedEvent, size: str) -> Document:
    """Return a blank score sheet for each table of a round, two on a page with a line to cut along."""
    one = event.round
    sheets = [_sheet(event, size, one, table) for table in one.tables]
    pages = -(-len(sheets) // 2)
    laid = tuple((sheets[k], sheets[k + pages] if k + pages < len(sheets) else None) for k in range(pages))
    return Document(event, Paper(size, True), "tournaments/printouts/scoresheets.html", laid)


def _sheet(event: PrintedEvent, size: str, one: Round, table: Table) -> TableSheet:
    rules = event.rules_for(len(table.sides))
    names = [""] * rules.table.players
    for ids, seats in zip(table.sides, rules.table.sides, strict=False):
        for seat, name in zip(seats, _seated_names(event, ids, one.number, len(seats)), strict=False):
            names[seat] = name
    facts = key_facts(rules, event.t)
    match = event.state.match_in(one.number, table.pool)
    if match.kind != "race":
        # The target has no effect in a match of fixed length.
        facts = [PrintedFact(event.t("Match"), _length_text(event, match)), *facts[2:]]
    where = event.t("Round %(n)s") % {"n": one.number}
    title = event.t("Table %(n)s") % {"n": table.number}
    # A match of several games uses one sheet if there is room.
    hands = match.hands * match.best_of if match.kind == "hands" and match.hands else None
    sheet = blank_sheet(rules, size, "half", event.t, names, hands)
    room = HALF / len(sheet.sides) - 9
    seats_by_side = tuple(tuple((seat.label, _seat_name(seat.name, room)) for seat in side) for side in sheet.sides)
    tally = event.t("Games won") if match.best_of > 1 else event.t("Final score")
    return TableSheet(title, where, facts, sheet, seats_by_side, tally)


def _seat_name(name: str, room: float) -> Fitted:
    return fit_name(name, room, (10.0, 9.0, 8.0, 7.0), (6.4, 5.8, 5.2), bold=True)


def _length_text(event: PrintedEvent, match: MatchLength) -> str:
    if match.kind == "hands":
        return event.hands_text(match.hands or 0)
    return event.t("%(minutes)s min") % {"minutes": match.minutes}


def _seated_names(event: PrintedEvent, ids: Sequence[str], number: int, seats: int) -> list[str]:
    names: list[str] = []
    for who in ids:
        players = event.players_of(who, number)
        share = max(1, seats // len(ids))
        # A team name is printed once, on the first of its lines.
        names += [*players, *[""] * share][:share]
    return [*names, *[""] * seats][:seats]


KINDS = (
    Kind("slips", N_("Table slips"), N_("four per page, with each table’s code"), slips, of_a_round=True),
    Kind(
        "slipsahead",
        N_("Slips of the rounds ahead"),
        N_("every known round in one stack; codes work once a round is published"),
        slips_ahead,
        lambda event: bool(_rounds_ahead(event)),
        ahead=True,
    ),
    Kind("scoresheets", N_("Score sheets"), N_("blank, with names, two per page"), score_sheets, of_a_round=True),
)
