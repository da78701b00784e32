"""The queue of documents: in order, bounded, one at a time a visitor, made once for everybody, given up when nothing helps."""

from __future__ import annotations

import os
import time

import pytest

from scorekeeper.base.files import held
from scorekeeper.base.paper import printer
from scorekeeper.base.paper.pdf import NoPango
from scorekeeper.base.paper.printer import Failed, Full, Printer, Waiting, serve, waiting_in

TAGS = [f"{n:016x}" for n in range(100)]


@pytest.fixture
def queue(tmp_path, monkeypatch):
    """A printer whose process is not running, and that waits for nobody."""
    monkeypatch.setattr(printer, "PATIENCE", 0.0)
    monkeypatch.setattr(Printer, "_see_to_it", lambda _self, _end: None)
    return Printer(tmp_path)


def sheet(text):
    return lambda: f"<html><body><p>{text}</p></body></html>"


def never():
    raise AssertionError("it was made before")


def test_a_document_is_made_by_a_process_of_its_own_and_kept_for_whoever_asks_next(tmp_path, monkeypatch):
    monkeypatch.setattr(printer, "PATIENCE", 60.0)
    monkeypatch.setattr(printer, "IDLE", 1.0)
    made = Printer(tmp_path).document(TAGS[0], sheet("Aline"), "one")
    assert made.read_bytes().startswith(b"%PDF")
    assert made.stat().st_mode & 0o077 == 0
    assert Printer(tmp_path).document(TAGS[0], never, "other") == made
    (process,) = [one for one in printer._children if one.poll() is None]
    process.terminate()
    process.wait()


def test_everybody_is_told_a_place_and_is_served_in_the_order_of_asking(queue, monkeypatch):
    monkeypatch.setattr(printer, "MOST_MADE", 1)
    assert queue.document(TAGS[0], sheet("a"), "one") == Waiting(1, 1)
    assert queue.document(TAGS[1], sheet("b"), "two") == Waiting(2, 2)
    assert queue.document(TAGS[1], never, "three") == Waiting(2, 2)
    serve(queue.folder, idle=0.0)
    assert [name.split("-")[1] for name in waiting_in(queue.folder)] == [TAGS[1]]
    assert queue.document(TAGS[0], never, "one").is_file()
    assert queue.document(TAGS[1], never, "two") == Waiting(1, 1)


def test_a_second_document_of_the_same_visitor_waits_until_the_first_is_made(queue):
    queue.document(TAGS[0], sheet("a"), "one")
    assert queue.document(TAGS[1], never, "one") == Waiting(2, 2, other=True)
    assert len(waiting_in(queue.folder)) == 1
    serve(queue.folder, idle=0.0)
    assert queue.document(TAGS[1], sheet("b"), "one") == Waiting(1, 1)


def test_a_full_queue_takes_no_more(queue):
    for n in range(printer.MOST_WAITING):
        queue.document(TAGS[n], sheet(n), str(n))
    with pytest.raises(Full):
        queue.document(TAGS[90], sheet("x"), "late")


def test_a_document_that_fails_is_told_once_and_may_be_tried_again(queue, monkeypatch):
    queue.document(TAGS[0], sheet("a"), "one")
    monkeypatch.setattr(printer, "write_pdf", lambda _html: 1 // 0)
    serve(queue.folder, idle=0.0)
    with pytest.raises(Failed):
        queue.document(TAGS[0], never, "one")
    assert queue.document(TAGS[0], sheet("a"), "one") == Waiting(1, 1)


def test_a_computer_without_pango_says_so(queue, monkeypatch):
    def none(_html):
        raise NoPango

    queue.document(TAGS[0], sheet("a"), "one")
    monkeypatch.setattr(printer, "write_pdf", none)
    serve(queue.folder, idle=0.0)
    with pytest.raises(NoPango):
        queue.document(TAGS[0], never, "one")


def test_a_document_that_ended_the_process_is_given_up_and_the_next_is_made(queue):
    queue.document(TAGS[0], sheet("a"), "one")
    queue.document(TAGS[1], sheet("b"), "two")
    (queue.folder / printer.NOW).write_text(waiting_in(queue.folder)[0])  # as a process leaves it that was killed
    serve(queue.folder, idle=0.0)
    with pytest.raises(Failed):
        queue.document(TAGS[0], never, "one")
    assert queue.document(TAGS[1], never, "two").is_file()


def test_what_was_made_long_ago_goes(queue):
    queue.document(TAGS[0], sheet("a"), "one")
    serve(queue.folder, idle=0.0)
    made = queue.folder / f"{TAGS[0]}.pdf"
    old = time.time() - printer.KEPT - 60
    os.utime(made, (old, old))
    queue.document(TAGS[1], sheet("b"), "one")
    serve(queue.folder, idle=0.0)
    assert not made.exists()


def test_only_one_process_makes_documents(queue):
    queue.document(TAGS[0], sheet("a"), "one")
    with held(queue.folder / printer.LOCK):
        serve(queue.folder, idle=0.0)
    assert len(waiting_in(queue.folder)) == 1


def test_a_page_says_the_place_and_opens_the_document_by_itself(app, client, monkeypatch):
    monkeypatch.setattr(printer, "PATIENCE", 0.0)
    monkeypatch.setattr(Printer, "_see_to_it", lambda _self, _end: None)
    app.extensions["printer"] = queue = Printer(app.extensions["printer"].folder.parent)
    answer = client.get("/paper/sheets.pdf?rules=standard")
    assert (answer.status_code, answer.headers["Refresh"], answer.headers["Retry-After"]) == (202, "1", "1")
    assert "Place 1 of 1 in the queue." in answer.text
    serve(queue.folder, idle=0.0)
    assert client.get("/paper/sheets.pdf?rules=standard").data.startswith(b"%PDF")
    for n in range(printer.MOST_WAITING):
        queue.document(TAGS[n], sheet(n), str(n))
    full = client.get("/paper/sheets.pdf?rules=kitty")
    assert full.status_code == 503
    assert int(full.headers["Retry-After"]) > 0
    assert "Many documents are being made" in full.text
