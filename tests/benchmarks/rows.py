"""Printing and sizes of benchmarks."""

from __future__ import annotations

import json
import sys
from typing import TypeVar

Sized = TypeVar("Sized")


def row(name: str, value: float, unit: str, floor: float | None = None, ratio: float | None = None, **more: object) -> None:
    """Print a row. `ratio` is value over baseline (`floor`) unless given, both from the same run."""
    if ratio is None and floor:
        ratio = value / floor
    out = {"name": name, "value": _short(value), "unit": unit, "floor": _short(floor), "ratio": _short(ratio), **more}
    print(json.dumps(out), flush=True)


def size(full: Sized, small: Sized) -> Sized:
    """Return `full`, or with `--small` the size for a quick trial."""
    return small if "--small" in sys.argv else full


def _short(figure: float | None) -> float | None:
    return None if figure is None else float(f"{figure:.4g}")
