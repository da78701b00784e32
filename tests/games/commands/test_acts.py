"""What all commands of a game share: declared once, checked, executed, and recognized when sent twice."""

from __future__ import annotations

import pytest

from scorekeeper.core.events.idempotency import KeyReused
from scorekeeper.core.refusals import NotAllowed
from scorekeeper.engine.errors import GameError
from scorekeeper.games.commands.authorization import access_by_token
from scorekeeper.games.commands.command import GAME_COMMANDS, Effect, command
from scorekeeper.games.commands.recording import disputes, event_writer, table_commands
from scorekeeper.games.commands.sharing import share_links
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
    asked = table_commands.record(hand())
    assert event_writer.preview_command(table.access, asked).after.scores == (65, 35)
    assert table.game.revision == 1
    assert table.move(lambda: asked).game.scores == (65, 35)


def test_an_event_that_is_none_is_refused_where_it_is_read():
    with pytest.raises(GameError):
        table_commands.record({"kind": "nothing"})


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
    "record": (lambda: table_commands.record(hand(1)), lambda: table_commands.record(hand(2))),
    "a forgotten hand": (lambda: table_commands.record(hand(1), before=3), lambda: table_commands.record(hand(1))),
    "later deals kept": (
        lambda: table_commands.record(hand(1), before=3, keep_deals=True),
        lambda: table_commands.record(hand(1), before=3),
    ),
    "nothing to keep": (
        lambda: table_commands.record(hand(1), keep_deals=True),
        lambda: table_commands.record(hand(2), keep_deals=True),
    ),
    "correct": (lambda: table_commands.correct(2, hand(0, 80)), lambda: table_commands.correct(3, hand(0, 80))),
    "strike": (lambda: table_commands.strike(2), lambda: table_commands.strike(2, keep_deals=True)),
    "restore": (lambda: table_commands.restore(4), lambda: table_commands.restore(2)),
    "undo": (lambda: table_commands.undo(3), lambda: table_commands.undo(2)),
    "undo the newest": (lambda: table_commands.undo(), lambda: table_commands.undo(2)),
    "rename": (lambda: table_commands.rename(NAMES), lambda: table_commands.rename([*reversed(NAMES)])),
    "deal first": (lambda: table_commands.deal_first(1), lambda: table_commands.deal_first(2)),
    "tell": (
        lambda: table_commands.set_place_and_occasion("Salle", ""),
        lambda: table_commands.set_place_and_occasion("", "Salle"),
    ),
    "contract": (
        lambda: table_commands.open_contract({"contractor": 0, "bid": 60}),
        lambda: table_commands.open_contract({"contractor": 1, "bid": 60}),
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
    table.move(table_commands.strike, 4)
    own, seen = key(), table.access.revision
    first = table.move(same, uuid=own)
    table.move(table_commands.set_place_and_occasion, "Cocagne", "Noël")
    again = table.move(same, uuid=own, revision=seen)
    assert again.repeated
    assert again.change == first.change
    assert again.now == table.game.revision
    with pytest.raises(KeyReused):
        table.move(other, uuid=own, revision=seen)
    with pytest.raises(KeyReused):
        table.move(table_commands.cancel_contract, uuid=own, revision=seen)


def test_the_key_that_started_the_game_stands_for_that():
    table = Table()
    with pytest.raises(KeyReused):
        table.move(table_commands.record, hand(), uuid=next(iter(table.game.log.uuids)))


def test_who_watches_does_nothing():
    table = Table()
    watching = access_by_token(table.game_id, share_links.create(table.access, "watch").token)
    with pytest.raises(NotAllowed, match="watch_only"):
        Table.move(type("Watching", (), {"access": watching})(), table_commands.record, hand())
