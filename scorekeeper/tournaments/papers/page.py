"""Documents laid out page by page before they are drawn: what stands on each page is known, so is how many there are.

Therefore pages can be drawn in any number of pieces, by any number of processes, and be numbered all the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any, TypeVar

from scorekeeper.base.paper.sizes import FOR_WALLS, PAPERS, SIZES
from scorekeeper.base.paper.templating import render
from scorekeeper.tournaments.papers.event import PrintedEvent

T = TypeVar("T")

MARGIN = 12.0
HEAD, FOOT = 19.0, 7.0
"""Millimetres: around the page, for its head, for its foot; as tournaments/papers/base.css sets them."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright or on its side. A sheet for walls is laid out as if it were small, and drawn larger."""

    size: str
    turned: bool = False

    def __post_init__(self) -> None:
        if self.size not in PAPERS:
            raise ValueError(f"no such paper size: {self.size!r}; there are {', '.join(PAPERS)}")

    @property
    def base(self) -> str:
        """The paper in whose measures it is laid out: `letter` or `a4`."""
        return FOR_WALLS[self.size][0] if self.size in FOR_WALLS else self.size

    @property
    def zoom(self) -> float:
        """How much larger it is drawn than it is laid out."""
        return FOR_WALLS[self.size][1] / SIZES[self.base][0] if self.size in FOR_WALLS else 1.0

    @property
    def sheet(self) -> tuple[float, float]:
        """Width and height of the upright sheet as it is laid out, in millimetres."""
        if self.size in SIZES:
            return SIZES[self.size]
        _, width, height = FOR_WALLS[self.size]
        return width / self.zoom, height / self.zoom

    @property
    def page(self) -> str:
        """The page as CSS names it."""
        if self.size in FOR_WALLS:
            one, other = FOR_WALLS[self.size][1:]
            return f"{other}mm {one}mm" if self.turned else f"{one}mm {other}mm"
        return f"{'A4' if self.size == 'a4' else self.size}{' landscape' if self.turned else ''}"

    @property
    def width(self) -> float:
        """Millimetres between the margins."""
        return self.sheet[1 if self.turned else 0] - 2 * MARGIN

    @property
    def height(self) -> float:
        """Millimetres between the margins."""
        return self.sheet[0 if self.turned else 1] - 2 * MARGIN

    @property
    def body(self) -> float:
        """Millimetres between a page's head and its foot."""
        return self.height - HEAD - FOOT


@dataclass(frozen=True)
class Document:
    """A paper of an event.

    `kind`: one of `documents.ALL_PAPERS`; `round`: which one it is about; `pages`: what the template draws, one a page.
    """

    kind: str
    title: str
    event: PrintedEvent
    paper: Paper
    template: str
    pages: tuple[Any, ...]
    round: int | None = None
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def draft(self) -> bool:
        """Whether its round has not been published."""
        return self.round is not None and self.round == self.event.about.draft

    @property
    def file_name(self) -> str:
        """A plain name for a file, in the document's language."""
        number = self.event.t("Round %(n)s") % {"n": f"{self.round:02}"} if self.round else ""
        return f"{plain(f'{number} {self.title}')}.pdf"

    def html(self, start: int = 0, stop: int | None = None) -> str:
        """Some of its pages, or all, as one HTML document."""
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


def plain(text: str) -> str:
    """Letters without accents, figures and hyphens."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return "-".join("".join(c if c.isalnum() else " " for c in bare).split())


def evenly(items: Sequence[T], most: int) -> list[Sequence[T]]:
    """Cut into as few pieces as `most` allows, all about as long."""
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


def packed(items: Sequence[T], height: Callable[[T], float], room: float, columns: int = 1) -> Iterator[list[list[T]]]:
    """Fill columns of `room` millimetres one after the other, and page after page; each page as its columns."""
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
