"""The example club: a finished Swiss tournament, one in its second round, and a league that counts both."""

from __future__ import annotations

import secrets
import uuid
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any

from sqlalchemy import select, update

from scorekeeper.clubs.commands.members import first_account, members
from scorekeeper.core.db.database import now, write_transaction
from scorekeeper.core.devices import visitors
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import write as write_game
from scorekeeper.leagues.commands import leagues
from scorekeeper.messages.marks import N_
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands import snapshot as tournament_board
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.results import results, table_reports
from scorekeeper.tournaments.commands.rounds import rounds
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.store.tournament import StoredTournament, TournamentChange

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

ACCOUNT = "demo"
CLUB = N_("Example club")
FINISHED, RUNNING, LEAGUE = N_("First night"), N_("Second night"), N_("Example league")
BACKDATED_BY = timedelta(days=21)
"""Time between the first tournament and the one in progress."""
PAIRS = (
    ("Aline", "Donat"),
    ("Rosa", "Edgar"),
    ("Évangéline", "Fernand"),
    ("Léonie", "Camille"),
    ("Marie", "Yvon"),
    ("Alma", "Théo"),
    ("Odette", "Ludger"),
    ("Cécile", "Arthur"),
    ("Berthe", "Ovila"),
)
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Characters that are not easily confused."""
HANDS: tuple[dict[str, Any], ...] = (
    {"contractor": 1, "bid": 60, "bids": {"2": 55}, "points": [30, 70], "trump": "H"},
    {"contractor": 0, "bid": 70, "bids": {}, "points": [80, 20], "trump": "S"},
    {"contractor": 3, "bid": 75, "bids": {"0": 70}, "points": [45, 55], "trump": "D"},
)
"""Hands already recorded at the table that is still playing."""


def fill(t: Gettext) -> str:
    """Create the club and its tournaments. Return the password of the account `demo`, which is stored only as a hash."""
    # An account whose password was shown on a screen must not be the operator of other people's data.
    password = "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))
    account, _cookie = first_account.create_first_account(ACCOUNT, password, t(CLUB), answers=False)
    club = members.club_access(members.clubs_of_account(account)[0].slug, account)
    chance = Random(200)  # noqa: S311 (example results, always the same)
    first = _DemoTournament(club, t(FINISHED), (now() - BACKDATED_BY).astimezone().date().isoformat(), PAIRS[:8])
    for _ in range(3):
        first.play(chance)
    first.do(lifecycle.finish())
    first.put_back()
    second = _DemoTournament(club, t(RUNNING), now().astimezone().date().isoformat(), PAIRS)
    second.play(chance)
    second.play(chance, to_come=2)
    second.on_the_pad()
    facts = {"name": t(LEAGUE), "points": [10, 8, 6, 5, 4, 3, 2, 1], "others": 1, "tournaments": [first.id, second.id]}
    leagues.create(club, facts, uuid=_key())
    return password


def _key() -> str:
    return uuid.uuid4().hex


class _DemoTournament:
    """A tournament, run from its desk."""

    def __init__(self, club: members.ClubAccess, name: str, day: str, pairs: tuple[tuple[str, str], ...]) -> None:
        options = {"rounds": 3, "match": {"kind": "hands", "hands": 8}}
        self.account = club.account
        facts = {"name": name, "day": day, "method": "swiss", "options": options}
        self.id = lifecycle.create(club, facts).tournament_id
        self.do(entries.enter([{"players": list(pair)} for pair in pairs]))
        self.do(lifecycle.announce())

    @property
    def access(self) -> tournament_entrance.TournamentAccess:
        """Access to the tournament at its current revision."""
        return tournament_entrance.desk(self.id, self.account)

    def do(self, act: TournamentCommand) -> tournament_board.Board:
        """Send one command on top of the current revision. Return the new board."""
        access = self.access
        return write(access, act, revision=access.revision, uuid=_key()).board

    def play(self, chance: Random, to_come: int = 0) -> None:
        """Play a round, but leave `to_come` tables unfinished."""
        self.do(rounds.pair())
        current = self.do(rounds.publish()).current
        assert current is not None
        for table in current.tables[: len(current.tables) - to_come]:
            ahead, behind = 5 * chance.randrange(46, 76), 5 * chance.randrange(-8, 40)
            scores = [ahead, behind] if chance.random() < 0.6 else [behind, ahead]
            self.do(results.enter(current.number, table.number, {"scores": scores}))

    def on_the_pad(self) -> None:
        """Record some hands at the round's last table, on a phone of its own."""
        _, link = max(player_links.table_links(self.access, 2).items())
        visitor = visitors.make()
        access = table_reports.open_game(tournament_entrance.table(link, visitor), visitor)
        for n, hand in enumerate(HANDS, 1):
            write_game(access, table_commands.record(hand), revision=n, uuid=_key())

    def put_back(self) -> None:
        """Backdate the tournament by `BACKDATED_BY`."""
        with write_transaction() as session:
            mine = TournamentChange.tournament_id == self.id
            for revision, at in session.execute(select(TournamentChange.revision, TournamentChange.at).where(mine)).all():
                session.execute(
                    update(TournamentChange).where(mine, TournamentChange.revision == revision).values(at=at - BACKDATED_BY)
                )
            row = session.get_one(StoredTournament, self.id)
            row.created_at, row.changed_at = row.created_at - BACKDATED_BY, row.changed_at - BACKDATED_BY
