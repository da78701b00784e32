"""Commands on announcements from the desk to the screen and to every phone. There is one at a time."""

from __future__ import annotations

from datetime import timedelta

from scorekeeper.core.db.database import now
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.signing import normalize_text
from scorekeeper.formats.declared import dump, parse
from scorekeeper.messages.marks import N_
from scorekeeper.tournaments.commands.command import TournamentEffect, command
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store.announcement_part import KINDS, LONGEST_ANNOUNCEMENT, TEXT, AnnouncementPart

MOST_MINUTES = 24 * 60


def current_announcement(board: Board) -> AnnouncementPart | None:
    """Return the announcement now, or None. One that has ended is no longer there."""
    value = board.log.parts.get("announcement")
    found = None if value is None else parse(AnnouncementPart, value)
    return found if found is not None and (found.until is None or found.until > now()) else None


def check_announcement(text: object) -> str:
    """Return an announcement's own words on one line. Raises Refusal("announcement.text")."""
    line = normalize_text(text) if isinstance(text, str) else ""
    if not 1 <= len(line) <= LONGEST_ANNOUNCEMENT:
        raise Refusal("announcement.text", "text", high=LONGEST_ANNOUNCEMENT)
    return line


@command(
    "announcement",
    right="score",
    changes=("announcement",),
    says=N_("Announced to everyone"),
    asked=lambda kind, text="", minutes=None: [kind, check_announcement(text) if kind == TEXT else "", minutes],
)
def post(board: Board, kind: object, text: object = "", minutes: object = None) -> TournamentEffect:  # noqa: ARG001
    """Announce something on the screen and on every phone, in place of any other announcement.

    `kind`: one of `KINDS`; `text`: for the kind `text`; `minutes`: until it ends, None until it is removed. Raises
    Refusal("announcement.kind", "announcement.text", "announcement.minutes").
    """
    if kind not in KINDS:
        raise Refusal("announcement.kind", "kind", read=str(kind)[:20])
    if minutes is not None and (type(minutes) is not int or not 1 <= minutes <= MOST_MINUTES):
        raise Refusal("announcement.minutes", "minutes", high=MOST_MINUTES)
    moment = now()
    until = None if minutes is None else moment + timedelta(minutes=minutes)
    said = AnnouncementPart(str(kind), moment, check_announcement(text) if kind == TEXT else "", until)
    return TournamentEffect("announcement", {"announcement": dump(said)})


@command("announcement_end", right="score", changes=("announcement",), says=N_("Announcement removed"))
def remove(board: Board) -> TournamentEffect:
    """Remove the announcement. Raises Refusal("announcement.none")."""
    if current_announcement(board) is None:
        raise Refusal("announcement.none")
    return TournamentEffect("announcement", {"announcement": None})
