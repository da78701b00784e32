"""Titles of problems about clubs and tournaments. A code such as `entrant.taken` uses the title of `entrant`."""

from __future__ import annotations

from scorekeeper.clubs.actions.refusals import TEXTS as SEASON_TEXTS
from scorekeeper.tournaments.actions.refusals import TEXTS
from scorekeeper.wording.marks import N_

TITLES = {
    "sign_in": N_("Not signed in"),
    "second": N_("Not the second step"),
    "account": N_("Not an account"),
    "password": N_("Not a password"),
    "invitation": N_("No such invitation"),
    "token": N_("No such token"),
    "club": N_("No such club"),
    "member": N_("No such member"),
    **dict.fromkeys(("role.score", "role.direct", "role.organise"), N_("Not allowed")),
    "organiser": N_("The last organiser"),
    "player": N_("Not a player of the club"),
    "pair": N_("No such pair"),
    "text": N_("Too long a text"),
    "names": N_("Not a way to show names"),
    "responsible": N_("Not a responsible person"),
    "keep": N_("Not a time for keeping"),
    "format": N_("Not of this form"),
    "tournament": N_("Not possible in this tournament"),
    "board": N_("The tournament has changed meanwhile"),
    "options": N_("Options that cannot be"),
    "entry": N_("The entry form"),
    "list": N_("Not a list of entrants"),
    "entrant": N_("Not possible for this entrant"),
    "entrants": N_("Entrants that cannot be"),
    "round": N_("Not possible in this round"),
    "table": N_("Not possible at this table"),
    "result": N_("Not a result"),
    "correct": N_("Not to be corrected by a scorer"),
    "undo": N_("Not to be undone"),
    "clock": N_("Not possible with the clock"),
    "swap": N_("Not to be exchanged"),
    "match.not_ready": N_("Not to begin yet"),
    "start": N_("Begun already"),
    "finished": N_("All rounds have been played"),
    "bracket": N_("A bracket to be put right"),
    "needs.results": N_("Results are missing"),
    "needs.winner": N_("It must be told who won"),
    "schedule": N_("No schedule"),
    "stages": N_("Stages that cannot be"),
    "league": N_("Not possible in this league"),
    "season": N_("Not possible in this season"),
    "delete": N_("Not to be deleted"),
    "papers": N_("No such papers"),
    "file": N_("Not a file that can be read"),
    "archive": N_("Not an archive that can be brought in"),
}

CODES = tuple(dict.fromkeys([*TEXTS, *SEASON_TEXTS, *TITLES, "entrants.few", "entrants.late"]))
"""Every code of such a problem."""
