"""Prices by category at the door, and an entrant's account: charges, part payments and refunds."""

from __future__ import annotations

import re

import pytest

from scorekeeper.tournaments.commands.door.door_state import DoorState
from tests.tournaments.desk.director import Director
from tests.visitor import text_of

PRICES = {"price-name-0": "Member", "price-amount-0": "8", "price-name-1": "Junior", "price-amount-1": "0"}


@pytest.fixture
def door(app):
    """A director whose tournament has an entry fee of ten dollars and two other prices."""
    director = Director(app, 4, options={"rounds": 3})
    set_prices(director, **PRICES)
    return director


def set_prices(director: Director, status: int = 303, **fields: str) -> str:
    sent: dict[str, str] = {"door": "1", "check-in": "1", "price": "10", **fields}
    return director.send("/setup", status, at="/setup", **sent).get_data(as_text=True)


def entry(director: Director, who: str = "e1"):
    return next(one for one in DoorState(director.board()).entries if one.entry.id == who)


def account(director: Director, status: int = 303, **fields: object) -> None:
    director.send("/door/entrants/e1", status, at="/door/entrants/e1", **fields)


def test_a_price_is_chosen_at_the_row_and_what_is_owed_follows(door):
    assert "Entry fee: $10 · Member $8 · Junior free" in door.text("/door")
    door.send("/door", at="/door", do="price.1-e1")
    assert (entry(door).category, entry(door).owed) == ("Member", 800)
    door.send("/door", at="/door", do="price.2-e1")
    assert (entry(door).category, entry(door).owed) == ("Junior", 0)
    door.send("/door", at="/door", do="price.0-e1")
    assert (entry(door).category, entry(door).owed) == ("", 1000)
    door.send("/door", 404, at="/door", do="price.3-e1")


def test_the_history_names_whose_price_changed(door):
    door.send("/door", at="/door", do="price.1-e1")
    assert f"Price: {door.board().name_of('e1')}" in door.text("/history")


def test_one_price_alone_has_no_choice_at_the_row(door):
    set_prices(door, **{"price-name-0": "", "price-amount-0": ""})
    assert "price.1-e1" not in door.open("/door").get_data(as_text=True)
    assert "/door/entrants/e1" in door.open("/door").get_data(as_text=True)


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        (
            {"price-name-0": "Member", "price-amount-0": "eight"},
            "Member: “eight” is not valid. Enter an amount such as 10 or 7.50.",
        ),
        ({"price-name-0": "Member"}, "Member: “” is not valid."),
        ({"price-name-0": "", "price-amount-0": "8"}, "Enter a name for the price of 8, such as Member."),
        (
            {"price-name-0": "A", "price-amount-0": "8", "price-name-1": "A", "price-amount-1": "9"},
            "Two prices have the name “A”",
        ),
    ],
)
def test_what_is_wrong_in_the_prices_is_named_and_what_was_typed_stays(door, fields, text):
    page = set_prices(door, 422, **fields)
    assert text in re.sub(r"\s+", " ", page)
    assert all(f'value="{value}"' in page for value in fields.values() if value)


def test_a_setup_without_the_fields_keeps_the_prices(door):
    set_prices(door, price="11")
    assert [one.name for one in DoorState(door.board()).prices] == ["Member", "Junior"]


def test_an_account_charges_takes_a_part_and_gives_back(door):
    account(door, do="charge", amount="2.50", reason="coffee")
    assert "12.50 to pay" in door.text("/door/entrants/e1")
    assert "coffee $2.50" in door.text("/door")
    account(door, do="cash", amount="5")
    account(door, do="e_transfer", amount="")
    assert (entry(door).paid, entry(door).owed) == (1250, 0)
    account(door, do="uncharge", number="1")
    assert "$2.50 paid too much" in door.text("/door/entrants/e1")
    account(door, do="refund", amount="2.50")
    assert "Nothing to pay" in door.text("/door/entrants/e1")
    account(door, do="unpay", number="3")
    account(door, do="price.1")
    assert entry(door).category == "Member"


def test_what_is_wrong_in_an_account_is_said_on_its_page(door):
    for fields, text in (
        ({"do": "charge", "amount": "two", "reason": "fine"}, "Amount: “two” is not valid."),
        ({"do": "charge", "amount": "2", "reason": " "}, "A charge needs a reason"),
        ({"do": "charge", "amount": "", "reason": "fine"}, "An amount is between"),
        ({"do": "refund", "amount": "2"}, "has not paid anything"),
    ):
        account(door, **fields)
        assert text in door.text("/door/entrants/e1")
    account(door, 404, do="tip")
    door.open("/door/entrants/e9", 404)


def test_the_account_is_in_french_too(door):
    account(door, do="charge", amount="2.50", reason="amende")
    page = text_of(door.open("/door/entrants/e1", headers={"Accept-Language": "fr"}))
    assert "12,50 $ à payer" in page
    assert "amende 2,50 $" in page
