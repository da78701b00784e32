"""Bytes on the wire for the public standings of 64 pairs after five rounds, as Chromium counts them.

The page is its own document with headers, compressed. The first visit adds style sheets and scripts, which browsers cache
for
a year; the serif font is separate. The target for both is 25 KiB.
"""

from __future__ import annotations

from typing import Any

from tests import browser as chromium
from tests.benchmarks.browsed import program
from tests.benchmarks.pad_bytes import Wire
from tests.benchmarks.rows import row, size
from tests.tournaments import evening

PAIRS, ROUNDS = size((64, 5), (4, 1))
AIM = 25 * 1024


def event(app: Any) -> str:
    """Make a tournament in progress, and return the path of its standings."""
    with app.app_context():
        access = evening.tournament(evening.pairs(PAIRS), options={"rounds": ROUNDS + 1})
        for n in range(ROUNDS):
            evening.play_round(access, upper=n % 2 == 0)
        evening.next_round(access)
    return f"/tournaments/{access.tournament_id}/standings"


def measure(browser: Any, url: str, path: str) -> tuple[int, int]:
    """Return the bytes of the page, and of a first visit without fonts."""
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
    with program() as (app, url), chromium.launch() as browser:
        document, first = measure(browser, url, event(app))
    row(f"standings of {PAIRS} pairs, bytes of the page", document, "bytes", AIM, most=1.0)
    row(f"standings of {PAIRS} pairs, bytes of the first visit without fonts", first, "bytes", AIM, most=1.0)


if __name__ == "__main__":
    main()
