"""The best of the day, from the hands recorded at the tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.engine.auction import HUNDRED_FOR_200
from scorekeeper.games.commands.game_state import load_many
from scorekeeper.tournaments.commands.live.live_games import accesses
from scorekeeper.tournaments.commands.live.match_games import match_players, table_rules

if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid
    from scorekeeper.tournaments.commands.authorization import TournamentAccess
    from scorekeeper.tournaments.commands.snapshot import Board
    from scorekeeper.tournaments.commands.tables_state import TableView

FEWEST = 2
"""The fewest contracts boxed, or made in a row, that are shown."""


class Contract(NamedTuple):
    """A recorded contract. `who`: the contractor's name; `made`: False if it was boxed; `entrant`: the contractor's id."""

    who: str
    bid: Bid
    made: bool
    entrant: str = ""


@dataclass(frozen=True)
class Feat:
    """A feat of one or several people. `value`: the bid, or how many; `names`: sorted."""

    value: Bid
    names: tuple[str, ...]


@dataclass(frozen=True)
class BestOfDay:
    """The best of the recorded hands, None for a feat that no one did.

    `hands`: with a contract; `matches`: with at least one such hand. `highest`: the highest contract made; `boxed`: the most
    contracts boxed; `run`: the most contracts made in a row by one person.
    """

    hands: int
    matches: int
    highest: Feat | None
    boxed: Feat | None
    run: Feat | None


def best_of_day(access: TournamentAccess, board: Board) -> BestOfDay | None:
    """Return the best of the day; None if no hand was recorded. `board`: with the names to show. A query for each round."""
    found = {place: [*contracts] for place, contracts in _matches(access, board)}
    return best_of({place: contracts for place, contracts in found.items() if contracts})


def highest_made(access: TournamentAccess, board: Board) -> dict[str, int]:
    """Return the highest contract that each entrant made, in matches with a result; 200 is 100-for-200."""
    highest: dict[str, int] = {}
    for (number, at), contracts in _matches(access, board):
        table = board.table(number, at)
        for one in contracts if table is not None and table.result.known else ():
            if one.made:
                highest[one.entrant] = max(highest.get(one.entrant, 0), _height(one.bid))
    return highest


def _matches(access: TournamentAccess, board: Board) -> Iterator[tuple[tuple[int, int], Iterator[Contract]]]:
    for one in board.rounds:
        at_tables = accesses(access.tournament_id, one.number)
        games = iter(load_many(game for some in at_tables.values() for game in some))
        for number, some in at_tables.items():
            played = [next(games) for _ in some]
            table = one.table(number)
            if table is not None:
                names, entrants = match_players(board, table), _entrants_by_seat(board, table)
                hands = (hand for game in played for hand in game.hands)
                yield (
                    (one.number, number),
                    (
                        Contract(names[hand.contractor], hand.bid, hand.made, entrants[hand.contractor])
                        for hand in hands
                        if hand.contractor is not None and hand.made is not None and _height(hand.bid) and hand.bid is not None
                    ),
                )


def _entrants_by_seat(board: Board, table: TableView) -> dict[int, str]:
    """Return the entrant at each seat. A side's entrants sit in their order, each with the same number of players."""
    sides = zip(table.sides, table_rules(board, table).table.sides, strict=True)
    return {seat: ids[k * len(ids) // len(seats)] for ids, seats in sides for k, seat in enumerate(seats)}


def best_of(matches: Mapping[Hashable, list[Contract]]) -> BestOfDay | None:
    """Return the best of the contracts of each match, in the order played."""
    contracts = [one for some in matches.values() for one in some]
    if not contracts:
        return None
    made = [one for one in contracts if one.made]
    top = max(made, key=lambda one: _height(one.bid)) if made else None
    highest = None if top is None else Feat(top.bid, _names(one.who for one in made if one.bid == top.bid))
    boxed = Counter(one.who for one in contracts if not one.made)
    return BestOfDay(len(contracts), len(matches), highest, _most(boxed), _most(_longest_runs(contracts)))


def _height(bid: Bid | None) -> int:
    """Return the order of a bid; 0 for a contract that no one bid."""
    if bid == HUNDRED_FOR_200:
        return 200
    return bid if isinstance(bid, int) else 0


def _longest_runs(contracts: list[Contract]) -> Counter[str]:
    longest: Counter[str] = Counter()
    current: Counter[str] = Counter()
    for one in contracts:
        current[one.who] = current[one.who] + 1 if one.made else 0
        longest[one.who] = max(longest[one.who], current[one.who])
    return longest


def _most(counts: Counter[str]) -> Feat | None:
    most = max(counts.values(), default=0)
    return Feat(most, _names(who for who, count in counts.items() if count == most)) if most >= FEWEST else None


def _names(names: Iterator[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names)))
