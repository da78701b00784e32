"""Models of the API's answers about printouts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.core.api.json_schema import Count, Description, Ordinal, Revision, one_of
from scorekeeper.core.i18n.translation import LANGUAGES
from scorekeeper.core.pdf.page_sizes import ALL_SIZES
from scorekeeper.tournaments.commands.printouts.document_jobs import STATES
from scorekeeper.tournaments.commands.printouts.printouts import BOTH
from scorekeeper.tournaments.printouts.documents import ALL_PAPERS


@dataclass(frozen=True, slots=True)
class OfferedPaper:
    """A kind of printout. `rounds`: the rounds that have their own."""

    kind: Annotated[str, one_of(ALL_PAPERS)]
    title: str
    about: str
    rounds: list[Ordinal] | None
    href: str


@dataclass(frozen=True, slots=True)
class PaperList:
    """The printouts that can be made now."""

    revision: Revision
    papers: list[OfferedPaper]


@dataclass(frozen=True, slots=True)
class PaperFile:
    """A finished file."""

    file: Ordinal
    title: str
    kind: Annotated[str, one_of((*ALL_PAPERS, "all"))]
    round: Ordinal | None
    lang: Annotated[str, one_of(LANGUAGES)]
    pages: Ordinal
    size: Ordinal
    href: str


@dataclass(frozen=True, slots=True)
class PaperJob:
    """The progress of a printout job.

    `place`: its position in the queue, null once it has started. `older`: the tournament has changed since.
    """

    state: Annotated[str, one_of(STATES)]
    pages_done: Count
    pages: Count
    place: Annotated[Ordinal | None, Description("Position in the queue; null once printing has started.")]
    older: Annotated[bool, Description("The tournament has changed since the job started.")]
    size: Annotated[Any, one_of(ALL_SIZES)]
    lang: Annotated[Any, one_of((*LANGUAGES, BOTH))]
    files: list[PaperFile]
    zip: str | None


@dataclass(frozen=True, slots=True)
class PrintingPlace:
    """The request's position in the printing queue."""

    place: Ordinal
    of: Ordinal
