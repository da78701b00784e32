"""The pages that correct the dealer and the players, and their previews."""

from __future__ import annotations

import re

import pytest

from tests.games.pages.table import FOUR, played
from tests.visitor import checked_values, flat, text_of

PASSED = {"kind": "passed_out"}
MISDEAL = {"kind": "adjustment", "side": 1, "points": -20, "reason": "revoke"}
HANDS = [played(0, 60, 65, 35), PASSED, MISDEAL, played(0, 60, 65, 35), PASSED]


def deals(answer):
    """Return the dealers that change, as shown."""
    table = re.search(r'effect--deals">(.*?)</table>', flat(answer.get_data(as_text=True)), re.S)
    rows = re.findall(r"<th scope=.row.>(.*?)</th><td><s>(.*?)</s> (.*?)</td>", table[1]) if table else []
    return [tuple(row) for row in rows]


def kinds(table):
    return [(event["kind"], event.get("dealer")) for event in table.get("/record.json").get_json()["events"]]


def test_the_pad_leads_to_who_deals_and_the_page_shows_what_moves_before_it_is_saved(sit):
    table = sit(events=HANDS)
    assert f"/games/{table.id}/dealer" in table.get().get_data(as_text=True)
    page = table.get("/dealer")
    assert "Who deals hand 5?" in text_of(page)
    shown = table.post("/dealer", dealer=2, how="start", action="preview")
    assert deals(shown)[0] == ("Hand 1", "Aline", "Claire")
    assert deals(shown)[-1] == ("Next hand", "Aline", "Claire")
    assert table.get("/record.json").get_json()["first_dealer"] == 0
    saved = table.post("/dealer", dealer=2, how="start", action="record", seen="2-start")
    assert "First dealer corrected." in text_of(table.client.get(saved.location))
    assert table.get("/record.json").get_json()["first_dealer"] == 2


def test_one_tap_says_who_deals_the_first_hand_and_the_record_has_no_line_of_it(sit):
    table = sit()
    assert "Who deals first?" in text_of(table.get("/dealer"))
    saved = table.post("/dealer", first=2)
    assert saved.status_code == 303
    record = table.get("/record.json").get_json()
    assert (record["first_dealer"], record["events"]) == (2, [])
    assert table.post("/dealer", first=2).status_code == 303  # tapped twice, or the one who deals already
    assert table.get("/record.json").get_json()["first_dealer"] == 2


@pytest.mark.parametrize("seat", ["", "7", "x", "-1"])
def test_a_first_dealer_who_does_not_sit_there_is_refused_and_nothing_changes(sit, seat):
    table = sit()
    assert table.post("/dealer", first=seat).status_code == 422
    assert table.get("/record.json").get_json()["first_dealer"] == 0


def test_the_first_jack_turned_up_deals_once_that_is_tapped(sit):
    table = sit()
    shown = table.post("/dealer", action="draw").get_data(as_text=True)
    names = ["Aline", "Benoît", "Claire", "Denis"]
    lines = re.findall(r'<li class="row cards">(.*?)</li>', shown, re.DOTALL)
    fell = [re.findall(r'<span class="card[^"]*">\s*(\w+)', line) for line in lines]
    assert [re.search(r'class="name">(.*?)<', line)[1] for line in lines] == names
    (seat,) = [seat for seat, cards in enumerate(fell) if "J" in cards]
    assert fell[seat].count("J") == 1
    assert fell[seat][-1] == "J"
    assert len(fell[seat]) == max(map(len, fell))
    assert f'value="{seat}"' in shown
    assert table.get("/record.json").get_json()["first_dealer"] == 0
    table.post("/dealer", first=seat)
    assert table.get("/record.json").get_json()["first_dealer"] == seat


def test_a_player_who_is_silent_all_evening_is_neither_asked_nor_drawn(sit):
    table = sit(rules={"base": "five_silent", "silent_seat": 3}, players=["Aline", "Benoît", "Claire", "Denis", "Edna"])
    assert 'name="first" value="3"' not in re.sub(r"\s+", " ", table.get("/dealer").get_data(as_text=True))
    for _ in range(12):
        drawn = table.post("/dealer", action="draw").get_data(as_text=True)
        assert drawn.count('<li class="row cards">') == 4
        assert "Denis" not in drawn[drawn.index('<ul class="list">') : drawn.index("shuffles and turns")].rpartition("<p>")[0]


def test_somebody_who_deals_out_of_turn_deals_from_here_on_and_changing_the_mind_leaves_one_line(sit):
    table = sit(events=HANDS[:1])
    for seat in (3, 2):
        table.post("/dealer", dealer=seat, how="here", action="record", seen=f"{seat}-here")
    assert kinds(table)[1:] == [("deal", 2)]
    assert "Claire deals from here on" in text_of(table.get())


def test_a_tap_on_a_name_sets_the_next_dealer_from_this_hand_on_and_offers_undo(sit):
    table = sit(events=HANDS)
    page = table.get("/dealer")
    assert re.findall(r'name="next"\s+value="(\d)"', page.get_data(as_text=True)) == ["0", "1", "2", "3"]
    assert checked_values(page, "how") == []
    saved = table.post("/dealer", next=2)
    assert saved.status_code == 303
    assert kinds(table)[-1] == ("deal", 2)
    shown = table.client.get(saved.location)
    assert re.search(r"Claire deals from here on\.\s.*?Undo\b", text_of(shown), re.DOTALL)
    table.post("/dealer", next=3)
    assert kinds(table)[len(HANDS) :] == [("deal", 3)]
    table.post("/undo", change=len(HANDS) + 3)
    table.post("/undo", change=len(HANDS) + 2)
    assert kinds(table)[len(HANDS) :] == []


def test_the_dealer_who_deals_already_is_tapped_without_a_line(sit):
    table = sit(events=HANDS[:1])
    assert table.post("/dealer", next=1).status_code == 303
    assert len(kinds(table)) == 1
    assert table.post("/dealer", next=9).status_code == 422
    assert table.post("/dealer", next="x").status_code == 422
    assert len(kinds(table)) == 1


def test_earlier_dealers_have_a_page_behind_the_names_that_starts_with_all_hands(sit):
    table = sit(events=HANDS)
    assert "/dealer?how=start" in table.get("/dealer").get_data(as_text=True)
    page = table.get("/dealer?how=start")
    assert checked_values(page, "how") == ["start"]


def test_nothing_is_saved_that_was_not_shown(sit):
    table = sit(events=HANDS[:1])
    assert "What this changes" in text_of(table.post("/dealer", dealer=3, how="here", action="record", seen="2-here"))
    assert len(kinds(table)) == 1
    assert "Tap which hands that player deals." in text_of(table.post("/dealer", dealer=3, how="", action="preview"))


def test_who_deals_is_put_right_from_this_hand_on_unless_something_else_is_tapped(sit):
    table = sit(events=HANDS)
    for path in ("/dealer?how=here", "/dealer?entry=3"):
        assert checked_values(table.get(path), "how") == ["here"]
    shown = table.post("/dealer", dealer=3, action="preview")
    assert shown.status_code == 200
    assert checked_values(shown, "how") == ["here"]
    assert checked_values(table.post("/dealer", dealer=3, how="start", action="preview"), "how") == ["start"]


def test_the_dealer_of_a_hand_is_put_right_for_that_hand_only(sit):
    table = sit(events=HANDS)
    assert "/dealer?entry=3" in table.get("/hands/3/edit").get_data(as_text=True)
    assert "Who dealt hand 2?" in text_of(table.get("/dealer?entry=3"))
    shown = table.post("/dealer?entry=3", dealer=3, how="once", action="preview")
    assert deals(shown) == [("Hand 2", "Benoît", "Denis")]
    table.post("/dealer?entry=3", dealer=3, how="once", action="record", seen="3-once")
    assert kinds(table)[1:4] == [("deal", 3), ("passed_out", None), ("deal", 2)]


def test_after_the_end_the_dealer_of_the_last_hand_is_asked(sit):
    table = sit({"base": "kitty", "target": 60}, events=[played(0, 60, 65, 35, bids={})])
    assert "Who dealt hand 1?" in text_of(table.get("/dealer"))
    shown = table.post("/dealer", dealer=2, how="start", action="preview")
    assert deals(shown) == [("Hand 1", "Aline", "Claire"), ("Rematch", "Benoît", "Denis")]


def test_striking_out_shows_deals_and_numbers_that_move_and_offers_to_keep_the_deals(sit):
    table = sit(events=HANDS)
    page = table.get("/hands/3/strike")
    assert deals(page) == [("Hand 3", "Claire", "Benoît"), ("Hand 4", "Denis", "Claire"), ("Next hand", "Aline", "Denis")]
    assert "Hands 3 to 4 become hands 2 to 3." in text_of(page)
    assert "Leave later dealers unchanged" in text_of(page)
    table.post("/hands/3/strike", keep="1")
    assert kinds(table)[1] == ("deal", 2)
    history = text_of(table.get("/history"))
    assert "Claire deals from here on" in history
    table.post(f"/history/{len(HANDS) + 2}/undo")
    assert kinds(table)[1] == ("passed_out", None)


def test_a_forgotten_hand_shows_the_deals_that_move_too(sit):
    table = sit(events=HANDS)
    shown = table.post("/hands/new?before=3", kind="passed_out", action="preview")
    assert deals(shown)[0] == ("Hand 2", "Benoît", "Claire")
    assert "Hands 2 to 4 become hands 3 to 5." in text_of(shown)


def test_adjustments_and_deals_take_no_hand_number_on_page_sheet_and_history(sit):
    table = sit(events=HANDS)
    page = flat(table.get().get_data(as_text=True))
    assert re.findall(r'class="c-n"><a[^>]*>(.*?)</a>', page) == ["1", "2", "·", "3", "4"]
    assert "Save hand 5" in page
    assert "Correct hand 3" in text_of(table.get("/hands/5/edit"))
    assert "Recorded: hand 3" in text_of(table.get("/history"))


def test_a_substitute_sits_in_and_a_spelling_changes_the_whole_game(sit):
    table = sit(events=HANDS[:1])
    table.post("/names", do="seats", **{"seat-2": "Luc"})
    table.save(contractor=0, bid=60, points=70, also_bid="none-1-3")
    page = text_of(table.get())
    assert "Luc for Claire" in page
    assert "Aline & Luc took" not in text_of(table.get("/hands/2"))
    assert "Aline & Claire bid 60" in text_of(table.get("/hands/2"))
    assert "Aline & Luc bid 60" in text_of(table.get("/hands/4"))
    names = table.get("/names")
    assert "Former player" in text_of(names)
    table.post("/names", do="spell", **{"player-2": "Lucien", "earlier-0": "Clara"})
    assert "Aline & Clara bid 60" in text_of(table.get("/hands/2"))
    assert "Aline & Lucien bid 60" in text_of(table.get("/hands/4"))


@pytest.mark.slow
def test_place_and_occasion_are_kept_and_stand_in_the_file(sit):
    table = sit(events=HANDS[:1])
    saved = table.post("/names", do="about", place="Moncton", occasion="Birthday")
    assert "Place and occasion saved." in text_of(table.client.get(saved.location))
    out = table.get("/record.json").get_json()
    assert (out["place"], out["occasion"]) == ("Moncton", "Birthday")


def test_a_page_that_the_browser_has_kept_sends_its_second_form_after_its_first(sit):
    table = sit(events=HANDS[:1])
    page = table.get("/names").get_data(as_text=True)
    spell, seats, about = re.findall(r'name="uuid" value="([^"]+)"', page)
    sent = {"revision": re.search(r'name="revision" value="(\d+)"', page)[1]}
    names = {f"player-{n}": name for n, name in enumerate(["Alina", *FOUR[1:]])}
    assert table.client.post(f"/games/{table.id}/names", data={**sent, **names, "uuid": spell, "do": "spell"}).status_code == 303
    place = {"place": "Moncton", "occasion": "", "do": "about"}
    assert table.client.post(f"/games/{table.id}/names", data={**sent, **place, "uuid": about}).status_code == 303
    assert table.get("/record.json").get_json()["place"] == "Moncton"
    sits = {f"seat-{n}": name for n, name in enumerate(["Alina", "Luc", *FOUR[2:]])}
    asked = text_of(table.client.post(f"/games/{table.id}/names", data={**sent, **sits, "uuid": seats, "do": "seats"}))
    assert "This device already changed this game" in asked  # from which hand on they sit there has to be seen
    assert "Another device" not in asked


def test_a_doubtful_hand_says_so_on_its_page(sit):
    doubtful = played(0, 60, 65, 35, bids={"1": 75})
    table = sit(events=[doubtful], players=FOUR)
    assert "Benoît 75: that bid could not have lost to the 60 that Aline played." in text_of(table.get("/hands/2"))
