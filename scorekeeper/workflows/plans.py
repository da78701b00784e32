"""Changes of a game, as plans: looked at before they are made, and made, by the same code."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from scorekeeper.codec.game_record import dump_event, parse_event, parse_players
from scorekeeper.engine.errors import Illegal, Malformed, NotEnoughKnown
from scorekeeper.engine.events import Played
from scorekeeper.engine.game import State, advance, settle_auction
from scorekeeper.engine.scoring import pile_count
from scorekeeper.storage.log import Entry, LogRow
from scorekeeper.workflows.limits import MOST_ENTRIES, check_texts
from scorekeeper.workflows.refusals import NotFound, Refusal
from scorekeeper.workflows.view import View
from scorekeeper.workflows.writing import Draft, Plan

_SHORT = ("contractor", "bid", "bids")
_CONTRACT = frozenset({*_SHORT, "auction", "trump", "announced_all"})


def parsed(event: object) -> dict[str, object]:
    """An event of the game record as it is kept. Raises `GameError` for one that is not well formed."""
    found = parse_event(event)
    check_texts(found)
    return dump_event(found)


def recording(event: object, before: int | None = None) -> Plan:
    """Record an event at the end, or before the entry `before`: a hand that was forgotten. Ends the open contract."""
    kept = parsed(event)

    def plan(view: View) -> Draft:
        if len(view.log.entries) >= MOST_ENTRIES:
            raise Refusal("events.many", high=MOST_ENTRIES)
        if before is not None and view.entry(before) is None:
            raise NotFound("place", "before", read=before)
        was: dict[str, Any] = {"struck": True}
        now: dict[str, Any] = {"event": kept, "struck": False}
        if view.contract is not None and before is None and kept["kind"] in ("played", "misdeal", "passed_out"):
            was["contract"], now["contract"] = view.contract, None
        return Draft("record", was, now, place=before, demand="scored")

    return plan


def correcting(entry: int, event: object) -> Plan:
    """Put another event in the place of one that was recorded. Struck entries are brought back by it."""
    kept = parsed(event)

    def plan(view: View) -> Draft:
        there = _entry(view, entry)
        was: dict[str, Any] = {"event": dump_event(there.event)}
        now: dict[str, Any] = {"event": kept}
        if there.struck:
            was, now = {**was, "struck": True}, {**now, "struck": False}
        elif was == now:
            raise Refusal("same")
        return Draft("correct", was, now, entry, demand="sound")

    return plan


def striking(entry: int) -> Plan:
    """Strike an entry out: it stays in the history and counts no more."""

    def plan(view: View) -> Draft:
        if _entry(view, entry).struck:
            raise Refusal("struck")
        return Draft("strike", {"struck": False}, {"struck": True}, entry)

    return plan


def restoring(entry: int) -> Plan:
    """Let an entry that was struck out count again, where it stood."""

    def plan(view: View) -> Draft:
        if not _entry(view, entry).struck:
            raise Refusal("not_struck")
        return Draft("restore", {"struck": True}, {"struck": False}, entry)

    return plan


def renaming(names: object) -> Plan:
    """Write the players' names anew, by seat."""

    def plan(view: View) -> Draft:
        players = parse_players(view.rules, names)
        if players == view.players:
            raise Refusal("same")
        return Draft("rename", {"players": list(view.players)}, {"players": list(players)})

    return plan


def opening(contract: object) -> Plan:
    """Keep a contract until its result is known: `contractor`, `bid`, and what else of an event is known by then."""

    def plan(view: View) -> Draft:
        kept = check_contract(view, contract)
        if kept == view.contract:
            raise Refusal("same")
        return Draft("open_contract", {"contract": view.contract}, {"contract": kept})

    return plan


def cancelling() -> Plan:
    """Forget the open contract."""

    def plan(view: View) -> Draft:
        if view.contract is None:
            raise Refusal("contract.none")
        return Draft("cancel_contract", {"contract": view.contract}, {"contract": None})

    return plan


def undoing(change: LogRow) -> Plan:
    """Put back what stood before a change, whatever has come since. Undoing an undo does the change again."""

    def plan(view: View) -> Draft:
        if change.action == "create":
            raise Refusal("undo.nothing")
        now = _standing(view, change)
        back = {part: was for part, was in change.before.items() if part in now and now[part] != was}
        if not back:
            raise Refusal("undo.same")
        return Draft(_action(back), {part: now[part] for part in back}, back, change.entry, undoes=change.revision)

    return plan


def _standing(view: View, change: LogRow) -> dict[str, Any]:
    """The parts that a change touched, as they stand now; the contract only while it stands as that change left it."""
    now: dict[str, Any] = {"players": list(view.players)}
    newer = False
    if change.entry is not None:
        there = _entry(view, change.entry)
        now["event"], now["struck"] = dump_event(there.event), there.struck
        now["dispute"] = view.log.disputes.get(change.entry)
        newer = any(e.id > change.entry and not e.struck for e in view.log.entries)
    if not newer and "contract" in change.after and view.contract == change.after["contract"]:
        now["contract"] = view.contract
    return now


def _action(back: dict[str, Any]) -> str:
    if "struck" in back:
        return "strike" if back["struck"] else "restore"
    if "event" in back:
        return "correct"
    if "players" in back:
        return "rename"
    if "dispute" in back:
        return "dispute"
    return "cancel_contract" if back["contract"] is None else "open_contract"


def check_contract(view: View, contract: object) -> dict[str, Any]:
    """The parts of an event that are known before the hand is played. Raises `GameError` where the rules know better.

    Of an auction that was recorded call by call, the calls and what they came to: what they came to stays true where a hand
    that was forgotten is put before it, and another player has dealt.
    """
    if not isinstance(contract, Mapping):
        raise Malformed("event", reason="object", read=contract)
    for name in contract:
        if name not in _CONTRACT:
            raise Malformed("event", reason="key", field=name, read=name, choices=tuple(sorted(_CONTRACT)))
    if view.outcome.over:
        raise Illegal("game.over", rule=view.outcome.rule)
    state = view.state
    live = [side for side in range(len(state.scores)) if side not in state.dropped]
    trial = parse_event({**contract, "points": _all_to(live[0], state)})
    assert isinstance(trial, Played)
    if state.rules.format == "called_partner":
        trial.called_seat = settle_auction(state, trial).contractor
    with suppress(NotEnoughKnown):  # there is time to learn it
        advance(state.copy(), trial)
    kept = dump_event(trial)
    if trial.auction is not None:
        kept |= {name: value for name, value in dump_event(settle_auction(state, trial)).items() if name in _SHORT}
    return {name: kept[name] for name in kept if name in _CONTRACT}


def _all_to(side: int, state: State) -> list[int]:
    piles = [0] * pile_count(state.rules)
    piles[side if len(piles) == len(state.scores) else 0] = 100
    return piles


def _entry(view: View, entry: int) -> Entry:
    found = view.log.entry(entry)
    if found is None:
        raise NotFound("entry", "entry", read=entry)
    return found
