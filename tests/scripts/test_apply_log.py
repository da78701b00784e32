"""The state of a game's page: the server's record with the phone's log applied."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.journey]

KINDS = ("record", "record before another", "open", "cancel", "rename", "correct", "strike", "undo")
HAPPENS = {*KINDS, "deal", "dispute", *(f"undo of {does}" for does in KINDS)}
HAPPENS |= {"a contract waits again", "only the server knows", "answered, and not on the page", "looked at"}


def test_the_picture_of_a_page_does_not_change_because_an_answer_arrived(run_driver):
    found = run_driver("apply-log", "play", 1, 4000)
    assert found["failures"] == []
    assert {name for name in HAPPENS if found["counts"].get(name, 0) < 50} == set()
