"""`scorekeeper rules`: lists, shows, compares and checks rule sets."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from scorekeeper.cli.records.replay import read_rules
from scorekeeper.core.i18n.translation import DEFAULT, t_for, terminal_language
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.replay.compare import compare_options
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME
from scorekeeper.formats import strict_json
from scorekeeper.formats.game_record import error_json
from scorekeeper.formats.json_reader import read_json
from scorekeeper.formats.rules import dump_rules, parse_rules
from scorekeeper.messages.errors.error_text import error_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import labelled
from scorekeeper.messages.rules.rules import (
    GROUPS,
    choice_label,
    group_of,
    group_title,
    option_label,
    variant_blurb,
    variant_title,
)
from scorekeeper.rulebook.view import rule_card
from scorekeeper.rules.titles import title_of

# People read this output, so unlike the streams it uses the terminal's language.
language_option = click.option(
    "--lang", type=click.Choice(["en", "fr"]), help=N_("Language. Default: the terminal’s, or English with --json.")
)


def _language(requested: str | None, as_json: bool = False) -> str:
    return requested or (DEFAULT if as_json else terminal_language())


@click.group("rules", help=N_("List, show, compare and check rule sets."))
def group() -> None:
    """The `scorekeeper rules` commands."""


@group.command("list", help=N_("List the named rule sets."))
@click.option("--json", "as_json", is_flag=True, help=N_("One JSON object per line."))
@language_option
def list_rules(as_json: bool, lang: str | None) -> None:
    t = t_for(_language(lang, as_json))
    if as_json:
        for name, variant in VARIANTS_BY_NAME.items():
            words = {"title": variant_title(t, name), "about": variant_blurb(t, name), "group": group_title(t, group_of(name))}
            click.echo(strict_json.dumps({"name": name, **words, "source": variant.source.split()}).decode())
        return
    for n, (group, names) in enumerate(GROUPS.items()):
        click.echo("\n" * bool(n) + group_title(t, group))
        for name in names:
            click.echo(f"  {name:<18}{variant_title(t, name)}\n{'':20}{variant_blurb(t, name)}")


@group.command("show", help=N_("Show one rule set in words or as JSON.\n\nNAME is a named rule set or a file."))
@click.argument("name", metavar=N_("NAME_OR_FILE"))
@click.option("--json", "as_json", is_flag=True, help=N_("The full object, with every option set."))
@language_option
def show_rules(name: str, as_json: bool, lang: str | None) -> None:
    lang = _language(lang, as_json)
    rules = read_rules(name, lang)
    if as_json:
        click.echo(strict_json.dumps(dump_rules(rules), option=strict_json.OPT_INDENT_2).decode())
        return
    t = t_for(lang)
    click.echo(title_of(t, rules))
    for heading, sentences in rule_card(t, rules):
        click.echo(f"\n{heading}")
        for sentence in sentences:
            click.echo(f"  {sentence}")


@group.command(
    "diff", help=N_("Show what differs between two rule sets.\n\nA and B are names or files. Exit status 0 either way.")
)
@click.argument("a")
@click.argument("b")
@click.option("--json", "as_json", is_flag=True, help=N_("One JSON object: each option with its two values."))
@language_option
def diff_rules(a: str, b: str, as_json: bool, lang: str | None) -> None:
    lang = _language(lang, as_json)
    differing = compare_options(read_rules(a, lang), read_rules(b, lang))
    if as_json:
        click.echo(strict_json.dumps(differing).decode())
        return
    t = t_for(lang)
    if not differing:
        click.echo(t("No difference."))
    for name, (first, second) in differing.items():
        click.echo(labelled(t, option_label(t, name), f"{choice_label(t, name, first)} → {choice_label(t, name, second)}"))


@group.command(
    "check",
    help=N_(
        "Check a rule set in a file.\n\nPrints the rule set in full, or every reason why it cannot be played (exit status 1)."
    ),
)
@click.argument("file", metavar=N_("FILE|-"), type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@language_option
def check_rules(file: str, lang: str | None) -> None:
    t = t_for(_language(lang))
    try:
        text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        rules = parse_rules(read_json(text))
    except GameError as error:
        click.echo(strict_json.dumps(error_json(error, lambda e: error_text(t, e))).decode())
        sys.exit(1)
    click.echo(strict_json.dumps(dump_rules(rules), option=strict_json.OPT_INDENT_2).decode())
