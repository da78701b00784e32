"""The door in version 2 of the record (tournament record, section 6): prices, check-ins, charges and payments."""

from __future__ import annotations

from functools import partial
from typing import Any, TypeVar

from scorekeeper.formats.declared import dump
from scorekeeper.formats.fields import Fields, parse_checked
from scorekeeper.formats.tournament_record import V2_FORMAT
from scorekeeper.pairing.record.attendance import (
    CHECK_INS,
    MOST_CENTS,
    MOST_CHARGES,
    MOST_PAYMENTS,
    MOST_PRICES,
    Charge,
    Door,
    NamedPrice,
    Payment,
    paid_by,
)

T = TypeVar("T")

DOOR_KEYS = ("door",)
DOOR_ENTRANT_KEYS = ("check_in", "price", "charges", "payments")


def parse_door(obj: object) -> Door:
    """Return the facts from the door in a record whose entrants have been read. They are empty in version 1.

    Raises `Malformed("door")`, and `Malformed("entrants")` for an entrant's.
    """
    if not isinstance(obj, dict) or obj.get("format") != V2_FORMAT:
        return Door()
    price: int | None = None
    prices: tuple[NamedPrice, ...] = ()
    if obj.get("door") is not None:
        head = Fields(obj["door"], "door", "door", ("price", "prices"))
        price, prices = head.whole("price", 0, MOST_CENTS, 0), _prices(head)
    check_ins: dict[str, str] = {}
    categories: dict[str, str] = {}
    charges: dict[str, tuple[Charge, ...]] = {}
    payments: dict[str, tuple[Payment, ...]] = {}
    for place, one in enumerate(obj["entrants"]):
        read = Fields(one, "entrants", f"entrants[{place}]", tuple(one))
        if read.has("check_in"):
            check_ins[one["id"]] = read.choice("check_in", CHECK_INS)
        if read.has("price"):
            categories[one["id"]] = read.choice("price", [found.name for found in prices])
        charged: tuple[Charge, ...] = read.items("charges", MOST_CHARGES, partial(_item, Charge, read.where("charges")), ())
        if charged:
            charges[one["id"]] = charged
        made: tuple[Payment, ...] = read.items("payments", MOST_PAYMENTS, partial(_item, Payment, read.where("payments")), ())
        if made:
            payments[one["id"]] = made
        for k, _ in enumerate(made):
            if paid_by(made[: k + 1]) < 0:
                raise read.wrong(f"payments[{k}]", "refund")
    return Door(price, prices, categories, charges, check_ins, payments)


def _prices(read: Fields) -> tuple[NamedPrice, ...]:
    """Return the named prices. No name is there twice."""
    prices = read.items("prices", MOST_PRICES, partial(_item, NamedPrice, read.where("prices")), ())
    names = [one.name for one in prices]
    twice = next((name for k, name in enumerate(names) if name in names[:k]), None)
    if twice is not None:
        raise read.wrong("prices", "twice", read=twice)
    return prices


def _item(kind: type[T], path: str, item: object, place: int) -> T:
    return parse_checked(kind, item, "entrants" if path.startswith("entrants") else "door", f"{path}[{place}]")


def add_door(record: dict[str, Any], door: Door) -> dict[str, Any]:
    """Return the record with the facts from the door, in version 2 if there are any."""
    if door == Door():
        return record
    entrants = [{**one, **_entrant_facts(door, one["id"])} for one in record["entrants"]]
    prices = {"prices": [dump(one) for one in door.prices]} if door.prices else {}
    head = {} if door.price is None else {"door": {"price": door.price, **prices}}
    return {**record, "format": V2_FORMAT, "entrants": entrants, **head}


def _entrant_facts(door: Door, who: str) -> dict[str, object]:
    facts: dict[str, object] = {}
    if who in door.check_ins:
        facts["check_in"] = door.check_ins[who]
    if who in door.categories:
        facts["price"] = door.categories[who]
    if who in door.charges:
        facts["charges"] = [dump(one) for one in door.charges[who]]
    if who in door.payments:
        facts["payments"] = [dump(one) for one in door.payments[who]]
    return facts
