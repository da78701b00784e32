"""The list of prizes with their winners, to be signed for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import money
from scorekeeper.pairing.money.prizes import halves
from scorekeeper.tournaments.printouts.event import PrintedEvent
from scorekeeper.tournaments.printouts.extra_standings import winners_by_tag
from scorekeeper.tournaments.printouts.kind import Kind, is_decided
from scorekeeper.tournaments.printouts.lists import (
    BROKEN,
    LIST_HEADS,
    NAME_SIZES,
    Column,
    ListLine,
    ListPart,
    list_document,
    row_height,
)
from scorekeeper.tournaments.printouts.page import Document, Paper, split_evenly
from scorekeeper.tournaments.printouts.text_fit import fit_name
from scorekeeper.tournaments.prize_words import group_title, players_text
from scorekeeper.tournaments.prizes import parse_prize, tag_prize
from scorekeeper.tournaments.words import field_title


def prizes(event: PrintedEvent, size: str) -> Document | None:
    """Return the prizes with the names of their winners: first from the purse, then prizes in words.

    None before the end or without prizes.
    """
    lines = [line.strip() for line in event.about.prizes.splitlines() if line.strip()]
    if not _has_prizes(event) or not event.state.finished:
        return None
    t, paper = event.t, Paper(size)
    widths = (14.0, (paper.width - 14.0) * 0.42, (paper.width - 14.0) * 0.33, (paper.width - 14.0) * 0.25)
    titles, kinds = (t("Rank"), t("Names"), t("Prize"), t("Received")), ("no", "name", "plain", "write")
    columns = [Column(*one) for one in zip(titles, widths, kinds, strict=True)]
    prize_lines = [*_award_lines(event, widths), *(line for text in lines for line in _prize_lines(event, text, widths))]
    pages = [
        [ListPart("", part, row_height(paper, len(part), 11.0, 14.0))]
        for part in split_evenly(prize_lines, int((paper.body - LIST_HEADS - 2) // 11.0))
    ]
    return list_document(event, paper, columns, pages)


def _has_prizes(event: PrintedEvent) -> bool:
    return bool(event.about.prizes.strip()) or bool(event.about.money and event.about.money.awards)


def _award_lines(event: PrintedEvent, widths: Sequence[float]) -> Iterator[ListLine]:
    """Yield the prizes of the purse, with each player's half."""
    awards = event.about.money.awards if event.about.money is not None else ()
    several = any(one.group for one in awards)
    for one in awards:
        name = event.name_of(one.entrant)
        if several:
            name += f" ({group_title(event.t, event.tournament, one.group)})"
        players = event.players_of(one.entrant)
        halved = players_text(event.t, players, halves(one.cents, len(players)))
        amount = money(event.t, one.cents) + (f" ({halved})" if halved else "")
        place = str(one.first) if one.tied == 1 else f"{one.first}–{one.last}"
        what = fit_name(amount, widths[2] - 4, (10.5, 9.5, 8.5), BROKEN)
        yield ListLine((place, fit_name(name, widths[1] - 4, NAME_SIZES, BROKEN, bold=True), what, ""))


def _prize_lines(event: PrintedEvent, text: str, widths: Sequence[float]) -> Iterator[ListLine]:
    """Yield the lines of a prize, one for each entrant with that rank, or for the first of that tag.

    Without a rank or a tag, the line has no name.
    """
    line = parse_prize(text)
    holders = line.holders(event.standings)
    fields = bool(line.final) or len({row.field for row in event.standings if row.field in event.state.pairing.fields}) > 1
    tagged = [row for tag, row in winners_by_tag(event) if tag_prize(text, tag)]
    prize = text.partition(":")[2].strip() if tagged else line.prize
    what = fit_name(prize, widths[2] - 4, (10.5, 9.5, 8.5), BROKEN)
    for row in tagged:
        yield ListLine(("", fit_name(event.name_of(row.id), widths[1] - 4, NAME_SIZES, BROKEN, bold=True), what, ""))
    if not holders and not tagged:
        yield ListLine((str(line.ranks[0]) if line.ranks else "", "", what, ""))
    for row in holders:
        name = event.name_of(row.id) + (f" ({field_title(event.t, event.tournament, row.field)})" if fields else "")
        yield ListLine((str(row.rank), fit_name(name, widths[1] - 4, NAME_SIZES, BROKEN, bold=True), what, ""))


KINDS = (
    Kind(
        "prizes",
        N_("Prizes by name"),
        N_("to sign on receipt"),
        prizes,
        lambda event: is_decided(event) and _has_prizes(event),
    ),
)
