"""Titles of problems about clubs and tournaments. A code such as `entrant.taken` uses the title of `entrant`."""

from __future__ import annotations

from scorekeeper.clubs.commands.refusals import TEXTS as SEASON_TEXTS
from scorekeeper.messages.marks import N_
from scorekeeper.tournaments.commands.refusals import TEXTS

TITLES = {
    "sign_in": N_("Not signed in"),
    "second": N_("Two-factor sign-in failed"),
    "account": N_("Not possible for this account"),
    "password": N_("Invalid password"),
    "invitation": N_("Invitation not found"),
    "token": N_("Invalid token"),
    "club": N_("Club not found"),
    "member": N_("Member not found"),
    **dict.fromkeys(("role.score", "role.direct", "role.organise", "role.door"), N_("Not allowed")),
    "organiser": N_("The only organizer"),
    "player": N_("Not possible for this player"),
    "pair": N_("Pair not found"),
    "text": N_("Invalid text"),
    "names": N_("Invalid choice of names"),
    "responsible": N_("Invalid responsible person"),
    "keep": N_("Invalid retention period"),
    "format": N_("Invalid request body"),
    "tournament": N_("Not possible in this tournament"),
    "board": N_("The tournament has changed"),
    "options": N_("Invalid options"),
    "entry": N_("Not possible with the entry form"),
    "list": N_("Invalid list of entrants"),
    "entrant": N_("Not possible for this entrant"),
    "entrants": N_("Invalid entrants"),
    "door": N_("Not possible at the door"),
    "check_in": N_("Check-in is not possible"),
    "price": N_("Invalid price"),
    "charge": N_("Invalid charge"),
    "pot": N_("Invalid side pot"),
    "payment": N_("Invalid payment"),
    "refund": N_("Refund is not possible"),
    "series": N_("Invalid series"),
    "tie": N_("Tie not decided"),
    "round": N_("Not possible in this round"),
    "table": N_("Not possible at this table"),
    "result": N_("Invalid result"),
    "correct": N_("Only directors can correct this"),
    "undo": N_("Undo is not possible"),
    "clock": N_("Not possible with the clock"),
    "swap": N_("Swap is not possible"),
    "match.not_ready": N_("Not ready to start"),
    "start": N_("Setup is not possible"),
    "finished": N_("All rounds have been played"),
    "bracket": N_("The bracket needs a correction"),
    "needs.results": N_("Results are missing"),
    "needs.winner": N_("The winner is missing"),
    "schedule": N_("No schedule"),
    "stages": N_("Invalid stages"),
    "league": N_("Not possible in this league"),
    "season": N_("Not possible in this season"),
    "delete": N_("Deletion is not possible"),
    "papers": N_("Printouts not available"),
    "file": N_("Unreadable file"),
    "archive": N_("The archive cannot be imported"),
}

CODES = tuple(dict.fromkeys([*TEXTS, *SEASON_TEXTS, *TITLES, "entrants.few", "entrants.late"]))
"""Every code of such a problem."""
