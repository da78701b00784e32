"""Printing pages from the browser."""

from __future__ import annotations

import io
import re

import pytest
from pypdf import PdfReader

from tests.browsing.pad import give_game, played

pytestmark = pytest.mark.browser

HANDS = [played(0, 75, 80, 20, bids={}), played(1, 60, 30, 70, bids={}), played(0, 50, 60, 40, bids={})]


def printed_pages(page, address: str) -> list[str]:
    """Return the text of each sheet, without spaces."""
    page.goto(address)
    return [re.sub(r"\s+", "", one.extract_text()) for one in PdfReader(io.BytesIO(page.pdf(format="Letter"))).pages]


@pytest.mark.journey
def test_a_game_and_its_rules_are_printed_without_sheets_that_are_nearly_empty(live_server, open_page):
    page = open_page()
    (running,) = printed_pages(page, give_game(live_server, page, rules="standard", events=HANDS[:2]))
    assert "Aline" in running
    assert "75" in running
    page.goto("about:blank")  # the next game belongs to another device, and this page would request its own in vain
    over = give_game(live_server, page, rules="standard", events=[*HANDS, played(0, 50, 60, 40, bids={})])
    (won,) = printed_pages(page, over)
    assert "Aline&Clairewinthegame" in won
    (other,) = printed_pages(page, f"{over}/under?rules=north_300")
    assert "Thisgameunderotherrules" in other
    (rules,) = printed_pages(page, f"{live_server.url}/rules/le_rough")
    assert "Endofthegame" in rules
