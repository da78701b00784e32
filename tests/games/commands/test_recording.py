from __future__ import annotations

import pytest

from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.engine.errors import GameError
from scorekeeper.formats.game_record import parse_event
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import write
from scorekeeper.games.commands.refusals import Conflict
from scorekeeper.games.store import log
from tests.games.kitchen_table import Table, hand, key

pytestmark = pytest.mark.usefixtures("inside")


def test_a_recorded_hand_is_scored_with_its_reasons():
    done = Table().play(hand(points=(65, 35)))
    assert done.entry.hand.scores == (65, 35)
    assert [line.rule for line in done.entry.hand.lines] == ["score.made", "score.opponents"]
    assert done.game.state.dealer == 1


def test_every_kind_of_event_can_be_recorded():
    table = Table({"misdeal": True})
    adjustment = {"kind": "adjustment", "side": 1, "points": -20, "reason": "revoke"}
    table.play(hand(), {"kind": "passed_out"}, {"kind": "misdeal"}, adjustment)
    assert [e.event.kind for e in table.game.entries] == ["played", "passed_out", "misdeal", "adjustment"]
    assert table.game.scores == (65, 15)


def test_an_event_is_read_once_on_its_way_into_the_log(monkeypatch):
    table = Table()
    read = []
    for module in (table_commands, log):
        monkeypatch.setattr(module, "parse_event", lambda event: read.append(event) or parse_event(event))
    table.play(hand())
    assert len(read) == 1
    table.move(table_commands.correct, 2, hand(points=(70, 30)))
    assert len(read) == 2
    assert table.game.scores == (70, 30)


def test_a_hand_sent_twice_counts_once_and_gets_the_first_answer_again():
    table = Table()
    access, uuid = table.access, key()
    first = write(access, table_commands.record(hand()), revision=1, uuid=uuid)
    table.play(hand(1, points=(35, 65)))
    again = write(table.access, table_commands.record(hand()), revision=1, uuid=uuid)
    assert again.repeated
    assert not first.repeated
    assert (again.change, again.entry, again.game.scores) == (first.change, first.entry, (65, 35))
    assert len(table.game.entries) == 2


def test_a_key_that_was_used_for_something_else_is_refused():
    table = Table()
    uuid = key()
    table.move(table_commands.record, hand(), uuid=uuid)
    with pytest.raises(Refusal) as refused:
        table.move(table_commands.record, hand(points=(70, 30)), uuid=uuid)
    assert refused.value.code == "uuid.reused"
    assert len(table.game.entries) == 1


@pytest.mark.parametrize("uuid", ["", "short", "x" * 37, "with a space", "é" * 10, "a\nb-------"])
def test_a_key_that_is_none_is_refused(uuid):
    with pytest.raises(Refusal) as refused:
        Table().move(table_commands.record, hand(), uuid=uuid)
    assert (refused.value.code, refused.value.field) == ("uuid", "uuid")


def test_two_phones_on_the_same_revision_get_one_hand_and_one_conflict_with_both_versions():
    table = Table()
    access = table.access
    table.play(hand(points=(65, 35)))
    with pytest.raises(Conflict) as refused:
        write(access, table_commands.record(hand(points=(70, 30))), revision=1, uuid=key())
    conflict = refused.value
    assert conflict.game.scores == (65, 35)
    assert [row.after["event"]["points"] for row in conflict.since] == [[65, 35]]
    assert conflict.yours["points"] == [70, 30]
    assert len(table.game.entries) == 1


def test_a_revision_that_is_not_there_yet_is_no_conflict():
    with pytest.raises(Refusal) as refused:
        Table().move(table_commands.record, hand(), revision=7)
    assert (refused.value.code, refused.value.params) == ("revision.ahead", {"read": 7, "right": 1})


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (hand(points=(65, 30)), "points.sum"),
        (hand(bid=57), "bid"),
        (hand(contractor=4), "event"),
        ({"kind": "misdeal"}, "misdeal"),
        ({"kind": "nonsense"}, "event"),
        (hand(note="x" * 501), "event"),
        ({"kind": "adjustment", "side": 0, "points": 0, "reason": "none"}, "adjustment"),
    ],
)
def test_what_the_rules_refuse_is_not_recorded(event, code):
    table = Table()
    with pytest.raises(GameError) as refused:
        table.play(event)
    assert refused.value.code == code
    assert table.game.revision == 1


def test_who_bid_must_be_told_when_the_score_depends_on_it():
    table = Table()
    table.play(hand(0, 100, (100, 0)))
    unknown = {"contractor": 1, "bid": 60, "points": [20, 80]}
    with pytest.raises(GameError) as refused:
        table.play(unknown)
    assert (refused.value.code, refused.value.event) == ("needs.bids", 2)
    assert table.play({**unknown, "bids": {"2": 55}}).entry.hand.deltas == (20, 80)


def test_nothing_can_be_recorded_at_the_end_of_a_game_that_is_over():
    table = Table()
    table.play(hand(0, 100, (100, 0)), hand(0, 100, (100, 0)))
    assert table.game.outcome.winners == (0,)
    with pytest.raises(GameError) as refused:
        table.play(hand())
    assert refused.value.code == "game.over"


def test_a_forgotten_hand_goes_where_it_belongs():
    table = Table()
    table.play(hand(0, points=(65, 35)), hand(1, points=(35, 65)))
    second = table.game.entries[1].id
    forgotten = table.move(table_commands.record, hand(2, 50, (50, 50)), before=second)
    assert forgotten.entry.n == 2
    assert [e.hand.scores for e in table.game.entries] == [(65, 35), (115, 85), (115, 150)]  # at 115, the first side had to bid
    assert [e.hand.dealer for e in table.game.entries] == [0, 1, 2]


def test_a_hand_cannot_be_put_before_one_that_is_not_there():
    with pytest.raises(NotFound):
        Table().move(table_commands.record, hand(), before=99)


def test_a_late_penalty_can_be_put_before_the_hand_that_ended_the_game():
    table = Table()
    table.play(hand(0, 100, (100, 0)), hand(0, 100, (100, 0)))
    last = table.game.entries[-1].id
    table.move(table_commands.record, {"kind": "adjustment", "side": 0, "points": -40, "reason": "revoke"}, before=last)
    assert table.game.scores == (160, 0)
    assert not table.game.outcome.over


def test_names_can_be_written_anew():
    table = Table()
    table.move(table_commands.rename, ["Anne", "Benoît", "Claire", "Denis"])
    assert table.game.players[0] == "Anne"
    for wrong in (["Anne"], ["", "B", "C", "D"], ["x" * 61, "B", "C", "D"], ["A\x00", "B", "C", "D"], None):
        with pytest.raises(GameError) as refused:
            table.move(table_commands.rename, wrong)
        assert refused.value.code == "players"


def test_a_game_holds_so_many_entries_and_no_more(monkeypatch):
    monkeypatch.setattr("scorekeeper.games.commands.recording.table_commands.MOST_ENTRIES", 2)
    table = Table()
    table.play({"kind": "passed_out"}, {"kind": "passed_out"})
    with pytest.raises(Refusal) as refused:
        table.play({"kind": "passed_out"})
    assert refused.value.code == "events.many"


def test_a_game_can_be_changed_so_often_and_no_more(monkeypatch):
    monkeypatch.setattr("scorekeeper.games.commands.recording.event_writer.MOST_CHANGES", 2)
    table = Table()
    table.play(hand())
    with pytest.raises(Refusal) as refused:
        table.play(hand())
    assert refused.value.code == "changes.many"
