"""A printer without a queue, for tests of a document's content."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.core.pdf.pdf_queue import Printer
from scorekeeper.core.pdf.rendering import write_pdf


class AtOnce(Printer):
    """Makes every document at once in the test's process, and caches it."""

    def __init__(self) -> None:
        self.made: dict[str, bytes] = {}

    def document(self, tag: str, html: Callable[[], str], visitor: str) -> bytes:  # noqa: ARG002 (everybody is first)
        if tag not in self.made:
            self.made[tag] = write_pdf(html())
        return self.made[tag]
