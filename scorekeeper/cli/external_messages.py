"""Messages of click and the operating system, listed so that the catalogs contain translations.

After `install_translations`, click finds its own messages there through gettext. System messages are translated by
`t(error.strerror)`.
"""

from __future__ import annotations

import copy
import gettext
from typing import TYPE_CHECKING

import click

from scorekeeper.core import paths
from scorekeeper.core.i18n.translation import NN_
from scorekeeper.messages.marks import N_

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext


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
    said = copy.copy(command)
    said._help_option = None  # noqa: SLF001 (click creates it once, in the first language used)
    said.help = t(command.help) if command.help else None
    said.options_metavar = t(N_("[OPTIONS]"))
    said.params = [_param(param, t) for param in command.params]
    if isinstance(said, click.Group):
        said.subcommand_metavar = t(N_("COMMAND [ARGUMENTS] …"))
        said.commands = {name: translate_command(one, t) for name, one in said.commands.items()}
    return said


def _param(param: click.Parameter, t: Gettext) -> click.Parameter:
    said = copy.copy(param)
    said.metavar = t(said.metavar) if said.metavar else None
    if said.type.name in _KINDS:
        said.type = copy.copy(said.type)
        said.type.name = t(_KINDS[said.type.name])
    if isinstance(said, click.Option):
        said.help = t(said.help) if said.help else None
    return said
