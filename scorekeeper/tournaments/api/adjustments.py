"""API endpoints for who should not meet, fixed places, penalties, tags and handicaps."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Annotated, Any

from scorekeeper.core.api.json_schema import Description, Ordinal, Revision, array, integer, nullable, one_of, text
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.formats.tournament_v2 import HIGHEST_HANDICAP, LONGEST_REASON, LONGEST_TAG, MOST_TAGS
from scorekeeper.pairing.record.record import PENALTY_KINDS, WARNING
from scorekeeper.pairing.search.pairing_constraints import ROLES, STRICTEST_FIRST
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.api.responses import etag_of
from scorekeeper.tournaments.commands.adjustments import meetings, penalties, places, profiles
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.setup.lifecycle import MOST_ENTRANTS
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.penalty_words import penalty_text
from scorekeeper.tournaments.store.parts import HIGHEST_TABLE

_ENTRANT = text(40)
_TAG = text(LONGEST_TAG)
_TABLE, _SIDE = integer(1, HIGHEST_TABLE), integer(0, 1)

Rule = Annotated[str, one_of(STRICTEST_FIRST)]


@dataclass(frozen=True, slots=True)
class ListedMeeting:
    """Entrants who should not meet. `entrants`: any two of them; `tag`: the tag that they have, null without one."""

    number: Ordinal
    rule: Rule
    entrants: tuple[str, ...]
    tag: str | None
    as_: Annotated[str, one_of(ROLES)] | None


@dataclass(frozen=True, slots=True)
class MeetingList:
    """Who should not meet, in order of entry."""

    revision: Revision
    meetings: list[ListedMeeting]


@dataclass(frozen=True, slots=True)
class NewMeeting:
    """Entrants who should not meet: any two of `between`, or everyone with `tag`."""

    rule: Annotated[Any, one_of(STRICTEST_FIRST)]
    between: Annotated[list[str] | None, array(_ENTRANT, 2, MOST_ENTRANTS)] = None
    tag: Annotated[Any, nullable(_TAG)] = None
    as_: Annotated[Any, nullable(one_of(ROLES)), Description("For single players. Both, by default.")] = None


@dataclass(frozen=True, slots=True)
class ListedPlace:
    """An entrant's fixed table, side (0 is N–S) or both."""

    entrant: str
    table: Annotated[int, _TABLE] | None
    side: Annotated[int, _SIDE] | None


@dataclass(frozen=True, slots=True)
class PlaceList:
    """Fixed places. Of two entrants who want one table, the first has it."""

    revision: Revision
    places: list[ListedPlace]


@dataclass(frozen=True, slots=True)
class NewPlace:
    """An entrant's fixed table and side. With neither, there is no fixed place."""

    table: Annotated[Any, nullable(_TABLE)] = None
    side: Annotated[Any, nullable(_SIDE)] = None


@dataclass(frozen=True, slots=True)
class ListedPenalty:
    """A penalty or a warning, with `text` in words."""

    number: Ordinal
    round: Ordinal
    entrant: str
    kind: Annotated[str, one_of(PENALTY_KINDS)]
    points: Fraction
    reason: str
    rule: str | None
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PenaltyList:
    """Penalties and warnings, in order of entry."""

    revision: Revision
    penalties: list[ListedPenalty]


_POINTS: dict[str, Any] = {"type": "number", "minimum": -penalties.MOST_GAME_POINTS, "maximum": penalties.MOST_GAME_POINTS}


@dataclass(frozen=True, slots=True)
class NewPenalty:
    """A penalty or a warning. `round`: by default the last one; `rule`: its ID in the rulebook."""

    entrant: Annotated[str, _ENTRANT]
    kind: Annotated[Any, one_of(PENALTY_KINDS)]
    round: Annotated[Any, nullable(integer(1))] = None
    points: Annotated[Any, nullable(_POINTS), Description("For `game_points`, `match_points` and `awarded`.")] = None
    reason: Annotated[Any, text(LONGEST_REASON, 0), Description("Everyone sees it.")] = ""
    rule: Annotated[Any, nullable(text(40))] = None


@dataclass(frozen=True, slots=True)
class NewProfile:
    """An entrant's tags and handicap. Missing fields stay."""

    tags: Annotated[list[str] | None, array(_TAG, 0, MOST_TAGS)] = None
    handicap: Annotated[Any, nullable(integer(-HIGHEST_HANDICAP, HIGHEST_HANDICAP))] = None


@dataclass(frozen=True, slots=True)
class RankedTags:
    """The tags with their own standings. Null: all tags."""

    tags: Annotated[Any, nullable(array(_TAG, 0, MOST_TAGS))] = None


_PUBLIC = tournament_operations("adjustments", "club.public")
_SCORE = tournament_operations("adjustments", "club.score")
_DIRECT = tournament_operations("adjustments", "club.direct")


@_SCORE.get("/tournaments/{tournament}/meetings", etag=etag_of)
def list_meetings(board: Board) -> MeetingList:
    """List who should not meet.

    Only the desk sees this.
    """
    found = meetings.meetings_of(board)
    return MeetingList(board.revision, [ListedMeeting(m.number, m.part.rule, m.entrants, m.part.tag, m.part.role) for m in found])


@_DIRECT.post("/tournaments/{tournament}/meetings")
def keep_apart(sent: NewMeeting) -> TournamentCommand:
    """Keep entrants apart.

    It applies to every round paired from now on. A rule for the same entrants or tag replaces the earlier one.
    """
    return meetings.keep_apart([{"between": sent.between, "tag": sent.tag, "rule": sent.rule, "as": sent.as_}])


@_DIRECT.delete("/tournaments/{tournament}/meetings/{meeting}")
def let_meet(meeting: int) -> TournamentCommand:
    """Remove a rule about who should not meet."""
    return meetings.let_meet(meeting)


@_SCORE.get("/tournaments/{tournament}/places", etag=etag_of)
def list_places(board: Board) -> PlaceList:
    """List fixed tables and sides."""
    return PlaceList(board.revision, [ListedPlace(who, one.table, one.side) for who, one in places.places_of(board).items()])


@_DIRECT.put("/tournaments/{tournament}/entrants/{entrant}/place")
def fix_place(entrant: int, sent: NewPlace) -> TournamentCommand:
    """Fix an entrant’s table or side.

    It applies to every round paired from now on.
    """
    return places.fix_place(f"e{entrant}", sent.table, sent.side)


@_PUBLIC.get("/tournaments/{tournament}/penalties", etag=etag_of)
def list_penalties(access: TournamentAccess, board: Board) -> PenaltyList:
    """List penalties.

    Includes their reasons. Only the desk sees warnings.
    """
    rows = []
    for one in penalties.penalties_of(board):
        given = one.penalty
        if given.kind == WARNING and not access.may("score"):
            continue
        facts = (given.round, given.entrant, given.kind, given.points, given.reason, given.rule)
        rows.append(ListedPenalty(one.number, *facts, penalty_text(request_t(), given), one.at))
    return PenaltyList(board.revision, rows)


@_DIRECT.post("/tournaments/{tournament}/penalties")
def penalize(sent: NewPenalty) -> TournamentCommand:
    """Give a penalty or a warning.

    It counts at once, in results, standings and the next pairing.
    """
    return penalties.penalize(sent.entrant, sent.kind, sent.round, sent.points, sent.reason, sent.rule)


@_DIRECT.delete("/tournaments/{tournament}/penalties/{penalty}")
def lift_penalty(penalty: int) -> TournamentCommand:
    """Take back a penalty or a warning."""
    return penalties.lift_penalty(penalty)


@_DIRECT.put("/tournaments/{tournament}/entrants/{entrant}/profile")
def set_profile(entrant: int, sent: NewProfile) -> TournamentCommand:
    """Set an entrant’s tags and handicap."""
    return profiles.set_profile(f"e{entrant}", sent.tags, sent.handicap)


@_DIRECT.put("/tournaments/{tournament}/ranked-tags")
def rank_tags(sent: RankedTags) -> TournamentCommand:
    """Choose which tags have their own standings."""
    return profiles.rank_tags(sent.tags)
