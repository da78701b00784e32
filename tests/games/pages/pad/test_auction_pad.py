"""The auction on the pad without scripts: one form for each call, and nothing stored until it is saved."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.engine.auction import Bidding
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.engine.state import State
from tests.games.pages.table import FIVE, FOUR, SIX, Table, played
from tests.visitor import start, text_of, value_of

KEPT = ["pass", 60, 75, "keep", "pass", "pass"]
WON = [played(0, 60, 90, 10), played(0, 60, 85, 15), played(0, 60, 80, 20)]
PLAYERS = {"six_three_pairs": SIX, "five_silent": FIVE, "two_handed": FOUR[:2]}


@pytest.fixture
def sit(app, client):
    def sit_down(rules="kitty", players=FOUR, events=(), **more):
        return Table(app, client, rules, players, events, **more)

    return sit_down


def tap(table, page, **tapped):
    """Press a button of the form as shown."""
    names = ("calls", "dealer", "revision", "uuid")
    html = page.get_data(as_text=True)
    fields = {name: value_of(page, name) for name in names if f'name="{name}"' in html}
    return table.client.post(f"/games/{table.id}/auction", data={**fields, **tapped})


def call(table, *calls):
    """Switch to calls and make them, one tap each."""
    page = tap(table, table.get(), mode="calls")
    for said in calls:
        page = tap(table, page, call=said)
    return page


def turn(page):
    """Return the seat with the ring."""
    found = re.search(r'aria-current="true"><span><b>(.*?)</b>', page.get_data(as_text=True))
    return unescape(found[1]) if found else None


def rows(page):
    """Return the auction table, row by row."""
    table = re.search(r'class="calls-table">.*?<tbody>(.*?)</tbody>', page.get_data(as_text=True), re.S)[1]
    return [re.findall(r"<td>(.*?)</td>", line) for line in table.split("</tr>") if "<td>" in line]


def illegal(page):
    """Return the calls marked as illegal."""
    return re.findall(r'name="call" value="([^"]+)"[^>]* data-fails', page.get_data(as_text=True))


def test_every_tap_is_a_call_and_nothing_is_stored_before_saving(sit):
    table = sit({"base": "kitty", "keep": "dealer"})
    page = call(table)
    assert turn(page) == "Benoît"
    for said, then in zip(KEPT, ["Claire", "Denis", "Aline", "Claire", "Denis", None], strict=True):
        page = tap(table, page, call=said)
        assert turn(page) == then
    assert "Aline plays 75." in text_of(page)
    assert rows(page) == [["pass", "60", "75", "keep"], ["", "pass", "pass", ""]]
    assert table.events == []
    fields = {name: value_of(page, name) for name in ("calls", "dealer")}
    table.save(**fields, points=85)
    assert table.events == [{"kind": "played", "auction": KEPT, "points": [85, 15]}]
    assert table.scores == [85, 15]


def test_an_illegal_call_is_told_with_its_rule_and_changes_nothing(sit):
    page = call(sit(), 60)
    before = value_of(page, "calls")
    table = sit()
    page = tap(table, call(table, 60), call="60")
    text = text_of(page)
    assert "“60” is not allowed. A bid must be above the last, which was 60." in text
    assert "/rulebook" in re.search(r'data-why.*?href="([^"]+)"', page.text, re.S)[1]
    assert value_of(page, "calls") == before
    assert turn(page) == "Claire"
    for said, why in {
        "45": "The lowest bid is 50.",
        "keep": "a bid may not be kept",
        "100-for-200": "no bid of 100 for 200",
    }.items():
        assert why in text_of(tap(table, page, call=said))


def test_chips_of_calls_that_are_not_allowed_are_sunk_but_can_be_tapped(sit):
    page = call(sit({"base": "kitty", "keep": "dealer"}), 60)
    assert {"50", "55", "60", "keep"} <= set(illegal(page))
    assert not {"65", "100", "pass"} & set(illegal(page))
    assert "disabled" not in re.search(r'<fieldset class="step auction.*?</fieldset>', page.text, re.S)[0]


def test_somebody_who_speaks_out_of_turn_is_told_why_not(sit):
    table = sit()
    page = tap(table, call(table, "pass", 60), who="1")
    assert "It is not Benoît’s turn. A pass is final, and this player has already passed." in text_of(page)
    assert "It is Denis’s turn." in text_of(tap(table, page, who="2"))


def test_the_last_call_is_taken_back_also_after_the_end(sit):
    table = sit()
    page = call(table, 60, "pass", "pass", "pass")
    assert "Benoît plays 60." in text_of(page)
    page = tap(table, page, back="1")
    assert (value_of(page, "calls"), turn(page)) == ("60.pass.pass", "Aline")


def test_who_else_bid_is_not_asked_when_the_calls_tell_it(sit):
    table = sit(events=[played(0, 60, 90, 10), played(0, 60, 65, 35)])  # Aline & Claire are at the must-bid line
    page = call(table, "pass", 50, 60, "pass", "pass")  # Claire deals
    fields = {name: value_of(page, name) for name in ("calls", "dealer")}
    told = table.post("/preview", **fields, points=70)
    assert 'data-complete="1"' in told.text
    assert "Did " not in text_of(told)
    table.save(**fields, points=70)
    assert table.events[-1]["auction"] == ["pass", 50, 60, "pass", "pass"]


def test_when_everyone_passes_passed_out_is_offered(sit):
    table = sit()
    page = call(table, "pass", "pass", "pass", "pass")
    assert "Everyone passed: the hand is thrown in." in text_of(page)
    assert 'data-status="passed_out"' in page.text
    table.client.get(table.post(action="passed_out").location)
    assert table.events == [{"kind": "passed_out"}]


@pytest.mark.parametrize(
    ("all_pass", "sentence", "bid"),
    [
        ("dealer_minimum", "Everyone else passed: Aline must take it at 50.", 50),
        ("dealer_free", "Everyone else passed: Aline plays without a bid and cannot lose points.", "free"),
    ],
)
def test_a_forced_and_a_free_contract_are_explained_and_saved(sit, all_pass, sentence, bid):
    table = sit({"base": "kitty", "all_pass": all_pass})
    page = call(table, "pass", "pass", "pass")
    assert sentence in text_of(page)
    fields = {name: value_of(page, name) for name in ("calls", "dealer")}
    page = table.save(**fields, points=20)
    assert table.events == [{"kind": "played", "auction": ["pass"] * 3, "points": [20, 80]}]
    assert table.scores == ([-50, 80] if bid == 50 else [20, 80])


def test_the_open_contract_is_kept_with_its_calls(sit):
    table = sit({"base": "kitty", "keep": "dealer"})
    page = call(table, *KEPT)
    fields = {name: value_of(page, name) for name in ("calls", "dealer")}
    assert table.post(action="open", trump="H", **fields).status_code == 303
    page = table.get()
    assert "Aline · 75" in text_of(page)
    assert rows(page) == [["pass", "60", "75", "keep"], ["", "pass", "pass", ""]]
    kept = {name: value_of(page, name) for name in ("calls", "dealer")}
    changing = table.get("?change")
    assert value_of(changing, "calls") == "pass.60.75.keep.pass.pass"
    table.save(kept=1, contractor=0, bid=75, trump="H", points=70, **kept)
    assert table.events == [{"kind": "played", "auction": KEPT, "trump": "H", "points": [70, 30]}]
    assert table.scores == [-75, 30]


def test_the_form_that_was_chosen_is_remembered_for_the_game_and_its_rematch_alone(sit, client):
    table = sit(events=WON)
    other = start(client)
    following = f"{table.post('/rematch').location}"
    table.id = int(following.rpartition("/")[2])
    call(table)
    assert 'data-step="auction"' in table.get().text
    assert 'data-step="contractor"' in client.get(other).text
    for hand in WON:
        answer = table.post(action="record", contractor=0, bid=60, points=hand["points"][0], also_bid="none-1-3")
        assert answer.status_code == 303, text_of(answer)
    table.id = int(table.post("/rematch").location.rpartition("/")[2])
    assert 'data-step="auction"' in table.get().text
    page = tap(table, table.get(), mode="short")
    assert 'data-step="contractor"' in page.text
    assert 'data-step="contractor"' in table.get().text


def test_the_heading_of_an_auction_names_its_bid_or_nothing(sit):
    table = sit()
    page = call(table)
    heading = re.compile(r'id="step-auction">\s*(.*?)</p>', re.DOTALL)
    assert heading.search(page.text)[1].split() == ["Auction", "<b", "data-standing></b>"]
    assert "Contract only" in page.text
    assert "<b data-standing>65</b>" in tap(table, page, call=65).text


def test_the_short_form_takes_over_what_the_calls_have_told(sit):
    table = sit()
    page = tap(table, call(table, 60, "pass", 70, "pass", "pass"), mode="short")
    assert re.search(r'name="contractor" value="3" checked', page.text)
    assert re.search(r'name="bid" value="70" checked', page.text)


def test_sheet_hand_page_history_and_paper_show_contract_and_calls(sit):
    table = sit({"base": "kitty", "keep": "dealer"}, events=[{"auction": KEPT, "trump": "H", "points": [85, 15]}])
    sheet = text_of(table.get())
    assert "Aline 75" in sheet
    assert "pass, 60, 75, keep, pass, pass" in sheet
    hand = table.get("/hands/2")
    assert "Hand 1: Aline, 75" in text_of(hand)
    assert "Also bid: Claire 60, Denis 75" in text_of(hand)
    assert rows(hand) == [["pass", "60", "75", "keep"], ["", "pass", "pass", ""]]
    assert "Calls: pass, 60, 75, keep, pass, pass" in text_of(table.get("/history"))
    with table.app.app_context():
        from scorekeeper.core.devices import visitors
        from scorekeeper.games.commands import authorization, game_state
        from scorekeeper.games.printouts.sheet_view import build_view

        game = game_state.load(authorization.access_to(table.id, cookie=visitors.cookie_value(table.visitor)))
        laid_out = build_view(game.record, game.replay, str).rows[0]
    assert (laid_out.contractor, laid_out.bid, laid_out.bids) == ("Aline", "75", (("Claire", "60"), ("Denis", "75")))
    assert laid_out.calls == ("pass", "60", "75", "keep", "pass", "pass")


def test_a_hand_with_calls_is_corrected_with_its_calls(sit):
    table = sit({"base": "kitty", "keep": "dealer"}, events=[{"auction": KEPT, "points": [85, 15]}])
    page = table.get("/hands/2/edit")
    fields = {name: value_of(page, name) for name in ("calls", "dealer", "revision", "uuid")}
    assert fields["calls"] == "pass.60.75.keep.pass.pass"
    url = f"/games/{table.id}/hands/2/edit"
    page = table.client.post(url, data={**fields, "kind": "played", "points": 85, "back": "1"})
    assert "Denis to answer Aline’s bid of 75." in text_of(page)
    page = table.client.post(url, data={**fields, "kind": "played", "calls": value_of(page, "calls"), "points": 85, "call": "80"})
    page = table.client.post(
        url, data={**fields, "kind": "played", "calls": value_of(page, "calls"), "points": 85, "call": "pass"}
    )
    fields["calls"] = value_of(page, "calls")
    assert fields["calls"] == "pass.60.75.keep.pass.80.pass"
    page = table.client.post(url, data={**fields, "kind": "played", "points": 15, "action": "preview"})
    assert "What this changes" in text_of(page)
    done = table.client.post(
        url, data={**fields, "kind": "played", "points": 15, "action": "record", "seen": value_of(page, "seen")}
    )
    assert done.status_code == 303
    assert table.events[0]["auction"] == ["pass", 60, 75, "keep", "pass", 80, "pass"]
    assert table.scores == [85, -80]


def test_calls_of_a_page_that_is_behind_keep_their_contractor(sit):
    table = sit()
    page = call(table, "pass", 60, "pass", "pass")  # Aline deals, so Claire plays 60
    fields = {name: value_of(page, name) for name in ("calls", "dealer", "revision")}
    table.save(contractor=0, bid=60, points=70)
    clash = table.post(**fields, action="record", points=80)
    assert clash.status_code == 409
    assert "Claire, 60" in text_of(clash)
    table.save(calls=fields["calls"], dealer=fields["dealer"], points=80)
    assert table.events[-1] == {"kind": "played", "contractor": 2, "bid": 60, "bids": {}, "points": [80, 20]}


def test_striking_out_a_hand_says_whose_contract_the_calls_after_it_become(sit):
    auction = {"auction": ["pass", 60, "pass", "pass"], "points": [30, 70]}
    table = sit(events=[played(0, 60, 90, 10), auction])
    page = table.get("/hands/2/strike")
    assert "the contract goes from Denis to Claire" in text_of(page)


def test_the_script_is_told_how_the_auction_stands_and_why_a_call_is_refused(sit):
    table = sit()
    asked = {"calls": "60", "dealer": "0", "call": "55"}
    told = table.client.post(f"/games/{table.id}/auction", data=asked, headers={"X-Fragment": "1"}).json
    assert (told["calls"], told["turn"], told["status"]) == ([60], 2, "open")
    assert told["why"]["rule"] == "auction.step"
    assert told["why"]["text"] == "A bid must be above the last, which was 60."


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["standard", "informal", "bloutte", "le_ruff", "six_three_pairs", "five_silent", "two_handed"])
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_an_auction_replayed_from_its_calls_gives_the_contract_that_the_pad_shows(app, rules, data):
    table = Table(app, app.test_client(), rules, PLAYERS.get(rules, FOUR))
    held = Bidding(named_rules(rules), State(named_rules(rules), 0).dealer)
    while held.status == "open":
        said = data.draw(st.sampled_from(held.legal()))
        held.call(said)
    calls = ".".join(str(said) for _, said in held.calls)
    told = table.client.post(f"/games/{table.id}/auction", data={"calls": calls}, headers={"X-Fragment": "1"}).json
    assert (told["status"], told["contractor"], told["bid"]) == (held.status, held.contractor, held.bid)
    others = {str(seat): bid for seat, bid in held.highest_bids.items() if seat != held.contractor}
    assert told["bids"] == others
