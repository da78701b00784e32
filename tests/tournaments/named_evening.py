"""A club whose people have full names: evenings, hands on a pad, a league, a substitute, a stranger."""

from __future__ import annotations

from scorekeeper.clubs.commands.members import members, roster
from scorekeeper.games.commands.authorization import access_by_token
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import write as write_game
from scorekeeper.leagues.commands import leagues
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.results import table_reports
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.games.kitchen_table import hand
from tests.tournaments.club_night import Desk, key

PAIRS = [
    ["Marie Leblanc", "Jean-Guy d’Entremont"],
    ["Marie Landry", "Évangéline Boudreau-Thériault"],
    ["GALLANT Zoé", "Doucet, Ulysse"],
    ["Marie-Claude Haché", "Alcide de la Garde"],
]
STAND_IN = "Wilfrid Mazerolle"
FAMILIES = ("Leblanc", "Entremont", "Landry", "Boudreau", "Thériault", "Gallant", "Doucet", "Haché", "Garde")
FAMILIES += ("Mazerolle", "Poirier")
"""Every family name that is in the club, and in no other word of its pages."""
TEAM = "Poirier & fils"


def play_hands(desk: Desk, number: int, table: int, hands: int = 2) -> int:
    """Play hands on a table's pad, and return the game's number."""
    phone = desk.phone(number, table)
    game, token = table_reports.game_link(phone.access)
    for _ in range(hands):
        access = access_by_token(game, token)
        write_game(access, table_commands.record(hand(0, 60, (80, 20))), revision=access.revision, uuid=key())
    return game


class NamedEvening:
    """The club. `past`, `now`: its evenings. `game`: on the first table's pad of the second. `league`: its number."""

    def __init__(self, **facts: object) -> None:
        self.past = Desk(0, name="Premier soir", day="2026-01-10", options={"rounds": 2}, **facts)
        self.past.do(entries.enter, [{"players": names} for names in PAIRS])
        self.past.play()
        self.past.do(entries.substitute, "e2", 2, STAND_IN)
        self.past.next_round()
        self.old_game = play_hands(self.past, 2, 1)
        for table in self.past.board.current.tables:
            self.past.result(2, table.number, 300, 120)
        self.past.do(lifecycle.finish)
        self.now = Desk(0, organiser=self.past.account, name="Deuxième soir", day="2026-02-07", options={"rounds": 3}, **facts)
        self.now.do(entries.enter, [*({"players": names} for names in reversed(PAIRS)), {"name": TEAM}])
        self.now.do(entries.change, "e1", {"players": PAIRS[3], "name": "Les Haché"})
        self.now.do(entries.withdraw, "e5")
        self.now.play()
        self.now.next_round()
        self.game = play_hands(self.now, 2, 1)
        counted = [self.past.id, self.now.id]
        self.league = leagues.create(self.club, {"name": "Ligue", "points": [5, 3, 1], "tournaments": counted}, uuid=key()).id

    @property
    def club(self) -> members.ClubAccess:
        """Return the organizer's access."""
        return members.club_access("club-du-moulin", self.past.account)

    def player(self, name: str) -> int:
        """Return the id of a player on the roster."""
        return next(one.id for one in roster.players(self.club) if one.name == name)
