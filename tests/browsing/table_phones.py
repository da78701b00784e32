"""Phones at the tables of a tournament: names, reported and confirmed results, and changes by others."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import PATIENCE
from tests.browsing.pad import chip, touch
from tests.tournaments.table.phones import chips

AT_LAST = PATIENCE
"""Milliseconds until a page has polled again."""


def sit(page: Page, url: str, entrant: str) -> None:
    """Open a table's link, and say whose phone this is if asked."""
    page.goto(url)
    if page.locator("#live").get_attribute("data-phase") == "seat":
        page.locator(f".seats [value={entrant}]").tap()
        page.locator(".whose").wait_for()
        page.wait_for_load_state()


def tell(page: Page, *scores: int) -> None:
    """Enter and send only the result.

    The form is opened without a tap, because a chip that appears under a finger takes no taps for a moment.
    """
    # In one step, because news may replace the part between finding and opening it.
    page.evaluate("() => { document.querySelector('#alone').open = true }")
    for name, value in chips(*scores).items():
        touch(chip(page, name, value))
    touch(page.locator(".tell .btn--primary"))


def look(page: Page) -> None:
    """Poll now, as a phone does when its network returns."""
    page.evaluate("dispatchEvent(new Event('online'))")


def expect_phase(page: Page, phase: str) -> None:
    """Wait until a table's page reaches this phase."""
    look(page)
    expect(page.locator("#live")).to_have_attribute("data-phase", phase, timeout=AT_LAST)


def to_the_pad(page: Page, dealer: int | None = None) -> None:
    """Open the pad from the table's page. `dealer`: the first dealer, if asked."""
    if dealer is not None:
        chip(page, "first_dealer", dealer).tap()
    page.locator("#live .to-pad .btn--primary").tap()
    page.wait_for_url(re.compile(r"/games/\d+$"))


def tap_hand(page: Page, contractor: int, bid: int, points: int) -> None:
    for name, value in (("contractor", contractor), ("bid", bid), ("points", points)):
        touch(chip(page, name, value))
    page.locator("#result[data-complete], .ask-bids").first.wait_for(state="attached")
    if page.locator("[name=also_bid]").count():
        page.locator("label.chip:has(> [name=also_bid])").first.tap()
    touch(page.locator("[data-save]"))


def expect_recorded(page: Page, hands: int) -> None:
    """Wait until the server has this number of hands."""
    expect(page.locator("#rows tr:not(.sheet-blank):not(.is-pending)")).to_have_count(hands)


class Phones:
    """A phone for each player, opened when first needed. `open_phone` opens a new visitor's."""

    def __init__(self, open_phone: Callable[..., Page], url: str) -> None:
        self._open, self.url = open_phone, url
        self.pages: dict[str, Page] = {}

    def at(self, entrant: str, secret: str, **options: Any) -> Page:
        """Return a player's phone at a table."""
        if entrant not in self.pages:
            self.pages[entrant] = self._open(**options)
        sit(self.pages[entrant], f"{self.url}/t/{secret}", entrant)
        return self.pages[entrant]
