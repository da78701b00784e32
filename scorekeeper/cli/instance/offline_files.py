"""The command `scorekeeper phone build DIR`, which writes the app for phones as static files."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath

import click

from scorekeeper.core.http.static_assets import content_hash
from scorekeeper.core.i18n.translation import terminal_gettext
from scorekeeper.core.version import VERSION
from scorekeeper.offline.static_files import plain_files
from scorekeeper.messages.marks import N_

MARK = "scorekeeper-phone.json"
"""Lists the files written into a folder, so that the next build replaces only these."""


@click.group("phone", help=N_("Build the app for phones."))
def phone() -> None:
    """`scorekeeper phone`."""


@phone.command(
    "build",
    help=N_(
        "Write the phone app as static files into DIR.\n\nThe files work on any HTTPS host. Games are "
        "recorded, corrected and stored on the phone, without a server."
    ),
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
def build(folder: Path) -> None:
    """`scorekeeper phone build DIR`."""
    t = terminal_gettext()
    old = earlier_files(folder)
    if old is None:
        raise click.ClickException(
            t("{folder} contains other files. Name a new or empty folder, or one that this command created.").format(
                folder=folder
            )
        )
    files = plain_files()
    write(folder, files, old)
    size = sum(map(len, files.values())) / 1e6
    click.echo(t("{n} files, {size} MB, written to {folder}.").format(n=len(files), size=f"{size:.1f}", folder=folder))
    click.echo(t("Next, put everything in this folder on an HTTPS host, at any path. Then open that address on a phone."))
    click.echo(
        t("To try it here: python3 -m http.server --directory {folder} 8000, then http://localhost:8000/").format(folder=folder)
    )


def earlier_files(folder: Path) -> list[str] | None:
    """Return the files that this command wrote into `folder` earlier, or None if the folder contains anything else.

    A new or empty folder gives an empty list.
    """
    if not folder.exists() or not any(folder.iterdir()):
        return []
    try:
        manifest = json.loads((folder / MARK).read_text(encoding="utf-8"))
        return [str(name) for name in manifest["files"] if _is_inside(str(name))]
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts


def write(folder: Path, files: dict[str, bytes], old: list[str]) -> None:
    """Write the files and remove the `old` ones that are not among them. Other files in the folder stay."""
    manifest = {"program": f"scorekeeper {VERSION}", "files": {name: content_hash(body) for name, body in sorted(files.items())}}
    for name, body in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
    (folder / MARK).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    for name in set(old) - files.keys():
        path = folder / name
        path.unlink(missing_ok=True)
        while path.parent != folder and not any(path.parent.iterdir()):
            path = path.parent
            path.rmdir()
