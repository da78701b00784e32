"""`scorekeeper tournament documents`: prints every document of an event from its record and further details."""

from __future__ import annotations

import os
import signal
import stat
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import date, time
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
from click.core import ParameterSource

from scorekeeper.cli.streams import stream
from scorekeeper.core.i18n.translation import supported_language, t_for, terminal_language
from scorekeeper.core.pdf.page_sizes import ALL_SIZES
from scorekeeper.engine.errors import GameError
from scorekeeper.formats import strict_json
from scorekeeper.formats.declared import parse
from scorekeeper.formats.json_diagnosis import error_at
from scorekeeper.formats.json_reader import read_json
from scorekeeper.formats.tournament_record import parse_round
from scorekeeper.formats.tournament_v2 import parse_v2
from scorekeeper.messages.errors.error_text import error_text, quoted
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.money.report import MoneyReport
from scorekeeper.pairing.record.attendance import MOST_CENTS
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.words import tournament_error_text

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.pairing.adjustments import Additions
    from scorekeeper.pairing.record.record import Round, Tournament
    from scorekeeper.tournaments.printouts.documents import PrintSource  # as above
    from scorekeeper.tournaments.printouts.event import EventDetails


TEXTS = ("venue", "note", "prizes", "club")
ADDRESSES = ("page", "entry", "check_in")
KEYS = ("day", "starts", "price", *TEXTS, "rulings", "players", "links", *ADDRESSES)
LONGEST_TEXT = 10_000
LONGEST_LINK = 1000
LONGEST_NAME = 120


def read_details(file: Path | None, lang: str) -> EventDetails:
    """Return the details in a file, or empty ones without a file. Raises click.BadParameter, located at its key."""
    # Imported late, so that no other command loads the layout modules.
    from scorekeeper.tournaments.printouts.event import EventDetails

    if file is None:
        return EventDetails()
    t = t_for(lang)
    try:
        read = read_json(file.read_bytes())
    except (GameError, OSError) as error:
        _wrong("--about", error_text(t, error) if isinstance(error, GameError) else t(error.strerror or str(error)))
    if not isinstance(read, dict):
        _wrong("--about", t("an object is needed"))
    unknown = set(read) - set(KEYS)
    if unknown:
        _wrong(sorted(unknown)[0], t("unknown key; use one of these: %(keys)s") % {"keys": ", ".join(KEYS)})
    venue, note, prizes, club = (_text(t, read, name) for name in TEXTS)
    page, entry, check_in = (_address(t, name, read.get(name, "")) for name in ADDRESSES)
    links = _links(t, read.get("links", {}))
    day, starts, price, players = _day(t, read.get("day")), _starts(t, read.get("starts")), _price(t, read), _players(t, read)
    details = EventDetails(
        day, venue, note, prizes, links, players, page=page, entry=entry, check_in=check_in, club=club, starts=starts, price=price
    )
    return replace(details, rulings=_rulings(t, read.get("rulings", [])))


def _wrong(field: str, why: str) -> NoReturn:
    raise click.BadParameter(why, param_hint=field)


def _day(t: Gettext, read: object) -> date | None:
    if read is None or read == "":
        return None
    with suppress(ValueError):
        if isinstance(read, str):
            return date.fromisoformat(read)
    _wrong("day", t("a date like 2026-11-20, not %(read)s") % {"read": quoted(t, read)})


def _starts(t: Gettext, read: object) -> str:
    if read is None or read == "":
        return ""
    with suppress(ValueError):
        if isinstance(read, str) and len(read) == len("13:00"):
            return f"{time.fromisoformat(read):%H:%M}"
    _wrong("starts", t("a time like 13:00, not %(read)s") % {"read": quoted(t, read)})


def _price(t: Gettext, read: dict[str, Any]) -> int:
    value = read.get("price", 0)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_CENTS:
        _wrong("price", t("a number of cents from 0 to %(most)s, not %(read)s") % {"most": MOST_CENTS, "read": quoted(t, value)})
    return value


def _text(t: Gettext, read: dict[str, Any], name: str) -> str:
    value = read.get(name, "")
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        _wrong(name, t("text of at most %(most)s characters") % {"most": LONGEST_TEXT})
    return value


def _links(t: Gettext, read: object) -> dict[tuple[int, int], str]:
    links = {}
    shape = t("an object {round: {table: address}}")
    if not isinstance(read, dict):
        _wrong("links", shape)
    for number, tables in read.items():
        if not number.isdecimal() or not isinstance(tables, dict):
            _wrong(f"links.{number}", shape)
        for table, link in tables.items():
            if not table.isdecimal() or not link:
                _wrong(f"links.{number}.{table}", t("an address that begins with https:// or http://"))
            links[int(number), int(table)] = _address(t, f"links.{number}.{table}", link)
    return links


def _address(t: Gettext, field: str, link: object) -> str:
    """Return a web address or "". Raises click.BadParameter."""
    if not isinstance(link, str) or (link and not link.startswith(("https://", "http://"))):
        _wrong(field, t("an address that begins with https:// or http://"))
    if len(link) > LONGEST_LINK:
        _wrong(field, t("an address of at most %(most)s characters") % {"most": LONGEST_LINK})
    return link


def _players(t: Gettext, read: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    names_by_id = read.get("players", {})
    if not isinstance(names_by_id, dict):
        _wrong("players", t("an object {id: [names]}"))
    for who, names in names_by_id.items():
        if not isinstance(names, list) or not all(isinstance(name, str) and len(name) <= LONGEST_NAME for name in names):
            _wrong(f"players.{who}", t("a list of names of at most %(most)s characters") % {"most": LONGEST_NAME})
    return {who: tuple(names) for who, names in names_by_id.items()}


def _rulings(t: Gettext, read: object) -> tuple[dict[str, Any], ...]:
    shape = t("a list of {round, table, note, rule}")
    if not isinstance(read, list):
        _wrong("rulings", shape)
    for place, one in enumerate(read):
        if not isinstance(one, dict) or set(one) != {"round", "table", "note", "rule"}:
            _wrong(f"rulings[{place}]", shape)
        if any(type(one[name]) is not int for name in ("round", "table")):
            _wrong(f"rulings[{place}]", shape)
        for name in ("note", "rule"):
            _text(t, one, name)
    return tuple(read)


TIME_LIMIT = 30 * 60
"""Seconds after which a job ends itself."""


class _PaperKind(click.Choice[str]):
    """A choice of documents. Their names are loaded on demand, because the layout modules load slowly."""

    def __init__(self) -> None:  # without Choice's own __init__, which needs the names now
        self.case_sensitive = True

    @cached_property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        from scorekeeper.tournaments.printouts.documents import ALL_PAPERS  # as below

        return ALL_PAPERS


@click.command(
    "documents",
    help=N_(
        "Print a whole event as PDF files.\n\nPairings, slips, score sheets, standings, bracket, "
        "cross-table, report and histories.\n\nWrites PDF files into a folder and prints a JSON line for "
        "each."
    ),
)
@click.argument("file", metavar=N_("FILE|-"), type=click.Path(allow_dash=True))
@click.option("-o", "--output", required=True, type=click.Path(file_okay=False, path_type=Path), help=N_("Folder for the files."))
@click.option("--size", type=click.Choice(ALL_SIZES), default="letter", show_default=True)
@click.option("--lang", type=click.Choice(["en", "fr", "both"]), default="en", show_default=True)
@click.option("--only", "kinds", multiple=True, type=_PaperKind(), help=N_("Only these documents; may be repeated."))
@click.option(
    "--round", "rounds", multiple=True, type=click.IntRange(min=1), help=N_("Slips, pairings and sheets of these rounds only.")
)
@click.option(
    "--about",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=N_(
        "JSON with other facts: day, starts, venue, club, price (cents), note, prizes, players {id: [names]}, links "
        "{round: {table: url}}, page, entry, check_in (url)."
    ),
)
@click.option("--posted", type=click.Path(exists=True, dir_okay=False, path_type=Path), hidden=True)
@click.option("--desk", type=click.Path(exists=True, dir_okay=False, path_type=Path), hidden=True)
@click.option("--bind", is_flag=True, help=N_("One PDF in all, instead of one for each document."))
@click.option("--zip", "zip_", is_flag=True, help=N_("Also write all files as one ZIP."))
@click.option(
    "--processes",
    type=click.IntRange(1, 16),
    default=None,
    help=N_("Number of processes that draw at once. Default: one for each processor."),
)
@click.option("--job", type=click.Path(dir_okay=False, path_type=Path), hidden=True)
def documents(
    file: str,
    output: Path,
    size: str,
    lang: str,
    kinds: tuple[str, ...],
    rounds: tuple[int, ...],
    about: Path | None,
    posted: Path | None,
    desk: Path | None,
    bind: bool,
    zip_: bool,
    processes: int | None,
    job: Path | None,
) -> None:
    # Imported late, so that no other command loads templates and fonts.
    from scorekeeper.core.pdf.rendering import NoPango, need_pango
    from scorekeeper.core.refusals import NoPdf, refusal_text
    from scorekeeper.tournaments.commands.printouts.print_options import PrintOptions
    from scorekeeper.tournaments.commands.tournament_state import TournamentState
    from scorekeeper.tournaments.printouts.documents import make_documents
    from scorekeeper.tournaments.printouts.page import file_name_of
    from scorekeeper.tournaments.printouts.pdf_files import save, zip_files

    # Messages are in the requested language or, by default, in the terminal's.
    has_lang = click.get_current_context().get_parameter_source("lang") is not ParameterSource.DEFAULT
    language = (supported_language(lang) if has_lang else None) or terminal_language()
    t = t_for(language)
    report = _reporter(job, language)
    try:
        need_pango()
        (tournament, additions), extra = _record(file, language), read_details(about, language)
        if tournament.rounds or rounds or not kinds:
            _check_rounds(tournament, rounds, language)
        options = PrintOptions(size, lang, kinds or None, rounds or None, bind=bind)
        money, draft = _read_desk(desk, tournament)
        extra = replace(extra, additions=additions, money=money)
        papers = make_documents(options, (TournamentState(tournament), extra), _read_posted(posted, extra), draft)
        if not papers:
            raise click.ClickException(t("This kind of tournament has no such printout."))
        written = save(
            papers, output, processes=processes, bind=options.bind, done=lambda done, total: report("working", done, total)
        )
        archive = zip_files(output, written, file_name_of(tournament.name) or "tournament") if zip_ else None
    except NoPango as error:
        text = refusal_text(t, NoPdf())
        report("failed", text=text)
        raise click.ClickException(text) from error
    except (click.ClickException, OSError) as error:
        report(
            "failed", text=error.format_message() if isinstance(error, click.ClickException) else t(error.strerror or str(error))
        )
        if isinstance(error, OSError):
            facts = {"file": error.filename or str(output), "why": t(error.strerror or str(error))}
            raise click.ClickException(t("Cannot write “%(file)s” (“%(why)s”).") % facts) from error
        raise
    pages = sum(one.pages for one in written)
    report("done", pages, pages, files=[asdict(one) for one in written], zip=archive.name if archive else None)
    for one in written:
        click.echo(strict_json.dumps({"file": str(output / one.path), **{k: v for k, v in asdict(one).items() if k != "path"}}))


Report = Callable[..., None]


def _reporter(job: Path | None, lang: str) -> Report:
    """Return a function that reports progress to the terminal, or to the file that the desk's page reads."""
    if job is None:
        t = t_for(lang)
        return partial(_report_to_terminal, t("%(done)s of %(total)s pages"))
    if hasattr(os, "nice"):  # on other systems, a job has no low priority and no time limit
        os.nice(10)
        _end_after_time_limit()
    _end_with_parent()

    def to_file(state: str, done: int = 0, total: int = 0, **more: Any) -> None:
        half = job.with_suffix(".part")
        half.write_bytes(strict_json.dumps({"state": state, "done": done, "total": total, **more}))
        half.replace(job)

    return to_file


def _report_to_terminal(sentence: str, state: str, done: int = 0, total: int = 0, **_more: Any) -> None:
    if sys.stderr.isatty() and total:
        click.echo("\r" + sentence % {"done": done, "total": total}, nl=state != "working", err=True)


def _end_after_time_limit() -> None:
    signal.signal(signal.SIGALRM, lambda _signal, _frame: _end())
    signal.alarm(TIME_LIMIT)


def _end_with_parent() -> None:
    """End this job when the process that started it closes the pipe. Nothing is ever sent on it."""
    try:
        if not stat.S_ISFIFO(os.fstat(0).st_mode):
            return
    except OSError:
        return

    def listen() -> None:
        while os.read(0, 1024):
            pass
        _end()

    threading.Thread(target=listen, daemon=True).start()


def _end() -> None:
    # If this process leads a group, the rendering processes belong to it.
    if hasattr(os, "getpgrp") and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)


def _record(file: str, lang: str) -> tuple[Tournament, Additions]:
    t = t_for(lang)
    try:
        value = next(stream.objects((file,)), error_at("", 0))
        if isinstance(value, GameError):
            raise value
        return parse_v2(value)
    except TournamentError as error:
        raise click.ClickException(tournament_error_text(t, error)) from error
    except GameError as error:
        raise click.ClickException(error_text(t, error)) from error


def _read_posted(file: Path | None, about: EventDetails) -> PrintSource | None:
    """Return the event with its public names, as the desk wrote it for its job."""
    if file is None:
        return None
    from scorekeeper.tournaments.commands.tournament_state import TournamentState  # as above

    read = strict_json.loads(file.read_bytes())
    tournament, additions = parse_v2(read["record"])
    players = {who: tuple(names) for who, names in read["players"].items()}
    return TournamentState(tournament), replace(about, players=players, additions=additions)


def _read_desk(file: Path | None, tournament: Tournament) -> tuple[MoneyReport | None, Round | None]:
    """Return the money and the round that is not published, as the desk wrote them for its job."""
    read = strict_json.loads(file.read_bytes()) if file is not None else {}
    money, draft = read.get("money"), read.get("draft")
    known = {one.id for one in tournament.entrants}
    return (
        None if money is None else parse(MoneyReport, money),
        None if draft is None else parse_round(draft, len(tournament.rounds), known, version_2=True),
    )


def _check_rounds(tournament: Tournament, requested: tuple[int, ...], lang: str) -> None:
    t, published = t_for(lang), [one.number for one in tournament.rounds]
    if not published:
        raise click.ClickException(t("No round is published yet."))
    for number in requested:
        if number not in published:
            facts = {"number": number, "last": published[-1]}
            raise click.ClickException(t("There is no round %(number)s yet. The last one is round %(last)s.") % facts)
