"""The options of a tournament as JSON, including its stages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from itertools import pairwise

from scorekeeper.engine.options import Flag, Number
from scorekeeper.formats.declared import number_json
from scorekeeper.formats.fields import Fields
from scorekeeper.pairing.method import METHODS, find_method, method_named
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.decisions import MOST_STAGES
from scorekeeper.pairing.record.record import FINAL_LETTERS, MatchLength, Options, Points, Stage
from scorekeeper.pairing.standings.tiebreaks import TIEBREAKS

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
    check_finals(stages)
    return replace(options, stages=stages)


def _read_declared(read: Fields, name: str, usual: Options) -> object:
    """Return an option that a method declares. A stage's default for who sits at a table is the tournament's."""
    option = DECLARED[name]
    default = getattr(usual, name) if name in ("six_table", "individuals") else option.settle({})
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
    return method_named(method).usual_tiebreaks(_are_players(read)) if own else usual.tiebreaks


def _are_players(read: Fields) -> bool:
    """Return whether single players enter: the option says so, or the method of the first stage."""
    stages = read.obj.get("stages")
    first = stages[0] if isinstance(stages, list) and stages else None
    opening = find_method(first.get("method")) if isinstance(first, dict) else None
    return read.obj.get("individuals") is True or (opening is not None and opening.enter == ("players",))


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
    read = Fields(obj, "options", path, _STAGE)
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
    if place == 0 and read.has("lower_finals"):
        raise read.wrong("lower_finals", "first_finals")
    if pools > 1 and read.has("lower_finals"):
        raise read.wrong("lower_finals", "finals_pools")
    stage = Stage(method, options, pools, read.optional_whole("advance", 1, 64), read.optional_whole("cut", 2, 4096))
    lower = read.items(
        "lower_finals", len(FINAL_LETTERS) - 1, lambda one, k: _final(one, f"{path}.lower_finals[{k}]", tournament_options), ()
    )
    return replace(stage, lower_finals=lower)


_STAGE = ("method", "options", "pools", "advance", "cut", "lower_finals")


def _final(obj: object, path: str, tournament_options: Options) -> Stage:
    read = Fields(obj, "options", path, ("method", "options", "cut"))
    return _stage(read.obj, path, 1, tournament_options)


def check_finals(stages: Sequence[Stage]) -> None:
    """Raise `Malformed("options")` for finals side by side that don't fit: their place, their sizes, who plays in them."""
    for place, stage in enumerate(stages):
        path = f"options.stages[{place}]"
        if not stage.finals:
            continue
        if stage is not stages[-1]:
            raise errors.Malformed("options", 0, reason="finals_last", field=f"{path}.lower_finals")
        if stages[place - 1].advance is not None:
            raise errors.Malformed("options", 0, reason="finals_advance", field=f"options.stages[{place - 1}].advance")
        side = method_named(stages[0].method).side(stages[0].options)
        for k, (letter, final) in enumerate(stage.finals.items()):
            at = f"{path}.lower_finals[{k - 1}]" if k else path
            facts: dict[str, object] = {"final": letter}
            least = method_named(final.method).seats(final.options)
            if final.cut is None and k < len(stage.lower_finals):
                raise errors.Malformed("options", 0, reason="finals_cut", field=f"{at}.cut", **facts)
            if final.cut is not None and final.cut < least:
                raise errors.Malformed(
                    "options", 0, reason="finals_least", field=f"{at}.cut", read=final.cut, right=least, **facts
                )
            if method_named(final.method).side(final.options) != side:
                reason = "finals_players" if side > 1 else "finals_pairs"
                raise errors.Malformed("options", 0, reason=reason, field=f"{at}.method", read=final.method, **facts)


def check_cuts(options: Options) -> None:
    """Raise `Malformed("options")` if a stage takes more entrants than advance from the stage before.

    It is separate from `parse_options`, so that older tournaments without this check can still be read.
    """
    for place, (before, stage) in enumerate(pairwise(options.stages), 1):
        advance = before.advance or (2 if before.pools > 1 else None)
        if stage.finals or stage.cut is None or advance is None or stage.cut <= before.pools * advance:
            continue
        facts = {"read": stage.cut, "right": before.pools * advance, "pools": before.pools, "advance": advance}
        reason = "cut_pools" if before.pools > 1 else "cut"
        raise errors.Malformed("options", 0, reason=reason, field=f"options.stages[{place}].cut", **facts)


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
    if stage.lower_finals:
        finals = [_dump_stage(final) for final in stage.lower_finals]
        out["lower_finals"] = [{name: value for name, value in final.items() if name != "pools"} for final in finals]
    return out
