"""A tournament that is only in memory, with its log. Commands take effect as at the desk, without a database."""

from __future__ import annotations

from contextlib import suppress
from unittest import mock

from scorekeeper.core.db.database import now
from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.formats.declared import copy_as, dump
from scorekeeper.formats.rules import dump_rules
from scorekeeper.formats.tournament_options import dump_options
from scorekeeper.pairing.method import method_named
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Options
from scorekeeper.tournaments.commands import history
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.event_writer import dry_run
from scorekeeper.tournaments.commands.files.archived_log import ArchivedChange, tournament_events
from scorekeeper.tournaments.commands.results.results import enter
from scorekeeper.tournaments.commands.rounds import repairs, rounds
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.log import TournamentEvent, TournamentLog
from scorekeeper.tournaments.store.parts import AboutPart, EntrantPart, EntryPart

NO_GAMES = mock.patch("scorekeeper.tournaments.commands.live.live_games.started_tables", return_value=set())


class PaperDesk:
    """A director of a tournament of `entrants`, whose rounds are pairs' or, if partners change, players'."""

    def __init__(self, method="swiss", entrants=6, options=None, seed=1):
        self.access = TournamentAccess(1, 1, "club", "Club", None, 1, now(), "director", ("score", "direct"), 1)
        usual = options or Options(rounds=9, tiebreaks=method_named(method).usual_tiebreaks())
        setup = {
            "method": method,
            "options": dump_options(usual, method),
            "rules": dump_rules(named_rules("standard")),
            "seed": seed,
        }
        about = {"name": "Soirée", "day": "2026-11-28"}
        after = {"about": dump(AboutPart()) | about, "setup": setup, "entry": dump(EntryPart()), "status": "draft"}
        alone = method_named(method).side(usual) > 1
        after |= {f"entrant/e{n}": self.entrant(n, alone) for n in range(1, entrants + 1)}
        self.events = []
        self.board = Board(TournamentLog())
        self.add(TournamentEvent(1, 1, "create-1", now(), 1, None, None, "", "create", "", dict.fromkeys(after), after, None))

    @staticmethod
    def entrant(n, alone):
        names = (f"A{n}",) if alone else (f"A{n}", f"B{n}")
        facts = {"id": f"e{n}", "name": " & ".join(names), "players": names, "joined": 1, "left": None}
        return parts.rewrite_fields(EntrantPart, {}, **facts)

    def add(self, event):
        self.events.append(event)
        self.board = self.board.after([event])

    def do(self, command):
        """Carry out a command, and return its event."""
        effect = command.plan(self.access, self.board)
        self.add(dry_run(self.access, self.board, effect, command.kind.action, f"paper-key-{self.board.revision}")[0])
        return self.events[-1]

    def tries(self, command):
        """Carry out a command unless it is refused."""
        with suppress(Refusal, TournamentError):
            return self.do(command)
        return None

    def undo(self, revision):
        with NO_GAMES, mock.patch.object(history, "event_at", side_effect=lambda _number, at: self.events[at - 1]):
            return self.do(history.undo(revision))

    def round(self):
        """Pair the next round and publish it."""
        self.do(rounds.pair())
        self.do(rounds.publish())
        return self.board.current

    def play(self, scores=lambda table: (100 + 10 * table, 50)):
        """Enter a result at every table of the current round that has none."""
        for table in self.board.current.tables:
            if not table.result.known:
                result = {"scores": list(scores(table.number))[: len(table.sides)]}
                self.do(enter(table.round, table.number, result, overrule=True))

    def repaired(self):
        """Remove matches that a penalty or a correction has made wrong, as the desk proposes at once."""
        if self.board.bracket is not None and self.board.bracket.misplayed:
            with NO_GAMES:
                self.tries(repairs.repair(take_away=True))

    def restored(self):
        """Return the tournament as it comes back from an archive of its log."""
        changes = [dump(copy_as(ArchivedChange, one, link=None)) for one in self.events]
        return tournament_events(changes, 0, "archive")[1]
