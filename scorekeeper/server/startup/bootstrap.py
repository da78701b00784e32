"""Prepares an instance for use, or a wheel: translations, fonts, the offline scoring bundle and database migrations.

Usage: `python -m scorekeeper.server.startup.bootstrap FOLDER`. Existing files are kept.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from ctypes.util import find_library
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.backup.create import back_up_before_upgrade
from scorekeeper.core import paths
from scorekeeper.core.db import schema_migrations
from scorekeeper.core.i18n.catalogs import compile_catalogs
from scorekeeper.core.jobs import job_queue
from scorekeeper.core.pages.web_fonts import make_fonts
from scorekeeper.core.pdf.rendering import NoPango, need_pango
from scorekeeper.games.commands.library import game_creation
from scorekeeper.offline.bundle.bundle import Progress, prepare_kit

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.messages.marks import Gettext


Say = Callable[[str], None]


def prepare(app: Flask, say: Say, t: Gettext, progress: Progress) -> None:
    """Do what is not done yet and report it through `say`. A second call does nothing.

    `progress` reports on the offline bundle, which takes the longest. Raises DatabaseNotReady; stored games are unchanged
    then.
    """
    # First what may fail: no one should wait for fonts only to learn that there is no database.
    upgraded = upgrade_database(app)
    if compile_catalogs(paths.TRANSLATIONS):
        say(t("Translations compiled."))
    written, missing = make_fonts(Path(app.instance_path))
    if written:
        say(t("Page fonts made."))
    if missing:
        say(t("Vollkorn is not installed: the pages use another serif (Debian’s package: fonts-vollkorn)."))
    if not _has_pango():
        say(t("Pango is not installed. PDF files need it (Debian: libpango-1.0-0 libpangoft2-1.0-0)."))
    if prepare_kit(Path(app.instance_path), progress):
        say(t("Offline scoring for phones made."))
    with app.app_context():
        game_creation.delete_empty_games()
    for name in job_queue.LEFT:
        shutil.rmtree(Path(app.instance_path) / name, ignore_errors=True)
    if upgraded:
        say(t("Database upgraded."))


def _has_pango() -> bool:
    if find_library("pango-1.0"):  # fast on systems that keep a list; elsewhere only an import shows it
        return True
    try:
        need_pango()
    except NoPango:
        return False
    return True


def upgrade_database(app: Flask) -> bool:
    """Run pending migrations. Return whether there were any.

    Backs up the instance first (`backup.create.back_up_before_upgrade`). Raises DatabaseNotReady.
    """
    return schema_migrations.upgrade_database(app, before=back_up_before_upgrade)


def prebuild(folder: Path) -> list[str]:
    """Build fonts and the offline bundle in `folder`. Return the font files that this system lacks."""
    compile_catalogs(paths.TRANSLATIONS)
    _written, missing = make_fonts(folder)
    prepare_kit(folder)
    return [face.source for face in missing]


if __name__ == "__main__":
    if absent := prebuild(Path(sys.argv[1])):
        print(f"Vollkorn is not installed, so the program is built without {', '.join(absent)}.", file=sys.stderr)  # noqa: T201
