"""Validation of a tournament's setup, and formats that suit the entrants and the time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from scorekeeper.clubs.commands.privacy.public_names import CHOICES
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.signing import normalize_text
from scorekeeper.engine.options import TWO_SIDED_FORMATS
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.formats.declared import dump, keys_of, parse
from scorekeeper.formats.rules import dump_rules, parse_rules
from scorekeeper.formats.tournament_options import DECLARED, check_cuts, dump_options, parse_options
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.duration_estimate import Evening, Pace, Proposal
from scorekeeper.pairing.method import INDIVIDUAL_ORDER, METHODS, find_method, method_named
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.record import DROP_ORDERS, Options, Stage
from scorekeeper.pairing.stages import stage_of
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store.parts import AboutPart, SetupPart
from scorekeeper.tournaments.store.tournament import LONGEST_TOURNAMENT_NAME

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext


LONGEST_NOTE = 2000
MOST_MINUTES = 7 * 24 * 60

ABOUT = (*(name for name in dump(AboutPart()) if name != "prizes"), "public_names")
SETUP = keys_of(SetupPart)
_CHANGEABLE = frozenset(name for method in METHODS.values() for name in method.later)
_FIXED = ("points", *(name for name in DECLARED if name not in _CHANGEABLE))
"""The options that published rounds depend on, apart from stages."""


def check_about(facts: Mapping[str, Any], known: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a checked description; missing fields come from `known`. Raises Refusal."""
    about = dump(AboutPart()) | (known or {}) | {name: facts[name] for name in ABOUT if name in facts}
    about["name"] = normalize_text(about["name"]) if isinstance(about["name"], str) else ""
    if not 0 < len(about["name"]) <= LONGEST_TOURNAMENT_NAME or not about["name"].isprintable():
        raise Refusal("tournament.name", "name", high=LONGEST_TOURNAMENT_NAME)
    try:
        about["day"] = date.fromisoformat(str(about["day"])).isoformat()
    except ValueError:
        raise Refusal("tournament.day", "day", read=str(about["day"])[:20]) from None
    if about["starts"] in (None, ""):
        about["starts"] = ""
    else:
        try:
            about["starts"] = datetime.strptime(str(about["starts"]), "%H:%M").strftime("%H:%M")  # noqa: DTZ007 (a time of day)
        except ValueError:
            raise Refusal("tournament.starts", "starts", read=str(about["starts"])[:20]) from None
    minutes = about["minutes"]
    if minutes is not None and (type(minutes) is not int or not 1 <= minutes <= MOST_MINUTES):
        raise Refusal("tournament.hours", "minutes", high=MOST_MINUTES // 60)
    for name in ("venue", "note"):
        about[name] = check_text(about[name], name)
    if not about.get("public_names"):
        about.pop("public_names", None)  # the club's choice applies
    elif about["public_names"] not in CHOICES:
        raise Refusal("names.choice", "public_names", read=str(about["public_names"])[:20])
    return about


def check_text(text: object, field: str) -> str:
    """Return a note of several lines, checked for length; empty for none. Raises Refusal("text.none", "text.long")."""
    if not isinstance(text, str | None):
        raise Refusal("text.none", field, read=str(text)[:40])
    cleaned = (text or "").replace("\r\n", "\n").strip()
    if len(cleaned) > LONGEST_NOTE or any(not c.isprintable() and c != "\n" for c in cleaned):
        raise Refusal("text.long", field, high=LONGEST_NOTE)
    return cleaned


def check_setup(facts: Mapping[str, Any], known: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the checked method, options, rules and seed; missing fields come from `known`.

    Raises TournamentError, GameError, Refusal("tournament.format").
    """
    setup_values = {"method": "swiss", "options": {}, "rules": "standard", "seed": 0, **(known or {})}
    setup_values |= {name: facts[name] for name in SETUP if name in facts}
    method, seed = setup_values["method"], setup_values["seed"]
    if find_method(method) is None:
        raise errors.Malformed("format", 0, reason="choice", field="method", read=method, choices=tuple(METHODS))
    if type(seed) is not int or not 0 <= seed < 2**31:
        raise errors.Malformed("format", 0, reason="whole", field="seed", read=seed, low=0, high=2**31 - 1)
    options = _with_drop_order(parse_options(setup_values["options"], method), method, known)
    if known is None or "options" in facts or "method" in facts:
        check_cuts(options)
    rules = parse_rules(setup_values["rules"])
    check_format(rules, method, options)
    return {"method": method, "options": dump_options(options, method), "rules": dump_rules(rules), "seed": seed}


def _with_drop_order(options: Options, method: str, known: Mapping[str, Any] | None) -> Options:
    """Return the options with an explicit drop order, so that later versions of the program draw the same bracket."""
    stages = tuple(_stage_with_drop_order(stage) for stage in options.stages)
    if not method_named(method).drops or options.drop_order:
        return replace(options, stages=stages)
    was = (known or {}).get("options", {}).get("drop_order")
    return replace(options, drop_order=was or DROP_ORDERS[0])


def _stage_with_drop_order(stage: Stage) -> Stage:
    finals = tuple(_stage_with_drop_order(final) for final in stage.lower_finals)
    return replace(stage, options=_with_drop_order(stage.options, stage.method, None), lower_finals=finals)


def check_format(rules: RuleSet, method: str, options: Options) -> None:
    """Raise Refusal("tournament.format") for rules without two sides, or without pairs if partners change."""
    four = rules.format == "partnership"
    if rules.format not in TWO_SIDED_FORMATS or (not four and (options.six_table or method_named(method).side(options) > 1)):
        raise Refusal("tournament.format", "rules", read=rules.format)


def check_moment(read: object) -> str:
    """Return an ISO timestamp with a UTC offset. Raises Refusal("entry.closes")."""
    try:
        moment = datetime.fromisoformat(str(read))
        if moment.tzinfo is None:
            raise ValueError(read)
    except ValueError:
        raise Refusal("entry.closes", "closes", read=str(read)[:40]) from None
    return moment.isoformat()


def check_setup_change(board: Board, setup: Mapping[str, Any]) -> None:
    """Raise Refusal("options.running" or "options.rounds") if published rounds depend on something that would change."""
    old, new = board.setup, parse(SetupPart, setup)
    if not board.rounds:
        return
    for name in SETUP:
        if name != "options" and getattr(old, name) != getattr(new, name):
            raise Refusal("options.running", name, name=name)
    for name in _FIXED:
        if old.options.get(name) != new.options.get(name):
            raise Refusal("options.running", name, name=name)
    before, after = old.options.get("stages") or [], new.options.get("stages") or []
    begun = stage_of(board.tournament)
    # Stages that have not begun can change.
    if len(before) != len(after) or before[:begun] != after[:begun]:
        raise Refusal("options.running", "stages", name="stages")
    rounds = new.options.get("rounds")
    if rounds is not None and rounds < len(board.rounds):
        raise Refusal("options.rounds", "rounds", read=rounds)


def check_not_finished(board: Board) -> None:
    """Raise Refusal("tournament.finished") if the tournament is finished."""
    if board.status == "finished":
        raise Refusal("tournament.finished")


MOST_ENTRANTS = 1024


def check_pace(pace: Pace | None) -> Pace:
    """Return the pace, or the default. Raises Refusal("format.pace") for values out of range."""
    pace = pace or Pace()
    for name, value, low, high in (
        ("minutes_a_hand", pace.minutes_a_hand, 1, 30),
        ("minutes_between_rounds", pace.minutes_between_rounds, 0, 120),
        ("minutes_to_start", pace.minutes_to_start, 0, 240),
    ):
        if type(value) is not int or not low <= value <= high:
            raise Refusal("format.pace", name, low=low, high=high)
    return pace


def propose(entrants: int, minutes: int, *, individuals: bool = False, pace: Pace | None = None) -> list[Proposal]:
    """Return formats for this number of entrants and minutes, best first.

    `individuals`: entrants are players, not pairs. Raises Refusal("format.entrants", "format.minutes", "format.pace").
    """
    pace = check_pace(pace)
    least = 4 if individuals else 2
    if type(entrants) is not int or not least <= entrants <= MOST_ENTRANTS:
        raise Refusal("format.entrants", "entrants", low=least, high=MOST_ENTRANTS)
    if type(minutes) is not int or not 1 <= minutes <= MOST_MINUTES:
        raise Refusal("format.minutes", "minutes", high=MOST_MINUTES)
    evening = Evening(entrants, minutes, individuals, pace)
    proposals = [one for method in METHODS.values() for one in method.offers(evening)]
    if individuals:
        counting = {"tiebreaks": list(INDIVIDUAL_ORDER)}
        proposals = [replace(one, options={**one.options, **counting}) for one in proposals]
    return sorted(proposals, key=lambda one: (not one.fits, one.rank))


_ROUNDS = N_("1 round"), N_("%(count)s rounds")
_HANDS = N_("1 hand"), N_("%(count)s hands")


def proposal_text(t: Gettext, proposal: Proposal) -> str:
    """Return a sentence or two that describe the format and its benefit."""
    units = {"rounds": _ROUNDS, "all": _ROUNDS, "enough": _ROUNDS, "hands": _HANDS}
    values = {name: _count_text(t, units[name], n) if name in units else n for name, n in proposal.params.items()}
    return t(method_named(proposal.method).offered[proposal.code]) % values


def _count_text(t: Gettext, unit: tuple[str, str], count: object) -> str:
    return t(unit[0]) if count == 1 else t(unit[1]) % {"count": count}


def timetable(board: Board, starts: datetime, pace: Pace | None = None) -> list[tuple[int, datetime, datetime]]:
    """Return when each round should begin and end: (round, from, to).

    Empty if the options do not give the number of rounds and the length of a match.
    """
    pace = check_pace(pace)
    options = board.options
    length = options.match.minutes if options.match.kind == "clock" else (options.match.hands or 0) * pace.minutes_a_hand
    if not length or not options.rounds:
        return []
    rounds, at = [], starts + timedelta(minutes=pace.minutes_to_start)
    for number in range(1, options.rounds + 1):
        end = at + timedelta(minutes=length * options.match.best_of)
        rounds.append((number, at, end))
        at = end + timedelta(minutes=pace.minutes_between_rounds)
    return rounds
