"""The commands at the table: record, correct, void, restore, undo, rename, and the dealer and contracts.

With `keep_deals`, later deals keep their dealers, by means of an extra `deal` entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from scorekeeper.core.limits import MOST_ENTRIES, check_line
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.engine.endings import check_start
from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.events import NewSeats
from scorekeeper.formats.game_record import dump_event
from scorekeeper.formats.record_header import parse_players
from scorekeeper.games.commands.access import Access
from scorekeeper.games.commands.command import Effect, GameCommand, Json, command, command_with_access
from scorekeeper.games.commands.game_state import GameState
from scorekeeper.games.commands.recording import plans
from scorekeeper.games.commands.tournament_hooks import current_host
from scorekeeper.games.store.log_rows import rows_of
from scorekeeper.games.store.parts import PARTS
from scorekeeper.messages.marks import N_


def record(event: object, *, before: int | None = None, keep_deals: bool = False) -> GameCommand:
    """Return the command that records an event of the game record, at the end or before the entry `before`.

    It closes an open contract. Raises `GameError` for a malformed event.
    """
    parsed = plans.parse_for_log(event)
    room = None if before is not None else partial(_check_room, kind=parsed.event.kind)
    return replace(_record(parsed, before, keep_deals=keep_deals), room=room, yours=parsed.kept)


def _check_room(access: Access, game: GameState, *, kind: object) -> None:
    current_host().check_room(access, game, kind)


@command("record", changes=("event", "struck", "contract", "deal"), says=N_("Recorded: %(what)s"), demand="scored")
def _record(game: GameState, parsed: plans.ParsedEvent, before: int | None, *, keep_deals: bool) -> Effect:
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
        plans.keep_deals(game, plans.next_live(game, before) if parsed.event.kind == "deal" else before, was, now)
    return Effect(was, now, place=before, event=parsed.event)


def correct(entry: int, event: object, *, keep_deals: bool = False) -> GameCommand:
    """Return the command that replaces an entry's event and rescores everything after it. It restores a void entry.

    Raises `GameError` for a malformed event.
    """
    parsed = plans.parse_for_log(event)
    return replace(_correct(entry, parsed, keep_deals=keep_deals), yours=parsed.kept)


@command("correct", changes=("event", "struck", "deal"), says=N_("Corrected: %(what)s"), demand="sound")
def _correct(game: GameState, entry: int, parsed: plans.ParsedEvent, *, keep_deals: bool) -> Effect:
    there = plans.entry_of(game, entry)
    was: Json = {"event": dump_event(there.event)}
    now: Json = {"event": parsed.kept}
    if there.struck:
        was, now = {**was, "struck": True}, {**now, "struck": False}
    elif was == now:
        raise Refusal("same")
    if keep_deals:
        plans.keep_deals(game, plans.next_live(game, entry), was, now)
    return Effect(was, now, entry, event=parsed.event)


@command("strike", changes=("struck", "deal"), says=N_("Voided: %(what)s"))
def strike(game: GameState, entry: int, *, keep_deals: bool = False) -> Effect:
    """Void an entry: it stays in the history but no longer counts."""
    if plans.entry_of(game, entry).struck:
        raise Refusal("struck")
    return _set_void(game, entry, True, keep_deals)


@command("restore", changes=("struck", "deal"), says=N_("Restored: %(what)s"))
def restore(game: GameState, entry: int, *, keep_deals: bool = False) -> Effect:
    """Make a void entry count again, in its old place."""
    if not plans.entry_of(game, entry).struck:
        raise Refusal("not_struck")
    return _set_void(game, entry, False, keep_deals)


def _set_void(game: GameState, entry: int, struck: bool, keep_deals: bool) -> Effect:
    was: Json = {"struck": not struck}
    now: Json = {"struck": struck}
    if keep_deals:
        plans.keep_deals(game, plans.next_live(game, entry), was, now)
    return Effect(was, now, entry)


@command("rename", changes=("players", "seats"), says=N_("Changed the names"))
def rename(game: GameState, players: object, earlier: Mapping[str, str] | None = None) -> Effect:
    """Change the spelling of names for the whole game.

    Names of people at the table are by seat, and names of `earlier` players by name.
    """
    respelled = plans.NewSpelling(game.players, parse_players(game.rules, players), earlier or {})
    was: Json = {"players": list(game.log.players)}
    now: Json = {"players": respelled.of(game.log.players)}
    parse_players(game.rules, now["players"])
    changes = {e.id: e.event.players for e in game.log.entries if isinstance(e.event, NewSeats)}
    if changes:
        was["seats"] = {str(entry): list(there) for entry, there in changes.items()}
        now["seats"] = {str(entry): respelled.of(there) for entry, there in changes.items()}
        for there in now["seats"].values():
            parse_players(game.rules, there)
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
    kept = plans.check_contract(game, contract)
    if kept == game.contract:
        raise Refusal("same")
    return Effect({"contract": game.contract}, {"contract": kept})


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
    return plans.plan_undo(game, rows_of(access.game_id, target, target)[0])
