"""A club for tests: its director's desk, the phones at its tables, and the moves that every test makes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest

from scorekeeper.clubs.commands.accounts import accounts
from scorekeeper.clubs.commands.members import invitations, members
from scorekeeper.core.devices import visitors
from scorekeeper.core.refusals import Refusal
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands import snapshot as tournament_board
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.event_writer import WrittenTournament, write
from scorekeeper.tournaments.commands.results import results, table_reports
from scorekeeper.tournaments.commands.rounds import rounds
from scorekeeper.tournaments.commands.setup import lifecycle

PASSWORD = "neuf as sur la table"

NAMES = ["Aline", "Benoît", "Claire", "Denis", "Édith", "Fernand", "Gisèle", "Hervé", "Irène", "Jules", "Karine", "Léo"]
NAMES += ["Maude", "Normand", "Odette", "Paul", "Régine", "Sylvain", "Thérèse", "Ulric", "Viola", "Wilfrid", "Xavier", "Zoé"]

_keys = count(1)


def key() -> str:
    """Return a new idempotency key."""
    return f"club-key-{next(_keys)}"


@contextmanager
def refused(code: str, kind: type[Refusal] = Refusal) -> Iterator[None]:
    """Check that the block is refused with this code."""
    with pytest.raises(kind) as found:
        yield
    assert found.value.code == code


def pairs(many: int) -> list[dict[str, Any]]:
    """Return that many pairs with unique names."""
    names = [f"{name} {n}" if n else name for n in range(1 + 2 * many // len(NAMES)) for name in NAMES]
    return [{"players": [names[2 * k], names[2 * k + 1]]} for k in range(many)]


def run_command(
    access: tournament_entrance.TournamentAccess, action: Any, *what: Any, revision: int, uuid: str, **how: Any
) -> WrittenTournament:
    """Run one action at a revision under a key."""
    return write(access, action(*what, **how), revision=revision, uuid=uuid)


class Desk:
    """A tournament at its director's desk. Every move uses the latest revision."""

    def __init__(self, many: int = 8, *, organiser: accounts.Account | None = None, **facts: Any) -> None:
        self.account = organiser or invitations.create_first_account("Rita", PASSWORD, "Club du Moulin")[0]
        self.club = members.club_access("club-du-moulin", self.account)
        setup = {"name": "Soirée", "method": "swiss", "options": {"rounds": 5}, **facts}
        self.id = lifecycle.create(self.club, setup).tournament_id
        if many:
            self.do(entries.enter, pairs(many))

    @property
    def access(self) -> tournament_entrance.TournamentAccess:
        """Return access to the tournament, as a request gets it."""
        return tournament_entrance.desk(self.id, self.account)

    @property
    def board(self) -> tournament_board.Board:
        """Return the current tournament."""
        return tournament_board.load(self.access)

    def do(self, action: Any, *what: Any, **how: Any) -> WrittenTournament:
        """Run one action of a tournament."""
        now = self.access
        return run_command(how.pop("access", now), action, *what, **{"revision": now.revision, "uuid": key(), **how})

    def next_round(self) -> int:
        """Pair and publish a round, and return its number."""
        self.do(rounds.pair)
        board = self.do(rounds.publish).board
        return board.current.number

    def result(self, number: int, table: int, *scores: int) -> WrittenTournament:
        return self.do(results.enter, number, table, {"scores": list(scores)})

    def play(self, scores: Any = None) -> int:
        """Play a whole round. The better seed wins unless `scores` (table -> scores) is given."""
        number = self.next_round()
        for table in self.board.current.tables:
            ids = [int(side[0][1:]) for side in table.sides]
            made = scores(table) if scores else [300 - 5 * i for i in ids]
            self.result(number, table.number, *made)
        return number

    def phone(self, number: int, table: int) -> Phone:
        """Return a phone that has opened a table's link."""
        return Phone(player_links.table_links(self.access, number)[table])

    def member(self, name: str, role: str) -> accounts.Account:
        """Invite an account to the club."""
        token = invitations.create(self.club, role).token
        return invitations.accept_new(token, name, PASSWORD)[0]


class Phone:
    """A phone at a table."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.visitor = visitors.make()

    @property
    def access(self) -> tournament_entrance.TournamentAccess:
        """Return access to its table."""
        return tournament_entrance.table(self.token, self.visitor)

    def do(self, action: Any, *what: Any, **how: Any) -> WrittenTournament:
        """Run one action of the players."""
        access = self.access
        return run_command(access, action, *what, **{"revision": access.revision, "uuid": key(), **how})

    def report(self, side: int, *scores: int, **how: Any) -> WrittenTournament:
        """Report one side's result."""
        return self.do(table_reports.report, side, {"scores": list(scores)}, **how)
