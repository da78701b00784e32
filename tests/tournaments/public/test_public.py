from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.tournaments.commands.rounds import clock
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments import evening
from tests.visitor import text_of


@pytest.fixture
def swiss(app):
    """Five pairs with one round played and one result in the second."""
    desk = evening.Desk(app, evening.pairs(5), options={"rounds": 4}, venue="Memramcook")
    desk(evening.play_round)
    desk(evening.next_round)
    desk(evening.enter, 1, (300, 120))
    return desk


def get(client, desk, page="", **options):
    return client.get(f"/tournaments/{desk.id}{page}", **options)


@pytest.mark.slow
def test_everybody_can_read_every_page_of_an_announced_tournament(client, swiss):
    pages = [
        "",
        "/tables",
        "/tables?by=name",
        "/standings",
        "/standings?now=1",
        "/cross",
        "/entrants",
        "/where",
        "/who/e1",
        "/screen",
    ]
    for page in [*pages, "/rounds/1/tables/1", "/rounds/2/tables/2"]:
        for language in ("en", "fr"):
            answer = get(client, swiss, page, headers={"Accept-Language": language})
            assert answer.status_code == 200, page
            assert "Friday night" in text_of(answer), page


def test_a_draft_and_a_tournament_that_is_not_there_look_the_same(app, client):
    with app.app_context():
        access = lifecycle.create(evening.club(), {"name": "Secret", "day": "2026-12-01"})
    pages = [
        client.get(f"/tournaments/{number}{page}")
        for number in (access.tournament_id, 999)
        for page in ("", "/entrants", "/screen")
    ]
    assert {answer.status_code for answer in pages} == {404}
    number = re.compile(r"\b\w{4}(-\w{4})+\b")  # of the request: another each time
    assert len({number.sub("", text_of(answer)) for answer in pages}) == 1


def test_pages_that_a_tournament_does_not_have_are_not_there(client, swiss):
    for page in ("/bracket", "/rounds/9/tables/1", "/rounds/1/tables/99", "/who/e99", "/tables?round=7"):
        assert get(client, swiss, page).status_code == 404, page


def test_the_standings_say_what_separated_a_line_from_the_one_above(client, swiss):
    html = get(client, swiss, "/standings").get_data(as_text=True)
    assert "<abbr" in html
    assert 'class="decides"' in html
    rows = re.findall(r'<td class="rank-number">(\d+)</td>', html)
    assert [int(rank) for rank in rows] == sorted(int(rank) for rank in rows)
    assert len(rows) == 5


@pytest.mark.slow
def test_a_name_is_found_without_its_accents(app, client):
    desk = evening.Desk(app, [["Évangéline", "Théo"], ["Aline", "Denis"], ["Alma", "Yvon"], ["Rosa", "Edgar"]])
    desk(evening.next_round)
    found = get(client, desk, "/where?q=evangeline")
    assert found.status_code == 303
    page = text_of(client.get(found.location))
    assert "Évangéline & Théo" in page
    assert "Table " in page
    several = text_of(get(client, desk, "/where?q=AL"))
    assert "Aline & Denis" in several
    assert "Alma & Yvon" in several
    assert "Not found. Type part of the name." in text_of(get(client, desk, "/where?q=Zachary"))


def test_a_bye_is_on_the_lists(client, swiss):
    assert "Bye" in text_of(get(client, swiss, "/tables"))
    assert "bye" in text_of(get(client, swiss, "/tables?by=name"))


def test_names_are_shown_and_never_obeyed(app, client):
    desk = evening.Desk(app, [["<b>Al", "O'Dell"], ["Rosa", "Edgar"]], "single_elimination")
    desk(evening.next_round)
    for page in ("/tables", "/bracket", "/who/e1", "/screen", "/where?q=%3Cscript%3E"):
        html = get(client, desk, page).get_data(as_text=True)
        assert "<b>Al" not in html
        assert "q=<script>" not in html


def test_a_fragment_is_sent_only_when_something_changed(client, swiss):
    first = get(client, swiss, "/standings", headers={"X-Fragment": "1"})
    assert first.get_data(as_text=True).lstrip().startswith("<div id=")
    again = {"X-Fragment": "1", "If-None-Match": first.headers["ETag"]}
    assert get(client, swiss, "/standings", headers=again).status_code == 304
    swiss(evening.enter, 2, (100, 200))
    changed = get(client, swiss, "/standings", headers=again)
    assert changed.status_code == 200
    assert changed.headers["ETag"] != first.headers["ETag"]


def test_time_that_is_called_shows_on_every_page(client, swiss):
    swiss.write(clock.start, 40)
    assert re.search(r"(40:00|39:5\d)", text_of(get(client, swiss, "/tables")))
    swiss.write(clock.call)
    for page in ("/tables", "/screen"):
        assert "Last hand" in text_of(get(client, swiss, page))


@pytest.mark.parametrize(("asked", "offered"), [("", ["light", "dark"]), ("?theme=dark", ["light"]), ("?theme=light", ["dark"])])
def test_the_screen_offers_the_other_colours(app, client, asked, offered):
    desk = evening.Desk(app, evening.pairs(4))
    html = get(client, desk, f"/screen{asked}").get_data(as_text=True)
    assert re.findall(r'<a class="hall-(\w+)"', html) == offered


def test_the_screen_shows_everything_in_turn(app, client):
    desk = evening.Desk(app, evening.pairs(30), options={"rounds": 4})
    desk(evening.play_round)
    desk(evening.next_round)
    # Before the first result, it shows only names.
    desk(evening.enter, 1, [300, 200])
    seen = []
    html = get(client, desk, "/screen?seconds=9").get_data(as_text=True)
    steps = html.count("<li", html.index('class="dots"'), html.index("</ol>", html.index('class="dots"')))
    for step in range(steps):
        answer = get(client, desk, f"/screen?step={step}", headers={"X-Fragment": "1"})
        seen.append(text_of(answer))
    everything = " ".join(seen)
    board = desk.board
    for entry in board.entrants:
        one, other = entry.players
        assert f"{one} with {other}" in everything
        assert everything.count(entry.name) >= 2, entry.name  # by table, in the standings
    # Without scripts the browser goes on automatically.
    assert 'http-equiv="refresh" content="9;url=' in html
    # The first page follows the last one.
    assert text_of(get(client, desk, f"/screen?step={steps}", headers={"X-Fragment": "1"})) == seen[0]


@pytest.mark.parametrize("entrants", [5, 9, 16])
def test_a_bracket_draws_every_match_and_where_it_leads(app, client, entrants):
    desk = evening.Desk(app, evening.pairs(entrants), "double_elimination")
    desk(evening.play_round)
    html = get(client, desk, "/bracket").get_data(as_text=True)
    drawn = set(re.findall(r'<text class="n" y="-5">(\w+\.?\d*)', html))
    bracket = desk.board.bracket
    playable = {
        m.slot.name
        for m in bracket.matches.values()
        if m.status not in ("empty",) and not (m.status == "walkover" and not m.loser)
    }
    assert drawn == playable
    assert "Grand final" in html
    assert "Losers’ bracket" in html


@pytest.mark.slow
def test_a_bracket_says_the_second_final_when_it_is_played(app, client):
    desk = evening.Desk(app, evening.pairs(4), "double_elimination")
    for _ in range(3):
        desk(evening.play_round)
    board = desk(evening.next_round)
    assert board.current.tables[0].match == "F1"
    winners_side = [s[0] for s in board.current.tables[0].sides].index(board.bracket.matches["F1"].sides[0])
    scores = (100, 300) if winners_side == 0 else (300, 100)
    desk(evening.enter, 1, scores)
    assert desk(evening.next_round).current.tables[0].match == "F2"
    text = text_of(get(client, desk, "/bracket"))
    assert "Second final" in text
    desk(evening.enter, 1, (300, 100))
    champion = desk.board.name_of(desk.board.bracket.champion())
    assert f"Winner {champion}" in text_of(get(client, desk, "/bracket"))


def test_a_cross_table_of_a_round_robin_is_square(app, client):
    desk = evening.Desk(app, evening.pairs(4), "round_robin")
    for _ in range(3):
        desk(evening.play_round)
    html = get(client, desk, "/cross").get_data(as_text=True)
    assert "is-square" in html
    assert html.count("cross-win") == 6
    assert html.count("cross-loss") == 6
    assert html.count("cross-self") == 4


def test_a_club_shows_what_was_announced_and_nothing_else(app, client, swiss):
    with app.app_context():
        lifecycle.create(evening.club(), {"name": "Still secret", "day": "2026-12-01"})
    slug = swiss.access.club_slug
    text = text_of(client.get(f"/club/{slug}"))
    assert "Friday night" in text
    assert "Still secret" not in text
    assert client.get("/club/nobody-here").status_code == 404
    assert slug in get(client, swiss).get_data(as_text=True)


def test_after_a_knockout_the_standings_have_every_pool_and_say_what_each_heading_means(app, client):
    first = {"method": "round_robin", "pools": 2, "advance": 2, "options": {}}
    stages = [first, {"method": "single_elimination", "options": {}}]
    desk = evening.Desk(app, evening.pairs(8), method="stages", options={"stages": stages})
    for _ in range(5):
        desk(evening.play_round)
    page = text_of(get(client, desk, "/standings"))
    headings = ["Knock-out Rank", "Out after the pools Rank", "Pool A Rank", "Pool B Rank"]
    assert sorted(headings, key=page.index) == headings
    assert all(page.count(desk.board.name_of(e.id)) == 2 for e in desk.board.entrants)
    assert "Rk Rank" in page
    assert "Pool Place in the pool" in page
    screen = text_of(get(client, desk, "/screen?show=standings&step=1"))
    assert "Out after the pools" in screen


def test_the_partner_of_a_round_stands_apart_from_the_opponents(app, client):
    desk = evening.Desk(app, [[name] for name in evening.people(8)], method="rotating_partners", options={"rounds": 2})
    for _ in range(2):
        desk(evening.play_round)
    page = get(client, desk, "/who/e1").get_data(as_text=True)
    assert re.search(r"\w\s+<small>with ", page)
    assert not re.search(r"\S<small>with ", page)


@pytest.mark.browser
def test_the_desk_on_a_phone_shows_whole_names_above_the_scores(live_server, open_page):
    long = [["Gilles Tardif", "Anne-Marie Robichaud"], ["Cécile Beaulieu", "Raymond Arsenault"]]
    desk = evening.Desk(live_server.app, long, options={"rounds": 1})
    desk(evening.next_round)
    page = open_page()
    page.goto(live_server.url + "/club/sign-in")
    page.locator("[name=name]").fill("Organiser")
    page.locator("[name=password]").fill("fleur de lys au vent")
    page.locator("main .btn--primary, form .btn--primary").first.click()
    page.goto(f"{live_server.url}/desk/{desk.id}")
    page.locator("#entry-table").fill("1")
    for side in (0, 1):
        name = page.locator(f"#entry [data-name='{side}']")
        expect(name).to_contain_text("&")
        assert name.evaluate("(e) => e.scrollHeight <= e.clientHeight && e.scrollWidth <= e.clientWidth")
