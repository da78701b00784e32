"""What an entry must be, and what stands of an entrant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from scorekeeper.storage import tournament_parts as parts
from scorekeeper.storage.club import LONGEST_PLAYER_NAME
from scorekeeper.workflows.club_board import Board
from scorekeeper.workflows.club_roster import check_name, pair_name
from scorekeeper.workflows.club_tables_state import Entry
from scorekeeper.workflows.keys import folded, tidy
from scorekeeper.workflows.refusals import NotFound, Refusal

LONGEST_ENTRANT_NAME = 80
HIGHEST_SEED = 9999

part_of = parts.entrant_part


def seats_each(board: Board) -> int:
    """How many players an entrant is: one, or as many as a side of the rules has."""
    return 1 if board.individuals else len(board.rules.table.sides[0])


def next_number(board: Board) -> int:
    """The first round that is not published yet."""
    return len(board.rounds) + 1


def value_of(board: Board, entrant: str) -> dict[str, Any]:
    """An entrant's part of the log. Raises NotFound("entrant")."""
    found: dict[str, Any] | None = board.log.parts.get(part_of(entrant))
    if found is None:
        raise NotFound("entrant", "entrant")
    return found


def check_entry(board: Board, entry: Mapping[str, Any]) -> dict[str, Any]:
    """`name`, `players` and `seed` of an entry, checked. Raises Refusal("entrant…", "player.name")."""
    each = seats_each(board)
    given = entry.get("players")
    if given is not None and (not isinstance(given, list | tuple) or len(given) > 6):
        raise Refusal("entrant.players", "players", read=str(given)[:20], right=each)
    players = [check_name(name) for name in given or ()]
    name = entry.get("name")
    name = tidy(name) if isinstance(name, str) else ""
    if not players and name and each == 1:
        players = [check_name(name)]
    if len(players) != each and (players or not name):
        raise Refusal("entrant.players", "players", read=len(players), right=each)
    if len({folded(p) for p in players}) != len(players):
        raise Refusal("entrant.twice", "players", read=players[0])
    name = name or pair_name(players)
    longest = LONGEST_ENTRANT_NAME if name != pair_name(players) else 2 * LONGEST_PLAYER_NAME
    if not 0 < len(name) <= longest or not name.isprintable() or not folded(name):
        raise Refusal("entrant.name", "name", high=LONGEST_ENTRANT_NAME)
    seed = entry.get("seed")
    if seed is not None and (type(seed) is not int or not 1 <= seed <= HIGHEST_SEED):
        raise Refusal("entrant.seed", "seed", high=HIGHEST_SEED)
    return {"name": name, "players": players, "seed": seed}


def named(entrants: Iterable[Entry]) -> set[str]:
    """Every name that entrants and their players go by, as they are compared."""
    return {folded(name) for e in entrants for name in (e.name, *e.players)}


def check_free(taken: set[str], entry: Mapping[str, Any]) -> None:
    """Raise Refusal("entrant.taken") for a name that somebody has already; else take this entry's names."""
    names = list(dict.fromkeys([entry["name"], *entry["players"]]))
    for name in names:
        if folded(name) in taken:
            raise Refusal("entrant.taken", "players", read=name)
    taken |= {folded(name) for name in names}


def check_open(board: Board, now: datetime) -> None:
    """Raise Refusal("entry.closed") where nobody can enter by the form any more."""
    form = board.entry
    closed = form["closes"] is not None and datetime.fromisoformat(form["closes"]) <= now
    if board.status != "open" or not form["open"] or closed:
        raise Refusal("entry.closed")
