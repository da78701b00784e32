"""Receipts and the treasurer's report: everything adds up, and nothing runs off the page."""

from __future__ import annotations

import csv
import io
import re

import pytest
from pypdf import PdfReader

from scorekeeper.pairing.money.books import award_purse, books_of
from scorekeeper.pairing.money.purse import PrizeList, Purse, Sponsor
from scorekeeper.pairing.money.report import EntrantAccount, MoneyReport
from scorekeeper.pairing.money.side_pots import SidePot
from scorekeeper.pairing.record.attendance import Charge, PaidShare, Payment
from scorekeeper.tournaments.commands.door.money_state import MoneyState
from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.treasurer_rows import money_sections
from tests.tournaments.desk.director import Director
from tests.tournaments.printouts.printed_events import paper, texts, tournament, words

LONG = "Marie-Antoinette Thériault-Boudreau"


@pytest.fixture
def desk(app):
    """A director with a finished tournament whose twelve pairs paid, one of them for five coffees."""
    director = Director(app, 12, options={"rounds": 1})
    director.send("/setup", at="/setup", door="1", price="10", **{"check-in": "1"})
    director.send("/door", at="/door", do="rest")
    for n in range(1, 12):
        director.send("/door", at="/door", do=f"cash-e{n}")
    for n in range(5):
        director.send("/door/entrants/e2", at="/door/entrants/e2", do="charge", amount=f"1.{n}0", reason=f"café {n} {LONG}"[:60])
    director.send("/door/entrants/e2", at="/door/entrants/e2", do="cash", amount="")
    director.send(
        "/money/purse",
        at="/money/purse",
        **{"share": "90", "hall": "20", "sponsor-0": "Caisse", "sponsor-amount-0": "50", "first-0-0": "1", "amount-0-0": "100%"},
    )
    director.send("/money/pots", at="/money", kind="draw", amount="1")
    director.send("/money/pots/1", at="/money", do="draw")
    director.round()
    director.play()
    director.send("/finish", at="/finish")
    return director


def pages(director: Director, kind: str, lang: str = "en") -> list[str]:
    """Return the text of each page of a printout."""
    data = director.open(f"/documents/{kind}.pdf?lang={lang}&size=letter").data
    return [re.sub(r"\s+", " ", page.extract_text()) for page in PdfReader(io.BytesIO(data)).pages]


def test_everyone_who_paid_gets_a_receipt_eight_on_a_page(desk):
    found = pages(desk, "receipts")
    assert [text.count("Receipt") for text in found] == [8, 3]
    assert "Charges $6.00" in found[0]
    assert "Paid (cash) $16.00" in found[0]
    assert [text.count(desk.access.club_name) for text in found] == [8, 3]
    assert "Payé (comptant) 16,00" in pages(desk, "receipts", "fr")[0].replace("\xa0", " ")


def test_eight_receipts_with_the_most_lines_are_on_a_page(desk):
    for who in ("e1", "e3", "e5", "e7"):
        for reason in ("café", "amende"):
            desk.send(f"/door/entrants/{who}", at=f"/door/entrants/{who}", do="charge", amount="1", reason=f"{reason} {LONG}")
        desk.send(f"/door/entrants/{who}", at=f"/door/entrants/{who}", do="e_transfer", amount="12.00")
    found = pages(desk, "receipts")
    assert [text.count("Receipt") for text in found] == [8, 3]
    assert "Paid too much $10.00 Paid (cash, e-transfer) $22.00" in found[0]


def test_the_treasurers_report_adds_up_and_has_lines_to_sign(desk):
    text = " ".join(pages(desk, "treasurer"))
    assert "11 × $10.00 $110.00" in text
    assert "90% of $110.00 $99.00" in text
    assert "Stays in the box" in text
    assert text.count("____") >= 2
    with desk.app.app_context():
        board = desk.board()
        report = MoneyState(board).report
        sections = {one.title: one.rows for one in money_sections(str, report, board.tournament, board.name_of)}
    books = sections["The books"]
    came = next(n for n, row in enumerate(books) if row.total)
    assert sum(row.cents for row in books[:came]) == books[came].cents
    assert books[came].cents + sum(row.cents for row in books[came + 1 : -1]) == books[-1].cents
    for title in ("Charges", "Payments", "Prizes", "Purse"):
        rows = sections[title]
        total = next(n for n, row in enumerate(rows) if row.total)
        assert sum(row.cents for row in rows[:total]) == rows[total].cents


def test_the_same_is_a_spreadsheet_for_the_desk_alone(desk):
    rows = list(csv.reader(io.StringIO(desk.open("/files/money.csv").data.decode("utf-8-sig"))))
    assert rows[0] == ["Section", "Name", "Details", "Amount"]
    assert ["Entry fees", "Normal", "11 × $10.00", "110"] in rows
    assert desk.open("/files/money.xlsx").data[:2] == b"PK"
    number = desk.root.rpartition("/")[2]
    assert desk.client.get(f"/tournaments/{number}/files/money.csv").status_code == 404


def test_prizes_by_name_and_certificates_use_the_purse(desk):
    text = " ".join(pages(desk, "prizes"))
    winner = MoneyState(desk.board()).awards[0]
    with desk.app.app_context():
        assert desk.board().name_of(winner.entrant) in text
    assert "$" in text
    assert "$" in " ".join(pages(desk, "certificates"))


def test_without_check_in_there_are_no_printouts_about_money(app):
    director = Director(app, 4)
    for kind in ("receipts", "treasurer"):
        director.open(f"/documents/{kind}.pdf", 404)
    director.open("/files/money.csv", 303)


OTHER_SIZE = pytest.mark.thorough("the same in the other size and language")


@pytest.mark.parametrize(
    ("kind", "size", "lang"),
    [
        ("receipts", "letter", "fr"),
        pytest.param("receipts", "a4", "en", marks=OTHER_SIZE),
        pytest.param("treasurer", "letter", "fr", marks=OTHER_SIZE),
        ("treasurer", "a4", "en"),
    ],
)
def test_long_names_are_never_cut_and_never_push_a_page_over(kind, size, lang):
    swiss = tournament("swiss", 18, rounds=2, long=True)
    charges = tuple(Charge(10_000 + n, f"amende {n}: {LONG}") for n in range(4))
    payments = (Payment(40_000, "cash"), Payment(11_006, "e_transfer"))
    share = PaidShare(40_006, 10_000, 1_000)
    accounts = [
        EntrantAccount(e.id, e.name, "Retardataires et invités, 30 c.", 10_000, charges, payments, share, 5_000)
        for e in swiss.entrants
    ]
    purse = Purse(lists=(PrizeList(best_quarter=True),), sponsors=(Sponsor(f"Caisse {LONG}", 100_000),))
    pots = (SidePot("draw", 100, entrants=("e1", "e2"), winners=("e1",), seed=4711),)
    entered = [e.id for e in swiss.entrants]
    awards = award_purse(purse, 180_000, {"": TournamentState(swiss).standings}, entered)
    report = MoneyReport(tuple(accounts), purse, pots, tuple(awards), books_of(purse, [share] * 18, awards, pots), 90_000)
    said = " ".join(texts(paper(swiss, kind, size, lang, money=report)))
    assert "…" not in said
    assert "ThériaultBoudreau" in words(said)
