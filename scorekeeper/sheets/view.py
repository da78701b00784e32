"""A game laid out in rows, as a score sheet shows it: one row an event, one cell a side, everything already in words.

Made from a record and its replay; nothing here is stored or computes a score. Paper and the web page share it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorekeeper.codec.game_record import Record
from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200, UNTOLD
from scorekeeper.engine.events import Adjustment, Played
from scorekeeper.engine.game import Hand, Replay
from scorekeeper.engine.match import MatchScore
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.scoring import Line
from scorekeeper.wording.errors import error_text
from scorekeeper.wording.lines import Lines
from scorekeeper.wording.names import names_of, side_name
from scorekeeper.wording.objections import call_text
from scorekeeper.wording.outcome import outcome_text

if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid, Event

Gettext = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Column:
    """A side's column: its number and its players' names, by seat."""

    side: int
    names: tuple[str, ...]

    @property
    def label(self) -> str:
        """The names on one line."""
        return side_name(self.names)


@dataclass(frozen=True, slots=True)
class Cell:
    """One side after one event.

    `delta`, `score`: score points; `boxed`: below zero; `contractor`: this side played the contract; `out`: it had
    dropped out before; `won`: the game ended here and this side won it.
    """

    delta: int
    score: int
    boxed: bool
    contractor: bool
    out: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a score changed, or did not: the rule's id, the side (None: nobody's in particular), points, the sentence."""

    rule: str
    side: int | None
    points: int
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """One event. `n` counts from 1 and is None for a hand that was struck out, which has no `cells` and no `reasons`.

    `kind`: as recorded. `bid`: the contract in words or figures. `bids`: (name, bid) of the others who bid, None if not
    known. `calls`: the auction in words, call by call, where it was recorded. `trump`: S H D C NT or None. `partner`: who
    played with the contractor this hand only. `text`: what an event that is not a hand was (an adjustment's reason). `dealer`
    is empty where it is not known. `dispute`: what is claimed about it, and the ruling, in words.
    """

    n: int | None
    kind: str
    dealer: str = ""
    contractor: str = ""
    partner: str = ""
    bid: str = ""
    bids: tuple[tuple[str, str], ...] | None = None
    calls: tuple[str, ...] = ()
    trump: str | None = None
    made: bool | None = None
    announced_all: bool = False
    text: str = ""
    note: str = ""
    dispute: str = ""
    cells: tuple[Cell, ...] = ()
    reasons: tuple[Reason, ...] = ()
    struck: bool = False

    @property
    def failed(self) -> bool:
        """Whether a contract was played and failed."""
        return self.made is False


@dataclass(frozen=True, slots=True)
class Struck:
    """A hand that was struck out: the event as it was recorded, and how many good events stand before it."""

    after: int
    event: Event


@dataclass(frozen=True, slots=True)
class GameView:
    """A whole game in rows.

    `outcome`: the sentence that ends it, empty while it is played; `error`: why the record stops being scored, if it does;
    `title`: the name of the rules where they have one of their own; `played_on`: a date already in words; `games_to_win`: of
    the match, None for an open series.
    """

    rules: RuleSet
    players: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    scores: tuple[int, ...]
    dropped: tuple[int, ...]
    winners: tuple[int, ...]
    outcome: str = ""
    next_dealer: str = ""
    error: str = ""
    title: str = ""
    played_on: str = ""
    match: MatchScore | None = None
    games_to_win: int | None = None

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.winners)


def build_view(
    record: Record,
    replay: Replay,
    t: Gettext,
    *,
    struck: Sequence[Struck] = (),
    disputes: Mapping[int, str] | None = None,
    title: str = "",
    played_on: str = "",
    match: MatchScore | None = None,
    games_to_win: int | None = None,
) -> GameView:
    """Lay out a game. `struck` hands are shown, crossed out, where they stood; leave them away to not show them.

    `disputes`: in words, by the number of the event, from 1.
    """
    rules, names = record.rules, record.players
    columns = columns_of(rules, names)
    said = names_of(rules, names)
    sentence = Lines(t).bind(said)
    rows = []
    gone: tuple[int, ...] = ()
    for event, hand in zip(record.events, replay.hands, strict=False):
        row = _row(record, t, sentence, event, hand, gone)
        rows.append(replace(row, dispute=disputes[hand.n]) if disputes and hand.n in disputes else row)
        gone = hand.dropped
    for lost in sorted(struck, key=lambda s: s.after, reverse=True):
        rows.insert(min(lost.after, len(rows)), _struck_row(names, t, lost.event))
    outcome = replay.outcome
    return GameView(
        rules=rules,
        players=names,
        columns=columns,
        rows=tuple(rows),
        scores=replay.scores,
        dropped=replay.dropped,
        winners=outcome.winners,
        outcome=outcome_text(t, outcome, said) if outcome.over else "",
        next_dealer="" if outcome.over else names[replay.next_dealer],
        error=error_text(t, replay.error, said) if replay.error else "",
        title=title,
        played_on=played_on,
        match=match,
        games_to_win=games_to_win,
    )


def columns_of(rules: RuleSet, players: Sequence[str]) -> tuple[Column, ...]:
    """The sides as columns, in their order."""
    return tuple(Column(i, tuple(players[s] for s in seats)) for i, seats in enumerate(rules.table.sides))


def bid_text(t: Gettext, bid: Bid) -> str:
    """A bid as it is said at the table; `bid` where its height is not known."""
    if bid == HUNDRED_FOR_200:
        return t("100 for 200")
    if bid == UNTOLD:
        return t("bid")
    return t("free") if bid == FREE else str(bid)


def _row(
    record: Record,
    t: Gettext,
    sentence: Callable[[Line], str],
    event: Event,
    hand: Hand,
    gone: tuple[int, ...],
) -> Row:
    names = record.players
    facts: dict = {}
    if isinstance(event, Played):
        played = _settled(event, hand)
        facts = _played_facts(names, t, played)
        facts["partner"] = _partner(record.rules, names, played, hand)
        facts["calls"] = tuple(call_text(t, call) for call in event.auction or ())
    return Row(
        n=hand.n,
        kind=hand.kind,
        dealer="" if isinstance(event, Adjustment) else names[hand.dealer],
        made=hand.made,
        text=_event_text(t, event),
        note=event.note,
        cells=_cells(hand, gone),
        reasons=tuple(Reason(x.rule, x.side if x.side >= 0 else None, x.points, sentence(x)) for x in hand.lines),
        **facts,
    )


def _settled(event: Played, hand: Hand) -> Played:
    """The hand with its contract, also where the auction was recorded call by call."""
    if event.auction is None or hand.contractor is None or hand.bid is None:
        return event
    return replace(event, contractor=hand.contractor, bid=hand.bid, bids=hand.bids)


def _struck_row(names: Sequence[str], t: Gettext, event: Event) -> Row:
    facts = _played_facts(names, t, event) if isinstance(event, Played) else {}
    return Row(n=None, kind=event.kind, text=_event_text(t, event), note=event.note, struck=True, **facts)


def _played_facts(names: Sequence[str], t: Gettext, event: Played) -> dict:
    if event.contractor < 0:  # recorded call by call, and struck out before it was scored
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


def _event_text(t: Gettext, event: Event) -> str:
    if isinstance(event, Adjustment):
        return event.reason
    if isinstance(event, Played):
        return ""
    return t("Passed out") if event.kind == "passed_out" else t("Misdeal")


def _cells(hand: Hand, gone: tuple[int, ...]) -> tuple[Cell, ...]:
    return tuple(
        Cell(
            delta=hand.deltas[side],
            score=score,
            boxed=hand.boxed[side],
            contractor=side == hand.side,
            out=side in gone,
            won=side in hand.outcome.winners,
        )
        for side, score in enumerate(hand.scores)
    )
