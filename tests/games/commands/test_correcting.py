from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.engine.errors import GameError
from scorekeeper.formats.game_record import dump_event
from scorekeeper.games.commands import history
from scorekeeper.games.commands.recording import table_commands
from tests.engine.strategies import games
from tests.games.kitchen_table import Table, hand, sheet_picture
from tests.tiers import examples

pytestmark = pytest.mark.usefixtures("inside")


def a_game_of_three() -> Table:
    table = Table()
    table.play(hand(0, 60, (65, 35)), hand(1, 60, (35, 65)), hand(2, 60, (65, 35)))
    return table


def test_a_correction_scores_everything_after_it_anew():
    table = a_game_of_three()
    first = table.game.entries[0].id
    done = table.move(table_commands.correct, first, hand(0, 80, (65, 35)))
    assert done.entry.hand.deltas == (-80, 35)
    assert [e.hand.scores for e in table.game.entries] == [(-80, 35), (-45, 100), (20, 100)]
    assert table.game.entries[0].corrected == 1


def test_the_history_keeps_who_changed_what_and_what_stood_before():
    table = a_game_of_three()
    table.move(table_commands.correct, table.game.entries[0].id, hand(0, 80, (65, 35)))
    newest, *_, oldest = history.history(table.access)
    assert (newest.action, newest.n, newest.mine) == ("correct", 1, True)
    assert newest.before["event"]["bid"] == 60
    assert newest.after["event"]["bid"] == 80
    assert oldest.action == "create"


def test_a_struck_hand_counts_no_more_and_can_be_restored_where_it_stood():
    table = a_game_of_three()
    before = sheet_picture(table.game)
    second = table.game.entries[1].id
    table.move(table_commands.strike, second)
    assert table.game.scores == (130, 70)
    assert [e.id for e in table.game.struck] == [second]
    with pytest.raises(Refusal) as refused:
        table.move(table_commands.strike, second)
    assert refused.value.code == "struck"
    table.move(table_commands.restore, second)
    assert sheet_picture(table.game) == before


def test_correcting_a_struck_hand_brings_it_back():
    table = a_game_of_three()
    second = table.game.entries[1].id
    table.move(table_commands.strike, second)
    table.move(table_commands.correct, second, hand(1, 50, (50, 50)))
    assert [e.id for e in table.game.entries] == [2, 3, 4]
    table.move(table_commands.undo)
    assert [e.id for e in table.game.struck] == [second]


def test_a_correction_must_be_scorable_where_it_stands():
    table = a_game_of_three()
    with pytest.raises(GameError) as refused:
        table.move(table_commands.correct, table.game.entries[2].id, hand(2, 60, (65, 30)))
    assert (refused.value.code, refused.value.event) == ("points.sum", 3)


def test_a_correction_that_changes_nothing_is_refused():
    table = a_game_of_three()
    with pytest.raises(Refusal) as refused:
        table.move(table_commands.correct, table.game.entries[0].id, hand(0, 60, (65, 35)))
    assert refused.value.code == "same"


def test_an_entry_that_is_not_there_is_not_found():
    table = Table()
    for action, more in ((table_commands.strike, ()), (table_commands.restore, ()), (table_commands.correct, (hand(),))):
        with pytest.raises(NotFound):
            table.move(action, 99, *more)


def test_hands_after_an_end_that_came_earlier_are_kept_and_shown_as_such():
    table = Table()
    table.play(hand(0, 100, (100, 0)), hand(0, 90, (90, 10)), hand(0, 60, (60, 40)))
    table.move(table_commands.correct, table.game.entries[1].id, hand(0, 100, (100, 0)))
    game = table.game
    assert [e.status for e in game.entries] == ["scored", "scored", "after_end"]
    assert game.entries[2].error.code == "game.over"
    assert game.outcome.winners == (0,)
    assert game.trouble is None
    table.move(table_commands.undo)
    assert [e.status for e in table.game.entries] == ["scored"] * 3


def test_a_hand_that_can_no_longer_be_scored_is_kept_with_the_reason_and_can_be_mended():
    table = Table()
    unknown = {"contractor": 1, "bid": 60, "points": [20, 80]}
    table.play(hand(0, 60, (60, 40)), unknown, hand(2, 60, (60, 40)))
    table.move(table_commands.correct, table.game.entries[0].id, hand(0, 60, (100, 0)))
    game = table.game
    assert [e.status for e in game.entries] == ["scored", "unscorable", "waiting"]
    assert game.trouble.error.code == "needs.bids"
    assert game.scores == (100, 0)
    with pytest.raises(GameError) as refused:  # nothing can follow an unknown score
        table.play(hand())
    assert (refused.value.code, refused.value.event) == ("needs.bids", 2)
    table.move(table_commands.correct, game.trouble.id, {**unknown, "bids": {"2": 50}})
    assert [e.status for e in table.game.entries] == ["scored"] * 3


def test_the_newest_change_is_undone_first_and_then_the_one_before():
    table = a_game_of_three()
    states = [sheet_picture(table.game)]
    table.move(table_commands.correct, 2, hand(0, 80, (65, 35)))
    states.append(sheet_picture(table.game))
    table.move(table_commands.strike, 3)
    table.move(table_commands.undo)
    assert sheet_picture(table.game) == states[1]
    table.move(table_commands.undo)
    assert sheet_picture(table.game) == states[0]
    table.move(table_commands.undo)
    assert len(table.game.entries) == 2
    for _ in range(2):
        table.move(table_commands.undo)
    with pytest.raises(Refusal) as refused:
        table.move(table_commands.undo)
    assert refused.value.code == "undo.nothing"


def test_undoing_an_undo_does_the_change_again_and_it_can_be_undone_again():
    table = a_game_of_three()
    done = sheet_picture(table.move(table_commands.strike, 3).game)
    undo = table.move(table_commands.undo).change.revision
    table.move(table_commands.undo, undo)
    assert sheet_picture(table.game) == done
    table.move(table_commands.undo)
    assert [e.id for e in table.game.entries] == [2, 3, 4]


def test_any_change_can_be_undone_also_after_the_end():
    table = Table()
    table.play(hand(0, 100, (100, 0)), hand(0, 100, (100, 0)))
    assert table.game.outcome.over
    table.move(table_commands.undo, 2)
    assert not table.game.outcome.over
    assert table.game.scores == (100, 0)


def test_undoing_what_no_longer_stands_says_so():
    table = a_game_of_three()
    correction = table.move(table_commands.correct, 2, hand(0, 80, (65, 35))).change.revision
    table.move(table_commands.undo, correction)
    with pytest.raises(Refusal) as refused:
        table.move(table_commands.undo, correction)
    assert refused.value.code == "undo.same"
    for wrong in (0, 1, 99):
        with pytest.raises(Refusal):
            table.move(table_commands.undo, wrong)


def test_a_correction_that_was_undone_no_longer_marks_the_hand():
    table = a_game_of_three()
    table.move(table_commands.correct, 2, hand(0, 80, (65, 35)))
    table.move(table_commands.undo)
    assert table.game.entry(2).corrected == 0


@pytest.mark.slow
@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(games(max_events=6), st.data())
def test_doing_anything_and_undoing_it_gives_the_same_game(game, data):
    rules, first_dealer, events = game
    table = Table(rules, first_dealer=first_dealer, names=[f"P{seat}" for seat in range(rules.table.players)])
    for event in events:
        table.play(dump_event(event))
    before = sheet_picture(table.game)
    choices = ["rename"] + ["strike", "correct"] * bool(events)
    action = data.draw(st.sampled_from(choices))
    if action == "rename":
        table.move(table_commands.rename, [f"Q{seat}" for seat in range(rules.table.players)])
    else:
        entry = data.draw(st.sampled_from(table.game.entries)).id
        if action == "strike":
            table.move(table_commands.strike, entry)
        else:
            side = next(s for s in range(len(table.game.scores)) if s not in table.game.state.dropped)
            table.move(table_commands.correct, entry, {"kind": "adjustment", "side": side, "points": 5, "reason": "another"})
    done = sheet_picture(table.game)
    undo = table.move(table_commands.undo).change.revision
    assert sheet_picture(table.game) == before
    table.move(table_commands.undo, undo)
    assert sheet_picture(table.game) == done
