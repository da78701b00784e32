"""The commands at the table and the plans they make: record, correct, void, restore, undo, rename.

With `keep_deals`, later deals keep their dealers, by means of an extra `deal` entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.core.limits import MOST_ENTRIES, check_line, check_texts
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.engine.endings import check_start
from scorekeeper.engine.errors import Illegal, Malformed, NotEnoughKnown
from scorekeeper.engine.events import NewSeats, Played
from scorekeeper.engine.replay.game import advance, settle_auction
from scorekeeper.engine.scoring import pile_count
from scorekeeper.engine.state import State
from scorekeeper.formats.game_record import dump_event, parse_event
from scorekeeper.formats.record_header import parse_players
from scorekeeper.games.commands.access import Access
from scorekeeper.games.commands.command import Effect, GameCommand, Json, command, command_with_access
from scorekeeper.games.commands.game_state import GameState
from scorekeeper.games.commands.tournament_hooks import current_host
from scorekeeper.games.store.log import GameEvent, RecordedEntry
from scorekeeper.games.store.log_rows import events_of
from scorekeeper.games.store.parts import EXTRA_ENTRY_OFFSET, PARTS
from scorekeeper.messages.marks import N_

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


def fix_deals(game: GameState, place: int | None, was: Json, now: Json) -> None:
    """Fix the dealer at `place` (None: at the end), whatever changes before it."""
    entry = None if place is None else game.entry(place)
    dealer = entry.hand.dealer if entry is not None and entry.hand is not None else game.state.dealer
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


def plan_undo(game: GameState, change: GameEvent) -> Effect:
    """Return the effect of undoing a change, whatever came after it. Undoing an undo repeats the change."""
    if change.action == "create":
        raise Refusal("undo.nothing")
    now = _current_values(game, change)
    back = {part: was for part, was in change.before.items() if part in now and now[part] != was}
    if not back:
        raise Refusal("undo.same")
    return Effect({part: now[part] for part in back}, back, change.entry, undoes=change.revision, action=_undo_action(back))


def _current_values(game: GameState, change: GameEvent) -> Json:
    """Return the current values of the parts that a change touched.

    The contract is included only if it is still as the change left it.
    """
    now: Json = {"players": list(game.log.players), "first_dealer": game.first_dealer, "about": game.log.about}
    if "seats" in change.after:
        names = {str(e.id): list(e.event.players) for e in game.log.entries if isinstance(e.event, NewSeats)}
        now["seats"] = {entry: names[entry] for entry in change.after["seats"] if entry in names}
    if "deal" in change.after:
        deal_entry = game.log.entry(change.after["deal"]["entry"])
        now["deal"] = {**change.after["deal"], "struck": deal_entry is None or deal_entry.struck}
    newer = False
    if change.entry is not None:
        changed_entry = entry_of(game, change.entry)
        now["event"], now["struck"] = dump_event(changed_entry.event), changed_entry.struck
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
    event_json = dump_event(trial)
    if trial.auction is not None:
        event_json |= {name: value for name, value in dump_event(settle_auction(state, trial)).items() if name in _SHORT}
    return {name: event_json[name] for name in event_json if name in _CONTRACT}


def _give_all_points(side: int, state: State) -> list[int]:
    piles = [0] * pile_count(state.rules)
    piles[side if len(piles) == len(state.scores) else 0] = 100
    return piles


def entry_of(game: GameState, entry: int) -> RecordedEntry:
    """Return an entry of the log. Raises NotFound("entry")."""
    scored = game.log.entry(entry)
    if scored is None:
        raise NotFound("entry", "entry", read=entry)
    return scored


def record(event: object, *, before: int | None = None, keep_deals: bool = False) -> GameCommand:
    """Return the command that records an event of the game record, at the end or before the entry `before`.

    It closes an open contract. Raises `GameError` for a malformed event.
    """
    parsed = parse_for_log(event)
    room = None if before is not None else partial(_check_room, kind=parsed.event.kind)
    return replace(_record(parsed, before, keep_deals=keep_deals), room=room, yours=parsed.kept)


def _check_room(access: Access, game: GameState, *, kind: object) -> None:
    current_host().check_room(access, game, kind)


@command("record", changes=("event", "struck", "contract", "deal"), says=N_("Recorded: %(what)s"), demand="scored")
def _record(game: GameState, parsed: ParsedEvent, before: int | None, *, keep_deals: bool) -> Effect:
    if len(game.log.entries) >= MOST_ENTRIES:
        raise Refusal("events.many", high=MOST_ENTRIES)
    if before is not None and game.entry(before) is None:
        raise NotFound("place", "before", read=before)
    was: Json = {"struck": True}
    now: Json = {"event": parsed.kept, "struck": False}
    if game.contract is not None and before is None and parsed.event.kind in ("played", "misdeal", "passed_out"):
        was["contract"], now["contract"] = game.contract, None
    if keep_deals and before is not None:
        # another dealer for one hand only: the deal returns right after it
        fix_deals(game, next_live(game, before) if parsed.event.kind == "deal" else before, was, now)
    return Effect(was, now, place=before, event=parsed.event)


def correct(entry: int, event: object, *, keep_deals: bool = False) -> GameCommand:
    """Return the command that replaces an entry's event and rescores everything after it. It restores a void entry.

    Raises `GameError` for a malformed event.
    """
    parsed = parse_for_log(event)
    return replace(_correct(entry, parsed, keep_deals=keep_deals), yours=parsed.kept)


@command("correct", changes=("event", "struck", "deal"), says=N_("Corrected: %(what)s"), demand="sound")
def _correct(game: GameState, entry: int, parsed: ParsedEvent, *, keep_deals: bool) -> Effect:
    old_entry = entry_of(game, entry)
    was: Json = {"event": dump_event(old_entry.event)}
    now: Json = {"event": parsed.kept}
    if old_entry.struck:
        was, now = {**was, "struck": True}, {**now, "struck": False}
    elif was == now:
        raise Refusal("same")
    if keep_deals:
        fix_deals(game, next_live(game, entry), was, now)
    return Effect(was, now, entry, event=parsed.event)


@command("strike", changes=("struck", "deal"), says=N_("Voided: %(what)s"))
def strike(game: GameState, entry: int, *, keep_deals: bool = False) -> Effect:
    """Void an entry: it stays in the history but no longer counts."""
    if entry_of(game, entry).struck:
        raise Refusal("struck")
    return _set_void(game, entry, True, keep_deals)


@command("restore", changes=("struck", "deal"), says=N_("Restored: %(what)s"))
def restore(game: GameState, entry: int, *, keep_deals: bool = False) -> Effect:
    """Make a void entry count again, in its old place."""
    if not entry_of(game, entry).struck:
        raise Refusal("not_struck")
    return _set_void(game, entry, False, keep_deals)


def _set_void(game: GameState, entry: int, struck: bool, keep_deals: bool) -> Effect:
    was: Json = {"struck": not struck}
    now: Json = {"struck": struck}
    if keep_deals:
        fix_deals(game, next_live(game, entry), was, now)
    return Effect(was, now, entry)


@command("rename", changes=("players", "seats"), says=N_("Changed the names"))
def rename(game: GameState, players: object, earlier: Mapping[str, str] | None = None) -> Effect:
    """Change the spelling of names for the whole game.

    Names of people at the table are by seat, and names of `earlier` players by name.
    """
    respelled = NewSpelling(game.players, parse_players(game.rules, players), earlier or {})
    was: Json = {"players": list(game.log.players)}
    now: Json = {"players": respelled.of(game.log.players)}
    parse_players(game.rules, now["players"])
    changes = {e.id: e.event.players for e in game.log.entries if isinstance(e.event, NewSeats)}
    if changes:
        was["seats"] = {str(entry): list(seated_names) for entry, seated_names in changes.items()}
        now["seats"] = {str(entry): respelled.of(seated_names) for entry, seated_names in changes.items()}
        for seated_names in now["seats"].values():
            parse_players(game.rules, seated_names)
    if was == now:
        raise Refusal("same")
    return Effect(was, now)


@command("first_dealer", changes=("first_dealer",), says=N_("Corrected the first dealer"))
def deal_first(game: GameState, seat: object) -> Effect:
    """Correct the first dealer, and the deals that follow from it."""
    if type(seat) is not int:
        raise Malformed("players", event=0, reason="first_dealer", read=seat, high=game.rules.table.players - 1)
    check_start(game.rules, seat)
    if seat == game.first_dealer:
        raise Refusal("same")
    return Effect({"first_dealer": game.first_dealer}, {"first_dealer": seat})


@command("about", changes=("about",), says=N_("Place and occasion"))
def set_place_and_occasion(game: GameState, place: object, occasion: object) -> Effect:
    """Set the place and the occasion of the game, or clear them if empty."""
    about = {name: check_line(name, text) for name, text in (("place", place), ("occasion", occasion))}
    about = {name: text for name, text in about.items() if text}
    if about == game.log.about:
        raise Refusal("same")
    return Effect({"about": game.log.about}, {"about": about})


@command("open_contract", changes=("contract",), says=N_("Saved the bid: %(what)s"))
def open_contract(game: GameState, contract: object) -> Effect:
    """Save `contractor` and `bid`, or the calls of the `auction`, until the hand is played.

    `bids`, `trump` and `announced_all` may be saved too.
    """
    contract_json = check_contract(game, contract)
    if contract_json == game.contract:
        raise Refusal("same")
    return Effect({"contract": game.contract}, {"contract": contract_json})


@command("cancel_contract", changes=("contract",), says=N_("Cancelled the contract: %(what)s"))
def cancel_contract(game: GameState) -> Effect:
    """Discard the open contract."""
    if game.contract is None:
        raise Refusal("contract.none")
    return Effect({"contract": game.contract}, {"contract": None})


# The log and the history show an undo by its result: a hand voided, names changed.
@command_with_access("undo", changes=PARTS, says="")
def undo(access: Access, game: GameState, change: int | None = None) -> Effect:
    """Undo a change by its revision, by default the newest change in effect that is not itself an undo."""
    target = game.log.last_undoable if change is None else change
    if target is None or not 1 < target <= game.revision:
        raise Refusal("undo.nothing")
    return plan_undo(game, events_of(access.game_id, target, target)[0])
