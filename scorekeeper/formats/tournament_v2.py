"""Version 2 of the tournament record (tournament record, section 6): meetings, tags, handicaps, penalties, the door, ties."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scorekeeper.formats.declared import number_json
from scorekeeper.formats.fields import Fields
from scorekeeper.formats.tournament_answers import Row, standings_json
from scorekeeper.formats.tournament_door import DOOR_ENTRANT_KEYS, DOOR_KEYS, parse_door
from scorekeeper.formats.tournament_money import MONEY_KEYS, parse_money
from scorekeeper.formats.tournament_prizes import PRIZE_KEYS, parse_door_prizes
from scorekeeper.formats.tournament_record import (
    MOST_ENTRANTS,
    RECORD_2,
    V2_FORMAT,
    dump_entrant,
    dump_tournament,
    parse_tournament,
)
from scorekeeper.formats.tournament_ties import TIE_KEYS, parse_decisions
from scorekeeper.pairing.adjustments import Additions, apply_penalties, by_handicap
from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.record import LONGEST_ID, MOST_ROUNDS, PENALTY_KINDS, ApartRule, FixedPlace, Penalty, Tournament
from scorekeeper.pairing.search.pairing_constraints import ROLES, STRICTEST_FIRST

MOST_MEETINGS = 5000


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


MOST_POINTS = 1000
HIGHEST_HANDICAP = 5000
LONGEST_TAG = 60
MOST_TAGS = 50
LONGEST_REASON = 500
PAIRING_KEYS = ("meetings", "places", "penalties", "ranked_tags")
PAIRING_ENTRANT_KEYS = ("tags", "handicap")
V2_KEYS = (*PAIRING_KEYS, *DOOR_KEYS, *MONEY_KEYS, *TIE_KEYS, *PRIZE_KEYS)
V2_ENTRANT_KEYS = (*PAIRING_ENTRANT_KEYS, *DOOR_ENTRANT_KEYS)
"""The keys of a record (`V2_KEYS`) and of an entrant that version 1 doesn't have, about pairing and from the door."""


def parse_v2(obj: object) -> tuple[Tournament, Additions]:
    """Return a record of either version with penalties applied.

    Raises as `parse_tournament` does, and for `meetings`, `places` and `penalties`.
    """
    record, additions = parse_without_penalties(obj)
    return apply_penalties(record, additions.penalties), additions


def parse_without_penalties(obj: object) -> tuple[Tournament, Additions]:
    """Return the same without penalties applied. Raises as `parse_v2` does."""
    if not isinstance(obj, dict) or obj.get("format") != V2_FORMAT:
        return parse_tournament(obj), Additions()
    entrants = obj.get("entrants")
    Fields(obj, "format", "", (*RECORD_2, *V2_KEYS))
    plain = {name: value for name, value in obj.items() if name not in V2_KEYS}
    if isinstance(entrants, list):
        plain["entrants"] = [_strip_v2_keys(one) for one in entrants]
    record = parse_tournament(plain)
    handicaps: dict[str, int] = {}
    tags: dict[str, tuple[str, ...]] = {}
    for place, one in enumerate(obj["entrants"]):
        read = Fields(one, "entrants", f"entrants[{place}]", tuple(one))
        if read.has("handicap"):
            handicaps[one["id"]] = read.whole("handicap", -HIGHEST_HANDICAP, HIGHEST_HANDICAP)
        if read.has("tags"):
            tags[one["id"]] = _tags(one, f"entrants[{place}].tags")
    known = {e.id for e in record.entrants}
    found = Fields({"penalties": obj.get("penalties")}, "penalties", "", ("penalties",))
    penalties = found.items("penalties", MOST_ENTRANTS, lambda item, k: parse_penalty(item, f"penalties[{k}]", known), ())
    _refuse_stage_penalties(record, penalties)
    parse_door(obj)
    parse_door_prizes(obj)
    parse_money(obj)
    apart = parse_meetings(obj, record, tags)
    decided = parse_decisions(obj, [e.id for e in record.entrants])
    record = replace(record, apart=apart, places=_places(obj.get("places"), known), decided=decided)
    ranked = None if obj.get("ranked_tags") is None else _tags(obj, "ranked_tags")
    return record, Additions(handicaps, tags, penalties, ranked)


def dump_v2(tournament: Tournament, source_record: object) -> dict[str, object]:
    """Return a tournament continued from `source_record`, with that record's version 2 additions."""
    record = dump_tournament(tournament)
    if not isinstance(source_record, dict) or source_record.get("format") != V2_FORMAT:
        return record
    own = {one["id"]: {name: one[name] for name in V2_ENTRANT_KEYS if name in one} for one in source_record["entrants"]}
    entrants = [{**dump_entrant(e), **own.get(e.id, {})} for e in tournament.entrants]
    return {
        **record,
        "format": V2_FORMAT,
        "entrants": entrants,
        **{name: source_record[name] for name in V2_KEYS if name in source_record},
    }


def add_adjustments(
    record: dict[str, Any], additions: Additions, meetings: Sequence[object] = (), places: Sequence[object] = ()
) -> dict[str, Any]:
    """Return the record with the facts about pairing of version 2, in version 2 if there are any.

    `meetings`, `places`: as JSON.
    """
    lists: dict[str, Any] = {
        "meetings": list(meetings),
        "places": list(places),
        "penalties": [{**penalty_json(one), "entrant": one.entrant} for one in additions.penalties],
    }
    facts = {name: found for name, found in lists.items() if found}
    if additions.ranked is not None:
        facts["ranked_tags"] = list(additions.ranked)
    if not (facts or additions.handicaps or additions.tags):
        return record
    entrants = [{**one, **_profile_json(additions, one["id"])} for one in record["entrants"]]
    return {**record, "format": V2_FORMAT, "entrants": entrants, **facts}


def _profile_json(additions: Additions, who: str) -> dict[str, object]:
    tags = {"tags": list(additions.tags[who])} if who in additions.tags else {}
    return {**tags, **({"handicap": additions.handicaps[who]} if who in additions.handicaps else {})}


def _refuse_stage_penalties(record: Tournament, penalties: Sequence[Penalty]) -> None:
    """Reject penalties in match points for events with stages, which have no overall match points."""
    for k, penalty in enumerate(penalties if method_of(record).staged else ()):
        if penalty.kind in ("match_points", "awarded"):
            raise errors.Illegal("penalties", 0, reason="stages", field=f"penalties[{k}].kind", read=penalty.kind)


def _strip_v2_keys(one: object) -> object:
    return {name: value for name, value in one.items() if name not in V2_ENTRANT_KEYS} if isinstance(one, dict) else one


def _tags(obj: Mapping[str, object], path: str) -> tuple[str, ...]:
    """Return the tags in the last key of `path`."""
    name = path.rpartition(".")[2]
    read = Fields({path: obj[name]}, "entrants" if path.startswith("entrants") else "format", "", (path,))

    def tag(item: object, place: int) -> str:
        where = f"{path}[{place}]"
        return Fields({where: item}, read.code, "", (where,)).text(where, LONGEST_TAG)

    tags = read.items(path, MOST_TAGS, tag)
    twice = [one for k, one in enumerate(tags) if one in tags[:k]]
    if twice:
        raise read.wrong(path, "twice", read=twice[0])
    return tags


def _places(obj: object, known: set[str]) -> tuple[FixedPlace, ...]:
    """Return the fixed tables and sides. Each entrant has at most one of both."""
    seen_keys: set[tuple[str, str]] = set()

    def place(item: object, k: int) -> FixedPlace:
        read = Fields(item, "places", f"places[{k}]", ("entrant", "table", "side"))
        who = read.entrant("entrant", known)
        found = FixedPlace(who, read.optional_whole("table", 1, MOST_ENTRANTS), read.optional_whole("side", 0, 1))
        if found.table is None and found.side is None:
            raise errors.Malformed("places", 0, reason="no_place", field=read.path, read=item)
        for name in ("table", "side"):
            if read.has(name) and (who, name) in seen_keys:
                raise read.wrong(name, "again", who=who)
        seen_keys.update((who, name) for name in ("table", "side") if read.has(name))
        return found

    return Fields({"places": obj}, "places", "", ("places",)).items("places", 2 * MOST_ENTRANTS, place, ())


def parse_penalty(item: object, path: str, known: Collection[str]) -> Penalty:
    """Return a penalty of one of the entrants `known`. Raises `Malformed("penalties")`."""
    read = Fields(item, "penalties", path, ("round", "entrant", "kind", "points", "reason", "rule"))
    number = read.whole("round", 1, MOST_ROUNDS)
    who = read.entrant("entrant", known)
    kind = read.choice("kind", PENALTY_KINDS)
    reason = read.text("reason", LONGEST_REASON, "", 0)
    return Penalty(number, who, kind, _points(read, kind), reason, read.text("rule", LONGEST_ID) if read.has("rule") else None)


def _points(read: Fields, kind: str) -> Fraction:
    if kind in ("warning", "forfeit", "disqualified"):
        if read.obj.get("points") not in (None, 0):
            raise read.wrong("points", "no_points", kind=kind)
        return Fraction(0)
    if kind == "game_points":
        return Fraction(read.whole("points", -100_000, 100_000))
    if not read.has("points"):
        raise read.wrong("points", "missing")
    return read.number("points", MOST_POINTS, low=0 if kind == "awarded" else -MOST_POINTS)


def v2_json(answer: dict[str, object], tournament: Tournament, additions: Additions) -> dict[str, object]:
    """Return the standings with penalties added, and standings by handicap and by tag if there are any."""
    rows = _rows(answer, additions)
    if additions.handicaps:
        answer["handicap"] = _rows(standings_json(by_handicap(tournament, additions.handicaps)), additions)
    if additions.ranked_tags:
        answer["by_tag"] = {tag: [r for r in rows if additions.carries(str(r["id"]), tag)] for tag in additions.ranked_tags}
    return answer


def _rows(answer: dict[str, object], additions: Additions) -> list[Row]:
    rows = answer["standings"]
    assert isinstance(rows, list)
    for row in rows:
        paid = [penalty_json(p) for p in additions.penalties_of(str(row["id"]))]
        if paid:
            row["penalties"] = paid
    return rows


def penalty_json(penalty: Penalty) -> dict[str, object]:
    """Return a penalty as JSON, without its entrant."""
    out: dict[str, object] = {"round": penalty.round, "kind": penalty.kind}
    if penalty.kind in ("game_points", "match_points", "awarded"):
        out["points"] = number_json(penalty.points)
    return {**out, "reason": penalty.reason, **({} if penalty.rule is None else {"rule": penalty.rule})}
