"""`scorekeeper lab`: replays recorded games under other rules, and shows the result of each bid amount."""

from __future__ import annotations

import sys
import zipfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorekeeper.cli.records.replay import read_rules
from scorekeeper.cli.streams import parallel, stream
from scorekeeper.cli.streams.stream import FlushedWriter
from scorekeeper.cli.terminal import output
from scorekeeper.core.i18n.translation import t_for, terminal_gettext, terminal_language
from scorekeeper.engine.errors import GameError, UnsoundRules
from scorekeeper.engine.ruleset import RuleSet, name_of, named_rules
from scorekeeper.formats import strict_json
from scorekeeper.formats.game_record import dump_record, error_json, parse_record
from scorekeeper.formats.rules import parse_rules, value_from_text
from scorekeeper.messages.errors.error_text import error_text, problem_texts
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import labelled
from scorekeeper.messages.rules.rules import diff_text
from scorekeeper.rules.titles import title_of
from scorekeeper.what_if import report, words
from scorekeeper.what_if.findings import Findings, try_game
from scorekeeper.what_if.trial import RecordedGame, RulesChange

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.messages.marks import Gettext


WIDE = 96
EVERYBODY = "*"
"""Value of `--coach` for all players."""
MOST_TURNED = 20
MOST_PLAYERS = 20


def report_lines(t: Gettext, findings: Findings, coach: str | None) -> list[str]:
    """Return the lines of the whole report."""
    if not findings.totals.games:
        return [t(N_("No game could be read."))]
    lines = []
    if not findings.change.nothing:
        lines = [*_changed_rules(t, findings), "", *_outcome_counts(t, findings), "", *_figures(t, findings)]
        lines += [*_players(t, findings), *_turned_games(t, findings)]
    if coach is not None:
        lines += [*([""] if lines else []), *_coach(t, findings, None if coach == EVERYBODY else coach)]
    return lines


def _changed_rules(t: Gettext, findings: Findings) -> list[str]:
    rules, options = findings.change.rules, findings.change.options
    texts = words.change_texts(t, findings.change) if options else []
    if rules is not None:
        title = title_of(t, rules)
        own = [] if name_of(rules) else diff_text(t, named_rules("standard"), rules)
        texts = [labelled(t, t(N_("Under")), title), *own, *texts]
    return [labelled(t, t(N_("Games")), str(findings.totals.games)), *texts]


def _outcome_counts(t: Gettext, findings: Findings) -> list[str]:
    rows = words.fate_rows(t, findings.totals)
    wide = max(len(row.label) for row in rows)
    high = max(len(str(row.games)) for row in rows)
    lines = []
    for row in rows:
        lines.append(f"{row.label:<{wide}}  {row.games:>{high}}")
        if row.note:
            lines.append(click.wrap_text(row.note, WIDE, "  ", "  "))
    return lines


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows as columns of text, the first aligned left and the others right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    out = []
    for row in rows:
        cells = [f"{row[0]:<{widths[0]}}", *[f"{cell:>{widths[i]}}" for i, cell in enumerate(row[1:], 1)]]
        out.append("  ".join(cells).rstrip())
    return out


def _figures(t: Gettext, findings: Findings) -> list[str]:
    rows = words.comparison_rows(t, findings.totals)
    if not rows:
        return []
    length = words.length_text(t, findings.totals)
    return [*_table([("", t(words.AS_PLAYED), t(words.UNDER_THESE)), *rows]), *([length] if length else [])]


def _players(t: Gettext, findings: Findings) -> list[str]:
    gains = findings.totals.by_gain()
    if not gains:
        return []
    listed = gains if len(gains) <= MOST_PLAYERS else [*gains[: MOST_PLAYERS // 2], *gains[-MOST_PLAYERS // 2 :]]
    rows = [(name, str(gain.games), str(gain.then), str(gain.now), words.gain_text(t, gain)) for name, gain in listed]
    heads = (t(N_("Games won")), t(N_("of")), t(words.AS_PLAYED), t(words.UNDER_THESE), "")
    more = t(N_("The players who gain and lose most, out of %(players)s.")) % {"players": len(gains)}
    return ["", *_table([heads, *rows]), *([more] if len(listed) < len(gains) else [])]


def _turned_games(t: Gettext, findings: Findings) -> list[str]:
    if not findings.turned:
        return []
    lines = ["", t(N_("Games that another side wins"))]
    lines += [f"  {trial.label:>4}  {words.turned_text(t, trial)}" for trial in findings.turned[:MOST_TURNED]]
    left = len(findings.turned) - MOST_TURNED
    if left > 0:
        lines.append("  " + t(N_("and %(games)s more, all of them with --format json")) % {"games": left})
    return lines


def _coach(t: Gettext, findings: Findings, player: str | None) -> list[str]:
    who = player or t(N_("Everyone"))
    rules = findings.usual
    heights = [] if rules is None else findings.coach.heights(player, rules)
    if not heights:
        return [t(N_("%(player)s: no contracts recorded.")) % {"player": who}]
    rows = words.bid_level_rows(t, heights)
    heads = (who, t(N_("made")), "", t(N_("likely")), t(N_("net")), t(N_("pays")), "")
    table = [(row.bid, row.made, row.share, row.likely, row.net, row.pays, row.advice) for row in rows]
    return [*_table([heads, *table]), *_legend(t)]


def _legend(t: Gettext) -> list[str]:
    return [
        t(N_("Likely: the true share, 19 times out of 20.")),
        t(N_("Net: average points per contract, minus the others’.")),
        t(N_("Pays: the share you must make to gain points.")),
    ]


TEXT, JSON, LINES = "text", "json", "lines"


@click.command(
    "lab",
    help=N_(
        "Replay recorded games under other rules and compare.\n\nShows which side wins, how much longer "
        "games take and who gains.\n\nA FILE holds game records, one per line, or is a club’s archive. "
        "--coach shows the result of each bid amount, and the share of made contracts from which it pays."
    ),
)
@stream.files_argument
@click.option("--rules", "name", metavar=N_("NAME_OR_FILE"), help=N_("Under these rules."))
@click.option(
    "--set",
    "options",
    multiple=True,
    metavar=N_("OPTION=VALUE"),
    help=N_("Change this option; may be repeated."),
)
@click.option("--coach", metavar=N_("NAME"), help=N_("Report this player’s contracts (`*` for all players)."))
@click.option(
    "--format",
    "form",
    type=click.Choice([TEXT, JSON, LINES]),
    default=TEXT,
    show_default=True,
    help=N_("Output: text to read, one JSON object, or one per game."),
)
@click.option("--lang", type=click.Choice(["en", "fr"]), help=N_("Language of the text. Default: the terminal’s."))
@parallel.jobs_option
def command(
    files: tuple[str, ...], name: str | None, options: tuple[str, ...], coach: str | None, form: str, lang: str | None, jobs: int
) -> None:
    t = t_for(lang or terminal_language())
    change = RulesChange(None if name is None else read_rules(name, terminal_language()), dict(read_option(o) for o in options))
    if name is None and not options and coach is None:
        raise click.UsageError(terminal_gettext()(N_("Choose what to try: --rules, --set or --coach.")))
    if change.rules is not None and change.of(change.rules) is None:
        raise click.BadParameter(_unsound_reasons(change), param_hint="--set")
    again = ["lab", "--format", LINES, *_worker_arguments(name, options), "--lang", lang or terminal_language()]
    labels: deque[str] = deque()
    found = Findings(change)
    at_once = form == LINES and stream.may_wait_for_answers(files)  # the client may wait for each answer
    with nullcontext() if jobs == 1 else parallel.ProcessPool(again, jobs, 1 if at_once else parallel.SHARE) as processes:
        out = FlushedWriter(output())
        answers: Iterable[object]
        if processes is None:
            answers = map(_answer(change), _games(files, labels, out.flush))
        else:
            answers = processes.answers(_games(files, labels))
        for answer in answers:
            obj, label = _read(answer, lambda error: error_text(t, error)), labels.popleft()
            found.refused += "error" in obj
            if form == LINES:
                line = strict_json.dumps({**obj, "game": label}, option=strict_json.OPT_APPEND_NEWLINE)
                out.write([line], at_once=at_once and processes is not None)  # another thread reads the input
            elif "error" in obj:
                _print_error(obj["error"], label)
            else:
                found.add(report.trial_of(obj, label), report.contracts_of(obj["contracts"]), parse_rules(obj["rules"]))
        out.flush()
    if form == TEXT:
        click.echo("\n".join(report_lines(t, found, coach)))
    elif form == JSON:
        click.echo(strict_json.dumps(_json(found, coach), option=strict_json.OPT_NON_STR_KEYS))
    sys.exit(1 if found.refused else 0)


def _worker_arguments(name: str | None, options: Iterable[str]) -> list[str]:
    rules = [] if name is None else ["--rules", name]
    changes = [word for option in options for word in ("--set", option)]
    return [*rules, *changes] or ["--coach", EVERYBODY]


def read_option(text: str) -> tuple[str, object]:
    """Return the option and value in text such as `target=300`. Raises click.BadParameter with the valid values."""
    t = terminal_gettext()
    name, sign, value = text.partition("=")
    name = name.strip()
    if not sign:
        raise click.BadParameter(
            t(N_("“{read}” is not a valid setting. Write OPTION=VALUE, such as target=300.")).format(read=text),
            param_hint="--set",
        )
    parsed_value = value_from_text(name, value.strip())
    option = RuleSet.options.get(name)
    problem = None if option is None else option.problem(parsed_value)
    if option is None or problem is not None:
        try:
            RuleSet({name: parsed_value})
        except UnsoundRules as error:
            raise click.BadParameter(" ".join(problem_texts(t, error)), param_hint="--set") from error
    return name, parsed_value


def _unsound_reasons(change: RulesChange) -> str:
    t = terminal_gettext()
    assert change.rules is not None
    try:
        change.rules.with_options(**change.options)
    except UnsoundRules as error:
        return " ".join(problem_texts(t, error))
    return ""


def _games(files: Iterable[str], labels: deque[str], before: Callable[[], object] = stream.do_nothing) -> Iterator[object]:
    """Yield every game of the files, and add its label for messages to `labels`. `before`: see `stream.objects`."""
    files = files or ("-",)
    many = len(list(files)) > 1
    for file in files:
        for n, obj in enumerate(_archived_games(Path(file)) if _is_archive(file) else stream.objects([file], before), 1):
            labels.append(f"{file}:{n}" if many else str(n))
            yield obj


def _is_archive(file: str) -> bool:
    try:
        return file != "-" and zipfile.is_zipfile(file)
    except OSError:  # reported when it is read
        return False


def _archived_games(file: Path) -> Iterator[object]:
    """Yield the recorded games of a club archive."""
    from scorekeeper.app import subjects  # imported late because it loads the database
    from scorekeeper.archives import unpacking
    from scorekeeper.core.refusals import Refusal, refusal_text

    subjects.load()  # registers the messages of refusals
    try:
        for record in unpacking.game_records(file.read_bytes()):
            yield dump_record(record)
    except Refusal as refusal:
        t = terminal_gettext()
        raise click.ClickException(labelled(t, str(file), refusal_text(t, refusal))) from refusal


def _answer(change: RulesChange) -> Callable[[object], object]:
    """Return a function that replays one game and returns JSON or its error."""

    def answer(obj: object) -> object:
        if isinstance(obj, GameError):
            return obj
        try:
            record = parse_record(obj)
        except GameError as error:
            return error
        game = RecordedGame("", record.rules, record.players, record.first_dealer, record.events, record.start_scores)
        trial, found, rules = try_game(game, change)
        facts = {"rules": report.rules_json(rules), "contracts": report.contracts_json(found)}
        return {**report.trial_json(trial), **facts}

    return answer


def _read(answer: object, text: Callable[[GameError], str]) -> Any:
    """Return one game's answer as JSON, or its error with a message."""
    if isinstance(answer, GameError):
        return error_json(answer, text)
    return strict_json.loads(answer) if isinstance(answer, bytes) else answer


def _print_error(error: dict[str, Any], label: str) -> None:
    t = terminal_gettext()
    where = t(N_("Game {game}, event {event}: {text}")) if error["event"] else t(N_("Game {game}: {text}"))
    click.echo(where.format(game=label, event=error["event"], text=error["message"]), err=True)


def _json(findings: Findings, coach: str | None) -> dict[str, object]:
    out: dict[str, object] = {"format": report.FORMAT, "change": report.change_json(findings.change), "refused": findings.refused}
    out["totals"] = report.totals_json(findings.totals)
    out["turned"] = [report.trial_json(trial) for trial in findings.turned]
    if coach is not None:
        rules = findings.usual
        player = None if coach == EVERYBODY else coach
        heights = [] if rules is None else findings.coach.heights(player, rules)
        out["coach"] = {"player": player, "heights": report.bid_levels_json(heights)}
    return out
