"""The PDF queue: in order, bounded, one job for each visitor, shared results, and giving up on failures."""

from __future__ import annotations

import os
import signal
import time
from datetime import timedelta
from pathlib import Path

import pytest
from flask import current_app
from sqlalchemy import func, select, update

from scorekeeper.core.db.database import DatabaseBusy, db, write_transaction
from scorekeeper.core.files import hold_lock, open_lock
from scorekeeper.core.jobs import job_queue
from scorekeeper.core.jobs.job_queue import Job
from scorekeeper.core.pdf import pdf_queue
from scorekeeper.core.pdf.pdf_queue import Printer, PrinterFull, PrintFailed, StoredDocument, WaitingDocument, waiting_documents
from scorekeeper.core.pdf.rendering import NoPango

pytestmark = pytest.mark.slow

TAGS = [f"{n:016x}" for n in range(100)]


@pytest.fixture
def both(served):
    """The application in an app context, on each kind of database."""
    with served.app_context():
        yield served


@pytest.fixture
def queue(both, monkeypatch):
    """A printer without workers or waiting."""
    monkeypatch.setattr(pdf_queue, "WAIT_SECONDS", 0.0)
    monkeypatch.setattr(Printer, "_see_to_it", lambda _self, _end: None)
    return Printer()


def sheet(text):
    return lambda: f"<html><body><p>{text}</p></body></html>"


def never():
    raise AssertionError("it was made before")


def work(most=100):
    """Run the waiting jobs in this process."""
    job_queue.run_jobs(current_app._get_current_object(), pdf_queue.QUEUE, idle=0.0, most=most)
    db.session.commit()  # only a new transaction sees others' changes


def tags():
    db.session.commit()  # only a new transaction sees others' changes
    return [tag for tag, _ in waiting_documents()]


def ended(process):
    """Wait for a killed process, as its parent does."""
    process.wait()
    job_queue._children.clear()


def test_a_document_is_made_by_a_process_of_its_own_and_kept_for_whoever_asks_next(both, monkeypatch):
    monkeypatch.setattr(pdf_queue, "WAIT_SECONDS", 600.0)
    made = Printer().document(TAGS[0], sheet("Aline"), "one")
    assert made.startswith(b"%PDF")
    assert Printer().document(TAGS[0], never, "other") == made
    (process,) = [one for one in job_queue._children.values() if one.poll() is None]
    process.terminate()
    ended(process)


@pytest.mark.thorough("a process that makes documents is killed")
def test_ctrl_c_in_the_terminal_ends_no_document_that_is_being_made(both, monkeypatch):
    monkeypatch.setattr(pdf_queue, "WAIT_SECONDS", 600.0)
    Printer().document(TAGS[0], sheet("Aline"), "one")
    (process,) = [one for one in job_queue._children.values() if one.poll() is None]
    assert os.getpgid(process.pid) != os.getpgid(0), "the terminal tells everybody of its own group"
    os.kill(process.pid, signal.SIGINT)
    assert Printer().document(TAGS[1], sheet("Benoît"), "one").startswith(b"%PDF")
    assert process.poll() is None
    process.terminate()
    ended(process)


@pytest.mark.thorough("a process that makes documents is killed")
def test_a_process_that_is_killed_has_its_document_made_by_the_next(both, monkeypatch):
    monkeypatch.setattr(pdf_queue, "WAIT_SECONDS", 600.0)
    with write_transaction() as session:  # a document so long that the process is killed while making it
        session.add(StoredDocument(tag=TAGS[0], visitor="one", html="<p>Benoît</p>" * 20_000))
        job_queue.add_job(session, pdf_queue.QUEUE, TAGS[0])
    job_queue.ensure_worker(pdf_queue.QUEUE)
    (process,) = [one for one in job_queue._children.values() if one.poll() is None]
    until = time.monotonic() + 600
    while not db.session.scalar(select(StoredDocument.begun)) and time.monotonic() < until:
        db.session.commit()
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    ended(process)
    assert db.session.scalar(select(Job.worker)) is not None
    with write_transaction() as session:
        session.execute(update(StoredDocument).values(html="<p>Benoît</p>"))
    assert Printer().document(TAGS[0], never, "one").startswith(b"%PDF")
    assert db.session.scalar(select(StoredDocument.begun)) == 2
    (process,) = [one for one in job_queue._children.values() if one.poll() is None]
    process.terminate()
    ended(process)


def test_a_document_that_is_made_between_two_looks_is_not_asked_for_anew(queue, monkeypatch):
    queue.document(TAGS[0], sheet("a"), "one")

    def then_made(look):
        def looked(*told):
            seen = look(*told)
            work()
            return seen

        return looked

    monkeypatch.setattr(Printer, "_found", then_made(Printer._found))
    monkeypatch.setattr(Printer, "_place", then_made(Printer._place))
    assert queue.document(TAGS[0], never, "one").startswith(b"%PDF")


def test_everybody_is_told_a_place_and_is_served_in_the_order_of_asking(queue):
    assert queue.document(TAGS[0], sheet("a"), "one") == WaitingDocument(1, 1)
    assert queue.document(TAGS[1], sheet("b"), "two") == WaitingDocument(2, 2)
    assert queue.document(TAGS[1], never, "three") == WaitingDocument(2, 2)
    work(most=1)
    assert tags() == [TAGS[1]]
    assert queue.document(TAGS[0], never, "one").startswith(b"%PDF")
    assert queue.document(TAGS[1], never, "two") == WaitingDocument(1, 1)


def test_a_second_document_of_the_same_visitor_waits_until_the_first_is_made(queue):
    queue.document(TAGS[0], sheet("a"), "one")
    assert queue.document(TAGS[1], never, "one") == WaitingDocument(2, 2, other=True)
    assert tags() == [TAGS[0]]
    work()
    assert queue.document(TAGS[1], sheet("b"), "one") == WaitingDocument(1, 1)


def test_a_full_queue_takes_no_more(queue):
    for n in range(pdf_queue.MOST_WAITING):
        queue.document(TAGS[n], sheet(n), str(n))
    with pytest.raises(PrinterFull):
        queue.document(TAGS[90], sheet("x"), "late")


def test_a_document_that_fails_is_told_once_and_may_be_tried_again(queue, monkeypatch):
    queue.document(TAGS[0], sheet("a"), "one")
    monkeypatch.setattr(pdf_queue, "write_pdf", lambda _html: 1 // 0)
    work()
    with pytest.raises(PrintFailed):
        queue.document(TAGS[0], never, "one")
    assert queue.document(TAGS[0], sheet("a"), "one") == WaitingDocument(1, 1)


def test_a_computer_without_pango_says_so(queue, monkeypatch):
    def none(_html):
        raise NoPango

    queue.document(TAGS[0], sheet("a"), "one")
    monkeypatch.setattr(pdf_queue, "write_pdf", none)
    work()
    with pytest.raises(NoPango):
        queue.document(TAGS[0], never, "one")


def test_a_document_that_ends_its_process_is_begun_so_often_and_then_given_up_and_the_next_is_made(queue):
    queue.document(TAGS[0], sheet("a"), "one")
    queue.document(TAGS[1], sheet("b"), "two")
    for n in range(pdf_queue.MOST_ATTEMPTS):  # as killed processes leave it
        assert pdf_queue._start_attempt(TAGS[0]) is not None, n
    work()
    with pytest.raises(PrintFailed):
        queue.document(TAGS[0], never, "one")
    assert queue.document(TAGS[1], never, "two").startswith(b"%PDF")


def test_what_was_made_long_ago_goes_and_so_does_what_is_too_much(queue, monkeypatch):
    def made(n, text):
        queue.document(TAGS[n], sheet(text), "one")
        work()
        return db.session.scalars(select(StoredDocument.tag).order_by(StoredDocument.tag)).all()

    made(0, "a")
    with write_transaction() as session:
        session.scalars(select(StoredDocument)).one().used_at -= pdf_queue.KEPT + timedelta(minutes=1)
    assert made(1, "b") == [TAGS[1]]
    monkeypatch.setattr(pdf_queue, "LARGEST_KEPT", len(queue.document(TAGS[1], never, "one")) * 2)
    assert made(2, "c") == [TAGS[1], TAGS[2]]
    assert made(3, "d") == [TAGS[2], TAGS[3]]


def test_a_document_that_is_asked_for_is_kept_longer(queue):
    queue.document(TAGS[0], sheet("a"), "one")
    work()
    with write_transaction() as session:
        session.scalars(select(StoredDocument)).one().used_at -= pdf_queue.KEPT - timedelta(minutes=1)
    queue.document(TAGS[0], never, "other")
    db.session.expire_all()
    assert db.session.scalars(select(StoredDocument)).one().used_at > pdf_queue.now() - timedelta(minutes=1)


def test_only_one_process_of_a_host_makes_documents(queue, both):
    queue.document(TAGS[0], sheet("a"), "one")
    with hold_lock(job_queue.lock_of(Path(both.instance_path), pdf_queue.QUEUE)):
        work()
    assert tags() == [TAGS[0]]


def test_a_process_begins_although_somebody_looks_just_then_whether_one_works(queue, both, monkeypatch):
    queue.document(TAGS[0], sheet("a"), "one")
    looking = open_lock(job_queue.lock_of(Path(both.instance_path), pdf_queue.QUEUE))
    only_looked = [looking]
    monkeypatch.setattr(time, "sleep", lambda _seconds: os.close(only_looked.pop()) if only_looked else None)
    work()
    assert tags() == []


def test_what_was_forgotten_while_it_was_made_is_not_kept(queue, monkeypatch):
    def forgetting(_html):
        pdf_queue.delete_all()
        return b"%PDF"

    queue.document(TAGS[0], sheet("Aline"), "one")
    monkeypatch.setattr(pdf_queue, "write_pdf", forgetting)
    work()
    assert db.session.scalar(select(func.count()).select_from(StoredDocument)) == 0


def test_what_was_forgotten_while_it_was_made_is_not_given_to_who_asks_for_another_under_its_number(queue, monkeypatch):
    def forgetting(html):
        if "Aline" not in html:
            return b"%PDF of another"
        pdf_queue.delete_all()
        queue.document(TAGS[1], sheet("Benoît"), "two")
        queue.document(TAGS[0], sheet("A."), "three")
        return b"%PDF with a name"

    queue.document(TAGS[0], sheet("Aline"), "one")
    monkeypatch.setattr(pdf_queue, "write_pdf", forgetting)
    work(most=1)
    assert sorted(tags()) == [TAGS[0], TAGS[1]]
    work()
    assert [queue.document(tag, never, "two") for tag in TAGS[:2]] == [b"%PDF of another"] * 2


def test_a_document_that_could_not_be_kept_because_the_database_was_away_is_made_again(queue, monkeypatch):
    made, refused = [], []

    def busy_once():
        if made and not refused:
            refused.append(True)
            raise DatabaseBusy
        return write_transaction()

    queue.document(TAGS[0], sheet("Aline"), "one")
    monkeypatch.setattr(pdf_queue, "write_pdf", lambda html: made.append(html) or b"%PDF")
    monkeypatch.setattr(pdf_queue, "write_transaction", busy_once)
    work()
    assert tags() == [TAGS[0]]
    work()  # not yet: it is tried again later
    assert len(made) == 1
    with write_transaction() as session:
        session.execute(update(Job).values(due_at=pdf_queue.now()))
    work()
    assert queue.document(TAGS[0], never, "one") == b"%PDF"
    assert len(made) == 2


def test_nothing_is_left_in_the_queue_of_what_was_done(queue):
    queue.document(TAGS[0], sheet("a"), "one")
    assert job_queue.count_waiting(pdf_queue.QUEUE) == 1
    work()
    assert db.session.scalar(select(func.count()).select_from(Job)) == 0


def test_a_page_says_the_place_and_opens_the_document_by_itself(app, client, monkeypatch):
    monkeypatch.setattr(pdf_queue, "WAIT_SECONDS", 0.0)
    monkeypatch.setattr(Printer, "_see_to_it", lambda _self, _end: None)
    app.extensions["printer"] = queue = Printer()
    answer = client.get("/paper/sheets.pdf?rules=standard")
    assert (answer.status_code, answer.headers["Refresh"], answer.headers["Retry-After"]) == (202, "1", "1")
    assert "Position 1 of 1 in the queue." in answer.text
    with app.app_context():
        work()
    assert client.get("/paper/sheets.pdf?rules=standard").data.startswith(b"%PDF")
    with app.app_context():
        for n in range(pdf_queue.MOST_WAITING):
            queue.document(TAGS[n], sheet(n), str(n))
    full = client.get("/paper/sheets.pdf?rules=kitty")
    assert full.status_code == 503
    assert int(full.headers["Retry-After"]) > 0
    assert "Many documents are being made" in full.text


def test_whoever_asks_again_before_the_process_has_begun_starts_no_second_one(app, monkeypatch):
    started = []

    class Slow:
        def poll(self):
            return None

        def kill(self):
            pass

        wait = kill

    monkeypatch.setattr(job_queue, "start_worker", lambda *what: started.append(what) or Slow())
    monkeypatch.setattr(job_queue, "_children", {})
    with app.app_context():
        for _ in range(3):
            job_queue.ensure_worker(pdf_queue.QUEUE)
    assert [queue for _instance, _database, queue in started] == [pdf_queue.QUEUE]
