"""The prize-giving on the hall screen: from the last prize to the first, one page for each place."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext, t
from scorekeeper.messages.game.outcome import bid_text
from scorekeeper.tournaments.commands.door.door_prizes import winner_name
from scorekeeper.tournaments.commands.door.door_state import door_prizes_of
from scorekeeper.tournaments.commands.door.money_state import MoneyState, has_prizes
from scorekeeper.tournaments.commands.live.best_of_day import BestOfDay, best_of_day
from scorekeeper.tournaments.prizes import PrizeGroup, place_title, prize_groups, shared_prize
from scorekeeper.tournaments.public.hall_type import BOLD, HEIGHT, LEGIBLE, LETTER, SMALLEST, STEP, WIDTH
from scorekeeper.tournaments.public.slides import Slide

if TYPE_CHECKING:
    from scorekeeper.pairing.record.door_prizes import DoorPrize
    from scorekeeper.tournaments.context import PublicContext

PODIUM_PLACES = 3
MOST_NAMES, FEWEST_NAMES = 6, 2
"""How many names of a place are shown: at least the second number, up to the first if they are legible."""
LARGEST = 90
"""The largest type, in tenths of a hundredth of the screen. The style sheet has a class for each even number."""
GAP, REMARK = 3.0, 6.5
"""The height between two places, and of the remark."""
HEADING, NAME, PRIZE = 0.75, 1.15, 0.85
"""The heights of lines, as fractions of the font size."""
SMALLER = 0.6
"""The font size of a prize, as a fraction of the font size."""


@dataclass(frozen=True)
class PodiumTitle:
    """The first page. `says`: a line below the title."""

    says: str


@dataclass(frozen=True)
class Honour:
    """Something to applaud: a place or a feat in words, the names, and the prize or the number."""

    what: str
    names: tuple[str, ...]
    prize: str


@dataclass(frozen=True)
class Honours:
    """The honours of a page, and a remark at its foot.

    `most`: how many names of each are shown. `size`: the font size in tenths of a hundredth of the screen.
    """

    honours: tuple[Honour, ...]
    remark: str
    most: int
    size: int


def honours_on_page(honours: tuple[Honour, ...], remark: str = "") -> Honours:
    """Return a page with as many names as are legible on it, in the largest type that fits."""
    for most in range(MOST_NAMES, FEWEST_NAMES, -1):
        size = _largest_type(honours, remark, most)
        if size >= LEGIBLE:
            return Honours(honours, remark, most, size)
    return Honours(honours, remark, FEWEST_NAMES, _largest_type(honours, remark, FEWEST_NAMES))


def _largest_type(honours: tuple[Honour, ...], remark: str, most: int) -> int:
    room = HEIGHT - GAP * (len(honours) - 1) - (REMARK if remark else 0)

    def height(one: Honour, size: float) -> float:
        names = sum(ceil(len(name) * BOLD * size / WIDTH) for name in one.names[:most])
        small = (len(one.names) > most) + ceil(len(one.prize) * LETTER * SMALLER * size / WIDTH)
        return (HEADING + NAME * names + PRIZE * small) * size

    sizes = range(LARGEST, SMALLEST, -STEP)
    return next((size for size in sizes if sum(height(one, size / 10) for one in honours) <= room), SMALLEST)


def podium_slides(context: PublicContext) -> list[Slide]:
    """Return the pages of the prize-giving; none before everything is played."""
    board = context.board
    if not board.finished or not board.rounds:
        return []
    awards = MoneyState(board).awards if has_prizes(board) else []
    groups = prize_groups(t(), board, board.standings, board.about.prizes, awards)
    slides = [Slide("podium-title", _("Prize-giving"), lambda: PodiumTitle(board.name), 0)]
    drawn = door_prizes_of(board)
    for k in range(0, len(drawn), PODIUM_PLACES):
        some = tuple(_drawn_honour(context, one) for one in drawn[k : k + PODIUM_PLACES])
        slides.append(Slide("podium", _("Door prizes"), lambda some=some: honours_on_page(some), 0))  # type: ignore[misc]
    best = best_of_day(context.access, board)
    if best is not None:
        slides.append(Slide("podium", _("Best of the day"), lambda: best_honours(best), 0))
    # A group's last prize comes first, and the last group before the first.
    for group in reversed(groups):
        for rank in sorted({row.rank for row in group.rows}, reverse=True):
            honour = _honour(context, group, rank)
            slides.append(Slide("podium", group.title or _("Prize-giving"), lambda one=honour: honours_on_page((one,)), 0))  # type: ignore[misc]
    for group in groups:
        ranks = sorted({row.rank for row in group.rows if row.rank <= PODIUM_PLACES})
        all_honours = tuple(_honour(context, group, rank) for rank in ranks)
        title = group.title or _("Congratulations!")
        slides.append(Slide("podium", title, lambda some=all_honours: honours_on_page(some), 0))  # type: ignore[misc]
    return slides


def _drawn_honour(context: PublicContext, one: DoorPrize) -> Honour:
    number = _("draw %(seed)s among %(among)s", seed=one.seed, among=one.among)
    return Honour(one.prize or _("Door prize"), (winner_name(context.board, one),), number)


def _honour(context: PublicContext, group: PrizeGroup, rank: int) -> Honour:
    rows = [row for row in group.rows if row.rank == rank]
    return Honour(place_title(t(), rank), tuple(context.board.name_of(row.id) for row in rows), shared_prize(t(), rows))


def best_honours(best: BestOfDay) -> Honours:
    """Return the best of the day in words, with the number of hands they come from."""
    found = []
    if best.highest is not None:
        found.append(Honour(_("Highest contract made"), best.highest.names, bid_text(t(), best.highest.value)))
    if best.run is not None:
        found.append(Honour(_("Most contracts made in a row"), best.run.names, str(best.run.value)))
    if best.boxed is not None:
        found.append(Honour(_("Most boxed"), best.boxed.names, str(best.boxed.value)))
    remark = ngettext("From %(num)s hand recorded in the app.", "From %(num)s hands recorded in the app.", best.hands)
    return honours_on_page(tuple(found), remark)
