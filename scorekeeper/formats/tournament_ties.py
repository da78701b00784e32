"""Decided ties in version 2 of the record (tournament record, section 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.formats.declared import dump, keys_of
from scorekeeper.formats.fields import Fields, parse_checked
from scorekeeper.formats.tournament_record import V2_FORMAT
from scorekeeper.pairing.record.decisions import LOT, TieDecision
from scorekeeper.pairing.record.lots import draw_order

TIE_KEYS = ("decided_ties",)
MOST_DECISIONS = 500


def parse_decisions(obj: Mapping[str, object], entrants: Sequence[str]) -> tuple[TieDecision, ...]:
    """Return the `decided_ties` of a record. `entrants`: all ids, in order of entry. Raises `Malformed("decided_ties")`."""
    read = Fields({"decided_ties": obj.get("decided_ties")}, "decided_ties", "", TIE_KEYS)
    return read.items("decided_ties", MOST_DECISIONS, lambda item, k: _decision(item, f"decided_ties[{k}]", entrants), ())


def _decision(item: object, path: str, entrants: Sequence[str]) -> TieDecision:
    one = parse_checked(TieDecision, item, "decided_ties", path)
    read = Fields(item, "decided_ties", path, keys_of(TieDecision))
    unknown = [who for who in one.order if who not in entrants]
    if unknown:
        raise read.wrong("order", "unknown", read=unknown[0])
    twice = [who for k, who in enumerate(one.order) if who in one.order[:k]]
    if twice:
        raise read.wrong("order", "twice", read=twice[0])
    if len(one.order) < 2:
        raise read.wrong("order", "two_tied")
    missing = "seed" if one.by == LOT else "reason"
    if not read.has(missing):
        raise read.wrong(missing, "missing")
    tied = [who for who in entrants if who in one.order]
    if one.by == LOT and one.seed is not None and (right := draw_order(tied, one.seed)) != one.order:
        raise read.wrong("order", "lot", read=", ".join(one.order), right=", ".join(right))
    return one


def add_decisions(record: dict[str, Any], decided: Sequence[TieDecision]) -> dict[str, Any]:
    """Return the record with the decided ties, in version 2 if there are any."""
    return {**record, "format": V2_FORMAT, "decided_ties": [dump(one) for one in decided]} if decided else record
