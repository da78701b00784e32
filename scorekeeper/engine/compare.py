"""The same events under other rules, and two rule sets side by side."""

from __future__ import annotations

from scorekeeper.engine.doubts import doubts_of
from scorekeeper.engine.errors import GameError, NotEnoughKnown
from scorekeeper.engine.events import Played
from scorekeeper.engine.game import advance, replay, settle_auction
from scorekeeper.engine.scored import Replay
from scorekeeper.engine.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorekeeper.engine.events import Event
    from scorekeeper.engine.ruleset import RuleSet


def difference(a: RuleSet, b: RuleSet) -> dict[str, tuple[object, object]]:
    """The options in which two rule sets differ: name to (value in `a`, value in `b`), in the order of declaration."""
    after = b.values()
    return {name: (value, after[name]) for name, value in a.values().items() if value != after[name]}


def replay_under(
    recorded: RuleSet, other: RuleSet, first_dealer: int, events: Iterable[Event], start_scores: Sequence[int] = ()
) -> Replay:
    """Replay events recorded under `recorded` as if `other` had been played.

    The piles were counted with the discard where `recorded` puts it; where `other` puts it elsewhere, its card points move
    along if they are known. What cannot be told stops the replay with `NotEnoughKnown`: it is never guessed. Doubts are those
    under the rules that were played.
    """
    moved: list[Event] = []
    before = list(events)
    events, trouble = _auctions_settled(recorded, first_dealer, list(before), start_scores)
    for event in events:
        try:
            moved.append(_discard_moved(recorded, other, event) if isinstance(event, Played) else event)
        except GameError as error:
            trouble = error.at(len(moved) + 1)
            break
    result = replay(other, first_dealer, moved, start_scores)
    result.error = result.error or trouble
    pairs = zip(before, result.hands)  # noqa: B905 (as far as it was scored)
    result.doubts = [doubt for event, hand in pairs if isinstance(event, Played) for doubt in doubts_of(recorded, event, hand)]
    return result


def _auctions_settled(
    recorded: RuleSet, first_dealer: int, events: list[Event], start_scores: Sequence[int]
) -> tuple[list[Event], GameError | None]:
    """The events with every auction's result: it was held under the recorded rules, and others may not allow its calls.

    Up to the first auction whose result cannot be told, and why.
    """
    if not any(isinstance(event, Played) and event.auction is not None for event in events):
        return events, None
    state, trouble = State(recorded, first_dealer, start_scores), None
    for n, event in enumerate(events):
        try:
            if isinstance(event, Played) and event.auction is not None:
                if trouble is not None:  # who deals, and who is still in the game, is not known
                    trouble.event = n + 1
                    return events[:n], trouble
                events[n] = settle_auction(state, event)
            if trouble is None:
                advance(state, events[n])
        except GameError as error:
            trouble = error.at(n + 1)
            if isinstance(event, Played) and event.auction is not None:
                return events[:n], trouble
    return events, None


def _discard_moved(recorded: RuleSet, other: RuleSet, hand: Played) -> Played:
    if not recorded.kitty or not other.kitty or recorded.discard_to == other.discard_to:
        return hand
    points = hand.discard_points
    if points == 0:
        return hand
    if points is None:
        raise NotEnoughKnown("needs.discard_points")
    camps = {recorded.discard_to, other.discard_to}
    if camps != {"opponents", "contractor"} or len(hand.points) != 2 or hand.contractor < 0:
        raise NotEnoughKnown("needs.discard_pile")  # who won the first or last trick, or whose pile it lay on, is not recorded
    own = _own_pile(recorded, hand)
    piles = list(hand.points)
    piles[own] += points if other.discard_to == "contractor" else -points
    piles[1 - own] = 100 - piles[own]
    return Played(**{**{name: getattr(hand, name) for name in Played.__slots__}, "points": tuple(piles)})


def _own_pile(rules: RuleSet, hand: Played) -> int:
    if rules.table.individual:
        return 0
    side = rules.table.side_of[hand.contractor]
    assert side is not None
    return side
