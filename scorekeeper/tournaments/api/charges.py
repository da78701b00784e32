"""API endpoints for what entrants owe: price categories and charges."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from scorekeeper.core.api.json_schema import Count, Ordinal, Revision, integer, nullable, text
from scorekeeper.pairing.record.attendance import LONGEST_CHARGE, LONGEST_PRICE_NAME, MOST_CENTS
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.api.responses import etag_of
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.door import charges
from scorekeeper.tournaments.commands.door.door_state import DoorState
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts

_CENTS = integer(1, MOST_CENTS)
_REASON = text(LONGEST_CHARGE, 1)


@dataclass(frozen=True, slots=True)
class ListedCharge:
    """A charge. `number`: among the entrant's."""

    entrant: str
    number: Ordinal
    cents: Annotated[int, _CENTS]
    reason: str
    at: datetime
    who: str


@dataclass(frozen=True, slots=True)
class ChargeList:
    """Every charge, by entrant. `cents`: all of them together."""

    revision: Revision
    charges: list[ListedCharge]
    cents: Count


@dataclass(frozen=True, slots=True)
class NewCharge:
    """An amount that an entrant owes besides the entry fee, and why."""

    entrant: Annotated[str, text(40)]
    cents: Annotated[Any, _CENTS]
    reason: Annotated[Any, _REASON]


@dataclass(frozen=True, slots=True)
class ChosenPrice:
    """The price category of an entrant, by its name; null for the normal price."""

    price: Annotated[Any, nullable(text(LONGEST_PRICE_NAME))]


_SCORE = tournament_operations("door", "club.score")


@_SCORE.get("/tournaments/{tournament}/charges", etag=etag_of, problems=(422,))
def list_charges(board: Board) -> ChargeList:
    """List charges, such as fines and coffee."""
    rows = []
    for who, made in DoorState(board).charges.items():
        for one in made:
            stamp = board.log.stamps[parts.charge_part(who, one.number)]
            rows.append(ListedCharge(who, one.number, *one.charge, stamp.at, stamp.who))
    return ChargeList(board.revision, rows, sum(row.cents for row in rows))


@_SCORE.post("/tournaments/{tournament}/charges")
def record_charge(sent: NewCharge) -> TournamentCommand:
    """Charge an entrant."""
    return charges.charge(sent.entrant, sent.cents, sent.reason)


@_SCORE.delete("/tournaments/{tournament}/entrants/{entrant}/charges/{charge}")
def remove_charge(entrant: int, charge: int) -> TournamentCommand:
    """Remove a charge."""
    return charges.uncharge(f"e{entrant}", charge)


@_SCORE.put("/tournaments/{tournament}/entrants/{entrant}/price")
def choose_price(entrant: int, sent: ChosenPrice) -> TournamentCommand:
    """Choose an entrant's price category."""
    return charges.set_price(f"e{entrant}", sent.price)
