"""The `meetings` of a version 2 tournament record (tournament record, section 6): entrants to keep apart."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.formats.fields import Fields
from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.record import ApartRule, Tournament
from scorekeeper.pairing.search.pairing_constraints import OPPONENTS, PARTNERS, STRICTEST_FIRST

MOST_MEETINGS = 5000
ROLES = (PARTNERS, OPPONENTS)


def parse_meetings(obj: Mapping[str, object], record: Tournament, tags: Mapping[str, tuple[str, ...]]) -> tuple[ApartRule, ...]:
    """Return the `meetings` of a record whose entrants have these tags. A tag without entrants has no effect.

    Raises `Malformed("meetings")`, and `Illegal("meetings")` for `as` in an event without partners.
    """
    carriers: dict[str, set[str]] = {}
    for who, carried in tags.items():
        for tag in carried:
            carriers.setdefault(tag, set()).add(who)
    known = {e.id for e in record.entrants}
    single = method_of(record).side(record.options) > 1
    read = Fields({"meetings": obj.get("meetings")}, "meetings", "", ("meetings",))

    def one(item: object, place: int) -> ApartRule:
        return _meeting(Fields(item, "meetings", f"meetings[{place}]", ("between", "tag", "rule", "as")), known, carriers, single)

    return read.items("meetings", MOST_MEETINGS, one, ())


def _meeting(read: Fields, known: set[str], carriers: Mapping[str, set[str]], single: bool) -> ApartRule:
    if read.has("between") and read.has("tag"):
        raise read.wrong("tag", "between")
    rule = read.choice("rule", STRICTEST_FIRST)
    role = read.choice("as", ROLES) if read.has("as") else None
    if role is not None and not single:
        raise errors.Illegal("meetings", 0, reason="as", field=read.where("as"), read=role)
    if read.has("tag"):
        return ApartRule(frozenset(carriers.get(read.text("tag", 60), ())), rule, role)
    return ApartRule(frozenset(_between(read, known)), rule, role)


def _between(read: Fields, known: set[str]) -> tuple[str, ...]:
    def entrant(item: object, place: int) -> str:
        where = f"between[{place}]"
        return Fields({where: item}, read.code, read.path, (where,)).entrant(where, known)

    ids = read.items("between", len(known), entrant)
    twice = [who for k, who in enumerate(ids) if who in ids[:k]]
    if twice:
        raise read.wrong("between", "twice", read=twice[0])
    if len(ids) < 2:
        raise read.wrong("between", "two")
    return ids
