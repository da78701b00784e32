"""A game in rows, as plain values already in words: what a score sheet shows, on paper and on its page. `view` makes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.wording.names import side_name

if TYPE_CHECKING:
    from scorekeeper.engine.events import Event
    from scorekeeper.engine.match import MatchScore
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.papers.pot import PrintedPot


@dataclass(frozen=True, slots=True)
class SideColumn:
    """A side's column: its number and its players' names, by seat."""

    side: int
    names: tuple[str, ...]

    @property
    def label(self) -> str:
        """The names on one line."""
        return side_name(self.names)


@dataclass(frozen=True, slots=True)
class SideCell:
    """One side after one event.

    `delta`, `score`: score points; `boxed`: below zero; `contractor`: this side played the contract; `out`: it had
    dropped out before; `won`: the game ended here and this side won it; `zero`: the letter of the reason for no points.
    """

    delta: int
    score: int
    boxed: bool
    contractor: bool
    out: bool
    won: bool
    zero: str = ""


@dataclass(frozen=True, slots=True)
class ScoreReason:
    """Why a score changed, or did not: the rule's id, the side (None: nobody's in particular), points, the sentence."""

    rule: str
    side: int | None
    points: int
    text: str


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One event. `n` counts from 1 and is None for a hand that was struck out, which has no `cells` and no `reasons`; `number`
    counts the hands, and is None for what is none.

    `kind`: as recorded. `bid`: the contract in words or figures. `bids`: (name, bid) of the others who bid, None if not
    known. `calls`: the auction in words, call by call, where it was recorded. `trump`: S H D C NT or None. `taken`: card points
    of the contractor's camp. `partner`: who played with the contractor this hand only. `text`: what an event that is not a hand
    was (an adjustment's reason). `dealer` is empty where it is not known. `dispute`: what is claimed about it, and the ruling, in
    words.
    """

    n: int | None
    kind: str
    number: int | None = None
    dealer: str = ""
    contractor: str = ""
    partner: str = ""
    bid: str = ""
    bids: tuple[tuple[str, str], ...] | None = None
    calls: tuple[str, ...] = ()
    trump: str | None = None
    taken: int | None = None
    made: bool | None = None
    announced_all: bool = False
    text: str = ""
    note: str = ""
    dispute: str = ""
    cells: tuple[SideCell, ...] = ()
    reasons: tuple[ScoreReason, ...] = ()
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
class PaperGame:
    """A whole game in rows.

    `outcome`: the sentence that ends it, empty while it is played; `error`: why the record stops being scored, if it does;
    `title`: the name of the rules where they have one of their own; `played_on`: a date already in words; `about`: what else
    is known of the evening, a line each; `zeros`: what the letters beside a 0 stand for; `games_to_win`: of the match, None for
    an open series.
    """

    rules: RuleSet
    players: tuple[str, ...]
    columns: tuple[SideColumn, ...]
    rows: tuple[PaperLine, ...]
    scores: tuple[int, ...]
    dropped: tuple[int, ...]
    winners: tuple[int, ...]
    outcome: str = ""
    next_dealer: str = ""
    error: str = ""
    title: str = ""
    played_on: str = ""
    about: tuple[str, ...] = ()
    zeros: tuple[tuple[str, str], ...] = ()
    pot: PrintedPot | None = None
    match: MatchScore | None = None
    games_to_win: int | None = None

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.winners)
