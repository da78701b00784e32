"""The ruling desk's pages: everything in the address, every tap a step, nothing that breaks."""

from __future__ import annotations

import html
import re
from itertools import product

import pytest

from scorekeeper.base import devices
from scorekeeper.codec.record_header import FORMAT
from scorekeeper.games.actions import disputes, entrance, game_state, games, history, playing, sharing
from scorekeeper.games.actions.writing import write
from tests.games.papers.printed_games import pages
from tests.visitor import flat

KINDS = ("auction", "discard", "play", "misdeal", "score", "over")
RECORD = {
    "format": FORMAT,
    "rules": {"base": "kitty", "keep": "dealer"},
    "players": ["Aline", "Benoît", "Claire", "Denis"],
    "first_dealer": 0,
    "events": [
        {"kind": "played", "auction": ["pass", 60, 75, "keep", "pass", "pass"], "trump": "H", "points": [85, 15]},
        {"kind": "played", "contractor": 1, "bid": 75, "trump": "S", "points": [40, 60]},
        {"kind": "played", "contractor": 1, "bid": 75, "bids": {}, "trump": "S", "points": [20, 80]},
    ],
}


def said(client, url: str) -> str:
    page = client.get(url, follow_redirects=True)
    assert page.status_code == 200, page.text
    found = re.search(r'class="answer-said"[^>]*>(.*?)</p>', page.text, re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", found.group(1))).split()) if found else ""


@pytest.fixture
def game(app, client):
    """A recorded game on the client's device."""
    with app.app_context():
        device = devices.make()
        access = games.bring_in(RECORD, device)
        client.set_cookie(devices.COOKIE, devices.cookie(device))
        return access


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rules", ["standard", "informal", "two_handed", "six_kitty", "five_called", "five_silent", "cutthroat"])
def test_every_question_opens_under_every_format(client, kind, rules):
    page = client.get(f"/rulings/{kind}?rules={rules}")
    assert page.status_code == 200
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert " style=" not in page.text


def test_the_first_page_lists_every_question(client):
    page = client.get("/rulings").text
    for kind in (*KINDS, "compare"):
        assert f'href="/rulings/{kind}"' in page


def test_each_tap_of_a_call_leads_to_an_address_that_holds_the_whole_auction(client):
    answer = client.get("/rulings/auction?rules=standard&dealer=0&calls=60.75&call=k")
    assert answer.status_code == 302
    assert answer.headers["Location"].endswith("/rulings/auction?rules=standard&dealer=0&calls=60.75.k")
    assert said(client, answer.headers["Location"]).startswith("No: West may not say “keep”.")


def test_a_call_by_another_seat_is_written_with_the_seat(client):
    answer = client.get("/rulings/auction?rules=standard&dealer=0&calls=60&call=70&who=0")
    assert "calls=60.s0-70" in answer.headers["Location"]
    assert said(client, answer.headers["Location"]) == "No: North may not say “70”. It is the turn of South."


def test_taking_back_the_last_call_leaves_the_others(client):
    answer = client.get("/rulings/auction?rules=standard&dealer=0&calls=60.75&back=1")
    assert answer.headers["Location"].endswith("calls=60")


def test_the_same_address_gives_the_same_page_to_everybody(app, client):
    url = "/rulings/score?rules=standard&scores=120.-150&contractor=1&bid=75&points=25.75&bids=none&dealer=0"
    told = [re.search(r'id="answer".*<section class="keep', c.get(url).text, re.S).group() for c in (client, app.test_client())]
    assert told[0] == told[1]


def test_who_else_bid_is_asked_only_when_the_score_depends_on_it(client):
    question = "/rulings/score?rules=standard&contractor=0&bid=75&points=75.25&dealer=0&scores="
    assert "Who else bid" not in client.get(question + "0.0").text
    page = client.get(question + "120.150").text
    assert "Who else bid" in page
    assert said(client, question + "120.150").startswith("Who bid is not recorded")
    assert said(client, question + "120.150&nobody=1") == "The contract is made: North & South +75 and East & West 0."
    assert said(client, question + "120.150&bid1=60") == "The contract is made: North & South +75 and East & West +25."


def test_a_score_ticked_below_zero_is_below_zero(client):
    answer = client.get("/rulings/over?rules=standard&score0=210&score1=15&boxed0=1")
    assert "scores=-210.15" in answer.headers["Location"]
    assert said(client, answer.headers["Location"]) == "Yes: East & West win the game."


def test_a_pile_left_empty_gets_the_rest(client):
    url = "/rulings/score?rules=six_kitty&dealer=0&scores=0.0.0&contractor=0&bid=50&pile0=60&pile1=10&pile2="
    assert "points=60.10.30" in client.get(url).headers["Location"]


def test_piles_that_do_not_make_100_are_told_in_words(client):
    url = "/rulings/score?rules=standard&scores=0.0&contractor=0&bid=75&points=75.30&dealer=0"
    assert said(client, url) == "75 + 30 make 105; the piles of a hand make exactly 100."


def test_cards_are_tapped_one_by_one_and_then_the_discard_among_them(client):
    held = "AS.KS.10S.9S.8S.7S.6S.5S.AH.5H.9D.8D"
    answer = client.get(f"/rulings/discard?rules=kitty&held={held}&tap=7C")
    assert answer.headers["Location"].endswith(f"held={held}.7C")
    answer = client.get(f"/rulings/discard?rules=kitty&held={held}.7C&tap=5S")
    assert "discard=5S" in answer.headers["Location"]


def test_played_cards_build_up_tricks_and_piles(client):
    url = "/rulings/play?rules=standard&contractor=0&trump=S&cards=AS.8S.10S&tap=5S"
    assert said(client, url) == "North wins trick 1 with A♠."


BAD = [
    "/rulings/auction?calls=xx",
    "/rulings/auction?calls=" + ".".join(["p"] * 200),
    "/rulings/auction?dealer=9",
    "/rulings/auction?dealer=-1",
    "/rulings/auction?rules=nope",
    "/rulings/auction?rules=standard~target-7",
    "/rulings/auction?rules=standard~kitty-4",
    "/rulings/auction?rules=" + "a" * 5000,
    "/rulings/auction?names=a~b",
    "/rulings/auction?game=x",
    "/rulings/discard?held=AS.AS",
    "/rulings/discard?held=1X",
    "/rulings/discard?rules=kitty&trump=Q",
    "/rulings/play?cards=AS.AS",
    "/rulings/play?rules=standard&cards=6S",
    "/rulings/play?contractor=7",
    "/rulings/misdeal?hand=AS.KS.QS.JS.10S.9S.8S.7S.5S.AH",
    "/rulings/score?scores=1.2.3",
    "/rulings/score?scores=999999.1",
    "/rulings/score?bid=1e9&contractor=0",
    "/rulings/score?set=nothing",
    "/rulings/score?score0=abc",
    "/rulings/over?scores=a.b",
    "/rulings/over?contractor=99",
    "/rulings/compare?a=x",
    "/rulings/compare?a-base=zzz",
    "/rulings?rules=zz",
]


@pytest.mark.parametrize("url", BAD)
def test_an_address_that_cannot_be_read_says_so_and_leads_back(client, url):
    page = client.get(url)
    assert page.status_code == 400
    assert 'role="alert"' in page.text
    assert "Ask it from the beginning" in page.text


def test_a_nul_in_an_address_is_refused_as_on_every_page(client):
    assert client.get("/rulings/misdeal?hand=%00").status_code == 400


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.soak)], ids=["every fifth", "all"])
def test_whatever_stands_in_any_part_of_an_address_never_breaks_the_page(client, every):
    parts = "rules names game dealer calls call who back tap set hand held discard trump mode cards contractor partner dropped"
    parts += " scores score0 boxed0 bid points pile0 bids bid1 nobody called lost all made took real moved ask base opt-keep lang"
    values = ("", "0", "-1", "99999999999999999999", "AS", "NT", "p.60", "<b>", "é~", "\u0000", "trump~H", "none", "a" * 900)
    for number, (kind, part, value) in enumerate(product(KINDS, parts.split(), values)):
        if number % every == 0:
            status = client.get(f"/rulings/{kind}", query_string={part: value}).status_code
            assert status in (200, 302, 400, 422), (kind, part, value, status)


def test_nothing_in_an_address_is_shown_unescaped(client):
    page = client.get("/rulings/auction", query_string={"names": "<b>x</b>~b~c~d"}).text
    assert "<b>x</b>" not in page.replace("<b><b>", "")
    assert "&lt;b&gt;x&lt;/b&gt;" in page


def test_a_redirect_after_a_tap_leads_to_a_page_and_not_to_another_redirect(client):
    for url in (
        "/rulings/auction?call=60&lang=fr",
        "/rulings/score?set=bid~75&lang=fr",
        "/rulings/over?set=made~no&contractor=0&scores=5.-5",
        "/rulings/score?rules=six_kitty&score0=5&score1=&score2=-7",
        "/rulings/play?set=trump~H&partner=&dropped=",
        "/rulings/discard?rules=six_kitty&dropped=1&tap=AS",
    ):
        answer = client.get(url)
        assert answer.status_code == 302
        assert client.get(answer.headers["Location"]).status_code == 200


def test_other_rules_are_chosen_on_the_page_and_kept_in_the_address(client):
    answer = client.get("/rulings/auction?rules=standard&calls=60&base=standard&opt-keep=dealer&opt-target=300")
    location = answer.headers["Location"]
    assert "rules=north_300~keep-dealer" in location
    assert "calls=60" in location
    assert "calls" not in client.get("/rulings/auction?rules=standard&calls=60&base=cutthroat").headers["Location"]


def test_rules_that_cannot_be_played_are_refused_with_every_reason(client):
    page = client.get("/rulings/auction?rules=standard&base=standard&opt-kitty=4&opt-minimum_bid=0&opt-all_pass=dealer_minimum")
    assert page.status_code == 422
    assert page.text.count("<li>") >= 2
    assert "These rules cannot be played together" in page.text


def test_under_another_house_rule_the_same_question_is_a_tap_away(client):
    page = client.get("/rulings/auction?rules=standard&dealer=0&calls=60.75.k").text
    there = html.unescape(re.search(r'class="ask-there link noprint" href="([^"]+)"', page).group(1))
    assert said(client, there) == "Yes: West may say “keep”; it is now the turn of North."


def test_two_rule_sets_are_compared_only_where_they_differ(client):
    page = client.get("/rulings/compare?a=north_500&b=north_500_300").text
    assert said(client, "/rulings/compare?a=north_500&b=north_500_300") == "They differ in 1 rule."
    assert page.count('<th scope="row">') == 1
    assert "500 points" in page
    assert "300 points" in page
    assert said(client, "/rulings/compare?a=kitty&b=kitty") == "They are the same game."
    swapped = client.get("/rulings/compare?a=kitty&b=standard&a-base=kitty&b-base=standard&swap=1").headers["Location"]
    assert swapped.endswith("a=standard&b=kitty")


def test_the_qr_code_of_a_question_is_drawn(client):
    code = client.get("/rulings/auction.svg?rules=standard&calls=60")
    assert code.mimetype == "image/svg+xml"
    assert client.get("/rulings/nothing.svg").status_code == 404


def test_the_desk_speaks_french(client):
    page = client.get("/rulings/auction?rules=standard&dealer=0&calls=60.75.k", headers={"Accept-Language": "fr-CA"}).text
    assert "Non\u00a0: Ouest ne peut pas dire «\u00a0garde\u00a0»." in html.unescape(page)


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
    answer = said(client, f"/games/{game.game_id}/hands/{entry.id}/ruling")
    assert answer == "The contract is made: Aline & Claire 0 and Benoît & Denis +80."
    assert entry.hand.deltas == (0, 80)


def test_a_game_under_other_rules_stands_beside_itself(client, game):
    page = client.get(f"/games/{game.game_id}/under?rules=online_kitty").text
    assert said(client, f"/games/{game.game_id}/under?rules=online_kitty") == (
        "Hand 3 is the first that differs. The game goes on."
    )
    assert page.count('class="is-first differs"') == 2


def test_where_the_record_lacks_a_fact_the_other_sheet_says_not_known(client, game):
    url = f"/games/{game.game_id}/under?rules=kitty~target-100"
    page = flat(client.get(url).text)
    assert page.count("not known</td>") == 2
    assert "The winner is not known: the record cannot tell from hand 2 on." in said(client, url)


def test_what_the_record_lacks_is_told_in_the_names_that_sat_there(app, client):
    later = [{"kind": "seats", "players": ["Aline", "Luc", "Claire", "Denis"]}]
    hands = [{"contractor": 0, "bid": 60, "points": [60, 40]}, *later]
    with app.app_context():
        device = devices.make()
        game = games.bring_in({**RECORD, "format": "scorekeeper-game/2", "rules": "standard", "events": hands}, device)
        client.set_cookie(devices.COOKIE, devices.cookie(device))
    page = client.get(f"/games/{game.game_id}/under?rules=standard~minimum_bid-70").text
    assert "60 by Aline" in page
    page = client.get(f"/games/{game.game_id}/under?rules=standard~margin-200").text
    assert "Benoît &amp; Denis stood at 0" in page
    assert "Luc &amp; Denis stood at 0" not in page


def test_rules_for_six_do_not_fit_a_game_of_four(client, game):
    assert "Those rules are for 6 players" in client.get(f"/games/{game.game_id}/under?rules=six_kitty").text
    assert client.get(f"/games/{game.game_id}/under?rules=nope").status_code == 422


def test_rules_without_partners_do_not_fit_a_game_of_two_pairs(client, game):
    page = flat(client.get(f"/games/{game.game_id}/under?rules=cutthroat").text)
    assert "Those rules put other partners together: this game cannot be replayed under them." in page
    assert "two-sheets" in page
    assert "<tbody>" not in page.partition("two-sheets")[2]


def _post(client, game, entry, **form):
    return client.post(f"/games/{game.game_id}/hands/{entry}/dispute", data=form)


def test_a_dispute_is_opened_shown_on_the_sheet_ruled_on_and_kept_in_the_history(app, client, game):
    entry = 3
    opened = _post(client, game, entry, do="open", claim="A revoke in trick 4", side="1", revision=4, uuid="dispute-01")
    assert opened.status_code == 303
    assert "disputed" in client.get(f"/games/{game.game_id}").text
    assert "A revoke in trick 4" in client.get(f"/games/{game.game_id}/hands/{entry}").text
    link = "http://localhost/rulings/play?rules=kitty&cards=AS"
    ruled = _post(client, game, entry, do="rule", ruling="No revoke", link=link, revision=5, uuid="dispute-02")
    assert ruled.status_code == 303
    hand = client.get(f"/games/{game.game_id}/hands/{entry}").text
    assert "No revoke" in hand
    assert 'href="/rulings/play?rules=kitty&amp;cards=AS"' in hand
    printed = " ".join(pages(client.get(f"/games/{game.game_id}/sheet.pdf").data))
    assert "2 Disputed by Benoît & Denis: A revoke in trick 4 Ruling: No revoke" in printed
    told = client.get(f"/games/{game.game_id}/history").text
    assert "A revoke in trick 4" in told
    assert "No revoke" in told
    with app.app_context():
        access = entrance.by_device(game.game_id, _key(client, app))
        steps = history.history(access)
        assert [step.action for step in steps[:2]] == ["ruling", "dispute"]
        assert game_state.load(access).scores == (125, 20)


def _key(client, app):
    with app.app_context():
        return devices.key_in(client.get_cookie(devices.COOKIE).value)


def test_a_dispute_that_says_nothing_or_leads_elsewhere_is_refused(client, game):
    assert _post(client, game, 3, do="open", claim="  ", revision=4, uuid="dispute-03").status_code == 422
    assert _post(client, game, 3, do="open", claim="x", side="7", revision=4, uuid="dispute-04").status_code == 422
    assert _post(client, game, 3, do="rule", ruling="x", revision=4, uuid="dispute-05").status_code == 422
    _post(client, game, 3, do="open", claim="x", revision=4, uuid="dispute-06")
    for link in ("https://elsewhere.example/", "//elsewhere.example/x", "javascript:alert(1)", "/rulings/" + "a" * 4000):
        assert _post(client, game, 3, do="rule", ruling="x", link=link, revision=5, uuid="dispute-07").status_code == 422
    assert _post(client, game, 999, do="open", claim="x", revision=5, uuid="dispute-08").status_code == 404


def test_a_dispute_sent_twice_counts_once_and_an_old_page_conflicts(client, game):
    first = {"do": "open", "claim": "x", "revision": 4, "uuid": "dispute-09"}
    assert _post(client, game, 3, **first).status_code == 303
    assert _post(client, game, 3, **first).status_code == 303
    assert _post(client, game, 4, do="open", claim="y", revision=4, uuid="dispute-10").status_code == 409


def test_taking_back_a_ruling_opens_the_dispute_again_and_taking_back_that_removes_it(app, client, game):
    with app.app_context():
        access = entrance.by_device(game.game_id, _key(client, app))
        write(access, disputes.open_dispute(3, "x", 1), revision=4, uuid="dispute-11")
        access = entrance.by_device(game.game_id, _key(client, app))
        write(access, disputes.rule(3, "no"), revision=5, uuid="dispute-12")
        for revision, left in ((6, True), (7, None)):
            access = entrance.by_device(game.game_id, _key(client, app))
            written = write(access, playing.undo(6 if left else 5), revision=revision, uuid=f"dispute-2{revision}")
            found = disputes.disputes(written.game).get(3)
            assert (found and found.open) is left
        assert client.get(f"/games/{game.game_id}/history").status_code == 200


def test_watchers_see_disputes_and_open_none(app, client, game):
    with app.app_context():
        share = sharing.create(entrance.by_device(game.game_id, _key(client, app)), "watch")
    watcher = app.test_client()
    watcher.post(f"/s/{share.token}")
    assert watcher.get(f"/games/{game.game_id}/hands/3/dispute").status_code == 200
    assert _post(watcher, game, 3, do="open", claim="x", revision=4, uuid="dispute-13").status_code == 403
    assert app.test_client().get(f"/games/{game.game_id}/under").status_code == 404


def test_every_page_that_leads_somewhere_leads_to_the_desk(client, game):
    assert 'href="/rulings"' in client.get("/").text
    assert 'href="/rulings"' in client.get("/rules").text
