"""Meetings, places, penalties, tags and handicaps of an imported record, as a club stores them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scorekeeper.formats.declared import dump, parse
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import MeetingPart, ProfilePart, RankedTagsPart

if TYPE_CHECKING:
    from scorekeeper.pairing.adjustments import Additions

Json = dict[str, Any]


def adjustment_parts(record: object, additions: Additions) -> Json:
    """Return the parts of a valid record of either version, for entrants named e1, e2 and so on."""
    if not isinstance(record, dict):
        return {}
    new = {one["id"]: f"e{n}" for n, one in enumerate(record["entrants"], 1)}
    out: Json = {}
    for n, one in enumerate(record.get("meetings") or (), 1):
        between = {"between": [new[i] for i in one["between"]]} if one.get("between") else {}
        out[parts.meeting_part(n)] = dump(parse(MeetingPart, {**one, **between}))
    for one in record.get("places") or ():
        part = parts.place_part(new[one["entrant"]])
        out[part] = {**out.get(part, {}), **{name: one[name] for name in ("table", "side") if one.get(name) is not None}}
    for n, penalty in enumerate(additions.penalties, 1):
        out[parts.penalty_part(n)] = dump(replace(penalty, entrant=new[penalty.entrant]))
    for who in {**additions.tags, **additions.handicaps}:
        profile = ProfilePart(additions.tags.get(who, ()), additions.handicaps.get(who, 0))
        if profile != ProfilePart():
            out[parts.profile_part(new[who])] = dump(profile)
    if additions.ranked is not None:
        out["ranked_tags"] = dump(RankedTagsPart(additions.ranked))
    return out
