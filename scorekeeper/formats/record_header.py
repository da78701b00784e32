"""The header of a game record: version, rules, players, first dealer, and what version 2 adds."""

from __future__ import annotations

from scorekeeper.engine.endings import check_start, check_start_scores
from scorekeeper.engine.errors import GameError, Malformed
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.formats import record_details
from scorekeeper.formats.names import is_valid_name
from scorekeeper.formats.record_details import NOTHING, About
from scorekeeper.formats.rules import parse_rules

TYPE_CHECKING = False  # phones load this, and there `typing` costs seconds
if TYPE_CHECKING:
    Facts = tuple[RuleSet, tuple[str, ...], int]
    """Rules, names by seat, the first dealer's seat."""

V1_FORMAT = "scorekeeper-game/1"
FORMAT = "scorekeeper-game/2"
FORMATS = {V1_FORMAT: 1, FORMAT: 2}
"""The versions that can be read."""
VERSION = 2
"""The default version for writing."""
LONGEST_NAME = 60
"""Visible characters, the same limit as for a club's players.

Tournament players keep their whole name on the pad, and any record that can be replayed can be imported and continued.
"""
_HEADER = frozenset({"format", "rules", "players", "first_dealer"})
_HEADERS = {1: _HEADER, 2: _HEADER | record_details.KEYS | {"start_scores"}}
_RECORD_KEYS = {edition: keys | {"events"} for edition, keys in _HEADERS.items()}


def version_of(obj: object) -> int:
    """Return the version of a record. Raises `Malformed("format")` for an unknown version or anything else."""
    if not isinstance(obj, dict):
        raise Malformed("format", event=0, reason="type", field="format", read=obj, right=FORMAT)
    if "format" not in obj:
        raise Malformed("format", event=0, reason="missing", field="format")
    read = obj["format"]
    edition = FORMATS.get(read) if isinstance(read, str) else None
    if edition is None:
        raise Malformed("format", event=0, reason="version", field="format", read=read, right=tuple(FORMATS))
    return edition


def read_header(obj: object, *, whole: bool) -> tuple[dict[str, object], int]:
    """Return a record (`whole`) or its header as a dict, and its version. Raises `Malformed("format")` at event 0."""
    edition = version_of(obj)
    assert isinstance(obj, dict)
    keys = (_RECORD_KEYS if whole else _HEADERS)[edition]
    if not keys.issuperset(obj):
        name = next(name for name in obj if name not in keys)
        raise Malformed("format", event=0, reason="key", field=name, read=name, right=sorted(keys))
    if "rules" not in obj:
        raise Malformed("format", event=0, reason="missing", field="rules")
    return obj, edition


def parse_more(rules: RuleSet, header: dict[str, object]) -> tuple[tuple[int, ...], About]:
    """Return what version 2 adds: opening scores and `About`. Raises `GameError("format")` at event 0."""
    if len(header) <= len(_HEADER) + ("events" in header):  # a version 1 header has none of those keys
        return (), NOTHING
    return _start_scores(rules, header.get("start_scores")), record_details.parse_about(header)


def _start_scores(rules: RuleSet, scores: object) -> tuple[int, ...]:
    if scores is None:
        return ()
    if not isinstance(scores, list) or any(type(score) is not int for score in scores):
        raise Malformed("format", event=0, reason="start_type", field="start_scores", read=scores)
    check_start_scores(rules, scores)
    return tuple(scores)


def parse_facts(obj: dict[str, object]) -> Facts:
    """Return rules, players and first dealer from the result of `read_header`. Raises `GameError` at event 0."""
    try:
        rules = parse_rules(obj["rules"])
        for name in ("players", "first_dealer"):
            if name not in obj:
                raise Malformed("players", reason="missing", field=name)
        players = parse_players(rules, obj["players"])
        first_dealer = obj["first_dealer"]
        if type(first_dealer) is not int:
            raise Malformed("players", reason="first_dealer", read=first_dealer, high=rules.table.players - 1)
        check_start(rules, first_dealer)
    except GameError as error:
        error.at(0)
        raise
    return rules, players, first_dealer


def parse_players(rules: RuleSet, names: object) -> tuple[str, ...]:
    """Return the names by seat. Raises `Malformed("players")` for a wrong number or an invalid name."""
    expected = rules.table.players
    if not isinstance(names, list) or len(names) != expected:
        read = len(names) if isinstance(names, list) else names
        raise Malformed("players", event=0, reason="number", read=read, right=expected)
    for seat, name in enumerate(names):
        if not is_name(name):
            raise Malformed("players", event=0, reason="name", read=name, seat=seat, high=LONGEST_NAME)
    return tuple(names)


_names: set[str] = set()
_MOST_CACHED = 4096


def is_name(name: object) -> bool:
    """Return whether a record accepts this name."""
    if not isinstance(name, str):
        return False
    if name not in _names:  # the same people play many games
        if not is_valid_name(name, LONGEST_NAME):
            return False
        if len(_names) >= _MOST_CACHED:
            _names.clear()
        _names.add(name)
    return True
