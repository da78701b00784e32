"""Replay a game under other rules, and compare two rule sets."""

from __future__ import annotations

from scorekeeper.engine.errors import GameError
from scorekeeper.engine.events import NewDealer, PassedOut, Played
from scorekeeper.engine.replay.game import advance, replay, settle_auction
from scorekeeper.engine.replay.pile_recount import counts_piles_alike, recount_piles
from scorekeeper.engine.replay.plausibility import doubts_of
from scorekeeper.engine.scored_game import Replay
from scorekeeper.engine.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorekeeper.engine.events import Event
    from scorekeeper.engine.ruleset import RuleSet


def compare_options(a: RuleSet, b: RuleSet) -> dict[str, tuple[object, object]]:
    """Return the options in which two rule sets differ: name to (value in `a`, value in `b`), as declared."""
    after = b.values()
    return {name: (value, after[name]) for name, value in a.values().items() if value != after[name]}


def replay_under(
    recorded: RuleSet, other: RuleSet, first_dealer: int, events: Iterable[Event], start_scores: Sequence[int] = ()
) -> Replay:
    """Replay events recorded under `recorded` as if the table had played by `other`.

    Piles are counted again where `other` puts the discard on another pile or scores the defenders differently.
    If the record lacks a fact for that, the replay stops with `NotEnoughKnown`. Doubts refer to the recorded rules.
    """
    before = list(events)
    events, trouble = _settle_auctions(recorded, first_dealer, list(before), start_scores)
    if not counts_piles_alike(recorded, other):
        events, more = _recount_piles(recorded, other, first_dealer, events, start_scores)
        trouble = more or trouble
    result = replay(other, first_dealer, events, start_scores)
    result.error = result.error or trouble
    pairs = zip(before, result.hands)  # noqa: B905 (as far as it was scored)
    result.doubts = [doubt for event, hand in pairs if isinstance(event, Played) for doubt in doubts_of(recorded, event, hand)]
    return result


def _settle_auctions(
    recorded: RuleSet, first_dealer: int, events: list[Event], start_scores: Sequence[int]
) -> tuple[list[Event], GameError | None]:
    """Return the events with each auction replaced by its result under the recorded rules.

    Other rules may not allow the calls. Stops at the first auction without a known result, and returns why.
    """
    if not any(isinstance(event, Played) and event.auction is not None for event in events):
        return events, None
    state, trouble = State(recorded, first_dealer, start_scores), None
    for n, event in enumerate(events):
        try:
            if isinstance(event, Played) and event.auction is not None:
                if trouble is not None:  # the dealer and the sides still in the game are unknown
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


def _recount_piles(
    recorded: RuleSet, other: RuleSet, first_dealer: int, events: list[Event], start_scores: Sequence[int]
) -> tuple[list[Event], GameError | None]:
    """Return the events with their piles counted as `other` does, up to the first unknown one, and why."""
    state, known = State(recorded, first_dealer, start_scores), True
    counted: list[Event] = []
    for event in events:
        if isinstance(event, Played):
            # without scores, drop-outs are unknown too; the silent seat depends only on the deal
            dropped = state.dropped if known else ()
            try:
                counted.append(recount_piles(recorded, other, event, state.silent, dropped))
            except GameError as error:
                return counted, error.at(len(counted) + 1)
        else:
            counted.append(event)
        known = known and _try_advance(state, event)
        if not known:
            _skip_event(state, event)
    return counted, None


def _try_advance(state: State, event: Event) -> bool:
    """Score the event and return whether that was possible."""
    try:
        advance(state, event)
    except GameError:
        return False
    return True


def _skip_event(state: State, event: Event) -> None:
    """Move the deal past an event that can't be scored (`deal.rotation`)."""
    if isinstance(event, NewDealer):
        state.dealer = event.dealer
    elif isinstance(event, (Played, PassedOut)):
        state.pass_deal()
