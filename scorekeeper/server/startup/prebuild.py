"""Builds the fonts and the offline scoring bundle for a wheel.

Usage: `python -m scorekeeper.server.startup.prebuild FOLDER`. Existing files are kept.
"""

from __future__ import annotations

import sys
from pathlib import Path

from scorekeeper.core import paths
from scorekeeper.core.i18n.catalogs import compile_catalogs
from scorekeeper.core.pages.web_fonts import make_fonts
from scorekeeper.offline.bundle.bundle import prepare_kit


def prebuild(folder: Path) -> list[str]:
    """Build fonts and the offline bundle in `folder`. Return the font files that this system lacks."""
    compile_catalogs(paths.TRANSLATIONS)
    _written, missing = make_fonts(folder)
    prepare_kit(folder)
    return [face.source for face in missing]


if __name__ == "__main__":
    if absent := prebuild(Path(sys.argv[1])):
        print(f"Vollkorn is not installed, so the program is built without {', '.join(absent)}.", file=sys.stderr)  # noqa: T201
