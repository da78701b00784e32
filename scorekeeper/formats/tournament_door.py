"""The door in version 2 of the record (tournament record, section 6): the entry fee, check-ins and payments."""

from __future__ import annotations

from functools import partial
from typing import Any

from scorekeeper.formats.declared import dump
from scorekeeper.formats.fields import Fields
from scorekeeper.formats.tournament_record import V2_FORMAT
from scorekeeper.pairing.record.attendance import CHECK_INS, MOST_CENTS, MOST_PAYMENTS, PAYMENT_METHODS, Door, Payment, paid_by

DOOR_KEYS = ("door",)
DOOR_ENTRANT_KEYS = ("check_in", "payments")


def parse_door(obj: object) -> Door:
    """Return the facts from the door in a record whose entrants have been read. They are empty in version 1.

    Raises `Malformed("door")`, and `Malformed("entrants")` for an entrant's.
    """
    if not isinstance(obj, dict) or obj.get("format") != V2_FORMAT:
        return Door()
    price = None
    if obj.get("door") is not None:
        price = Fields(obj["door"], "door", "door", ("price",)).whole("price", 0, MOST_CENTS, 0)
    check_ins: dict[str, str] = {}
    payments: dict[str, tuple[Payment, ...]] = {}
    for place, one in enumerate(obj["entrants"]):
        read = Fields(one, "entrants", f"entrants[{place}]", tuple(one))
        if read.has("check_in"):
            check_ins[one["id"]] = read.choice("check_in", CHECK_INS)
        made = read.items("payments", MOST_PAYMENTS, partial(_payment, read.where("payments")), ())
        if made:
            payments[one["id"]] = made
        for k, _ in enumerate(made):
            if paid_by(made[: k + 1]) < 0:
                raise read.wrong(f"payments[{k}]", "refund")
    return Door(price, check_ins, payments)


def _payment(path: str, item: object, place: int) -> Payment:
    read = Fields(item, "entrants", f"{path}[{place}]", ("cents", "method", "refund"))
    return Payment(read.whole("cents", 1, MOST_CENTS), read.choice("method", PAYMENT_METHODS), read.flag("refund", False))


def add_door(record: dict[str, Any], door: Door) -> dict[str, Any]:
    """Return the record with the facts from the door, in version 2 if there are any."""
    if door == Door():
        return record
    entrants = [{**one, **_entrant_facts(door, one["id"])} for one in record["entrants"]]
    head = {} if door.price is None else {"door": {"price": door.price}}
    return {**record, "format": V2_FORMAT, "entrants": entrants, **head}


def _entrant_facts(door: Door, who: str) -> dict[str, object]:
    facts: dict[str, object] = {}
    if who in door.check_ins:
        facts["check_in"] = door.check_ins[who]
    if who in door.payments:
        facts["payments"] = [dump(one) for one in door.payments[who]]
    return facts
