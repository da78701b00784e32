"""A phone's log and its sender: every state and event of `docs/reference/offline-log.md`, at random and in virtual time."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.journey]

HAPPENS = {
    *("added", "on the server once, in order", "sent after another", "answer in another tab", "told what the server calls it"),
    *("taken back before it left", "not taken back, it has left", "went with what it names", "not its turn"),
    *("replaced before it left", "not replaced, it has left", "refused, put right", "refused: again", "refused: left out"),
    *("asked: again", "asked: left out", "closed: again", "closed: left out", "pages left", "storage cleared"),
    *("answered done", "answered done again", "answered asked", "answered refused", "answered closed", "answered signed_out"),
    *("network: well", "network: lost request", "network: lost answer", "network: late request", "network: late answer"),
    *("network: repeated", "network: redirect", "network: stranger before", "network: stranger after"),
    *("stranger: a page", "stranger: another key", "stranger: another form", "stranger: another state", "stranger: null"),
    *("stranger: half an answer", "sent by two tabs at once, without a lock"),
}
"""What an evening may lead to. Over hundreds of evenings, each must occur."""
WAKES = ("the network is back", "the page is shown", "the page is visible", "send now", "a new entry")


def test_what_is_kept_reaches_the_server_once_and_in_order_whatever_happens_on_the_way(run_driver):
    found = run_driver("log", "play", 1, 700)
    assert found["failures"] == []
    assert {name for name in HAPPENS if found["counts"].get(name, 0) < 20} == set()


def test_pauses_grow_from_one_second_to_thirty_and_whatever_gives_hope_ends_them(run_driver):
    found = run_driver("log", "pauses", 1, 300)
    assert found["failures"] == []
    expected = {f"{way}, {when}" for way in WAKES for when in ("in a pause", "during a try")}
    expected |= {f"a pause of {seconds} s" for seconds in (1, 2, 4, 8, 16, 30)}
    expected |= {"a pause that is shorter by chance", "hidden: nobody is back"}
    assert {name for name in expected if not found["counts"].get(name)} == set()


def test_what_a_signed_out_device_keeps_waits_says_where_to_sign_in_and_goes_after_that(run_driver):
    found = run_driver("log", "signedOut", 1, 40)
    assert found["failures"] == []
    assert found["counts"]["sent after signing in"] == 40


def test_nothing_is_said_to_be_kept_that_storage_refused_or_did_not_answer_for(run_driver):
    found = run_driver("log", "storage", 1, 300)
    assert found["failures"] == []
    assert {f"storage {name}" for name in ("well", "closed", "silent", "hangs", "full", "slow to commit")} <= found[
        "counts"
    ].keys()


def test_the_storage_of_these_tests_does_what_the_browser_s_own_does(run_driver):
    real, ours = run_driver("log", "compareStorage")
    assert ours == real
    assert {"kept", "not kept: AbortError"} <= set(real)
