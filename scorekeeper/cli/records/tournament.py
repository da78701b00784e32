"""`scorekeeper tournament`: pair, schedule, standings, simulate, check (the tournament record, section 5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from scorekeeper.cli.records import tournament_plans as plans
from scorekeeper.cli.records.tournament_documents import documents
from scorekeeper.cli.streams import stream
from scorekeeper.core.i18n.translation import t_for, terminal_gettext
from scorekeeper.engine.errors import GameError
from scorekeeper.formats import strict_json
from scorekeeper.formats.game_record import error_json
from scorekeeper.formats.tournament_answers import check_json
from scorekeeper.formats.tournament_record import tournament_error_json
from scorekeeper.formats.tournament_v2 import dump_v2
from scorekeeper.messages.errors.error_text import error_text
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.method import METHODS
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Penalty, Tournament
from scorekeeper.pairing.simulate import simulate_on
from scorekeeper.pairing.words import tournament_error_text
from scorekeeper.tournaments.commands.files import record_answers

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext


class _Refused(GameError):
    """Wraps a tournament error for the stream, which handles game errors."""

    def __init__(self, error: TournamentError) -> None:
        super().__init__(error.code, error.event)
        self.error = error


@click.group(
    "tournament",
    help=N_(
        "Pair, rank and verify club tournaments.\n\nIn a record, `joined` is the first round that an "
        "entrant plays and `left` the first one that they miss. A table of that round that was already "
        "published counts."
    ),
)
def tournament() -> None:
    """The `scorekeeper tournament` commands."""


tournament.add_command(documents)


def _run(files: tuple[str, ...], lang: str, answer: Callable[[Gettext, object], object]) -> None:
    t = t_for(lang)

    def guarded(obj: object) -> object:
        try:
            return answer(t, obj)
        except TournamentError as error:
            raise _Refused(error) from error

    def refuse(error: GameError) -> object:
        if isinstance(error, _Refused):
            return tournament_error_json(error.error, lambda e: tournament_error_text(t, e))
        return error_json(error, lambda e: error_text(t, e))

    stream.run(files, [guarded], refuse)


@tournament.command("pair", help=N_("Pair the next round, with the reason for each table."))
@stream.files_argument
@stream.language_option
def pair(files: tuple[str, ...], lang: str) -> None:
    _run(files, lang, record_answers.pair_record)


@tournament.command("schedule", help=N_("Pair all rounds and report how evenly they mix."))
@stream.files_argument
@stream.language_option
def schedule(files: tuple[str, ...], lang: str) -> None:
    _run(files, lang, record_answers.schedule_record)


@tournament.command("standings", help=N_("Rank the entrants, with the tie-break that separated them."))
@stream.files_argument
@stream.language_option
def standings(files: tuple[str, ...], lang: str) -> None:
    _run(files, lang, record_answers.rank_record)


@tournament.command(
    "check",
    help=N_(
        "Verify a record with an independent implementation.\n\nStandings (as `standings` prints them) and "
        "brackets (as `pair` does) that come with it are recomputed."
    ),
)
@stream.files_argument
@stream.language_option
def check_command(files: tuple[str, ...], lang: str) -> None:
    _run(files, lang, record_answers.check_record)


@tournament.command(
    "simulate",
    help=N_(
        "Simulate whole events and verify them.\n\nEach has results, late entries, dropouts and "
        "corrections.\n\nA record (FILE, or - for standard input) is continued from where it is, with its "
        "name, method, options, entrants and seed. --method, --entrants, --rounds and --seed override "
        "its own; the first two only before a round is published. Prints one JSON object per record. "
        "Without a record, --events are made up."
    ),
)
@stream.files_argument
@click.option("--method", type=click.Choice(tuple(METHODS)), default=None, help=N_("Default: Swiss, or the record’s own."))
@click.option(
    "--entrants",
    type=click.IntRange(2, 2000),
    default=None,
    help=N_("Number of entrants at the start. Default: 16, or the record’s."),
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 700),
    default=None,
    help=N_("Number of rounds. Default: what the method or the record asks for; with stages, of the Swiss before the cut."),
)
@click.option("--seed", type=int, default=None, help=N_("The same seed plays the same event. Default: 0, or the record’s own."))
@click.option(
    "--events",
    type=click.IntRange(1, 100_000),
    default=1,
    show_default=True,
    help=N_("Number of events to simulate, from this seed on."),
)
@click.option("--quiet", is_flag=True, help=N_("No late entries, dropouts or corrections."))
@click.option("--record/--no-record", default=True, show_default=True, help=N_("Also print the whole record."))
@stream.language_option
@click.pass_context
def simulate_command(
    ctx: click.Context, files: tuple[str, ...], events: int, quiet: bool, record: bool, lang: str, **wished: Any
) -> None:
    if files and events > 1:
        t = terminal_gettext()
        raise click.UsageError(t("--events makes up events. A record is continued only once; use another --seed to vary it."))
    failed = False

    def answer(start: Tournament, given: object = None, penalties: tuple[Penalty, ...] = ()) -> object:
        nonlocal failed
        found = simulate_on(start, quiet=quiet, penalties=penalties)
        failed = failed or bool(found.problems)
        out = {
            "seed": start.seed,
            **check_json(list(found.problems), record_answers.problem_describer(t_for(lang), found.tournament)),
        }
        out["happened"] = [{"round": r, "kind": kind, "what": what} for r, kind, what in found.happened]
        return {**out, "record": dump_v2(found.tournament, given)} if record else out

    def played_on(_t: Gettext, given: object) -> object:
        start, additions = plans.change_record(given, **wished)
        return answer(start, given, additions.penalties)

    if files:
        try:
            _run(files, lang, played_on)
        except SystemExit as done:
            ctx.exit(1 if done.code or failed else 0)
    for number in range(wished["seed"] or 0, (wished["seed"] or 0) + events):
        try:
            start = plans.invent_tournament(wished["method"] or "swiss", wished["entrants"] or 16, wished["rounds"], number)
            click.echo(strict_json.dumps(answer(start)))
        except TournamentError as error:
            raise click.ClickException(tournament_error_text(t_for(lang), error)) from error
    ctx.exit(1 if failed else 0)
