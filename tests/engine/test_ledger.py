"""The status of a game's entries."""

from __future__ import annotations

from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.events import Adjustment, Misdeal
from scorekeeper.engine.replay.ledger import AFTER_END, SCORED, UNSCORABLE, WAITING, Ledger
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.engine.state import State
from tests.engine.table import hand


def post_all(*events, rules="standard"):
    ledger = Ledger(State(named_rules(rules), 0))
    return ledger, [ledger.post(event) for event in events]


def test_what_is_scored_says_how():
    ledger, (first, second) = post_all(hand(0, 75, 85, 15), hand(1, 60, 40, 60))
    assert (first.status, first.hand.scores, first.error) == (SCORED, (85, 15), None)
    assert (second.status, second.hand.scores) == (SCORED, (125, 75))
    assert (ledger.count, ledger.trouble, tuple(ledger.state.scores)) == (2, None, (125, 75))


def test_after_one_that_cannot_be_scored_the_others_wait_and_the_game_stands_still():
    ledger, entries = post_all(hand(0, 75, 85, 15), Misdeal(), hand(1, 60, 40, 60), hand(0, 75, 85, 10))
    assert [entry.status for entry in entries] == [SCORED, UNSCORABLE, WAITING, WAITING]
    assert (entries[1].error.code, entries[1].error.event) == ("misdeal", 2)
    assert [entry.error for entry in entries[2:]] == [None, None]
    assert (ledger.trouble, tuple(ledger.state.scores)) == (entries[1].error, (85, 15))


def test_after_the_end_nothing_counts_and_nothing_waits():
    won = (hand(0, 100, 100, 0), hand(2, 100, 100, 0))
    ledger, entries = post_all(*won, hand(1, 60, 40, 60), Adjustment(0, 5, "late"))
    assert [entry.status for entry in entries] == [SCORED, SCORED, AFTER_END, AFTER_END]
    assert [entry.error.event for entry in entries[2:]] == [3, 4]
    assert ledger.trouble is None


def test_what_cannot_be_read_cannot_be_scored():
    ledger, entries = post_all(Malformed("event", reason="object"), hand(1, 60, 40, 60))
    assert [(entry.status, entry.error and entry.error.event) for entry in entries] == [(UNSCORABLE, 1), (WAITING, None)]
    assert ledger.trouble is entries[0].error


def test_a_new_entry_must_be_scored_where_it_stands_and_one_that_was_there_may_wait():
    ledger, (scored, wrong, waits) = post_all(hand(0, 75, 85, 15), Misdeal(), hand(1, 60, 40, 60))
    _, (*_, late) = post_all(hand(0, 100, 100, 0), hand(2, 100, 100, 0), hand(1, 60, 40, 60))
    assert [one.objection(ledger.trouble, new=False) for one in (scored, wrong, waits, late)] == [None, wrong.error, None, None]
    of_new = [one.objection(ledger.trouble, new=True) for one in (scored, wrong, waits, late)]
    assert of_new == [None, wrong.error, wrong.error, late.error]
    assert waits.objection(new=True) is None


def test_only_what_a_reader_would_see_makes_a_difference():
    _, (first, second) = post_all(hand(0, 75, 85, 15), hand(1, 60, 40, 60))
    _, (_, again) = post_all(hand(0, 80, 85, 15), hand(1, 60, 40, 60))
    _, (_, other) = post_all(hand(0, 75, 80, 20), hand(1, 60, 40, 60))
    assert second.looks_like(again)
    assert not second.looks_like(other)
    assert not first.looks_like(second)


def test_a_copy_of_the_ledger_goes_its_own_way():
    ledger, _ = post_all(hand(0, 75, 85, 15))
    copy = ledger.copy()
    copy.post(hand(1, 60, 40, 60))
    assert (ledger.count, tuple(ledger.state.scores)) == (1, (85, 15))
