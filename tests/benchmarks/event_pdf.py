"""An event of a hundred pages as PDF, next to bare WeasyPrint of the same HTML."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration

from scorekeeper.core.pdf.rendering import base_url
from scorekeeper.formats.tournament_options import parse_options
from scorekeeper.pairing.record.record import Tournament
from scorekeeper.pairing.simulate import simulate
from scorekeeper.tournaments.commands.printouts.print_options import PrintOptions
from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.printouts.documents import make_documents
from scorekeeper.tournaments.printouts.event import EventDetails
from scorekeeper.tournaments.printouts.page import Document
from scorekeeper.tournaments.printouts.pdf_files import default_processes, draw_documents, join_pieces
from tests.benchmarks.rows import row, size

ENTRANTS = size(64, 8)
PAGES = size(100, 3)


def event() -> Tournament:
    """Return a Swiss of 64 pairs after six rounds."""
    played = simulate("swiss", ENTRANTS, parse_options({"rounds": 6}, "swiss"), 1, quiet=True).tournament
    named = tuple(replace(e, name=f"Aline Arsenault {k} & Benoît Boudreau {k}") for k, e in enumerate(played.entrants, 1))
    return replace(played, name="Coupe de l’Amicale", entrants=named)


def hundred_pages() -> list[Document]:
    """Return printouts of every kind, cut at a hundred pages."""
    tournament = event()
    links = {
        (r.number, t.number): f"https://cards.example/t/{r.number}{t.number:04}" for r in tournament.rounds for t in r.tables
    }
    found = make_documents(PrintOptions(rounds=(1, 2, 3)), (TournamentState(tournament), EventDetails(links=links)))
    kept, left = [], PAGES
    for document in found:
        pages = document.pages[:left]
        left -= len(pages)
        if pages:
            kept.append(replace(document, pages=pages))
    assert left == 0, f"{left} pages are missing"
    return kept


@dataclass
class Spent:
    """Seconds of wall time and of processor time, children included. A busy machine only stretches the first."""

    clock: float = 0.0
    processors: float = 0.0

    def on(self, work: Callable[[], None]) -> None:
        """Add the time of one call."""
        start, used = time.perf_counter(), _processors()
        work()
        self.clock += time.perf_counter() - start
        self.processors += _processors() - used


def _processors() -> float:
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in spent)


def ours(documents: list[Document]) -> None:
    """Make every document as a PDF."""
    for k, parts in draw_documents(documents, default_processes(), lambda _done, _total: None):
        join_pieces(parts, documents[k].title, "en")


def bare(html: list[str]) -> None:
    """Run WeasyPrint alone, one document after the other."""
    fonts = FontConfiguration()
    for one in html:
        HTML(string=one, base_url=base_url()).write_pdf(font_config=fonts)


def main() -> None:
    """Print the row. The halves alternate, so that both see the same machine."""
    documents = hundred_pages()
    html = [document.html() for document in documents]
    bare(html[:1])
    mine, floor = Spent(), Spent()
    mine.on(lambda: ours(documents[::2]))
    floor.on(lambda: bare(html[::2]))
    floor.on(lambda: bare(html[1::2]))
    mine.on(lambda: ours(documents[1::2]))
    kinds = {d.kind: sum(len(e.pages) for e in documents if e.kind == d.kind) for d in documents}
    name = f"event PDF, {PAGES} pages, {default_processes()} processes"
    processors = round(mine.processors / floor.processors, 3)
    row(name, mine.clock / PAGES, "s/page", floor.clock / PAGES, processor_time_ratio=processors, pages=kinds, most=0.9)


if __name__ == "__main__":
    main()
