"""`scorekeeper tournament`: pair, schedule, standings, simulate, check (the tournament record, section 5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from scorekeeper.cli.records.tournament_documents import documents
from scorekeeper.cli.streams import stream
from scorekeeper.core.i18n.translation import t_for, terminal_gettext
from scorekeeper.engine.errors import GameError
from scorekeeper.formats import strict_json
from scorekeeper.formats.game_record import error_json
from scorekeeper.formats.tournament_answers import check_json
from scorekeeper.formats.tournament_record import tournament_error_json
from scorekeeper.formats.tournament_v2 import dump_v2, parse_without_penalties
from scorekeeper.messages.errors.error_text import error_text
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.adjustments import Additions
from scorekeeper.pairing.method import METHODS, method_named, method_of
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Entrant, Penalty, Tournament
from scorekeeper.pairing.simulate import make_entrants, simulate_on
from scorekeeper.pairing.words import tournament_error_text
from scorekeeper.tournaments.commands.files import record_answers

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext


def invent_tournament(method: str, entrants: int, rounds: int | None, seed: int) -> Tournament:
    """Return a tournament with invented entrants. The default for `rounds` is usual for that number."""
    options = method_named(method).usual(entrants, rounds)
    return Tournament(method, make_entrants(entrants), options=options, seed=seed, name="Simulation")


def change_record(obj: object, **changes: Any) -> tuple[Tournament, Additions]:
    """Return a record of either version with the requested changes. Results stay as played.

    Raises as reading a record and `with_changes` do, also if the additions of version 2 do not fit the changes.
    """
    start, _ = parse_without_penalties(obj)
    return parse_without_penalties(dump_v2(with_changes(start, **changes), obj))


def with_changes(
    start: Tournament, *, method: str | None, entrants: int | None, rounds: int | None, seed: int | None
) -> Tournament:
    """Return the record with the requested changes.

    Raises `simulate` if a round is published and the method or the number of entrants would change.
    """
    played = method_named(method or start.method)
    if played is not method_of(start):
        if start.rounds:
            raise errors.Illegal("simulate", 0, reason="method", field="--method", read=played.name, right=start.method)
        start = replace(start, method=played.name)
        if played.staged:
            start = replace(start, options=played.usual(len(start.entrants)))
    if entrants is not None and entrants != len(start.entrants):
        if start.rounds:
            raise errors.Illegal("simulate", 0, reason="entrants", field="--entrants", read=entrants, right=len(start.entrants))
        start = replace(start, entrants=_fill_up(start.entrants, entrants))
    usual = played.usual_rounds(len(start.entrants))
    if rounds is None and start.options.rounds is None and usual:
        # These methods have no end of their own.
        rounds = max(usual, len(start.rounds))
    if rounds is not None:
        start = replace(start, options=played.in_rounds(start.options, rounds))
    return start if seed is None else replace(start, seed=seed)


def _fill_up(known: tuple[Entrant, ...], entrants: int) -> tuple[Entrant, ...]:
    """Return the first `entrants` entrants, with invented ones if there are too few."""
    used_ids = {e.id for e in known}
    more = [replace(e, seed=None) for e in make_entrants(entrants + len(known)) if e.id not in used_ids]
    return (*known, *more)[:entrants]


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


@tournament.command(
    "pair",
    help=N_(
        "Pair the next round, with the reason for each table.\n\nWith finals, each table names its final (`pool`), and "
        "`finals` has their brackets."
    ),
)
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
        "Without a record, --events are made up.\n\nFinals A and B are played only from a record that has them."
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

    def answer(start: Tournament, original: object = None, penalties: tuple[Penalty, ...] = ()) -> object:
        nonlocal failed
        found = simulate_on(start, quiet=quiet, penalties=penalties)
        failed = failed or bool(found.problems)
        out = {
            "seed": start.seed,
            **check_json(list(found.problems), record_answers.problem_describer(t_for(lang), found.tournament)),
        }
        out["happened"] = [{"round": r, "kind": kind, "what": what} for r, kind, what in found.happened]
        return {**out, "record": dump_v2(found.tournament, original)} if record else out

    def played_on(_t: Gettext, original: object) -> object:
        start, additions = change_record(original, **wished)
        return answer(start, original, additions.penalties)

    if files:
        try:
            _run(files, lang, played_on)
        except SystemExit as done:
            ctx.exit(1 if done.code or failed else 0)
    for number in range(wished["seed"] or 0, (wished["seed"] or 0) + events):
        try:
            start = invent_tournament(wished["method"] or "swiss", wished["entrants"] or 16, wished["rounds"], number)
            click.echo(strict_json.dumps(answer(start)))
        except TournamentError as error:
            raise click.ClickException(tournament_error_text(t_for(lang), error)) from error
    ctx.exit(1 if failed else 0)
