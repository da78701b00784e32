"""Random events for tests of printouts, with realistic names."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from pypdf import PdfReader

from scorekeeper.core.pdf.rendering import write_pdf
from scorekeeper.formats.tournament_options import parse_options
from scorekeeper.pairing.adjustments import Additions
from scorekeeper.pairing.record.record import Penalty, Result, Tournament
from scorekeeper.pairing.simulate import simulate
from scorekeeper.tournaments.commands.printouts.print_options import PrintOptions
from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.printouts.documents import make_documents
from scorekeeper.tournaments.printouts.event import EventDetails
from scorekeeper.tournaments.printouts.page import Document

LONG = "Marie-Antoinette Thériault-Boudreau & Jean-François d’Entremont-LeBlanc"
ADDED = Additions(
    {"e1": 15, "e2": -5},
    {"e1": ("novice", "Cocagne"), "e3": ("novice",)},
    (
        Penalty(1, "e2", "game_points", Fraction(-20), "revoke"),
        Penalty(2, "e3", "match_points", Fraction(-1, 2)),
        Penalty(2, "e4", "warning", reason="a long story " * 20),
    ),
)
"""Additions of version 2 of the record: handicaps, tags, penalties."""


def tournament(
    method: str, entrants: int, *, rounds: int | None = None, seed: int = 3, long: bool = False, **options: Any
) -> Tournament:
    """Play an event to its end without late entries or drop-outs. `long`: every third name is long."""
    given = {**({"rounds": rounds} if rounds else {}), **options}
    return _played(method, entrants, seed, long, json.dumps(given))


@cache
def _played(method: str, entrants: int, seed: int, long: bool, options: str) -> Tournament:
    played = simulate(method, entrants, parse_options(json.loads(options), method), seed, quiet=True).tournament
    alone = method == "rotating_partners"
    names = (LONG if long and k % 3 == 0 else f"Élie{k}" if alone else f"Aline{k} & Noël{k}" for k in range(len(played.entrants)))
    named = tuple(replace(e, name=name) for e, name in zip(played.entrants, names, strict=False))
    return replace(played, name="Coupe de l’Amicale", entrants=named)


def unplayed(event: Tournament, rounds: int) -> Tournament:
    """Return its first rounds, the last without results."""
    last = event.rounds[rounds - 1]
    tables = tuple(replace(t, result=Result()) for t in last.tables)
    return replace(event, rounds=(*event.rounds[: rounds - 1], replace(last, tables=tables)))


def paper(of: Tournament, kind: str, size: str = "letter", lang: str = "en", number: int | None = None, **about: Any) -> Document:
    """Return a document of the event, which must exist."""
    options = PrintOptions(size, lang, (kind,), (number,) if number else None)
    (found,) = make_documents(options, (TournamentState(of), EventDetails(**about)))
    return found


def texts(document: Document) -> list[str]:
    """Return the text of each page."""
    reader = _reader(document.html())
    assert len(reader.pages) == len(document.pages)
    return [" ".join(re.sub(r"\s+", " ", page.extract_text()).split()) for page in reader.pages]


def sizes(document: Document) -> set[tuple[float, float]]:
    """Return the sizes of its pages in points."""
    boxes = [page.mediabox for page in _reader(document.html()).pages]
    return {(round(float(b.width), 1), round(float(b.height), 1)) for b in boxes}


@lru_cache(maxsize=4)
def _reader(html: str) -> PdfReader:
    return PdfReader(io.BytesIO(write_pdf(html)))


def words(text: str) -> str:
    """Return only the letters and digits, to find text broken over lines."""
    return re.sub(r"\W+", "", text)
