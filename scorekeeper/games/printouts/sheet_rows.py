"""The rows of a score sheet, in words, for the printed sheet and for its page, with the pot and why a side got nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import ascii_lowercase
from typing import TYPE_CHECKING

from scorekeeper.engine.pot import settle_pot
from scorekeeper.messages.names import side_name
from scorekeeper.messages.numbers import money

if TYPE_CHECKING:
    from scorekeeper.engine.endings import MatchScore
    from scorekeeper.engine.events import Event, Line
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.scored_game import Hand, Replay
    from scorekeeper.formats.game_record import Record
    from scorekeeper.messages.marks import Gettext


@dataclass(frozen=True, slots=True)
class PrintedPot:
    """The pot in money. `shares` has each player's name, payment and winnings (empty for none)."""

    total: str
    shares: tuple[tuple[str, str, str], ...]


def pot_of(record: Record, replay: Replay, t: Gettext) -> PrintedPot | None:
    """Return the pot so far or as divided, or None if there are no stakes (`pot`)."""
    settled = settle_pot(record.rules, replay)
    if not settled.pot:
        return None
    shares = zip(record.players, settled.paid, settled.won, strict=True)
    return PrintedPot(
        money(t, settled.pot), tuple((name, money(t, -paid), f"+{money(t, won)}" if won else "") for name, paid, won in shares)
    )


def zero_reasons(t: Gettext, hand: Hand) -> dict[int, str]:
    """Return the reason for each side whose points of this hand are 0 by a rule (rulebook section 7)."""
    reasons = {line.side: _reason_text(t, line) for line in hand.lines if line.points == 0 and not hand.deltas[line.side]}
    return {side: words for side, words in reasons.items() if words}


def _reason_text(t: Gettext, line: Line) -> str:
    p = line.params
    if line.rule not in ("score.opponents", "score.must_bid", "score.must_win_or_set"):
        return ""
    if not p["pile"]:
        return t("took no points")
    if line.rule == "score.must_win_or_set":
        return t("at %(line)s or more, and the contract was made") % {"line": p["line"]}
    if p.get("qualifying"):
        return t("at %(line)s or more, without having bid %(bid)s") % {"line": p["line"], "bid": p["qualifying"]}
    return t("at %(line)s or more, without having bid") % {"line": p["line"]}


def assign_letters(reasons: Iterable[Mapping[int, str]]) -> dict[str, str]:
    """Return a letter for each reason, in the order of the sheet."""
    different = dict.fromkeys(words for by_side in reasons for words in by_side.values())
    return dict(zip(different, ascii_lowercase, strict=False))


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

    `delta` and `score` are score points, and `boxed` means below zero. `contractor` marks the side that played the contract.
    `out` means that the side had dropped out before, and `won` that it won the game here. `zero` is the letter of the reason
    for no points.
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
    """Why a score changed or did not: the rule id, the side (None for no side in particular), points and the sentence."""

    rule: str
    side: int | None
    points: int
    text: str


@dataclass(frozen=True, slots=True)
class PaperLine:
    """The row of one event.

    `n` counts from 1. It is None for a void hand, which has no `cells` and no `reasons`. `number` counts the hands, and is
    None for other events. `bid` is the contract in words or digits. `bids` are (name, bid) of the other bidders, None if
    unknown. `calls` is the recorded auction in words. `trump` is S, H, D, C, NT or None. `taken` is the card points of the
    contractor's camp. `partner` is the contractor's partner for this hand only. `text` describes an event that is not a
    hand, such as an adjustment's reason. `dealer` is empty if unknown. `dispute` has the claim and the ruling in words.
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
    """A void hand: the recorded event, and the number of valid events before it."""

    after: int
    event: Event


@dataclass(frozen=True, slots=True)
class PaperGame:
    """A whole game in rows.

    `outcome` is the sentence about the end, empty during the game. `error` says why the record can't be scored further, if
    so. `title` is the name of the rules if they have one. `played_on` is a date in words. `about` has other facts about the
    session, one per line. `zeros` explains the letters next to a 0. `games_to_win` is for the match, None for an open
    series.
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
        """Whether the game has been won."""
        return bool(self.winners)
