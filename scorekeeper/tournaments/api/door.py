"""API endpoints for the door: check-ins and payments."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from flask import url_for

from scorekeeper.core.api.json_schema import FLAG, Count, Description, Ordinal, Revision, array, integer, one_of, text
from scorekeeper.core.refusals import Refusal
from scorekeeper.pairing.record.attendance import MOST_CENTS, PAYMENT_METHODS
from scorekeeper.tournaments.api import models
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.api.responses import etag_of
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.door import check_in_link, check_ins, payments
from scorekeeper.tournaments.commands.door.door_state import STATES, DoorState
from scorekeeper.tournaments.commands.rounds import rounds
from scorekeeper.tournaments.commands.setup.lifecycle import MOST_ENTRANTS
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts

_CENTS = integer(1, MOST_CENTS)
_ENTRANT = text(40)

Method = Annotated[str, one_of(PAYMENT_METHODS)]
State = Annotated[str, one_of(STATES)]


@dataclass(frozen=True, slots=True)
class TillNow:
    """The money so far, in cents. `expected`: once everyone here has paid; `short`: what is still missing."""

    cash: int
    e_transfer: int
    paid: int
    expected: int
    short: Count


@dataclass(frozen=True, slots=True)
class EntrantAtDoor:
    """An entrant at the door.

    `category`: of the price, empty for the normal price; `charged`, `paid`, `owed`: cents; `by_phone`: checked in by a player's
    phone.
    """

    entrant: str
    name: str
    state: State
    by_phone: bool
    category: str
    charged: Count
    paid: int
    owed: Count


@dataclass(frozen=True, slots=True)
class CheckInList:
    """Everyone at the door. `price`: the entry fee in cents; `link`: with which players check in, null after the end."""

    revision: Revision
    price: Count
    link: models.Link | None
    check_ins: list[EntrantAtDoor]
    till: TillNow


@dataclass(frozen=True, slots=True)
class NewCheckIn:
    """Entrants who are here or missing. Without `entrants`, everyone expected is here. `expected` takes a check-in back."""

    entrants: Annotated[list[str] | None, array(_ENTRANT, 1, MOST_ENTRANTS), Description("Everyone expected, by default.")] = None
    state: Annotated[object, one_of(check_ins.CHOICES)] = "here"


@dataclass(frozen=True, slots=True)
class ListedPayment:
    """A payment or a refund. `number`: among the entrant's."""

    entrant: str
    number: Ordinal
    cents: Annotated[int, _CENTS]
    method: Method
    refund: bool
    at: datetime
    who: str


@dataclass(frozen=True, slots=True)
class PaymentList:
    """Every payment and refund, by entrant."""

    revision: Revision
    payments: list[ListedPayment]
    till: TillNow


@dataclass(frozen=True, slots=True)
class NewPayment:
    """A payment, or with `refund` money given back. By default the whole amount."""

    entrant: Annotated[str, _ENTRANT]
    method: Annotated[Any, one_of(PAYMENT_METHODS), Description("For a refund, by default the method of the payment.")] = None
    cents: Annotated[Any, _CENTS] = None
    refund: Annotated[object, FLAG] = None


_IDS = array(_ENTRANT, 0, MOST_ENTRANTS)


@dataclass(frozen=True, slots=True)
class WhoPlays:
    """Who plays the next round. `rest_here`: everyone else is here."""

    without: Annotated[list[str] | None, _IDS, Description("Entrants to leave out because they are missing.")] = None
    admit: Annotated[list[str] | None, _IDS, Description("Waiting entrants who get a spot.")] = None
    rest_here: Annotated[object, FLAG] = None


_SCORE = tournament_operations("door", "club.score")
_DIRECT = tournament_operations("door", "club.direct")


def _till(door: DoorState) -> TillNow:
    till = door.till
    return TillNow(**till.by_method, paid=till.paid, expected=till.expected, short=till.short)


@_SCORE.get("/tournaments/{tournament}/check-ins", etag=etag_of, problems=(422,))
def list_check_ins(access: TournamentAccess, board: Board) -> CheckInList:
    """List who is here.

    In order of entry, with what each has paid and owes. The tournament needs check-in (`door` in its settings).
    """
    door = DoorState(board)
    rows = [
        EntrantAtDoor(one.entry.id, one.entry.name, one.state, one.by_phone, one.category, one.charged, one.paid, one.owed)
        for one in door.entries
    ]
    token = check_in_link.check_in_link(access, board)
    link = None if token is None else models.Link(token, url_for("check_in.show", token=token))
    return CheckInList(board.revision, door.price, link, rows, _till(door))


@_SCORE.post("/tournaments/{tournament}/check-ins")
def check_in(sent: NewCheckIn) -> TournamentCommand:
    """Check entrants in.

    `missing` entrants are left out when you pair `without` them. Entrants who arrive before a round is published can play it.
    """
    if sent.entrants is not None:
        return check_ins.check_in(sent.entrants, str(sent.state))
    if sent.state != "here":
        raise Refusal("check_in.state", "state", read=str(sent.state)[:20])
    return check_ins.check_in_rest()


@_SCORE.get("/tournaments/{tournament}/payments", etag=etag_of, problems=(422,))
def list_payments(board: Board) -> PaymentList:
    """List payments and refunds."""
    door = DoorState(board)
    rows = []
    for who, made in door.payments.items():
        for one in made:
            stamp = board.log.stamps[parts.payment_part(who, one.number)]
            rows.append(ListedPayment(who, one.number, *one.payment, stamp.at, stamp.who))
    return PaymentList(board.revision, rows, _till(door))


@_SCORE.post("/tournaments/{tournament}/payments")
def record_payment(sent: NewPayment) -> TournamentCommand:
    """Record a payment or a refund.

    A payment is by default for what the entrant still owes, a refund for everything paid.
    """
    if sent.refund is True:
        return payments.refund(sent.entrant, sent.method, sent.cents)
    return payments.pay(sent.entrant, sent.method, sent.cents)


@_SCORE.delete("/tournaments/{tournament}/entrants/{entrant}/payments/{payment}")
def take_payment_back(entrant: int, payment: int) -> TournamentCommand:
    """Take back a payment or refund."""
    return payments.unpay(f"e{entrant}", payment)


@_DIRECT.post("/tournaments/{tournament}/draft/present", body_required=False)
def pair_those_here(sent: WhoPlays) -> TournamentCommand:
    """Pair the next round without missing entrants.

    Like `POST …/draft`. Entrants in `without` who have arrived in the meantime play.
    """
    return rounds.pair(without=sent.without or (), admit=sent.admit or (), rest_here=sent.rest_here is True)
