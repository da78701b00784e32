"""The rulebook on paper, made ahead in the quiet after the start: whoever asks for it first does not wait for 50 pages."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from scorekeeper.base.i18n import LANGUAGES
from scorekeeper.base.paper.pdf import write_pdf
from scorekeeper.base.paper.sizes import SIZES
from scorekeeper.rules.papers.rulebook import BOTH, keep, kept_path, rulebook_html

QUIET = 30.0
"""Seconds after the start in which phones load their pages."""


def start(instance: Path) -> None:
    """Begin in a process of the lowest priority that ends when this one does, and is nobody's child: servers count theirs.

    Where the system knows no such process, whoever asks for the book first waits for it.
    """
    if not hasattr(os, "fork"):
        return
    server = os.getpid()
    first = os.fork()
    if first:
        os.waitpid(first, 0)
        return
    if os.fork():
        os._exit(0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.execv(sys.executable, [sys.executable, "-m", "scorekeeper.rules.papers.ahead", str(instance), str(server)])  # noqa: S606


def make(instance: Path, server: int, quiet: float = QUIET) -> None:
    """Make every form of the book that the instance has not, as long as the process `server` runs."""
    until = time.monotonic() + quiet
    while time.monotonic() < until and _runs(server):
        time.sleep(0.5)
    for size in SIZES:
        for lang in (*LANGUAGES, BOTH):
            if not _runs(server):
                return
            html = rulebook_html(size=size, lang=lang)
            path = kept_path(instance, html, lang=lang, size=size)
            if not path.is_file():
                keep(path, write_pdf(html))


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    os.nice(19)
    make(Path(sys.argv[1]), int(sys.argv[2]))
