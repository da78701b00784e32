"""Changes of a game, as plans: looked at before they are made, and made, by the same code."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.base.limits import MOST_ENTRIES, check_line, check_texts
from scorekeeper.base.refusals import NotFound, Refusal
from scorekeeper.codec.game_record import dump_event, parse_event
from scorekeeper.codec.record_header import parse_players
from scorekeeper.engine.errors import Illegal, Malformed, NotEnoughKnown
from scorekeeper.engine.events import NewSeats, Played
from scorekeeper.engine.game import advance, settle_auction
from scorekeeper.engine.scoring import pile_count
from scorekeeper.engine.start import check_start
from scorekeeper.engine.state import State
from scorekeeper.games.actions.view import View
from scorekeeper.games.actions.writing import Draft, Plan
from scorekeeper.games.store.change import BESIDE
from scorekeeper.games.store.log import Entry, LogRow

if TYPE_CHECKING:
    from scorekeeper.engine.events import Event

_SHORT = ("contractor", "bid", "bids")
_CONTRACT = frozenset({*_SHORT, "auction", "trump", "announced_all"})


class Parsed(NamedTuple):
    """An event on its way into the log: as the engine takes it, and as the log keeps it."""

    event: Event
    kept: dict[str, object]


def parsed(event: object) -> Parsed:
    """An event of the game record, read. Raises `GameError` for one that is not well formed."""
    found = parse_event(event)
    check_texts(found)
    return Parsed(found, dump_event(found))


def recording(told: Parsed, before: int | None = None, *, keep_deals: bool = False) -> Plan:
    """Record an event at the end, or before the entry `before`: a hand that was forgotten. Ends the open contract.

    `keep_deals`, here as below: later deals stand as they are, by a `deal` entry that comes along.
    """

    def plan(view: View) -> Draft:
        if len(view.log.entries) >= MOST_ENTRIES:
            raise Refusal("events.many", high=MOST_ENTRIES)
        if before is not None and view.entry(before) is None:
            raise NotFound("place", "before", read=before)
        was: dict[str, Any] = {"struck": True}
        now: dict[str, Any] = {"event": told.kept, "struck": False}
        if view.contract is not None and before is None and told.event.kind in ("played", "misdeal", "passed_out"):
            was["contract"], now["contract"] = view.contract, None
        if keep_deals and before is not None:
            # another dealer of one hand only: the deal goes back right after that hand
            _keep_deals(view, _next_live(view, before) if told.event.kind == "deal" else before, was, now)
        return Draft("record", was, now, place=before, demand="scored", event=told.event)

    return plan


def _keep_deals(view: View, place: int | None, was: dict[str, Any], now: dict[str, Any]) -> None:
    """Let the deal be before `place` (None: at the end) where it is now, whatever changes before it."""
    there = None if place is None else view.entry(place)
    dealer = there.hand.dealer if there is not None and there.hand is not None else view.state.dealer
    deal = {"entry": BESIDE + view.revision + 1, "dealer": dealer, "place": place}
    was["deal"], now["deal"] = {**deal, "struck": True}, {**deal, "struck": False}


def _next_live(view: View, entry: int) -> int | None:
    """The entry after this one that counts; this one may be struck out."""
    ids = [e.id for e in view.log.entries if e.id == entry or not e.struck]
    return next(iter(ids[ids.index(entry) + 1 :]), None)


def correcting(entry: int, told: Parsed, *, keep_deals: bool = False) -> Plan:
    """Put another event in the place of one that was recorded. Struck entries are brought back by it."""

    def plan(view: View) -> Draft:
        there = _entry(view, entry)
        was: dict[str, Any] = {"event": dump_event(there.event)}
        now: dict[str, Any] = {"event": told.kept}
        if there.struck:
            was, now = {**was, "struck": True}, {**now, "struck": False}
        elif was == now:
            raise Refusal("same")
        if keep_deals:
            _keep_deals(view, _next_live(view, entry), was, now)
        return Draft("correct", was, now, entry, demand="sound", event=told.event)

    return plan


def striking(entry: int, *, keep_deals: bool = False) -> Plan:
    """Strike an entry out: it stays in the history and counts no more."""

    def plan(view: View) -> Draft:
        if _entry(view, entry).struck:
            raise Refusal("struck")
        return _struck(view, entry, True, keep_deals)

    return plan


def _struck(view: View, entry: int, struck: bool, keep_deals: bool) -> Draft:
    was: dict[str, Any] = {"struck": not struck}
    now: dict[str, Any] = {"struck": struck}
    if keep_deals:
        _keep_deals(view, _next_live(view, entry), was, now)
    return Draft("strike" if struck else "restore", was, now, entry)


def restoring(entry: int, *, keep_deals: bool = False) -> Plan:
    """Let an entry that was struck out count again, where it stood."""

    def plan(view: View) -> Draft:
        if not _entry(view, entry).struck:
            raise Refusal("not_struck")
        return _struck(view, entry, False, keep_deals)

    return plan


def renaming(names: object, earlier: Mapping[str, str] | None = None) -> Plan:
    """Spell the names of those who sit at the table, by seat, anew for the whole game; and of others who sat there `earlier`,
    by their names.
    """

    def plan(view: View) -> Draft:
        players = parse_players(view.rules, names)
        respelled = _Spelling(view.players, players, earlier or {})
        was: dict[str, Any] = {"players": list(view.log.players)}
        now: dict[str, Any] = {"players": respelled.of(view.log.players)}
        parse_players(view.rules, now["players"])
        changes = {e.id: e.event.players for e in view.log.entries if isinstance(e.event, NewSeats)}
        if changes:
            was["seats"] = {str(entry): list(there) for entry, there in changes.items()}
            now["seats"] = {str(entry): respelled.of(there) for entry, there in changes.items()}
            for there in now["seats"].values():
                parse_players(view.rules, there)
        if was == now:
            raise Refusal("same")
        return Draft("rename", was, now)

    return plan


class _Spelling:
    """How names are spelled from now on: whoever sits there now by the seat, else by the name."""

    def __init__(self, seated: tuple[str, ...], spelled: tuple[str, ...], earlier: Mapping[str, str]) -> None:
        self.seated, self.spelled = seated, spelled
        self.by_name = {**earlier, **dict(zip(seated, spelled, strict=True))}

    def of(self, players: tuple[str, ...]) -> list[str]:
        """The same people, spelled anew."""
        return [
            self.spelled[seat] if name == self.seated[seat] else self.by_name.get(name, name) for seat, name in enumerate(players)
        ]


def dealing_first(seat: object) -> Plan:
    """Put right who dealt first: the deals that follow from it move along."""

    def plan(view: View) -> Draft:
        if type(seat) is not int:
            raise Malformed("players", event=0, reason="first_dealer", read=seat, high=view.rules.table.players - 1)
        check_start(view.rules, seat)
        if seat == view.first_dealer:
            raise Refusal("same")
        return Draft("first_dealer", {"first_dealer": view.first_dealer}, {"first_dealer": seat})

    return plan


def telling(place: object, occasion: object) -> Plan:
    """Say where the game is played and what for; empty where nobody says."""
    told = {"place": place, "occasion": occasion}

    def plan(view: View) -> Draft:
        about = {name: check_line(name, text) for name, text in told.items()}
        about = {name: text for name, text in about.items() if text}
        if about == view.log.about:
            raise Refusal("same")
        return Draft("about", {"about": view.log.about}, {"about": about})

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
    now: dict[str, Any] = {"players": list(view.log.players), "first_dealer": view.first_dealer, "about": view.log.about}
    if "seats" in change.after:
        names = {str(e.id): list(e.event.players) for e in view.log.entries if isinstance(e.event, NewSeats)}
        now["seats"] = {entry: names[entry] for entry in change.after["seats"] if entry in names}
    if "deal" in change.after:
        beside = view.log.entry(change.after["deal"]["entry"])
        now["deal"] = {**change.after["deal"], "struck": beside is None or beside.struck}
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
    if "players" in back or "seats" in back:
        return "rename"
    for part in ("first_dealer", "about"):
        if part in back:
            return part
    if "deal" in back:
        return "strike" if back["deal"]["struck"] else "restore"
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
