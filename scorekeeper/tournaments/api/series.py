"""API endpoint for the next tournaments, like an earlier one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from flask import Response, url_for

from scorekeeper.clubs.api.authorization import club_operations
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.json_schema import DAY, FLAG, Description, Id, integer, text
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.series import next_tournament
from scorekeeper.tournaments.commands.series.next_tournament import MOST_TIMES
from scorekeeper.tournaments.day_names import default_name
from scorekeeper.tournaments.store.tournament import LONGEST_TOURNAMENT_NAME


@dataclass(frozen=True, slots=True)
class NextTournaments:
    """The tournament to repeat, and how often. The rest is as in that tournament."""

    like: Annotated[Any, integer(1), Description("The tournament to repeat.")]
    day: Annotated[Any, DAY, Description("By default the next date on the same weekday.")] = None
    name: Annotated[Any, text(LONGEST_TOURNAMENT_NAME, 1)] = None
    times: Annotated[Any, integer(1, MOST_TIMES), Description("The number of weeks, 1 by default.")] = 1
    regulars: Annotated[object, FLAG, Description("Enter everyone who came to at least half of the last few.")] = None


@dataclass(frozen=True, slots=True)
class NewTournament:
    """A tournament that was made."""

    id: Id
    href: str


@dataclass(frozen=True, slots=True)
class NewTournaments:
    """The tournaments that were made, in order."""

    tournaments: list[NewTournament]


@club_operations("tournaments", "club.direct").post(
    "/clubs/{club}/tournaments/next", headers=("key?",), answers={201: NewTournaments}
)
def create_next_tournaments(access: ClubAccess, sent: NextTournaments) -> Response:
    """Create the next tournament, like an earlier one.

    Copies format, hours, venue, prizes, check-in and public names, and joins the same leagues. `times` makes one for every week.
    """
    like = next_tournament.earlier(access, sent.like)
    name = sent.name
    made = next_tournament.create_series(
        access,
        like,
        names=lambda day: default_name(day) if name is None else name,
        day=like.day if sent.day is None else str(sent.day),
        times=sent.times,
        entering=[one for one in like.regulars if one.usual] if sent.regulars is True else (),
        uuid=requests.optional_key(),
    )
    return responses.respond(NewTournaments([_new(one) for one in made]), 201)


def _new(access: TournamentAccess) -> NewTournament:
    return NewTournament(access.tournament_id, url_for("api.read_tournament", tournament=access.tournament_id))
