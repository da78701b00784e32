"""Printing an event: parts, processes, files, one PDF, a ZIP, and the command."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace

import orjson
import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from scorekeeper.cli.command_line import main
from scorekeeper.formats.tournament_record import dump_tournament
from scorekeeper.tournaments.commands.printouts.print_options import PrintOptions
from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.printouts import pdf_files as printing
from scorekeeper.tournaments.printouts.documents import make_documents
from scorekeeper.tournaments.printouts.event import EventDetails
from tests.tournaments.printouts.printed_events import paper, tournament

pytestmark = pytest.mark.slow


@pytest.fixture
def record(tmp_path):
    """A small event's record in a file."""
    path = tmp_path / "event.json"
    path.write_bytes(orjson.dumps(dump_tournament(tournament("swiss", 6, rounds=2))))
    return path


def run(*arguments):
    return CliRunner().invoke(main, ["tournament", "documents", *map(str, arguments)])


def pages_text(pdf: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


@pytest.mark.thorough("large PDFs")
def test_a_document_drawn_in_pieces_by_two_processes_says_what_it_says_in_one(monkeypatch):
    document = paper(tournament("swiss", 12, rounds=3), "report")
    whole = printing.pdf_of(document)
    monkeypatch.setattr(printing, "PIECE", 2)
    monkeypatch.setattr(printing, "ALONE", 1)
    told = []
    pieces = printing.pdf_of(document, processes=2, done=lambda done, total: told.append((done, total)))
    assert pages_text(pieces) == pages_text(whole)
    pages = len(document.pages)
    assert told[-1] == (pages, pages)
    assert len(told) == -(-pages // 2)
    reader = PdfReader(io.BytesIO(pieces))
    assert reader.metadata.title == "Final report – Coupe de l’Amicale"
    assert reader.trailer["/Root"]["/Lang"] == "en"


def test_everything_can_be_bound_as_one_pdf_with_an_outline(tmp_path):
    event = TournamentState(tournament("swiss", 6, rounds=2)), EventDetails()
    documents = make_documents(PrintOptions("a4", "fr", ("names", "standings")), event)
    (written,) = printing.save(documents, tmp_path, processes=1, bind=True)
    reader = PdfReader(tmp_path / written.path)
    assert len(reader.pages) == written.pages == 3
    assert [entry.title for entry in reader.outline] == ["Où s’asseoir, Ronde 1", "Où s’asseoir, Ronde 2", "Classement"]


def test_the_command_writes_a_file_a_document_in_both_languages_and_a_zip(record, tmp_path):
    out = tmp_path / "out"
    found = run(record, "-o", out, "--lang", "both", "--size", "a4", "--only", "slips", "--only", "standings", "--zip")
    assert found.exit_code == 0, found.output
    lines = [json.loads(line) for line in found.stdout.splitlines()]
    assert [(one["kind"], one["round"], one["lang"]) for one in lines] == [
        (kind, number, lang) for lang in ("en", "fr") for kind, number in (("slips", 1), ("slips", 2), ("standings", None))
    ]
    assert (out / "en" / "round-01-table-slips.pdf").read_bytes().startswith(b"%PDF")
    with zipfile.ZipFile(out / "coupe-de-lamicale.zip") as archive:
        assert len(archive.namelist()) == 6
        assert archive.testzip() is None
    assert not list(out.rglob("*.part"))


def test_a_record_of_the_second_edition_is_printed_with_what_it_adds(record, tmp_path):
    obj = orjson.loads(record.read_bytes())
    obj |= {
        "format": "scorekeeper-tournament/2",
        "penalties": [{"round": 1, "entrant": "e1", "kind": "warning", "reason": "late"}],
    }
    obj["entrants"][1] |= {"handicap": 20, "tags": ["novice"]}
    record.write_bytes(orjson.dumps(obj))
    done = run(record, "-o", tmp_path / "out", "--only", "standings")
    assert done.exit_code == 0, done.output
    text = " ".join(pages_text((tmp_path / "out" / "standings.pdf").read_bytes()))
    assert "With handicap" in text
    assert "Handicap +20" in text
    assert "warning in round 1: late" in text
    obj["penalties"][0]["kind"] = "slap"
    record.write_bytes(orjson.dumps(obj))
    done = run(record, "-o", tmp_path / "out", "--only", "standings")
    assert done.exit_code == 1
    assert "penalties[0].kind: “slap” is not valid" in done.output


def test_what_a_record_does_not_hold_comes_from_a_file_beside_it(record, tmp_path):
    about = tmp_path / "about.json"
    ruled = {"rulings": [{"round": 1, "table": 2, "note": "Warned.", "rule": ""}]}
    links = {"links": {"1": {"1": "https://x.example/t/a"}}}
    about.write_text(json.dumps({"day": "2026-11-20", "prizes": "1st: the cup", **links, **ruled}))
    found = run(record, "-o", tmp_path, "--about", about, "--only", "report", "--lang", "fr")
    assert found.exit_code == 0, found.output
    (first, *_) = pages_text((tmp_path / "rapport-final.pdf").read_bytes())
    assert "20 novembre 2026" in first
    assert "the cup" in first
    assert "Warned." in first


@pytest.mark.parametrize(
    ("about", "names"),
    [
        ({"day": "20 Nov"}, "day"),
        ({"prices": "x"}, "prices"),
        ({"links": {"1": {"1": "javascript:alert(1)"}}}, "links.1.1"),
        ({"players": {"a": "Aline"}}, "players.a"),
        ({"rulings": {}}, "rulings"),
        ({"rulings": [{"round": 1, "table": 1, "note": "x"}]}, "rulings[0]"),
        ({"rulings": [{"round": "1", "table": 1, "note": "x", "rule": ""}]}, "rulings[0]"),
        ([], "--about"),
    ],
)
def test_a_wrong_file_is_refused_by_the_name_of_the_field(record, tmp_path, about, names):
    path = tmp_path / "about.json"
    path.write_text(json.dumps(about))
    found = run(record, "-o", tmp_path / "out", "--about", path)
    assert found.exit_code != 0
    assert names in found.output
    assert not (tmp_path / "out").exists()


def test_a_record_that_is_none_and_an_event_without_rounds_are_refused(tmp_path):
    path = tmp_path / "event.json"
    path.write_text('{"format": "other"}')
    assert "scorekeeper-tournament/1" in run(path, "-o", tmp_path / "out").output
    path.write_text("")
    empty = run(path, "-o", tmp_path / "out")
    assert empty.exit_code == 1
    assert "null" not in empty.output
    assert "This is empty." in empty.output
    path.write_bytes(orjson.dumps(dump_tournament(replace(tournament("swiss", 6, rounds=2), rounds=()))))
    found = run(path, "-o", tmp_path / "out", "--lang", "fr")
    assert found.exit_code == 1
    assert "ronde" in found.output


def test_a_round_or_a_paper_that_the_event_does_not_have_is_refused_in_words(record, tmp_path):
    found = run(record, "-o", tmp_path / "out", "--only", "slips", "--round", "9", "--lang", "fr")
    assert found.exit_code == 1
    assert "La dernière est la ronde 2" in found.output.replace("\u00a0", " ")
    assert "no such printout" in run(record, "-o", tmp_path / "out", "--only", "bracket").output
    (tmp_path / "file").write_text("")
    assert (
        f"Cannot write “{tmp_path / 'file' / 'out'}”"
        in run(record, "-o", tmp_path / "file" / "out", "--only", "standings").output
    )
