"""The settings of the door: check-in, the entry fee and other prices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.core.refusals import Refusal
from scorekeeper.formats.declared import dump, parse
from scorekeeper.pairing.record.attendance import LONGEST_PRICE_NAME, MOST_CENTS, MOST_PRICES, NamedPrice
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import DoorPart, PriceCategoryPart

Json = dict[str, Any]


def change_door(known: Json | None, wish: object) -> Json:
    """Return the door's settings as a client wants them: `price` and `prices`, or None for no check-in.

    While it is closed, it keeps its prices and the number of its link. Raises Refusal("door", "door.price", "door.prices",
    "door.price_name", "door.price_twice").
    """
    if wish is None:
        return {} if known is None else {"door": parts.rewrite_fields(DoorPart, known, open=False)}
    if not isinstance(wish, Mapping) or not set(wish) <= {"price", "prices"}:
        raise Refusal("door", "door")
    found = DoorPart() if known is None else parse(DoorPart, known)
    prices = _check_prices(wish["prices"]) if "prices" in wish else found.prices
    price = _check_price(wish.get("price", found.price), "price")
    return {"door": dump(replace(found, open=True, price=price, prices=prices))}


def _check_price(cents: object, field: str) -> int:
    if type(cents) is not int or not 0 <= cents <= MOST_CENTS:
        raise Refusal("door.price", field, high=MOST_CENTS)
    return cents


def _check_prices(wish: object) -> tuple[NamedPrice, ...]:
    if not isinstance(wish, list | tuple) or len(wish) > MOST_PRICES:
        raise Refusal("door.prices", "prices", high=MOST_PRICES)
    prices: list[NamedPrice] = []
    for n, one in enumerate(wish):
        if not isinstance(one, Mapping) or set(one) != {"name", "cents"}:
            raise Refusal("door.prices", f"prices[{n}]", high=MOST_PRICES)
        name = " ".join(one["name"].split()) if isinstance(one["name"], str) else ""
        if not 1 <= len(name) <= LONGEST_PRICE_NAME or not name.isprintable():
            raise Refusal("door.price_name", f"prices[{n}].name", high=LONGEST_PRICE_NAME, read=name[:40])
        if name in [earlier.name for earlier in prices]:
            raise Refusal("door.price_twice", f"prices[{n}].name", read=name)
        prices.append(NamedPrice(name, _check_price(one["cents"], f"prices[{n}].cents")))
    return tuple(prices)


def check_prices_used(board: Board, after: Json) -> None:
    """Raise Refusal("door.price_used") if a new list of prices lacks one that an entrant has."""
    door = parts.parse_part("door", after.get("door"))
    before = parts.parse_part("door", board.log.parts.get("door"))
    if door is None or before is None:
        return
    kept = {one.name for one in door.prices}
    known = {one.name for one in before.prices}
    values = [value for part, value in board.log.parts.items() if part.startswith("price/")]
    used = [parse(PriceCategoryPart, value).name for value in values]
    lost = next((name for name in used if name in known and name not in kept), None)
    if lost is not None:
        raise Refusal("door.price_used", "prices", read=lost)
