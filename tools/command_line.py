"""Writes docs/reference/command-line.md and packaging/man/scorekeeper.1 from the help texts of the commands.

Usage: python -m tools.command_line
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click

from scorekeeper.cli.command_line import COMMANDS, main
from scorekeeper.cli.terminal import EXAMPLES, add_example, translate_command
from scorekeeper.core.i18n.translation import t_for
from scorekeeper.core.version import VERSION

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs" / "reference" / "command-line.md"
MANUAL = ROOT / "packaging" / "man" / "scorekeeper.1"
WIDTH = 80

BEFORE = """# Command line

Generated from the help texts by `python -m tools.command_line`. Every command answers `--help`, in the language of the
terminal. The commands that read game and tournament files need no server; [the guide](../guide/en/command-line.md)
shows how to use them.
"""


def commands() -> Iterator[tuple[str, click.Command, click.Context]]:
    """Yield every command with its path and context, subcommands after their group."""
    top = click.Context(main, info_name="scorekeeper", terminal_width=WIDTH)
    for name in COMMANDS:
        command = main.get_command(top, name)
        assert command is not None
        yield from _with_subcommands(name, add_example(translate_command(command, t_for("en")), name, t_for("en")), top)


def _with_subcommands(
    path: str, command: click.Command, parent: click.Context
) -> Iterator[tuple[str, click.Command, click.Context]]:
    context = click.Context(command, parent=parent, info_name=path.rsplit(" ", 1)[-1], terminal_width=WIDTH)
    yield path, command, context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from _with_subcommands(f"{path} {name}", command.commands[name], context)


def reference() -> str:
    """Return docs/reference/command-line.md."""
    parts = [BEFORE]
    for path, command, context in commands():
        parts.append(f"\n## {path}\n\n```text\n{command.get_help(context).rstrip()}\n```\n")
    return "".join(parts)


def manual() -> str:
    """Return the man page, in the macros of man(7)."""
    lines = [f'.TH SCOREKEEPER 1 "" "200 Scorekeeper {VERSION}" "User Commands"', ".SH NAME"]
    lines += [r"scorekeeper \- score games and run tournaments of the card game 200", ".SH SYNOPSIS"]
    lines += [r".B scorekeeper", r".I command", r"[\fIoptions\fR] [\fIarguments\fR]", ".SH DESCRIPTION"]
    lines += [
        _roff(main.help or ""),
        ".PP",
        r"\fBscorekeeper serve\fR starts the app for this computer and its network.",
        ".SH COMMANDS",
    ]
    for path, command, context in commands():
        usage = " ".join(command.collect_usage_pieces(context))
        lines += [f".SS scorekeeper {_roff(path)} {_roff(usage)}"]
        for paragraph in (command.help or "").split("\n\n"):
            lines += [_roff(re.sub(r"\s+", " ", paragraph)), ".PP"]
        for param in command.get_params(context):
            record = param.get_help_record(context) if isinstance(param, click.Option) else None
            if record and "--help" not in record[0]:
                lines += [".TP", rf"\fB{_roff(record[0])}\fR", _roff(record[1])]
        lines += [".PP", rf"Example: \fBscorekeeper {_roff(EXAMPLES[path])}\fR"]
    lines += [".SH ENVIRONMENT", r"\fBscorekeeper settings\fR lists the variables that the server reads.", ".SH FILES", ".TP"]
    lines += [
        r"\fI~/.local/share/scorekeeper\fR",
        "The database, the secret key and the backups, unless SCOREKEEPER_INSTANCE names another folder.",
    ]
    return "\n".join(lines) + "\n"


def _roff(text: str) -> str:
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped


def write_all() -> None:
    """Write both files."""
    for path, text in ((REFERENCE, reference()), (MANUAL, manual())):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    write_all()
