"""An event of a hundred pages as PDF, made as the command makes it, beside bare WeasyPrint of the same HTML in one run."""

from __future__ import annotations

import time
from dataclasses import replace

from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration

from scorekeeper.codec.tournament_options import parse_options
from scorekeeper.sheets.pdf import base_url
from scorekeeper.sheets.tournament_documents import all_documents
from scorekeeper.sheets.tournament_event import About
from scorekeeper.sheets.tournament_page import Document
from scorekeeper.sheets.tournament_print import default_processes, drawn, joined
from scorekeeper.tournament.record import Tournament
from scorekeeper.tournament.simulate import simulate
from tests.benchmarks.rows import row

ENTRANTS = 64
PAGES = 100


def event() -> Tournament:
    """Sixty-four pairs, six rounds of a Swiss, all played."""
    played = simulate("swiss", ENTRANTS, parse_options({"rounds": 6}, "swiss"), 1, quiet=True).tournament
    named = tuple(replace(e, name=f"Aline Arsenault {k} & Benoît Boudreau {k}") for k, e in enumerate(played.entrants, 1))
    return replace(played, name="Coupe de l’Amicale", entrants=named)


def hundred_pages() -> list[Document]:
    """Of every kind of paper, until there are a hundred pages; the last one is cut there."""
    tournament = event()
    links = {
        (r.number, t.number): f"https://cards.example/t/{r.number}{t.number:04}" for r in tournament.rounds for t in r.tables
    }
    found = all_documents(tournament, About(links=links), size="letter", lang="en", rounds=(1, 2, 3))
    kept, left = [], PAGES
    for document in found:
        pages = document.pages[:left]
        left -= len(pages)
        if pages:
            kept.append(replace(document, pages=pages))
    assert left == 0, f"{left} pages are missing"
    return kept


def ours(documents: list[Document]) -> float:
    """Seconds for every document as a PDF."""
    start = time.perf_counter()
    for k, parts in drawn(documents, default_processes(), lambda _done, _total: None):
        joined(parts, documents[k].title, "en")
    return time.perf_counter() - start


def bare(html: list[str]) -> float:
    """Seconds for WeasyPrint alone, one document after the other."""
    fonts = FontConfiguration()
    start = time.perf_counter()
    for one in html:
        HTML(string=one, base_url=base_url()).write_pdf(font_config=fonts)
    return time.perf_counter() - start


def main() -> None:
    """Print the row; the halves alternate, so that both see the same machine."""
    documents = hundred_pages()
    html = {k: document.html() for k, document in enumerate(documents)}
    bare([html[0]])
    mine = floor = 0.0
    for half, first in ((range(0, len(documents), 2), True), (range(1, len(documents), 2), False)):
        ahead = 0.0 if first else bare([html[k] for k in half])
        mine += ours([documents[k] for k in half])
        floor += ahead if not first else bare([html[k] for k in half])
    kinds = {d.kind: sum(len(e.pages) for e in documents if e.kind == d.kind) for d in documents}
    name = f"event PDF, {PAGES} pages, {default_processes()} processes"
    row(name, mine / PAGES, "s/page", floor / PAGES, pages=kinds, most=0.9)


if __name__ == "__main__":
    main()
