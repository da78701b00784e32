"""A hand's effect on the scores in a few rows, before and after it is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import t
from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200
from scorekeeper.engine.events import Played
from scorekeeper.messages.game.lines import lines_of
from scorekeeper.messages.game.outcome import kind_text, outcome_text, unplayed_text
from scorekeeper.messages.names import names_of
from scorekeeper.messages.numbers import change, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.events import Line
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.scored_game import Hand
    from scorekeeper.games.commands.game_state import GameState, ScoredEntry

LIMITS = ("score.must_bid", "score.must_win_or_set")


def receipt(
    rules: RuleSet, players: Sequence[str], scored: ScoredEntry, correction: tuple[GameState, GameState] | None = None
) -> dict[str, Any] | None:
    """Return the effect of a hand for templates, or None if it has no score.

    It has `made`, `verdict`, `detail`, `rows` (name, note, delta, total), `end` and `said` (for screen readers). `correction`
    is the game before and after this hand is corrected. Totals and end are then the game's, and rows have the total before
    it (`was`).
    """
    hand, event = scored.hand, scored.event
    if hand is None:
        return None
    before, corrected = correction or (None, None)
    names, totals = names_of(rules, players), corrected.state.scores if corrected else hand.scores
    rows: list[dict[str, Any]] = [
        {
            "name": name,
            "note": _note(hand, side),
            "delta": hand.deltas[side],
            "total": totals[side],
            "was": before.state.scores[side] if before else None,
        }
        for side, name in enumerate(names.sides)
    ]
    verdict, made = _verdict(event, hand)
    end = _end(rules, players, hand)
    if corrected and corrected.outcome.over and not hand.outcome.over:
        end = outcome_text(_, corrected.outcome, names_of(corrected.rules, corrected.players))
    firsts = [change(row["delta"]) if row["was"] is None else number(row["was"]) for row in rows]
    spoken_lines = [f"{row['name']} {first}, {number(row['total'])}" for row, first in zip(rows, firsts, strict=True)]
    return {
        "made": made,
        "verdict": verdict,
        "detail": _result_detail(event, hand, players),
        "rows": rows,
        "end": end,
        "said": ". ".join([verdict, *spoken_lines, *([end] if end else [])]),
    }


def _verdict(event: object, hand: Hand) -> tuple[str, bool]:
    """Return the result in a few words, and whether it is good for the contractor."""
    if not isinstance(event, Played):
        return kind_text(_, hand.kind), True
    if event.announced_all:  # the announcement decides the game, not the bid
        took_all = hand.outcome.rule == "end.announced_all" and hand.side in hand.outcome.winners
        return (_("All 100 announced and taken"), True) if took_all else (_("All 100 announced, not taken"), False)
    return (_("Contract made"), True) if hand.made else (_("Contract failed"), False)


def reasons(rules: RuleSet, players: Sequence[str], hand: Hand) -> list[dict[str, Any]]:
    """Return the sides that have lines in a hand: `side`, `name`, `lines` (rule, points, text), `delta`, `score`."""
    names = names_of(rules, players)
    sentence = lines_of(t()).bind(names)
    sides: list[dict[str, Any]] = []
    for side, name in enumerate(names.sides):
        lines = [{"rule": x.rule, "points": x.points, "text": sentence(x)} for x in hand.lines if x.side == side]
        if lines:
            sides.append({"side": side, "name": name, "lines": lines, "delta": hand.deltas[side], "score": hand.scores[side]})
    return sides


def changes_in_short(scored: ScoredEntry) -> str:
    """Return the changes of a saved hand in the order of the board: `+85 −75`."""
    hand = scored.hand
    return "" if hand is None or not any(hand.deltas) else " ".join(change(delta) for delta in hand.deltas)


def score_moves(before: GameState, after: GameState) -> list[tuple[str, int, int]]:
    """Return (side, before, after) of each score that changes."""
    sides = zip(names_of(after.rules, after.players).sides, before.state.scores, after.state.scores, strict=True)
    return [move for move in sides if move[1] != move[2]]


def _result_detail(event: object, hand: Hand, players: Sequence[str]) -> str:
    if not isinstance(event, Played):
        return unplayed_text(_, hand.kind, players[hand.dealer]) if hand.kind != "adjustment" else ""
    took = next((x.params["took"] for x in hand.lines if "took" in x.params), None)
    if hand.bid == FREE or took is None:
        return _("%(points)s without a bid", points=took)
    if hand.bid == HUNDRED_FOR_200:
        return _("%(points)s on 100 for 200", points=took)
    return _("%(points)s on a bid of %(bid)s", points=took, bid=hand.bid)


def _note(hand: Hand, side: int) -> str:
    if side in hand.dropped:
        return _("out of the game")
    lost = next((x for x in hand.lines if x.side == side and x.rule in LIMITS and not x.points and x.params["pile"]), None)
    boxed = _("in the box") if hand.boxed[side] else ""
    return " · ".join(note for note in (_lost_points_text(lost) if lost else "", boxed) if note)


def _lost_points_text(line: Line) -> str:
    if line.rule == "score.must_bid":
        return _("%(points)s lost: did not bid", points=line.params["pile"])
    return _("%(points)s lost: contract made", points=line.params["pile"])


def _end(rules: RuleSet, players: Sequence[str], hand: Hand) -> str:
    names = names_of(rules, players)
    sentence = lines_of(t()).bind(names)
    why = [sentence(x) for x in hand.lines if x.rule.startswith("end.")]
    if not hand.outcome.over:
        return " ".join(why)
    return " ".join([_("The game is over."), *(why or [outcome_text(_, hand.outcome, names)])])
