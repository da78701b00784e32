"""The options of a tournament as JSON, stages within them."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction

from scorekeeper.codec.fields import Fields
from scorekeeper.tournament.record import DROP_ORDERS, METHODS, Match, Options, Points, Stage
from scorekeeper.tournament.tiebreaks import TIEBREAKS

MOST_ROUNDS = 1000
MOST_STAGES = 8
MOST_POOLS = 256
MATCH_KINDS = ("hands", "race", "clock")
LOSERS = ("stay", "down")
PARTNERS = ("change", "keep")
USUAL = Options()
_OPTIONS = tuple(f.name for f in fields(Options))
_POINTS = tuple(f.name for f in fields(Points))


def parse_options(obj: object, method: str, path: str = "options", usual: Options = USUAL) -> Options:
    """The options, those left out as usual. Raises `Malformed("options")`.

    A stage has the match, tie-breaks, points, cap of the margin and table for six of the tournament where it says nothing else.
    """
    read = Fields(obj, "options", path, _OPTIONS)
    if method != "stages" and read.has("stages"):
        raise read.wrong("stages", "stages")
    whole = Options(
        rounds=read.maybe_whole("rounds", 1, MOST_ROUNDS),
        match=_match(read.obj.get("match"), f"{path}.match") if read.has("match") else usual.match,
        six_table=read.flag("six_table", usual.six_table),
        tiebreaks=_tiebreaks(read, usual.tiebreaks),
        points=_points(read.obj.get("points"), f"{path}.points") if read.has("points") else usual.points,
        margin_cap=read.maybe_whole("margin_cap", 1, 100_000) if read.has("margin_cap") else usual.margin_cap,
        legs=read.whole("legs", 1, 2, 1),
        third_place=read.flag("third_place", False),
        consolation=read.flag("consolation", False),
        grand_final_reset=read.flag("grand_final_reset", True),
        drop_order=read.choice("drop_order", DROP_ORDERS) if read.has("drop_order") else None,
        individuals=read.flag("individuals", False),
        losers=read.choice("losers", LOSERS, "stay"),
        partners=read.choice("partners", PARTNERS, "change"),
    )
    if method != "stages":
        return whole
    stages = read.items("stages", MOST_STAGES, lambda item, k: _stage(item, f"{path}.stages[{k}]", k, whole))
    if not stages:
        raise read.wrong("stages", "missing")
    return replace(whole, stages=stages)


def _tiebreaks(read: Fields, usual: tuple[str, ...]) -> tuple[str, ...]:
    def each(item: object, place: int) -> str:
        if not isinstance(item, str) or item not in TIEBREAKS:
            raise read.wrong(f"tiebreaks[{place}]", "choice", read=item, choices=tuple(TIEBREAKS))
        return item

    found = read.items("tiebreaks", len(TIEBREAKS), each, usual)
    if len(set(found)) != len(found):
        raise read.wrong("tiebreaks", "twice")
    return found


def _match(obj: object, path: str) -> Match:
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
    return Match(kind, hands, minutes, best_of)


def _points(obj: object, path: str) -> Points:
    read = Fields(obj, "options", path, _POINTS)
    return Points(**{name: read.number(name, 1000, getattr(USUAL.points, name)) for name in _POINTS})


def _stage(obj: object, path: str, place: int, whole: Options) -> Stage:
    read = Fields(obj, "options", path, ("method", "options", "pools", "advance", "cut"))
    method = read.choice("method", tuple(m for m in METHODS if m != "stages"))
    usual = whole if method == "swiss" else replace(whole, six_table=False)
    options = parse_options(read.obj.get("options") or {}, method, f"{path}.options", usual)
    if method in ("swiss", "winners_up") and options.rounds is None:
        raise Fields(read.obj.get("options") or {}, "options", f"{path}.options", _OPTIONS).wrong("rounds", "missing")
    pools = read.whole("pools", 1, MOST_POOLS, 1)
    if pools > 1 and method != "round_robin":
        raise read.wrong("pools", "pools")
    if place == 0 and read.has("cut"):
        raise read.wrong("cut", "first_cut")
    return Stage(method, options, pools, read.maybe_whole("advance", 1, 64), read.maybe_whole("cut", 2, 4096))


def number_json(value: Fraction) -> int | float:
    """A whole number where it is one."""
    return int(value) if value.denominator == 1 else float(value)


def dump_options(options: Options, method: str) -> dict[str, object]:
    """The options as JSON, every one set."""
    out: dict[str, object] = {
        "rounds": options.rounds,
        "match": _dump_match(options.match),
        "six_table": options.six_table,
        "tiebreaks": list(options.tiebreaks),
        "points": {name: number_json(getattr(options.points, name)) for name in _POINTS},
    }
    out |= {name: getattr(options, name) for name in _OPTIONS if name not in out and name != "stages"}
    if method == "stages":
        out["stages"] = [_dump_stage(stage) for stage in options.stages]
    return out


def _dump_match(match: Match) -> dict[str, object]:
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
