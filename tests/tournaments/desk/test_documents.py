"""Paper at the desk: each document at once, and all of them as a job apart from the server."""

from __future__ import annotations

import fcntl
import io
import json
import os
import re
import subprocess
import time
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from pypdf import PdfReader

from scorekeeper.base import files
from scorekeeper.base.db import db
from scorekeeper.tournaments.actions import document_jobs as jobs
from scorekeeper.tournaments.store.tournament import StoredTournament
from tests.tournaments.desk.director import Director
from tests.visitor import text_of


@pytest.fixture
def director(app):
    """A director with a Swiss of six pairs, one round played, another published."""
    found = Director(app, 6)
    found.round()
    found.play()
    found.round()
    return found


def folder(director: Director) -> Path:
    return Path(director.app.instance_path) / jobs.FOLDER / str(director.access.tournament_id)


def gone(group: int) -> bool:
    """Whether no process of the group is left, soon."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def waited(director: Director, seconds: float = 90) -> str:
    """What the page says once the job has ended."""
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


def test_papers_of_a_draft_say_that_it_is_not_published_and_have_no_codes(app):
    found = Director(app, 6)
    found.round()
    found.play()
    found.round(publish=False)
    body = text_of(found.open("/documents"))
    assert "Round 2 is still a draft" in body
    answer = found.open("/documents/slips.pdf?round=2&lang=fr")
    (page,) = PdfReader(io.BytesIO(answer.data)).pages
    assert page.extract_text().upper().count("NON PUBLIÉ") == 3
    assert "NON PUBLIÉ" not in found_text(found, "/documents/names.pdf?round=1&lang=fr")
    assert found.open("/documents/standings.pdf?round=2").status_code == 200


def found_text(director: Director, path: str) -> str:
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(director.open(path).data)).pages).upper()


def test_nobody_but_the_desk_gets_at_the_papers(director):
    for path in ("/documents", "/documents/slips.pdf", "/documents/files/x.zip"):
        assert director.app.test_client().get(director.root + path).status_code in (302, 303, 401, 404)
    assert director.app.test_client().post(director.root + "/documents").status_code in (401, 404)


def test_one_button_makes_every_paper_apart_and_offers_a_zip(director):
    page = director.open("/documents")
    assert "Make all papers" in text_of(page)
    started = director.client.post(director.root + "/documents", data={"size": "letter", "lang": "en", "rounds": "2"})
    assert started.status_code == 303
    page = director.open("/documents").get_data(as_text=True)
    if "data-working" in page:
        assert '<noscript><meta http-equiv="refresh"' in page
    body = waited(director)
    assert "Everything as one ZIP" in body
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
    # What the job was given holds the tables' links: for the owner of the instance only.
    assert (folder(director) / jobs.ABOUT).stat().st_mode & 0o077 == 0


def test_papers_of_a_tournament_that_had_this_number_before_an_older_copy_was_put_back_are_nobodys(director):
    director.client.post(director.root + "/documents", data={"size": "letter", "lang": "en", "rounds": "2"})
    link = re.findall(r'href="([^"]*/documents/files/[^"]*)"', waited(director))[0]
    with director.client.get(link) as answer:
        assert answer.status_code == 200
    with director.app.app_context():  # now another is called by this number
        db.session.get(StoredTournament, director.access.tournament_id).created_at -= timedelta(hours=1)
        db.session.commit()
    assert "documents/files" not in director.open("/documents").get_data(as_text=True)
    assert director.client.get(link).status_code == 404


def test_a_second_job_of_the_same_tournament_and_a_third_in_all_are_refused(director):
    root = Path(director.app.instance_path) / jobs.FOLDER
    folder(director).mkdir(parents=True)
    form = {"size": "letter", "lang": "en"}
    with (folder(director) / jobs.LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "being made already" in text_of(
            director.client.post(director.root + "/documents", data=form, follow_redirects=True)
        )
    held = [os.open(root / f"place-{k}.lock", os.O_RDWR | os.O_CREAT) for k in range(jobs.MOST_AT_ONCE)]
    for handle in held:
        fcntl.flock(handle, fcntl.LOCK_EX)
    answer = director.client.post(director.root + "/documents", data=form, follow_redirects=True)
    assert "try again in a minute" in text_of(answer)
    for handle in held:
        os.close(handle)
    assert jobs.last(Path(director.app.instance_path), director.access.tournament_id) is None


def test_a_job_is_stopped_with_everything_that_it_began_and_the_next_one_may_start(director):
    form = {"size": "letter", "lang": "en"}
    director.client.post(director.root + "/documents", data=form)
    group = json.loads((folder(director) / jobs.PROCESS).read_text())["group"]
    answer = director.client.post(director.root + "/documents/stop", follow_redirects=True)
    assert "Stopped: no papers were made." in text_of(answer)
    assert not (folder(director) / jobs.OUT).exists()
    assert gone(group)
    again = director.client.post(director.root + "/documents/stop", follow_redirects=True)
    assert "They are not being made any more." in text_of(again)
    director.client.post(director.root + "/documents", data=form)
    assert jobs.last(Path(director.app.instance_path), director.access.tournament_id).state == "working"
    director.client.post(director.root + "/documents/stop")


def test_a_job_that_died_is_seen_as_such_and_old_files_go(director):
    place = folder(director)
    place.mkdir(parents=True)
    (place / jobs.FACTS).write_text('{"started": 1, "revision": 1, "size": "a4", "lang": "fr"}')
    (place / jobs.PROGRESS).write_text('{"state": "working", "done": 3, "total": 9}')
    assert "could not be made" in director.text("/documents")
    old = time.time() - jobs.KEPT - 60
    os.utime(place / jobs.FACTS, (old, old))
    assert "could not be made" not in director.text("/documents")
    assert not (place / jobs.PROGRESS).exists()


def test_before_the_first_round_only_what_needs_none_is_printed(app):
    director = Director(app, 4)
    page = director.text("/documents")
    assert "Sign-in list" in page
    assert "with what separated" not in page
    assert "ALINE" in found_text(director, "/documents/signin.pdf")
    assert director.client.get(f"{director.root}/documents/slips.pdf").status_code == 404
    director.client.post(director.root + "/documents", data={"size": "a4", "lang": "both"})
    assert not folder(director).exists()


def test_stopping_a_job_that_has_just_ended_leaves_its_files(director):
    instance, number, place = Path(director.app.instance_path), director.access.tournament_id, folder(director)
    (place / jobs.OUT).mkdir(parents=True)
    (place / jobs.OUT / "all.zip").write_bytes(b"PK")
    (place / jobs.FACTS).write_text('{"started": 1, "revision": 1, "size": "a4", "lang": "fr"}')
    (place / jobs.PROGRESS).write_text('{"state": "done", "done": 9, "total": 9, "zip": "all.zip"}')
    # What it holds ends with its process, a moment after it has said so.
    holding = ["flock", str(place / jobs.LOCK), "sleep", "60"]
    with subprocess.Popen(holding, start_new_session=True) as process:
        (place / jobs.PROCESS).write_text(json.dumps({"group": process.pid}))
        while files.free(place / jobs.LOCK):
            time.sleep(0.01)
        assert not jobs.stop(instance, number)
    assert jobs.last(instance, number).path_of("all.zip")


def test_a_poster_leads_to_the_public_page_and_says_its_address(director):
    said = found_text(director, "/documents/poster.pdf?lang=fr")
    assert f"/TOURNAMENTS/{director.access.tournament_id}" in said.replace(" ", "")
    assert "PHOTOGRAPHIER LE CODE" in said


def test_french_papers_are_called_in_french_whatever_the_page_speaks(director):
    director.client.post(director.root + "/documents", data={"size": "letter", "lang": "fr", "rounds": "2"})
    body = waited(director)
    assert "Où s’asseoir, Ronde 2" in body
    assert "Où s’asseoir, round 2" not in body
