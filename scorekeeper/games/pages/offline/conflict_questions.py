"""Questions for a phone whose command conflicts with another device's change: both versions, and two answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.events import Played
from scorekeeper.formats.game_record import parse_event
from scorekeeper.games.commands import history
from scorekeeper.games.pages.history.hands import name_of_entry
from scorekeeper.games.pages.parts.recorded_auction import resolve_event, with_auction_contract
from scorekeeper.games.pages.parts.steps import describe_step, event_facts
from scorekeeper.messages.game.outcome import bid_text

if TYPE_CHECKING:
    from scorekeeper.games.commands.game_state import GameState, ScoredEntry
    from scorekeeper.games.commands.offline.offline_commands import NeedsDecision, OfflineCommand

Question = dict[str, Any]


def question(asked: NeedsDecision) -> Question:
    """Return the question in words: `title`, `text`, the lines of `theirs` and `yours`, and the labels of the answers.

    `leave` keeps their version, and `mine` applies the command to it.
    """
    game, act = asked.game, asked.act
    steps = [describe_step(game, step) for step in history.steps(asked.access, asked.theirs, game)]
    theirs = [" · ".join([f"{step.text} ({step.who})", *step.now]) for step in steps]
    yours = _yours(game, act)
    words = _hand_question(asked) if act.does in ("record", "open") else _entry_question(asked)
    return {**words, "theirs": theirs, "yours": yours}


def _hand_question(asked: NeedsDecision) -> Question:
    game, act = asked.game, asked.act
    if all(row.action == "open_contract" for row in asked.theirs):
        return {
            "title": _("Another device saved a different bid for hand %(n)s", n=game.numbered_hand_count + 1),
            "text": _("Which is right?"),
            "leave": _("Theirs: discard mine"),
            "mine": _("Mine: replace theirs"),
        }
    first = next((e for row in asked.theirs if row.entry is not None and (e := game.entry(row.entry))), None)
    n = first.number if first else 0
    same = any(_same_hand(game, act, entry) for row in asked.theirs if row.entry and (entry := game.entry(row.entry)))
    return {
        "title": _("Another device recorded hand %(n)s too", n=n) if n else _("Another device changed this game"),
        "text": _("It looks like the same hand.") if same else _("Is yours the same hand, or a later one?"),
        "leave": _("Same hand: discard mine"),
        "mine": _("Different hand: save both"),
        "same": same,
    }


def _same_hand(game: GameState, act: OfflineCommand, entry: ScoredEntry) -> bool:
    """Return whether both are the same hand: contractor, bid and points."""
    mine, theirs = _event(game, act), resolve_event(game, entry)
    if mine is None or mine.kind != theirs.kind:
        return False
    if not isinstance(mine, Played):
        return True
    return (mine.contractor, mine.bid, mine.points) == (theirs.contractor, theirs.bid, theirs.points)


def _entry_question(asked: NeedsDecision) -> Question:
    return {
        "title": _("Another device changed this too: %(what)s", what=_subject(asked)),
        "text": _("Which one counts?"),
        "leave": _("Theirs: discard mine"),
        "mine": _("Mine: replace theirs"),
    }


def _subject(asked: NeedsDecision) -> str:
    """Return the hand, the bid or the other part of the game that the command is about."""
    game, act, theirs = asked.game, asked.act, asked.theirs[-1]
    named = game.log.uuids.get(act.of) if isinstance(act.of, str) else act.of
    if act.does == "undo":  # it names a change, and theirs is to the same entry
        named = theirs.entry
    entry = next((e for e in (*game.entries, *game.struck) if e.id == named), None)
    if entry is not None:
        return name_of_entry(game, entry)
    words = {"first_dealer": _("who deals first"), "rename": _("the names"), "about": _("place and occasion")}
    about = "first_dealer" if act.does == "deal" else theirs.action
    contract = game.contract or theirs.after.get("contract")
    if about not in words and contract:
        return f"{game.players[contract['contractor']]}, {bid_text(_, contract['bid'])}"
    return words.get(about, _("A change to the game"))


def _yours(game: GameState, act: OfflineCommand) -> list[str]:
    """Return the command's content, one fact per line."""
    if act.event is not None and act.does == "open":
        mine = act.shortened or {}
        seat = mine.get("contractor")
        if isinstance(seat, int) and 0 <= seat < len(game.players) and "bid" in mine:
            return [f"{game.players[seat]}, {bid_text(_, mine['bid'])}"]
        return [_("The contract")]
    event = _event(game, act)
    if event is not None:
        return event_facts(game, event, game.players)
    if act.does == "deal" and act.dealer is not None and act.dealer < len(game.players):
        return [_("%(name)s deals", name=game.players[act.dealer])]
    words = {
        "undo": _("Undo it"),
        "strike": _("Void it"),
        "restore": _("Restore it"),
        "cancel": _("Cancel the contract"),
    }
    return [words.get(act.does, _("A change to the game"))]


def _event(game: GameState, act: OfflineCommand) -> Any:
    try:
        return None if act.event is None else with_auction_contract(game, None, parse_event(act.shortened))
    except GameError:
        return None
