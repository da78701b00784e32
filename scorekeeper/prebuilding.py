"""Makes what depends on the version alone, fonts and scoring kit, for the package of an installed program.

`python -m scorekeeper.prebuilding FOLDER`, called when a wheel is built. What the folder holds already is not made again.
"""

from __future__ import annotations

import sys
from pathlib import Path

from scorekeeper.base import paths
from scorekeeper.catalogs import compile_catalogs
from scorekeeper.fonts import make_fonts
from scorekeeper.phone.kit import prepare_kit


def prebuild(folder: Path) -> list[str]:
    """Make fonts and scoring kit in `folder`; the names of the faces that this system does not have."""
    compile_catalogs(paths.TRANSLATIONS)
    _written, missing = make_fonts(folder)
    prepare_kit(folder)
    return [face.source for face in missing]


if __name__ == "__main__":
    if absent := prebuild(Path(sys.argv[1])):
        print(f"Vollkorn is not installed, so the program is built without {', '.join(absent)}.", file=sys.stderr)  # noqa: T201
