"""Write laboratory results as JSON (`scorekeeper-laboratory/1`), and read single trials back."""

from __future__ import annotations

from scorekeeper.engine.ruleset import name_of, named_rules
from scorekeeper.formats.rules import dump_difference, dump_rules
from scorekeeper.what_if.coach import Contract
from scorekeeper.what_if.trial import Trial, TrialSheet

TYPE_CHECKING = False  # loaded by phones
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.what_if.coach import BidLevelStats
    from scorekeeper.what_if.findings import Totals
    from scorekeeper.what_if.trial import RulesChange

FORMAT = "scorekeeper-laboratory/1"
_GAIN = ("games", "then", "now", "lost", "won", "open", "fresh")


def trial_json(trial: Trial) -> dict[str, object]:
    """Return a trial as JSON, without `then` or `now` if it has none."""
    out: dict[str, object] = {"game": trial.label, "fate": trial.fate, "sides": trial.sides}
    if trial.then is not None:
        out["then"] = _sheet_json(trial.then)
    if trial.now is not None:
        out["now"] = _sheet_json(trial.now)
    out["changed"] = trial.changed
    out["longer"] = trial.longer
    if trial.unknown:
        out["unknown"] = {"event": trial.unknown_from, "code": trial.unknown}
    return out


def _sheet_json(sheet: TrialSheet) -> dict[str, object]:
    return {name: getattr(sheet, name) for name in ("winners", "games", "hands", "boxed", "scores")}


def trial_of(obj: dict[str, Any], label: str) -> Trial:
    """Read back what `trial_json` wrote, with another label."""
    unknown = obj.get("unknown", {})
    sides = tuple([tuple(names) for names in obj["sides"]])
    then, now = _sheet_of(obj.get("then")), _sheet_of(obj.get("now"))
    return Trial(label, obj["fate"], sides, then, now, obj["changed"], unknown.get("event"), unknown.get("code", ""))


def _sheet_of(obj: dict[str, Any] | None) -> TrialSheet | None:
    if obj is None:
        return None
    return TrialSheet(tuple(obj["winners"]), obj["games"], obj["hands"], tuple(obj["boxed"]), tuple(obj["scores"]))


def contracts_json(contracts: Iterable[Contract]) -> list[list[object]]:
    """Return contracts as short rows, which `contracts_of` reads back."""
    return [[one.player, one.bid, one.made, one.net] for one in contracts]


def contracts_of(obj: Iterable[Sequence[Any]]) -> list[Contract]:
    """Read back what `contracts_json` wrote."""
    return [Contract(*one) for one in obj]


def change_json(change: RulesChange) -> dict[str, object]:
    """Return a rules change as JSON: the rules by name or in full, and the changed options.

    `rules` is None if each game kept its own.
    """
    rules = None if change.rules is None else name_of(change.rules) or dump_rules(change.rules)
    return {"rules": rules, "options": change.options}


def totals_json(totals: Totals) -> dict[str, object]:
    return {
        "games": totals.games,
        "told": totals.decidable_games,
        "fates": totals.fates,
        "unknown": totals.unknown,
        "ended_both_ways": totals.ended,
        "hands": totals.hands,
        "longer": totals.longer,
        "shorter": totals.shorter,
        "margins": totals.margins,
        "boxed": totals.boxed,
        "changed": totals.changed,
        "players": [{"name": name, **{key: getattr(gain, key) for key in _GAIN}} for name, gain in totals.by_gain()],
    }


def bid_levels_json(heights: Iterable[BidLevelStats]) -> list[dict[str, object]]:
    """Return bid levels as JSON, with shares to three decimals and points to one."""
    return [
        {
            "bid": one.bid,
            "tried": one.tried,
            "made": one.made,
            "share": round(one.share, 3),
            "likely": [round(one.low, 3), round(one.high, 3)],
            "net": round(one.net, 1),
            "pays_from": None if one.pays_from is None else round(one.pays_from, 3),
            "measured": one.measured,
            "advice": one.advice,
        }
        for one in heights
    ]


def rules_json(rules: RuleSet) -> object:
    """Return a rule set's name, or the options in which it differs from the standard rules."""
    return name_of(rules) or {"base": "standard", **dump_difference(named_rules("standard"), rules)}
