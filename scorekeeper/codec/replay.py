"""A replayed game as JSON (`scorekeeper-replay/1`, the game record, section 2)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scorekeeper.engine.endings import Outcome
    from scorekeeper.engine.reasons import Line
    from scorekeeper.engine.scored import Doubt, Hand, Replay
    from scorekeeper.engine.start import Start

    LineText = Callable[[Line], str]
    Seated = Callable[[tuple[str, ...]], LineText]
    """Names by seat in, what puts lines into words with them out."""
    DoubtText = Callable[[Doubt, tuple[str, ...] | None], str]

FORMAT = "scorekeeper-replay/1"


def replay_json(
    replay: Replay,
    text: LineText,
    seated: Seated | None = None,
    doubtful: DoubtText | None = None,
    hands: object = None,
) -> dict[str, object]:
    """The replay, with `text` putting each line into words; `seated`: the same for other names, once they sit at the seats.

    `start`, of a game taken over from paper, and `doubts`, in the words of `doubtful`, only where there are any.
    `hands`: the scored events, where they are written already.
    """
    out: dict[str, object] = {"format": FORMAT}
    if replay.start is not None:
        out["start"] = start_json(replay.start, text)
    out["hands"] = hands_json(replay.hands, text, seated) if hands is None else hands
    out["scores"] = replay.scores
    out["dropped"] = replay.dropped
    out["next_dealer"] = replay.next_dealer
    out["outcome"] = outcome_json(replay.outcome)
    if replay.doubts:
        out["doubts"] = doubts_json(replay.doubts, replay.hands, doubtful)
    return out


def start_json(start: Start, text: LineText) -> dict[str, object]:
    """How a game began that was taken over from paper: its lines add up to its scores."""
    why = [{"rule": x.rule, "side": x.side, "points": x.points, "text": text(x)} for x in start.lines]
    return {"scores": start.scores, "boxed": start.boxed, "dropped": start.dropped, "why": why}


def hands_json(hands: Iterable[Hand], text: LineText, seated: Seated | None) -> list[dict[str, object]]:
    """Scored events in their order; from an event that changes the names on, in those."""
    out = []
    for hand in hands:
        if hand.players is not None and seated is not None:
            text = seated(hand.players)
        out.append(hand_json(hand, text))
    return out


def doubts_json(doubts: Iterable[Doubt], hands: Iterable[Hand], text: DoubtText | None) -> list[dict[str, object]]:
    """Doubts, in the names that sat there."""
    renamed = [(hand.n, hand.players) for hand in hands if hand.players is not None]
    out: list[dict[str, object]] = []
    for doubt in doubts:
        names = next((players for n, players in reversed(renamed) if n <= doubt.event), None)
        out.append({"event": doubt.event, "rule": doubt.rule, "text": text(doubt, names) if text else ""})
    return out


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
    if hand.players is not None:
        out["players"] = hand.players
    out["why"] = [{"rule": x.rule, "side": x.side, "points": x.points, "text": text(x)} for x in hand.lines]
    return out


def outcome_json(outcome: Outcome) -> dict[str, object]:
    """How the game stands."""
    return {"status": outcome.status, "winners": outcome.winners, "rule": outcome.rule, "games": outcome.games}
