"""Tournaments made by commands, for pages to show: a club, entrants, rounds, results. All need an app context."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from scorekeeper.clubs.commands.accounts import accounts
from scorekeeper.clubs.commands.members import invitations, members
from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands import snapshot as tournament_board
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.results import results
from scorekeeper.tournaments.commands.rounds import rounds
from scorekeeper.tournaments.commands.setup import lifecycle

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.clubs.commands.members.members import ClubAccess
    from scorekeeper.tournaments.commands.authorization import TournamentAccess
    from scorekeeper.tournaments.commands.snapshot import Board

FIRST = """
Aline Benoît Claire Denis Edgar Florence Gérard Hélène Irénée Jeannine Karl Lorraine Marcel Noëlla Odette Pascal Quentin Rosa
Simonne Théo Ulysse Viviane Wilfrid Xavier Yvonne Zoé Alcide Bernadette Camille Donat Évangéline Fernand
""".split()  # noqa: SIM905 (read as names)
LAST = """
Arsenault Boudreau Cormier Doucet Émond Fournier Gallant Haché Jaillet Landry Mazerolle Noël Ouellette Poirier
""".split()  # noqa: SIM905


def people(count: int) -> list[str]:
    """Return that many distinct names."""
    return [f"{FIRST[n % len(FIRST)]} {LAST[(n * 5 + n // len(FIRST)) % len(LAST)]}" for n in range(count)]


def pairs(count: int) -> list[list[str]]:
    """Return that many pairs of first names."""
    names = [f"{name}{'' if lap == 0 else ' ' + LAST[lap * 3 % len(LAST)][0] + '.'}" for lap in range(6) for name in FIRST]
    return [[names[2 * n], names[2 * n + 1]] for n in range(count)]


def key() -> str:
    """Return a new idempotency key."""
    return str(uuid.uuid4())


def club() -> ClubAccess:
    """Return access to the first organizer's club, created on the first call."""
    if accounts.no_account_exists():
        account, _ = invitations.create_first_account("Organiser", "fleur de lys au vent", "Club de cartes de Memramcook")
    else:
        account, _ = accounts.sign_in("Organiser", "fleur de lys au vent", "127.0.0.1")
    slug = members.clubs_of_account(account)[0].slug
    return members.club_access(slug, account)


def tournament(entrants: Iterable[Sequence[str]], method: str = "swiss", **facts: Any) -> TournamentAccess:
    """Create a public tournament with these entrants, and return its director's access.

    `facts`: as for `club_events.create`.
    """
    access = lifecycle.create(club(), {"name": "Friday night", "day": "2026-11-20", "method": method, **facts})
    listed = [{"players": list(names)} for names in entrants]
    if listed:
        write(access, entries.enter(listed), revision=now(access).revision, uuid=key())
    write(access, lifecycle.announce(), revision=now(access).revision, uuid=key())
    return access


def now(access: TournamentAccess) -> Board:
    """Return the current tournament."""
    from scorekeeper.tournaments.commands.authorization import reread

    return tournament_board.load(reread(access))


def next_round(access: TournamentAccess) -> Board:
    """Pair and publish the next round."""
    write(access, rounds.pair(), revision=now(access).revision, uuid=key())
    return write(access, rounds.publish(), revision=now(access).revision, uuid=key()).board


def enter(access: TournamentAccess, table: int, result: Any, number: int | None = None) -> Board:
    """Enter a result at the desk: scores, or any other result."""
    board = now(access)
    found = result if isinstance(result, dict) else {"scores": list(result)}
    current = number or (board.current.number if board.current else 0)
    return write(access, results.enter(current, table, found), revision=board.revision, uuid=key()).board


def play_round(access: TournamentAccess, upper: bool = True) -> Board:
    """Play a whole round. The side named first wins, or the other."""
    board = next_round(access)
    assert board.current is not None
    for table in board.current.tables:
        if not table.result.known:
            n = table.number
            scores = [345 + 5 * n, 290 - 10 * n]
            board = enter(access, n, (scores if upper else scores[::-1]) + [150] * (len(table.sides) - 2))
    return board


def tables(access: TournamentAccess) -> dict[int, str]:
    """Return the secrets of the current round's tables."""
    board = now(access)
    assert board.current is not None
    return player_links.table_links(access, board.current.number)


class Desk:
    """A tournament's director, for tests with phones. Every action has its own app context, as requests do."""

    def __init__(self, app: Flask, *args: Any, **facts: Any) -> None:
        self.app = app
        with app.app_context():
            self.access = tournament(*args, **facts)
        self.id = self.access.tournament_id

    def __call__(self, act: Callable[..., Any], *args: Any, **more: Any) -> Any:
        """Run `act` with the access of this tournament: `desk(next_round)`."""
        with self.app.app_context():
            return act(self.access, *args, **more)

    def write(self, act: Callable[..., Any], *args: Any, **more: Any) -> Any:
        """Run an action that writes, at the latest revision."""
        with self.app.app_context():
            return write(self.access, act(*args, **more), revision=now(self.access).revision, uuid=key())

    @property
    def board(self) -> Board:
        """Return the current tournament."""
        return self(now)  # type: ignore[no-any-return]

    @property
    def revision(self) -> int:
        """Return the current revision."""
        return self.board.revision
