"""Rulings pages: questions by taps, held in the address, with error messages and comparisons."""

from __future__ import annotations

import html
import re
from itertools import product

import pytest

from tests.rulings.asked import shown_answer

pytestmark = pytest.mark.slow

KINDS = ("auction", "discard", "play", "misdeal", "score", "over")


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
    assert shown_answer(client, answer.headers["Location"]).startswith("No: West may not say “keep”.")


def test_a_call_by_another_seat_is_written_with_the_seat(client):
    answer = client.get("/rulings/auction?rules=standard&dealer=0&calls=60&call=70&who=0")
    assert "calls=60.s0-70" in answer.headers["Location"]
    assert shown_answer(client, answer.headers["Location"]) == "No: North may not say “70”. It is South’s turn."


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
    assert shown_answer(client, question + "120.150").startswith("It is not recorded who bid")
    assert shown_answer(client, question + "120.150&nobody=1") == "The contract is made: North & South +75 and East & West 0."
    assert shown_answer(client, question + "120.150&bid1=60") == "The contract is made: North & South +75 and East & West +25."


def test_a_score_ticked_below_zero_is_below_zero(client):
    answer = client.get("/rulings/over?rules=standard&score0=210&score1=15&boxed0=1")
    assert "scores=-210.15" in answer.headers["Location"]
    assert shown_answer(client, answer.headers["Location"]) == "Yes: East & West win the game."


@pytest.mark.parametrize("question", ["over?rules=standard", "score?rules=standard&dealer=0&contractor=0&bid=60&points=70.30"])
def test_scores_that_no_hand_leads_to_are_doubted_in_words(client, question):
    doubt = "Check 203: without an adjustment, every score is a multiple of 5."
    assert doubt in client.get(f"/rulings/{question}&scores=203.10").text
    assert "Check −3 and 12:" in client.get(f"/rulings/{question}&scores=-3.12").text
    for scores in ("200.10", "0.0", "-195.5"):
        assert 'id="doubt"' not in client.get(f"/rulings/{question}&scores={scores}").text


def test_a_pile_left_empty_gets_the_rest(client):
    url = "/rulings/score?rules=six_kitty&dealer=0&scores=0.0.0&contractor=0&bid=50&pile0=60&pile1=10&pile2="
    assert "points=60.10.30" in client.get(url).headers["Location"]


def test_piles_that_do_not_make_100_are_told_in_words(client):
    url = "/rulings/score?rules=standard&scores=0.0&contractor=0&bid=75&points=75.30&dealer=0"
    assert shown_answer(client, url) == "75 + 30 make 105. The piles of a hand must make 100."


def test_cards_are_tapped_one_by_one_and_then_the_discard_among_them(client):
    held = "AS.KS.10S.9S.8S.7S.6S.5S.AH.5H.9D.8D"
    answer = client.get(f"/rulings/discard?rules=kitty&held={held}&tap=7C")
    assert answer.headers["Location"].endswith(f"held={held}.7C")
    answer = client.get(f"/rulings/discard?rules=kitty&held={held}.7C&tap=5S")
    assert "discard=5S" in answer.headers["Location"]


def test_played_cards_build_up_tricks_and_piles(client):
    url = "/rulings/play?rules=standard&contractor=0&trump=S&cards=AS.8S.10S&tap=5S"
    assert shown_answer(client, url) == "North wins trick 1 with A♠."


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
    assert "Start over" in page.text


def test_a_nul_in_an_address_is_refused_as_on_every_page(client):
    assert client.get("/rulings/misdeal?hand=%00").status_code == 400


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.soak)], ids=["every fifth", "all"])
@pytest.mark.thorough("thousands of damaged addresses")
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
    assert "These rules don’t go together" in page.text


def test_under_another_house_rule_the_same_question_is_a_tap_away(client):
    page = client.get("/rulings/auction?rules=standard&dealer=0&calls=60.75.k").text
    there = html.unescape(re.search(r'class="ask-there link noprint" href="([^"]+)"', page).group(1))
    assert shown_answer(client, there) == "Yes: West may say “keep”. It is now North’s turn."


def test_two_rule_sets_are_compared_only_where_they_differ(client):
    page = client.get("/rulings/compare?a=north_500&b=north_500_300").text
    assert shown_answer(client, "/rulings/compare?a=north_500&b=north_500_300") == "1 difference"
    assert page.count('<th scope="row">') == 1
    assert "500 points" in page
    assert "300 points" in page
    assert shown_answer(client, "/rulings/compare?a=kitty&b=kitty") == "No differences."
    swapped = client.get("/rulings/compare?a=kitty&b=standard&a-base=kitty&b-base=standard&swap=1").headers["Location"]
    assert swapped.endswith("a=standard&b=kitty")


def test_the_qr_code_of_a_question_is_drawn(client):
    code = client.get("/rulings/auction.svg?rules=standard&calls=60")
    assert code.mimetype == "image/svg+xml"
    assert client.get("/rulings/nothing.svg").status_code == 404


def test_the_desk_speaks_french(client):
    page = client.get("/rulings/auction?rules=standard&dealer=0&calls=60.75.k", headers={"Accept-Language": "fr-CA"}).text
    assert "Non\u00a0: Ouest ne peut pas dire «\u00a0garde\u00a0»." in html.unescape(page)
