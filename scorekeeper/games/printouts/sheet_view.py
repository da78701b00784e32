"""The layout of a game as a score sheet: one row for each event, one cell for each side, all in words.

It is made from a record and its replay. Nothing here is stored or computes a score. The printed sheet and the web page share
it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scorekeeper.engine.endings import MatchScore
from scorekeeper.engine.events import Line, Played
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.scored_game import Hand, Replay
from scorekeeper.formats.game_record import Record
from scorekeeper.games.printouts.sheet_rows import (
    PaperGame,
    PaperLine,
    ScoreReason,
    SideCell,
    SideColumn,
    Struck,
    assign_letters,
    pot_of,
    zero_reasons,
)
from scorekeeper.messages.errors.error_messages import call_text
from scorekeeper.messages.errors.error_text import plain_error_text
from scorekeeper.messages.game.lines import lines_of
from scorekeeper.messages.game.outcome import bid_text, event_text, outcome_text
from scorekeeper.messages.names import names_of
from scorekeeper.messages.rules.titles import rule_title

if TYPE_CHECKING:
    from scorekeeper.engine.events import Event
    from scorekeeper.messages.marks import Gettext

COUNTED = ("played", "passed_out")
"""The kinds of events that take a hand's number."""
DEALT = (*COUNTED, "misdeal")


def build_view(
    record: Record,
    replay: Replay,
    t: Gettext,
    *,
    struck: Sequence[Struck] = (),
    disputes: Mapping[int, str] | None = None,
    title: str = "",
    played_on: str = "",
    about: Sequence[str] = (),
    match: MatchScore | None = None,
    games_to_win: int | None = None,
) -> PaperGame:
    """Return a game laid out in rows. `struck` hands are shown, crossed out, in their place; omit them to hide them.

    `disputes` are in words, by the number of the event, from 1.
    """
    rules, names = record.rules, record.players
    seated = lines_of(t).seated(rules)
    sentence = seated(names)
    rows = []
    dropped: tuple[int, ...] = () if replay.start is None else replay.start.dropped
    nothing = [zero_reasons(t, hand) for hand in replay.hands]
    letters = assign_letters(nothing)
    number, sat = 0, [names]
    for event, hand, zeros in zip(record.events, replay.hands, nothing, strict=False):
        number += hand.kind in COUNTED
        cells = _cells(hand, dropped, {side: letters.get(why, "") for side, why in zeros.items()})
        row = _row(rules, names, t, sentence, event, hand, cells)
        row = replace(row, number=number if hand.kind in COUNTED else None)
        rows.append(replace(row, dispute=disputes[hand.n]) if disputes and hand.n in disputes else row)
        dropped = hand.dropped
        if hand.players is not None:
            names, sentence = hand.players, seated(hand.players)
        sat.append(names)
    for lost in sorted(struck, key=lambda s: s.after, reverse=True):
        after = min(lost.after, len(rows))
        rows.insert(after, _struck_row(sat[after], t, lost.event))
    rows[:0] = _start_row(t, replay)
    columns = columns_of(rules, names)
    names_shown = names_of(rules, names)
    outcome = replay.outcome
    return PaperGame(
        rules=rules,
        players=tuple(names),
        columns=columns,
        rows=tuple(rows),
        scores=replay.scores,
        dropped=replay.dropped,
        winners=outcome.winners,
        outcome=outcome_text(t, outcome, names_shown) if outcome.over else "",
        next_dealer="" if outcome.over else names[replay.next_dealer],
        error=plain_error_text(t, replay.error, names_shown) if replay.error else "",
        title=title,
        played_on=played_on,
        about=tuple(about),
        zeros=tuple((letter, why) for why, letter in letters.items()),
        pot=pot_of(record, replay, t),
        match=match,
        games_to_win=games_to_win,
    )


def columns_of(rules: RuleSet, players: Sequence[str]) -> tuple[SideColumn, ...]:
    """Return the sides as columns, in order."""
    return tuple(SideColumn(i, tuple(players[s] for s in seats)) for i, seats in enumerate(rules.table.sides))


def _start_row(t: Gettext, replay: Replay) -> list[PaperLine]:
    """Return the row with the scores from an earlier sheet, if there are any."""
    start = replay.start
    if start is None or not start.lines:
        return []
    cells = [SideCell(score, score, score < 0, False, side in start.dropped, False) for side, score in enumerate(start.scores)]
    return [PaperLine(None, "start", text=rule_title(t, "start.scores"), cells=tuple(cells))]


def _row(
    rules: RuleSet,
    names: Sequence[str],
    t: Gettext,
    sentence: Callable[[Line], str],
    event: Event,
    hand: Hand,
    cells: tuple[SideCell, ...],
) -> PaperLine:
    facts: dict = {}
    if isinstance(event, Played):
        played = _with_auction_contract(event, hand)
        facts = _played_facts(names, t, played)
        facts["partner"] = _partner(rules, names, played, hand)
        facts["taken"] = next((line.params["took"] for line in hand.lines if "took" in line.params), None)
        facts["calls"] = tuple(call_text(t, call) for call in event.auction or ())
    return PaperLine(
        n=hand.n,
        kind=hand.kind,
        dealer=names[hand.dealer] if hand.kind in DEALT else "",
        made=hand.made,
        text=_text(t, names, event),
        note=event.note,
        cells=cells,
        reasons=tuple(ScoreReason(x.rule, x.side if x.side >= 0 else None, x.points, sentence(x)) for x in hand.lines),
        **facts,
    )


def _with_auction_contract(event: Played, hand: Hand) -> Played:
    """Return the hand with its contract, also if the auction was recorded call by call."""
    if event.auction is None or hand.contractor is None or hand.bid is None:
        return event
    return replace(event, contractor=hand.contractor, bid=hand.bid, bids=hand.bids)


def _struck_row(names: Sequence[str], t: Gettext, event: Event) -> PaperLine:
    facts = _played_facts(names, t, event) if isinstance(event, Played) else {}
    return PaperLine(n=None, kind=event.kind, text=_text(t, names, event), note=event.note, struck=True, **facts)


def _text(t: Gettext, names: Sequence[str], event: Event) -> str:
    return "" if isinstance(event, Played) else event_text(t, names, event)


def _played_facts(names: Sequence[str], t: Gettext, event: Played) -> dict:
    if event.contractor < 0:  # recorded call by call, and voided before it was scored
        return {}
    bids = event.bids
    return {
        "contractor": names[event.contractor],
        "bid": bid_text(t, event.bid),
        "bids": None if bids is None else tuple((names[s], bid_text(t, b)) for s, b in sorted(bids.items())),
        "trump": event.trump,
        "announced_all": event.announced_all,
    }


def _partner(rules: RuleSet, names: Sequence[str], event: Played, hand: Hand) -> str:
    seat = event.called_seat if rules.format == "called_partner" else rules.table.silent(hand.dealer)
    return "" if seat is None or seat == event.contractor else names[seat]


def _cells(hand: Hand, dropped: tuple[int, ...], zeros: Mapping[int, str]) -> tuple[SideCell, ...]:
    return tuple(
        SideCell(
            delta=hand.deltas[side],
            score=score,
            boxed=hand.boxed[side],
            contractor=side == hand.side,
            out=side in dropped,
            won=side in hand.outcome.winners,
            zero=zeros.get(side, ""),
        )
        for side, score in enumerate(hand.scores)
    )
