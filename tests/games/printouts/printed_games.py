"""Games for tests of score sheets, and the text of a PDF."""

from __future__ import annotations

import io
import itertools
import re
import subprocess
from typing import Any

from pypdf import PdfReader

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.core.pdf.rendering import write_pdf
from scorekeeper.core.pdf.sheet_options import SheetOptions
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.scored_game import Replay
from scorekeeper.formats.game_record import Record, parse_record
from scorekeeper.games.printouts.sheet import game_sheet_html
from scorekeeper.games.printouts.sheet_rows import PaperGame
from scorekeeper.games.printouts.sheet_view import build_view
from scorekeeper.rules.printouts.documents import blank_sheets_html

ENGLISH = t_for("en")
FRENCH = t_for("fr")
NAMES = ["Aline", "Benoît", "Claire", "Denis", "Émile", "Flore"]

#: Points of 1/72 inch, upright.
PAPER = {"letter": (612.0, 792.0), "a4": (595.3, 841.9)}


WORD = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>')


def hand(contractor: int, bid: object, points: list[int], **more: object) -> dict[str, object]:
    return {"contractor": contractor, "bid": bid, "bids": {}, "points": points, **more}


def game(events: list[dict[str, Any]], rules: object = "standard", players: list[str] | None = None) -> tuple[Record, Replay]:
    record = parse_record(
        {
            "format": "scorekeeper-game/1",
            "rules": rules,
            "players": players or NAMES[:4],
            "first_dealer": 0,
            "events": events,
        }
    )
    return record, replay(record.rules, record.first_dealer, record.events)


def view_of(events: list[dict[str, Any]], t: Any = ENGLISH, **more: Any) -> PaperGame:
    known = {name: more.pop(name) for name in ("rules", "players") if name in more}
    return build_view(*game(events, **known), t, **more)


#: Boxed at −75, then up again and won: one hand of each kind that a plain sheet shows.
PLAIN = [
    hand(0, 75, [60, 40], bids={"1": 60, "2": 65}, trump="H"),
    {"kind": "passed_out"},
    hand(1, 70, [10, 90], bids={"0": 60}, trump="S", note="Denis wore his lucky hat."),
    {"kind": "adjustment", "side": 0, "points": -20, "reason": "revoke"},
    hand(3, 80, [15, 85], bids={}, trump="D"),
]


def game_sheet(view: PaperGame, options: SheetOptions, **more: Any) -> bytes:
    return write_pdf(game_sheet_html(view, options, **more))


def blank_sheets(rules: Any, options: SheetOptions, **more: Any) -> bytes:
    return write_pdf(blank_sheets_html(rules, options, **more))


def long_game(hands: int) -> list[dict[str, Any]]:
    """Return hands in which neither side comes near a high target."""
    return [hand(i % 2, 60, [70, 30] if i % 4 < 2 else [50, 50], bids={}) for i in range(hands)]


def pages(pdf: bytes) -> list[str]:
    """Return the text of each page on one line."""
    return [re.sub(r"\s+", " ", page.extract_text()) for page in PdfReader(io.BytesIO(pdf)).pages]


def overprinted(pdf: bytes) -> list[tuple[str, str]]:
    """Return pairs of words that overlap on a page."""
    told = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=pdf, capture_output=True, check=True).stdout.decode()
    found = []
    for page in told.split("<page ")[1:]:
        words = [(*map(float, box), text) for *box, text in WORD.findall(page) if text.strip()]
        for (a0, b0, a1, b1, one), (c0, d0, c1, d1, other) in itertools.combinations(words, 2):
            # A box is as tall as the font's ascenders and descenders, so close lines touch without overlapping.
            if min(a1, c1) - max(a0, c0) > 0.8 and min(b1, d1) - max(b0, d0) > 0.45 * min(b1 - b0, d1 - d0):
                found.append((one, other))
    return found


def sizes(pdf: bytes) -> set[tuple[float, float]]:
    return {
        (round(float(page.mediabox.width), 1), round(float(page.mediabox.height), 1)) for page in PdfReader(io.BytesIO(pdf)).pages
    }
