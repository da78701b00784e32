"""Printouts at the desk: each one at once, and all of them as a background job."""

from __future__ import annotations

import io
import os
import re
import time
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from pypdf import PdfReader
from sqlalchemy import func, select, update

from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.jobs import job_queue as base_jobs
from scorekeeper.tournaments.commands.printouts import document_jobs as jobs
from scorekeeper.tournaments.commands.printouts.print_options import PrintOptions
from scorekeeper.tournaments.store.printout_job import MadePaper, PaperJob
from scorekeeper.tournaments.store.tournament import StoredTournament
from tests.app.stand_ins import no_process
from tests.tournaments.desk.director import Director
from tests.visitor import text_of

pytestmark = pytest.mark.slow


@pytest.fixture
def director(app):
    """A director with a Swiss of six pairs, one round played and another published."""
    found = Director(app, 6)
    found.round()
    found.play()
    found.round()
    return found


def printing_process() -> int:
    """Return the printing process, which leads its group, once it exists."""
    (worker,) = [one for one in base_jobs._children.values() if one.poll() is None]
    for _ in range(30_000):
        for children in Path(f"/proc/{worker.pid}/task").glob("*/children"):  # a thread began it
            for number in map(int, children.read_text().split()):
                if os.getpgid(number) == number:
                    return number
        time.sleep(0.02)
    raise AssertionError("nobody draws")


def has_ended(group: int) -> bool:
    """Return whether every process of the group ends soon."""
    for _ in range(3000):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def waited(director: Director, seconds: float = 600) -> str:
    """Return the page's text once the job has ended."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        answer = director.open("/documents", headers={"X-Fragment": "1"})
        if "data-working" not in answer.get_data(as_text=True):
            return answer.get_data(as_text=True)
        time.sleep(0.2)
    raise AssertionError("the job did not end")


def test_a_slip_leads_to_its_table_and_a_paper_is_not_made_again_for_who_has_it(director):
    answer = director.open("/documents/slips.pdf?round=2&size=a4&lang=fr")
    (page,) = PdfReader(io.BytesIO(answer.data)).pages
    assert "Ronde 2" in page.extract_text()
    assert round(float(page.mediabox.height)) == 842
    again = director.client.get(
        f"{director.root}/documents/slips.pdf?round=2&size=a4&lang=fr", headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert again.status_code == 304
    assert director.client.get(f"{director.root}/documents/bracket.pdf").status_code == 404
    assert director.client.get(f"{director.root}/documents/passwd.pdf").status_code == 404


def test_printouts_of_a_draft_say_that_it_is_not_published_and_have_no_codes(app):
    found = Director(app, 6)
    found.round()
    found.play()
    found.round(publish=False)
    body = text_of(found.open("/documents"))
    assert "Round 2 is a draft" in body
    answer = found.open("/documents/slips.pdf?round=2&lang=fr")
    (page,) = PdfReader(io.BytesIO(answer.data)).pages
    assert page.extract_text().upper().count("NON PUBLIÉ") == 3
    assert "NON PUBLIÉ" not in found_text(found, "/documents/names.pdf?round=1&lang=fr")
    assert found.open("/documents/standings.pdf?round=2").status_code == 200


def found_text(director: Director, path: str) -> str:
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(director.open(path).data)).pages).upper()


def test_only_the_desk_gets_the_printouts(director):
    for path in ("/documents", "/documents/slips.pdf", "/documents/files/x.zip"):
        assert director.app.test_client().get(director.root + path).status_code in (302, 303, 401, 404)
    assert director.app.test_client().post(director.root + "/documents").status_code in (401, 404)


@pytest.mark.thorough("every printout of an event is drawn; the tests beside it draw them one by one")
def test_one_button_makes_every_printout_apart_and_offers_a_zip(director):
    page = director.open("/documents")
    assert "Make all printouts" in text_of(page)
    started = director.client.post(director.root + "/documents", data={"size": "letter", "lang": "en", "rounds": "2"})
    assert started.status_code == 303
    page = director.open("/documents").get_data(as_text=True)
    if "data-working" in page:
        assert '<noscript><meta http-equiv="refresh"' in page
    body = waited(director)
    assert "Download ZIP" in body
    assert "Round 2" in body
    links = re.findall(r'href="([^"]*/documents/files/[^"]*)"', body)
    made = []
    for link in links:
        with director.client.get(link) as answer:
            assert answer.status_code == 200
            made.append(answer.data)
    with zipfile.ZipFile(io.BytesIO(made[0])) as archive:
        assert [archive.read(name) for name in archive.namelist()] == made[1:]
    assert director.client.get(f"{director.root}/documents/files/../record.json").status_code == 404
    assert director.client.get(f"{director.root}/documents/files/record.json").status_code == 404
    # What the job was given holds the tables' links.
    with director.app.app_context():
        assert db.session.scalar(select(PaperJob.given)) is None


@pytest.mark.thorough("every printout of an event is drawn; the tests beside it draw them one by one")
def test_printouts_of_a_tournament_that_had_this_number_before_an_older_copy_was_put_back_are_nobodys(director):
    director.client.post(director.root + "/documents", data={"size": "letter", "lang": "en", "rounds": "2"})
    link = re.findall(r'href="([^"]*/documents/files/[^"]*)"', waited(director))[0]
    with director.client.get(link) as answer:
        assert answer.status_code == 200
    with director.app.app_context():  # the number now belongs to another process
        db.session.get(StoredTournament, director.access.tournament_id).created_at -= timedelta(hours=1)
        db.session.commit()
    assert "documents/files" not in director.open("/documents").get_data(as_text=True)
    assert director.client.get(link).status_code == 404


def test_a_second_job_of_the_same_tournament_and_one_more_than_may_wait_are_refused(director, monkeypatch):
    monkeypatch.setattr(jobs, "_run", lambda: None)
    form = {"size": "letter", "lang": "en"}

    def asked():
        return text_of(director.client.post(director.root + "/documents", data=form, follow_redirects=True))

    with director.app.app_context():
        for number in range(1000, 1000 + jobs.MOST_WAITING - 1):
            jobs.start(number, {}, PrintOptions(), {})
    assert f"Number {jobs.MOST_WAITING} in the queue." in asked()
    assert "already being made" in asked()
    with director.app.app_context():
        jobs.forget(director.access.tournament_id)
        jobs.start(2000, {}, PrintOptions(), {})
    assert "Try again in a minute" in asked()
    with director.app.app_context():
        assert jobs.last(director.access.tournament_id) is None


def test_a_job_is_stopped_with_everything_that_it_began_and_the_next_one_may_start(director):
    form = {"size": "letter", "lang": "en"}
    director.client.post(director.root + "/documents", data=form)
    group = printing_process()
    answer = director.client.post(director.root + "/documents/stop", follow_redirects=True)
    assert "Stopped: no printouts made." in text_of(answer)
    assert has_ended(group)
    again = director.client.post(director.root + "/documents/stop", follow_redirects=True)
    assert "No printouts are being made." in text_of(again)
    director.client.post(director.root + "/documents", data=form)
    with director.app.app_context():
        assert jobs.last(director.access.tournament_id).state == "working"
        assert db.session.scalar(select(func.count()).select_from(MadePaper)) == 0
    director.client.post(director.root + "/documents/stop")


@pytest.mark.thorough("a process that makes documents is killed")
def test_a_job_whose_worker_is_killed_ends_with_it_and_is_made_by_the_next(director):
    director.client.post(director.root + "/documents", data={"size": "letter", "lang": "en"})
    group = printing_process()
    for worker in base_jobs._children.values():
        worker.kill()
        worker.wait()
    base_jobs._children.clear()
    assert has_ended(group)
    assert "Download ZIP" in waited(director)
    with director.app.app_context():
        assert db.session.scalar(select(PaperJob.begun)) == 2


def test_a_job_that_was_begun_too_often_is_seen_as_failed_and_old_files_go(director, monkeypatch):
    monkeypatch.setattr(jobs, "_run", lambda: None)
    director.client.post(director.root + "/documents", data={"size": "a4", "lang": "fr"})
    with director.app.app_context():
        with write_transaction() as session:
            session.execute(update(PaperJob).values(begun=jobs.MOST_STARTS))
        base_jobs.run_jobs(director.app, jobs.QUEUE, idle=0.0)
    assert "Printouts failed" in director.text("/documents")
    with director.app.app_context(), write_transaction() as session:
        session.execute(update(PaperJob).values(asked_at=now() - jobs.KEPT - timedelta(minutes=1)))
    assert "Printouts failed" not in director.text("/documents")
    with director.app.app_context():
        assert jobs.last(director.access.tournament_id) is None


def test_before_the_first_round_only_what_needs_none_is_printed(app):
    director = Director(app, 4)
    page = director.text("/documents")
    assert "Check-in sheet" in page
    assert "with tie-breaks" not in page
    assert "ALINE" in found_text(director, "/documents/signin.pdf")
    assert director.client.get(f"{director.root}/documents/slips.pdf").status_code == 404
    director.client.post(director.root + "/documents", data={"size": "a4", "lang": "both"})
    with director.app.app_context():
        assert jobs.last(director.access.tournament_id) is None


def test_stopping_a_job_that_has_just_ended_leaves_its_files(director, monkeypatch):
    monkeypatch.setattr(jobs, "_run", no_process)
    director.client.post(director.root + "/documents", data={"size": "a4", "lang": "fr"})
    with director.app.app_context():
        assert not jobs.stop(director.access.tournament_id)
        assert jobs.last(director.access.tournament_id).file_body("all.zip") == b"PK"


def test_a_poster_leads_to_the_public_page_and_says_its_address(director):
    said = found_text(director, "/documents/poster.pdf?lang=fr")
    assert f"/TOURNAMENTS/{director.access.tournament_id}" in said.replace(" ", "")
    assert "BALAYEZ LE CODE" in said


@pytest.mark.thorough("every printout of an event is drawn; the tests beside it draw them one by one")
def test_french_printouts_are_called_in_french_whatever_the_page_speaks(director):
    director.client.post(director.root + "/documents", data={"size": "letter", "lang": "fr", "rounds": "2"})
    body = waited(director)
    assert "Où s’asseoir, Ronde 2" in body
    assert "Où s’asseoir, round 2" not in body


def test_a_table_that_lost_its_slip_gets_that_one_again_with_its_code(director):
    assert "Print this slip again" in director.text("/rounds/2/tables/2")
    answer = director.open("/documents/slips.pdf?round=2&table=2")
    (page,) = PdfReader(io.BytesIO(answer.data)).pages
    text = page.extract_text()
    assert text.count("Round 2") == 1
    assert "Scan the code" in text
    other = director.open("/documents/slips.pdf?round=2&table=1")
    assert other.headers["ETag"] != answer.headers["ETag"]
    assert director.client.get(f"{director.root}/documents/slips.pdf?round=2&table=99").status_code == 404
