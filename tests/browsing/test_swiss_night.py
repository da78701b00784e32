from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.tournament.check import check
from scorekeeper.workflows import accounts, club_board, club_members, club_way

pytestmark = pytest.mark.browser

PAIRS = [
    *("Aline & Denis", "Rosa & Edgar", "Alma & Yvon", "Claire & Benoît", "Donat & Zélie", "Léonie & Camille"),
    *("Euclide & Marguerite", "Ola & Hector", "Eveline & Fernand", "Mathilde & Alphée", "Irène & Régis"),
]
LATE = ("Bertha", "Ulysse")
PASSWORD = "quatre cartes et une mise"
REPORT = {"en-CA": "Final report", "fr-CA": "Rapport final"}


class Night:
    """A director at a laptop: the pages of the desk, and results typed by keyboard alone."""

    def __init__(self, page, server):
        self.page, self.server = page, server
        self.url = ""

    def begin(self):
        """The first account, a club, a tournament as it is proposed for twelve pairs."""
        page = self.page
        page.goto(self.server.url + "/club/start")
        page.locator("[name=name]").fill("Bernice")
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("[name=club]").fill("Club de 200 de Cocagne")
        page.locator("main .btn--go, form .btn--go").first.click()
        page.locator(".dk-title .btn--go").click()
        page.locator("[name=name]").fill("Soirée suisse")
        page.locator("[name=hours]").fill("3.5")
        expect(page.locator("#offers [name=offer]:checked")).to_have_value(re.compile("swiss"))
        page.locator("[name=do][value=create]").click()
        page.locator("details:has([name=text])").evaluate("one => { one.open = true }")
        page.locator("[name=text]").fill("\n".join(PAIRS))
        page.locator("details:has([name=text]) .btn").click()
        expect(page.locator(".dk-entrants tbody tr")).to_have_count(len(PAIRS))
        self.url = page.url.partition("/entrants")[0]

    def go(self, path=""):
        """A page of this tournament."""
        self.page.goto(self.url + path)

    def next_round(self, number, tables):
        """Pair, look, publish."""
        self.go()
        self.page.locator(".dk-step .btn--go").click()
        expect(self.page.locator(".dk-pairings > li:not(.is-bye)")).to_have_count(tables)
        assert self.page.locator(".dk-why").first.inner_text()
        self.page.locator(".dk-title .btn--go").click()
        expect(self.page.locator(".dk-rounds [aria-current]")).to_have_text(str(number))

    def slip(self, table, one, other):
        """A result from a slip: nothing but keys."""
        keys = self.page.keyboard
        expect(self.page.locator("#entry-table")).to_be_focused()
        for text in (table, one, other):
            keys.type(str(text))
            keys.press("Enter")

    def results(self, round_number, tables):
        """Every table of a round; those of a lower number are a little stronger."""
        for table in range(1, tables + 1):
            self.slip(table, 300 + 10 * table, 305 - 5 * table - 5 * round_number)
            expect(self.page.locator(f"#table-{table}")).to_have_class(re.compile("is-done"))
        expect(self.page.locator("#dk-watch .dk-tally b")).to_have_text(str(tables))

    def board(self):
        """What is recorded."""
        with self.server.app.app_context():
            who, _ = accounts.sign_in("Bernice", PASSWORD, "127.0.0.1")
            assert club_members.of_account(who)
            return club_board.load(club_way.desk(int(self.url.rpartition("/")[2]), who))


@pytest.mark.parametrize("language", list(REPORT))
def test_a_swiss_night_with_a_late_pair_a_dropout_and_a_wrong_result_goes_through_the_desk(live_server, open_page, language):
    page = open_page(desktop=True, language=language)
    night = Night(page, live_server)
    night.begin()

    night.next_round(1, 5)  # eleven pairs: a bye
    night.results(1, 5)

    night.go("/entrants")
    for place, name in enumerate(LATE):
        page.locator(f"[name=player-{place}]").fill(name)
    page.keyboard.press("Enter")
    expect(page.locator(".dk-entrants tbody tr")).to_have_count(12)
    night.next_round(2, 6)
    night.results(2, 6)

    left = night.board().standings[-1].id
    night.go(f"/entrants/{left}")
    page.locator("[value=withdraw]").click()
    page.locator("[value=rejoin]").wait_for()
    night.next_round(3, 5)
    night.results(3, 5)
    night.next_round(4, 5)
    night.slip(1, 345, 290)
    expect(page.locator("#table-1")).to_have_class(re.compile("is-done"))

    # The slip of table 2 in round 2 was read the wrong way round.
    night.go("/rounds/2")
    night.slip(2, 250, 350)
    page.wait_for_url("**/rounds/2/tables/2/correct?**")
    assert page.locator(".dk-moves tbody tr").count() >= 2
    assert page.locator(".dk-table").first.locator("tbody tr").count() >= 1
    page.locator("[name=do][value=repair]").click()
    expect(page.locator(".dk-said")).to_be_visible()
    found = night.board()
    assert found.table(2, 2).result.scores == (250, 350)
    assert found.table(4, 1).result.scores == (345, 290), "what was played stays"

    night.go()
    for table in range(2, 6):
        night.slip(table, 320, 200)
        expect(page.locator(f"#table-{table}")).to_have_class(re.compile("is-done"))
    night.next_round(5, 5)
    night.results(5, 5)

    page.locator(".dk-step .btn--go").click()
    page.locator("main form .btn--go").click()
    expect(page.locator(".dk-standings tbody tr")).to_have_count(12)
    assert REPORT[language] in page.locator("main").inner_text()
    assert page.locator(".dk-report section").count() == 5
    assert page.locator(".dk-report tr:has-text('250'):has-text('350')").count() == 1
    assert page.locator("html").get_attribute("lang") == language[:2]

    found = night.board()
    assert found.status == "finished"
    problems = [p for p in check(found.tournament) if not found.round(p.round or 0) or not found.round(p.round).by_hand]
    assert problems == []
    winner = found.entrant(found.standings[0].id)
    assert winner.name in page.locator(".dk-standings tbody tr").first.inner_text()
