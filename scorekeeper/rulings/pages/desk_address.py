"""The ruling desk opened from elsewhere, with the hand at a table filled in."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.engine.events import Played
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.formats.rules import rules_to_link
from scorekeeper.games.commands.game_state import GameState
from scorekeeper.games.pages.parts.sheet_view import resolve_event, state_before
from scorekeeper.rulings.pages.rulings import address
from scorekeeper.rulings.questions import links
from scorekeeper.rulings.questions.kinds import RULING_PAGES
from scorekeeper.rulings.questions.question_context import non_empty_parts


def address_of_hand(kind: str, rules: RuleSet, players: Sequence[str], game: GameState | None) -> str:
    """Return the address of a kind of question, or of the `index`, with the table's players and the hand on the pad.

    The question about a score has the hand recorded last; the others have the hand in play.
    """
    parts = {"rules": rules_to_link(rules), "names": "~".join(name.replace("~", "-") for name in players)}
    if game is not None and kind in RULING_PAGES:
        parts |= RULING_PAGES[kind].of_game(game.state)
        if kind == "score":
            parts |= _last_hand(game)
        elif kind == "play" and game.contract:
            parts["contractor"] = str(game.contract.get("contractor", ""))
    return address(kind, non_empty_parts(parts))


def _last_hand(game: GameState) -> dict[str, str]:
    for entry in reversed(game.entries):
        event = resolve_event(game, entry)
        if isinstance(event, Played):
            return {**RULING_PAGES["score"].of_game(state_before(game, entry.id)), **hand_parts(event)}
    return {}


def hand_parts(event: Played) -> dict[str, str]:
    """Return the parts of the question about a score that a recorded hand fills in."""
    return {
        "contractor": str(event.contractor),
        "bid": links.bid_code(event.bid),
        "points": ".".join(map(str, event.points)),
        "bids": _bids(event),
        "trump": event.trump or "",
        "called": "" if event.called_seat is None else str(event.called_seat),
        "all": "1" if event.announced_all else "",
        "lost": "" if event.tricks_lost is None else str(event.tricks_lost),
    }


def _bids(event: Played) -> str:
    if event.bids is None:
        return ""
    return ".".join(f"{seat}-{links.bid_code(bid)}" for seat, bid in sorted(event.bids.items())) or "none"
