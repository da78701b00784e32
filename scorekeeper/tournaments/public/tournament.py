"""The public pages of a tournament: overview, tables, standings, cross-table, bracket, matches, entrants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, current_app, request, url_for

from scorekeeper.core.db.database import now
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import t
from scorekeeper.games.pages.parts.receipt import reasons
from scorekeeper.games.pages.parts.sheet_view import rows as sheet_rows
from scorekeeper.messages.names import names_of
from scorekeeper.pairing.words import points_text, reason_text
from scorekeeper.tournaments.commands.cross_table import Cross, Met, cross_table
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.commands.redacted_view import redact_game
from scorekeeper.tournaments.commands.setup import entry_validation as tournament_entrants
from scorekeeper.tournaments.context import PublicContext, open_public
from scorekeeper.tournaments.facts import leagues_of, table_facts
from scorekeeper.tournaments.public import bracket_drawing
from scorekeeper.tournaments.public.bracket_view import BracketView
from scorekeeper.tournaments.public.common import page
from scorekeeper.tournaments.public.tables import by_name, bye_names, in_columns, public_rows, sort_key
from scorekeeper.tournaments.standings import standings_parts, tiebreak_meanings
from scorekeeper.tournaments.words import leaver_notes, result_text, round_title, signed_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from scorekeeper.games.commands.game_state import GameState, ScoredEntry
    from scorekeeper.pairing.standings.standings import StandingRow
    from scorekeeper.tournaments.commands.live.live_games import MatchOnPad
    from scorekeeper.tournaments.commands.snapshot import Board
    from scorekeeper.tournaments.commands.tables_state import EnteredEntrant, RoundView, TableView
    from scorekeeper.tournaments.facts import TableFacts as TableRow
    from scorekeeper.tournaments.public.bracket_drawing import BracketDrawing
    from scorekeeper.tournaments.public.bracket_view import BracketRound
    from scorekeeper.tournaments.public.tables import SeatedName
    from scorekeeper.tournaments.standings import StandingsPart


blueprint = Blueprint("tournaments", __name__, url_prefix="/tournaments/<int:tournament_id>")


@dataclass(frozen=True)
class OverviewPage:
    """The overview.

    `parts`: the standings of one field; `entered`, `waiting`: numbers of entrants; `entry_form`: the form's address while it
    is open; `too_late`: it was open; `leagues`: (name, address) of each league in which it counts.
    """

    parts: list[StandingsPart]
    entered: int
    waiting: int
    entry_form: str | None
    too_late: bool
    drawn: bool
    winner: str
    leagues: list[tuple[str, str]]


@blueprint.get("")
def show(tournament_id: int) -> Response:
    """Show the overview, with links to the other pages."""
    context = open_public(tournament_id)
    board = context.board

    def make() -> OverviewPage:
        parts = standings_parts(board, lists=False) if board.rounds else []
        return OverviewPage(
            parts=parts[:1],
            entered=sum(e.status in ("in", "left") for e in board.entrants),
            waiting=sum(e.status == "waiting" and not e.seeks_partner for e in board.entrants),
            entry_form=_entry_form(context),
            too_late=board.entry.open and board.status == "running",
            drawn=tournament_entrants.is_drawn(board),
            winner=parts[0].lines[0].name if board.status == "finished" and parts else "",
            leagues=leagues_of(context.access),
        )

    return page("show", context, make, title=board.name)


def _entry_form(context: PublicContext) -> str | None:
    """Return the address of the entry form while it is open."""
    if not tournament_entrants.entries_open(context.board, now()) or "entry_form.show" not in current_app.view_functions:
        return None
    return url_for("entry_form.show", tournament_id=context.id)


@dataclass(frozen=True)
class PairingsPage:
    """A round.

    `rows`: its tables; `names`: its names in columns by letter, if `ordered` by name; `byes`: entrants with a bye.
    """

    one: RoundView
    ordered: str
    rows: list[TableRow]
    names: list[tuple[str, list[SeatedName]]]
    byes: list[str]


@blueprint.get("/tables")
def pairings(tournament_id: int) -> Response:
    """Show who sits where, by table or (`by=name`) by name."""
    context = open_public(tournament_id)
    one = _round(context)
    ordered = "name" if request.args.get("by") == "name" else "table"

    def make() -> PairingsPage:
        rows = public_rows(context, one) if ordered == "table" else []
        names = in_columns(by_name(context.board, one)) if ordered == "name" else []
        return PairingsPage(one, ordered, rows, names, bye_names(context.board, one))

    return page("pairings", context, make, title=_("Tables"))


def _round(context: PublicContext, number: int | None = None) -> RoundView:
    """Return the requested round, or the last one."""
    board = context.board
    number = number or request.args.get("round", type=int)
    view = board.round(number) if number else board.current
    return view or abort(404)


@dataclass(frozen=True)
class StandingsPage:
    """The standings by field.

    `so_far`: as if every match on the pad ended now; `going`: a round is in play. `leavers`: notes on entrants who left
    early; `legend`: the short headings with their full form.
    """

    parts: list[StandingsPart]
    leavers: list[str]
    legend: list[tuple[str, str]]
    meanings: list[str]
    so_far: bool
    going: bool


@blueprint.get("/standings")
def standings(tournament_id: int) -> Response:
    """Show the standings; `now=1`: as if every match on the pad ended now."""
    context = open_public(tournament_id)
    if not context.board.rounds:
        abort(404)
    so_far = "now" in request.args

    def make() -> StandingsPage:
        parts = standings_parts(context.board, _live_rows(context) if so_far else None)
        going = not (context.board.current is None or context.board.current.done)
        heads = dict.fromkeys(head for part in parts for head in part.columns)
        legend = [(short, full_title) for short, full_title in heads if short != full_title]
        return StandingsPage(parts, leaver_notes(t(), context.board), legend, tiebreak_meanings(context.board), so_far, going)

    return page("standings", context, make, title=_("Standings"))


def _live_rows(context: PublicContext) -> list[StandingRow] | None:
    """Return the standings as if every match on the pad ended now, or None if there is no such match."""
    board = context.board
    if board.current is None or board.current.done:
        return None
    going = {n: one for n, one in tournament_live.of_round(context.access, board).items() if one.begun}
    return tournament_live.standings(board, going) if going else None


@dataclass(frozen=True)
class CrossTablePage:
    """The cross-table, with functions that format its cells and points."""

    cross: Cross
    cell: Callable[[Cross, Met], Meeting]
    points_text: Callable[[Fraction], str]


@blueprint.get("/cross")
def cross(tournament_id: int) -> Response:
    context = open_public(tournament_id)
    if not context.board.rounds or context.board.is_knockout():
        abort(404)

    def make() -> CrossTablePage:
        return CrossTablePage(cross_table(context.board), cell, points_text)

    return page("cross", context, make, title=_("Cross-table"), css=["tournaments/cross"])


@dataclass(frozen=True)
class BracketPageView:
    """The bracket of each final as a list of rounds and as a picture; only one without finals."""

    brackets: list[tuple[BracketView, list[BracketRound], BracketDrawing]]


@blueprint.get("/bracket")
def bracket(tournament_id: int) -> Response:
    """Show the brackets as lists of rounds and as pictures."""
    context = open_public(tournament_id)
    if context.board.bracket is None or not context.board.rounds:
        abort(404)

    def make() -> BracketPageView:
        views = [BracketView(context, one) for one in context.board.brackets]
        return BracketPageView([(view, view.sections(), bracket_drawing.draw_whole(view)) for view in views])

    return page("bracket", context, make, title=_("Bracket"), css=["tournaments/bracket"])


@dataclass(frozen=True)
class EntrantsPublicPage:
    """The entrants, and the waiting list in order."""

    here: list[EnteredEntrant]
    waiting: list[EnteredEntrant]
    singles: list[EnteredEntrant]
    entry_form: str | None


@blueprint.get("/entrants")
def entrants(tournament_id: int) -> Response:
    """Show the entrants and the waiting list."""
    context = open_public(tournament_id)

    def make() -> EntrantsPublicPage:
        listed = sorted((e for e in context.board.entrants if e.status != "withdrawn"), key=lambda e: sort_key(e.name))
        return EntrantsPublicPage(
            here=[e for e in listed if e.status in ("in", "left")],
            waiting=sorted((e for e in listed if e.status == "waiting" and not e.seeks_partner), key=lambda e: e.n),
            singles=[e for e in listed if e.status == "waiting" and e.seeks_partner],
            entry_form=_entry_form(context),
        )

    return page("entrants", context, make, title=_("Entrants"))


@dataclass(frozen=True)
class MatchPage:
    """A match.

    `seat`: its table; `names`: by side; `why`: the reasons for the pairing; `games`: score sheets from the pad.
    """

    seat: TableView
    row: TableRow
    names: list[str]
    result: str
    why: list[str]
    games: list[dict[str, object]]


@blueprint.get("/rounds/<int:number>/tables/<int:table>")
def match(tournament_id: int, number: int, table: int) -> Response:
    """Show a match: its sides, the reasons for the pairing, the result, and every hand recorded on the pad."""
    context = open_public(tournament_id)
    seat = context.board.table(number, table) or abort(404)
    live = tournament_live.of_round(context.access, context.board, number, table).get(table)

    def make() -> MatchPage:
        names = [context.name(ids, number) for ids in seat.sides]
        return MatchPage(
            seat=seat,
            row=table_facts(context.board, seat, live),
            names=names,
            result=result_text(seat.result, names) if seat.result.known else "",
            why=[reason_text(_, reason, context.board.names) for reason in seat.why],
            games=_score_sheets(context.board, seat, live),
        )

    title = round_title(context.board, number) + " · " + _("Table %(n)s", n=table)
    css = ["games/table", "games/pad", "games/sheet"]
    return page("match", context, make, title=title, css=css, of=live and (live.game_ids, live.revisions))


def _score_sheets(board: Board, seat: TableView, live: MatchOnPad | None) -> list[dict[str, object]]:
    """Return the score sheets of a match on the pad, with the reasons for each hand by entry."""
    games = [redact_game(board, seat, game) for game in live.games] if live is not None else []
    return [
        {
            "sides": list(names_of(game.rules, game.players).sides),
            "rows": sheet_rows(game),
            "contract": game.contract,
            "why": {entry.id: _why(game, entry) for entry in game.entries if entry.hand is not None},
        }
        for game in games
    ]


def _why(game: GameState, entry: ScoredEntry) -> list[str]:
    groups = reasons(game.rules, entry.players, entry.hand) if entry.hand is not None else []
    return [line["text"] for group in groups for line in group["lines"]]


SIGNS = {"win": "+", "tie": "=", "loss": "−", "bye": "○", "forfeit": "×", "third": "", "playing": "…"}
"""The sign before the opponent's number."""


@dataclass(frozen=True)
class Meeting:
    """A meeting.

    `sign`: its outcome; `who`: the opponents' numbers; `mates`: the partner's; `score`: the entrant's own first.
    """

    sign: str
    who: str
    mates: str
    score: str


def cell(cross: Cross, meeting: Met) -> Meeting:
    """Return a cell of this table as text."""
    score = ":".join(signed_text(n) for n in meeting.scores)
    return Meeting(SIGNS.get(meeting.kind, ""), _numbers(cross, meeting.opponents), _numbers(cross, meeting.partners), score)


def _numbers(cross: Cross, ids: Sequence[str]) -> str:
    return "·".join(str(cross.numbers[i]) for i in ids if i in cross.numbers)
