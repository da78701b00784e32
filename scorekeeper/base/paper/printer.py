"""One queue for every PDF that is asked for: bounded, in order, made apart by processes of low priority, kept for who asks again.

The queue and what was made are in the database (`base.jobs`, `base.paper.stored`), so that all who serve see the same ones, on
whatever host. A document whose making ends the process is begun so often and no more.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from firm.queue import job
from sqlalchemy import delete, func, select, update

from scorekeeper.base import jobs
from scorekeeper.base.db import AWAY, db, now, one_at_a_time, writing
from scorekeeper.base.paper.pdf import NoPango, write_pdf
from scorekeeper.base.paper.stored import LONGEST_REASON, StoredDocument

QUEUE = "documents"
MOST_WAITING = 24
PATIENCE = 0.8
"""Seconds that whoever asks waits for a document, before being told the place."""
SOON = 0.05
LONGEST = 180
"""Seconds for one document; one that takes longer is given up."""
MOST_BEGUN = 2
"""How often a document is begun whose making ended the process."""
MOST_MADE = 50
"""Documents after which a new process takes over: type-setting never gives all its memory back."""
KEPT, MOST_KEPT, LARGEST_KEPT = timedelta(days=1), 100, 64 * 2**20
"""How long a document is kept after it was last asked for, how many are, and how many bytes they have together."""
USED = timedelta(hours=1)
"""How exactly it is known when a document was last asked for."""

PANGO, ENDED = "pango", "ended"


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
    """The queue, as those see it who ask for documents during a request."""

    def document(self, tag: str, html: Callable[[], str], visitor: str) -> bytes | Waiting:
        """The PDF file, if it is made within `PATIENCE`; else where it stands in the queue.

        `tag`: the name of what it says, 16 signs; `html` makes it where nobody has asked for it yet; `visitor`: who asks, in 16
        signs: one document at a time is made for each. Raises Full, Failed, NoPango.
        """
        asked = False
        end = time.monotonic() + PATIENCE
        while True:
            db.session.commit()  # nobody waits with a transaction open
            # In this order: what is made meanwhile waits no more, and would look as if nobody had asked for it.
            place = self._place(tag, visitor)
            found = self._found(tag)
            if found is not None:
                return found
            if place is None and not asked:
                self._ask(tag, html(), visitor)
                asked = True
                continue
            self._see_to_it(end)
            if time.monotonic() > end:
                return place or Waiting(1, 1)
            time.sleep(SOON)

    def _see_to_it(self, end: float) -> None:
        jobs.see_to_it(QUEUE, end)

    def _found(self, tag: str) -> bytes | None:
        """What was made; why it could not be is said once: asked for again, it is tried again."""
        wanted = StoredDocument.tag == tag
        stored = select(StoredDocument.body, StoredDocument.failed, StoredDocument.used_at).where(wanted)
        found = db.session.execute(stored).one_or_none()
        if found is None:
            return None
        if found.failed is not None:
            with writing() as session:
                session.execute(delete(StoredDocument).where(wanted, StoredDocument.failed.is_not(None)))
            raise NoPango if found.failed == PANGO else Failed(found.failed)
        if found.body is not None and now() - found.used_at > USED:
            with suppress(*AWAY), writing() as session:
                session.execute(update(StoredDocument).where(wanted).values(used_at=now()))
        body: bytes | None = found.body
        return body

    def _place(self, tag: str, visitor: str) -> Waiting | None:
        rows = waiting()
        for place, row in enumerate(rows, 1):
            if row[0] == tag:
                return Waiting(place, len(rows))
        for place, row in enumerate(rows, 1):
            if row[1] == visitor:
                return Waiting(place + 1, len(rows) + 1, other=True)
        return None

    def _ask(self, tag: str, html: str, visitor: str) -> None:
        with writing() as session:
            one_at_a_time(session, QUEUE)
            if session.scalar(select(StoredDocument.id).where(StoredDocument.tag == tag)) is not None:
                return
            if count() >= MOST_WAITING:
                raise Full
            session.add(StoredDocument(tag=tag, visitor=visitor, html=html))
            jobs.put(session, make, tag)


def waiting() -> list[tuple[str, str]]:
    """Tag and visitor of each document that waits, the first first."""
    rows = select(StoredDocument.tag, StoredDocument.visitor).where(StoredDocument.html.is_not(None)).order_by(StoredDocument.id)
    return [(tag, visitor) for tag, visitor in db.session.execute(rows)]


def count() -> int:
    """How many documents wait."""
    return db.session.execute(select(func.count()).where(StoredDocument.html.is_not(None))).scalar_one()


@job(queue=QUEUE, attempts=jobs.ATTEMPTS)
def make(tag: str) -> None:
    """Make a document that waits; nothing where it does not any more."""
    html = _begun(tag)
    if html is None:
        return
    made: dict[str, object]
    _alarm(LONGEST)  # ends this process; another one begins it once more, or gives it up
    try:
        made = {"body": write_pdf(html)}
    except NoPango:
        made = {"failed": PANGO}
    except Exception as error:  # noqa: BLE001 (whoever asked hears of it; the next document is another)
        made = {"failed": repr(error)[:LONGEST_REASON]}
    finally:
        _alarm(0)
    with writing() as session:
        # What was forgotten meanwhile may have been asked for anew, and says something else by now.
        ended = update(StoredDocument).where(StoredDocument.tag == tag, StoredDocument.html == html)
        session.execute(ended.values(html=None, used_at=now(), **made))
    _clean()


def _begun(tag: str) -> str | None:
    """What a document says that is to be made, counted as begun; None where that was too often, or nobody waits."""
    with writing() as session:
        wanted = StoredDocument.tag == tag, StoredDocument.html.is_not(None)
        found = session.execute(select(StoredDocument.id, StoredDocument.html, StoredDocument.begun).where(*wanted)).one_or_none()
        if found is None:
            return None
        row = update(StoredDocument).where(StoredDocument.id == found.id)
        if found.begun >= MOST_BEGUN:
            session.execute(row.values(html=None, failed=ENDED, used_at=now()))
            return None
        session.execute(row.values(begun=found.begun + 1))
        html: str = found.html
        return html


def _alarm(seconds: int) -> None:
    if hasattr(signal, "alarm"):  # elsewhere a document takes as long as it takes
        signal.alarm(seconds)


def forget() -> None:
    """Remove every document, made or not yet: what they say must not be kept. Whoever asks for one has it made anew."""
    with writing() as session:
        session.execute(delete(StoredDocument))


def _clean() -> None:
    size = func.coalesce(func.length(StoredDocument.body), 0)
    rows = select(StoredDocument.id, StoredDocument.used_at, size).where(StoredDocument.html.is_(None))
    too_old, weight, gone = now() - KEPT, 0, []
    for n, (number, at, many) in enumerate(db.session.execute(rows.order_by(StoredDocument.used_at.desc())).all()):
        weight += many
        if n and (n >= MOST_KEPT or at < too_old or weight > LARGEST_KEPT):
            gone.append(number)
    if gone:
        with writing() as session:
            session.execute(delete(StoredDocument).where(StoredDocument.id.in_(gone)))
