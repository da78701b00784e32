"""Rulings for a recorded game: its facts in the question, and the game under other rules."""

from __future__ import annotations

import re

from scorekeeper.core.devices import visitors
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.games.commands import game_state
from scorekeeper.games.commands.library import game_creation
from scorekeeper.rulings.rescore import same_seats
from tests.rulings.asked import RECORD, shown_answer
from tests.visitor import flat


def test_a_game_fills_in_its_rules_players_dealer_and_scores(client, game):
    index = client.get(f"/games/{game.game_id}/rulings", follow_redirects=True).text
    assert f"/games/{game.game_id}/under" in index
    location = client.get(f"/games/{game.game_id}/rulings/score").headers["Location"]
    for part in ("rules=kitty~keep-dealer", "names=Aline~", "dealer=3", "scores=125.20"):
        assert part in location
    assert f"/games/{game.game_id}/rulings" in client.get(f"/games/{game.game_id}").text


def test_a_recorded_hand_asked_at_the_desk_scores_as_it_did_on_the_sheet(app, client, game):
    with app.app_context():
        entry = game_state.load(game).entries[2]
    answer = shown_answer(client, f"/games/{game.game_id}/hands/{entry.id}/ruling")
    assert answer == "The contract is made: Aline & Claire 0 and Benoît & Denis +80."
    assert entry.hand.deltas == (0, 80)


def test_a_game_under_other_rules_stands_beside_itself(client, game):
    page = client.get(f"/games/{game.game_id}/under?rules=online_kitty").text
    assert shown_answer(client, f"/games/{game.game_id}/under?rules=online_kitty") == "The game goes on."
    assert "Hand 3 is the first to differ." in page
    assert page.count('class="is-first differs"') == 2


def quick_links(page):
    return re.findall(r'<a\s+class="chip chip--word"\s+href="\?rules=([^"]*)"', page)


def test_three_quick_questions_lead_to_the_final_scores(client, game):
    url = f"/games/{game.game_id}/under"
    links = quick_links(client.get(url).text)
    assert len(links) == 3
    assert links[0].endswith("target-300")
    for link in links:
        page = client.get(f"{url}?rules={link}").text
        assert quick_links(page) == links, "the other questions stay"
        assert page.count('aria-current="true"') == 1
    page = flat(client.get(f"{url}?rules={links[0]}").text)
    final = page.partition('class="row final"')[2].partition("</p>")[0]
    assert "Aline &amp; Claire" in final
    assert "Benoît &amp; Denis" in final


def test_the_list_has_only_rule_sets_for_these_players_and_partners(client, game):
    page = client.get(f"/games/{game.game_id}/under").text
    listed = re.findall(r'<option value="(\w+)"', page.partition('name="base"')[2].partition("</select>")[0])
    assert {"informal", "standard", "north_500"} <= set(listed)
    assert all(same_seats(named_rules("kitty"), named_rules(name)) for name in listed)


def test_where_the_record_lacks_a_fact_the_other_sheet_says_not_known(client, game):
    url = f"/games/{game.game_id}/under?rules=kitty~target-100"
    page = flat(client.get(url).text)
    assert page.count("not known</td>") == 2
    assert "The winner is not known. Too little is recorded from hand 2 on." in shown_answer(client, url)


def test_what_the_record_lacks_is_told_in_the_names_that_sat_there(app, client):
    later = [{"kind": "seats", "players": ["Aline", "Luc", "Claire", "Denis"]}]
    hands = [{"contractor": 0, "bid": 60, "points": [60, 40]}, *later]
    with app.app_context():
        device = visitors.make()
        game = game_creation.import_record(
            {**RECORD, "format": "scorekeeper-game/2", "rules": "standard", "events": hands}, device
        )
        client.set_cookie(visitors.COOKIE, visitors.cookie_value(device))
    page = client.get(f"/games/{game.game_id}/under?rules=standard~minimum_bid-70").text
    assert "60 by Aline" in page
    page = client.get(f"/games/{game.game_id}/under?rules=standard~margin-200").text
    assert "Benoît &amp; Denis had 0" in page
    assert "Luc &amp; Denis had 0" not in page


def test_rules_for_six_do_not_fit_a_game_of_four(client, game):
    assert "these rules are for 6 players" in client.get(f"/games/{game.game_id}/under?rules=six_kitty").text
    assert client.get(f"/games/{game.game_id}/under?rules=nope").status_code == 422


def test_rules_without_partners_do_not_fit_a_game_of_two_pairs(client, game):
    page = flat(client.get(f"/games/{game.game_id}/under?rules=cutthroat").text)
    assert "This game can’t be replayed: these rules put different partners together." in page
    assert "two-sheets" in page
    assert "<tbody>" not in page.partition("two-sheets")[2]


def test_every_page_that_leads_somewhere_leads_to_the_desk(client, game):
    assert 'href="/rulings"' in client.get("/").text
    assert 'href="/rulings"' in client.get("/rules").text
