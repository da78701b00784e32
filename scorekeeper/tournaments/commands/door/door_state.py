"""A tournament's door as read from its log: who is here, what was charged and paid, and the till."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from scorekeeper.core.refusals import Refusal
from scorekeeper.formats.declared import parse
from scorekeeper.formats.tournament_door import add_door
from scorekeeper.formats.tournament_prizes import add_door_prizes
from scorekeeper.formats.tournament_ties import add_decisions
from scorekeeper.pairing.record.attendance import (
    HERE,
    MOST_CENTS,
    Charge,
    Door,
    NamedPrice,
    PaidShare,
    Payment,
    Till,
    paid_by,
    share_of,
    still_owed,
    till_of,
)
from scorekeeper.pairing.record.door_prizes import DoorPrize
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import CheckInPart, DoorPart, PriceCategoryPart

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorekeeper.tournaments.commands.tables_state import EnteredEntrant

EXPECTED, LEFT = "expected", "left"
STATES = (EXPECTED, "here", "missing", LEFT)


@dataclass(frozen=True, slots=True)
class NumberedPayment:
    """A payment or refund with its number among an entrant's."""

    number: int
    payment: Payment


@dataclass(frozen=True, slots=True)
class NumberedCharge:
    """A charge with its number among an entrant's."""

    number: int
    charge: Charge


@dataclass(frozen=True, slots=True)
class DoorEntry:
    """An entrant at the door.

    `state`: one of `STATES`; `by_phone`: a player checked in by phone. `category`: the price category, empty for the normal
    price; `price`: the entry fee in cents. `charges`, `payments`: in order.
    """

    entry: EnteredEntrant
    state: str
    by_phone: bool
    category: str
    price: int
    charges: tuple[NumberedCharge, ...]
    payments: tuple[NumberedPayment, ...]

    @property
    def charged(self) -> int:
        """The cents of all charges."""
        return sum(one.charge.cents for one in self.charges)

    @property
    def owed(self) -> int:
        """The cents to pay: the charges, and the entry fee unless the entrant has left."""
        due = self.charged if self.state == LEFT else self.price + self.charged
        return min(MOST_CENTS, still_owed(due, self._amounts))

    @property
    def short(self) -> int:
        """The cents that the till is short now: an entrant who is not here, or has no spot, only owes charges."""
        if self.state == HERE and self.entry.status == "in":
            return still_owed(self.price + self.charged, self._amounts)
        return still_owed(self.charged, self._amounts)

    @property
    def refundable(self) -> int:
        """The cents to give back to an entrant who does not play."""
        return max(0, self.paid - self.charged)

    @property
    def share(self) -> PaidShare:
        """What the payments were for."""
        return share_of(self.price, self.charged, self.paid, left=self.state == LEFT)

    @property
    def _amounts(self) -> tuple[Payment, ...]:
        return tuple(one.payment for one in self.payments)

    @property
    def paid(self) -> int:
        """The cents paid, minus refunds."""
        return paid_by(self._amounts)


class DoorState:
    """The door of a tournament at one revision. Raises Refusal("door.closed") if the tournament has no check-in."""

    def __init__(self, board: Board) -> None:
        found = read_door(board)
        if found is None:
            raise Refusal("door.closed")
        self.board, self.price, self.prices, self.link = board, found.price, found.prices, found.link

    @cached_property
    def payments(self) -> Mapping[str, tuple[NumberedPayment, ...]]:
        """Each entrant's payments and refunds, in order."""
        return payments_of(self.board)

    @cached_property
    def charges(self) -> Mapping[str, tuple[NumberedCharge, ...]]:
        """Each entrant's charges, in order."""
        return charges_of(self.board)

    @cached_property
    def entries(self) -> tuple[DoorEntry, ...]:
        """Every entrant, in order of entry."""
        return tuple(self.entry(one) for one in self.board.entrants)

    def entry(self, one: EnteredEntrant) -> DoorEntry:
        """Return one entrant at the door."""
        category = category_of(self.board, one.id, self.prices)
        check_in = check_in_of(self.board, one.id)
        state = EXPECTED if check_in is None else check_in.state
        return DoorEntry(
            one,
            LEFT if one.status in ("left", "withdrawn") else state,
            check_in is not None and check_in.by_phone,
            "" if category is None else category.name,
            self.price if category is None else category.cents,
            self.charges.get(one.id, ()),
            self.payments.get(one.id, ()),
        )

    @cached_property
    def playing(self) -> list[DoorEntry]:
        """The entrants who have a spot and have not left."""
        return [one for one in self.entries if one.entry.status == "in"]

    @property
    def absentees(self) -> list[DoorEntry]:
        """The entrants with a spot who are not here."""
        return [one for one in self.playing if one.state != HERE]

    @property
    def till(self) -> Till:
        """The money so far."""
        made = [one.payment for some in self.payments.values() for one in some]
        return till_of((one.short for one in self.entries), made)


def read_door(board: Board) -> DoorPart | None:
    """Return the settings of the door, or None if the tournament has no check-in."""
    value = board.log.parts.get("door")
    found = None if value is None else parse(DoorPart, value)
    return found if found is not None and found.open else None


def check_in_of(board: Board, entrant: str) -> CheckInPart | None:
    """Return an entrant's check-in, or None while expected."""
    value = board.log.parts.get(parts.check_in_part(entrant))
    return None if value is None else parse(CheckInPart, value)


def payments_of(board: Board) -> dict[str, tuple[NumberedPayment, ...]]:
    """Return payments and refunds by entrant, in order."""
    found: dict[str, list[NumberedPayment]] = {}
    for part, value in board.log.parts.items():
        kind, *names = part.split("/")
        if kind == "payment":
            found.setdefault(names[0], []).append(NumberedPayment(int(names[1]), parse(Payment, value)))
    return {who: tuple(sorted(some, key=lambda one: one.number)) for who, some in found.items()}


def charges_of(board: Board) -> dict[str, tuple[NumberedCharge, ...]]:
    """Return charges by entrant, in order."""
    found: dict[str, list[NumberedCharge]] = {}
    for part, value in board.log.parts.items():
        kind, *names = part.split("/")
        if kind == "charge":
            found.setdefault(names[0], []).append(NumberedCharge(int(names[1]), parse(Charge, value)))
    return {who: tuple(sorted(some, key=lambda one: one.number)) for who, some in found.items()}


def category_of(board: Board, entrant: str, prices: Iterable[NamedPrice]) -> NamedPrice | None:
    """Return an entrant's price category, or None for the normal price.

    A category that the door no longer has, because its price was undone, counts as the normal price.
    """
    value = board.log.parts.get(parts.price_part(entrant))
    name = None if value is None else parse(PriceCategoryPart, value).name
    return next((one for one in prices if one.name == name), None)


def record_with_door(board: Board) -> dict[str, Any]:
    """Return the tournament record for the desk, with the facts from the door, door prizes and decided ties.

    Then it is in version 2.
    """
    settings, entered = read_door(board), {e.id for e in board.tournament.entrants}
    check_ins = {who: found.state for who in entered if (found := check_in_of(board, who)) is not None}
    payments = {who: tuple(one.payment for one in made) for who, made in payments_of(board).items() if who in entered}
    charges = {who: tuple(one.charge for one in made) for who, made in charges_of(board).items() if who in entered}
    price, prices = (None, ()) if settings is None else (settings.price, settings.prices)
    categories = {who: own.name for who in entered if (own := category_of(board, who, prices)) is not None}
    record = add_decisions(board.record_json(desk=True), board.tournament.decided)
    record = add_door(record, Door(price, prices, categories, charges, check_ins, payments))
    return add_door_prizes(record, [one for one in door_prizes_of(board) if one.entrant in entered])


def door_prizes_of(board: Board) -> list[DoorPrize]:
    """Return the door prizes in the order drawn."""
    found = [(int(part.split("/")[2]), value) for part, value in board.log.parts.items() if part.startswith("door_prize/")]
    return [parse(DoorPrize, value) for _, value in sorted(found, key=lambda one: one[0])]
