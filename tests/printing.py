"""A printer without a queue: most tests ask for what a document says, not for when."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from scorekeeper.base.paper.pdf import write_pdf
from scorekeeper.base.paper.printer import Printer


class AtOnce(Printer):
    """Makes every document as soon as it is asked for, in the process of the test."""

    def document(self, tag: str, html: Callable[[], str], visitor: str) -> Path:  # noqa: ARG002 (everybody is first)
        """The document."""
        self.folder.mkdir(exist_ok=True)
        made = self.folder / f"{tag}.pdf"
        if not made.is_file():
            made.write_bytes(write_pdf(html()))
        return made
