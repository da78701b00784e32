"""One queue for every PDF that is asked for: bounded, in order, made by one process of low priority, kept for whoever asks again.

The queue is a folder of the instance, so that all workers of the server see the same one: `MOMENT-TAG-VISITOR.html` waits,
`TAG.pdf` is made, `TAG.failed` says why not. The process holds a lock while it lives and ends when nobody has asked for a while.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.base.files import held, write_whole
from scorekeeper.base.paper.pdf import NoPango, ignore_interrupts, write_pdf

FOLDER = "printing"
MOST_WAITING = 24
PATIENCE = 0.8
"""Seconds that whoever asks waits for a document, before being told the place."""
SOON = 0.02
IDLE = 120.0
"""Seconds after which the process ends if nobody has asked."""
LONGEST = 180
"""Seconds for one document; one that takes longer is given up."""
MOST_MADE = 50
"""Documents after which a new process takes over: type-setting never gives all its memory back."""
KEPT, MOST_KEPT = 24 * 3600.0, 100
"""Seconds for which a document is kept, and how many are."""

LOCK, DOOR, NOW, PANGO = "process.lock", "queue.lock", "now", "pango"


class Full(Exception):
    """As many documents wait as may."""


class Failed(Exception):
    """The document could not be made."""


@dataclass(frozen=True)
class Waiting:
    """Not made yet. `place`: 1 is being made; `of`: how many wait in all; `other`: a document of the same visitor comes first."""

    place: int
    of: int
    other: bool = False


class Printer:
    """The queue of an instance, as those see it who ask for documents."""

    def __init__(self, instance: Path) -> None:
        self.folder = instance / FOLDER

    def document(self, tag: str, html: Callable[[], str], visitor: str) -> Path | Waiting:
        """The PDF file, if it is made within `PATIENCE`; else where it stands in the queue.

        `tag`: the name of what it says, 16 signs; `html` makes it where nobody has asked for it yet; `visitor`: who asks, in 16
        signs: one document at a time is made for each. Raises Full, Failed, NoPango.
        """
        made = self.folder / f"{tag}.pdf"
        asked = False
        end = time.monotonic() + PATIENCE
        while True:
            if made.is_file():
                with contextlib.suppress(OSError):
                    os.utime(made)
                return made
            self._told(tag)
            waiting = self._place(tag, visitor)
            if waiting is None and not asked:
                self._ask(tag, html(), visitor)
                asked = True
                continue
            self._see_to_it(end)
            if time.monotonic() > end:
                return waiting or Waiting(1, 1)
            time.sleep(SOON)

    def _place(self, tag: str, visitor: str) -> Waiting | None:
        names = waiting_in(self.folder)
        for place, name in enumerate(names, 1):
            if name.split("-")[1] == tag:
                return Waiting(place, len(names))
        for place, name in enumerate(names, 1):
            if name.split("-")[2] == f"{visitor}.html":
                return Waiting(place + 1, len(names) + 1, other=True)
        return None

    def _ask(self, tag: str, html: str, visitor: str) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with held(self.folder / DOOR, wait=True):
            names = waiting_in(self.folder)
            if any(name.split("-")[1] == tag for name in names):
                return
            if len(names) >= MOST_WAITING:
                raise Full
            write_whole(self.folder / f"{time.time_ns():020d}-{tag}-{visitor}.html", html.encode())

    def _told(self, tag: str) -> None:
        """Say once why a document could not be made; asked for again, it is tried again."""
        failed = self.folder / f"{tag}.failed"
        try:
            why = failed.read_text()
        except FileNotFoundError:
            return
        failed.unlink(missing_ok=True)
        raise NoPango if why == PANGO else Failed(why)

    def _see_to_it(self, end: float) -> None:
        """Start the process where none runs: it was never needed, has ended, or was killed. Wait for it until `end` at most."""
        with held(self.folder / LOCK) as free:
            if not free:
                return
        command = [sys.executable, "-m", "scorekeeper.base.paper.printer", str(self.folder)]
        process = subprocess.Popen(  # noqa: S603 (our own program; nothing in the command was written by a visitor)
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        _children.append(process)
        _children[:] = [one for one in _children if one.poll() is None]
        while time.monotonic() < end and process.poll() is None:
            with held(self.folder / LOCK) as free:
                if not free:
                    return
            time.sleep(SOON)


_children: list[subprocess.Popen[bytes]] = []
"""Processes that this one has started; whoever starts one takes note of its end."""


def waiting_in(folder: Path) -> list[str]:
    """The names of what waits, the first first."""
    with contextlib.suppress(FileNotFoundError):
        return sorted(path.name for path in folder.iterdir() if path.suffix == ".html")
    return []


def serve(folder: Path, idle: float = IDLE) -> None:
    """Make what waits, one after another, until nobody has asked for `idle` seconds. Nothing where another process does."""
    with held(folder / LOCK) as mine:
        if not mine:
            return
        _give_up_what_killed_us(folder)
        made, since = 0, time.monotonic()
        while made < MOST_MADE:
            if names := waiting_in(folder):
                _make(folder, names[0])
                made, since = made + 1, time.monotonic()
                _clean(folder)
            elif time.monotonic() - since >= idle:
                return
            else:
                time.sleep(SOON)


def _make(folder: Path, name: str) -> None:
    tag = name.split("-")[1]
    write_whole(folder / NOW, name.encode())
    _alarm(LONGEST)  # ends this process; the next one gives the document up
    try:
        write_whole(folder / f"{tag}.pdf", write_pdf((folder / name).read_text()))
    except FileNotFoundError:  # taken away while it waited
        pass
    except NoPango:
        write_whole(folder / f"{tag}.failed", PANGO.encode())
    except Exception as error:  # noqa: BLE001 (whoever asked hears of it; the next document is another)
        write_whole(folder / f"{tag}.failed", repr(error).encode())
    finally:
        _alarm(0)
    (folder / name).unlink(missing_ok=True)
    (folder / NOW).unlink(missing_ok=True)


def _alarm(seconds: int) -> None:
    if hasattr(signal, "alarm"):  # elsewhere a document takes as long as it takes
        signal.alarm(seconds)


def _give_up_what_killed_us(folder: Path) -> None:
    """A document during which the process before was ended is not tried for ever."""
    with contextlib.suppress(FileNotFoundError):
        name = (folder / NOW).read_text()
        write_whole(folder / f"{name.split('-')[1]}.failed", b"ended")
        (folder / name).unlink(missing_ok=True)
        (folder / NOW).unlink()


def forget(instance: Path) -> None:
    """Remove every document that was made: what they say must not be kept. Whoever asks for one has it made again."""
    for path in (instance / FOLDER).glob("*.pdf"):
        path.unlink(missing_ok=True)


def _clean(folder: Path) -> None:
    files = []
    for path in folder.iterdir():
        if path.suffix in (".pdf", ".failed", ".draft"):
            with contextlib.suppress(OSError):
                files.append((path.stat().st_mtime, path))
    files.sort(reverse=True)
    too_old = time.time() - KEPT
    for k, (at, path) in enumerate(files):
        if k >= MOST_KEPT or at < too_old:
            path.unlink(missing_ok=True)


if __name__ == "__main__":
    ignore_interrupts()
    if hasattr(os, "nice"):
        os.nice(10)
    serve(Path(sys.argv[1]))
