"""An example for the help of each command."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scorekeeper.messages.marks import N_

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

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
