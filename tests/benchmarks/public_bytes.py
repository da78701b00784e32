"""Bytes over the wire of the standings of a tournament of 64 pairs after five rounds, as Chromium counts them.

The page: its own document, with headers, compressed. The first visit: with style sheets and scripts, which browsers keep for a
year; the faces of the serif apart. The aim for both is 25 KiB.
"""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path
from typing import Any

from werkzeug.serving import make_server

from scorekeeper import create_app
from scorekeeper.fonts import make_fonts
from scorekeeper.prepare import upgrade_database
from tests import browser as chromium
from tests.benchmarks.pad_bytes import Quiet, Wire
from tests.benchmarks.rows import row
from tests.tournaments import evening

PAIRS, ROUNDS, AIM = 64, 5, 25 * 1024


def event(app: Any) -> str:
    """A tournament in the middle of its evening; the path of its standings."""
    with app.app_context():
        access = evening.tournament(evening.pairs(PAIRS), options={"rounds": ROUNDS + 1})
        for n in range(ROUNDS):
            evening.play_round(access, upper=n % 2 == 0)
        evening.next_round(access)
    return f"/tournaments/{access.tournament_id}/standings"


def measure(browser: Any, url: str, path: str) -> tuple[int, int]:
    """Bytes of the page, and of the first visit without fonts."""
    context = chromium.new_context(browser)
    page = context.new_page()
    wire = Wire(page)
    page.goto(url + path)
    page.wait_for_load_state("networkidle")
    document = wire.bytes[url + path]
    first = sum(size for address, size in wire.bytes.items() if "/fonts/" not in address)
    context.close()
    return document, first


def main() -> None:
    """Print the rows."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(instance_path=folder)
        upgrade_database(app)
        make_fonts(Path(folder))
        path = event(app)
        server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with chromium.launch() as browser:
            document, first = measure(browser, f"http://127.0.0.1:{server.server_port}", path)
        server.shutdown()
        server.server_close()
        with app.app_context():
            app.extensions["sqlalchemy"].engine.dispose()
    row("standings of 64 pairs, bytes of the page", document, "bytes", AIM, most=1.0)
    row("standings of 64 pairs, bytes of the first visit without fonts", first, "bytes", AIM, most=1.0)


if __name__ == "__main__":
    main()
