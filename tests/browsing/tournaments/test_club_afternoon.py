"""A club's Saturday afternoon, from the four questions to *like last Saturday*: one desk, the players' phones, the hall."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from scorekeeper.archives import export, restore
from scorekeeper.core.i18n.translation import t_for
from scorekeeper.tournaments.commands import authorization
from scorekeeper.tournaments.commands import snapshot as tournament_board
from scorekeeper.tournaments.commands.calls.board_calls import calls_of
from scorekeeper.tournaments.commands.door import check_ins, payments
from scorekeeper.tournaments.commands.door.check_in_link import check_in_link
from scorekeeper.tournaments.commands.door.door_state import DoorState
from scorekeeper.tournaments.commands.door.money_state import MoneyState, read_purse, record_with_money
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.files import record_answers
from scorekeeper.tournaments.commands.rounds import rounds
from tests.browsing.table_phones import sit
from tests.tournaments import evening

pytestmark = [pytest.mark.browser, pytest.mark.thorough("a whole afternoon takes a minute")]

NAMES = evening.people(40)
MISSING = ["e37", "e38", "e39", "e40"]
STANDS = "() => !document.activeElement.getAnimations().length"
"""A button on a page that just appeared ignores presses for a moment (click-guard.js)."""
A_MOMENT = 850
"""Milliseconds after which a second tap in the same place counts (click-guard.js)."""
PURSE = {
    "share": "90",
    "hall": "20",
    "sponsor-0": "Caisse populaire",
    "sponsor-amount-0": "40.01",
    "percent-1": "75",
    "first-1-0": "1",
    "amount-1-0": "50%",
    "first-1-1": "2",
    "amount-1-1": "30%",
    "first-1-2": "3",
    "amount-1-2": "20%",
    "percent-2": "25",
    "first-2-0": "1",
    "amount-2-0": "60%",
    "first-2-1": "2",
    "amount-2-1": "40%",
    "first-2-2": "",
    "amount-2-2": "",
}
TIED = {
    "en-CA": r"1st and 2nd are tied: \$([\d.]+) \+ \$([\d.]+) = \$([\d.]+), \$([\d.]+) each\.",
    "fr-CA": r"1er et 2e à égalité : ([\d,]+) \$ \+ ([\d,]+) \$ = ([\d,]+) \$, soit ([\d,]+) \$ chacun\.",
}
EACH = {"en-CA": " each", "fr-CA": " chacun"}
PRESS = {"en": "36 people took part in", "fr": "36 personnes ont participé"}


class Afternoon:
    """The tournament, its desk in a browser, and what people do there. `taps`: the clicks since `count`."""

    def __init__(self, server, open_page, language):
        self.server, self.open_page, self.language = server, open_page, language
        with server.app.app_context():
            self.slug = evening.club().slug
        self.desk = open_page(language=language, desktop=True)
        self.desk.goto(f"{server.url}/club/sign-in")
        self.desk.locator("[name=name]").fill("Organiser")
        self.desk.locator("[name=password]").fill("fleur de lys au vent")
        self.desk.locator("main .btn--primary").click()
        self.desk.wait_for_url("**/desk/**")
        self.id, self.clicks = 0, 0

    # ---- the desk's pages

    def go(self, path=""):
        self.desk.goto(f"{self.server.url}/desk/{self.id}{path}")

    def click(self, what):
        """Click a button or link of the desk, and count it."""
        self.desk.locator(what).first.click()
        self.clicks += 1

    def moved(self):
        """Note the tournament that the desk shows now."""
        self.desk.wait_for_url(re.compile(r"/desk/\d+/entrants"))
        self.id = int(re.search(r"/desk/(\d+)", self.desk.url)[1])

    # ---- the facts

    def __call__(self, act, *args, **more):
        """Run `act` with the director's access."""
        with self.server.app.app_context():
            return act(authorization.desk(self.id, evening.club().account), *args, **more)

    def write(self, act, *args, **more):
        """Run a command that writes at the latest revision, and return the tournament after it."""
        with self.server.app.app_context():
            access = authorization.desk(self.id, evening.club().account)
            return write(access, act(*args, **more), revision=access.revision, uuid=evening.key()).board

    @property
    def board(self):
        return self(tournament_board.load)

    def enter(self, *tables, scores=None):
        """Enter results at these tables of the round; all, if none is given."""
        for table in self.board.current.tables:
            if not table.result.known and (not tables or table.number in tables):
                self(evening.enter, table.number, (scores or usual)(table))


def usual(table):
    """Return scores that differ from table to table."""
    return (300 + 10 * table.number, 250 - 5 * table.number)


@pytest.mark.parametrize("language", ["en-CA", "fr-CA"])
def test_a_club_afternoon_from_the_four_questions_to_the_next_saturday(live_server, open_page, language):
    club = Afternoon(live_server, open_page, language)
    make_the_tournament(club)
    pass_the_door(club)
    play_round_1(club)
    settle_a_call(club)
    for _ in range(2):
        club.write(rounds.pair, without=MISSING)
        club.write(rounds.publish)
        club.enter()
    expect_rules_of_seating(club)
    share_the_purse(club)
    play_the_finals(club)
    expect_the_tie_explained(club)
    give_the_prizes(club)
    expect_books_record_and_archive(club)
    begin_the_next_saturday(club)


def make_the_tournament(club):
    """Answer the four questions, paste the list, and set what this club wants."""
    page = club.desk
    page.goto(f"{club.server.url}/desk/clubs/{club.slug}")
    page.locator(".desk-title .btn--primary").click()
    page.locator("label:has([name=who][value=players])").click()
    for name, value in {"entrants": "40", "day": "2026-11-28", "starts": "13:00", "ends": "17:00", "name": "Samedi"}.items():
        page.locator(f"[name={name}]").fill(value)
    with page.expect_response("**/new?*offer=stages*"):
        page.locator("#offers > .group label:has([value^=stages])").click()
    page.locator(".desk-more-formats summary").click()
    page.locator("[name=offer-rounds]").fill("7")
    expect(page.locator("#offers > .group label:has(:checked)")).to_contain_text("7")
    expect(page.locator("[name=offer-rounds]")).to_be_visible()
    page.locator("[name=venue]").fill("L’Isle-Verte")
    page.locator("[name=do][value=create]").click()
    club.moved()
    page.locator("details:has([name=text])").evaluate("one => { one.open = true }")
    page.locator("[name=text]").fill("\n".join(NAMES))
    page.locator("details:has([name=text]) .btn").click()
    expect(page.locator(".desk-entrants tbody tr")).to_have_count(40)
    club.go("/setup")
    page.locator("[name=cut]").fill("8")
    page.locator("#setup details:has([name=check-in]) > summary").click()
    page.locator("[name=check-in]").check()
    page.locator("[name=price]").fill("10")
    page.locator("[name=may-call]").check()
    page.locator("#setup .btn--primary").click()
    page.wait_for_load_state()
    stages = club.board.options.stages
    assert [stage.options.rounds for stage in stages] == [5, 2]
    assert (stages[1].cut, DoorState(club.board).price) == (8, 1000)
    club.go("/apart")
    for who in ("e1", "e2"):
        page.locator(f"[name=who][value={who}]").check()
    page.locator("form[data-sought] .btn--primary").click()
    expect(page.locator("ul.rows").first).to_contain_text(NAMES[0])
    club.go("/entrants/e3")
    page.locator("#profile").evaluate("one => { one.open = true }")
    page.locator("#profile [name=table]").fill("4")
    page.locator("#profile form:has([name=table]) .btn").click()
    page.wait_for_load_state()
    expect(page.locator("#profile [name=table]")).to_have_value("4")


def pass_the_door(club):
    """Check in 36 of 40: two on their own phones, two at the desk, the others by commands. Four are missing: four taps."""
    token = club(lambda access: check_in_link(access, tournament_board.load(access)))
    club.go("/door")
    page = club.desk
    expect(page.locator("html.js .door-row")).to_have_count(40)
    for who in ("e1", "e3"):
        phone = club.open_page(language=club.language)
        phone.goto(f"{club.server.url}/d/{token}")
        phone.locator(f".door-own [value=here-{who}]").tap()
        expect(phone.locator(f".door-own [value=expected-{who}]")).to_be_visible()
        expect(page.locator(f"#door-{who}")).to_have_attribute("data-state", "here")
    club.write(check_ins.check_in, [f"e{n}" for n in range(4, 36)], "here")
    for n in range(4, 36):
        club.write(payments.pay, f"e{n}", "cash" if n % 2 else "e_transfer")
    page.reload()
    expect(page.locator("html.js .door-row")).to_have_count(40)
    for who, *acts in (("e1", "cash"), ("e2", "here", "e_transfer"), ("e3", "cash"), ("e36", "here", "cash")):
        for act in acts:
            tap(page, who, act)
    for who in MISSING:
        tap(page, who, "missing")
    expect(page.locator("#door-sums .door-count")).to_contain_text("36")
    door = DoorState(club.board)
    assert [one.state for one in door.entries] == ["here"] * 36 + ["missing"] * 4
    assert (door.till.short, sum(one.paid for one in door.entries)) == (0, 36_000)


def tap(page, who, act):
    button = page.locator(f"#door-{who} .door-tap--{act}")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".door-row.is-pending")).to_have_count(0)
    page.wait_for_timeout(A_MOMENT)


def play_round_1(club):
    """Pair the round without the missing players. After the last result, two keys publish the next round."""
    page = club.desk
    page.locator("#door-sums .btn--primary").click()
    page.wait_for_url("**/door/pair")
    page.locator("main .btn--primary").click()
    publish(page)
    expect(page.locator("#entry-table")).to_be_focused()
    board = club.board
    assert len(board.current.tables) == 9
    assert {i for t in board.current.tables for i in t.ids} == {f"e{n}" for n in range(1, 37)}
    club.enter(*range(1, 9))
    page.reload()
    expect(page.locator("#desk-watch .desk-tally b")).to_have_text("8")
    for text in ("9", "390", "205"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    pair = page.locator("#desk-next .desk-step .btn")
    expect(pair).to_be_focused()
    page.wait_for_function(STANDS)
    page.keyboard.press("Enter")
    publish(page)
    expect(page.locator(".desk-rounds [aria-current]")).to_have_text("2")


def publish(page):
    """Publish the draft by Enter alone."""
    page.wait_for_url("**/draft")
    expect(page.locator(".desk-title .btn--primary")).to_be_focused()
    page.wait_for_function(STANDS)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/desk/\d+$"))


def settle_a_call(club):
    """A table calls by phone, the director comes and rules, and gives a penalty after seeing what it changes."""
    page, table = club.desk, club.board.current.table(5)
    one = table.sides[0][0]
    phone = club.open_page(language=club.language)
    sit(phone, f"{club.server.url}/t/{club(evening.tables)[5]}", one)
    phone.locator(".call summary").tap()
    phone.locator(".call [name=reason][value=revoke]").tap()
    expect(phone.locator(".call [role=status]")).to_be_visible()
    call = page.locator(".desk-call.is-new")
    expect(call).to_contain_text("5")
    with page.expect_popup() as opened:
        call.locator("form .btn--primary").click()
    expect(opened.value.locator("#main.ruling")).to_be_visible()
    opened.value.close()
    page.locator(".desk-call a.btn").click()
    page.locator("[name=note]").fill("Renonce : 20")
    page.locator("[name=rule]").select_option("play.revoke")
    page.locator("form.panel .btn--primary").click()
    page.wait_for_url(re.compile(r"/desk/\d+$"))
    expect(page.locator(".desk-call")).to_have_count(0)
    assert [(one.reason, one.status, one.rule) for one in calls_of(club.board)] == [("revoke", "settled", "play.revoke")]
    club.enter()
    before = club.board.standings
    club.go(f"/entrants/{one}/penalty?round=2&table=5")
    page.locator("[name=kind][value=game_points]").check()
    page.locator("[name=points]").fill("-20")
    page.locator("[name=reason]").fill("renonce")
    page.locator("form.stack select[name=rule]").select_option("play.revoke")
    page.locator("form.stack .btn--primary").click()
    expect(page.locator(".desk-result").first).to_contain_text("350")
    expect(page.locator(".desk-result").first).to_contain_text("330")
    page.locator(".panel .btn--primary").click()
    page.wait_for_url("**/rounds/2/tables/5")
    expect(page.locator("main")).to_contain_text("renonce")
    assert club.board.standings != before
    # Two clicks lead from here to the next round, without a question about players who never came.
    club.go()
    club.clicks = 0
    club.click("#desk-next .desk-step .btn")
    page.wait_for_url("**/draft")
    club.click(".desk-title .btn--primary")
    expect(page.locator(".desk-rounds [aria-current]")).to_have_text("3")
    assert club.clicks == 2
    club.enter()


def expect_rules_of_seating(club):
    """Check the meetings and the fixed table of all rounds so far."""
    board = club.board
    tables = [table for one in board.rounds for table in one.tables]
    assert len(board.rounds) == 5
    assert not any({"e1", "e2"} <= {*table.ids} for table in tables)
    assert {table.number for table in tables if "e3" in table.ids} == {4}
    partners = [frozenset(side) for table in tables for side in table.sides]
    assert len(partners) == len({*partners})


def share_the_purse(club):
    """Set the purse: 90 % of the fees and a sponsor, minus the hall; three quarters for final A."""
    club.go("/money/purse")
    for name, value in PURSE.items():
        club.desk.locator(f"[name={name}]").fill(value)
    club.desk.locator("main form .btn--primary").click()
    club.desk.wait_for_url("**/money")
    assert read_purse(club.board).sponsored == 4001


def play_the_finals(club):
    """Make finals A and B of 8 and 28. Two players of final A end with exactly the same."""
    page = club.desk
    club.go()
    expect(page.locator("#desk-next .desk-step .btn")).to_contain_text("28")
    page.locator("#desk-next .desk-step .btn").click()
    page.locator("main .btn--primary").click()
    page.wait_for_url("**/draft")
    page.locator(".desk-title .btn--primary").click()
    page.wait_for_url(re.compile(r"/desk/\d+$"))
    current = club.board.current
    assert [sum(len(t.ids) for t in current.tables if t.pool == final) for final in "AB"] == [8, 28]
    won = {who for t in current.tables if t.pool == "A" for who in t.sides[0]}
    club.enter(scores=lambda t: (300, 200) if t.pool == "A" else usual(t))
    club.write(rounds.pair)
    club.write(rounds.publish)
    both = [side for t in club.board.current.tables if t.pool == "A" for side in t.sides if won >= {*side}]

    def scores(table):
        if table.pool == "B":
            return usual(table)
        ahead = max(table.sides, key=lambda side: len(won & {*side}))
        made = (350, 200) if not both or ahead == both[0] else (300, 250)
        return made if ahead == table.sides[0] else made[::-1]

    club.enter(scores=scores)
    ranks = [row.rank for row in dict(club.board.standings_by_final)["A"]]
    assert ranks[:3] == [1, 1, 3]


def expect_the_tie_explained(club):
    """Check the sentence about the shared prizes, and its sums."""
    club.go("/money")
    text = club.desk.locator("main").inner_text().replace("\u00a0", " ").replace("\u202f", " ")
    one, other, both, each = (cents(amount) for amount in re.search(TIED[club.language], text).groups())
    awards = [award.cents for award in MoneyState(club.board).awards if award.group == "A"][:2]
    assert one + other == both == sum(awards)
    assert each in awards
    assert max(awards) - min(awards) <= 1


def give_the_prizes(club):
    """Finish, turn the podium's pages on the hall screen, and read the text for the press."""
    page = club.desk
    club.go("/finish")
    page.locator("main .btn--primary").click()
    page.wait_for_url("**/report")
    board = club.board
    finals = {letter: [board.name_of(row.id) for row in rows] for letter, rows in board.standings_by_final}
    hall = club.open_page(language=club.language, desktop=True)
    hall.goto(f"{club.server.url}/tournaments/{club.id}/screen?show=podium")
    shown = []
    for step in range(hall.locator(".dots li").count()):
        expect(hall.locator("#live")).to_have_attribute("data-step", str(step))
        shown.append(hall.locator("#live").inner_text())
        assert hall.evaluate("document.documentElement.scrollHeight <= innerHeight"), shown[-1]
        hall.keyboard.press("ArrowRight")
    first_of_b, first_of_a = (next(n for n, text in enumerate(shown) if finals[letter][0] in text) for letter in "BA")
    assert first_of_b < first_of_a
    assert all(name in shown[first_of_a] for name in finals["A"][:2]), "a shared place is one page"
    assert EACH[club.language] in shown[first_of_a]
    club.go("/prize-giving")
    for language, sentence in PRESS.items():
        text = page.locator(f"#press-{language}").input_value()
        assert sentence in text
        assert "Caisse populaire." in text
        assert all(name in text for name in (*finals["A"][:2], finals["B"][0]))


def expect_books_record_and_archive(club):
    """Check that money is conserved to the cent, that the record is right, and that the archive restores to the same."""
    money = MoneyState(club.board)
    books = money.books
    purse = 36_000 * 90 // 100 + 4001 - 2000
    assert sum(award.cents for award in money.awards) == purse
    assert (books.fees, books.sponsors, books.prizes, books.hall) == (36_000, 4001, purse, 2000)
    assert (books.income - books.spent, books.unspent) == (3600, 0)
    record = json.loads(json.dumps(record_with_money(club.board)))
    assert record_answers.check_record(t_for("en"), record) == {"ok": True, "problems": []}
    with club.server.app.app_context():
        access = evening.club()
        data = export.export_club(access)
        assert export.export_club(restore.import_club(access.account, data)) == data


def begin_the_next_saturday(club):
    """Begin like last Saturday: the 36 who came, the door and the purse; five clicks to round 1."""
    page, last = club.desk, club.board
    page.goto(f"{club.server.url}/desk/clubs/{club.slug}")
    club.clicks = 0
    club.click(".desk-like .btn")
    expect(page.locator("[name^=regular-]:checked")).to_have_count(36)
    club.click("main form .btn--primary")
    club.moved()
    club.click(".desk-step .btn")
    page.wait_for_url("**/door/pair")
    club.click("[name=do][value=rest]")
    page.wait_for_url("**/draft")
    club.click(".desk-title .btn--primary")
    page.wait_for_url(re.compile(r"/desk/\d+$"))
    assert club.clicks == 5
    board = club.board
    assert len(board.current.tables) == 9
    assert (board.options, DoorState(board).price) == (last.options, 1000)
    assert read_purse(board).lists == read_purse(last).lists


def cents(amount):
    """Return an amount on a page in cents."""
    return int(re.sub(r"\D", "", amount))
