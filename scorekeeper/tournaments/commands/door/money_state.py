"""The money of a tournament as read from its log: the purse, prizes, side pots, and the books."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from scorekeeper.formats.declared import parse
from scorekeeper.formats.tournament_money import add_money
from scorekeeper.pairing.money.books import Books, award_purse, books_of
from scorekeeper.pairing.money.purse import Purse
from scorekeeper.pairing.money.report import EntrantAccount, MoneyReport
from scorekeeper.pairing.money.side_pots import HIGHEST_CONTRACT, MOST_BOXED, SidePot
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.tournaments.commands.door.door_state import DoorState, read_door, record_with_door
from scorekeeper.tournaments.commands.live.best_of_day import highest_made
from scorekeeper.tournaments.commands.snapshot import Board

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.pairing.money.prizes import Award
    from scorekeeper.pairing.standings.standings import StandingRow
    from scorekeeper.tournaments.commands.authorization import TournamentAccess
    from scorekeeper.tournaments.commands.door.door_state import DoorEntry
    from scorekeeper.tournaments.commands.tournament_state import TournamentState


class MoneyState(DoorState):
    """The money of a tournament at one revision. Raises Refusal("door.closed") if the tournament has no check-in."""

    @cached_property
    def purse(self) -> Purse:
        """The purse; one without prizes if none is set."""
        return read_purse(self.board) or Purse()

    @cached_property
    def pots(self) -> dict[int, SidePot]:
        """The side pots by number."""
        return read_pots(self.board)

    @cached_property
    def fees(self) -> int:
        """The entry fees paid, in cents."""
        return sum(one.share.fee for one in self.entries)

    @cached_property
    def awards(self) -> list[Award]:
        """The prizes, list by list, as if the tournament ended now."""
        entered = [one.id for one in self.board.entrants]
        return award_purse(self.purse, self.fees, standing_groups(self.board), entered)

    @cached_property
    def books(self) -> Books:
        """Everything that came in and goes out."""
        return books_of(self.purse, (one.share for one in self.entries), self.awards, self.pots.values())

    @property
    def report(self) -> MoneyReport:
        """Everything about money, for printouts and spreadsheets."""
        accounts = (_account(one) for one in self.entries if one.charges or one.payments or one.short)
        return MoneyReport(
            tuple(accounts), self.purse, tuple(self.pots.values()), tuple(self.awards), self.books, self.till.short
        )


def _account(one: DoorEntry) -> EntrantAccount:
    charges, payments = tuple(made.charge for made in one.charges), tuple(made.payment for made in one.payments)
    return EntrantAccount(one.entry.id, one.entry.name, one.category, one.price, charges, payments, one.share, one.short)


def read_purse(board: Board) -> Purse | None:
    """Return the purse, or None if none is set."""
    value = board.log.parts.get("purse")
    return None if value is None else parse(Purse, value)


def read_pots(board: Board) -> dict[int, SidePot]:
    """Return the side pots by number, in order."""
    found = {int(part[4:]): parse(SidePot, value) for part, value in board.log.parts.items() if part.startswith("pot/")}
    return dict(sorted(found.items()))


def has_prizes(board: Board) -> bool:
    """Return whether the prizes come from a purse."""
    return read_door(board) is not None and any(one.best_quarter or one.prizes for one in (read_purse(board) or Purse()).lists)


def standing_groups(state: TournamentState) -> Mapping[str, list[StandingRow]]:
    """Return the standings by group: everyone under an empty name, each field of a Mitchell, each final by its letter.

    Entrants who never came win nothing. Empty if there are none.
    """
    try:
        rows, finals = state.standings, state.standings_by_final
    except TournamentError:
        return {}
    groups: dict[str, list[StandingRow]] = {"": rows}
    for row in rows:
        if row.field in state.pairing.fields:
            groups.setdefault(row.field or "", []).append(row)
    groups |= {letter: ranked for letter, ranked in finals if letter}
    return {name: [row for row in ranked if row.id in state.who_played] for name, ranked in groups.items()}


def known_groups(state: TournamentState) -> list[str]:
    """Return the groups that can have a list of prizes: everyone (an empty name), each field of a Mitchell, each final."""
    stages = state.options.stages
    return ["", *state.pairing.fields, *(stages[-1].finals if stages else ())]


def proposed_winners(access: TournamentAccess, board: Board, pot: SidePot) -> tuple[str, ...]:
    """Return who won a pot according to results and recorded hands. Empty if they don't say, or for another kind of pot."""
    if pot.winners or pot.kind not in (MOST_BOXED, HIGHEST_CONTRACT):
        return ()
    if pot.kind == MOST_BOXED:
        reached = {who: sum(one.boxes for one in board.ledger.get(who, ())) for who in pot.entrants}
    else:
        made = highest_made(access, board)
        reached = {who: made.get(who, 0) for who in pot.entrants}
    most = max(reached.values(), default=0)
    return tuple(who for who, count in reached.items() if count == most) if most else ()


def record_with_money(board: Board) -> dict[str, Any]:
    """Return the tournament record for the desk, with the facts from the door, the purse and side pots."""
    entered = {e.id for e in board.tournament.entrants}
    pots = [_of_entered(one, entered) for one in read_pots(board).values()]
    return add_money(record_with_door(board), read_purse(board), pots)


def _of_entered(pot: SidePot, entered: set[str]) -> SidePot:
    """Return the pot without entrants that the record does not have. A draw without its winner is open again."""
    entrants, winners = (tuple(who for who in ids if who in entered) for ids in (pot.entrants, pot.winners))
    return replace(pot, entrants=entrants, winners=winners, seed=pot.seed if winners else None)
