"""Resolves chains of undos."""

from __future__ import annotations

from collections.abc import Mapping


def find_origin(undoes: Mapping[int, int | None], change: int) -> tuple[int, bool]:
    """Return the original change and whether it is undone. The undo of an undo redoes it.

    `undoes`: the change that each change undid.
    """
    back = False
    while (undone := undoes.get(change)) is not None:
        change, back = undone, not back
    return change, back
