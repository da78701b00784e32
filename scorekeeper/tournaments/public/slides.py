"""A page of the hall screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

USUAL_SECONDS = 12


@dataclass(frozen=True)
class Slide:
    """A page of the screen.

    `make`: returns the values for its template `tournaments/public/screen/_<kind>.html`, when it is shown. `seconds`: how
    long it is shown, 0 until someone turns it.
    """

    kind: str
    title: str
    make: Callable[[], DataclassInstance]
    seconds: int = USUAL_SECONDS


def heading(title: str, n: int, of: int) -> str:
    """Return the title of a page that is the `n`th of several."""
    return f"{title} · {n}/{of}" if of > 1 else title
