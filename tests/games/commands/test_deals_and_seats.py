"""Corrections to dealers and seats: what changes, what stays, and undo."""

from __future__ import annotations

import pytest

from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.errors import GameError
from scorekeeper.games.commands import history
from scorekeeper.games.commands.game_state import score
from scorekeeper.games.commands.library import import_validation
from scorekeeper.games.commands.recording import event_writer, table_commands
from tests.games.kitchen_table import Table, hand, header, key, sheet_picture

pytestmark = pytest.mark.usefixtures("inside")

PASSED = {"kind": "passed_out"}
NAMES = ["Aline", "Benoît", "Claire", "Denis"]


def dealers(table):
    return [entry.hand.dealer for entry in table.game.entries if entry.number] + [table.game.state.dealer]


def numbers(table):
    return [entry.number for entry in table.game.entries]


def test_the_first_dealer_is_put_right_and_that_is_undone_like_any_change():
    table = Table()
    table.play(hand(), PASSED)
    before = sheet_picture(table.game)
    done = table.move(table_commands.deal_first, 3)
    assert dealers(table) == [3, 0, 1]
    assert table.game.record_json()["first_dealer"] == 3
    table.move(table_commands.undo, done.change.revision)
    assert (dealers(table), sheet_picture(table.game)) == ([0, 1, 2], before)


@pytest.mark.parametrize("seat", [4, -1, "1", None])
def test_nobody_who_is_not_there_dealt_first(seat):
    with pytest.raises(GameError) as caught:
        Table().move(table_commands.deal_first, seat)
    assert caught.value.code == "players"


def test_putting_right_what_is_right_is_said():
    with pytest.raises(Refusal, match="same"):
        Table().move(table_commands.deal_first, 0)


def test_striking_out_a_hand_moves_the_later_deals_unless_they_are_kept():
    table = Table()
    table.play(hand(), PASSED, hand(), PASSED)
    assert dealers(table) == [0, 1, 2, 3, 0]
    moved = event_writer.preview_command(table.access, table_commands.strike(3))
    assert [later.after.hand.dealer for later in moved.later] == [1, 2]
    before = sheet_picture(table.game)
    done = table.move(table_commands.strike, 3, keep_deals=True)
    assert dealers(table) == [0, 2, 3, 0]
    assert [event["kind"] for event in table.game.record_json()["events"]] == ["played", "deal", "played", "passed_out"]
    table.move(table_commands.undo, done.change.revision)
    assert sheet_picture(table.game) == before
    table.move(table_commands.undo, table.game.revision)  # the undo itself
    assert dealers(table) == [0, 2, 3, 0]


def test_a_forgotten_hand_and_a_restored_one_leave_the_later_deals_when_asked():
    table = Table()
    table.play(hand(), PASSED, hand())
    table.move(table_commands.record, PASSED, before=3, keep_deals=True)
    assert dealers(table) == [0, 1, 1, 2, 3]
    struck = Table()
    struck.play(hand(), PASSED, hand())
    struck.move(table_commands.strike, 3)
    struck.move(table_commands.restore, 3, keep_deals=True)
    assert dealers(struck) == [0, 1, 1, 2]


def test_somebody_who_dealt_one_hand_out_of_turn_changes_no_other_deal():
    table = Table()
    table.play(hand(), PASSED, hand())
    table.move(table_commands.record, {"kind": "deal", "dealer": 3}, before=3, keep_deals=True)
    assert dealers(table) == [0, 3, 2, 3]


def test_the_same_key_with_other_wishes_is_not_the_same_change():
    table = Table()
    table.play(hand(), PASSED, hand())
    uuid = key()
    first = table.move(table_commands.strike, 3, keep_deals=True, uuid=uuid)
    assert table.move(table_commands.strike, 3, keep_deals=True, uuid=uuid).change == first.change
    with pytest.raises(Refusal, match=r"uuid\.reused"):
        table.move(table_commands.strike, 3, uuid=uuid)


def test_only_deals_that_were_played_or_passed_out_take_a_hands_number():
    table = Table({"base": "standard", "misdeal": True})
    table.play({"kind": "misdeal"}, hand(), {"kind": "adjustment", "side": 0, "points": -20, "reason": "x"})
    table.play({"kind": "deal", "dealer": 3}, {"kind": "seats", "players": NAMES}, PASSED)
    assert numbers(table) == [0, 1, 0, 0, 0, 2]
    assert table.game.numbered_hand_count == 2


def test_a_substitute_sits_in_from_there_on_and_earlier_hands_keep_their_names():
    table = Table()
    table.play(hand(), {"kind": "seats", "players": ["Aline", "Benoît", "Luc", "Denis"]}, hand())
    assert table.game.players == ("Aline", "Benoît", "Luc", "Denis")
    assert [entry.players[2] for entry in table.game.entries] == ["Claire", "Claire", "Luc"]
    table.move(table_commands.strike, 2)
    assert table.game.struck[0].players[2] == "Claire"
    table.move(table_commands.strike, 3)
    assert table.game.players == tuple(NAMES)


def test_a_spelling_is_put_right_in_the_whole_game_and_taken_back_in_one():
    table = Table()
    table.play(hand(), {"kind": "seats", "players": ["Aline", "Benoît", "Luc", "Denis"]})
    names = ["Aline B.", "Benoît", "Lucien", "Denis"]
    done = table.move(table_commands.rename, names, earlier={"Claire": "Clara"})
    record = table.game.record_json()
    assert (record["players"], record["events"][1]["players"]) == (["Aline B.", "Benoît", "Clara", "Denis"], names)
    table.move(table_commands.undo, done.change.revision)
    assert table.game.record_json()["players"] == NAMES
    assert table.game.players == ("Aline", "Benoît", "Luc", "Denis")


def test_whoever_changes_places_is_spelled_anew_at_both():
    table = Table()
    table.play(hand(), {"kind": "seats", "players": ["Benoît", "Aline", "Claire", "Denis"]})
    table.move(table_commands.rename, ["Ben", "Aline", "Claire", "Denis"])
    assert table.game.record_json()["players"] == ["Aline", "Ben", "Claire", "Denis"]


def test_place_and_occasion_are_told_and_taken_back():
    table = Table()
    done = table.move(table_commands.set_place_and_occasion, " Moncton ", "")
    assert table.game.log.about == {"place": "Moncton"}
    table.move(table_commands.undo, done.change.revision)
    assert table.game.log.about == {}
    with pytest.raises(Refusal, match="about"):
        table.move(table_commands.set_place_and_occasion, "x" * 81, "")


def test_a_view_that_goes_on_is_that_of_the_whole_log():
    table = Table()
    moves = [
        (table_commands.record, hand()),
        (table_commands.record, {"kind": "seats", "players": ["Aline", "Benoît", "Luc", "Denis"]}),
        (table_commands.record, PASSED),
        (table_commands.deal_first, 2),
        (table_commands.rename, ["Aline", "Benoît", "Lucien", "Denis"]),
    ]
    for action, what in moves:
        table.move(action, what)
        assert sheet_picture(table.game) == sheet_picture(score(table.game.log))
    table.move(table_commands.strike, 2, keep_deals=True)
    assert sheet_picture(table.game) == sheet_picture(score(table.game.log))
    assert [step.action for step in history.history(table.access)][:3] == ["strike", "rename", "first_dealer"]


def test_a_game_taken_over_from_paper_goes_on_from_its_scores():
    table = Table.of({**header(), "format": "scorekeeper-game/2", "start_scores": [120, -35], "events": []})
    table.play(hand(0, 60, (65, 35)))
    assert table.game.scores == (185, 0)
    assert table.game.record_json()["start_scores"] == [120, -35]
    assert import_validation.check_record(table.game.record_json()).start_scores == (120, -35)
