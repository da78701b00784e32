from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.store.log import GameEvent, fold

NOW = datetime(2026, 11, 20, tzinfo=UTC)
HEADER = {"rules": "standard", "players": ["A", "B", "C", "D"], "first_dealer": 0}


def row(revision, action, after, entry=None, place=None, undoes=None):
    return GameEvent(1, revision, f"key-{revision}", NOW, None, None, "", action, entry, place, {}, after, undoes)


def passed_out_hand(note=""):
    return {"event": {"kind": "passed_out", "note": note}, "struck": False}


def record_row(revision, place=None, note=""):
    return row(revision, "record", passed_out_hand(note), revision, place)


CREATED = row(1, "create", HEADER)


def test_a_log_of_a_header_is_a_game_without_entries():
    log = fold([CREATED])
    assert (log.players, log.first_dealer, log.revision, log.entries) == (("A", "B", "C", "D"), 0, 1, [])


def test_an_entry_is_named_by_the_revision_that_recorded_it_and_stands_where_it_was_put():
    log = fold([CREATED, record_row(2), record_row(3), record_row(4, place=3), record_row(5, place=2)])
    assert [e.id for e in log.entries] == [5, 2, 4, 3]


def test_a_struck_entry_keeps_its_place():
    log = fold([CREATED, record_row(2), record_row(3), row(4, "strike", {"struck": True}, 2), record_row(5, place=2)])
    assert [(e.id, e.struck) for e in log.entries] == [(5, False), (2, True), (3, False)]


def test_the_last_correction_stands():
    log = fold([CREATED, record_row(2, note="one"), row(3, "correct", {"event": passed_out_hand("two")["event"]}, 2)])
    assert (log.entries[0].event.note, log.entries[0].corrected) == ("two", 1)


def test_what_was_undone_and_done_again_can_be_undone_again():
    rows = [CREATED, record_row(2), row(3, "strike", {"struck": True}, 2, undoes=2)]
    log = fold(rows)
    assert (log.undone, log.last_undoable) == ({2}, None)
    log = log.with_event(row(4, "restore", {"struck": False}, 2, undoes=3))
    assert (log.undone, log.last_undoable) == ({3}, 2)
    log = log.with_event(row(5, "strike", {"struck": True}, 2, undoes=4))
    assert (log.undone, log.last_undoable) == ({2, 4}, None)


def test_a_long_chain_of_undoing_undos_is_no_deeper_than_a_short_one():
    rows = [CREATED, record_row(2)]
    rows += [row(r, "strike", {"struck": r % 2 == 1}, 2, undoes=r - 1) for r in range(3, 2000)]
    assert fold(rows).entries[0].struck


def test_adding_a_change_leaves_the_log_before_it_as_it_was():
    log = fold([CREATED, record_row(2)])
    after = log.with_event(row(3, "strike", {"struck": True}, 2))
    assert (log.revision, log.entries[0].struck, set(log.uuids)) == (2, False, {"key-1", "key-2"})
    assert (after.revision, after.entries[0].struck, after.uuids["key-3"]) == (3, True, 3)


@st.composite
def logs(draw):
    rows = [CREATED]
    for revision in range(2, draw(st.integers(2, 12))):
        entries = [r.entry for r in rows if r.action == "record"]
        kind = draw(st.sampled_from(["record", "change", "undo"])) if entries else "record"
        if kind == "record":
            rows.append(record_row(revision, draw(st.sampled_from([None, *entries]))))
        elif kind == "change":
            rows.append(row(revision, "strike", {"struck": draw(st.booleans())}, draw(st.sampled_from(entries))))
        else:
            undone = draw(st.integers(2, revision - 1))
            rows.append(row(revision, "strike", {"struck": True}, draw(st.sampled_from(entries)), undoes=undone))
    return rows


@pytest.mark.slow
@given(logs())
def test_adding_up_a_log_at_once_or_change_by_change_is_the_same(rows):
    step_by_step = fold(rows[:1])
    for one in rows[1:]:
        step_by_step = step_by_step.with_event(one)
    assert step_by_step == fold(rows)
