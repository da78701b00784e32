from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.pairing.verify.verify import check
from tests.browsing.laptop import Night

pytestmark = pytest.mark.browser

LATE = ("Bertha", "Ulysse")
REPORT = {
    "en-CA": {
        "title": "Final report",
        "standings": "Standings",
        "moved": "Late arrivals, departures, substitutions",
        "late": "since round 2",
        "gone": "left before round 3",
        "entrants": "12 entrants",
        "bye": "bye",
        "round": "Round 2",
        "winner": "Winner",
    },
    "fr-CA": {
        "title": "Rapport final",
        "standings": "Classement",
        "moved": "Retards, départs, remplacements",
        "late": "depuis la ronde 2",
        "gone": "départ avant la ronde 3",
        "entrants": "12 inscriptions",
        "bye": "exempt",
        "round": "Ronde 2",
        "winner": "Gagnant",
    },
}


def the_report_tells_it_all(page, found, words, gone):
    """Check the final report: standings in order, late entries and drop-outs, every round as corrected."""
    expect(page.locator(".desk-title .lede").first).to_have_text(words["title"])
    expect(page.get_by_role("heading", name=words["standings"], exact=True)).to_be_visible()
    names = [text.splitlines()[0] for text in page.locator(".desk-standings tbody th").all_inner_texts()]
    assert names == [found.name_of(row.id) for row in found.standings]
    assert len(names) == 12
    moved = page.locator(".desk-part", has=page.get_by_role("heading", name=words["moved"]))
    assert f"{' & '.join(LATE)}, {words['late']}" in moved.inner_text()
    assert f"{gone}, {words['gone']}" in moved.inner_text()
    text = page.locator("main").inner_text()
    assert words["entrants"] in text
    rounds = page.locator(".desk-report section")
    expect(rounds).to_have_count(5)
    second = page.locator(".desk-report section", has=page.get_by_role("heading", name=words["round"]))
    rows = second.locator("tr").all_inner_texts()
    assert ["250", "350"] in [[cell for cell in row.split() if cell.isdecimal()][1:] for row in rows], "as it was corrected"
    byes = sum(words["bye"] in row for row in rounds.locator("tr").all_inner_texts())
    assert byes == sum(len(one.byes) for one in found.rounds) == 4


@pytest.mark.parametrize("language", ["en-CA", "fr-CA"])
def test_a_swiss_night_with_a_late_pair_a_dropout_and_a_wrong_result_goes_through_the_desk(live_server, open_page, language):
    page = open_page(desktop=True, language=language, errors_expected=True)  # a result that is refused
    night = Night(page, live_server)
    night.begin()

    night.next_round(1, 5)  # eleven pairs: a bye
    night.results(1, 5)

    night.go("/entrants")
    for place, name in enumerate(LATE):
        page.locator(f"[name=player-{place}]").fill(name)
    page.keyboard.press("Enter")
    expect(page.locator(".desk-entrants tbody tr")).to_have_count(12)
    night.next_round(2, 6)
    night.results(2, 6)

    found = night.board()
    left = next(row.id for row in reversed(found.standings) if found.entrant(row.id).joined == 1)
    gone = found.name_of(left)
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
    assert page.locator(".desk-moves tbody tr").count() >= 2
    assert page.locator(".table").first.locator("tbody tr").count() >= 1
    page.locator("[name=do][value=repair]").click()
    expect(page.locator(".desk-said")).to_be_visible()
    found = night.board()
    assert found.table(2, 2).result.scores == (250, 350)
    assert found.table(4, 1).result.scores == (345, 290), "what was played stays"

    night.go()
    for table in range(2, 6):
        night.slip(table, 320, 200)
        expect(page.locator(f"#table-{table}")).to_have_class(re.compile("is-done"))
    night.next_round(5, 5)
    night.results(5, 5)

    page.locator(".desk-step .btn--primary").click()
    page.locator("main form .btn--primary").click()
    page.wait_for_load_state()  # a long page comes in pieces
    found = night.board()
    the_report_tells_it_all(page, found, REPORT[language], gone)
    assert page.locator("html").get_attribute("lang") == language[:2]

    # Everyone sees the same on a phone.
    phone = open_page(language=language)
    phone.goto(night.server.url + f"/tournaments/{night.url.rpartition('/')[2]}")
    expect(phone.locator(".won")).to_contain_text(REPORT[language]["winner"])
    expect(phone.locator(".won-name")).to_have_text(found.name_of(found.standings[0].id))

    assert found.status == "finished"
    problems = [p for p in check(found.tournament) if not found.round(p.round or 0) or not found.round(p.round).by_hand]
    assert problems == []
    winner = found.entrant(found.standings[0].id)
    assert winner.name in page.locator(".desk-standings tbody tr").first.inner_text()
