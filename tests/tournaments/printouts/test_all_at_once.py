"""Printouts made all at once have what single ones have: the draft as the director changed it, and the money."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pypdf import PdfReader
from sqlalchemy import select

from scorekeeper.cli.command_line import main
from scorekeeper.core.db.database import db
from scorekeeper.formats.tournament_v2 import parse_v2
from scorekeeper.tournaments.commands.door import payments
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.printouts import document_jobs, printouts
from scorekeeper.tournaments.commands.printouts.print_options import Addresses, PrintOptions
from scorekeeper.tournaments.commands.results import ties
from scorekeeper.tournaments.commands.rounds import rounds
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.printouts.documents import make_documents
from scorekeeper.tournaments.printouts.event import EventDetails
from scorekeeper.tournaments.store.printout_job import PaperJob
from tests.tournaments.club_night import Desk

ADDRESSES = Addresses(lambda token: f"https://example.org/t/{token}", "", "", lambda token: f"https://example.org/d/{token}")
NAMES = ("Aline", "Berthe", "Camille", "Dorice", "Edgar", "Fernand", "Gisèle", "Hector")


@pytest.fixture
def desk(inside):
    """A whist drive of eight: round 1 is published, and the draft of round 2 was changed by hand."""
    desk = Desk(0, method="rotating_partners", options={"rounds": 4})
    desk.do(entries.enter, [{"players": [name]} for name in NAMES])
    desk.next_round()
    desk.do(rounds.pair)
    first, second = desk.board.draft.tables
    desk.do(rounds.swap, first.sides[0][0], second.sides[0][0])
    return desk


def seats_of_draft(desk: Desk) -> set[tuple[str, ...]]:
    board = desk.board
    return {tuple(sorted(board.name_of(who) for who in side)) for table in board.draft.tables for side in table.sides}


def drawn(desk: Desk, kind: str):
    board = desk.board
    about = EventDetails.from_facts(printouts.facts_for_printing(desk.access, board), board.additions)
    (document,) = make_documents(PrintOptions(kinds=(kind,)), (board, about), draft=printouts.draft_round(board))
    return document


def test_slips_and_cards_show_the_draft_and_standings_do_not(desk):
    slips = [slip for page in drawn(desk, "slipsahead").pages for slip in page if slip and slip.round == 2]
    shown = {tuple(sorted(" ".join(side.name.lines).split(" & "))) for slip in slips for side in slip.sides}
    assert shown == seats_of_draft(desk)
    assert [one.number for one in drawn(desk, "personal").event.rounds] == [1, 2]
    assert [one.number for one in drawn(desk, "standings").event.rounds] == [1]


@pytest.fixture
def job_input(desk, monkeypatch):
    """A function that starts a job of *Make all printouts*, and returns what its process would get."""
    monkeypatch.setattr(document_jobs, "_run", lambda: None)  # no worker runs

    def start() -> dict[str, Any]:
        printouts.start(desk.access, desk.board, PrintOptions(), ADDRESSES)
        return json.loads(db.session.scalar(select(PaperJob.given)))

    return start


def print_all(given: dict[str, Any], folder: Path, kind: str) -> str:
    """Make one kind of printout as the job does, and return the text of its file."""
    for name in ("record.json", "about.json", "posted.json", "desk.json"):
        (folder / name).write_text(json.dumps(given[name]))
    options = [text for one in ("about", "posted", "desk") for text in (f"--{one}", str(folder / f"{one}.json"))]
    made = CliRunner().invoke(
        main, ["tournament", "documents", str(folder / "record.json"), "-o", str(folder), "--only", kind, *options]
    )
    assert made.exit_code == 0, made.output
    pages = PdfReader(next(folder.glob("*.pdf"))).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


@pytest.mark.slow
def test_all_printouts_show_the_draft_as_it_was_changed(desk, job_input, tmp_path):
    text = print_all(job_input(), tmp_path, "slipsahead")
    assert all(f"{one} & {other}" in text or f"{other} & {one}" in text for one, other in seats_of_draft(desk))


@pytest.mark.slow
def test_all_printouts_of_a_tournament_with_check_in_have_its_money(desk, job_input, tmp_path):
    desk.do(lifecycle.edit, {"door": {"price": 1000}})
    desk.do(payments.pay, "e1", "cash")
    text = print_all(job_input(), tmp_path, "receipts")
    assert "Aline" in text
    assert "$10.00" in text


def test_all_printouts_rank_a_tie_as_it_was_decided(desk, job_input):
    desk.do(rounds.discard)
    for _ in range(4):
        for table in desk.board.current.tables:
            desk.result(table.round, table.number, 250, 250)
        if desk.board.next_error is None:
            desk.next_round()
    tied = [row.id for row in ties.open_ties(desk.board)[0]]
    desk.do(ties.draw_lot, tied)
    given = job_input()
    for record in (given["record.json"], given["posted.json"]["record"]):
        assert parse_v2(record)[0].decided == desk.board.tournament.decided != ()
