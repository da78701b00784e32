"""The purse and side pots in version 2 of the record (tournament record, section 6)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from scorekeeper.formats.declared import dump
from scorekeeper.formats.fields import Fields, parse_checked
from scorekeeper.formats.tournament_record import V2_FORMAT
from scorekeeper.pairing.money.purse import Purse, purse_faults
from scorekeeper.pairing.money.side_pots import DRAW, MOST_POTS, OTHER, SidePot
from scorekeeper.pairing.record import errors

MONEY_KEYS = ("purse", "pots")


def parse_purse(obj: object, path: str = "purse") -> Purse:
    """Return a purse. Raises `Malformed("door")`, which names the field."""
    purse = parse_checked(Purse, obj, "door", path)
    for fault in purse_faults(purse):
        raise errors.Malformed("door", 0, reason=f"purse_{fault.code}", field=f"{path}.{fault.field}", read=fault.read)
    return purse


def parse_pot(obj: object, path: str, known: Collection[str]) -> SidePot:
    """Return a side pot. `known`: the ids of all entrants. Raises `Malformed("door")`."""
    pot = parse_checked(SidePot, obj, "door", path)

    def wrong(field: str, reason: str, read: object) -> errors.Malformed:
        return errors.Malformed("door", 0, reason=reason, field=f"{path}.{field}", read=read)

    if pot.kind == OTHER and not pot.name:
        raise wrong("name", "pot_name", pot.name)
    for name, ids, right in (("entrants", pot.entrants, known), ("winners", pot.winners, pot.entrants)):
        for k, who in enumerate(ids):
            if who not in right:
                raise wrong(f"{name}[{k}]", "unknown" if name == "entrants" else "pot_winner", who)
            if who in ids[:k]:
                raise wrong(name, "twice", who)
    if pot.seed is not None and (pot.kind != DRAW or len(pot.winners) != 1):
        raise wrong("seed", "pot_seed", pot.seed)
    if pot.kind == DRAW and pot.winners and pot.seed is None:
        raise wrong("winners", "pot_drawn", pot.winners[0])
    return pot


def parse_money(obj: object) -> tuple[Purse | None, tuple[SidePot, ...]]:
    """Return the purse and the side pots of a record whose entrants have been read. Version 1 has none.

    Raises `Malformed("door")`.
    """
    if not isinstance(obj, dict) or obj.get("format") != V2_FORMAT:
        return None, ()
    purse = None if obj.get("purse") is None else parse_purse(obj["purse"])
    known = {one["id"] for one in obj["entrants"]}
    read = Fields({"pots": obj.get("pots")}, "door", "", ("pots",))
    return purse, read.items("pots", MOST_POTS, lambda item, k: parse_pot(item, f"pots[{k}]", known), ())


def add_money(record: Mapping[str, Any], purse: Purse | None, pots: Sequence[SidePot]) -> dict[str, Any]:
    """Return the record with the purse and side pots, in version 2 if there are any."""
    facts: dict[str, Any] = {} if purse is None else {"purse": dump(purse)}
    if pots:
        facts["pots"] = [dump(one) for one in pots]
    return {**record, **({"format": V2_FORMAT, **facts} if facts else {})}
