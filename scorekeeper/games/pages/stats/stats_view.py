"""Statistics for a page: each number in words, with the URL of the hands behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext
from scorekeeper.engine.auction import bid_rank
from scorekeeper.messages.game.outcome import bid_text
from scorekeeper.messages.names import side_name
from scorekeeper.messages.numbers import number
from scorekeeper.messages.stats import mean_text, share_text, turn_text
from scorekeeper.stats import hand_facts
from scorekeeper.stats.people import GameTotals
from scorekeeper.stats.player_stats import Figures
from scorekeeper.stats.summary import Tally

if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid

    Url = Callable[..., str]
    """Returns the URL of the hands behind a number, by `kind` and `at`."""

WIDE = 100
"""Length of a whole bar."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A statistic: its title, its number, a note, and the URL of the hands behind it."""

    title: str
    figure: str
    said: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A table row with a bar. `cells` are numbers with their URLs, and `done` and `missed` are the lengths of the bar."""

    title: str
    cells: tuple[tuple[str, str], ...]
    done: float
    missed: float
    url: str = ""


def facts(figures: Figures, url: Url) -> list[list[Fact]]:
    """Return the statistics of a person or pair in groups: games, bids, trouble, records."""
    tally = figures.tally
    groups = [_games(tally, url), _bids(tally, url), _trouble(tally, url), _records(figures, url)]
    return [[fact for fact in group if fact.figure != "0"] for group in groups]


def _games(tally: Tally, url: Url) -> list[Fact]:
    games, won = tally.count(hand_facts.GAME), tally.count(hand_facts.WON)
    return [
        Fact(_("Games"), str(games), "", url(kind=hand_facts.GAME)),
        Fact(_("Games won"), str(won), share_text(_, won, games), url(kind=hand_facts.WON)),
        Fact(_("Skunks won"), str(tally.count(hand_facts.SKUNK)), "", url(kind=hand_facts.SKUNK)),
        Fact(_("Skunks lost"), str(tally.count(hand_facts.SKUNKED)), "", url(kind=hand_facts.SKUNKED)),
    ]


def _bids(tally: Tally, url: Url) -> list[Fact]:
    bids, made = tally.count(hand_facts.BID), tally.count(hand_facts.MADE)
    if not bids:
        return [Fact(_("Bids"), "0")]
    return [
        Fact(_("Bids"), str(bids), _("%(n)s on average", n=mean_text(_, tally.mean(hand_facts.BID))), url(kind=hand_facts.BID)),
        Fact(_("Bids made"), str(made), share_text(_, made, bids), url(kind=hand_facts.MADE)),
        Fact(
            _("Points above or below the bid"),
            mean_text(_, tally.mean(hand_facts.MARGIN), signed=True),
            "",
            url(kind=hand_facts.MARGIN),
        ),
        Fact(
            _("Points lost on failed bids"),
            number(tally.total(hand_facts.FAILED)),
            ngettext("in %(num)s hand", "in %(num)s hands", tally.count(hand_facts.FAILED)),
            url(kind=hand_facts.FAILED),
        ),
    ]


def _trouble(tally: Tally, url: Url) -> list[Fact]:
    unbid = tally.count(hand_facts.UNBID)
    return [
        Fact(_("Went in the box"), str(tally.count(hand_facts.BOXED)), "", url(kind=hand_facts.BOXED)),
        Fact(
            _("Points not counted near the end"),
            number(tally.total(hand_facts.UNBID)),
            ngettext("in %(num)s hand", "in %(num)s hands", unbid),
            url(kind=hand_facts.UNBID),
        ),
    ]


def _records(figures: Figures, url: Url) -> list[Fact]:
    back = figures.comeback
    return [
        Fact(_("Best comeback"), number(-back[0]) if back else "0", "", url(row="comeback")),
        Fact(_("Games won in a row"), str(figures.won_in_a_row.length), "", url(row="won")),
        Fact(_("Bids made in a row"), str(figures.made_in_a_row.length), "", url(row="made")),
    ]


def by_bid(tally: Tally, url: Url) -> list[Bar]:
    """Return the bids by amount: how many, how many made, and a bar."""
    heights = sorted(tally.at_values(hand_facts.BID), key=bid_rank)
    most = max((tally.count(hand_facts.BID, at) for at in heights), default=1)
    return [_bar(tally, at, bid_text(_, at), (hand_facts.BID, hand_facts.MADE), most, url) for at in heights]


def by_turn(tally: Tally, url: Url) -> list[Bar]:
    """Return the hands by turn to bid: their number, the contracts taken and made, and the side's points per hand."""
    turns = sorted((int(at) for at in tally.at_values(hand_facts.SEATED)), key=lambda at: at or WIDE)
    bars = []
    most = max((tally.count(hand_facts.TAKEN, at) / tally.count(hand_facts.SEATED, at) for at in turns), default=1) or 1
    for at in turns:
        hands, taken, made = (
            tally.count(hand_facts.SEATED, at),
            tally.count(hand_facts.TAKEN, at),
            tally.total(hand_facts.TAKEN, at),
        )
        cells = (
            (str(hands), url(kind=hand_facts.SEATED, at=at)),
            (share_text(_, taken, hands), url(kind=hand_facts.TAKEN, at=at)),
            (mean_text(_, tally.mean(hand_facts.SEATED, at), signed=True), url(kind=hand_facts.SEATED, at=at)),
        )
        bars.append(Bar(turn_text(_, at), cells, _length(made, hands * most), _length(taken - made, hands * most)))
    return bars


def by_year(years: Iterable[tuple[str, Tally]], url: Callable[[str], str]) -> list[Bar]:
    """Return games played and won, by year."""
    known = [(year, tally.count(hand_facts.GAME), tally.count(hand_facts.WON)) for year, tally in years]
    most = max((games for _year, games, _won in known), default=1)
    return [
        Bar(year, ((str(games), ""), (str(won), "")), _length(won, most), _length(games - won, most), url(year))
        for year, games, won in known
    ]


def _bar(tally: Tally, at: Bid, title: str, kinds: tuple[str, str], most: int, url: Url) -> Bar:
    total, done = (tally.count(kind, at) for kind in kinds)
    cells = tuple((str(count), url(kind=kind, at=at) if count else "") for kind, count in zip(kinds, (total, done), strict=True))
    return Bar(title, cells, _length(done, most), _length(total - done, most))


def _length(part: int, whole: float) -> float:
    return round(WIDE * part / whole, 1) if whole else 0


@dataclass(frozen=True, slots=True)
class Row:
    """A pair or a partner on a list. `won` and `bids` say how many of how many."""

    name: str
    url: str
    won: str
    won_share: str
    bids: str


def of_text(part: int, whole: int) -> str:
    """Return `4 of 6`, or a dash if there is nothing to count."""
    return _("%(made)s of %(bids)s", made=part, bids=whole) if whole else "–"


def pair_rows(lines: dict[tuple[str, ...], GameTotals], called: Callable[[str], str], url: Callable[..., str]) -> list[Row]:
    """Return a list of pairs, most games won first."""
    order = sorted(lines, key=lambda who: (-lines[who].won, lines[who].games, who))
    return [
        Row(
            side_name([called(one) for one in who]),
            url(*who),
            of_text(lines[who].won, lines[who].games),
            share_text(_, lines[who].won, lines[who].games),
            of_text(lines[who].made, lines[who].bids),
        )
        for who in order
    ]


def partner_rows(partners: dict[str, list[int]], called: Callable[[str], str], url: Callable[..., str]) -> list[Row]:
    """Return a person's partners, most games together first."""
    order = sorted(partners, key=lambda who: (-partners[who][0], -partners[who][1], who))
    return [
        Row(called(who), url(who), of_text(won, games), share_text(_, won, games), "")
        for who, (games, won) in [(who, partners[who]) for who in order]
    ]
