"""The screen for the hall: seats, tables, standings and bracket in turn, legible from the back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, request, url_for

from scorekeeper.core.db.database import now
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages import live_parts
from scorekeeper.pairing.words import short_tiebreak_title
from scorekeeper.tournaments.commands.door.door_state import DoorState, read_door
from scorekeeper.tournaments.commands.hall.shared_hall import others_in_hall
from scorekeeper.tournaments.context import PublicContext, common_values, live_part, open_public
from scorekeeper.tournaments.public.bracket_drawing import BracketDrawing, drawing
from scorekeeper.tournaments.public.bracket_view import BracketView, ShownMatch
from scorekeeper.tournaments.public.hall_type import BOLD, WITH_PARTNER, Fit, HallShape, fit, items_per_page, pages
from scorekeeper.tournaments.public.podium import podium_slides
from scorekeeper.tournaments.public.slides import USUAL_SECONDS, Slide, heading
from scorekeeper.tournaments.public.tables import SeatedName, by_surname, bye_names, public_rows
from scorekeeper.tournaments.standings import StandingsLine, StandingsPart, absent_part, standings_parts
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.words import listed_name, name_sort_key, round_title

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.snapshot import Board


blueprint = Blueprint("screen", __name__)


TABLES, MISSING, RANKS = 12, 33, 20
"""The most on a page: two columns of six tables, three of eleven names, two of ten lines."""
NAMES, MOST_NAMES = 20, 36
"""The people on a page: two columns of ten if that makes at most four pages, up to three of twelve if it makes more."""
SEATING_PAGES, SEATING_SECONDS = 4, 20
"""While a round is being seated, everyone sees their name on one of this many pages, in this many seconds."""
SEATING_MINUTES = 10
"""How long after a round is published it is being seated, if no result comes in before."""
FIGURES = 2
"""The most columns of numbers next to a name."""
PLAIN = ("match_points", "wins", "points_for", "margin", "boxes", "points_a_match", "margin_a_match")
"""Columns with a short heading that needs no explanation."""
LEAVES, COLUMNS = 4, 3
"""The most matches of a bracket above each other, and the most rounds next to each other."""
SECONDS = (5, 120)
THEMES = ("light", "dark")
SCREENS = ("missing", "names", "tables", "standings", "bracket")
PODIUM = "podium"
"""The pages of the prize-giving, which are shown only if they are asked for. They turn by hand."""


@dataclass(frozen=True)
class Welcome:
    """The page before the first round, with the entrants."""

    entered: list[str]


@dataclass(frozen=True)
class HallColumns:
    """Names or tables in columns, with the font size that fits."""

    fit: Fit
    columns: list[list[Any]]


@dataclass(frozen=True)
class Ranks:
    """Lines of the standings in columns."""

    ranks: StandingsPart
    fit: Fit
    columns: list[list[StandingsLine]]


@dataclass(frozen=True)
class Matches:
    """A piece of the bracket."""

    view: BracketView
    drawing: BracketDrawing


@dataclass(frozen=True)
class Screen:
    """The frame of a page of the screen.

    `kept`: the settings from the address, passed on to the next page; `next_page`, `previous_page`: addresses; `shared`: other
    events in the hall have their turn too.
    """

    slide: Slide
    step: int
    slides: list[Slide]
    seconds: int
    kept: dict[str, str]
    next_page: str
    previous_page: str
    shared: bool


@blueprint.get("/tournaments/<int:tournament_id>/screen")
def screen(tournament_id: int) -> Response:
    """Show one page of the screen. The next one follows automatically.

    Query: `step`, the page's number; `show`, kinds of pages separated by commas, or `podium`; `theme`; `seconds` for each page;
    `hall`, 1 for the pages of all events in the hall in turn.
    """
    context = open_public(tournament_id)
    kinds = {kind for kind in request.args.get("show", "").split(",") if kind in (*SCREENS, PODIUM)} or set(SCREENS)
    slides = (podium_slides(context) if PODIUM in kinds else []) or slides_of(context, kinds - {PODIUM} or SCREENS)
    step = (request.args.get("step", 0, type=int) or 0) % len(slides)
    slide = slides[step]
    asked = request.args.get("seconds", 0, type=int) or slide.seconds
    seconds = min(max(asked, SECONDS[0]), SECONDS[1]) if slide.seconds else 0
    settings = {k: request.args[k] for k in ("show", "seconds", "theme", "hall") if k in request.args}
    others = [one.id for one in others_in_hall(context.access, context.board)] if settings.get("hall") == "1" else []
    next_page, previous_page = _turns(context, others, step, len(slides), settings)
    theme = {"theme": settings["theme"]} if settings.get("theme") in THEMES else {}

    def all_facts() -> dict[str, Any]:
        return {
            **common_values(
                context, Screen(slide, step, slides, seconds, settings, next_page, previous_page, shared=bool(others))
            ),
            **live_parts.template_values(slide.make()),
            **theme,
        }

    return live_parts.page(
        live_part(context, slide.kind, step, len(slides), others),
        whole="tournaments/public/screen/show.html",
        parts="tournaments/public/screen/part.html",
        make=all_facts,
    )


def _turns(context: PublicContext, others: Sequence[int], step: int, count: int, settings: Mapping[str, Any]) -> tuple[str, str]:
    """Return the addresses of the next page and of the one before. After the last page follows the next event in the hall."""
    ring = sorted({context.id, *others})
    here = ring.index(context.id)

    def page(event: int, number: int) -> str:
        return url_for("screen.screen", tournament_id=event, step=number, **settings)

    after = page(ring[(here + 1) % len(ring)], 0) if step == count - 1 else page(context.id, step + 1)
    before = page(ring[here - 1], count - 1 if len(ring) == 1 else -1) if step == 0 else page(context.id, step - 1)
    return after, before


def slides_of(context: PublicContext, kinds: Iterable[str] = SCREENS) -> list[Slide]:
    """Return all pages in order; at least one. While a round is being seated, only the names."""
    kinds, board = set(kinds), context.board
    slides: list[Slide] = []
    going = board.current is not None and not board.current.done
    if "names" in kinds and is_seating(board):
        return _names(context)
    if not going and "missing" in kinds:
        slides += _missing(context)
    if going and "names" in kinds:
        slides += _names(context)
    if going and "tables" in kinds:
        slides += _tables(context)
    if "standings" in kinds and any(t.result.known for r in board.rounds for t in r.tables):
        slides += _standings(context)
    if "bracket" in kinds and board.bracket is not None and board.rounds:
        slides += _bracket(context)
    if slides and not board.rounds:
        slides.insert(0, _welcome(context))
    return slides or (_tables(context) if board.current else []) or [_welcome(context)]


def _welcome(context: PublicContext) -> Slide:
    entered = [e.name for e in context.board.entrants if e.status == "in"]
    return Slide("welcome", context.board.name, lambda: Welcome(entered))


def is_seating(board: Board) -> bool:
    """Return whether people are looking for their tables: a round was just published and has no result yet."""
    one = board.current
    if one is None or one.done or any(table.result.known for table in one.tables):
        return False
    return now() - board.log.stamps[parts.round_part(one.number)].at < timedelta(minutes=SEATING_MINUTES)


def _missing(context: PublicContext) -> list[Slide]:
    """Return the pages with who is not here, between rounds while the tournament has check-in."""
    if read_door(context.board) is None or context.board.status == "finished":
        return []
    names = sorted((listed_name(one.entry) for one in DoorState(context.board).absentees), key=name_sort_key)
    shape = HallShape(most=3, beside=0)
    shown_pages = pages(names, items_per_page(names, len(names), MISSING, shape))

    def make(part: Sequence[str]) -> HallColumns:
        found = fit(part, len(part), shape)
        return HallColumns(found, found.columns_of(part))

    title = _("Not here yet")
    return [
        Slide("missing", heading(title, n, len(shown_pages)), lambda part=part: make(part))  # type: ignore[misc]
        for n, part in enumerate(shown_pages, 1)
    ]


def _names(context: PublicContext) -> list[Slide]:
    one = context.board.current
    assert one is not None
    seats = by_surname(context.board, one)
    shape = HallShape(most=3, beside=15, air=WITH_PARTNER)
    most = min(MOST_NAMES, max(NAMES, -(-len(seats) // SEATING_PAGES)))
    people = pages(seats, items_per_page([seat.name for seat in seats], len(seats), most, shape))
    title = _("%(round)s: where everyone sits", round=round_title(context.board, one.number))
    seconds = min(USUAL_SECONDS, SEATING_SECONDS // len(people)) if people else USUAL_SECONDS

    def make(part: Sequence[SeatedName]) -> HallColumns:
        found = fit([seat.name for seat in part], len(part), shape)
        return HallColumns(found, found.columns_of(part))

    return [
        Slide("names", heading(title, n, len(people)), lambda part=part: make(part), seconds)  # type: ignore[misc]
        for n, part in enumerate(people, 1)
    ]


def _tables(context: PublicContext) -> list[Slide]:
    one = context.board.current
    assert one is not None
    names = [context.name(ids, one.number) for t in one.tables for ids in t.sides]
    shape = HallShape(most=2, beside=28, lines=max((len(t.sides) for t in one.tables), default=2))
    numbers = pages([t.number for t in one.tables], items_per_page(names, len(one.tables), TABLES, shape))
    title = round_title(context.board, one.number)

    def make(part: Sequence[int]) -> HallColumns:
        rows = sorted((row for row in public_rows(context, one) if row.number in part), key=lambda row: row.number)
        byes = bye_names(context.board, one) if part is numbers[-1] else []
        names = [side.name for row in rows for side in row.sides] + byes
        winners = any(side.won for row in rows for side in row.sides)
        found = fit(names, len(rows) + bool(byes), replace(shape, letter=BOLD) if winners else shape)
        return HallColumns(found, found.columns_of([*rows, *([byes] if byes else [])], 3))

    return [Slide("tables", heading(title, n, len(numbers)), lambda part=part: make(part)) for n, part in enumerate(numbers, 1)]  # type: ignore[misc]


def _standings(context: PublicContext) -> list[Slide]:
    slides = []
    for part in filter(None, (*standings_parts(context.board, pools=False), absent_part(context.board))):
        shape = _ranks_shape(_fit_for_hall(part, part.lines))
        lines = pages(part.lines, items_per_page([line.name for line in part.lines], len(part.lines), RANKS, shape))
        title = _("Final standings") if context.board.status == "finished" else _("Standings")
        title = _("%(label)s: %(text)s", label=title, text=part.title) if part.title else title
        for n, some in enumerate(lines, 1):
            shown_part = _fit_for_hall(part, some)
            slides.append(Slide("standings", heading(title, n, len(lines)), lambda p=shown_part: _ranks(p)))  # type: ignore[misc]
    return slides


def _ranks(part: StandingsPart) -> Ranks:
    columns = fit([line.name for line in part.lines], len(part.lines), _ranks_shape(part))
    return Ranks(part, columns, [[*filter(None, some)] for some in columns.columns_of(part.lines, 1)])


def _ranks_shape(part: StandingsPart) -> HallShape:
    return HallShape(most=2, beside=8 + 9 * len(part.columns), head=6, air=0.55, letter=BOLD)


def _fit_for_hall(part: StandingsPart, lines: Sequence[StandingsLine]) -> StandingsPart:
    """Return some lines with few enough columns for the hall.

    The first one is the first plain column; the others are plain columns that decided a line.
    """
    plain = {short_tiebreak_title(_, code) for code in PLAIN}
    places = [k for k, (short, _whole) in enumerate(part.columns) if short in plain]
    separating = [k for k in places[1:] if any(line.cells[k].decides for line in part.lines)]
    chosen_places = [*places[:1], *separating][:FIGURES]
    fitted = tuple(replace(line, cells=tuple(line.cells[k] for k in chosen_places)) for line in lines)
    return StandingsPart(part.title, tuple(part.columns[k] for k in chosen_places), fitted)


def _bracket(context: PublicContext) -> list[Slide]:
    slides = []
    for view in (BracketView(context, one) for one in context.board.brackets):
        for text, matches in bracket_pages(view):
            title = _("%(label)s: %(text)s", label=view.title, text=text) if view.title else text
            slides.append(Slide("bracket", title, lambda v=view, m=matches: Matches(v, drawing(v, m))))  # type: ignore[misc]
    return slides


def bracket_pages(view: BracketView) -> list[tuple[str, list[ShownMatch]]]:
    """Return the bracket in legible pieces: for each part, the rounds in play and the next ones."""
    pages: list[tuple[str, list[ShownMatch]]] = []
    drawn = {m.name: m for section in view.sections() for m in section.matches}
    for part in ("main", "losers", "consolation"):
        part_matches = [m for m in drawn.values() if m.part == part]
        if not part_matches:
            continue
        ahead = [m.column for m in part_matches if m.state not in ("done", "walkover")]
        if not ahead and part != "main":
            continue
        last = max(m.column for m in part_matches)
        first = min(min(ahead, default=last), max(1, last - COLUMNS + 1))
        window = [m for m in part_matches if first <= m.column < first + COLUMNS]
        titles = {"main": _("Bracket"), "losers": _("Losers’ bracket"), "consolation": _("Consolation")}
        groups = _grow_trees(window, first)
        more = [m for m in drawn.values() if m.part == "third"] if part == "main" and first + COLUMNS > last else []
        for n, group in enumerate(groups, 1):
            pages.append((heading(titles[part], n, len(groups)), group + more))
    finals = [m for m in drawn.values() if m.part == "final"]
    if finals:
        before = [drawn[f] for m in finals for f in m.feeders if f in drawn and drawn[f].part != "final"]
        if any(m.state != "waiting" for m in before + finals):
            pages.append((_("Finals"), before + finals))
    return pages


def _grow_trees(window: list[ShownMatch], first: int) -> list[list[ShownMatch]]:
    """Return the trees of some rounds, combined into pieces with few enough matches in their first round."""
    names = {m.name: m for m in window}
    fed = {f for m in window for f in m.feeders}
    pieces: list[list[ShownMatch]] = []
    for root in (m for m in window if m.name not in fed):
        tree = _tree(root, names)
        rows = max(1, sum(m.column == first for m in tree))
        if pieces and sum(m.column == first for m in pieces[-1]) + rows <= LEAVES:
            pieces[-1] += tree
        else:
            pieces.append(tree)
    return pieces


def _tree(root: ShownMatch, names: dict[str, ShownMatch]) -> list[ShownMatch]:
    slots = []
    for feeder in root.feeders:
        if feeder in names:
            slots += _tree(names[feeder], names)
    return [*slots, root]
