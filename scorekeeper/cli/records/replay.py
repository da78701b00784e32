"""`scorekeeper replay` and `adjudicate`: scored games with reasons, and rulings (the game record, sections 2 and 3)."""

from __future__ import annotations

from pathlib import Path

import click

from scorekeeper.cli.streams import parallel, stream
from scorekeeper.core.i18n.translation import t_for, terminal_language
from scorekeeper.engine.endings import check_start
from scorekeeper.engine.errors import GameError, Malformed, Objection
from scorekeeper.engine.replay.compare import replay_under
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet
from scorekeeper.engine.scored_game import Replay
from scorekeeper.formats.adjudicate import RULING_KINDS
from scorekeeper.formats.adjudicate import adjudicate as answer
from scorekeeper.formats.event_cache import KnownEvents
from scorekeeper.formats.game_record import Record, error_json, parse_record
from scorekeeper.formats.json_reader import read_json
from scorekeeper.formats.replay_writer import ReplayWriter
from scorekeeper.formats.rules import parse_rules
from scorekeeper.messages.errors.error_messages import objection_text
from scorekeeper.messages.errors.error_text import error_text
from scorekeeper.messages.game.lines import lines_of
from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import Names, names_of
from scorekeeper.messages.numbers import labelled


@click.command(
    "replay",
    help=N_(
        "Score recorded games and explain every point.\n\nA FILE holds game records (JSON), one per line. "
        "Without a FILE they are read from standard input."
    ),
)
@stream.files_argument
@click.option("--rules", "other", metavar=N_("NAME_OR_FILE"), help=N_("Score under these rules instead of the recorded ones."))
@stream.language_option
@parallel.jobs_option
def command(files: tuple[str, ...], other: str | None, lang: str, jobs: int) -> None:
    t = t_for(lang)
    events, writer = KnownEvents(), ReplayWriter(lines_of(t))
    rules = None if other is None else read_rules(other, terminal_language())

    def read(obj: object) -> Record:
        return parse_record(obj, events.parse)

    def score(record: Record) -> tuple[Record, Replay]:
        if rules is None:
            result = replay(record.rules, record.first_dealer, record.events, record.start_scores)
        else:
            check_seats(record, rules)
            result = replay_under(record.rules, rules, record.first_dealer, record.events, record.start_scores)
        if result.error is not None:
            raise _Unscored(result.error, names_of(rules or record.rules, result.seated(record.players)))
        return record, result

    def write(scored: tuple[Record, Replay]) -> object:
        record, result = scored
        return writer.write(result, rules or record.rules, record.players)

    def refuse(error: GameError) -> object:
        if isinstance(error, _Unscored):
            return error_json(error.error, lambda e: error_text(t, e, error.names))
        return error_json(error, lambda e: error_text(t, e))

    steps = (read, score, write)
    if jobs == 1:
        stream.run(files, steps, refuse)
    again = ["replay", "--lang", lang, *([] if other is None else ["--rules", other])]
    with parallel.ProcessPool(again, jobs, 1 if stream.may_wait_for_answers(files) else parallel.SHARE) as processes:
        stream.run(files, steps, refuse, processes)


class _Unscored(GameError):
    """A scoring error, with the names of the players."""

    def __init__(self, error: GameError, names: Names) -> None:
        super().__init__(error.code, error.event)
        self.error = error
        self.names = names


def check_seats(record: Record, rules: RuleSet) -> None:
    """Raise `Malformed("players")` if the other rules need a different number of players."""
    if len(record.players) != rules.table.players:
        raise Malformed("players", event=0, reason="number", read=len(record.players), right=rules.table.players)
    check_start(rules, record.first_dealer)


def read_rules(name: str, lang: str) -> RuleSet:
    """Return the rule set with that name or in that file. Raises `click.BadParameter` with every reason."""
    try:
        if name in VARIANTS_BY_NAME or not Path(name).exists():
            return parse_rules(name)
        return parse_rules(read_json(Path(name).read_bytes()))
    except (GameError, OSError) as error:
        t = t_for(lang)
        text = error_text(t, error) if isinstance(error, GameError) else t(error.strerror or str(error))
        raise click.BadParameter(labelled(t, name, text)) from error


@click.command(
    "adjudicate",
    help=N_(
        "Rule on auctions, discards, tricks or misdeals.\n\nA FILE holds one JSON object per line. Without "
        "a FILE they are read from standard input."
    ),
)
@click.argument("kind", type=click.Choice(list(RULING_KINDS)))
@stream.files_argument
@stream.language_option
def adjudicate(kind: str, files: tuple[str, ...], lang: str) -> None:
    t = t_for(lang)

    def text(objection: Objection) -> str:
        return objection_text(t, objection)

    def ruling(obj: object) -> object:
        return answer(kind, obj, text)

    stream.run(files, [ruling], lambda error: error_json(error, lambda e: error_text(t, e)))
