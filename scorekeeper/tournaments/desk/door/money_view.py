"""The money as the desk sees it: the books, the prizes with their reasons, and the side pots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import t
from scorekeeper.messages.numbers import money
from scorekeeper.pairing.money.prizes import halves
from scorekeeper.pairing.money.side_pots import DRAW
from scorekeeper.tournaments.commands.door.money_state import proposed_winners
from scorekeeper.tournaments.prize_words import (
    award_reason,
    group_title,
    places_text,
    players_text,
    pot_reason,
    pot_title,
)

if TYPE_CHECKING:
    from scorekeeper.pairing.money.prizes import Award
    from scorekeeper.pairing.money.side_pots import SidePot
    from scorekeeper.tournaments.commands.authorization import TournamentAccess
    from scorekeeper.tournaments.commands.door.money_state import MoneyState
    from scorekeeper.tournaments.commands.snapshot import Board


@dataclass(frozen=True)
class SumLine:
    """A line of the books. `kind`: empty, `total` or `bad` (money is missing)."""

    text: str
    amount: str
    kind: str = ""


@dataclass(frozen=True)
class Winner:
    """An entrant with a prize. `players`: each player's part."""

    name: str
    players: str
    amount: str


@dataclass(frozen=True)
class PrizeRow:
    """The prizes of a place, or of the places that tied entrants share. `why`: where every cent comes from."""

    place: str
    winners: list[Winner]
    why: str


@dataclass(frozen=True)
class PrizeTable:
    """The prizes of a group. `title`: empty if there is one list, for everyone."""

    title: str
    rows: list[PrizeRow]


@dataclass(frozen=True)
class PotRow:
    """A side pot. `winners`: ids; `proposed`: the names of entrants who won by the results; `drawn`: its seed is known."""

    number: int
    title: str
    text: str
    is_draw: bool
    drawn: bool
    entrants: list[tuple[str, str]]
    winners: tuple[str, ...]
    proposed: str


@dataclass(frozen=True)
class MoneyPage:
    """The money of a tournament. `final`: the tournament is over, so the prizes are."""

    purse: list[SumLine]
    books: list[SumLine]
    prizes: list[PrizeTable]
    pots: list[PotRow]
    final: bool


def money_page(access: TournamentAccess, state: MoneyState) -> MoneyPage:
    """Return the money of a tournament."""
    board = state.board
    return MoneyPage(
        purse_lines(state),
        book_lines(state),
        prize_tables(board, state.awards),
        [_pot_row(access, board, number, pot) for number, pot in state.pots.items()],
        board.status == "finished",
    )


def purse_lines(state: MoneyState) -> list[SumLine]:
    """Return how the purse comes about."""
    books, purse = state.books, state.purse
    fees = _("Entry fees paid: %(amount)s, of which %(share)s%%", amount=_money(books.fees), share=purse.share)
    lines = [SumLine(fees, _money(books.fee_share))]
    lines += [SumLine(_("Sponsor: %(name)s", name=one.name), _money(one.cents)) for one in purse.sponsors]
    if purse.hall:
        lines.append(SumLine(_("Hall"), _money(-purse.hall)))
    lines.append(SumLine(_("Purse"), _money(books.purse), "total"))
    lines.append(SumLine(_("Prizes"), _money(books.prizes)))
    if books.unspent < 0:
        lines.append(SumLine(_("The prizes are more than the purse by"), _money(-books.unspent), "bad"))
    elif books.unspent:
        lines.append(SumLine(_("Rest of the purse, stays in the box"), _money(books.unspent)))
    if state.till.short:
        lines.append(SumLine(_("Not paid yet"), _money(state.till.short), "bad"))
    return lines


def book_lines(state: MoneyState) -> list[SumLine]:
    """Return everything that came in and goes out, and the rest."""
    books = state.books
    came = [
        (_("Entry fees"), books.fees),
        (_("Charges"), books.charges),
        (_("Paid too much"), books.over),
        (_("Sponsors"), books.sponsors),
        (_("Side pots"), books.pots),
    ]
    went = [(_("Hall"), books.hall), (_("Prizes"), books.prizes), (_("Paid from side pots"), books.pot_winners)]
    lines = [SumLine(text, _money(cents)) for text, cents in came if cents]
    lines.append(SumLine(_("Total received"), _money(books.income), "total"))
    lines += [SumLine(text, _money(-cents)) for text, cents in went if cents]
    short = books.rest < 0
    lines.append(SumLine(_("Missing") if short else _("Stays in the box"), _money(abs(books.rest)), "bad" if short else "total"))
    return lines


def prize_tables(board: Board, awards: list[Award]) -> list[PrizeTable]:
    """Return the prizes of each group."""
    groups = list(dict.fromkeys(one.group for one in awards))
    several = groups not in ([], [""])
    return [
        PrizeTable(group_title(t(), board.tournament, group) if several else "", _prize_rows(board, awards, group))
        for group in groups
    ]


def _prize_rows(board: Board, awards: list[Award], group: str) -> list[PrizeRow]:
    """Return the prizes of a group. Tied entrants share a row, so that the reason is there once."""
    by_place: dict[int, list[Award]] = {}
    for one in awards:
        if one.group == group:
            by_place.setdefault(one.first, []).append(one)
    return [
        PrizeRow(
            places_text(t(), place, shared[0].last),
            [_winner(board, one) for one in shared],
            award_reason(t(), shared[0], sum(one.extra for one in shared)),
        )
        for place, shared in by_place.items()
    ]


def _winner(board: Board, one: Award) -> Winner:
    entrant = board.entrant(one.entrant)
    players = entrant.players if entrant is not None else ()
    shares = halves(one.cents, len(players) or 1)
    return Winner(board.name_of(one.entrant), players_text(t(), players, shares), _money(one.cents))


def _pot_row(access: TournamentAccess, board: Board, number: int, pot: SidePot) -> PotRow:
    proposed = proposed_winners(access, board, pot)
    return PotRow(
        number,
        pot_title(t(), pot),
        pot_reason(t(), pot, board.name_of),
        pot.kind == DRAW,
        pot.seed is not None,
        [(who, board.name_of(who)) for who in pot.entrants],
        pot.winners or proposed,
        ", ".join(board.name_of(who) for who in proposed),
    )


def _money(cents: int) -> str:
    return money(_, cents)
