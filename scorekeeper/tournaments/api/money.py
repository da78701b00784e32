"""API endpoints for the purse, the prizes, side pots and the books."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.core.api.json_schema import (
    FLAG,
    Count,
    Description,
    Ordinal,
    Revision,
    array,
    integer,
    nullable,
    object_schema,
    one_of,
    text,
)
from scorekeeper.core.i18n.translation import t
from scorekeeper.pairing.money.prizes import halves
from scorekeeper.pairing.money.purse import (
    LAST_PLACE,
    LONGEST_GROUP,
    LONGEST_SPONSOR,
    MOST_LISTS,
    MOST_PRIZES,
    MOST_SPONSORS,
    TIES,
    PrizeList,
    Sponsor,
)
from scorekeeper.pairing.money.side_pots import LONGEST_POT_NAME, MOST_IN_POT, POT_KINDS
from scorekeeper.pairing.record.attendance import MOST_CENTS
from scorekeeper.pairing.record.lots import HIGHEST_LOT
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.api.responses import etag_of
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.door import purse
from scorekeeper.tournaments.commands.door.money_state import MoneyState, proposed_winners
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.prize_words import award_reason

_CENTS = integer(1, MOST_CENTS)
_PERCENT = integer(0, 100)
_PLACE = integer(1, LAST_PLACE)
_IDS = array(text(40), 0, MOST_IN_POT)
_SPONSOR = object_schema({"name": text(LONGEST_SPONSOR, 1), "cents": _CENTS})
_PRIZE = object_schema(
    {"first": _PLACE, "last": _PLACE, "cents": nullable(_CENTS), "percent": nullable(integer(1, 100))}, ("cents", "percent")
)
_LIST = {
    "group": text(LONGEST_GROUP),
    "percent": _PERCENT,
    "best_quarter": FLAG,
    "prizes": array(_PRIZE, 0, MOST_PRIZES),
}


@dataclass(frozen=True, slots=True)
class BooksNow:
    """The money in cents. `income`: everything that came in; `spent`: what goes out; `rest`: what stays in the box."""

    fees: Count
    charges: Count
    over: Count
    sponsors: Count
    pots: Count
    income: Count
    hall: Count
    prizes: Count
    pot_winners: Count
    spent: Count
    rest: int


@dataclass(frozen=True, slots=True)
class PurseNow:
    """The purse and how it is paid. `cents`: what there is for prizes."""

    revision: Revision
    cents: Count
    share: Annotated[int, _PERCENT]
    hall: Count
    sponsors: tuple[Sponsor, ...]
    lists: tuple[PrizeList, ...]
    whole_dollars: bool
    ties: Annotated[str, one_of(TIES)]
    books: BooksNow


@dataclass(frozen=True, slots=True)
class NewPurse:
    """A purse. Missing fields get their default: all of the fees, no hall, no sponsors, no prizes."""

    share: Annotated[Any, _PERCENT, Description("Percent of the entry fees.")] = 100
    hall: Annotated[Any, integer(0, MOST_CENTS)] = 0
    sponsors: Annotated[Any, array(_SPONSOR, 0, MOST_SPONSORS)] = ()
    lists: Annotated[Any, array(object_schema(_LIST, _LIST), 0, MOST_LISTS)] = ()
    whole_dollars: Annotated[Any, FLAG] = False
    ties: Annotated[Any, one_of(TIES)] = "rank"


@dataclass(frozen=True, slots=True)
class PrizeNow:
    """A prize. `first`, `last`: the places; `players`: each player's part in cents; `why`: where every cent comes from."""

    entrant: str
    name: str
    group: str
    first: Ordinal
    last: Ordinal
    cents: Count
    players: list[int]
    why: str


@dataclass(frozen=True, slots=True)
class PrizeBoard:
    """Every prize, list by list. `final`: the tournament is over; before that, as if it ended now."""

    revision: Revision
    final: bool
    prizes: list[PrizeNow]


@dataclass(frozen=True, slots=True)
class PotNow:
    """A side pot. `shares`: what each winner gets, in cents; `proposed`: who won by the results; `seed`: of a draw."""

    number: Ordinal
    kind: Annotated[str, one_of(POT_KINDS)]
    name: str
    cents: Annotated[int, _CENTS]
    entrants: tuple[str, ...]
    winners: tuple[str, ...]
    shares: list[int]
    proposed: tuple[str, ...]
    seed: int | None


@dataclass(frozen=True, slots=True)
class PotList:
    """The side pots."""

    revision: Revision
    pots: list[PotNow]


@dataclass(frozen=True, slots=True)
class NewPot:
    """A side pot. By default, everyone who plays is in it."""

    kind: Annotated[Any, one_of(POT_KINDS)]
    cents: Annotated[Any, _CENTS]
    name: Annotated[Any, text(LONGEST_POT_NAME)] = None
    entrants: Annotated[list[str] | None, _IDS] = None
    winners: Annotated[list[str] | None, _IDS] = None


@dataclass(frozen=True, slots=True)
class PotDraw:
    """A draw. `seed`: by default a random one."""

    seed: Annotated[Any, integer(0, HIGHEST_LOT)] = None


_SCORE = tournament_operations("door", "club.score")
_DIRECT = tournament_operations("door", "club.direct")


@_SCORE.get("/tournaments/{tournament}/purse", etag=etag_of, problems=(422,))
def show_purse(board: Board) -> PurseNow:
    """Return the purse and the books."""
    state = MoneyState(board)
    found, books = state.purse, state.books
    now = BooksNow(
        books.fees,
        books.charges,
        books.over,
        books.sponsors,
        books.pots,
        books.income,
        books.hall,
        books.prizes,
        books.pot_winners,
        books.spent,
        books.rest,
    )
    return PurseNow(
        board.revision,
        books.purse,
        found.share,
        found.hall,
        found.sponsors,
        found.lists,
        found.whole_dollars,
        found.ties,
        now,
    )


@_DIRECT.put("/tournaments/{tournament}/purse")
def change_purse(sent: NewPurse) -> TournamentCommand:
    """Set the purse and how it is paid."""
    return purse.set_purse(
        {
            "share": sent.share,
            "hall": sent.hall,
            "sponsors": list(sent.sponsors),
            "lists": list(sent.lists),
            "whole_dollars": sent.whole_dollars,
            "ties": sent.ties,
        }
    )


@_SCORE.get("/tournaments/{tournament}/prizes", etag=etag_of, problems=(422,))
def list_prizes(board: Board) -> PrizeBoard:
    """List prizes.

    The purse pays them, and each has the reason for every cent.
    """
    rows = []
    for one in MoneyState(board).awards:
        entrant = board.entrant(one.entrant)
        players = 1 if entrant is None else max(1, len(entrant.players))
        parts, why = halves(one.cents, players), award_reason(t(), one)
        rows.append(PrizeNow(one.entrant, board.name_of(one.entrant), one.group, one.first, one.last, one.cents, parts, why))
    return PrizeBoard(board.revision, board.status == "finished", rows)


@_SCORE.get("/tournaments/{tournament}/pots", etag=etag_of, problems=(422,))
def list_pots(access: TournamentAccess, board: Board) -> PotList:
    """List the side pots."""
    rows = [
        PotNow(
            number,
            pot.kind,
            pot.name,
            pot.cents,
            pot.entrants,
            pot.winners,
            [*pot.shares.values()],
            proposed_winners(access, board, pot),
            pot.seed,
        )
        for number, pot in MoneyState(board).pots.items()
    ]
    return PotList(board.revision, rows)


@_DIRECT.post("/tournaments/{tournament}/pots")
def add_pot(sent: NewPot) -> TournamentCommand:
    """Add a side pot."""
    return purse.set_pot(_pot_facts(sent))


@_DIRECT.put("/tournaments/{tournament}/pots/{pot}")
def change_pot(pot: int, sent: NewPot) -> TournamentCommand:
    """Change a side pot.

    For example, to set its winners.
    """
    return purse.set_pot(_pot_facts(sent), pot)


@_DIRECT.delete("/tournaments/{tournament}/pots/{pot}")
def remove_pot(pot: int) -> TournamentCommand:
    """Remove a side pot."""
    return purse.remove_pot(pot)


@_DIRECT.post("/tournaments/{tournament}/pots/{pot}/draw", body_required=False)
def draw_pot(pot: int, sent: PotDraw) -> TournamentCommand:
    """Draw the winner of a 50/50.

    The same seed and entrants always have the same winner. It can be drawn once.
    """
    return purse.draw_pot(pot, sent.seed)


def _pot_facts(sent: NewPot) -> dict[str, Any]:
    """Return the facts that were sent."""
    facts = {"kind": sent.kind, "cents": sent.cents, "name": sent.name, "entrants": sent.entrants, "winners": sent.winners}
    return {name: value for name, value in facts.items() if value is not None}
