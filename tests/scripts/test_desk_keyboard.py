"""The desk's keyboard: slips typed fast on the real page, with answers late, missing or rejected."""

from __future__ import annotations

import pytest

from tests.tiers import examples
from tests.tournaments.desk.director import FRAGMENT, Director

pytestmark = [pytest.mark.browser, pytest.mark.journey]

HAPPENS = {
    *("entered", "entered already", "typed while a result is on its way", "the next slip waits until this one is settled"),
    *(
        "refused: doubted",
        "refused: told otherwise",
        "refused: meanwhile",
        "sent again",
        "put aside",
        "refused later, and said so",
    ),
    *("answer: well", "answer: lost", "answer: answer lost", "answer: silent", "answer: answer silent", "a slip of the finger"),
    *("back to the field before", "by Tab to the button", "begun, and put aside by Escape", "storage is full"),
    *("a button of the clock", "taken back", "a button in the middle of a slip"),
}


@pytest.fixture
def samples(app):
    """HTML of the real desk with six tables: the page, answers to a result, and its messages."""
    director = Director(app, 12, options={"rounds": 5})
    director.round()
    director.send("/clock", do="start", minutes="40")
    page = director.open().get_data(as_text=True)  # with the note of the clock above the line
    doubted = director.result(1, 303, 200, status=422, headers=FRAGMENT).get_data(as_text=True)
    done = director.result(1, 300, 200, status=200, headers=FRAGMENT).get_data(as_text=True)
    undone = director.send(
        f"/history/{director.board().revision}/undo", status=200, back=director.root, headers=FRAGMENT
    ).get_data(as_text=True)
    clock = director.send("/clock", status=200, do="add-5", headers=FRAGMENT).get_data(as_text=True)
    kept = director.client.get("/kept/en").get_data(as_text=True)
    return {"page": page, "doubted": doubted, "done": done, "undone": undone, "clock": clock, "kept": kept}


def test_each_slip_is_entered_once_as_it_was_typed_or_the_page_says_why_not(run_driver, samples):
    found = run_driver("desk", "play", 1, examples(300), samples)
    assert found["failures"] == []
    assert {name for name in HAPPENS if found["counts"].get(name, 0) < 3} == set()


def test_a_result_that_a_signed_out_desk_keeps_is_said_to_wait_for_signing_in_and_goes_after_it(run_driver, samples):
    found = run_driver("desk", "signedOut", samples)
    out, after = found["out"], found["after"]
    assert out["heard"] == ["Table 2: stored on this device until you sign in."]
    assert "this page no longer updates" in out["note"][0]
    assert "You are signed out. Sign in to send this." in out["box"][0]
    assert "network" not in out["box"][0]
    assert out["links"] == ["/club/sign-in?next=%2Fdesk%2F1"]
    assert out["typed"] == "entry-table"
    assert [(one["table"], one["scores"]) for one in after["changes"]] == [("2", [300, 200])]
    assert (after["note"], after["box"]) == ([], [])


def test_the_note_of_what_was_done_before_goes_when_a_result_has_an_undo_of_its_own(run_driver, samples):
    found = run_driver("desk", "oldNote", samples)
    assert found == {"before": 1, "after": 0, "changes": 1, "undo": 1}
