"""A director with a laptop: a Swiss night of eleven pairs, from start to typed results."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from scorekeeper.clubs.commands.accounts import accounts
from scorekeeper.clubs.commands.members import members
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import snapshot as tournament_board

PAIRS = [
    *("Aline & Denis", "Rosa & Edgar", "Alma & Yvon", "Claire & Benoît", "Donat & Zélie", "Léonie & Camille"),
    *("Euclide & Marguerite", "Ola & Hector", "Eveline & Fernand", "Mathilde & Alphée", "Irène & Régis"),
]
PASSWORD = "quatre cartes et une mise"


class Night:
    """A director with a laptop: the desk's pages, and results typed on the keyboard."""

    def __init__(self, page, server):
        self.page, self.server = page, server
        self.url = ""

    def begin(self):
        """Create the first account, a club, and a tournament with the default settings for twelve pairs."""
        page = self.page
        page.goto(self.server.url + "/club/start")
        page.locator("[name=name]").fill("Bernice")
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("[name=club]").fill("Club de 200 de Cocagne")
        page.locator("main .btn--primary, form .btn--primary").first.click()
        page.locator(".desk-title .btn--primary").click()
        page.locator("[name=name]").fill("Soirée suisse")
        page.locator("[name=ends]").fill("22:30")
        expect(page.locator("#offers [name=offer]:checked")).to_have_value(re.compile("swiss"))
        page.locator("[name=do][value=create]").click()
        page.locator("details:has([name=text])").evaluate("one => { one.open = true }")
        page.locator("[name=text]").fill("\n".join(PAIRS))
        page.locator("details:has([name=text]) .btn").click()
        expect(page.locator(".desk-entrants tbody tr")).to_have_count(len(PAIRS))
        page.wait_for_load_state()
        self.url = page.url.partition("/entrants")[0]

    def go(self, path=""):
        """Open a page of this tournament."""
        self.page.goto(self.url + path)

    def next_round(self, number, tables):
        """Pair a round, check it, and publish it."""
        self.go()
        self.page.locator(".desk-step .btn--primary").click()
        expect(self.page.locator(".desk-pairings > li:not(.is-bye)")).to_have_count(tables)
        assert self.page.locator(".desk-reason").first.inner_text()
        self.page.locator(".desk-title .btn--primary").click()
        expect(self.page.locator(".desk-rounds [aria-current]")).to_have_text(str(number))

    def slip(self, table, one, other):
        """Enter a result by keyboard only."""
        keys = self.page.keyboard
        expect(self.page.locator("#entry-table")).to_be_focused()
        for text in (table, one, other):
            keys.type(str(text))
            keys.press("Enter")

    def results(self, round_number, tables):
        """Enter every table of a round. Lower tables are a little stronger."""
        for table in range(1, tables + 1):
            self.slip(table, 300 + 10 * table, 305 - 5 * table - 5 * round_number)
            expect(self.page.locator(f"#table-{table}")).to_have_class(re.compile("is-done"))
        expect(self.page.locator("#desk-watch .desk-tally b")).to_have_text(str(tables))

    def board(self):
        """Return the recorded tournament."""
        with self.server.app.app_context():
            return tournament_board.load(self.access())

    def access(self):
        """Return the director's access to the tournament. Needs an app context."""
        who, _ = accounts.sign_in("Bernice", PASSWORD, "127.0.0.1")
        assert members.clubs_of_account(who)
        return tournament_entrance.desk(int(self.url.rpartition("/")[2]), who)
