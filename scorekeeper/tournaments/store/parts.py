"""The parts of a tournament, each declared once as a type, and its clock, computed on each reading.

A part is named by a path: `about`, `setup`, `entry`, `status`, `clock`, `entrant/e7`, `round/3`, `result/3/12` (round,
table), `report/3/12/0` (and side), `dispute/3/12`, `door`, `check_in/e7`, `price/e7`, `charge/e7/1`, `payment/e7/1`
(entrant, number), `tie/e7`, `tie/e7/2` (and stage of finals), `purse`, `pot/1`, `meeting/2`, `place/e7`, `penalty/4`,
`profile/e7`, `ranked_tags`, `announcement`, `door_prize/e7/1` (entrant, number of the draw), `hall` and the parts in
`call_parts`. Each row of the log has the parts it changed, before and after.

A change rewrites only the fields it is about (`rewrite_fields`). Fields that an earlier version wrote stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from scorekeeper.clubs.store.club import LONGEST_PLAYER_NAME
from scorekeeper.core.api.json_schema import HIDDEN, Count, one_of, ref
from scorekeeper.formats.declared import copy_as, dump, dump_fields, parse
from scorekeeper.pairing.method import METHODS
from scorekeeper.pairing.money.purse import Purse
from scorekeeper.pairing.money.side_pots import SidePot
from scorekeeper.pairing.record.attendance import (
    CHECK_INS,
    LONGEST_PRICE_NAME,
    MOST_CENTS,
    MOST_PRICES,
    Charge,
    NamedPrice,
    Payment,
)
from scorekeeper.pairing.record.decisions import TieDecision
from scorekeeper.pairing.record.door_prizes import DoorPrize
from scorekeeper.pairing.record.draft import DraftTable, Reason, RoundDraft
from scorekeeper.pairing.record.record import HIGHEST_FIRST_TABLE, LONGEST_ID, Earlier, Entrant, Penalty, Result, Table
from scorekeeper.pairing.record.shapes import WHEN_SET, Key, Many, Name, OneOf, Text, Whole
from scorekeeper.pairing.search.pairing_constraints import ROLES, STRICTEST_FIRST
from scorekeeper.tournaments.store.announcement_part import AnnouncementPart
from scorekeeper.tournaments.store.call_parts import CallPart, CallsPart
from scorekeeper.tournaments.store.clock_part import Clock

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class AboutPart:
    """The description of a tournament.

    `day`: ISO; `starts`: HH:MM or empty; `minutes`: the time available; `public_names`: how the public sees names
    (`public_names.CHOICES`), None for the club's choice.

    `hours` and `pace` are from earlier versions and no longer read.
    """

    name: str = ""
    day: str = ""
    starts: str = ""
    minutes: int | None = None
    venue: str = ""
    note: str = ""
    prizes: str = ""
    public_names: Annotated[str | None, WHEN_SET] = None
    hours: Annotated[Any, WHEN_SET] = None
    pace: Annotated[Any, WHEN_SET] = None


@dataclass(frozen=True, slots=True)
class SetupPart:
    """How the tournament is played, as in the tournament record."""

    method: Annotated[str, one_of(METHODS)]
    options: dict[str, Any]
    rules: Annotated[dict[str, Any], ref("RulesInFull")]
    seed: Count


@dataclass(frozen=True, slots=True)
class EntryPart:
    """The public entry form.

    `limit`: most entrants, None for no limit; `closes`: ISO timestamp with its offset. `singles`: in an event of pairs, single
    players can look for a partner.
    """

    open: bool = False
    limit: int | None = None
    closes: str | None = None
    note: str = ""
    singles: Annotated[bool, WHEN_SET] = False


@dataclass(frozen=True, slots=True)
class EntrantPart(Entrant):
    """An entrant of the tournament record, with the club's own data.

    `players`: names; `player_ids`: ids in the club's roster, if known. `via`: `desk` or `form`. `waiting`: on the waiting
    list; `withdrawn`: withdrew before the start. `seeks_partner`: a single player in an event of pairs, who waits for a partner.
    """

    players: tuple[Annotated[str, Name(LONGEST_PLAYER_NAME)], ...] = ()
    via: Annotated[str, OneOf(("desk", "form"))] = "desk"
    player_ids: Annotated[tuple[int, ...], WHEN_SET, HIDDEN] = ()
    waiting: Annotated[bool, WHEN_SET, HIDDEN] = False
    withdrawn: Annotated[bool, WHEN_SET, HIDDEN] = False
    seeks_partner: Annotated[bool, WHEN_SET] = False


@dataclass(frozen=True, slots=True)
class RoundPart:
    """The pairings of a round, with the reasons.

    `paired`: the revision from which it was computed. For the other fields, see `RoundDraft` and `Round`.
    """

    published: bool
    paired: int
    by_hand: bool
    ahead: Annotated[bool, WHEN_SET] = False
    first_table: Annotated[int, WHEN_SET, Whole(1, HIGHEST_FIRST_TABLE)] = 1
    stage: int = 1
    tables: tuple[DraftTable, ...] = ()
    byes: tuple[str, ...] = ()
    rematches: int = 0
    why_bye: Mapping[str, tuple[Reason, ...]] = field(default_factory=dict)
    notes: tuple[Reason, ...] = ()

    def draft(self, number: int) -> RoundDraft:
        """Return the round as a draft, with its reasons."""
        return copy_as(RoundDraft, self, number=number)


@dataclass(frozen=True, slots=True)
class DisputePart:
    """A side's objection to a result, with a note in its own words."""

    side: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class DoorPart:
    """The settings of check-in.

    `open`: the tournament has check-in. `price`: the entry fee of an entrant in cents, 0 if it is free; `prices`: other ones, by
    name. `link`: the number of the players' check-in link. Another number revokes it.
    """

    open: bool = True
    price: Annotated[int, Whole(0, MOST_CENTS)] = 0
    link: Annotated[int, Whole(1, 9_999)] = 1
    prices: Annotated[tuple[NamedPrice, ...], Many(MOST_PRICES), WHEN_SET] = ()


@dataclass(frozen=True, slots=True)
class CheckInPart:
    """An entrant's check-in. `state`: `here` or `missing`; `by_phone`: by a player, not by the desk."""

    state: Annotated[str, OneOf(CHECK_INS)]
    by_phone: Annotated[bool, WHEN_SET] = False


@dataclass(frozen=True, slots=True)
class PriceCategoryPart:
    """The price category of an entrant who doesn't have the normal price. `name`: one of the door's prices."""

    name: Annotated[str, Text(LONGEST_PRICE_NAME)]


MOST_TAGS = 50
"""The most tags of an entrant."""
MOST_BETWEEN = 1024
HIGHEST_HANDICAP = 5000
HIGHEST_TABLE = 1024

Tag = Annotated[str, Text(60)]


@dataclass(frozen=True, slots=True)
class MeetingPart:
    """Entrants who should not meet (tournament record, section 6): any two of `between`, or of all who have `tag`."""

    rule: Annotated[str, OneOf(STRICTEST_FIRST)]
    between: Annotated[tuple[Annotated[str, Text(LONGEST_ID)], ...], WHEN_SET, Many(MOST_BETWEEN)] = ()
    tag: Annotated[Tag | None, WHEN_SET] = None
    role: Annotated[str | None, Key("as"), WHEN_SET, OneOf(ROLES)] = None


@dataclass(frozen=True, slots=True)
class PlacePart:
    """An entrant's fixed table, or side of a table (0 is N–S), in every round."""

    table: Annotated[int | None, WHEN_SET, Whole(1, HIGHEST_TABLE)] = None
    side: Annotated[int | None, WHEN_SET, Whole(0, 1)] = None


@dataclass(frozen=True, slots=True)
class ProfilePart:
    """An entrant's tags, and the handicap in game points of each match."""

    tags: Annotated[tuple[Tag, ...], WHEN_SET, Many(MOST_TAGS)] = ()
    handicap: Annotated[int, WHEN_SET, Whole(-HIGHEST_HANDICAP, HIGHEST_HANDICAP)] = 0


@dataclass(frozen=True, slots=True)
class RankedTagsPart:
    """The tags that have their own standings. Without this part, all of them have."""

    tags: Annotated[tuple[Tag, ...], Many(MOST_TAGS)] = ()


@dataclass(frozen=True, slots=True)
class HallPart:
    """The place in a hall with other tournaments. `first_table`: the number that the tables of the next rounds start at."""

    first_table: Annotated[int, Whole(1, HIGHEST_FIRST_TABLE)] = 1


PART_TYPES: Mapping[str, type] = {
    "about": AboutPart,
    "setup": SetupPart,
    "entry": EntryPart,
    "status": str,
    "clock": Clock,
    "entrant": EntrantPart,
    "round": RoundPart,
    "result": Result,
    "report": Result,
    "dispute": DisputePart,
    "door": DoorPart,
    "check_in": CheckInPart,
    "payment": Payment,
    "tie": TieDecision,
    "door_prize": DoorPrize,
    "price": PriceCategoryPart,
    "charge": Charge,
    "purse": Purse,
    "pot": SidePot,
    "meeting": MeetingPart,
    "place": PlacePart,
    "penalty": Penalty,
    "profile": ProfilePart,
    "ranked_tags": RankedTagsPart,
    "calls": CallsPart,
    "call": CallPart,
    "announcement": AnnouncementPart,
    "hall": HallPart,
}
"""The type of each kind of part."""

PART_KINDS = tuple(PART_TYPES)

AT_TABLES = ("result", "report", "dispute", "call")
"""The kinds of parts that belong to a table of a round."""


def entrant_part(entrant: str) -> str:
    return f"entrant/{entrant}"


def round_part(number: int) -> str:
    return f"round/{number}"


def result_part(number: int, table: int) -> str:
    return f"result/{number}/{table}"


def report_part(number: int, table: int, side: int) -> str:
    return f"report/{number}/{table}/{side}"


def dispute_part(number: int, table: int) -> str:
    return f"dispute/{number}/{table}"


def check_in_part(entrant: str) -> str:
    return f"check_in/{entrant}"


def payment_part(entrant: str, number: int) -> str:
    return f"payment/{entrant}/{number}"


def tie_part(entrants: Iterable[str], stage: int | None = None) -> str:
    """Return the part for the decision about a tie: its first entrant in order of entry names it, and the stage of finals that it
    was decided for.
    """
    first = min(entrants, key=lambda who: int(who[1:]))
    return f"tie/{first}" if stage is None else f"tie/{first}/{stage}"


def door_prize_part(entrant: str, number: int) -> str:
    return f"door_prize/{entrant}/{number}"


def price_part(entrant: str) -> str:
    return f"price/{entrant}"


def charge_part(entrant: str, number: int) -> str:
    return f"charge/{entrant}/{number}"


def pot_part(number: int) -> str:
    return f"pot/{number}"


def meeting_part(number: int) -> str:
    return f"meeting/{number}"


def place_part(entrant: str) -> str:
    return f"place/{entrant}"


def penalty_part(number: int) -> str:
    return f"penalty/{number}"


def profile_part(entrant: str) -> str:
    return f"profile/{entrant}"


def place_of(part: str) -> tuple[int, int] | None:
    """Return the round and table of a result, report, dispute or call; None for other parts."""
    kind, *rest = part.split("/")
    return (int(rest[0]), int(rest[1])) if kind in AT_TABLES else None


def part_in_round(part: str, number: int) -> str:
    """Return the name of the same result, report or dispute in another round."""
    kind, _, rest = part.split("/", 2)
    return f"{kind}/{number}/{rest}"


def parse_part(part: str, value: Any) -> Any:
    """Return the value of a part as its declared type, or None if there is none. A status is a plain string."""
    kind = PART_TYPES[part.partition("/")[0]]
    return value if value is None or kind is str else parse(kind, value)


def rewrite_fields(kind: type, value: Json, **facts: object) -> Json:
    """Return a part with the given fields rewritten and the rest unchanged. Raises KeyError for an unknown field."""
    return {**value, **dump_fields(kind, facts)}


def result_of(value: Json | None) -> Result:
    """Return a stored result; an unknown one if there is none."""
    return parse(Result, value) if value else Result()


def round_of(value: Json) -> RoundPart:
    return parse(RoundPart, value)


def round_json(draft: RoundDraft, *, paired: int, published: bool, by_hand: bool = False, ahead: bool = False) -> Json:
    """Return a round as JSON for the log."""
    return dump(copy_as(RoundPart, draft, paired=paired, published=published, by_hand=by_hand, ahead=ahead))


def table_of(table: DraftTable | Table, result: Result, was: tuple[Earlier, ...]) -> Table:
    """Return a table of a published round; `was`: the earlier results that later rounds were paired with."""
    return Table(table.number, table.sides, result, table.match, table.pool, was)
