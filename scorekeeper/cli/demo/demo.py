"""`scorekeeper demo`: fills an empty instance with example games and a club."""

from __future__ import annotations

import secrets
import uuid
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import click
from sqlalchemy import func, select, update

from scorekeeper.cli.demo.demo_games import EXAMPLES, DemoEvent, DemoGame
from scorekeeper.clubs.commands.accounts import accounts
from scorekeeper.clubs.commands.members import invitations, members
from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.devices import visitors
from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.core.i18n import translation
from scorekeeper.core.i18n.translation import terminal_gettext
from scorekeeper.games.commands import authorization, game_state
from scorekeeper.games.commands.access import Access
from scorekeeper.games.commands.library import examples, game_creation, matches
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import write as write_game
from scorekeeper.games.commands.sharing import share_links
from scorekeeper.games.store.change import StoredGameEvent
from scorekeeper.games.store.game import Game
from scorekeeper.leagues.commands import leagues
from scorekeeper.messages.marks import N_
from scorekeeper.server.startup.opening import application_context, prepare_application
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands import snapshot as tournament_board
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.results import results, table_reports
from scorekeeper.tournaments.commands.rounds import rounds
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.store.tournament import StoredTournament, StoredTournamentEvent

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


def fill_club(t: Gettext) -> str:
    """Create the club and its tournaments. Return the password of the account `demo`, which is stored only as a hash."""
    # An account whose password was shown on a screen must not be the operator of other people's data.
    password = "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))
    account, _cookie = invitations.create_first_account(ACCOUNT, password, t(CLUB), answers=False)
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

    def do(self, command: TournamentCommand) -> tournament_board.Board:
        """Send one command on top of the current revision. Return the new board."""
        access = self.access
        return write(access, command, revision=access.revision, uuid=_key()).board

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
            mine = StoredTournamentEvent.tournament_id == self.id
            for revision, at in session.execute(
                select(StoredTournamentEvent.revision, StoredTournamentEvent.at).where(mine)
            ).all():
                session.execute(
                    update(StoredTournamentEvent)
                    .where(mine, StoredTournamentEvent.revision == revision)
                    .values(at=at - BACKDATED_BY)
                )
            row = session.get_one(StoredTournament, self.id)
            row.created_at, row.changed_at = row.created_at - BACKDATED_BY, row.changed_at - BACKDATED_BY


HAND = timedelta(minutes=6)
"""Approximate time for one hand at the table, including dealing and talk."""
EVENING = timedelta(hours=2)
FIRST, SECOND = N_("Aline’s phone"), N_("Edgar’s tablet")


@click.command("demo", help=N_("Fill an empty instance with example games and an example club."))
@click.option(
    "--lang", type=click.Choice(list(translation.LOCALES)), help=N_("Language of the notes and names. Default: the terminal’s.")
)
def command(lang: str | None) -> None:
    t = translation.t_for(lang) if lang else terminal_gettext()
    app = prepare_application(t)
    with application_context(app):
        _check_empty(app.instance_path, t)
        links = fill_games(t)
        examples.save_example_links(links)
        password = fill_club(t)
    click.echo(t("{count} example games are ready. To see them: `make run`, or `scorekeeper serve`.").format(count=len(links)))
    click.echo(t("There is an example club too. To run its tournaments, sign in at /club/sign-in. This is shown only once:"))
    click.echo("    " + t("name {name}, password {password}").format(name=ACCOUNT, password=password))
    click.echo(t("There is no operator yet. “scorekeeper account operator NAME” chooses who sees the backups."))


def _check_empty(path: str, t: Gettext) -> None:
    """Raise ClickException if the instance has games, a club or the examples already."""
    if example_count := len(examples.listed_examples()):
        raise click.ClickException(
            t("The examples are already here (games: {count}): {path}.").format(count=example_count, path=path)
        )
    if count := db.session.scalar(select(func.count()).select_from(Game)) or 0:
        text = t("There are already games here ({count}). Examples go only into an empty instance ({path}).")
        raise click.ClickException(text.format(count=count, path=path))
    if not accounts.no_account_exists():
        text = t("There is already a club here. Examples go only into an empty instance ({path}).")
        raise click.ClickException(text.format(path=path))


def fill_games(t: Gettext) -> list[int]:
    """Play the example games. Return their scoring links in display order."""
    first, second = (visitors.rename(visitors.make(), t(name)) for name in (FIRST, SECOND))
    # The last one in display order is the oldest, so it is played first.
    return [_play_game(t, example, first, second) for example in reversed(EXAMPLES)][::-1]


def _play_game(t: Gettext, example: DemoGame, first: Visitor, second: Visitor) -> int:
    header = {
        "format": "scorekeeper-game/1",
        "rules": example.rules,
        "players": list(example.players),
        "first_dealer": example.first_dealer,
    }
    access = game_creation.create(header, first)
    share = share_links.create(access, "score")
    share_links.open_link(share.token, second)
    if example.games_to_win:
        matches.set_match_length(access, example.games_to_win)
    table = _DemoTable(t, access.game_id, first, second)
    for n, event in enumerate(example.events):
        table.record(example.mended.get(n, event), times=2 if n == example.doubled else 1)
    for n in example.mended:
        table.correct(n, example.events[n])
    if example.doubled is not None:
        table.strike(example.doubled + 1)
    if example.contract:
        table.hold(example.contract)
    _backdate_game(access.game_id, example.days, 0)
    for n, events in enumerate(example.later, 1):
        access = matches.rematch(authorization.access_by_device(access.game_id, first.key))
        table = _DemoTable(t, access.game_id, first, second)
        for event in events:
            table.record(event)
        _backdate_game(access.game_id, example.days, n)
    return share.id


@dataclass
class _DemoTable:
    """A game in progress: one device records, the other corrects mistakes noticed later."""

    t: Gettext
    game_id: int
    first: Visitor
    second: Visitor

    def _now(self, visitor: Visitor) -> tuple[Access, game_state.GameState, str]:
        access = authorization.access_by_device(self.game_id, visitor.key)
        return access, game_state.load(access), str(uuid.uuid4())

    def _translate_event(self, event: DemoEvent) -> DemoEvent:
        return {key: self.t(str(value)) if key in ("note", "reason") else value for key, value in event.items()}

    def record(self, event: DemoEvent, times: int = 1) -> None:
        for _ in range(times):
            access, seen, key = self._now(self.first)
            write_game(access, table_commands.record(self._translate_event(event)), revision=seen.revision, uuid=key)

    def hold(self, contract: DemoEvent) -> None:
        access, seen, key = self._now(self.first)
        write_game(access, table_commands.open_contract(contract), revision=seen.revision, uuid=key)

    def correct(self, n: int, event: DemoEvent) -> None:
        access, seen, key = self._now(self.second)
        write_game(
            access, table_commands.correct(seen.entries[n].id, self._translate_event(event)), revision=seen.revision, uuid=key
        )

    def strike(self, n: int) -> None:
        access, seen, key = self._now(self.second)
        write_game(access, table_commands.strike(seen.entries[n].id), revision=seen.revision, uuid=key)


def _backdate_game(game_id: int, days: int, game: int) -> None:
    """Backdate a game by `days`. `game`: its index in the match, so that later games start later."""
    start = now() - timedelta(days=days) - EVENING + game * 8 * HAND
    with write_transaction() as session:
        revisions = session.scalars(
            select(StoredGameEvent.revision).where(StoredGameEvent.game_id == game_id).order_by(StoredGameEvent.revision)
        ).all()
        for n, revision in enumerate(revisions):
            of_one = (StoredGameEvent.game_id == game_id) & (StoredGameEvent.revision == revision)
            session.execute(update(StoredGameEvent).where(of_one).values(at=start + n * HAND))
        times = {"created_at": start, "changed_at": start + (len(revisions) - 1) * HAND}
        session.execute(update(Game).where(Game.id == game_id).values(**times))
