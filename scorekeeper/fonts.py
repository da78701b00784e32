"""Subsets the serif of headings and score figures to small WOFF2 files.

The type (Vollkorn, from Debian's `fonts-vollkorn`) is never copied into the project: it is cut when the program is built, or at
the first start of a checkout. Where it is not installed the style sheets' next serif stands in.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.base import paths

SOURCES = (
    Path("/usr/share/fonts/truetype/vollkorn"),
    Path("/usr/local/share/fonts/vollkorn"),
    Path("~/.local/share/fonts").expanduser(),
    Path("~/Library/Fonts").expanduser(),
)

#: What English and French pages set in the serif; a letter of another language comes from the next font.
CHARACTERS = (
    "".join(map(chr, range(0x20, 0x7F))) + "\u00a0\u2009\u202f" + "ÀÂÄÆÇÈÉÊËÎÏÔÖÙÛÜŒàâäæçèéêëîïñôöùûüÿœ" + "«»‘’“”–—−×·…°½→←↑↓"
)

#: Figures and signs of a score: all that the pad sets in the regular weight.
FIGURES = "0123456789+−–-/.,% \u00a0"

#: Kerning, ligatures, and the figures that line up in a column of scores.
FEATURES = ("kern", "liga", "lnum", "tnum")
FIGURE_FEATURES = ("lnum", "tnum")

#: Copyright, family, style, licence and its address: the licence asks that they go along.
NAMES = (0, 1, 2, 13, 14)


@dataclass(frozen=True)
class Face:
    """One weight of the type, whole or in part.

    Its CSS `font-weight`, the installed file, the file that is served and the characters in it.
    """

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
    """Where the served files are; it may not be there, or not hold every face."""
    return paths.of_version("fonts", instance)


def installed(face: Face) -> Path | None:
    """The face as the system has it, or None."""
    return next((path / face.source for path in SOURCES if (path / face.source).is_file()), None)


def make_fonts(instance: Path) -> tuple[list[Path], list[Face]]:
    """Cut the faces that are missing or older than the installed type or this file. An installed program has them.

    Returns the files written and the faces that the system does not have.
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
        elif not _fresh(target, source):
            target.parent.mkdir(parents=True, exist_ok=True)
            _subset(source, target, face.characters)
            written.append(target)
    return written, missing


def _fresh(target: Path, source: Path) -> bool:
    newest = max(source.stat().st_mtime_ns, Path(__file__).stat().st_mtime_ns)
    return target.exists() and target.stat().st_mtime_ns >= newest


def _subset(source: Path, target: Path, characters: str) -> None:
    # Half a second of imports that a second start does not need.
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
