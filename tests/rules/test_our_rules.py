from __future__ import annotations

import io
import json
import re
from html import unescape
from urllib.parse import urlsplit

import pytest
from pypdf import PdfReader

from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, named_rules
from scorekeeper.formats.rules import parse_rules, rules_to_link
from scorekeeper.rules.pages.rules_form import PREFIX, RulesForm, read_rules
from scorekeeper.rules.pages.shared_rules import UnreadableRules, read_text
from tests.visitor import checked_values, start, text_of, value_of

OURS = named_rules("kitty").with_options(target=300, keep="dealer")
LINK = "/rules/of/kitty?keep=dealer&target=300&name=Chez+Aline"


def save_rules(client, name="Chez Aline", base="kitty", key="0123456789", **options):
    """Save the form for house rules, and return the answer."""
    fields = {f"opt-{option}": value for option, value in options.items()}
    return client.post("/rules/ours/new", data={"rules": base, "basis": base, "name": name, "uuid": key, "do": "save", **fields})


def keep(client, *args, **options):
    answer = save_rules(client, *args, **options)
    assert answer.status_code == 303, text_of(answer)
    return answer.location


def shared(client, page):
    """Return the shareable address on the page."""
    found = re.search(r'data-copy="([^"]*)"', client.get(page).text)
    return unescape(found[1])


def test_house_rules_are_made_kept_and_offered_first_in_a_new_game(client):
    page = keep(client, keep="dealer", target="300")
    text = text_of(client.get(page))
    assert "Chez Aline" in text
    assert "Like “200 with a kitty”, but:" in text
    assert "Target: 200 points → 300 points." in text
    assert "Lost in the hole at" not in text.split("Play with these rules")[0], "what follows by itself is no rule of one's own"
    form = client.get("/games/new")
    assert checked_values(form, "rules") == [rules_to_link(OURS)]
    offered = re.findall(r"<span><b>(.*?)</b><small>", form.text)
    assert offered.index("Chez Aline") < offered.index("200 with a kitty")
    url = start(client, rules_to_link(OURS))
    assert parse_rules(client.get(f"{url}/record.json").get_json()["rules"]) == OURS


def test_changing_or_deleting_house_rules_changes_no_game(client):
    page = keep(client, target="300")
    rules = rules_to_link(named_rules("kitty").with_options(target=300))
    game = start(client, rules)
    assert all("Chez Aline" in text_of(client.get(where)) for where in (game, "/", f"{game}/paper"))
    assert "Chez Aline" not in text_of(client.get("/rules/kitty"))
    sent = {"rules": "kitty", "basis": "kitty", "name": "Chez Aline", "do": "save", "opt-target": "500"}
    assert client.post(f"{page}/edit", data=sent).status_code == 303
    assert "500" in text_of(client.get(page))
    client.post(f"{page}/delete")
    assert client.get(page).status_code == 404
    assert client.get(f"{game}/record.json").get_json()["rules"]["target"] == 300
    assert client.post(f"{page}/delete", data={"deleted": "0"}).location == page


def test_every_reason_why_rules_do_not_go_together_stands_beside_its_fields_with_a_way_out(client):
    answer = save_rules(client, kitty="0", discard_limit="no_points", all_pass="dealer_minimum", minimum_bid="0")
    assert answer.status_code == 422
    text = text_of(answer)
    assert "The cards do not add up. 4 hands of 9 and a kitty of 0 make 36, but the pack has 40." in text
    assert "there is no kitty, so nothing is discarded" in text
    assert "hand_cards" not in text, "the names that files have are not for players"
    for option in ("pack", "hand_cards", "kitty", "discard_limit", "all_pass"):
        field = re.search(rf"<fieldset[^>]*>(?:(?!</fieldset>).)*opt-{option}\".*?</fieldset>", answer.text, re.DOTALL)
        assert 'class="error"' in field[0], option
    assert value_of(answer, "name") == "Chez Aline"
    assert checked_values(answer, "opt-kitty") == ["0"]


def test_a_way_out_is_one_button(client):
    answer = save_rules(client, kitty="0")
    assert "Pack: 36 cards" in re.search(r'value="way-0">([^<]*)', answer.text)[1]
    sent = {name: value_of(answer, name) for name in ("basis", "changes", "latest", "name", "uuid")}
    after = client.post("/rules/ours/new", data={**sent, "rules": "kitty", "opt-kitty": "0", "do": "way-0"})
    assert "cannot be played together" not in text_of(after)
    assert checked_values(after, "opt-pack") == ["36"]
    assert "This is now “200”." in text_of(after)


@pytest.mark.parametrize(
    ("name", "said"), [("", "Enter a name"), ("chez aline", "Choose another name"), ("x" * 60, "at most 40")]
)
def test_a_name_that_will_not_do_is_told_beside_it(client, name, said):
    keep(client)
    answer = save_rules(client, name, key="another-key", target="300")
    assert answer.status_code == 422
    assert said in text_of(answer)
    assert 'aria-invalid="true"' in answer.text
    assert checked_values(answer, "opt-target") == ["300"]


def test_a_save_tapped_twice_keeps_one_set(client):
    assert keep(client) == keep(client)


def test_a_copy_gets_a_name_of_its_own(client):
    page = keep(client)
    answer = client.post(f"{page}/copy", data={"uuid": "another-key"})
    assert 'value="Chez Aline 2"' in client.get(answer.location).text


def test_the_link_holds_the_rules_and_opens_on_another_device(client, app):
    link = shared(client, keep(client, keep="dealer", target="300"))
    parts = urlsplit(link)
    assert f"{parts.path}?{parts.query}" == LINK
    other = app.test_client()
    text = text_of(other.get(LINK))
    assert "Chez Aline" in text
    assert "Keeping the bid: no one may keep → the dealer may keep." in text
    kept = other.post(LINK, data={"name": "Chez Aline", "uuid": "0123456789"})
    assert kept.status_code == 303
    assert "Saved as: Chez Aline" in text_of(other.get(LINK))
    assert other.get(kept.location).status_code == 200
    assert client.get(kept.location).status_code == 404, "what a device keeps is its own"


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS_BY_NAME)
def test_the_link_of_a_named_set_is_its_name(client, name):
    assert client.get(f"/rules/of/{name}").status_code == 200


def test_what_other_programs_hang_on_a_link_does_not_matter(client):
    assert client.get("/rules/of/kitty?target=300&utm_source=chat&fbclid=abc&lang=fr").status_code == 200


def test_a_link_that_holds_no_rules_says_every_reason(client):
    answer = client.get("/rules/of/kitty?target=303&wind=east&pack=36")
    assert answer.status_code == 422
    text = text_of(answer)
    assert "303 is not valid" in text
    assert "“wind”: there is no such option" in text
    assert client.get("/rules/of/nonsense").status_code == 404
    assert client.get("/rules/of/kitty?target=300&target=500").status_code == 422


def test_a_name_in_a_link_is_shown_as_it_is(client):
    page = client.get("/rules/of/kitty?name=<script>alert(1)</script>").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


@pytest.mark.slow
def test_the_code_holds_the_link_and_the_card_is_one_page(client):
    code = client.get("/rules/of/kitty/code.svg?target=300")
    assert code.mimetype == "image/svg+xml"
    card = client.get("/rules/of/kitty/card.pdf?target=300&name=Chez+Aline")
    pages = PdfReader(io.BytesIO(card.data)).pages
    assert len(pages) == 1
    text = pages[0].extract_text()
    assert "Chez Aline" in text
    assert "first side to reach 300 wins" in text
    assert "Scan to play with these rules" in " ".join(text.split())


def test_a_file_of_rules_comes_back_as_it_went(client):
    body = client.get("/rules/of/kitty/rules.json?target=300&keep=dealer&name=Chez+Aline").data
    answer = client.post("/rules/bring-in", data={"file": (io.BytesIO(body), "rules.json")})
    assert answer.location == LINK


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("https://200.example/rules/of/kitty?target=300&keep=dealer", OURS),
        ("Look, these are ours: http://192.168.1.7:8200/rules/of/kitty?keep=dealer&target=300 see you Sunday", OURS),
        ("kitty~target-300~keep-dealer", OURS),
        ("bloutte", named_rules("bloutte")),
        ("https://200.example/rules/bloutte", named_rules("bloutte")),
        (json.dumps({"base": "kitty", "target": 300, "keep": "dealer"}), OURS),
        (json.dumps({"format": "scorekeeper-game/1", "rules": {"base": "kitty", "target": 300, "keep": "dealer"}}), OURS),
        ('"informal"', named_rules("informal")),
    ],
)
def test_rules_are_read_from_whatever_another_table_sent(app, text, rules):
    with app.test_request_context():
        assert read_text(text)[0] == rules


@pytest.mark.parametrize("text", ["", "{", "good evening", '{"rules": 7}', '{"target": 303}', "x" * 30_000, "[" * 10_000])
def test_what_holds_no_rules_is_refused_with_a_reason(app, text):
    with app.test_request_context(), pytest.raises(UnreadableRules) as refused:
        read_text(text)
    assert all(refused.value.texts)


def test_rules_are_compared_with_any_other_set(client):
    page = keep(client, target="300")
    found = client.get(page).text
    assert '<option value="bloutte"' in found
    answer = client.get(f"/rulings/compare?a={rules_to_link(named_rules('kitty').with_options(target=300))}&b=bloutte")
    assert answer.status_code == 200
    assert "Target" in text_of(answer)


def test_a_hole_chosen_beside_a_longer_target_stays_though_it_is_the_base_rules_own():
    shown = {"rules": "standard", "basis": "standard", "changes": '{"target": 300}'}
    draft = read_rules(RulesForm.of({**shown, f"{PREFIX}-target": "300", f"{PREFIX}-hole_limit": "200"}), named_rules("standard"))
    assert (draft.rules.target, draft.rules.hole_limit) == (300, 200)
    followed = read_rules(
        RulesForm.of({**shown, f"{PREFIX}-target": "300", f"{PREFIX}-hole_limit": "300"}), named_rules("standard")
    )
    assert dict(followed.changes) == {"target": 300}
