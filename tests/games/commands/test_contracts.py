from __future__ import annotations

import pytest

from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.errors import GameError
from scorekeeper.games.commands.recording import table_commands
from tests.games.kitchen_table import Table, hand

pytestmark = pytest.mark.usefixtures("inside")


def test_a_contract_stays_open_until_its_hand_is_recorded():
    table = Table()
    table.move(table_commands.open_contract, {"contractor": 2, "bid": 75})
    assert table.game.contract == {"contractor": 2, "bid": 75}
    table.play(hand(2, 75, (80, 20)))
    assert table.game.contract is None


def test_undoing_the_hand_opens_its_contract_again():
    table = Table()
    table.move(table_commands.open_contract, {"contractor": 2, "bid": 75, "trump": "H"})
    table.play(hand(2, 75, (80, 20)))
    table.move(table_commands.undo)
    assert table.game.contract == {"contractor": 2, "bid": 75, "trump": "H"}
    assert table.game.entries == ()


def test_undoing_an_old_hand_does_not_open_its_contract_in_the_middle_of_another():
    table = Table()
    table.move(table_commands.open_contract, {"contractor": 2, "bid": 75})
    first = table.play(hand(2, 75, (80, 20))).change.revision
    table.play(hand(1, points=(20, 80)))
    table.move(table_commands.open_contract, {"contractor": 3, "bid": 50})
    table.move(table_commands.undo, first)
    assert table.game.contract == {"contractor": 3, "bid": 50}
    assert len(table.game.entries) == 1


def test_a_contract_can_be_changed_and_cancelled():
    table = Table()
    table.move(table_commands.open_contract, {"contractor": 2, "bid": 75})
    table.move(table_commands.open_contract, {"contractor": 2, "bid": 80})
    assert table.game.contract["bid"] == 80
    table.move(table_commands.cancel_contract)
    assert table.game.contract is None
    with pytest.raises(Refusal) as refused:
        table.move(table_commands.cancel_contract)
    assert refused.value.code == "contract.none"
    table.move(table_commands.undo)
    assert table.game.contract["bid"] == 80


def test_an_adjustment_leaves_the_contract_open():
    table = Table()
    table.move(table_commands.open_contract, {"contractor": 2, "bid": 75})
    table.play({"kind": "adjustment", "side": 1, "points": -20, "reason": "revoke"})
    assert table.game.contract == {"contractor": 2, "bid": 75}


@pytest.mark.parametrize(
    ("contract", "code"),
    [
        ({"contractor": 2, "bid": 77}, "bid"),
        ({"contractor": 9, "bid": 75}, "event"),
        ({"contractor": 2}, "event"),
        ({"contractor": 2, "bid": 75, "points": [80, 20]}, "event"),
        ({"contractor": 2, "bid": 75, "trump": "NT"}, "event"),
        ([], "event"),
    ],
)
def test_a_contract_that_the_rules_do_not_know_is_refused(contract, code):
    table = Table()
    with pytest.raises(GameError) as refused:
        table.move(table_commands.open_contract, contract)
    assert refused.value.code == code
    assert table.game.contract is None


def test_a_contract_may_be_opened_before_it_is_known_who_holds_the_called_card():
    table = Table("five_called")
    table.move(table_commands.open_contract, {"contractor": 2, "bid": 75})
    assert table.game.contract == {"contractor": 2, "bid": 75}


def test_no_contract_is_opened_when_the_game_is_over():
    table = Table()
    table.play(hand(0, 100, (100, 0)), hand(0, 100, (100, 0)))
    with pytest.raises(GameError) as refused:
        table.move(table_commands.open_contract, {"contractor": 2, "bid": 75})
    assert refused.value.code == "game.over"
