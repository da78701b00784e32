"""What happens at the table, as it is recorded (the game record, section 1)."""

from __future__ import annotations

from dataclasses import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Bid = int | str
    """Card points, `"100-for-200"`, or `"free"` (a contract that nobody bid)."""


@dataclass(slots=True)
class Played:
    """A hand that was played out.

    `contractor`: seat. `bids`: highest bid of each other seat that bid (`"bid"` where its height is not known), None if it is not
    known who bid. `trump`: `S H D C NT`, None if not
    recorded. `points`: card points by pile, one a side, or contractor's camp and defenders. `called_seat`: who held the called
    card. `tricks_lost`: empty tricks lost on the way to a hundred. `discard_points`: card points of the contractor's discard.
    `auction`: the calls, when they were recorded instead of contractor, bid and bids.
    """

    contractor: int
    bid: Bid
    points: tuple[int, ...]
    bids: dict[int, Bid] | None = None
    trump: str | None = None
    called_seat: int | None = None
    tricks_lost: int | None = None
    announced_all: bool = False
    discard_points: int | None = None
    note: str = ""
    auction: tuple[Bid, ...] | None = None
    weighed: Any = field(default=None, init=False, repr=False, compare=False)
    """What a hand that is beyond doubt was found to come to (`engine/weighed.py`): remembered, and no fact of the hand."""

    kind = "played"


@dataclass(slots=True)
class PassedOut:
    """Everyone passed; the hand is thrown in (`auction.all_pass`)."""

    note: str = ""

    kind = "passed_out"


@dataclass(slots=True)
class Misdeal:
    """A misdeal was called; the same player deals again (`deal.misdeal`)."""

    note: str = ""

    kind = "misdeal"


@dataclass(slots=True)
class Adjustment:
    """Score points added to or taken from one side, with the reason written down (`adjustment`)."""

    side: int
    points: int
    reason: str
    note: str = ""

    kind = "adjustment"


@dataclass(slots=True)
class NewDealer:
    """From here the deal is at that seat: somebody dealt out of turn, or the dealer was written down wrongly. Scores nothing."""

    dealer: int
    note: str = ""

    kind = "deal"


@dataclass(slots=True)
class NewSeats:
    """From here these names sit at the seats: a substitute, a change of places. Sides keep their scores."""

    players: tuple[str, ...]
    note: str = ""

    kind = "seats"


if TYPE_CHECKING:
    Event = Played | PassedOut | Misdeal | Adjustment | NewDealer | NewSeats
