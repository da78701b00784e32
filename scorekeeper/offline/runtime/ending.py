"""The end of a game that the server does not know yet, in the server's words, with the next steps."""

from __future__ import annotations

from scorekeeper.engine.scored_game import Replay
from scorekeeper.messages.game.ending import button_texts, ending_text, hands_word
from scorekeeper.messages.names import names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from scorekeeper.engine.scored_game import Hand
    from scorekeeper.engine.state import State
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.messages.names import Names

NUMBERED = ("played", "passed_out")
"""The kinds of entries that take a hand's number."""


def ending_json(t: Gettext, state: State, scored: Sequence[tuple[Hand, tuple[str, ...]]]) -> dict[str, Any] | None:
    """Return the end of a game, or None if it is not over.

    `state` is the state after its last event. `scored` has its hands with the names by seat. The `hands` of a fact have
    their numbers and the indexes of their events.
    """
    if not state.outcome.over:
        return None
    hands = [hand for hand, _players in scored]
    seated = {hand.n: players for hand, players in scored}
    players = scored[-1][1]

    def names_in(hand: Hand) -> Names:
        return names_of(state.rules, seated[hand.n])

    replay = Replay(hands, tuple(state.scores), tuple(state.dropped), state.dealer, state.outcome, start=state.start)
    ending = ending_text(t, replay, state.rules.target, names_of(state.rules, players), names_in)
    facts = [
        {
            "figure": fact.figure,
            "label": fact.label,
            "said": fact.said,
            "at": hands_word(t, len(fact.hands)),
            "hands": [{"number": _number(hands, hand), "event": hand.n - 1} for hand in fact.hands if hand.kind in NUMBERED],
        }
        for fact in ending.facts
    ]
    words = button_texts(t, players[state.dealer])
    return {"title": ending.title, "why": ending.why, "side": ending.side, "facts": facts, "words": words}


def _number(hands: Sequence[Hand], hand: Hand) -> int:
    """Return the number of a hand on the score sheet."""
    return sum(1 for one in hands if one.kind in NUMBERED and one.n <= hand.n)
