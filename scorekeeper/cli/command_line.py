"""The command line. It imports each command on demand, so that scoring a file does not load the web server."""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from typing import Any

import click

from scorekeeper.cli.terminal import add_example, discard_output, install_translations, translate_command
from scorekeeper.core.i18n.translation import terminal_gettext
from scorekeeper.core.version import VERSION
from scorekeeper.messages.marks import N_

COMMANDS = {
    "replay": "scorekeeper.cli.records.replay:command",
    "lab": "scorekeeper.cli.records.what_if:command",
    "adjudicate": "scorekeeper.cli.records.replay:adjudicate",
    "rules": "scorekeeper.cli.records.rules:group",
    "tournament": "scorekeeper.cli.records.tournament:tournament",
    "serve": "scorekeeper.server.serve:command",
    "window": "scorekeeper.gui.window:command",
    "demo": "scorekeeper.cli.demo.demo:command",
    "account": "scorekeeper.cli.instance.account:account",
    "privacy": "scorekeeper.cli.instance.privacy:privacy",
    "backup": "scorekeeper.cli.instance.backup:backup",
    "restore": "scorekeeper.cli.instance.backup:restore",
    "doctor": "scorekeeper.cli.instance.doctor:command",
    "db": "scorekeeper.cli.instance.backup:database",
    "settings": "scorekeeper.cli.instance.settings:command",
    "phone": "scorekeeper.cli.instance.offline_files:phone",
}


class _Lazy(click.Group):
    """A group that knows its commands by name and imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name].partition(":")
        gc.disable()  # as in `create_app`
        command = getattr(import_module(module), attribute)
        gc.enable()
        assert isinstance(command, click.Command)
        t = terminal_gettext()
        return add_example(translate_command(command, t), cmd_name, t)

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
