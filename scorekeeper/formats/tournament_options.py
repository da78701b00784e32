"""The options of a tournament as JSON, including its stages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from fractions import Fraction
from itertools import pairwise

from scorekeeper.engine.options import Flag, Number
from scorekeeper.formats.fields import Fields
from scorekeeper.pairing.method import METHODS, method_named
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.record import MatchLength, Options, Points, Stage
from scorekeeper.pairing.standings.tiebreaks import TIEBREAKS

MOST_STAGES = 8
MOST_POOLS = 256
MATCH_KINDS = ("hands", "race", "clock")
DEFAULT_OPTIONS = Options()
_OPTIONS = tuple(f.name for f in fields(Options))
_POINTS = tuple(f.name for f in fields(Points))
_BY_METHODS = {name: option for method in METHODS.values() for name, option in method.options.items()}
DECLARED = {name: _BY_METHODS[name] for name in _OPTIONS if name in _BY_METHODS}
"""The options of all methods. A record may set any of them, whatever its method."""


def parse_options(obj: object, method: str, path: str = "options", usual: Options = DEFAULT_OPTIONS) -> Options:
    """Return the options, with defaults for those left out. Raises `Malformed("options")`.

    A stage's defaults for match, tie-breaks, points, margin cap and six-player table are the tournament's.
    """
    read = Fields(obj, "options", path, _OPTIONS)
    staged = method_named(method).staged
    if not staged and read.has("stages"):
        raise read.wrong("stages", "stages")
    common: dict[str, Callable[[], object]] = {
        "match": lambda: _match(read.obj.get("match"), f"{path}.match") if read.has("match") else usual.match,
        "tiebreaks": lambda: _tiebreaks(read, _usual_tiebreaks(read, method, usual)),
        "points": lambda: _points(read.obj.get("points"), f"{path}.points") if read.has("points") else usual.points,
        "margin_cap": lambda: read.optional_whole("margin_cap", 1, 100_000) if read.has("margin_cap") else usual.margin_cap,
    }
    # In the order of the record, so that the first invalid option is the one reported.
    values = {n: common[n]() if n in common else _read_declared(read, n, usual) for n in _OPTIONS if n in common or n in DECLARED}
    options = Options(**values)  # type: ignore[arg-type]  # each as its reader makes it
    if not staged:
        return options
    stages = read.items("stages", MOST_STAGES, lambda item, k: _stage(item, f"{path}.stages[{k}]", k, options))
    if not stages:
        raise read.wrong("stages", "missing")
    return replace(options, stages=stages)


def _read_declared(read: Fields, name: str, usual: Options) -> object:
    """Return an option that a method declares. A stage's default for `six_table` is the tournament's."""
    option = DECLARED[name]
    default = usual.six_table if name == "six_table" else option.settle({})
    if option.nullable and not read.has(name):
        return None
    if isinstance(option, Flag):
        return read.flag(name, default is True)
    if isinstance(option, Number):
        return read.whole(name, option.low, option.high, default)
    return read.choice(name, [str(choice) for choice in option.choices], default)


def _usual_tiebreaks(read: Fields, method: str, usual: Options) -> tuple[str, ...]:
    """Return the method's default order, or for a stage the tournament's, unless it is a knock-out."""
    own = usual is DEFAULT_OPTIONS or method_named(method).knockout
    return method_named(method).usual_tiebreaks(read.obj.get("individuals") is True) if own else usual.tiebreaks


def _tiebreaks(read: Fields, usual: tuple[str, ...]) -> tuple[str, ...]:
    def read_item(item: object, place: int) -> str:
        if not isinstance(item, str) or item not in TIEBREAKS:
            raise read.wrong(f"tiebreaks[{place}]", "choice", read=item, choices=tuple(TIEBREAKS))
        return item

    names = read.items("tiebreaks", len(TIEBREAKS), read_item, usual)
    if len(set(names)) != len(names):
        raise read.wrong("tiebreaks", "twice")
    return names


def _match(obj: object, path: str) -> MatchLength:
    read = Fields(obj, "options", path, ("kind", "hands", "minutes", "best_of"))
    kind = read.choice("kind", MATCH_KINDS, "hands")
    best_of = read.whole("best_of", 1, 15, 1)
    if best_of % 2 == 0:
        raise read.wrong("best_of", "odd")
    for name, owner in (("hands", "hands"), ("minutes", "clock")):
        if read.has(name) and kind != owner:
            raise read.wrong(name, "other_kind", kind=kind)
    hands = read.whole("hands", 1, 500, 8) if kind == "hands" else None
    minutes = read.whole("minutes", 1, 1440, 40) if kind == "clock" else None
    return MatchLength(kind, hands, minutes, best_of)


def _points(obj: object, path: str) -> Points:
    read = Fields(obj, "options", path, _POINTS)
    points = Points(**{name: read.number(name, 1000, getattr(DEFAULT_OPTIONS.points, name)) for name in _POINTS})
    return points if read.has("missed") else replace(points, missed=points.tie)


def _stage(obj: object, path: str, place: int, tournament_options: Options) -> Stage:
    read = Fields(obj, "options", path, ("method", "options", "pools", "advance", "cut"))
    method = read.choice("method", tuple(name for name, one in METHODS.items() if not one.staged))
    played = method_named(method)
    usual = tournament_options if "six_table" in played.options else replace(tournament_options, six_table=False)
    options = parse_options(read.obj.get("options") or {}, method, f"{path}.options", usual)
    if played.endless and options.rounds is None:
        raise Fields(read.obj.get("options") or {}, "options", f"{path}.options", _OPTIONS).wrong("rounds", "missing")
    pools = read.whole("pools", 1, MOST_POOLS, 1)
    if pools > 1 and not played.all_meet:
        raise read.wrong("pools", "pools")
    if place == 0 and read.has("cut"):
        raise read.wrong("cut", "first_cut")
    return Stage(method, options, pools, read.optional_whole("advance", 1, 64), read.optional_whole("cut", 2, 4096))


def check_cuts(options: Options) -> None:
    """Raise `Malformed("options")` if a stage takes more entrants than advance from the stage before.

    It is separate from `parse_options`, so that older tournaments without this check can still be read.
    """
    for place, (before, stage) in enumerate(pairwise(options.stages), 1):
        advance = before.advance or (2 if before.pools > 1 else None)
        if stage.cut is None or advance is None or stage.cut <= before.pools * advance:
            continue
        facts = {"read": stage.cut, "right": before.pools * advance, "pools": before.pools, "advance": advance}
        reason = "cut_pools" if before.pools > 1 else "cut"
        raise errors.Malformed("options", 0, reason=reason, field=f"options.stages[{place}].cut", **facts)


def number_json(value: Fraction) -> int | float:
    """Return a whole number as an int, else a float."""
    return int(value) if value.denominator == 1 else float(value)


def dump_options(options: Options, method: str) -> dict[str, object]:
    """Return the options as JSON, with every one set."""
    in_parts: dict[str, object] = {
        "match": _dump_match(options.match),
        "tiebreaks": list(options.tiebreaks),
        "points": {name: number_json(getattr(options.points, name)) for name in _POINTS},
        "stages": [_dump_stage(stage) for stage in options.stages],
    }
    out = {name: in_parts[name] if name in in_parts else getattr(options, name) for name in _OPTIONS}
    if not method_named(method).staged:
        del out["stages"]
    return out


def _dump_match(match: MatchLength) -> dict[str, object]:
    out: dict[str, object] = {"kind": match.kind, "best_of": match.best_of}
    if match.kind == "hands":
        out["hands"] = match.hands
    if match.kind == "clock":
        out["minutes"] = match.minutes
    return out


def _dump_stage(stage: Stage) -> dict[str, object]:
    out: dict[str, object] = {"method": stage.method, "options": dump_options(stage.options, stage.method)}
    out["pools"] = stage.pools
    for name in ("advance", "cut"):
        if getattr(stage, name) is not None:
            out[name] = getattr(stage, name)
    return out
