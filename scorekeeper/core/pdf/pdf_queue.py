"""A single queue for PDFs: limited in size, processed in the background, and cached for the next request.

The queue and the PDFs are in the database (`core.jobs.job_queue`, `stored`), so every process on every host shares them. A
document that crashes its worker is started only `MOST_ATTEMPTS` times.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import LargeBinary, String, Text, delete, func, select, update
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import TEMPORARY, UNAVAILABLE, Base, db, hold_named_lock, now, write_transaction
from scorekeeper.core.jobs import job_queue
from scorekeeper.core.pdf.rendering import NoPango, write_pdf

QUEUE = "documents"
MOST_WAITING = 24
WAIT_SECONDS = 0.8
"""Seconds that a request waits for a document before it shows the place in the queue."""
SOON = 0.05
LONGEST = 180
"""Maximum seconds for one document."""
MOST_ATTEMPTS = 2
"""How often a document is started if it crashes its worker."""
MOST_MADE = 50
"""Documents after which a new process takes over, because text layout leaks memory."""
KEPT, MOST_KEPT, LARGEST_KEPT = timedelta(days=1), 100, 64 * 2**20
"""Cache limits: time since a document was last used, number of documents, and total bytes."""
USED = timedelta(hours=1)
"""Precision of the time at which a document was last used."""

PANGO, ENDED = "pango", "ended"


class PrinterFull(Exception):
    """The queue of documents is full."""


class PrintFailed(Exception):
    """A document that could not be made."""


@dataclass(frozen=True)
class WaitingDocument:
    """A document that is not finished. `place`: 1 is in progress. `of`: number waiting.

    `other`: another document of the same visitor comes first.
    """

    place: int
    of: int
    other: bool = False


class Printer:
    """The queue as seen by requests."""

    def document(self, tag: str, html: Callable[[], str], visitor: str) -> bytes | WaitingDocument:
        """Return the PDF if it is finished within `WAIT_SECONDS`, else its place in the queue.

        `tag`: hash of its content, 16 characters. `html` is called if the document is new. `visitor`: an id of 16
        characters; each visitor's documents are made one at a time. Raises Full, Failed, NoPango.
        """
        is_requested = False
        end = time.monotonic() + WAIT_SECONDS
        while True:
            db.session.commit()  # do not wait with an open transaction
            # In this order: a document finished in between is no longer waiting, and would look new.
            place = self._place(tag, visitor)
            found = self._found(tag)
            if found is not None:
                return found
            if place is None and not is_requested:
                self._ask(tag, html(), visitor)
                is_requested = True
                continue
            self._see_to_it(end)
            if time.monotonic() > end:
                return place or WaitingDocument(1, 1)
            time.sleep(SOON)

    def _see_to_it(self, end: float) -> None:
        job_queue.ensure_worker(QUEUE, end)

    def _found(self, tag: str) -> bytes | None:
        """Return the PDF if it is finished. A failure is raised once, so that the next request tries again."""
        has_tag = StoredDocument.tag == tag
        stored = select(StoredDocument.body, StoredDocument.failed, StoredDocument.used_at).where(has_tag)
        found = db.session.execute(stored).one_or_none()
        if found is None:
            return None
        if found.failed is not None:
            with write_transaction() as session:
                session.execute(delete(StoredDocument).where(has_tag, StoredDocument.failed.is_not(None)))
            raise NoPango if found.failed == PANGO else PrintFailed(found.failed)
        if found.body is not None and now() - found.used_at > USED:
            with suppress(*UNAVAILABLE), write_transaction() as session:
                session.execute(update(StoredDocument).where(has_tag).values(used_at=now()))
        body: bytes | None = found.body
        return body

    def _place(self, tag: str, visitor: str) -> WaitingDocument | None:
        rows = waiting_documents()
        for place, row in enumerate(rows, 1):
            if row[0] == tag:
                return WaitingDocument(place, len(rows))
        for place, row in enumerate(rows, 1):
            if row[1] == visitor:
                return WaitingDocument(place + 1, len(rows) + 1, other=True)
        return None

    def _ask(self, tag: str, html: str, visitor: str) -> None:
        with write_transaction() as session:
            hold_named_lock(session, QUEUE)
            if session.scalar(select(StoredDocument.id).where(StoredDocument.tag == tag)) is not None:
                return
            if count_waiting() >= MOST_WAITING:
                raise PrinterFull
            session.add(StoredDocument(tag=tag, visitor=visitor, html=html))
            job_queue.add_job(session, QUEUE, tag)


def waiting_documents() -> list[tuple[str, str]]:
    """Return the tag and visitor of each waiting document, in order."""
    rows = select(StoredDocument.tag, StoredDocument.visitor).where(StoredDocument.html.is_not(None)).order_by(StoredDocument.id)
    return [(tag, visitor) for tag, visitor in db.session.execute(rows)]


def count_waiting() -> int:
    """Return the number of waiting documents."""
    return db.session.execute(select(func.count()).where(StoredDocument.html.is_not(None))).scalar_one()


@job_queue.job(QUEUE)
def make(tag: str) -> None:
    """Make a waiting document. Do nothing if it is no longer waiting."""
    html = _start_attempt(tag)
    if html is None:
        return
    outcome: dict[str, object]
    _set_time_limit(LONGEST)  # kills this process; the next one tries again or gives up
    try:
        outcome = {"body": write_pdf(html)}
    except NoPango:
        outcome = {"failed": PANGO}
    except Exception as error:  # noqa: BLE001 (the visitor sees the error; other documents continue)
        outcome = {"failed": repr(error)[:LONGEST_REASON]}
    finally:
        _set_time_limit(0)
    with write_transaction() as session:
        # If it was forgotten and requested again since, its HTML may differ.
        ended = update(StoredDocument).where(StoredDocument.tag == tag, StoredDocument.html == html)
        session.execute(ended.values(html=None, used_at=now(), **outcome))
    _delete_old()


def _start_attempt(tag: str) -> str | None:
    """Return a waiting document's HTML and count the attempt. None if it was tried too often or is not waiting."""
    with write_transaction() as session:
        conditions = StoredDocument.tag == tag, StoredDocument.html.is_not(None)
        found = session.execute(
            select(StoredDocument.id, StoredDocument.html, StoredDocument.begun).where(*conditions)
        ).one_or_none()
        if found is None:
            return None
        row = update(StoredDocument).where(StoredDocument.id == found.id)
        if found.begun >= MOST_ATTEMPTS:
            session.execute(row.values(html=None, failed=ENDED, used_at=now()))
            return None
        session.execute(row.values(begun=found.begun + 1))
        html: str = found.html
        return html


def _set_time_limit(seconds: int) -> None:
    if hasattr(signal, "alarm"):  # other systems have no time limit
        signal.alarm(seconds)


def delete_all() -> None:
    """Delete every document, finished or not, because their content must not be stored. New requests recreate them."""
    with write_transaction() as session:
        session.execute(delete(StoredDocument))


def _delete_old() -> None:
    size = func.coalesce(func.length(StoredDocument.body), 0)
    rows = select(StoredDocument.id, StoredDocument.used_at, size).where(StoredDocument.html.is_(None))
    too_old, weight, expired_ids = now() - KEPT, 0, []
    for n, (number, at, many) in enumerate(db.session.execute(rows.order_by(StoredDocument.used_at.desc())).all()):
        weight += many
        if n and (n >= MOST_KEPT or at < too_old or weight > LARGEST_KEPT):
            expired_ids.append(number)
    if expired_ids:
        with write_transaction() as session:
            session.execute(delete(StoredDocument).where(StoredDocument.id.in_(expired_ids)))


LONGEST_REASON = 300


class StoredDocument(Base):
    """A document. While `html` is set, it is waiting. Then it has a `body`, or the reason in `failed`.

    `tag`: hash of its content. `visitor`: the first one to request it. `begun`: number of attempts. `used_at`: approximate
    time of the last request.
    """

    __tablename__ = "documents"
    __table_args__ = ({"info": {TEMPORARY: True}},)

    id: Mapped[int] = mapped_column(primary_key=True)
    tag: Mapped[str] = mapped_column(String(16), unique=True)
    visitor: Mapped[str] = mapped_column(String(16))
    html: Mapped[str | None] = mapped_column(Text)
    body: Mapped[bytes | None] = mapped_column(LargeBinary)
    failed: Mapped[str | None] = mapped_column(String(LONGEST_REASON))
    begun: Mapped[int] = mapped_column(default=0)
    used_at: Mapped[datetime] = mapped_column(default=now)
