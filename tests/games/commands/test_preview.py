from __future__ import annotations

import pytest

from scorekeeper.engine.errors import GameError
from scorekeeper.games.commands.recording import event_writer, table_commands
from tests.games.kitchen_table import Table, hand, sheet_picture

pytestmark = pytest.mark.usefixtures("inside")


def a_game_of_three() -> Table:
    table = Table()
    table.play(hand(0, 60, (65, 35)), hand(1, 60, (35, 65)), hand(2, 60, (65, 35)))
    return table


def test_a_preview_shows_the_hand_and_records_nothing():
    table = Table()
    found = event_writer.preview_command(table.access, table_commands.record(hand(points=(65, 35))))
    assert found.entry.hand.scores == (65, 35)
    assert (found.before.scores, found.after.scores) == ((0, 0), (65, 35))
    assert (table.game.revision, table.game.entries) == (1, ())


def test_a_preview_of_a_correction_shows_every_later_hand_that_changes():
    table = a_game_of_three()
    found = event_writer.preview_command(table.access, table_commands.correct(2, hand(0, 80, (65, 35))))
    assert found.entry.hand.deltas == (-80, 35)
    assert [(x.before.hand.scores, x.after.hand.scores) for x in found.later] == [
        ((100, 100), (-45, 100)),
        ((165, 100), (20, 100)),
    ]
    assert found.problems == ()


def test_a_preview_tells_which_hands_would_stop_counting():
    table = Table()
    table.play(hand(0, 100, (100, 0)), hand(0, 90, (90, 10)), hand(0, 60, (60, 40)))
    found = event_writer.preview_command(table.access, table_commands.correct(3, hand(0, 100, (100, 0))))
    assert found.after.outcome.over
    assert [(e.n, e.status) for e in found.problems] == [(3, "after_end")]


def test_a_new_number_alone_is_no_change_of_a_later_hand():
    table = Table({"misdeal": True})
    table.play(hand(0, 60, (65, 35)), hand(1, 60, (35, 65)))
    assert event_writer.preview_command(table.access, table_commands.record({"kind": "misdeal"}, before=3)).later == ()


@pytest.mark.parametrize("what", ["record", "correct", "strike", "restore", "undo"])
def test_a_preview_says_what_the_change_itself_then_does(what):
    table = a_game_of_three()
    table.move(table_commands.strike, 3)
    asked = {
        "record": (hand(3, 50, (40, 60)),),
        "correct": (2, hand(0, 80, (65, 35))),
        "strike": (4,),
        "restore": (3,),
        "undo": (2,),
    }[what]
    promised = event_writer.preview_command(table.access, getattr(table_commands, what)(*asked))
    done = table.move(getattr(table_commands, what), *asked)
    assert sheet_picture(done.game) == sheet_picture(promised.after)
    assert done.entry.hand == promised.entry.hand


def test_a_preview_refuses_what_the_change_would_refuse():
    table = a_game_of_three()
    with pytest.raises(GameError) as refused:
        event_writer.preview_command(table.access, table_commands.record(hand(points=(65, 30))))
    assert (refused.value.code, refused.value.event) == ("points.sum", 4)
