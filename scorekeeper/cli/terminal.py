"""A command's output, the messages of click and the operating system, and an example for the help of each command.

After `install_translations`, click finds its own messages there through gettext. System messages are translated by
`t(error.strerror)`.
"""

from __future__ import annotations

import copy
import gettext
import io
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO

import click

from scorekeeper.core import paths
from scorekeeper.core.i18n.translation import NN_
from scorekeeper.messages.marks import N_

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext


BUFFER_BYTES = 2**16
"""Bytes read or written at a time, the size of a pipe."""


def output() -> BinaryIO:
    """Return standard output for bytes with a large buffer.

    Python's own holds two lines, or none with `PYTHONUNBUFFERED`, as in containers. This saves a system call per line, but
    output that must be seen at once has to be flushed.
    """
    out = sys.stdout.buffer
    try:
        return open(out.fileno(), "wb", BUFFER_BYTES, closefd=False)
    except io.UnsupportedOperation:  # no real file behind it
        return out


def discard_output() -> None:
    """Redirect standard output to nowhere, so that Python does not retry a failed write on exit."""
    with suppress(OSError, ValueError):
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, sys.stdout.fileno())
        os.close(devnull)


CLICK = (
    *(N_("Usage:"), N_("Options"), N_("Commands"), N_("Show this message and exit."), N_("Show the version and exit.")),
    *(N_("%(prog)s, version %(version)s"), N_("Aborted!"), N_("default: {default}"), N_("required")),
    *(N_("Error: {message}"), N_("Try '{command} {option}' for help."), N_("Missing command."), N_("No such command {name!r}.")),
    *(N_("No such option {name!r}."), N_("Invalid value: {message}"), N_("Invalid value for {param_hint}: {message}")),
    *(N_("Missing argument"), N_("Missing option"), N_("Choose from:\n\t{choices}")),
    *(N_("{value!r} is not a valid {number_type}."), N_("{value} is not in the range {range}.")),
    *(N_("{name} {filename!r} does not exist."), N_("{name} {filename!r} is a file.")),
    *(N_("{name} {filename!r} is a directory."), N_("{name} {filename!r} is not readable.")),
    *(N_("{name} {filename!r} is not writable."), N_("Option {name!r} does not take a value.")),
    *(N_("Repeat for confirmation"), N_("Error: The two entered values do not match.")),
    NN_("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    NN_("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    NN_("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    NN_("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)
SYSTEM = (
    *(N_("No such file or directory"), N_("Permission denied"), N_("Operation not permitted"), N_("Is a directory")),
    *(N_("Not a directory"), N_("File exists"), N_("No space left on device"), N_("Disk quota exceeded")),
    *(N_("Read-only file system"), N_("Input/output error"), N_("File name too long"), N_("Too many open files")),
    *(N_("Address already in use"), N_("Cannot assign requested address"), N_("Name or service not known")),
    *(N_("Too many levels of symbolic links"), N_("Invalid argument")),
)
_KINDS = {
    "text": N_("text"),
    "integer": N_("number"),
    "integer range": N_("number"),
    "file": N_("file"),
    "directory": N_("folder"),
}
"""Names of click's value types, used in capitals as placeholders in help texts."""


def install_translations() -> None:
    """Let click find its messages in our catalogs. gettext picks the language as `translation.terminal_language` does."""
    gettext.bindtextdomain("messages", str(paths.TRANSLATIONS))


def translate_command(command: click.Command, t: Gettext) -> click.Command:
    """Return a copy of the command with its help and its subcommands in the language of `t`."""
    translated = copy.copy(command)
    translated._help_option = None  # noqa: SLF001 (click creates it once, in the first language used)
    translated.help = t(command.help) if command.help else None
    translated.options_metavar = t(N_("[OPTIONS]"))
    translated.params = [_param(param, t) for param in command.params]
    if isinstance(translated, click.Group):
        translated.subcommand_metavar = t(N_("COMMAND [ARGUMENTS] …"))
        translated.commands = {name: translate_command(one, t) for name, one in translated.commands.items()}
    return translated


def _param(param: click.Parameter, t: Gettext) -> click.Parameter:
    translated = copy.copy(param)
    translated.metavar = t(translated.metavar) if translated.metavar else None
    if translated.type.name in _KINDS:
        translated.type = copy.copy(translated.type)
        translated.type.name = t(_KINDS[translated.type.name])
    if isinstance(translated, click.Option):
        translated.help = t(translated.help) if translated.help else None
    return translated


EXAMPLES = {
    "replay": "replay games.jsonl --rules kitty",
    "lab": "lab games.jsonl --set target=500",
    "adjudicate": "adjudicate auction auctions.jsonl",
    "rules": "rules list",
    "rules list": "rules list --json",
    "rules show": "rules show kitty",
    "rules diff": "rules diff kitty our-rules.json",
    "rules check": "rules check our-rules.json",
    "tournament": "tournament pair event.json",
    "tournament pair": "tournament pair event.json",
    "tournament schedule": "tournament schedule event.json",
    "tournament standings": "tournament standings event.json --lang fr",
    "tournament check": "tournament check event.json",
    "tournament documents": "tournament documents event.json -o printouts",
    "tournament simulate": "tournament simulate --method swiss --entrants 24",
    "serve": "serve --port 9000",
    "window": "window",
    "demo": "demo --lang fr",
    "account": "account list",
    "account list": "account list",
    "account code": "account code",
    "account create": "account create Rita --club Moulin",
    "account reset": "account reset Rita",
    "account operator": "account operator Rita",
    "account disable-2fa": "account disable-2fa Rita",
    "account disconnect": "account disconnect Rita",
    "privacy": "privacy due",
    "privacy due": "privacy due",
    "privacy run": "privacy run",
    "backup": "backup --to /media/usb",
    "restore": "restore scorekeeper-backup.zip",
    "doctor": "doctor",
    "db": "db copy sqlite:////srv/scorekeeper.sqlite3 postgresql://localhost/scorekeeper",
    "db copy": "db copy sqlite:////srv/scorekeeper.sqlite3 postgresql://localhost/scorekeeper",
    "settings": "settings",
    "phone": "phone build public",
    "phone build": "phone build public",
}
"""By the path of the command, without the program's own name."""


def add_example(command: click.Command, path: str, t: Gettext) -> click.Command:
    """Let the help of a command and of its subcommands end with an example. Changes and returns `command`."""
    command.epilog = t(N_("Example: {command}")).format(command=f"scorekeeper {EXAMPLES[path]}")
    if isinstance(command, click.Group):
        for name, one in command.commands.items():
            add_example(one, f"{path} {name}", t)
    return command
