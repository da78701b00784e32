"""The command line. A command's module is loaded when it is called: scoring a file must not wait for the web server's imports."""

from __future__ import annotations

from importlib import import_module

import click

COMMANDS = {
    "replay": "scorekeeper.commands.replay:command",
    "adjudicate": "scorekeeper.commands.adjudicate:adjudicate",
    "rules": "scorekeeper.commands.rules:group",
    "tournament": "scorekeeper.commands.tournament:tournament",
    "serve": "scorekeeper.serve:command",
    "demo": "scorekeeper.demo:command",
}


class _Lazy(click.Group):
    """A group that knows its commands by name and imports the one that is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name].partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="scorekeeper")
def main() -> None:
    """Score, explain, settle and serve games of 200 (Deux Cents)."""
