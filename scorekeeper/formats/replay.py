"""A replayed game as JSON (`scorekeeper-replay/1`, game record, section 2)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scorekeeper.engine.endings import Outcome, Start
    from scorekeeper.engine.events import Line
    from scorekeeper.engine.scored_game import Doubt, Hand, Replay

    LineText = Callable[[Line], str]
    Seated = Callable[[tuple[str, ...]], LineText]
    """A function that takes names by seat and returns the function that puts lines into words."""
    DoubtText = Callable[[Doubt, tuple[str, ...] | None], str]

FORMAT = "scorekeeper-replay/1"


def replay_json(
    replay: Replay,
    text: LineText,
    seated: Seated | None = None,
    doubtful: DoubtText | None = None,
    hands: object = None,
) -> dict[str, object]:
    """Return the replay as JSON. `text` puts lines into words; `seated` does so after a change of names.

    `start` (for a game with opening scores) and `doubts` (in the words of `doubtful`) appear only if there are any.
    `hands`: the scored events, if already written.
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
    """Return the opening scores of a game. Its lines add up to them."""
    why = [{"rule": x.rule, "side": x.side, "points": x.points, "text": text(x)} for x in start.lines]
    return {"scores": start.scores, "boxed": start.boxed, "dropped": start.dropped, "why": why}


def hands_json(hands: Iterable[Hand], text: LineText, seated: Seated | None) -> list[dict[str, object]]:
    """Return the scored events in order, each with the names at that time."""
    out = []
    for hand in hands:
        if hand.players is not None and seated is not None:
            text = seated(hand.players)
        out.append(hand_json(hand, text))
    return out


def doubts_json(doubts: Iterable[Doubt], hands: Iterable[Hand], text: DoubtText | None) -> list[dict[str, object]]:
    """Return the doubts, with the names at that time."""
    renamed = [(hand.n, hand.players) for hand in hands if hand.players is not None]
    out: list[dict[str, object]] = []
    for doubt in doubts:
        names = next((players for n, players in reversed(renamed) if n <= doubt.event), None)
        out.append({"event": doubt.event, "rule": doubt.rule, "text": text(doubt, names) if text else ""})
    return out


def hand_json(hand: Hand, text: LineText) -> dict[str, object]:
    """Return one scored event. Only a played hand has contractor, side, bid and made."""
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
    return {"status": outcome.status, "winners": outcome.winners, "rule": outcome.rule, "games": outcome.games}
