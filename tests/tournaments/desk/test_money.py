"""The money page: the purse as fields, prizes with a reason for every cent, side pots, and the books."""

from __future__ import annotations

import re

import pytest

from scorekeeper.tournaments.commands.door.money_state import MoneyState, read_purse
from tests.tournaments.desk.director import Director
from tests.tournaments.desk.test_finals import pairs_in_finals, play
from tests.visitor import text_of

BY_PLACE = {"first-0-0": "1", "amount-0-0": "50%", "first-0-1": "2", "amount-0-1": "30 %", "first-0-2": "3", "amount-0-2": "20%"}


@pytest.fixture
def desk(app):
    """A director with four pairs who paid ten dollars each, after a round."""
    director = Director(app, 4, options={"rounds": 3})
    director.send("/setup", at="/setup", door="1", price="10", **{"check-in": "1"})
    director.send("/door", at="/door", do="rest")
    for n in range(1, 5):
        director.send("/door", at="/door", do=f"cash-e{n}")
    director.round()
    director.play()
    return director


def save(director: Director, status: int = 303, **fields: str) -> str:
    sent = {"share": "100", "hall": "", "ties": "rank", **fields}
    answer = director.send("/money/purse", status, at="/money/purse", **sent)
    return re.sub(r"\s+", " ", text_of(answer))


def state(director: Director) -> MoneyState:
    return MoneyState(director.board())


def test_a_tournament_without_a_door_has_no_money_page(director):
    director.open("/money", 422)


def test_the_page_begins_with_usual_prizes_and_keeps_what_is_saved(desk):
    page = desk.open("/money/purse").get_data(as_text=True)
    assert [found in page for found in ('value="50%"', 'value="30%"', 'value="20%"')] == [True] * 3
    save(desk, **BY_PLACE, **{"sponsor-0": "Caisse", "sponsor-amount-0": "25.50", "hall": "5", "whole_dollars": "1"})
    purse = read_purse(desk.board())
    assert (purse.hall, purse.sponsored, purse.whole_dollars, len(purse.lists[0].prizes)) == (500, 2550, True, 3)
    page = desk.open("/money/purse").get_data(as_text=True)
    assert all(f'value="{value}"' in page for value in ("Caisse", "25.50", "5", "50%"))


def test_every_cent_is_explained_in_a_sentence(desk):
    save(desk, **{"first-0-0": "1", "last-0-0": "", "amount-0-0": "26.65", "first-0-1": "2", "amount-0-1": "100%"}, ties="score")
    text = desk.text("/money")
    assert "1st and 2nd are tied: $26.65 + $13.35 = $40.00, $20.00 each." in text
    assert "$10.00, " in text
    assert "Stays in the box $0.00" in text


def test_tied_entrants_share_one_reason(desk):
    save(desk, **{"first-0-0": "1", "last-0-0": "4", "amount-0-0": "0.26"}, ties="score")
    text = desk.text("/money")
    assert text.count("are tied") == 2
    save(desk, **{"first-0-0": "1", "amount-0-0": "0.25", "first-0-1": "2", "amount-0-1": "0.50"}, ties="score")
    assert "1st and 2nd are tied: $0.25 + $0.50 = $0.75, $0.37 each. The odd cent goes" in desk.text("/money")


def test_the_purse_and_the_books_are_shown_with_what_is_missing(desk):
    save(desk, **BY_PLACE, share="50", hall="5")
    desk.send("/door", at="/door", do="unpay-e4")
    text = desk.text("/money")
    assert "Entry fees paid: $30.00, of which 50% $15.00 Hall −$5.00 Purse $10.00" in text
    assert "Not paid yet $10.00" in text
    assert "Total received $30.00 Hall −$5.00 Prizes −$10.00 Stays in the box $15.00" in text


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"share": "120"}, "Share of the entry fees: “120” is not valid. Enter a percentage between 0 and 100."),
        ({"hall": "much"}, "Hall: “much” is not valid. Enter an amount such as 10 or 7.50."),
        ({"sponsor-0": "Caisse"}, "Caisse: “” is not valid."),
        ({"sponsor-amount-1": "5"}, "Sponsor 2: “” is not valid. Enter the sponsor’s name."),
        ({"first-0-1": "0", "amount-0-1": "5"}, "Prizes, line 2: “0” is not valid. Enter a place between 1 and 1000."),
        (
            {"first-0-0": "1", "amount-0-0": "ham"},
            "Prizes, line 1: “ham” is not valid. Enter an amount such as 20, or a percentage",
        ),
        ({"first-0-0": "1", "amount-0-0": "5", "first-0-1": "1", "amount-0-1": "5"}, "Prizes: place 1 already has a prize."),
        ({"first-0-0": "1", "last-0-0": "3", "amount-0-0": "40%"}, "Prizes: the prizes take 120 percent, more than 100."),
    ],
)
def test_what_is_wrong_is_named_and_what_was_typed_stays(desk, fields, text):
    assert text in save(desk, 422, **fields)
    page = desk.send("/money/purse", 422, at="/money/purse", **{"share": "100", "ties": "rank", **fields}).get_data(as_text=True)
    assert all(f'value="{value}"' in page for value in fields.values())


def test_the_best_quarter_needs_no_lines(desk):
    save(desk, **{"quarter-0": "1"})
    assert state(desk).awards[0].cents == 4000


def test_a_mitchell_has_a_list_for_each_field(app):
    director = Director(app, 8, method="mitchell", options={})
    director.send("/setup", at="/setup", door="1", price="10", **{"check-in": "1"})
    assert "Prizes: North–South" in director.text("/money/purse")
    save(director, **{"first-1-0": "1", "amount-1-0": "100%", "percent-1": "60", "quarter-2": "1", "percent-2": "40"})
    assert [(one.group, one.percent) for one in read_purse(director.board()).lists] == [("NS", 60), ("EW", 40)]


def test_finals_side_by_side_have_a_list_each(app):
    director = pairs_in_finals(app)
    director.send("/setup", at="/setup", door="1", price="10", **{"check-in": "1"})
    director.send("/door", at="/door", do="rest")
    for n in range(1, 13):
        director.send("/door", at="/door", do=f"cash-e{n}")
    page = director.open("/money/purse").get_data(as_text=True)
    proposed = dict(re.findall(r'name="(percent-\d|amount-\d-0)"\s+value="([^"]*)"', page))
    assert proposed == {
        "percent-0": "",
        "amount-0-0": "",
        "percent-1": "50",
        "amount-1-0": "50%",
        "percent-2": "50",
        "amount-2-0": "50%",
    }
    text = director.text("/money/purse")
    assert text.index("Prizes: Everyone") < text.index("Prizes: Final A") < text.index("Prizes: Final B")
    fields = {
        "first-1-0": "1",
        "amount-1-0": "100%",
        "percent-1": "75",
        "first-2-0": "1",
        "amount-2-0": "100%",
        "percent-2": "25",
    }
    save(director, **fields)
    assert state(director).awards == []
    play(director, 5)
    assert [(one.group, one.first, one.cents) for one in state(director).awards] == [("A", 1, 9000), ("B", 1, 3000)]
    text = director.text("/money")
    assert text.index("Final A 1st") < text.index("Final B 1st")


def test_a_side_pot_is_added_won_drawn_and_removed(desk):
    for fields, text in (
        ({"kind": "draw", "amount": "x"}, "Amount: “x” is not valid."),
        ({"kind": "draw", "amount": ""}, "Enter the amount that each entrant puts in the side pot."),
        ({"kind": "other", "amount": "1"}, "Enter a name for the side pot."),
    ):
        desk.send("/money/pots", at="/money", **fields)
        assert text in desk.text("/money")
    desk.send("/money/pots", at="/money", kind="other", name="Cagnotte du jour", amount="2")
    desk.send("/money/pots", at="/money", kind="draw", amount="1.25", name="")
    assert "Cagnotte du jour 4 × $2.00 = $8.00." in desk.text("/money")
    desk.send("/money/pots/1", at="/money", do="save", entrant=["e1", "e2", "e3"], winner=["e3"])
    assert state(desk).pots[1].shares == {"e3": 600}
    desk.send("/money/pots/2", at="/money", do="draw")
    pot = state(desk).pots[2]
    assert (pot.paid, pot.seed is not None) == (250, True)
    assert f"Drawn by lot, number {pot.seed}; half stays in the box." in desk.text("/money")
    desk.send("/money/pots/2", at="/money", do="draw")
    assert state(desk).pots[2] == pot
    desk.send("/money/pots/1", at="/money", do="remove")
    assert [*state(desk).pots] == [2]
    desk.send("/money/pots/2", 404, at="/money", do="tip")
    assert "Drawn by lot, number" in desk.text("/history")


def test_the_pages_are_in_french_too(desk):
    save(desk, **{"first-0-0": "1", "amount-0-0": "26.65", "first-0-1": "2", "amount-0-1": "100%"}, ties="score")
    page = re.sub(r"\s+", " ", text_of(desk.open("/money", headers={"Accept-Language": "fr"})))
    assert "1er et 2e à égalité : 26,65 $ + 13,35 $ = 40,00 $, soit 20,00 $ chacun." in page
    assert "Reste dans la caisse 0,00 $" in page
    page = desk.open("/money/purse", headers={"Accept-Language": "fr"}).get_data(as_text=True)
    assert re.search(r'value="100\s%"', page)
