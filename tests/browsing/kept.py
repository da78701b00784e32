"""Network failures between phone and server, lost answers, and the rows of the score sheet."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browsing.pad import touch
from tests.browsing.table_phones import look

ONES = re.compile(r"/games/\d+/(log|live|preview)")
"""Requests that a page makes automatically."""
NEWS = re.compile(r"/games/\d+/live")


NO_HURRY = "AbortSignal.timeout = () => new AbortController().signal;"
"""An init script: the page never times out, so that a test can hold back answers."""


class Corner:
    """A page without a signal while `away`."""

    def __init__(self, page):
        self.away = True
        self.page = page
        page.route(ONES, lambda route: route.abort() if self.away else route.continue_())

    def leave(self):
        """Restore the signal and wait until everything is sent."""
        self.away = False
        look(self.page)
        expect(self.page.locator("#rows .is-pending")).to_have_count(0)


def rows(page):
    return page.locator("#rows tr:not(.sheet-blank):not(.is-pending)")


class LostAnswers:
    """A network that loses the answer to the first write, then blocks writes until `away` is False."""

    def __init__(self, page):
        self.away, self.page, self.through = True, page, 0
        page.route(re.compile(r"/games/\d+/log"), self._pass)

    def _pass(self, route):
        if not self.away:
            return route.continue_()
        if not self.through:
            self.through += 1
            route.fetch()
        return route.abort()

    leave = Corner.leave


def change_the_bid(page, name, value):
    """Change the waiting bid and save it."""
    page.get_by_role("link", name="Change the contract").tap()
    page.wait_for_url(re.compile("change"))
    page.locator(f'#pad [name="{name}"][value="{value}"]').evaluate("(one) => one.click()")
    touch(page.locator('#pad [value="open"]'))
    expect(page.locator("#pad [name=kept]")).to_have_count(1)


def correctable(page):
    """Return the entry of the recorded hand on a sheet."""
    return page.locator("#rows tr[id]").first.get_attribute("id").replace("row-", "")
