"""The events of a game as they are recorded (game record, section 1), and the reasons behind a score, line by line."""

from __future__ import annotations

from dataclasses import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Bid = int | str
    """Card points, `"100-for-200"`, or `"free"` (a contract that no one bid)."""


@dataclass(slots=True)
class Played:
    """A hand that was played out.

    `contractor`: seat.
    `bids`: the highest bid of each other seat that bid (`"bid"` if the amount is unknown); None if unknown.
    `trump`: `S`, `H`, `D`, `C` or `NT`; None if not recorded.
    `points`: card points by pile: one for each side, or the contractor's camp and the defenders.
    `called_seat`: the seat that held the called card.
    `tricks_lost`: empty tricks lost on the way to a hundred.
    `discard_points`: card points in the contractor's discard.
    `auction`: the calls, if they were recorded instead of contractor, bid and bids.
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
    """The cached result of a hand without doubts (`engine/replay/game.py`). It is not a recorded fact."""

    kind = "played"


@dataclass(slots=True)
class PassedOut:
    """A hand in which everyone passed (`auction.all_pass`)."""

    note: str = ""

    kind = "passed_out"


@dataclass(slots=True)
class Misdeal:
    """A misdeal. The same player deals again (`deal.misdeal`)."""

    note: str = ""

    kind = "misdeal"


@dataclass(slots=True)
class Adjustment:
    """Score points added to one side or taken from it, with a reason (`adjustment`)."""

    side: int
    points: int
    reason: str
    note: str = ""

    kind = "adjustment"


@dataclass(slots=True)
class NewDealer:
    """A correction: this seat deals next, after a deal out of turn or a recording mistake. It scores nothing."""

    dealer: int
    note: str = ""

    kind = "deal"


@dataclass(slots=True)
class NewSeats:
    """New names at the seats: a substitute or a seat change. Sides keep their scores."""

    players: tuple[str, ...]
    note: str = ""

    kind = "seats"


if TYPE_CHECKING:
    Event = Played | PassedOut | Misdeal | Adjustment | NewDealer | NewSeats


@dataclass(slots=True)
class Line:
    """One reason for a score: the rule id, the side, the score points and the details.

    Treat it as a value. It is not frozen, because a replay makes millions and freezing doubles their cost.
    """

    rule: str
    side: int
    points: int
    params: dict[str, object]
