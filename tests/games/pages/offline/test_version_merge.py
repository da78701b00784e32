"""A game recorded on two phones separately: differences are shown, and the chosen ones taken."""

from __future__ import annotations

import json
import re

import pytest

from scorekeeper.core.devices import visitors
from scorekeeper.games.commands.files import game_export
from scorekeeper.games.commands.library.game_lists import LoadedGame
from tests.games.kitchen_table import Table, hand, key
from tests.visitor import text_of, value_of

ONE, TWO, THREE = hand(0, 60, (65, 35)), hand(1, 70, (30, 70)), hand(2, 55, (60, 40))


class Two:
    """One game on two phones: here, and as the other one has it."""

    def __init__(self, app):
        self.app, self.client = app, app.test_client()
        with app.app_context():
            self.table = Table()
            self.table.play(ONE, TWO)
            self.client.set_cookie(visitors.COOKIE, visitors.cookie_value(self.table.visitor))

    def record(self, *events, **header):
        with self.app.app_context():
            whole = game_export.export_records([LoadedGame(self.table.access, self.table.game)], lambda _rules: None)[0]
        return json.dumps({**whole, "events": list(events), **header})

    def brought(self, text):
        return self.client.post("/games/bring-in", data={"text": text, "uuid": key()})

    def take(self, page, text, **chosen):
        fields = {name.replace("_", "-"): side for name, side in chosen.items()}
        known = {name: value_of(page, name) for name in ("revision", "uuid")}
        return self.client.post(f"/games/{self.table.game_id}/compare", data={"text": text, **known, **fields})

    @property
    def points(self):
        with self.app.app_context():
            return [entry.event.points for entry in self.table.game.entries]


@pytest.fixture
def two(app):
    return Two(app)


def test_what_differs_is_shown_with_both_contents_and_nothing_is_taken(two):
    text = two.brought(two.record(ONE, hand(1, 70, (25, 75)), THREE))
    assert text.status_code == 200
    said = text_of(text)
    assert "Two versions of this game" in said
    assert "Hand 2 This game Benoît, 70" in said
    assert re.search(
        ("30.*70.*The other phone.*25.*75.*After the last hand This game Not recorded: skip it The other phone Claire, 55"), said
    )
    assert two.points == [(65, 35), (30, 70)]


def test_what_is_chosen_is_taken_and_can_be_undone(two):
    record = two.record(ONE, hand(1, 70, (25, 75)), THREE)
    page = two.brought(record)
    answer = two.take(page, record, take_0="here", take_1="there")
    assert answer.status_code == 303
    assert two.points == [(65, 35), (30, 70), (60, 40)]
    assert "1 change was saved." in text_of(two.client.get(answer.location))
    page = two.brought(record)
    two.take(page, record, take_0="there")
    assert two.points == [(65, 35), (25, 75), (60, 40)]
    two.client.post(f"/games/{two.table.game_id}/undo", data={"revision": "5", "uuid": key()})
    assert two.points == [(65, 35), (30, 70), (60, 40)]


def checked(page):
    """Return the side preselected for each difference."""
    return re.findall(r'name="take-\d+" value="(\w+)" checked', page.get_data(as_text=True))


def test_where_the_other_only_went_on_what_came_after_is_chosen(two):
    record = two.record(ONE, TWO, THREE, ONE)
    page = two.brought(record)
    assert "The other phone has more hands. They are selected below." in text_of(page)
    assert checked(page) == ["there", "there"]
    assert two.points == [(65, 35), (30, 70)]
    two.take(page, record, take_0="there", take_1="there")
    assert two.points == [(65, 35), (30, 70), (60, 40), (65, 35)]


def test_where_this_game_went_on_nothing_of_it_is_chosen_to_be_struck_out(two):
    page = two.brought(two.record(ONE))
    assert "The other phone has fewer hands. The others stay unless you void them below." in text_of(page)
    assert checked(page) == ["here"]


@pytest.mark.slow
@pytest.mark.parametrize("events", [(ONE,), (TWO,), (ONE, THREE), (ONE, THREE, TWO), (THREE, ONE, TWO), (ONE, TWO, THREE), ()])
def test_only_what_comes_after_everything_that_stands_here_is_chosen(two, events):
    page = two.brought(two.record(*events))
    assert ("there" in checked(page)) == (events == (ONE, TWO, THREE))
    assert ("has fewer hands" in text_of(page)) == (events in ((ONE,), ()))


def test_a_hand_that_only_one_of_them_has_is_one_difference(two):
    record = two.record(THREE, ONE, TWO)
    page = two.brought(record)
    assert page.get_data(as_text=True).count("<fieldset") == 1
    two.take(page, record, take_0="there")
    assert two.points == [(60, 40), (65, 35), (30, 70)]
    shorter = two.record(ONE, TWO)
    two.take(two.brought(shorter), shorter, take_0="there")
    assert two.points == [(65, 35), (30, 70)]


def test_what_the_rules_refuse_says_why_and_nothing_is_taken(two):
    record = two.record(ONE, TWO, {**THREE, "points": [60, 30]})
    page = two.brought(record)
    assert page.status_code == 422, "it cannot be scored: it is no game record that is brought in"
    sent = {"text": record, "revision": "3", "uuid": key(), "take-0": "there"}
    answer = two.client.post(f"/games/{two.table.game_id}/compare", data=sent)
    assert answer.status_code == 422
    assert two.points == [(65, 35), (30, 70)]


@pytest.mark.slow
def test_nothing_is_taken_where_the_game_has_gone_on_meanwhile(two):
    record = two.record(ONE, TWO, THREE)
    page = two.brought(record)
    with two.app.app_context():
        two.table.play(hand(2, 50, (50, 50)))
    answer = two.take(page, record, take_0="there")
    assert (answer.status_code, "Check the differences again." in text_of(answer)) == (422, True)
    assert two.points == [(65, 35), (30, 70), (50, 50)]


def test_games_that_began_otherwise_are_not_put_together(two):
    page = two.brought(two.record(ONE, THREE, first_dealer=2))
    assert "These games can’t be merged" in text_of(page)
    assert "<fieldset" not in page.get_data(as_text=True)


def test_another_game_is_not_compared_and_strangers_are_told_nothing(two, app):
    other = Two(app)
    sent = {"text": other.record(ONE), "revision": "3", "uuid": key(), "take-0": "there"}
    assert two.client.post(f"/games/{two.table.game_id}/compare", data=sent).status_code == 404
    assert app.test_client().post(f"/games/{two.table.game_id}/compare", data=sent).status_code == 404
    bad = two.client.post(f"/games/{two.table.game_id}/compare", data={**sent, "text": "moose"})
    assert (bad.status_code, "is not a valid game file" in text_of(bad)) == (422, True)
