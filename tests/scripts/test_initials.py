"""Initials on rows that the phone draws."""

from __future__ import annotations

import pytest

from tests.messages.test_names import CASES

pytestmark = [pytest.mark.browser, pytest.mark.journey]


def test_the_phone_shortens_names_as_the_server_does(script_page):
    shorten = "async (all) => { const { initials } = await import('/static/js/optimistic-ui.js'); return all.map(initials); }"
    assert script_page.evaluate(shorten, [players for players, _short in CASES]) == [short for _players, short in CASES]
