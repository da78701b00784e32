"""Shared parts of a tournament's public pages and table pages: access, template facts and live updates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Response, make_response, render_template, request, url_for

from scorekeeper.clubs.pages.signed_in import account
from scorekeeper.core.db.database import now
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.layout import refusal_page, visitor
from scorekeeper.core.pages.live_parts import LiveParts, stamp_of, template_values
from scorekeeper.core.refusals import NotFound
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import redacted_view
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.facts import announcement_now, clock_facts
from scorekeeper.tournaments.words import format_title, length_text, round_title, side_name, signed_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from _typeshed import DataclassInstance

    from scorekeeper.tournaments.commands.authorization import TournamentAccess
    from scorekeeper.tournaments.commands.snapshot import Board

MOST_ENTRANTS_CROSSED = 200
"""The largest number of entrants for which a cross-table is shown."""


BLUEPRINTS = {"where": "own", "who": "own", "screen": "screen"}
"""Pages that are not in the blueprint `tournaments`, with the blueprint they are in."""


@dataclass(frozen=True)
class PublicContext:
    """A tournament as the public may see it."""

    access: TournamentAccess
    board: Board

    @property
    def id(self) -> int:
        return self.access.tournament_id

    @property
    def preview(self) -> bool:
        """Whether only the desk can see the tournament so far."""
        return self.board.status == "draft"

    def url(self, page: str = "show", **values: Any) -> str:
        """Return the address of one of the tournament's public pages."""
        blueprint = BLUEPRINTS.get(page, "tournaments")
        return url_for(f"{blueprint}.{page}", tournament_id=self.id, **values)

    def name(self, ids: Sequence[str], number: int | None = None) -> str:
        """Return the name of a side, with the players who sit there in round `number`."""
        return side_name(self.board, ids, number)


def open_public(tournament_id: int) -> PublicContext:
    """Return the tournament in the address. Raises NotFound if there is none, or if the reader may not see it.

    Only accounts of its club may see a draft.
    """
    try:
        access = tournament_entrance.public(tournament_id, visitor())
    except NotFound:
        access = tournament_entrance.preview(tournament_id, account())
    timezones.use_club_zone(access.zone)
    return PublicContext(access, redacted_view.load_redacted(access))


def closed_link_page(error: NotFound) -> Response:
    """Return the page for a revoked slip or entrant link, which shows where to find the current tables.

    A slip printed ahead says that its round is not published yet.
    """
    if error.code == "link.early":
        return _uncached("tournaments/early.html", round=error.params["read"])
    of = tournament_entrance.tournament_of((request.view_args or {}).get("token", "")) if error.code == "link.closed" else None
    try:
        context = open_public(of) if of is not None else None
    except NotFound:
        context = None
    if context is None:
        return refusal_page(error)
    return _uncached("tournaments/ended.html", shown=context)


def _uncached(template: str, **values: Any) -> Response:
    response = make_response(render_template(template, **values), 404)
    response.headers["Cache-Control"] = "no-store"
    return response


def tabs(context: PublicContext) -> list[tuple[str, str, str]]:
    """Return the tournament's public pages as (page, address, title)."""
    board = context.board
    found = []
    if board.rounds:
        found.append(("pairings", context.url("pairings"), _("Tables")))
        found.append(("standings", context.url("standings"), _("Standings")))
        if board.bracket is not None:
            found.append(("bracket", context.url("bracket"), _("Bracket")))
        if not board.is_knockout() and len(board.playing) <= MOST_ENTRANTS_CROSSED:
            found.append(("cross", context.url("cross"), _("Cross-table")))
    found.append(("entrants", context.url("entrants"), _("Entrants")))
    return found


@dataclass(frozen=True)
class CommonValues:
    """The values that every template of a tournament gets. `tabs`: see `tabs`."""

    shown: PublicContext
    board: Board
    method: str
    length: str
    clock: dict[str, Any] | None
    announcement: str
    round_title: Callable[[int], str]
    side: Callable[..., str]
    signed: Callable[[int], str]
    tabs: list[tuple[str, str, str]]


def common_values(context: PublicContext, page: DataclassInstance) -> dict[str, Any]:
    """Return the values for a template by name: the ones common to all pages, then the page's own."""
    board = context.board
    common = CommonValues(
        context,
        board,
        format_title(_, board.tournament),
        length_text(board, board.current.number if board.current else None),
        clock_facts(board),
        announcement_now(board),
        lambda n: round_title(board, n),
        context.name,
        signed_text,
        tabs(context),
    )
    return {**template_values(common), **template_values(page)}


def live_part(context: PublicContext, *more: object) -> LiveParts:
    """Return the page's one live part, with the id `live`.

    Its stamp changes with the tournament, the games at its tables, the last hand, the end of an announcement and `more`. A
    running clock does not change it.
    """
    board = context.board
    current = board.current.number if board.current and not board.current.done else None
    last = board.clock is not None and board.clock.last_hand(now())
    games = tournament_live.stamp(context.access, current)
    seen = (board.revision, board.names_shown, games, last, announcement_now(board), context.access.zone, request.full_path)
    return LiveParts({"live": stamp_of(context.id, *seen, *more)})
