"""What a version 2 game record adds to the game: the occasion, and when and by whom each event was recorded."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.errors import Malformed

TYPE_CHECKING = False  # phones load this, and there `typing`, `re` and `datetime` cost seconds
if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_PLACE = 80
"""Characters of a place, an occasion, or the table's name for its rules."""
LONGEST_BY = 40
MOST_GAMES = 1000
TEXTS = ("place", "occasion", "rules_name")
MOMENTS = ("started_at", "ended_at")
KEYS = frozenset({"id", *MOMENTS, *TEXTS, "match"})
STAMP_KEYS = frozenset({"id", "at", "by"})
_MATCH_KEYS = ("id", "number", "games_to_win")
_FIRST_YEAR = 1900


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """A game's number within a match. `games_to_win`: the agreed number, None for an open series."""

    id: str
    number: int
    games_to_win: int | None = None


@dataclass(frozen=True, slots=True)
class About:
    """The optional part of the header. Timestamps are ISO text with a UTC offset."""

    id: str | None = None
    started_at: str | None = None
    ended_at: str | None = None
    place: str | None = None
    occasion: str | None = None
    rules_name: str | None = None
    match: MatchPlace | None = None


@dataclass(frozen=True, slots=True)
class Stamp:
    """An event's id (a UUID), and when and by whom it was recorded."""

    id: str | None = None
    at: str | None = None
    by: str | None = None


NOTHING = About()
UNSTAMPED = Stamp()


def parse_about(obj: Mapping[str, object]) -> About:
    """Return the optional part of a header. Raises `Malformed("format")` at event 0."""
    about: dict[str, object] = {}
    for name in KEYS:
        value = obj.get(name)
        if value is None:
            continue
        if name == "id":
            about[name] = _uuid(value, "format", name)
        elif name in MOMENTS:
            about[name] = _moment(value, "format", name)
        elif name == "match":
            about[name] = _game_of_match(value)
        else:
            about[name] = _text(value, "format", name, LONGEST_PLACE)
    return About(**about) if about else NOTHING  # type: ignore[arg-type]


def dump_about(about: About) -> dict[str, object]:
    """Return the optional part of a header as JSON, without unknown values."""
    out: dict[str, object] = {}
    for name in ("id", *MOMENTS, *TEXTS):
        value = getattr(about, name)
        if value is not None:
            out[name] = value
    if about.match is not None:
        out["match"] = {name: getattr(about.match, name) for name in _MATCH_KEYS if getattr(about.match, name) is not None}
    return out


def parse_stamp(obj: Mapping[str, object]) -> Stamp:
    """Return when and by whom an event was recorded. Raises `Malformed("event")`."""
    id_, at, by = obj.get("id"), obj.get("at"), obj.get("by")
    return Stamp(
        None if id_ is None else _uuid(id_, "event", "id"),
        None if at is None else _moment(at, "event", "at"),
        None if by is None else _text(by, "event", "by", LONGEST_BY),
    )


def dump_stamp(stamp: Stamp) -> dict[str, object]:
    return {name: getattr(stamp, name) for name in ("id", "at", "by") if getattr(stamp, name) is not None}


def _malformed(code: str, reason: str, name: str, read: object, **params: object) -> Malformed:
    return Malformed(code, 0 if code == "format" else None, **{"reason": reason, "field": name, "read": read, **params})


def _text(value: object, code: str, name: str, longest: int) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > longest or not value.isprintable():
        raise _malformed(code, "line", name, value, high=longest)
    return value


def _uuid(value: object, code: str, name: str) -> str:
    groups = value.lower().split("-") if isinstance(value, str) else []
    if [len(group) for group in groups] != [8, 4, 4, 4, 12] or not all(_has_only(group, "0123456789abcdef") for group in groups):
        raise _malformed(code, "uuid", name, value)
    return "-".join(groups)


def _has_only(text: str, signs: str) -> bool:
    return all(sign in signs for sign in text)


def _game_of_match(value: object) -> MatchPlace:
    if not isinstance(value, dict) or any(name not in _MATCH_KEYS for name in value):
        raise _malformed("format", "match", "match", value)
    number, to_win = value.get("number"), value.get("games_to_win")
    counts = [number] if to_win is None else [number, to_win]
    if any(type(count) is not int or not 1 <= count <= MOST_GAMES for count in counts):
        raise _malformed("format", "match", "match", value)
    assert isinstance(number, int)
    assert to_win is None or isinstance(to_win, int)
    return MatchPlace(_uuid(value.get("id"), "format", "match.id"), number, to_win)


def _moment(value: object, code: str, name: str) -> str:
    """Return an ISO timestamp: day, time and UTC offset."""
    if not isinstance(value, str) or not _is_moment(value):
        raise _malformed(code, "moment", name, value)
    return value


def _is_moment(text: str) -> bool:
    day, time, rest = text[:10], text[11:16], text[16:]
    if text[10:11] != "T" or not _is_day(day) or not _is_time(time):
        return False
    if rest[:1] == ":":
        seconds, rest = rest[1:3], rest[3:]
        if not (len(seconds) == 2 and _digits(seconds) and seconds < "60"):
            return False
        if rest[:1] == ".":
            fraction = rest[1:].rstrip("Z").partition("+")[0].partition("-")[0]
            if not (fraction and len(fraction) <= 6 and _digits(fraction)):
                return False
            rest = rest[1 + len(fraction) :]
    return rest == "Z" or (rest[:1] in ("+", "-") and len(rest) == 6 and _is_time(rest[1:]))


def _digits(text: str) -> bool:
    return bool(text) and _has_only(text, "0123456789")


def _is_time(text: str) -> bool:
    return len(text) == 5 and text[2] == ":" and _digits(text[:2] + text[3:]) and text[:2] < "24" and text[3:] < "60"


def _is_day(text: str) -> bool:
    if len(text) != 10 or text[4] + text[7] != "--" or not _digits(text[:4] + text[5:7] + text[8:]):
        return False
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:])
    if year < _FIRST_YEAR or not 1 <= month <= 12:
        return False
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= day <= (29 if leap and month == 2 else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1])
