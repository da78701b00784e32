"""“Where do I sit?”: an entrant's own page, found by name or opened by a secret link."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, redirect, request, url_for

from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages import lan_address
from scorekeeper.core.pages.layout import visitor
from scorekeeper.core.refusals import NotFound
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.staged_standings import ranked_within_finals
from scorekeeper.pairing.words import points_text, reason_text, tournament_error_text
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import player_links, redacted_view
from scorekeeper.tournaments.commands.entrants.partners import pair_with
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.commands.snapshot import load
from scorekeeper.tournaments.context import PublicContext, closed_link_page, open_public
from scorekeeper.tournaments.facts import place_in_line, rank_of, remember_seat, state_of
from scorekeeper.tournaments.public.common import page
from scorekeeper.tournaments.public.tables import sort_key
from scorekeeper.tournaments.words import result_text, side_name, state_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.tournaments.commands.authorization import TournamentAccess
    from scorekeeper.tournaments.commands.snapshot import Board
    from scorekeeper.tournaments.commands.tables_state import EnteredEntrant, RoundView, Seat

blueprint = Blueprint("own", __name__)

MOST_FOUND = 30


@dataclass(frozen=True)
class OwnRoundView:
    """An entrant's round. `table`: None for a bye; `seated`: False without a seat or bye."""

    number: int
    seated: bool
    table: int | None
    partner: str
    against: str
    result: str
    kind: str
    word: str
    why: str


@dataclass(frozen=True)
class SearchResult:
    """The result of a search by name: the entrants `found` with their current seats, and whether there are `more`."""

    asked: str
    found: list[EnteredEntrant]
    more: bool
    seats: dict[str, Seat | None]


@dataclass(frozen=True)
class OwnPage:
    """An entrant's own page.

    `waiting`: the position on the waiting list; `now`, `past`: rounds, latest first; `final`: the title of the final in which
    the rank counts; `shares`: the rank is shared; `next`: a sentence about what comes next; `table_url`: the table's own
    link, and `code_url`: its QR code.
    """

    entry: EnteredEntrant
    waiting: int | None
    why_bye: list[str]
    now: OwnRoundView | None
    past: list[OwnRoundView]
    rank: int | None
    did_not_play: bool
    final: str
    shares: bool
    points: str
    next: str
    table_url: str | None
    code_url: str | None
    round_done: bool


@blueprint.errorhandler(NotFound)
def _ended(error: NotFound) -> Response:
    return closed_link_page(error)


@blueprint.get("/tournaments/<int:tournament_id>/where")
def where(tournament_id: int) -> Response:
    """Show the entrants that match a name; with a single match, redirect to its page."""
    context = open_public(tournament_id)
    query = request.args.get("q", "").strip()[:60]
    found = _find_entrants(context.board, query) if query else []
    if len(found) == 1:
        answer = redirect(context.url("who", entrant=found[0].id), 303)
        assert isinstance(answer, Response)
        return answer
    current = context.board.current
    seats = {e.id: current.seat(e.id) if current else None for e in found}
    search_result = SearchResult(query, found[:MOST_FOUND], len(found) > MOST_FOUND, seats)
    return page("where", context, lambda: search_result, title=_("Where do I sit?"))


def _find_entrants(board: Board, query: str) -> list[EnteredEntrant]:
    """Return entrants with every typed word in their own, a player's or a substitute's name. Accents do not count."""
    words = sort_key(query).split()
    entries = []
    for entry in (e for e in board.entrants if e.status != "withdrawn"):
        names = sort_key(" ".join(entry.everybody))
        # A full name finds one shown with an initial. The hidden part is not compared.
        cut = tuple(name.rstrip(".") for name in names.split() if name.endswith("."))
        if all(word in names or word.startswith(cut) for word in words):
            entries.append(entry)
    return sorted(entries, key=lambda e: sort_key(e.name))


@blueprint.get("/tournaments/<int:tournament_id>/who/<entrant>")
def who(tournament_id: int, entrant: str) -> Response:
    """Show an entrant's public page. A player who was matched with another is sent to the page of their pair."""
    context = open_public(tournament_id)
    pair = pair_with(context.access, context.board, entrant)
    if pair is not None:
        answer = redirect(context.url("who", entrant=pair), 303)
        assert isinstance(answer, Response)
        return answer
    return own_page(context, entrant)


@blueprint.get("/e/<token>")
def opened(token: str) -> Response:
    """Show an entrant's page by their secret link, which also opens their table."""
    access = _entrance(token)
    timezones.use_club_zone(access.zone)
    board = redacted_view.load_redacted(access)
    entrant = access.entrant or ""
    if board.status == "draft" or board.entrant(entrant) is None:
        abort(404)
    secret = player_links.own_table(access)
    table = {"table_url": url_for("at_table.show", token=secret), "code_url": url_for("own.code", token=token)} if secret else {}
    answer = own_page(PublicContext(access, board), entrant, **table)
    answer.headers["Cache-Control"] = "no-store"
    return remember_seat(answer, access.tournament_id, entrant)


def _entrance(token: str) -> TournamentAccess:
    """Return the access of a secret link. For a player who was matched with another, it opens their pair."""
    access = tournament_entrance.entrant(token, visitor())
    pair = pair_with(access, load(access), access.entrant or "")
    return access if pair is None else replace(access, entrant=pair)


@blueprint.get("/e/<token>/code.svg")
def code(token: str) -> Response:
    """Return the link of the entrant's table as a QR code, for the other players there."""
    secret = player_links.own_table(_entrance(token)) or abort(404)
    return lan_address.mark_private(lan_address.qr_code(lan_address.reachable_root() + url_for("at_table.show", token=secret)))


def own_page(context: PublicContext, entrant: str, table_url: str | None = None, code_url: str | None = None) -> Response:
    """Return an entrant's page: the current table, what comes next, and every round."""
    board = context.board
    entry = board.entrant(entrant)
    if entry is None or entry.status == "withdrawn":
        abort(404)

    def make() -> OwnPage:
        # Without any results, everyone would share rank 1.
        played = any(t.result.known for one in board.rounds for t in one.tables)
        rows = board.only_played(ranked_within_finals(board.standings)) if played else []
        row = rank_of(board, entrant, rows)
        letter = board.final_letters.get(entrant, "")
        return OwnPage(
            entry=entry,
            waiting=place_in_line(board, entry),
            why_bye=_why_bye(board, entrant),
            now=_own_round(context, board.current, entrant) if board.current else None,
            past=[_own_round(context, one, entrant) for one in board.rounds[:-1]][::-1],
            rank=row.rank if row else None,
            did_not_play=bool(board.rounds) and board.finished and entrant in board.who_did_not_play,
            final=_("Final %(name)s", name=letter) if letter else "",
            shares=row is not None and _shares_rank(board, entrant),
            points=points_text(row.columns.get("match_points") or 0) if row else "",
            next=_next_text(board),
            table_url=table_url,
            code_url=code_url,
            round_done=board.current is not None and board.current.done,
        )

    return page("own", context, make, title=board.name_of(entrant, board.current.number if board.current else None))


def _shares_rank(board: Board, entrant: str) -> bool:
    row, rows = rank_of(board, entrant), board.only_played(board.standings)
    return row is not None and sum(r.rank == row.rank and r.field == row.field for r in rows) > 1


def _why_bye(board: Board, entrant: str) -> list[str]:
    """Return why an entrant has a bye in the current round."""
    reasons = board.current.why_bye.get(entrant, ()) if board.current else ()
    return [reason_text(_, reason, board.names) for reason in reasons]


def _own_round(context: PublicContext, one: RoundView, entrant: str) -> OwnRoundView:
    board, seat = context.board, one.seat(entrant)
    if seat is None or seat.table is None or seat.side is None:
        why = _("bye") if seat is not None else _("absent")
        return OwnRoundView(one.number, False, None, "", "", "", "bye" if seat is not None else "away", "", why)
    table, side = seat.table, seat.side
    names = [side_name(board, ids, one.number) for ids in table.sides]
    partner = side_name(board, [i for i in table.sides[side] if i != entrant], one.number)
    against = _join_names([name for s, name in enumerate(names) if s != side])
    live = (
        None
        if table.result.known
        else tournament_live.of_round(context.access, board, one.number, table.number).get(table.number)
    )
    # The entrant's own score comes first.
    result = result_text(_turn_result(table.result, side), [names[side], *(n for s, n in enumerate(names) if s != side)])
    state = state_of(table, live)
    return OwnRoundView(
        one.number,
        True,
        table.number,
        partner,
        against,
        result if table.result.known else "",
        _kind(board, one.number, entrant),
        state_text(state, live),
        "",
    )


def _turn_result(result: Any, side: int) -> Any:
    """Return a result with one side first."""

    def turn(found: Sequence[int] | None) -> tuple[int, ...] | None:
        return None if found is None else (found[side], *(n for s, n in enumerate(found) if s != side))

    def place(s: int) -> int:
        return 0 if s == side else s + (s < side)

    return replace(
        result,
        scores=turn(result.scores),
        winner=None if result.winner is None else place(result.winner),
        forfeit=tuple(place(s) for s in result.forfeit),
        games=tuple(turn(game) or () for game in result.games),
    )


def _kind(board: Board, number: int, entrant: str) -> str:
    outcome = next((o for o in board.ledger[entrant] if o.round == number), None)
    return outcome.kind if outcome else ""


def _join_names(names: Sequence[str]) -> str:
    return ", ".join(names)


def _next_text(board: Board) -> str:
    """Return a sentence about what comes after the current round."""
    if board.status == "finished":
        return _("The tournament is over.")
    if board.current is None:
        return _("Round 1 is not out yet.")
    if not board.current.done:
        return ""
    error: TournamentError | None = board.next_error
    if error is not None and error.code == "bracket.played_by_other":
        return _("The desk is correcting a result. The next round comes after that.")
    if error is not None:
        return tournament_error_text(_, error) if error.code != "finished" else _("All rounds have been played.")
    return _("Round %(n)s is not out yet. This page will show it.", n=board.current.number + 1)
