"""Subsets the serif typeface of headings and scores to small WOFF2 files.

The typeface (Vollkorn, from Debian's `fonts-vollkorn`) is not part of the project. It is subset when the package is built,
or at the first start of a checkout. Without it, pages use the next serif in the style sheets.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.core import paths

SOURCES = (
    Path("/usr/share/fonts/truetype/vollkorn"),
    Path("/usr/local/share/fonts/vollkorn"),
    Path("~/.local/share/fonts").expanduser(),
    Path("~/Library/Fonts").expanduser(),
)

#: Characters that English and French pages set in the serif. Letters of other languages come from the next font.
CHARACTERS = (
    "".join(map(chr, range(0x20, 0x7F))) + "\u00a0\u2009\u202f" + "ÀÂÄÆÇÈÉÊËÎÏÔÖÙÛÜŒàâäæçèéêëîïñôöùûüÿœ" + "«»‘’“”–—−×·…°½→←↑↓"
)

#: Digits and signs of a score, the only text that the pad sets in the regular weight.
FIGURES = "0123456789+−–-/.,% \u00a0"

#: Kerning, ligatures, and digits that line up in a column of scores.
FEATURES = ("kern", "liga", "lnum", "tnum")
FIGURE_FEATURES = ("lnum", "tnum")

#: Copyright, family, style, licence and its URL, which the licence requires.
NAMES = (0, 1, 2, 13, 14)


@dataclass(frozen=True)
class Face:
    """One weight of the typeface, or a part of it: its CSS `font-weight`, files and characters."""

    weight: int
    source: str
    served: str
    characters: str = CHARACTERS


FACES = (
    Face(400, "Vollkorn-Regular.ttf", "vollkorn-400-figures.woff2", FIGURES),
    Face(400, "Vollkorn-Regular.ttf", "vollkorn-400.woff2"),
    Face(600, "Vollkorn-SemiBold.ttf", "vollkorn-600.woff2"),
    Face(700, "Vollkorn-Bold.ttf", "vollkorn-700.woff2"),
)


def folder(instance: Path) -> Path:
    """Return the folder of the served files, which may be missing or incomplete."""
    return paths.version_folder("fonts", instance)


def installed(face: Face) -> Path | None:
    """Return the system's file for this face, or None."""
    return next((path / face.source for path in SOURCES if (path / face.source).is_file()), None)


def make_fonts(instance: Path) -> tuple[list[Path], list[Face]]:
    """Subset the faces that are missing or out of date. An installed package already contains them.

    Return the files written and the faces that the system does not have.
    """
    written: list[Path] = []
    missing: list[Face] = []
    if folder(instance).is_relative_to(paths.PREBUILT):
        return written, missing
    for face in FACES:
        source = installed(face)
        target = folder(instance) / face.served
        if source is None:
            missing.append(face)
        elif not _is_current(target, source):
            target.parent.mkdir(parents=True, exist_ok=True)
            _subset(source, target, face.characters)
            written.append(target)
    return written, missing


def _is_current(target: Path, source: Path) -> bool:
    newest = max(source.stat().st_mtime_ns, Path(__file__).stat().st_mtime_ns)
    return target.exists() and target.stat().st_mtime_ns >= newest


def _subset(source: Path, target: Path, characters: str) -> None:
    # These imports take half a second, and only a first start needs them.
    from fontTools import subset

    features = list(FIGURE_FEATURES if characters == FIGURES else FEATURES)
    options = subset.Options(flavor="woff2", layout_features=features, hinting=False, name_IDs=[*NAMES], notdef_outline=True)
    font = subset.load_font(str(source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    draft = target.with_name(f"{target.name}.{secrets.token_hex(4)}")
    try:
        subset.save_font(font, str(draft), options)
        draft.replace(target)
    finally:
        font.close()
        draft.unlink(missing_ok=True)
