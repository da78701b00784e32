"""Prices by category and charges: what is owed follows, and what is not valid is refused by name."""

from __future__ import annotations

import pytest

from scorekeeper.core.refusals import NotFound
from scorekeeper.tournaments.commands import history
from scorekeeper.tournaments.commands.door import charges, check_ins, payments
from scorekeeper.tournaments.commands.door.door_state import DoorState
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments.club_night import Desk, refused


@pytest.fixture
def desk(inside):
    """Return a desk with an entry fee of ten dollars."""
    found = Desk(4, options={"rounds": 9})
    found.do(lifecycle.edit, {"door": {"price": 1000}})
    return found


def name_prices(desk, *names):
    desk.do(lifecycle.edit, {"door": {"prices": [{"name": name, "cents": 500} for name in names]}})


def first(desk):
    return DoorState(desk.board).entries[0]


def test_what_is_owed_follows_the_price_and_the_charges(desk):
    name_prices(desk, "Junior")
    desk.do(check_ins.check_in, ["e1"], "here")
    desk.do(charges.set_price, "e1", "Junior")
    desk.do(charges.charge, "e1", 200, " a  coffee ")
    desk.do(charges.charge, "e2", 300, "fine")
    assert (DoorState(desk.board).till.short, first(desk).owed) == (500 + 200 + 300, 700)
    assert first(desk).charges[0].charge.reason == "a coffee"
    desk.do(payments.pay, "e1", "cash")
    desk.do(charges.uncharge, "e1", 1)
    assert (first(desk).paid, first(desk).owed, first(desk).share) == (700, 0, (0, 500, 200))
    desk.do(history.undo)
    assert first(desk).share == (200, 500, 0)


def test_a_coffee_after_the_fee_takes_nothing_from_the_fee(desk):
    desk.do(payments.pay, "e1", "cash")
    desk.do(charges.charge, "e1", 200, "coffee")
    assert first(desk).share == (0, 1000, 0)
    desk.do(entries.withdraw, "e1")
    assert first(desk).share == (200, 800, 0)


def test_who_leaves_gets_the_fee_back_but_pays_the_coffee(desk):
    desk.do(charges.charge, "e1", 200, "coffee")
    desk.do(payments.pay, "e1", "cash")
    desk.do(entries.withdraw, "e1")
    assert first(desk).refundable == 1000
    desk.do(payments.refund, "e1")
    assert (first(desk).paid, first(desk).owed, first(desk).short) == (200, 0, 0)
    with refused("refund.none"):
        desk.do(payments.refund, "e1")


def test_an_entrant_who_paid_is_not_undone(desk):
    desk.do(entries.enter, [{"players": ["Alma", "Bona"]}])
    entered, who = desk.board.revision, desk.board.entrants[-1].id
    desk.do(payments.pay, who, "cash")
    with refused("undo.paid"):
        desk.do(history.undo, entered)
    desk.do(payments.unpay, who)
    desk.do(history.undo, entered)
    assert desk.board.entrant(who) is None


def test_a_price_that_an_entrant_has_is_not_removed(desk):
    name_prices(desk, "Junior", "Member")
    desk.do(charges.set_price, "e1", "Junior")
    with refused("door.price_used"):
        name_prices(desk, "Member")
    with refused("price.unknown"):
        desk.do(charges.set_price, "e2", "Senior")
    desk.do(charges.set_price, "e1", None)
    name_prices(desk)
    with refused("price.none"):
        desk.do(charges.set_price, "e1", "Junior")


def test_a_price_whose_name_was_undone_counts_as_the_normal_one(desk):
    name_prices(desk, "Junior")
    named = desk.board.revision
    desk.do(charges.set_price, "e1", "Junior")
    desk.do(history.undo, named)
    assert (first(desk).category, first(desk).price) == ("", 1000)


@pytest.mark.parametrize(
    ("prices", "code"),
    [
        ("Member", "door.prices"),
        ([{"name": "Member"}], "door.prices"),
        ([{"name": f"P{n}", "cents": 1} for n in range(7)], "door.prices"),
        ([{"name": " ", "cents": 1}], "door.price_name"),
        ([{"name": "x" * 31, "cents": 1}], "door.price_name"),
        ([{"name": "A", "cents": 1}, {"name": " A", "cents": 2}], "door.price_twice"),
        ([{"name": "A", "cents": 1.5}], "door.price"),
    ],
)
def test_prices_that_are_not_valid_are_refused(desk, prices, code):
    with refused(code):
        desk.do(lifecycle.edit, {"door": {"prices": prices}})


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ((0, "fine"), "payment.cents"),
        ((100, "  "), "charge.reason"),
        ((100, "x" * 61), "charge.reason"),
        ((100, None), "charge.reason"),
    ],
)
def test_a_charge_needs_an_amount_and_a_reason(desk, what, code):
    with refused(code):
        desk.do(charges.charge, "e1", *what)
    with refused("charge", NotFound):
        desk.do(charges.uncharge, "e1", 1)
