"""What each side needs and how likely it is, on a game's page, with the source of every number."""

from __future__ import annotations

import re

from tests.games.pages.table import SIX, Table, played
from tests.visitor import flat, text_of

NEAR = [played(0, 60, 75, 25, bids={}), played(1, 70, 60, 40, bids={"0": 65}), played(3, 60, 40, 60, bids={"2": 55})]
OVER = [*NEAR, played(0, 50, 90, 10, bids={})]


def parts(table: Table) -> str:
    """Return the answer to the pad's script."""
    answer = table.client.get(f"/games/{table.id}/odds", headers={"X-Fragment": "1"})
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_the_page_says_what_each_side_needs_and_about_how_likely_it_is_to_win(sit):
    text = text_of(sit("standard", events=NEAR).get("/odds"))
    assert "Aline & Claire about 9 in 10 Wins on this hand with any made bid" in text
    assert "25 or more on the others’ bid, after bidding too" in text
    assert "Benoît & Denis about 1 in 10 Cannot win on this hand." in text


def test_a_side_that_can_win_by_what_the_others_do_is_not_told_that_it_cannot(sit):
    """At -15 to -120, a failed bid of 80 leaves the others in the hole and this side at zero or more."""
    events = [{"kind": "adjustment", "side": side, "points": points, "reason": "paper"} for side, points in ((0, -15), (1, -120))]
    text = text_of(sit("standard", events=events).get("/odds"))
    assert re.search(r"Aline & Claire about \d in 10 Can win on this hand, but that also depends on the others\.", text)
    assert re.search(r"Benoît & Denis [^.]*? Cannot win on this hand\.", text)


def test_every_figure_leads_to_what_it_is_made_of(sit):
    page = sit("standard", events=NEAR).get("/odds")
    html, text = flat(page.get_data(as_text=True)), text_of(page)
    for figure in re.findall(r'class="odds-chance">.*?href="([^"]*)"', html):
        assert figure.endswith("/odds#how")
    assert 'id="how"' in html
    assert "Total 100% 90% 10%" in text
    assert "No earlier hands with these people and rules." in text
    assert re.search(r"1\. Aline & Claire 60 63% 37%", text)


def test_the_pad_has_a_place_for_them_and_its_script_gets_the_part_alone(sit):
    table = sit("standard", events=NEAR)
    html = flat(table.get().get_data(as_text=True))
    place = re.search(r'<section class="game-odds stack" id="odds">.*?</section>', html, re.S)[0]
    assert "What do we need?" in place
    assert "in 10" not in place
    part = parts(table)
    assert "about 9 in 10" in part
    assert "<html" not in part


def test_of_a_game_that_is_over_the_hand_is_named_that_turned_it(sit):
    table = sit("standard", events=OVER)
    text = text_of(table.get("/odds"))
    assert "Chances during the game" in text
    assert "The hand that turned the game 2. Benoît & Denis 70, failed" in text
    assert "Aline & Claire: about 6 in 10 before it, about 9 in 10 after it" in text
    assert "Wins on this hand with" not in text


def test_with_three_pairs_a_chance_is_counted_from_games_played_on_by_chance_and_the_page_says_so(sit):
    events = [played(0, 60, 75, 25, 0, bids={}), played(0, 60, 75, 25, 0, bids={})]
    table = sit("six_three_pairs", SIX, events)
    text = text_of(table.get("/odds"))
    assert re.search("Aline & Denis about 7 in 10 Wins on this hand with any made bid", text)
    assert "The app plays the game out 1000 times at random" in text
    together = re.search(r"Total 100% (\d+)% (\d+)% (\d+)%", text)
    assert abs(sum(int(share) for share in together.groups()) - 100) <= 1
    assert len(re.findall(r"bid (?:made|failed) \d+% \d+% \d+% \d+%", text)) == 6
    over = text_of(sit("six_three_pairs", SIX, [*events, played(0, 60, 75, 25, 0, bids={})]).get("/odds"))
    assert "The hand that turned the game" in over
    assert "Aline & Denis: about" in over


def test_a_game_to_a_far_target_has_chances_too(sit):
    text = text_of(sit({"base": "standard", "target": 1000}, events=NEAR).get("/odds"))
    assert "The app plays the game out 400 times at random" in text
    assert text.count(" in 10 ") == 2


def test_hands_of_the_table_s_earlier_games_are_counted_and_those_of_others_are_not(sit):
    table = sit("standard", events=OVER)
    rematch = table.post("/rematch")
    assert rematch.status_code == 303
    text = text_of(table.client.get(f"{rematch.location}/odds"))
    assert "Based on 4 earlier hands" in text
    assert re.search(r"60 \d+% \d+% 2 ", text)
    other = sit("standard", ["Q", "R", "S", "T"], events=[])
    assert "No earlier hands with these people and rules." in text_of(other.get("/odds"))


def test_in_french_it_is_french(sit):
    table = sit("standard", events=NEAR)
    page = table.client.get(f"/games/{table.id}/odds", headers={"Accept-Language": "fr-CA"})
    text = text_of(page)
    assert "environ 9 sur 10" in text
    assert "about" not in text


def test_a_device_that_has_not_the_game_is_told_nothing(sit, app):
    table = sit("standard", events=NEAR)
    assert app.test_client().get(f"/games/{table.id}/odds").status_code == 404
