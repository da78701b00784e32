"""The command line. It imports each command on demand, so that scoring a file does not load the web server."""

from __future__ import annotations

import gc
import sys
from gettext import gettext
from importlib import import_module
from typing import Any

import click

from scorekeeper.cli.terminal import add_example, discard_output, install_translations, translate_command
from scorekeeper.core.i18n.translation import terminal_gettext
from scorekeeper.core.version import VERSION
from scorekeeper.messages.marks import N_

COMMANDS: dict[str, tuple[str, str]] = {
    "replay": ("scorekeeper.cli.records.replay:command", N_("Score recorded games and explain every point.")),
    "lab": ("scorekeeper.cli.records.what_if:command", N_("Replay recorded games under other rules and compare.")),
    "adjudicate": ("scorekeeper.cli.records.replay:adjudicate", N_("Rule on auctions, discards, tricks or misdeals.")),
    "rules": ("scorekeeper.cli.records.rules:group", N_("List, show, compare and check rule sets.")),
    "tournament": ("scorekeeper.cli.records.tournament:tournament", N_("Pair, rank and verify club tournaments.")),
    "serve": ("scorekeeper.server.serve:command", N_("Serve the app on the local network until Ctrl-C.")),
    "window": ("scorekeeper.gui.window:command", N_("Serve from a window with Open, Back up and Stop.")),
    "demo": ("scorekeeper.cli.demo.demo:command", N_("Fill an empty instance with example games and an example club.")),
    "account": ("scorekeeper.cli.instance.account:account", N_("List and create accounts, and reset passwords.")),
    "privacy": ("scorekeeper.cli.instance.privacy:privacy", N_("Show or apply personal-data retention.")),
    "backup": ("scorekeeper.cli.instance.backup:backup", N_("Back up the whole server into one file.")),
    "restore": ("scorekeeper.cli.instance.backup:restore", N_("Restore the backup FILE into an empty folder.")),
    "doctor": ("scorekeeper.cli.instance.doctor:command", N_("Check the installation and report problems.")),
    "db": ("scorekeeper.cli.instance.backup:database", N_("Copy a whole database into another one.")),
    "settings": ("scorekeeper.cli.instance.settings:command", N_("List the server’s environment variables.")),
    "phone": ("scorekeeper.cli.instance.offline_files:phone", N_("Build the app for phones.")),
}
"""Where each command is, and the first line of its help, so that the list of commands imports none."""


class _Lazy(click.Group):
    """A group that knows its commands by name and imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        gc.disable()  # as in `create_app`
        command = getattr(import_module(module), attribute)
        gc.enable()
        assert isinstance(command, click.Command)
        t = terminal_gettext()
        return add_example(translate_command(command, t), cmd_name, t)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands as click does, without importing them."""
        t = terminal_gettext()
        with formatter.section(gettext("Commands")):
            formatter.write_dl([(name, t(summary)) for name, (_place, summary) in COMMANDS.items()])

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command. If its output cannot be written, for example on a full disk, print why and exit with status 1."""
        install_translations()
        try:
            return click.Group.main(translate_command(self, terminal_gettext()), *args, **extra)
        except OSError as error:
            if error.filename is not None:  # about another file, not the output
                raise
            discard_output()
            t = terminal_gettext()
            reason = t(error.strerror) if error.strerror else error
            click.echo(t("Cannot write the output: {reason}").format(reason=reason), err=True)
            sys.exit(1)


@click.group(
    cls=_Lazy,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=N_("Score games, run tournaments and serve the web app for the card game 200."),
)
@click.version_option(VERSION)
def main() -> None:
    """The `scorekeeper` commands."""
