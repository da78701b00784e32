"""The one form in which a measurement is printed."""

from __future__ import annotations

import json


def row(name: str, value: float, unit: str, floor: float | None = None, ratio: float | None = None, **more: object) -> None:
    """Print a row: `ratio` is value over floor unless given, both measured in the same run."""
    if ratio is None and floor:
        ratio = value / floor
    out = {"name": name, "value": _short(value), "unit": unit, "floor": _short(floor), "ratio": _short(ratio), **more}
    print(json.dumps(out), flush=True)


def _short(figure: float | None) -> float | None:
    return None if figure is None else float(f"{figure:.4g}")
