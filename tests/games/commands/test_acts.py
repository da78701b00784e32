"""What all commands of a game share: declared once, checked, executed, and recognized when sent twice."""

from __future__ import annotations

import pytest

from scorekeeper.base.one_key import KeyReused
from scorekeeper.base.refusals import NotAllowed
from scorekeeper.engine.errors import GameError
from scorekeeper.games.actions import disputes, playing, preview, sharing
from scorekeeper.games.actions.act import GAME_COMMANDS, Effect, command
from scorekeeper.games.actions.entrance import access_by_token
from scorekeeper.games.store.parts import ACTIONS, PARTS
from tests.games.kitchen_table import Table, hand, key

pytestmark = pytest.mark.usefixtures("inside")

NAMES = ["Ana", "Benoît", "Claire", "Denis"]


def test_every_act_of_the_log_says_what_it_changes_and_what_the_log_says():
    assert {*GAME_COMMANDS} - {"undo"} == {*ACTIONS} - {"create"}
    for action, kind in GAME_COMMANDS.items():
        assert kind.action == action
        assert kind.changes, action
        assert set(kind.changes) <= set(PARTS), action
        assert kind.says or action == "undo"


def test_looking_at_an_act_and_making_it_do_nothing():
    table = Table()
    asked = playing.record(hand())
    assert preview.preview_command(table.access, asked).after.scores == (65, 35)
    assert table.game.revision == 1
    assert table.move(lambda: asked).game.scores == (65, 35)


def test_an_event_that_is_none_is_refused_where_it_is_read():
    with pytest.raises(GameError):
        playing.record({"kind": "nothing"})


def test_a_plan_is_held_to_what_its_act_says_that_it_changes():
    @command("strike", changes=("struck",), says="x")
    def stray(game) -> Effect:
        return Effect({"about": {}}, {"about": {"place": "Salle"}})

    table = Table()
    with pytest.raises(AssertionError, match="about"):
        table.move(stray)
    assert table.game.revision == 1


@pytest.fixture(autouse=True)
def _declared():
    known = dict(GAME_COMMANDS)
    yield
    GAME_COMMANDS.clear()
    GAME_COMMANDS.update(known)


REPEATED = {
    "record": (lambda: playing.record(hand(1)), lambda: playing.record(hand(2))),
    "a forgotten hand": (lambda: playing.record(hand(1), before=3), lambda: playing.record(hand(1))),
    "later deals kept": (lambda: playing.record(hand(1), before=3, keep_deals=True), lambda: playing.record(hand(1), before=3)),
    "nothing to keep": (lambda: playing.record(hand(1), keep_deals=True), lambda: playing.record(hand(2), keep_deals=True)),
    "correct": (lambda: playing.correct(2, hand(0, 80)), lambda: playing.correct(3, hand(0, 80))),
    "strike": (lambda: playing.strike(2), lambda: playing.strike(2, keep_deals=True)),
    "restore": (lambda: playing.restore(4), lambda: playing.restore(2)),
    "undo": (lambda: playing.undo(3), lambda: playing.undo(2)),
    "undo the newest": (lambda: playing.undo(), lambda: playing.undo(2)),
    "rename": (lambda: playing.rename(NAMES), lambda: playing.rename([*reversed(NAMES)])),
    "deal first": (lambda: playing.deal_first(1), lambda: playing.deal_first(2)),
    "tell": (lambda: playing.set_place_and_occasion("Salle", ""), lambda: playing.set_place_and_occasion("", "Salle")),
    "contract": (
        lambda: playing.open_contract({"contractor": 0, "bid": 60}),
        lambda: playing.open_contract({"contractor": 1, "bid": 60}),
    ),
    "dispute": (lambda: disputes.open_dispute(2, "Non"), lambda: disputes.open_dispute(2, "Oui")),
}
"""A request, and a different one under the same key."""


@pytest.mark.slow
@pytest.mark.parametrize("what", REPEATED)
def test_the_same_again_under_its_key_gets_the_first_answer_and_anything_else_is_refused(what):
    same, other = REPEATED[what]
    table = Table()
    table.play(hand(), hand(1, 60, (35, 65)), hand(2))
    table.move(playing.strike, 4)
    own, seen = key(), table.access.revision
    first = table.move(same, uuid=own)
    table.move(playing.set_place_and_occasion, "Cocagne", "Noël")
    again = table.move(same, uuid=own, revision=seen)
    assert again.repeated
    assert again.change == first.change
    assert again.now == table.game.revision
    with pytest.raises(KeyReused):
        table.move(other, uuid=own, revision=seen)
    with pytest.raises(KeyReused):
        table.move(playing.cancel_contract, uuid=own, revision=seen)


def test_the_key_that_started_the_game_stands_for_that():
    table = Table()
    with pytest.raises(KeyReused):
        table.move(playing.record, hand(), uuid=next(iter(table.game.log.uuids)))


def test_who_watches_does_nothing():
    table = Table()
    watching = access_by_token(table.game_id, sharing.create(table.access, "watch").token)
    with pytest.raises(NotAllowed, match="watch_only"):
        Table.move(type("Watching", (), {"access": watching})(), playing.record, hand())
