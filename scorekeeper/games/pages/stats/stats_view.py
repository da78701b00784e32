"""Statistics for a page: each number in words, with the URL of the hands behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.base.i18n import gettext as _
from scorekeeper.base.i18n import ngettext
from scorekeeper.engine.auction import bid_rank
from scorekeeper.statistics import deeds
from scorekeeper.statistics.figures import Figures, PersonLine
from scorekeeper.statistics.tally import Tally
from scorekeeper.wording.figures import number
from scorekeeper.wording.names import side_name
from scorekeeper.wording.outcome import bid_text
from scorekeeper.wording.statistics import mean_text, share_text, turn_text

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
    games, won = tally.count(deeds.GAME), tally.count(deeds.WON)
    return [
        Fact(_("Games"), str(games), "", url(kind=deeds.GAME)),
        Fact(_("Games won"), str(won), share_text(_, won, games), url(kind=deeds.WON)),
        Fact(_("Skunks won"), str(tally.count(deeds.SKUNK)), "", url(kind=deeds.SKUNK)),
        Fact(_("Skunks lost"), str(tally.count(deeds.SKUNKED)), "", url(kind=deeds.SKUNKED)),
    ]


def _bids(tally: Tally, url: Url) -> list[Fact]:
    bids, made = tally.count(deeds.BID), tally.count(deeds.MADE)
    if not bids:
        return [Fact(_("Bids"), "0")]
    return [
        Fact(_("Bids"), str(bids), _("%(n)s on average", n=mean_text(_, tally.mean(deeds.BID))), url(kind=deeds.BID)),
        Fact(_("Bids made"), str(made), share_text(_, made, bids), url(kind=deeds.MADE)),
        Fact(_("Points above or below the bid"), mean_text(_, tally.mean(deeds.MARGIN), signed=True), "", url(kind=deeds.MARGIN)),
        Fact(
            _("Points lost on failed bids"),
            number(tally.total(deeds.FAILED)),
            ngettext("in %(num)s hand", "in %(num)s hands", tally.count(deeds.FAILED)),
            url(kind=deeds.FAILED),
        ),
    ]


def _trouble(tally: Tally, url: Url) -> list[Fact]:
    unbid = tally.count(deeds.UNBID)
    return [
        Fact(_("Went in the box"), str(tally.count(deeds.BOXED)), "", url(kind=deeds.BOXED)),
        Fact(
            _("Points not counted near the end"),
            number(tally.total(deeds.UNBID)),
            ngettext("in %(num)s hand", "in %(num)s hands", unbid),
            url(kind=deeds.UNBID),
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
    heights = sorted(tally.at_values(deeds.BID), key=bid_rank)
    most = max((tally.count(deeds.BID, at) for at in heights), default=1)
    return [_bar(tally, at, bid_text(_, at), (deeds.BID, deeds.MADE), most, url) for at in heights]


def by_turn(tally: Tally, url: Url) -> list[Bar]:
    """Return the hands by turn to bid: their number, the contracts taken and made, and the side's points per hand."""
    turns = sorted((int(at) for at in tally.at_values(deeds.SEATED)), key=lambda at: at or WIDE)
    bars = []
    most = max((tally.count(deeds.TAKEN, at) / tally.count(deeds.SEATED, at) for at in turns), default=1) or 1
    for at in turns:
        hands, taken, made = tally.count(deeds.SEATED, at), tally.count(deeds.TAKEN, at), tally.total(deeds.TAKEN, at)
        cells = (
            (str(hands), url(kind=deeds.SEATED, at=at)),
            (share_text(_, taken, hands), url(kind=deeds.TAKEN, at=at)),
            (mean_text(_, tally.mean(deeds.SEATED, at), signed=True), url(kind=deeds.SEATED, at=at)),
        )
        bars.append(Bar(turn_text(_, at), cells, _length(made, hands * most), _length(taken - made, hands * most)))
    return bars


def by_year(years: Iterable[tuple[str, Tally]], url: Callable[[str], str]) -> list[Bar]:
    """Return games played and won, by year."""
    known = [(year, tally.count(deeds.GAME), tally.count(deeds.WON)) for year, tally in years]
    most = max((games for _year, games, _won in known), default=1)
    return [
        Bar(year, ((str(games), ""), (str(won), "")), _length(won, most), _length(games - won, most), url(year))
        for year, games, won in known
    ]


def _bar(tally: Tally, at: Bid, title: str, kinds: tuple[str, str], most: int, url: Url) -> Bar:
    whole, done = (tally.count(kind, at) for kind in kinds)
    cells = tuple((str(count), url(kind=kind, at=at) if count else "") for kind, count in zip(kinds, (whole, done), strict=True))
    return Bar(title, cells, _length(done, most), _length(whole - done, most))


def _length(part: int, whole: float) -> float:
    return round(WIDE * part / whole, 1) if whole else 0


@dataclass(frozen=True, slots=True)
class Row:
    """A person or a pair on a list."""

    name: str
    url: str
    games: int
    won: int
    won_share: str
    bids: str


def row(name: str, url: str, line: PersonLine) -> Row:
    """Return a row of a list."""
    text = _("%(made)s of %(bids)s", made=line.made, bids=line.bids) if line.bids else "–"
    return Row(name, url, line.games, line.won, share_text(_, line.won, line.games), text)


def rows(
    lines: dict[tuple[str, ...], PersonLine], called: Callable[[str], str], url: Callable[[tuple[str, ...]], str]
) -> list[Row]:
    """Return a list of people or pairs, most games first."""
    order = sorted(lines, key=lambda who: (-lines[who].games, -lines[who].won, who))
    return [row(side_name([called(one) for one in who]), url(who), lines[who]) for who in order]
