"""A computer without Pango: no PDFs, and a message that says what to install."""

from __future__ import annotations

import builtins
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli.records.tournament_documents import documents
from scorekeeper.core.pdf import rendering
from scorekeeper.server.startup import bootstrap
from tests.visitor import start

RECORD = '{"format": "scorekeeper-tournament/1", "name": "Night", "method": "round_robin", "seed": 1, "entrants": []}'


@pytest.fixture(autouse=True)
def without_pango(monkeypatch):
    real = builtins.__import__

    def no_weasyprint(name: str, *args: object, **kwargs: object) -> object:
        if name.partition(".")[0] == "weasyprint":
            print("WeasyPrint could not import some external libraries. Please carefully follow the installation steps …")
            raise OSError("cannot load library 'libpango-1.0-0'")
        return real(name, *args, **kwargs)

    for name in [name for name in sys.modules if name.partition(".")[0] == "weasyprint"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", no_weasyprint)


def test_a_page_says_what_to_install_and_what_works_until_then(client):
    answer = client.get(start(client) + "/sheet.pdf")
    assert answer.status_code == 501
    assert "apt-get install libpango-1.0-0 libpangoft2-1.0-0" in answer.text
    assert "print the page from the browser" in answer.text
    assert "wrong" not in answer.text


def test_in_french_too(client):
    answer = client.get(start(client) + "/sheet.pdf", headers={"Accept-Language": "fr-CA"})
    assert "Pango, qui n’est pas installé" in answer.text


def test_the_command_that_prints_an_event_says_it_in_a_sentence(tmp_path: Path, monkeypatch):
    (tmp_path / "record.json").write_text(RECORD)
    result = CliRunner().invoke(documents, [str(tmp_path / "record.json"), "-o", str(tmp_path / "out")])
    assert result.exit_code == 1
    assert "PDF files need Pango" in result.output


@pytest.mark.thorough("starts the program several times")
def test_the_start_says_so_once_and_goes_on(make_app, monkeypatch):
    monkeypatch.setattr(bootstrap, "prepare_kit", lambda *_: False)  # takes seconds, and is not what this is about
    monkeypatch.setattr(bootstrap, "find_library", lambda _: None)
    said: list[str] = []
    bootstrap.prepare(make_app(), said.append, lambda text: text, lambda *_: None)
    assert [text for text in said if text.startswith("Pango is not installed")] != []


def test_nothing_is_said_at_length_in_other_words(capsys):
    with pytest.raises(rendering.NoPango):
        rendering.need_pango()
    assert capsys.readouterr().out == ""
