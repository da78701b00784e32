"""Printouts and files over the API: PDF, CSV, records, archives."""

from __future__ import annotations

import io
import time
import zipfile

import pytest
from pypdf import PdfReader
from python_calamine import CalamineWorkbook
from sqlalchemy import update

from scorekeeper.clubs.commands.members import api_tokens, members
from scorekeeper.core.db.database import db, write_transaction
from scorekeeper.core.http.downloads import XLSX
from scorekeeper.tournaments.commands.printouts import document_jobs
from scorekeeper.tournaments.printouts.documents import ALL_PAPERS
from scorekeeper.tournaments.store.printout_job import PaperJob as StoredJob
from tests.app.api.test_openapi import shape
from tests.tournaments.api.program import Program
from tests.tournaments.club_night import PASSWORD, Desk, key


@pytest.fixture
def played(inside):
    """A finished tournament of four pairs, one with a name that a spreadsheet would run as a formula."""
    desk = Desk(4, options={"rounds": 2})
    desk.play()
    desk.play()
    return desk


def _text(pdf: bytes) -> str:
    assert pdf.startswith(b"%PDF")
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


@pytest.mark.thorough("every printout of an event is drawn; the tests beside it draw them one by one")
def test_every_printout_on_the_list_is_a_pdf_of_the_size_and_in_the_language_asked_for(app, played):
    program = Program(app, played, "score")
    listed = program("GET", "/papers").json["papers"]
    # No knock-out, no planned movement, no single players, no prizes and no check-in.
    missing = ("personal", "slipsahead", "bracket", "schedule", "prizes", "receipts", "treasurer")
    assert [one["kind"] for one in listed] == [kind for kind in ALL_PAPERS if kind not in missing]
    for one in listed:
        answer = program.client.get(one["href"], headers={"Authorization": f"Bearer {program.secret}", "Accept-Language": "en"})
        assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
        assert answer.data.startswith(b"%PDF")
    english, french = (program("GET", "/papers/pairings?round=1&size=letter", Accept_Language=lang) for lang in ("en", "fr"))
    assert "Round 1" in _text(english.data)
    assert "Ronde 1" in _text(french.data)
    a4 = program("GET", "/papers/standings?size=a4&lang=fr")
    assert round(float(PdfReader(io.BytesIO(a4.data)).pages[0].mediabox.height)) == 842
    again = program("GET", "/papers/standings?size=a4&lang=fr", If_None_Match=a4.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")


def test_printouts_that_are_not_to_be_had_are_refused_in_words(app, played):
    program = Program(app, played)
    wrong = {
        "/papers/bracket": (404, "papers.kind"),
        "/papers/passwords": (404, "papers.kind"),
        "/papers/slips?round=9": (404, "papers.kind"),
        "/papers/slips?size=a5": (400, "parameter"),
        "/papers/slips?lang=de": (400, "parameter"),
        "/papers/slips?round=one": (400, "parameter"),
        "/papers/all": (404, "papers.file"),
        "/papers/all/zip": (404, "papers.file"),
        "/papers/all/files/1": (404, "papers.file"),
        "/csv/secrets": (404, "file.sheet"),
        "/xlsx/secrets": (404, "file.sheet"),
    }
    for path, expected in wrong.items():
        answer = program("GET", path)
        assert (path, answer.status_code, answer.json["code"]) == (path, *expected)
        assert answer.json["detail"]
        assert answer.json["title"] != "The request failed"


@pytest.mark.thorough("every printout of an event is drawn; the tests beside it draw them one by one")
def test_all_printouts_are_made_apart_and_fetched_one_by_one_or_in_one_zip(app, played):
    program = Program(app, played, "score")
    begun = program("POST", "/papers/all", {"size": "a4", "lang": "fr", "round": 2})
    assert (begun.status_code, begun.json["state"]) == (202, "working")
    until = time.monotonic() + 600
    while (job := program("GET", "/papers/all").json)["state"] == "working" and time.monotonic() < until:
        db.session.commit()  # this test's requests share its transaction, and only a new one sees others' changes
        time.sleep(0.2)
    assert (job["state"], job["lang"], job["older"]) == ("done", "fr", False)
    assert job["pages"] == sum(one["pages"] for one in job["files"])

    def fetch(path: str) -> bytes:
        with program("GET", path) as answer:
            return answer.data

    files = [fetch(f"/papers/all/files/{one['file']}") for one in job["files"]]
    assert all(pdf.startswith(b"%PDF") for pdf in files)
    with zipfile.ZipFile(io.BytesIO(fetch("/papers/all/zip"))) as packed:
        assert [packed.read(name) for name in packed.namelist()] == files
    assert program("GET", f"/papers/all/files/{len(files) + 1}").json["code"] == "papers.file"
    program.revision = played.access.revision
    Program(app, played)("PUT", "/prizes", {"prizes": "Un jambon"})
    assert program("GET", "/papers/all").json["older"]


@pytest.mark.process
def test_a_draft_is_printed_before_it_is_published_and_the_making_of_printouts_is_stopped(app, inside):
    desk = Desk(4)
    program = Program(app, desk)
    program("POST", "/draft")
    assert "Aline" in _text(program("GET", "/papers/pairings?round=1").data)
    program("POST", "/draft/publish")
    program("POST", "/papers/all", {"lang": "both"})
    assert program("DELETE", "/papers/all").status_code == 204
    stopped = program("GET", "/papers/all").json
    shape("PaperJob").validate(stopped)
    assert (stopped["state"], stopped["files"], stopped["zip"]) == ("stopped", [], None)
    assert program("DELETE", "/papers/all").status_code == 204


def test_a_waiting_job_has_its_place_in_the_queue_and_a_running_one_has_none(app, inside, monkeypatch):
    monkeypatch.setattr(document_jobs, "_run", lambda: None)  # no worker runs
    desk = Desk(4)
    first, second = (Program(app, one) for one in (desk, Desk(4, organiser=desk.account)))
    for program in (first, second):
        program("POST", "/draft")
        program("POST", "/draft/publish")
        begun = program("POST", "/papers/all", {"lang": "en"}).json
        shape("PaperJob").validate(begun)
        assert begun["state"] == "working"
    assert [one("GET", "/papers/all").json["place"] for one in (first, second)] == [1, 2]
    with write_transaction() as session:
        session.execute(update(StoredJob).where(StoredJob.tournament_id == first.id).values(begun=1))
    assert [one("GET", "/papers/all").json["place"] for one in (first, second)] == [None, 1]
    first("DELETE", "/papers/all")
    ended = first("GET", "/papers/all").json
    assert (ended["state"], ended["place"]) == ("stopped", None)


def test_printouts_are_not_begun_before_a_round_is_published_nor_in_an_unknown_size(app, inside):
    program = Program(app, Desk(4))
    assert program("POST", "/papers/all", {}).json["code"] == "papers.none"
    assert program("POST", "/papers/all", {"size": "a5"}).json["code"] == "papers.size"
    assert program("POST", "/papers/all", {"lang": "de"}).json["code"] == "papers.lang"


def test_a_list_goes_in_as_csv_whole_or_not_at_all_and_comes_out_again(app, inside):
    program = Program(app, Desk(0))

    def send(text: str, kind: str = "text/csv"):
        headers = {"Authorization": f"Bearer {program.secret}", "If-Match": '"1"', "Idempotency-Key": key()}
        path = f"/api/v1/tournaments/{program.id}/entrants/csv"
        return program.client.post(path, data=text.encode(), content_type=kind, headers=headers)

    refused = send("Player 1,Player 2\nAline,Benoît\nClaire\n")
    assert (refused.status_code, refused.json["code"]) == (422, "list.lines")
    assert [problem[:6] for problem in refused.json["problems"]] == ["Line 3"]
    assert send("Aline,Benoît", "application/json").status_code == 415
    assert program("GET", "/entrants").json["entrants"] == []
    entered = send("Player 1,Player 2\nAline,Benoît\nClaire,Denis\n")
    assert [e["name"] for e in entered.json["entrants"]] == ["Aline & Benoît", "Claire & Denis"]
    program.revision = entered.json["revision"]
    out = program("GET", "/csv/entrants", Accept_Language="en")
    assert out.content_type == "text/csv; charset=utf-8"
    assert '"Aline & Benoît","Aline","Benoît"' in out.data.decode("utf-8-sig")
    out = program("GET", "/xlsx/entrants", Accept_Language="en")
    assert out.content_type == XLSX
    assert CalamineWorkbook.from_filelike(io.BytesIO(out.data)).get_sheet_by_index(0).to_python()[1][:3] == [
        "Aline & Benoît",
        "Aline",
        "Benoît",
    ]


def test_a_record_goes_out_and_comes_in_as_the_same_tournament_once(app, played):
    program = Program(app, played)
    record = program("GET", "/record").json
    path = f"/clubs/{played.club.club_id}/records?status=finished&day=2026-02-03"
    sent = {"Idempotency_Key": key()}
    made, again = (program.at("POST", path, record, **sent) for _ in range(2))
    assert made.status_code == again.status_code == 201
    assert made.json["id"] == again.json["id"] != played.id
    assert (made.json["status"], made.json["about"]["day"]) == ("finished", "2026-02-03")
    stands = [
        [(row["rank"], row["name"]) for row in program.at("GET", f"/tournaments/{n}/standings").json["standings"]]
        for n in (played.id, made.json["id"])
    ]
    assert stands[0] == stands[1]
    assert program.at("POST", path, {"format": "scorekeeper-tournament/1"}).status_code == 422


@pytest.mark.slow
def test_an_archive_goes_out_and_comes_in_as_a_club_with_the_same_standings(app, played):
    program = Program(app, played, "organise")
    packed = program.at("GET", f"/clubs/{played.club.club_id}/archive")
    assert packed.mimetype == "application/zip"

    browser = app.test_client()
    browser.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD})

    def send(query: str, data: bytes, kind: str = "application/zip"):
        return browser.post(f"/api/v1/archives{query}", data=data, content_type=kind)

    assert send("", packed.data).json["code"] == "archive.here"
    assert send("?beside=1", b"PK nothing").json["code"] == "archive.zip"
    assert send("?beside=1", packed.data, "text/csv").status_code == 415
    made = send("?beside=1&name=Club%20de%20la%20Rive", packed.data)
    assert (made.status_code, made.json["name"], made.json["role"]) == (201, "Club de la Rive", "organiser")
    access = members.club_access(made.json["slug"], played.account)
    other = Program(app, played, secret=api_tokens.create(access, "over there", "read")[1])
    (copy,) = other.at("GET", f"/clubs/{access.club_id}/tournaments").json["tournaments"]
    pair = ((program, played.id), (other, copy["id"]))
    rows, same = (p.at("GET", f"/tournaments/{n}/standings").json["standings"] for p, n in pair)
    assert rows == same
    assert program.at("GET", f"/clubs/{access.club_id}/archive").status_code == 404


def test_a_browser_brings_an_archive_in_only_with_the_own_header(app, played):
    client = app.test_client()
    client.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD})
    packed = client.get(f"/api/v1/clubs/{played.club.club_id}/archive").data
    app.config["WTF_CSRF_ENABLED"] = True
    send = {"data": packed, "content_type": "application/zip"}
    assert client.post("/api/v1/archives?beside=1", **send).json["code"] == "csrf"
    assert client.post("/api/v1/archives?beside=1", **send, headers={"X-Scorekeeper": "1"}).status_code == 201


def test_a_list_that_can_be_read_in_several_ways_is_answered_with_the_readings(app, inside):
    program = Program(app, Desk(0))

    def send(text: str, query: str = ""):
        headers = {"Authorization": f"Bearer {program.secret}", "If-Match": '"1"', "Idempotency-Key": key()}
        path = f"/api/v1/tournaments/{program.id}/entrants/csv{query}"
        return program.client.post(path, data=text.encode(), content_type="text/csv", headers=headers)

    refused = send("Luc,Roy,Anne,Côté\nJo,Hébert,Li,Gallant\n")
    assert (refused.status_code, refused.json["code"]) == (422, "list.ambiguous")
    assert refused.json["problems"] == [
        "comma: Roy Luc & Côté Anne, Hébert Jo & Gallant Li (2)",
        "comma, surname last: Luc Roy & Anne Côté, Jo Hébert & Li Gallant (2)",
    ]
    assert program("GET", "/entrants").json["entrants"] == []
    assert send("Roy, Luc;Côté, Anne\n", "?separator=semicolon").status_code == 200
    assert [one["name"] for one in program("GET", "/entrants").json["entrants"]] == ["Roy, Luc & Côté, Anne"]
