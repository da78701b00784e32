"""Printouts of a stored tournament, for its desk and the API."""

from __future__ import annotations

from flask import Response, url_for

from scorekeeper.core.pages.lan_address import reachable_root
from scorekeeper.core.pages.pdf_responses import pdf_page
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.printouts import printouts
from scorekeeper.tournaments.commands.printouts.print_options import SHOWN, Addresses, PrintOptions
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.printouts.documents import OF_A_ROUND, POSTED, kinds_of, make_documents
from scorekeeper.tournaments.printouts.event import EventDetails, PrintedEvent


def addresses(access: TournamentAccess) -> Addresses:
    """Return the tournament's addresses for other devices."""
    base, number = reachable_root(), access.tournament_id
    return Addresses(
        lambda token: base + url_for("at_table.show", token=token),
        base + url_for("tournaments.show", tournament_id=number),
        base + url_for("entry_form.show", tournament_id=number),
        lambda token: base + url_for("check_in.show", token=token),
    )


def kinds_offered(access: TournamentAccess, board: Board, lang: str) -> tuple[str, ...]:
    """Return the kinds of printouts the tournament has now."""
    about = EventDetails.from_facts(printouts.facts_for_printing(access, board), board.public_additions)
    return kinds_of(PrintedEvent(board, about, lang))


def printout_response(access: TournamentAccess, board: Board, options: PrintOptions) -> Response | None:
    """Return one printout as a PDF, or None if the tournament does not have it.

    `options`: one kind in one language; the round may be the draft round.
    """
    (kind,) = options.kinds or ()
    is_posted = options.names == SHOWN and kind in POSTED
    seen = printouts.as_posted_board(access, board) if is_posted else board
    facts = printouts.facts_for_printing(access, seen, addresses(access), links=kind in ("slips", "slipsahead"))
    number = next(iter(options.rounds or ()), None) if kind in OF_A_ROUND else None
    source = seen, EventDetails.from_facts({**facts, "table": options.table}, seen.public_additions)
    document = next(iter(make_documents(options, source, draft=printouts.draft_round(board))), None)
    if document is None:
        return None
    event = document.event
    heading = event.t("Round %(n)s") % {"n": number} if number else ""
    depends = (access.tournament_id, board.revision, seen.names_shown, options, event.about)
    return pdf_page(document.html, name=[event.name, heading, document.title], of=depends)
