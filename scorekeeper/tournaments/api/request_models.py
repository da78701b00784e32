"""Models of the requests that the API accepts about tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.clubs.commands.privacy.public_names import CHOICES
from scorekeeper.clubs.store.club import LONGEST_PLAYER_NAME
from scorekeeper.core.api.json_schema import (
    DAY,
    FLAG,
    OBJECT,
    TIME,
    Description,
    array,
    integer,
    nullable,
    object_schema,
    one_of,
    ref,
    text,
)
from scorekeeper.core.api.schema import INDEX, LEFT_OUT, name_schemas
from scorekeeper.core.db.database import LARGEST_ID
from scorekeeper.core.i18n.translation import LANGUAGES
from scorekeeper.core.pdf.page_sizes import ALL_SIZES
from scorekeeper.pairing.method import METHODS
from scorekeeper.pairing.record.shapes import Whole
from scorekeeper.tournaments.commands.printouts.printouts import BOTH, NAMES
from scorekeeper.tournaments.commands.setup.entry_validation import HIGHEST_SEED, LONGEST_ENTRANT_NAME
from scorekeeper.tournaments.commands.setup.lifecycle import MOST_ENTRANTS
from scorekeeper.tournaments.commands.setup.validation import LONGEST_NOTE, MOST_MINUTES
from scorekeeper.tournaments.store.tournament import LONGEST_TOURNAMENT_NAME

_ROUND, _SIDE, _NOTE = integer(1, 1000), integer(0, 2), text(LONGEST_NOTE)
_MINUTES = integer(1, MOST_MINUTES)
_ENTRANT_NAME, _SEED = text(LONGEST_ENTRANT_NAME, 1), nullable(integer(1, HIGHEST_SEED))
_PLAYERS = array(text(LONGEST_PLAYER_NAME, 1), 1, 6)
_PACE = {name: integer(0, 240) for name in ("minutes_a_hand", "minutes_between_rounds", "minutes_to_start")}
_RESULT = ref("TableResult")

Side = Annotated[int, _SIDE, INDEX]


@dataclass(frozen=True, slots=True)
class FormatQuestion:
    """The expected entrants and the time available."""

    entrants: Annotated[Any, integer(2, MOST_ENTRANTS)]
    minutes: Annotated[Any, _MINUTES]
    individuals: Annotated[object, FLAG] = False
    pace: Annotated[Any, object_schema(_PACE, _PACE), Description("Minutes to plan with, instead of the usual ones.")] = None


@dataclass(frozen=True, slots=True)
class TournamentFacts:
    """A tournament to create or change. Missing fields stay as they are."""

    name: Annotated[object, text(LONGEST_TOURNAMENT_NAME, 1)] = None
    day: Annotated[object, DAY] = None
    starts: Annotated[object, text(5)] = None
    minutes: Annotated[object, nullable(_MINUTES)] = None
    venue: Annotated[object, _NOTE] = None
    note: Annotated[object, _NOTE] = None
    method: Annotated[object, one_of(METHODS)] = None
    options: Annotated[object, OBJECT] = None
    rules: Annotated[object, {"anyOf": [ref("RulesName"), OBJECT]}] = None
    seed: Annotated[object, integer(0, 2**31 - 1)] = None
    public_names: Annotated[object, nullable(one_of(CHOICES))] = None


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The settings of the public entry form."""

    open: Annotated[object, FLAG]
    limit: Annotated[object, nullable(integer(2, MOST_ENTRANTS))] = None
    closes: Annotated[object, nullable(TIME)] = None
    note: Annotated[object, _NOTE] = None


@dataclass(frozen=True, slots=True)
class TournamentStatus:
    """A tournament's status."""

    status: Annotated[object, ref("StatusOfTournament")]


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """An entry by the public form."""

    players: Annotated[object, _PLAYERS] = None
    name: Annotated[object, _ENTRANT_NAME] = None


@dataclass(frozen=True, slots=True)
class NewEntrant(OwnEntry):
    """An entrant that the desk enters or changes."""

    seed: Annotated[object, _SEED] = None


@dataclass(frozen=True, slots=True)
class ListedEntrant(NewEntrant):
    """One of several new entrants. `namesake`: another person with a name that is already entered."""

    namesake: Annotated[
        object, FLAG, Description("A different person with a name that is already entered; a number is added to tell them apart.")
    ] = None


@dataclass(frozen=True, slots=True)
class NewEntrants:
    entrants: Annotated[list[dict[str, Any]], array(ref("ListedEntrant"), 1, MOST_ENTRANTS)]


@dataclass(frozen=True, slots=True)
class FromRound:
    """The first round to which a command applies, by default the next."""

    round: Annotated[Any, _ROUND] = None


@dataclass(frozen=True, slots=True)
class NewSubstitute:
    """A substitute and the first round they play."""

    round: Annotated[int, _ROUND, INDEX]
    name: Annotated[object, text(2 * LONGEST_PLAYER_NAME, 1)]


@dataclass(frozen=True, slots=True)
class SitOut:
    """A round that an entrant does not play."""

    round: Annotated[int, _ROUND, INDEX]
    bye: Annotated[object, FLAG] = None
    out: Annotated[object, FLAG] = None


@dataclass(frozen=True, slots=True)
class SeedOrder:
    """All entrants, first seed first."""

    order: Annotated[list[str], array(text(40), 0, MOST_ENTRANTS)]


@dataclass(frozen=True, slots=True)
class Prizes:
    """Prizes in words."""

    prizes: Annotated[object, _NOTE]


@dataclass(frozen=True, slots=True)
class Swap:
    """Two entrants who swap places."""

    one: Annotated[object, text(40)]
    other: Annotated[object, text(40)]


@dataclass(frozen=True, slots=True)
class Ahead:
    """Bracket matches by name."""

    matches: Annotated[list[str], array(text(10), 1, MOST_ENTRANTS), Description("Names of bracket matches.")]


@dataclass(frozen=True, slots=True)
class Publish:
    """`anyway`: publish even if something has changed since the round was paired."""

    anyway: Annotated[object, FLAG] = None


@dataclass(frozen=True, slots=True)
class SideChoice:
    """A side, needed only if there is a choice."""

    side: Side = LEFT_OUT


@dataclass(frozen=True, slots=True)
class OwnSide:
    """The side that makes the request."""

    side: Side


@dataclass(frozen=True, slots=True)
class TableReport(OwnSide):
    """A result reported by one side."""

    result: Annotated[object, _RESULT]


@dataclass(frozen=True, slots=True)
class TableConfirmation(OwnSide):
    """A side's confirmation of the result it was shown."""

    seen: Annotated[object, _RESULT] = None


@dataclass(frozen=True, slots=True)
class TableDispute(OwnSide):
    """A side's objection."""

    note: Annotated[object, text(300)] = None


@dataclass(frozen=True, slots=True)
class FirstDealer:
    """The seat of a table's first dealer."""

    first_dealer: Annotated[int, integer(0, 5), INDEX] = 0


@dataclass(frozen=True, slots=True)
class ClockAction:
    """A command on the clock."""

    action: Annotated[object, one_of(("start", "pause", "resume", "add", "call", "stop"))]
    minutes: Annotated[int | None, integer(-1440, 1440)] = None


_SCORES = array(integer(-1_000_000, 1_000_000), 2, 3)
_RESULT_PARTS = {
    "scores": _SCORES,
    "winner": _SIDE,
    "forfeit": {"anyOf": [_SIDE, array(_SIDE, 1, 3), FLAG]},
    "boxes": _SCORES,
    "games": array(_SCORES, 0, 15),
}
name_schemas(ListedEntrant=ListedEntrant, Substitute=NewSubstitute, TableResult=object_schema(_RESULT_PARTS, _RESULT_PARTS))


@dataclass(frozen=True, slots=True)
class PaperJobFacts:
    """The printouts to make.

    `round`: limits printouts by round to this one; `bind`: one file; `names`: the names on posted sheets.
    """

    size: Annotated[object, one_of(ALL_SIZES)] = "letter"
    lang: Annotated[object, one_of((*LANGUAGES, BOTH))] = LEFT_OUT
    round: Annotated[
        int | None, nullable(_ROUND), Whole(1, LARGEST_ID), Description("For printouts made per round, only this round.")
    ] = None
    bind: Annotated[object, FLAG, Description("Make one PDF instead of one per printout.")] = None
    names: Annotated[
        object,
        one_of(NAMES),
        Description("Names on posted sheets: `shown` (default) for the public form, `whole` for full names."),
    ] = LEFT_OUT
