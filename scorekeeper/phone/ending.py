"""The end of a game that only the phone knows as yet: the same words as the server's, and what can be done with it."""

from __future__ import annotations

from scorekeeper.engine.scored import Replay
from scorekeeper.wording.ending import doings, ending_text, hands_word
from scorekeeper.wording.names import names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from scorekeeper.engine.scored import Hand
    from scorekeeper.engine.state import State
    from scorekeeper.wording.marks import Gettext
    from scorekeeper.wording.names import Names

NUMBERED = ("played", "passed_out")
"""The kinds of entries that take a hand's number."""


def ending_json(t: Gettext, state: State, scored: Sequence[tuple[Hand, tuple[str, ...]]]) -> dict[str, Any] | None:
    """The end, or None where the game goes on. `state`: after its last event; `scored`: its hands, with the names by seat there.

    The `hands` of a fact: their numbers, and which of the events they are.
    """
    if not state.outcome.over:
        return None
    hands = [hand for hand, _players in scored]
    seated = {hand.n: players for hand, players in scored}
    players = scored[-1][1]

    def names_in(hand: Hand) -> Names:
        return names_of(state.rules, seated[hand.n])

    replay = Replay(hands, tuple(state.scores), tuple(state.dropped), state.dealer, state.outcome, start=state.start)
    told = ending_text(t, replay, names_of(state.rules, players), names_in)
    facts = [
        {
            "figure": fact.figure,
            "label": fact.label,
            "said": fact.said,
            "at": hands_word(t, len(fact.hands)),
            "hands": [{"number": _number(hands, hand), "event": hand.n - 1} for hand in fact.hands if hand.kind in NUMBERED],
        }
        for fact in told.facts
    ]
    words = doings(t, players[state.dealer])
    return {"title": told.title, "why": told.why, "side": told.side, "facts": facts, "words": words}


def _number(hands: Sequence[Hand], hand: Hand) -> int:
    """Which hand it was, as people count."""
    return sum(1 for one in hands if one.kind in NUMBERED and one.n <= hand.n)
