"""What to print: one value for the desk, the API, the command line and the queue."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.core.i18n.translation import LANGUAGES

BOTH = "both"
"""Used in place of a language: every printout in each of them."""

SHOWN, WHOLE = "shown", "whole"
NAMES = (SHOWN, WHOLE)
"""The choices of names on posted sheets: as the public sees them, or in full."""


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """What to print, and how.

    `size`: of posted sheets; the others are on the matching Letter or A4. `lang`: a language or `both`. `kinds`: in this
    order, None for all. `rounds`: limits printouts of a round to these, None for all rounds. `names`: on posted sheets,
    `shown` or `whole`. `bind`: one PDF for each language. `table`: only this table's slip, for a table that lost it.
    """

    size: str = "letter"
    lang: str = "en"
    kinds: tuple[str, ...] | None = None
    rounds: tuple[int, ...] | None = None
    names: str = SHOWN
    bind: bool = False
    table: int | None = None

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages to print in."""
        return tuple(LANGUAGES) if self.lang == BOTH else (self.lang,)

    def arguments(self) -> list[str]:
        """Return the options as arguments of `scorekeeper tournament documents`."""
        rounds = [text for number in self.rounds or () for text in ("--round", str(number))]
        return ["--size", self.size, "--lang", self.lang, *(["--bind"] if self.bind else []), *rounds]


@dataclass(frozen=True, slots=True)
class Addresses:
    """The full addresses of a tournament's pages.

    `table`, `check_in`: from the secret of the link; `entry`: of the entry form.
    """

    table: Callable[[str], str]
    page: str
    entry: str
    check_in: Callable[[str], str]
