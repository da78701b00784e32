"""The width of a text, measured in the fonts that this machine prints with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

MM_A_POINT = 25.4 / 72
FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path("~/.local/share/fonts").expanduser(),
    Path("~/.fonts").expanduser(),
    Path("/Library/Fonts"),
    Path("~/Library/Fonts").expanduser(),
)
_SANS = (
    ("Lato-Regular.ttf", "Lato-Bold.ttf"),
    ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"),
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
)
"""In the order of the style sheet."""
_SERIF = "Vollkorn-Bold.ttf"

# Without any of these fonts: estimated widths in ems, on the large side.
_UNKNOWN = {
    **dict.fromkeys("ijlíîïì.,:;'’!|·", 0.34),
    **dict.fromkeys('ftrI -–/()[]"', 0.42),
    **dict.fromkeys("mwMW—%@", 1.0),
    **dict.fromkeys("ABCDEFGHKNOPQRUVXYZ&ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŒÆ", 0.77),
    **dict.fromkeys("JLST+=", 0.66),
}
_OTHER, _OTHER_BOLD, _WIDE = 0.64, 0.72, 0.95


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a text in millimetres; with an unknown font, an upper estimate.

    Bold names are in the sans or the serif font, and the wider one counts.
    """
    known, other = _widths(bold), _OTHER_BOLD if bold else _OTHER
    ems = sum(known.get(c, _WIDE if ord(c) > 0x2E80 else other) for c in text)
    return ems * size * MM_A_POINT


@cache
def _widths(bold: bool) -> Mapping[str, float]:
    sans = next((pair for pair in (tuple(map(_file, names)) for names in _SANS) if all(pair)), None)
    if sans is None:
        return {c: width * 1.08 if bold else width for c, width in _UNKNOWN.items()}
    advances = _advances(sans[bold])
    serif = _advances(_file(_SERIF)) if bold else {}
    return {c: max(width, serif.get(c, 0.0)) for c, width in advances.items()}


@cache
def _file(name: str) -> Path | None:
    return next((path for folder in FOLDERS for path in sorted(folder.rglob(name))), None)


def _advances(file: Path | None) -> dict[str, float]:
    """Return the width of each character of a font, in ems."""
    if file is None:
        return {}
    # Imported late: only needed to print.
    from fontTools.ttLib import TTFont

    with TTFont(file, lazy=True) as font:
        # Read raw, because parsing the table logs warnings about dates.
        unit = int.from_bytes(font.reader["head"][18:20])
        widths = font["hmtx"]
        return {chr(code): widths[glyph][0] / unit for code, glyph in font.getBestCmap().items()}
