"""Optional attachments to a record: standings as `standings` prints them, brackets as `pair` does."""

from __future__ import annotations

from fractions import Fraction

from scorekeeper.formats.fields import Fields
from scorekeeper.pairing.record.decisions import DECIDED_BY
from scorekeeper.pairing.record.record import FINAL_LETTERS, Tournament
from scorekeeper.pairing.staged_standings import OVER_POOLS
from scorekeeper.pairing.standings.tiebreaks import TIEBREAKS
from scorekeeper.pairing.verify.verify import AttachedMatch, AttachedRow, Attachments

MOST_LINES = 5000
MOST_MATCHES = 20_000
_COLUMNS = ("place", *OVER_POOLS, *TIEBREAKS)
_MATCH = ("match", "part", "round", "sides", "from", "status", "winner", "seat")

Brackets = dict[tuple[int, str | None], tuple[AttachedMatch, ...]]
"""Brackets by round and letter of the final, None if it is in none."""


def parse_attachments(obj: object, tournament: Tournament) -> Attachments:
    """Return a record's `standings`, and the `bracket` of each round or of its `finals`, for the check.

    Raises `Malformed` ("standings", "round").
    """
    record = obj if isinstance(obj, dict) else {}
    known = {e.id for e in tournament.entrants}
    standings = None
    if record.get("standings") is not None:
        read = Fields({"standings": record["standings"]}, "standings", "", ("standings",))
        standings = read.items("standings", MOST_LINES, lambda item, k: _row(item, f"standings[{k}]", known))
    brackets: Brackets = {}
    for k, one in enumerate(record.get("rounds") or ()):
        if isinstance(one, dict) and one.get("bracket") is not None:
            brackets[k + 1, None] = _bracket(one["bracket"], f"rounds[{k}]", k + 1, known)
        if isinstance(one, dict) and one.get("finals") is not None:
            brackets |= _finals(one["finals"], f"rounds[{k}]", k + 1, known)
    return Attachments(standings, brackets)


def _finals(obj: object, path: str, number: int, known: set[str]) -> Brackets:
    """Return the brackets of the finals by round and letter."""
    read = Fields({"finals": obj}, "round", path, ("finals",), number)

    def final(item: object, k: int) -> tuple[tuple[int, str | None], tuple[AttachedMatch, ...]]:
        where = f"{path}.finals[{k}]"
        inner = Fields(item, "round", where, ("final", "bracket"), number)
        letter = inner.choice("final", tuple(FINAL_LETTERS))
        return (number, letter), _bracket(inner.obj.get("bracket"), where, number, known)

    return dict(read.items("finals", len(FINAL_LETTERS), final))


def _bracket(obj: object, path: str, number: int, known: set[str]) -> tuple[AttachedMatch, ...]:
    read = Fields({"bracket": obj}, "round", path, ("bracket",), number)
    return read.items("bracket", MOST_MATCHES, lambda item, k: _match(item, f"{path}.bracket[{k}]", number, known))


def _row(item: object, path: str, known: set[str]) -> AttachedRow:
    read = Fields(item, "standings", path, ("rank", "id", "field", "separated_by", "penalties", "counts", *_COLUMNS))
    who = read.entrant("id", known)
    read.flag("counts", True)
    columns = {name: _value(read, name) for name in _COLUMNS if name in read.obj}
    by = read.choice("separated_by", (*_COLUMNS, *DECIDED_BY)) if read.has("separated_by") else None
    return AttachedRow(who, read.optional_whole("rank", 1, MOST_LINES), columns, by, told="separated_by" in read.obj)


def _value(read: Fields, name: str) -> Fraction | None:
    value = read.obj[name]
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise read.wrong(name, "number")
    return Fraction(str(value))


def _match(item: object, path: str, number: int, known: set[str]) -> AttachedMatch:
    read = Fields(item, "round", path, _MATCH, number)

    def side(one: object, k: int) -> str | None:
        if one is None or one == []:
            return None if one is None else ""
        if not isinstance(one, list) or len(one) != 1 or not isinstance(one[0], str) or one[0] not in known:
            raise read.wrong(f"sides[{k}]", "unknown", read=one)
        return one[0]

    winner = read.entrant("winner", known) if read.has("winner") else None
    return AttachedMatch(read.text("match", 20), read.items("sides", 2, side), winner)
