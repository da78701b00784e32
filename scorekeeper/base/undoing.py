"""Undoes of undoes: what each comes down to."""

from __future__ import annotations

from collections.abc import Mapping


def origin(undoes: Mapping[int, int | None], change: int) -> tuple[int, bool]:
    """The change that `change` comes down to, and whether it takes that back; an undo of an undo does it again.

    `undoes`: by change, the one that it took back.
    """
    back = False
    while (taken := undoes.get(change)) is not None:
        change, back = taken, not back
    return change, back
