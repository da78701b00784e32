"""Changes of a game in sentences, for the history, for a hand's own log, and for conflicts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.core.events.undo_chains import find_origin
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.engine.events import Adjustment, NewDealer, Played
from scorekeeper.formats.game_record import parse_event
from scorekeeper.games.commands.command import GAME_COMMANDS
from scorekeeper.games.pages.parts.ending_view import side_names
from scorekeeper.games.pages.parts.sheet_view import calls_text, describe, resolve_event, with_auction_contract
from scorekeeper.messages.game.outcome import bid_text, bidder_text, event_text, trump_text
from scorekeeper.messages.names import side_name
from scorekeeper.messages.numbers import change, listing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from scorekeeper.engine.events import Event
    from scorekeeper.games.commands.game_state import GameState
    from scorekeeper.games.commands.history import GameStep


@dataclass(frozen=True)
class StepText:
    """A change in words: `text` says what, `who` on which device, and `was` and `now` are the values before and after.

    `mark` says that it undid or repeated another change. `redo` says that undoing it would repeat that one.
    """

    revision: int
    at: datetime
    who: str
    text: str
    was: list[str]
    now: list[str]
    entry: int | None
    undone: bool
    mark: str
    redo: bool
    action: str


def describe_step(game: GameState, step: GameStep) -> StepText:
    """Return one change in words."""
    who = step.who or (_("this device") if step.mine else _("another device"))
    was, now = step.before.get("event"), step.after.get("event")
    back = find_origin(game.log.undoes, step.revision)[1]
    return StepText(
        revision=step.revision,
        at=step.at,
        who=who,
        text=_text(game, step),
        was=_facts(game, step, was) if was and step.action != "record" else _other_changes(game, step.before, step.action),
        now=_facts(game, step, now) if now else _other_changes(game, step.after),
        entry=step.entry,
        undone=step.undone,
        mark="" if step.undoes is None else _("undo") if back else _("redo"),
        redo=back,
        action=step.action,
    )


def _facts(game: GameState, step: GameStep, event_json: dict[str, Any]) -> list[str]:
    """Return an event of the log in words, with its calls if they were recorded."""
    event = parse_event(event_json)
    calls = calls_text(event)
    entry = None if step.entry is None else game.entry(step.entry)
    players = entry.players if entry else game.players
    return event_facts(game, with_auction_contract(game, step.entry, event), players) + (
        [_("Calls: %(calls)s", calls=calls)] if calls else []
    )


def _other_changes(game: GameState, part: dict[str, Any], action: str = "") -> list[str]:
    """Return other changes in words: names, place and occasion, the first dealer, fixed deals."""
    words = _names(part, action)
    if "first_dealer" in part and "rules" not in part:
        words.append(game.log.players[part["first_dealer"]])
    if "deal" in part and not part["deal"]["struck"]:
        deal_entry = game.entry(part["deal"]["entry"])
        words.append(event_text(_, deal_entry.players if deal_entry else game.players, NewDealer(part["deal"]["dealer"])))
    return words


def _names(part: dict[str, Any], action: str = "") -> list[str]:
    if dispute := part.get("dispute"):
        # a ruling does not replace the claim, so the claim is not its "before"
        return [] if action == "ruling" else [dispute.get("ruling") or dispute["claim"]]
    if "rules" in part:  # the header says it all
        return []
    lists = [part["players"]] if "players" in part else []
    lists += [names for names in part.get("seats", {}).values() if names not in lists]
    return [listing(_, names) for names in lists] + [text for text in part.get("about", {}).values() if text]


def _text(game: GameState, step: GameStep) -> str:
    entry = None if step.entry is None else game.entry(step.entry)
    what = describe(entry.players, resolve_event(game, entry)) if entry else ""
    if entry and entry.number and isinstance(entry.event, Played):
        what = _("hand %(n)s", n=entry.number)
    contract = step.after.get("contract") or step.before.get("contract")
    if contract and step.action in ("open_contract", "cancel_contract"):
        what = f"{game.players[contract['contractor']]}, {bid_text(_, contract['bid'])}"
    if step.action == "dispute" and not step.after.get("dispute"):
        return _("Dispute withdrawn: %(what)s", what=what)
    return _("Game started") if step.action == "create" else _(GAME_COMMANDS[step.action].says, what=what)


def event_facts(game: GameState, event: Event, players: Sequence[str]) -> list[str]:
    """Return a recorded event, one fact per line. `players` are the names by seat at that time."""
    if isinstance(event, Adjustment):
        facts = [f"{side_names(game.rules, players)[event.side]} {change(event.points)}", event.reason]
    elif isinstance(event, Played):
        facts = [_hand_text(players, event), ", ".join(pile_texts(game, event, players))]
        facts += [text for text in (bids_text(players, event), *_rare_facts(players, event)) if text]
    else:
        facts = [event_text(_, players, event)]
    return facts + ([_("Note: %(note)s", note=event.note)] if event.note else [])


def _hand_text(players: Sequence[str], event: Played) -> str:
    if event.contractor < 0:
        return _("Bidding call by call")
    trump = f" ({trump_text(_, event.trump)})" if event.trump else ""
    return f"{describe(players, event)}{trump}"


def pile_texts(game: GameState, event: Played, players: Sequence[str]) -> list[str]:
    """Return the card points of each pile, with its name."""
    names = side_names(game.rules, players)
    if len(event.points) == len(names):
        return [f"{name} {pile}" for name, pile in zip(names, event.points, strict=True)]
    camp = [_("contractor’s side"), _("defenders")]
    if event.contractor >= 0:
        called = event.called_seat
        partner = [players[called]] if called is not None and called != event.contractor else []
        camp[0] = side_name([players[event.contractor], *partner])
    return [f"{name} {pile}" for name, pile in zip(camp, event.points, strict=True)]


def bids_text(players: Sequence[str], event: Played) -> str:
    """Return the other bidders with their bids, empty if that is not known."""
    if event.bids is None:
        return ""
    bidders = [bidder_text(_, players[seat], bid) for seat, bid in sorted(event.bids.items())]
    return _("Also bid: %(who)s", who=", ".join(bidders)) if bidders else _("No one else bid")


def _rare_facts(players: Sequence[str], event: Played) -> list[str]:
    out = []
    if event.called_seat is not None:
        alone = event.called_seat == event.contractor
        out.append(_("Played alone") if alone else _("Partner called: %(name)s", name=players[event.called_seat]))
    if event.announced_all:
        out.append(_("All 100 announced"))
    if event.tricks_lost:
        out.append(_("Empty tricks lost: %(n)s", n=event.tricks_lost))
    if event.discard_points is not None:
        out.append(_("Points in the discard: %(n)s", n=event.discard_points))
    return out
