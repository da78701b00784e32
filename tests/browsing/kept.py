"""Network failures between phone and server, lost answers, and the rows of the score sheet."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browsing.pad import touch
from tests.browsing.table_phones import look

ONES = re.compile(r"/games/\d+/(log|live|preview)")
"""What a page asks and sends by itself."""
NEWS = re.compile(r"/games/\d+/live")


NO_HURRY = "AbortSignal.timeout = () => new AbortController().signal;"
"""The page gives up no answer that a test holds back, however slow the machine is: an init script."""


class Corner:
    """A corner of the house without a signal, as long as `away`."""

    def __init__(self, page):
        self.away = True
        self.page = page
        page.route(ONES, lambda route: route.abort() if self.away else route.continue_())

    def leave(self):
        """There is a signal again, and all that was kept goes."""
        self.away = False
        look(self.page)
        expect(self.page.locator("#rows .is-kept")).to_have_count(0)


def rows(page):
    return page.locator("#rows tr:not(.sheet-blank):not(.is-kept)")


class LostAnswers:
    """A network that lets the first act through and loses its answer, and then takes no act any more until `away` is over."""

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
    """Save the bid that waits otherwise."""
    page.get_by_role("link", name="Change the contract").tap()
    page.wait_for_url(re.compile("change"))
    page.locator(f'#pad [name="{name}"][value="{value}"]').evaluate("(one) => one.click()")
    touch(page.locator('#pad [value="open"]'))
    expect(page.locator("#pad [name=kept]")).to_have_count(1)


def correctable(page):
    """The recorded hand of a sheet, by its entry."""
    return page.locator("#rows tr[id]").first.get_attribute("id").replace("row-", "")
