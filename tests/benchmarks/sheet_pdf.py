"""One score sheet as a PDF, next to bare WeasyPrint of the same HTML."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.core.pdf.rendering import base_url, write_pdf
from scorekeeper.core.pdf.sheet_options import SheetOptions
from scorekeeper.engine.replay.game import replay
from scorekeeper.formats.game_record import parse_record
from scorekeeper.games.printouts.sheet import game_sheet_html
from scorekeeper.games.printouts.sheet_view import build_view
from tests.benchmarks.rows import row, size

RUNS = size(15, 1)
HANDS = 12


def record() -> object:
    """Return a game of twelve hands that no one wins, with boxes and failed contracts."""
    hands = [
        {
            "contractor": i % 4,
            "bid": 70,
            "bids": {str((i + 1) % 4): 60},
            "trump": "SHDC"[i % 4],
            "points": [60, 40] if i % 2 else [40, 60],
        }
        for i in range(HANDS)
    ]
    rules = {"base": "kitty", "target": 1000}
    names = ["Aline", "Benoît", "Claire", "Denis"]
    return {"format": "scorekeeper-game/1", "rules": rules, "players": names, "first_dealer": 0, "events": hands}


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    """Print the row. Runs alternate, so that both see the same machine."""
    t = t_for("fr")
    game = parse_record(record())
    options = SheetOptions(lang="fr")

    def ours() -> bytes:
        view = build_view(game, replay(game.rules, game.first_dealer, game.events), t)
        return write_pdf(game_sheet_html(view, options, reasons=True))

    html = game_sheet_html(build_view(game, replay(game.rules, game.first_dealer, game.events), t), options, reasons=True)
    fonts = FontConfiguration()

    def bare() -> bytes:
        return HTML(string=html, base_url=base_url()).write_pdf(font_config=fonts)

    ours(), bare()
    pairs = [(seconds(ours), seconds(bare)) for _ in range(RUNS)]
    mine, floor = (statistics.median(column) * 1000 for column in zip(*pairs, strict=True))
    row("score sheet PDF, 12 hands with reasons", mine, "ms", floor, most=1.2)


if __name__ == "__main__":
    main()
