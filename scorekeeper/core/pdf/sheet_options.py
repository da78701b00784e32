"""How a sheet is printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.core.pdf.page_sizes import SIZES

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

MARKS = ("box", "circle")


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """Page size, language, and the mark around a score below zero. Raises ValueError for an unknown size or mark."""

    size: str = "letter"
    lang: str = "en"
    mark: str = "box"

    def __post_init__(self) -> None:
        if self.size not in SIZES:
            raise ValueError(f"no such paper size: {self.size!r}; there are {', '.join(SIZES)}")
        if self.mark not in MARKS:
            raise ValueError(f"no such mark: {self.mark!r}; there are {', '.join(MARKS)}")

    @property
    def t(self) -> Gettext:
        """The translations."""
        return t_for(self.lang)
