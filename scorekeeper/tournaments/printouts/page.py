"""Documents laid out page by page before drawing, so that the number of pages is known.

Pages can therefore be drawn in any number of pieces and processes, and still be numbered.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any, TypeVar

from scorekeeper.core.pdf.page_sizes import ALL_SIZES, POSTER_SIZES, SIZES
from scorekeeper.core.pdf.pdf_templates import render
from scorekeeper.tournaments.printouts.event import PrintedEvent

T = TypeVar("T")

MARGIN = 12.0
HEAD, FOOT = 19.0, 7.0
"""Millimetres for a page's header and footer. Also set in base.css."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A page size and orientation. A sheet for the wall is laid out at a small size and enlarged."""

    size: str
    turned: bool = False

    def __post_init__(self) -> None:
        if self.size not in ALL_SIZES:
            raise ValueError(f"no such paper size: {self.size!r}; there are {', '.join(ALL_SIZES)}")

    @property
    def base(self) -> str:
        """The size used for the layout: `letter` or `a4`."""
        return POSTER_SIZES[self.size][0] if self.size in POSTER_SIZES else self.size

    @property
    def zoom(self) -> float:
        """The enlargement from layout to sheet."""
        return POSTER_SIZES[self.size][1] / SIZES[self.base][0] if self.size in POSTER_SIZES else 1.0

    @property
    def sheet(self) -> tuple[float, float]:
        """Width and height of the portrait sheet in the layout, in millimetres."""
        if self.size in SIZES:
            return SIZES[self.size]
        _, width, height = POSTER_SIZES[self.size]
        return width / self.zoom, height / self.zoom

    @property
    def page(self) -> str:
        """The page size in CSS."""
        if self.size in POSTER_SIZES:
            one, other = POSTER_SIZES[self.size][1:]
            return f"{other}mm {one}mm" if self.turned else f"{one}mm {other}mm"
        return f"{'A4' if self.size == 'a4' else self.size}{' landscape' if self.turned else ''}"

    @property
    def width(self) -> float:
        """The width between the margins, in millimetres."""
        return self.sheet[1 if self.turned else 0] - 2 * MARGIN

    @property
    def height(self) -> float:
        """The height between the margins, in millimetres."""
        return self.sheet[0 if self.turned else 1] - 2 * MARGIN

    @property
    def body(self) -> float:
        """The height between a page's header and footer, in millimetres."""
        return self.height - HEAD - FOOT


@dataclass(frozen=True)
class Document:
    """A printout of an event.

    `pages`: values for the template, one for each page; `values`: for all pages. `kind`, `title`: of its `Kind`, set by
    `documents.make_documents`.
    """

    event: PrintedEvent
    paper: Paper
    template: str
    pages: tuple[Any, ...]
    values: dict[str, Any] = field(default_factory=dict)
    kind: str = ""
    title: str = ""

    @property
    def round(self) -> int | None:
        """The round it is about, None if it is about the whole event."""
        return self.event.number

    @property
    def draft(self) -> bool:
        """Whether its round has not been published."""
        return self.round is not None and self.round == self.event.about.draft

    @property
    def file_name(self) -> str:
        """A plain file name, in the document's language."""
        number = self.event.t("Round %(n)s") % {"n": f"{self.round:02}"} if self.round else ""
        return f"{file_name_of(f'{number} {self.title}')}.pdf"

    def html(self, start: int = 0, stop: int | None = None) -> str:
        """Return some or all of its pages as one HTML document."""
        pages = self.pages[start:stop]
        return render(
            self.template,
            size=self.paper.base,
            paper=self.paper,
            mark="box",
            lang=self.event.lang,
            _=self.event.t,
            event=self.event,
            title=self.title,
            round=self.round,
            draft=self.draft,
            pages=[(number, page) for number, page in enumerate(pages, start + 1)],
            total=len(self.pages),
            **self.values,
        )


def file_name_of(text: str) -> str:
    """Return a text as lower-case letters without accents, digits and hyphens."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return "-".join("".join(c if c.isalnum() else " " for c in bare).split())


def split_evenly(items: Sequence[T], most: int) -> list[Sequence[T]]:
    """Return the items in as few pieces as `most` allows, all of about the same length."""
    if not items:
        return []
    pieces = ceil(len(items) / most)
    size, longer = divmod(len(items), pieces)
    cut, start = [], 0
    for k in range(pieces):
        end = start + size + (k < longer)
        cut.append(items[start:end])
        start = end
    return cut


def in_piles(items: Sequence[T], a_page: int) -> list[list[T | None]]:
    """Return the items by page, so that cutting the stack of pages gives piles in order. None where a pile has ended."""
    pages = ceil(len(items) / a_page)
    return [[items[k] if k < len(items) else None for k in range(n, n + a_page * pages, pages)] for n in range(pages)]


def pack_pages(items: Sequence[T], height: Callable[[T], float], room: float, columns: int = 1) -> Iterator[list[list[T]]]:
    """Yield pages, each a list of columns, filled one after the other. `room`: a column's height in millimetres."""
    page: list[list[T]] = [[]]
    used = 0.0
    for item in items:
        tall = height(item)
        if page[-1] and used + tall > room:
            if len(page) == columns:
                yield page
                page = []
            page.append([])
            used = 0.0
        page[-1].append(item)
        used += tall
    if page != [[]]:
        yield page
