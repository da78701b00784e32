"""A replayed game as JSON (`scorekeeper-replay/1`, the game record, section 2)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.engine.endings import Outcome
    from scorekeeper.engine.game import Hand, Replay
    from scorekeeper.engine.scoring import Line

    LineText = Callable[[Line], str]

FORMAT = "scorekeeper-replay/1"


def replay_json(replay: Replay, text: LineText) -> dict[str, object]:
    """The replay, with `text` putting each line into words."""
    return {
        "format": FORMAT,
        "hands": [hand_json(hand, text) for hand in replay.hands],
        "scores": replay.scores,
        "dropped": replay.dropped,
        "next_dealer": replay.next_dealer,
        "outcome": outcome_json(replay.outcome),
    }


def hand_json(hand: Hand, text: LineText) -> dict[str, object]:
    """One scored event; contractor, side, bid and made only where a hand was played."""
    out: dict[str, object] = {"n": hand.n, "kind": hand.kind, "dealer": hand.dealer}
    if hand.contractor is not None:
        out["contractor"] = hand.contractor
        out["side"] = hand.side
        out["bid"] = hand.bid
        out["made"] = hand.made
    out["deltas"] = hand.deltas
    out["scores"] = hand.scores
    out["boxed"] = hand.boxed
    out["dropped"] = hand.dropped
    out["why"] = [{"rule": x.rule, "side": x.side, "points": x.points, "text": text(x)} for x in hand.lines]
    return out


def outcome_json(outcome: Outcome) -> dict[str, object]:
    """How the game stands."""
    return {"status": outcome.status, "winners": outcome.winners, "rule": outcome.rule, "games": outcome.games}
