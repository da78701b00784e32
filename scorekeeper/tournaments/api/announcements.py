"""API endpoints for announcements from the desk to the screen and to every phone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from scorekeeper.core.api.json_schema import Description, Revision, integer, nullable, one_of, text
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.call_words import announcement_text
from scorekeeper.tournaments.commands.calls import announcements
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store.announcement_part import KINDS, LONGEST_ANNOUNCEMENT

Kind = Annotated[str, one_of(KINDS)]


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement. `text`: in your language if its words are ready ones; `until`: null until it is removed."""

    kind: Kind
    text: str
    at: datetime
    until: datetime | None


@dataclass(frozen=True, slots=True)
class AnnouncementList:
    """What is announced now: one announcement or none."""

    revision: Revision
    announcements: list[Announcement]


@dataclass(frozen=True, slots=True)
class NewAnnouncement:
    """An announcement, in place of any other."""

    kind: Annotated[object, one_of(KINDS)]
    text: Annotated[object, text(LONGEST_ANNOUNCEMENT), Description("For the kind `text`.")] = None
    minutes: Annotated[
        object, nullable(integer(1, announcements.MOST_MINUTES)), Description("Until it ends; null until it is removed.")
    ] = None


_PUBLIC = tournament_operations("rounds", "club.public")
_SCORE = tournament_operations("rounds", "club.score")


@_PUBLIC.get("/tournaments/{tournament}/announcements")
def list_announcements(board: Board) -> AnnouncementList:
    """Read the announcement.

    The screen for the hall and every phone of the tournament show it.
    """
    found = announcements.current_announcement(board)
    said = [] if found is None else [Announcement(found.kind, announcement_text(request_t(), found), found.at, found.until)]
    return AnnouncementList(board.revision, said)


@_SCORE.post("/tournaments/{tournament}/announcements")
def post_announcement(sent: NewAnnouncement) -> TournamentCommand:
    """Announce something.

    Replaces the current announcement.
    """
    return announcements.post(sent.kind, sent.text or "", sent.minutes)


@_SCORE.delete("/tournaments/{tournament}/announcements")
def remove_announcement() -> TournamentCommand:
    """Remove the announcement."""
    return announcements.remove()
