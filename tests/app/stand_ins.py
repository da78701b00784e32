"""Stand-ins for slow parts of the program, for tests of access rather than content."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from unittest import mock

from argon2 import PasswordHasher
from flask import Response
from sqlalchemy import select

from scorekeeper.backup import nightly
from scorekeeper.clubs.commands.accounts import passwords
from scorekeeper.core.db.database import write_transaction
from scorekeeper.core.pdf.pdf_queue import Printer
from scorekeeper.core.refusals import NotAllowed
from scorekeeper.offline import views as phone_views
from scorekeeper.offline.bundle.bundle import Kit
from scorekeeper.offline.bundle.packs import PACKS
from scorekeeper.rules.pages import rulebook_pdf
from scorekeeper.tournaments.commands.printouts import document_jobs
from scorekeeper.tournaments.store.printout_job import MadePaper, PaperJob


class NoPapers(Printer):
    """Returns an empty document to anyone who may ask for one."""

    def document(self, tag: str, html: Any, visitor: str) -> bytes:  # noqa: ARG002 (as its parent has it)
        return b"%PDF-1.7\n"


def no_process() -> None:
    """Replace the process that makes all printouts: two empty files, at once."""
    one = {"path": "slips.pdf", "title": "Slips", "kind": "slips", "lang": "en", "pages": 1, "size": 9, "round": 1}
    with write_transaction() as session:
        for job in session.scalars(select(PaperJob).where(PaperJob.state == document_jobs.WORKING)).all():
            job.state, job.done, job.total, job.files, job.archive = document_jobs.DONE, 1, 1, [one], "all.zip"
            for path, body in (("slips.pdf", b"%PDF-1.7\n"), ("all.zip", b"PK")):
                session.add(MadePaper(tournament_id=job.tournament_id, path=path, body=body))


_FILE = SimpleNamespace(digest="digest", name="any.js", body=b"", response=Response)
_KIT = Kit(_FILE, _FILE, {}, dict.fromkeys(PACKS, _FILE), {name: {} for name in PACKS})
"""Replaces the offline bundle, which takes seconds to make."""


@contextmanager
def quick(denied: list[str]) -> Iterator[None]:
    """Start no process and skip slow work. Error codes of denied requests go into `denied`."""
    tell = NotAllowed.__init__

    def told(self: NotAllowed, code: str, *facts: Any, **more: Any) -> None:
        denied.append(code)
        tell(self, code, *facts, **more)

    with (
        mock.patch.object(document_jobs, "_run", no_process),
        mock.patch.object(nightly, "start_detached_backup"),
        mock.patch.object(phone_views, "kit", return_value=_KIT),
        mock.patch.object(passwords, "_hasher", PasswordHasher(1, 8, 1)),
        mock.patch.object(rulebook_pdf, "rulebook_html", return_value=""),
        mock.patch.object(NotAllowed, "__init__", told),
    ):
        yield
