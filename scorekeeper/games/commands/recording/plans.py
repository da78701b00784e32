"""The parts of commands: checked events, fixed deals, new spellings, contracts, and what an undo restores."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.core.limits import check_texts
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.engine.errors import Illegal, Malformed, NotEnoughKnown
from scorekeeper.engine.events import NewSeats, Played
from scorekeeper.engine.replay.game import advance, settle_auction
from scorekeeper.engine.scoring import pile_count
from scorekeeper.engine.state import State
from scorekeeper.formats.game_record import dump_event, parse_event
from scorekeeper.games.commands.command import Effect, Json
from scorekeeper.games.commands.game_state import GameState
from scorekeeper.games.store.log import LogEntry, LogRow
from scorekeeper.games.store.parts import EXTRA_ENTRY_OFFSET

if TYPE_CHECKING:
    from scorekeeper.engine.events import Event

_SHORT = ("contractor", "bid", "bids")
_CONTRACT = frozenset({*_SHORT, "auction", "trump", "announced_all"})


class ParsedEvent(NamedTuple):
    """An event for the log: parsed for the engine, and as the log stores it."""

    event: Event
    kept: dict[str, object]


def parse_for_log(event: object) -> ParsedEvent:
    """Return an event of the game record, parsed. Raises `GameError` if it is malformed."""
    if isinstance(event, ParsedEvent):
        return event
    parsed_event = parse_event(event)
    check_texts(parsed_event)
    return ParsedEvent(parsed_event, dump_event(parsed_event))


def keep_deals(game: GameState, place: int | None, was: Json, now: Json) -> None:
    """Fix the dealer at `place` (None: at the end), whatever changes before it."""
    there = None if place is None else game.entry(place)
    dealer = there.hand.dealer if there is not None and there.hand is not None else game.state.dealer
    deal = {"entry": EXTRA_ENTRY_OFFSET + game.revision + 1, "dealer": dealer, "place": place}
    was["deal"], now["deal"] = {**deal, "struck": True}, {**deal, "struck": False}


def next_live(game: GameState, entry: int) -> int | None:
    """Return the next valid entry after this one, or None. The entry itself may be void."""
    ids = [e.id for e in game.log.entries if e.id == entry or not e.struck]
    return next(iter(ids[ids.index(entry) + 1 :]), None)


class NewSpelling:
    """The new spelling of names: by seat for the people at the table now, by name for the others."""

    def __init__(self, seated: tuple[str, ...], spelled: tuple[str, ...], earlier: Mapping[str, str]) -> None:
        self.seated, self.spelled = seated, spelled
        self.by_name = {**earlier, **dict(zip(seated, spelled, strict=True))}

    def of(self, players: tuple[str, ...]) -> list[str]:
        """Return the same people with their names in the new spelling."""
        return [
            self.spelled[seat] if name == self.seated[seat] else self.by_name.get(name, name) for seat, name in enumerate(players)
        ]


def plan_undo(game: GameState, change: LogRow) -> Effect:
    """Return the effect of undoing a change, whatever came after it. Undoing an undo repeats the change."""
    if change.action == "create":
        raise Refusal("undo.nothing")
    now = _current_values(game, change)
    back = {part: was for part, was in change.before.items() if part in now and now[part] != was}
    if not back:
        raise Refusal("undo.same")
    return Effect({part: now[part] for part in back}, back, change.entry, undoes=change.revision, action=_undo_action(back))


def _current_values(game: GameState, change: LogRow) -> Json:
    """Return the current values of the parts that a change touched.

    The contract is included only if it is still as the change left it.
    """
    now: Json = {"players": list(game.log.players), "first_dealer": game.first_dealer, "about": game.log.about}
    if "seats" in change.after:
        names = {str(e.id): list(e.event.players) for e in game.log.entries if isinstance(e.event, NewSeats)}
        now["seats"] = {entry: names[entry] for entry in change.after["seats"] if entry in names}
    if "deal" in change.after:
        beside = game.log.entry(change.after["deal"]["entry"])
        now["deal"] = {**change.after["deal"], "struck": beside is None or beside.struck}
    newer = False
    if change.entry is not None:
        there = entry_of(game, change.entry)
        now["event"], now["struck"] = dump_event(there.event), there.struck
        now["dispute"] = game.log.disputes.get(change.entry)
        newer = any(e.id > change.entry and not e.struck for e in game.log.entries)
    if not newer and "contract" in change.after and game.contract == change.after["contract"]:
        now["contract"] = game.contract
    return now


def _undo_action(back: Json) -> str:
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


def check_contract(game: GameState, contract: object) -> Json:
    """Return the parts of an event that are known before the hand is played.

    For an auction recorded call by call, return the calls and their result. The result stays true if a forgotten hand is
    inserted before it and changes the dealer. Raises `GameError` if the rules don't allow the contract.
    """
    if not isinstance(contract, Mapping):
        raise Malformed("event", reason="object", read=contract)
    for name in contract:
        if name not in _CONTRACT:
            raise Malformed("event", reason="key", field=name, read=name, choices=tuple(sorted(_CONTRACT)))
    if game.outcome.over:
        raise Illegal("game.over", rule=game.outcome.rule)
    state = game.state
    live = [side for side in range(len(state.scores)) if side not in state.dropped]
    trial = parse_event({**contract, "points": _give_all_points(live[0], state)})
    assert isinstance(trial, Played)
    if state.rules.format == "called_partner":
        trial.called_seat = settle_auction(state, trial).contractor
    with suppress(NotEnoughKnown):  # it can be entered later
        advance(state.copy(), trial)
    kept = dump_event(trial)
    if trial.auction is not None:
        kept |= {name: value for name, value in dump_event(settle_auction(state, trial)).items() if name in _SHORT}
    return {name: kept[name] for name in kept if name in _CONTRACT}


def _give_all_points(side: int, state: State) -> list[int]:
    piles = [0] * pile_count(state.rules)
    piles[side if len(piles) == len(state.scores) else 0] = 100
    return piles


def entry_of(game: GameState, entry: int) -> LogEntry:
    """Return an entry of the log. Raises NotFound("entry")."""
    scored = game.log.entry(entry)
    if scored is None:
        raise NotFound("entry", "entry", read=entry)
    return scored
