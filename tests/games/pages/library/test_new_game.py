from __future__ import annotations

import html
import re

import pytest

from scorekeeper.engine.options import INDIVIDUAL_FORMATS, Number
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.formats.rules import parse_rules, rules_from_link, rules_to_link
from scorekeeper.messages.rules import titles
from scorekeeper.rules.titles import for_players
from tests.visitor import checked_values, form, start, text_of, value_of


def record(client, url):
    return client.get(f"{url}/record.json").get_json()


@pytest.mark.slow
def test_a_game_starts_with_the_rules_the_names_and_the_dealer_that_were_chosen(client):
    url = start(client, "kitty", first_dealer="2")
    found = record(client, url)
    assert parse_rules(found["rules"]) == named_rules("kitty")
    assert found["players"] == ["Aline", "Donat", "Rosa", "Edgar"]
    assert found["first_dealer"] == 2


@pytest.mark.slow
def test_every_named_rule_set_can_be_started(client):
    for name in VARIANTS_BY_NAME:
        url = start(client, name)
        assert parse_rules(record(client, url)["rules"]) == named_rules(name), name


def test_every_named_rule_set_stands_in_one_group():
    assert sorted(n for names in titles.GROUPS.values() for n in names) == sorted(VARIANTS_BY_NAME)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_cutthroat_is_played_by_three_to_six(client, players):
    rules = for_players(named_rules("cutthroat"), players)
    found = record(client, start(client, rules_to_link(rules)))
    assert len(found["players"]) == players
    assert parse_rules(found["rules"]).format == "cutthroat"


def test_the_form_offers_the_games_for_the_number_of_players_that_was_tapped(client):
    for players in (2, 3, 4, 5, 6):
        answer = client.post("/games/new", data=form(do=f"count-{players}"))
        assert answer.status_code == 200
        (value,) = checked_values(answer, "rules")
        assert rules_from_link(value).table.players == players


def test_a_form_sent_twice_starts_one_game(client):
    sent = form()
    first, second = (client.post("/games/new", data=sent).location for _ in range(2))
    assert first == second


def test_seats_left_empty_are_called_as_the_empty_fields_say(client):
    empty = {f"player-{seat}": "" for seat in range(6)}
    assert record(client, start(client, "standard", **empty))["players"] == ["Me", "Left seat", "Partner", "Right seat"]


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_what_an_empty_field_says_is_the_name_on_the_sheet_and_is_never_offered_as_a_name(client, lang, count):
    client.post("/language", data={"lang": lang})
    empty = {f"player-{seat}": "" for seat in range(6)}
    page = client.post("/games/new", data={**form(do=f"count-{count}"), **empty})
    text = page.get_data(as_text=True)
    said = [html.unescape(word) for word in re.findall(r'placeholder="([^"]*)"', text)][:count]
    sent = {**form(), **empty, "basis": value_of(page, "basis"), "rules": checked_values(page, "rules")[0]}
    where = client.post("/games/new", data=sent).location
    assert record(client, where)["players"] == said
    assert len(set(said)) == count
    again = client.get("/games/new").get_data(as_text=True)
    assert 'value="Me"' not in again
    assert "data-name" not in again


def test_neighbours_change_places_and_the_deal_stays_with_the_person(client):
    answer = client.post("/games/new", data=form(do="swap-1", first_dealer="1"))
    assert [value_of(answer, f"player-{seat}") for seat in range(4)] == ["Aline", "Rosa", "Donat", "Edgar"]
    assert value_of(answer, "first_dealer") == "2"


def test_the_last_seat_and_the_first_are_neighbours(client):
    answer = client.post("/games/new", data=form(do="swap-3"))
    assert [value_of(answer, f"player-{seat}") for seat in range(4)] == ["Edgar", "Donat", "Rosa", "Aline"]


@pytest.mark.slow
def test_all_move_one_seat(client):
    answer = client.post("/games/new", data=form(do="rotate", first_dealer="0"))
    assert [value_of(answer, f"player-{seat}") for seat in range(4)] == ["Edgar", "Aline", "Donat", "Rosa"]
    assert value_of(answer, "first_dealer") == "1"


def test_the_form_asks_for_no_dealer_and_the_first_who_may_is_taken(client):
    page = client.get("/games/new")
    assert "first_dealer" not in page.text
    sent = form()
    del sent["first_dealer"]
    answer = client.post("/games/new", data=sent)
    assert answer.status_code == 303
    assert record(client, answer.location)["first_dealer"] == 0


def test_a_player_who_is_silent_all_evening_deals_no_first_hand(client):
    sent = form(rules_to_link(named_rules("five_silent").with_options(silent_seat=0)))
    del sent["first_dealer"]
    assert record(client, client.post("/games/new", data=sent).location)["first_dealer"] == 1


def test_names_come_first_on_the_form(client):
    page = client.get("/games/new").text
    assert page.index('name="player-0"') < page.index('value="count-2"') < page.index('name="rules"')


@pytest.mark.parametrize(
    ("rules", "places"),
    [
        ("standard", ["You", "On your left", "Your partner", "On your right"]),
        ("cutthroat", ["You", "On your left", "Across from you", "On your right"]),
        ("two_handed", ["You", "Across from you"]),
        ("six_three_pairs", ["You", "On your left", "Player 3", "Your partner", "Player 5", "On your right"]),
        ("six_two_teams", ["You", "On your left", "Player 3", "Player 4", "Player 5", "On your right"]),
    ],
)
def test_a_seat_is_called_as_whoever_holds_the_phone_would(client, rules, places):
    page = client.get("/games/new", query_string={"rules": rules}).text
    assert re.findall(r'<label class="small soft" for="player-.">(.*?)</label>', page) == places


def test_names_that_this_device_knows_are_there_to_be_tapped(client):
    start(client, "standard")
    page = client.get("/games/new").text
    assert set(re.findall(r'data-name="(.*?)"', page)) == {"Aline", "Donat", "Rosa", "Edgar"}


def test_a_changed_house_rule_is_in_the_game_and_what_follows_from_it_too(client):
    rules = parse_rules(record(client, start(client, "kitty", **{"opt-target": "300"}))["rules"])
    assert (rules.target, rules.hole_limit, rules.pack) == (300, 300, 40)


def test_a_number_without_a_chip_is_taken_from_its_field(client):
    rules = parse_rules(record(client, start(client, "kitty", **{"opt-target": "other", "opt-target_other": "225"}))["rules"])
    assert rules.target == 225


def test_changes_outlast_the_steps_of_the_form(client):
    answer = client.post("/games/new", data=form(do="rotate", **{"opt-target": "300"}))
    again = form(basis=value_of(answer, "basis"), changes=value_of(answer, "changes"), **{"opt-keep": "dealer"})
    rules = parse_rules(record(client, client.post("/games/new", data=again).location)["rules"])
    assert (rules.target, rules.keep) == (300, "dealer")


def test_rules_that_cannot_be_played_are_refused_with_every_reason_and_nothing_is_lost(client):
    wrong = {"opt-pack": "36", "opt-bid_step": "20", "opt-ante": "25"}
    answer = client.post("/games/new", data=form(**wrong))
    assert answer.status_code == 422
    said = text_of(answer)
    assert "The cards do not add up. 4 hands of 9 and a kitty of 4 make 40" in said
    assert "is not a multiple of the bid step" in said
    assert "there is no pot to pay into" in said
    assert checked_values(answer, "opt-pack") == ["36"]
    assert checked_values(answer, "opt-ante") == ["25"]
    assert value_of(answer, "player-3") == "Edgar"
    assert client.get("/").get_data(as_text=True).count("/games/1") == 0


def test_a_number_that_is_none_is_quoted_beside_its_field(client):
    answer = client.post("/games/new", data=form(**{"opt-target": "other", "opt-target_other": "two hundred"}))
    assert answer.status_code == 422
    assert "“two hundred” is not valid" in text_of(answer)


def test_a_name_that_is_too_long_is_refused_beside_its_seat(client):
    answer = client.post("/games/new", data=form(**{"player-2": "R" * 61}))
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.get_data(as_text=True)
    assert value_of(answer, "player-2") == "R" * 61


def test_every_option_is_on_the_form(client):
    page = client.get("/games/new").get_data(as_text=True)
    assert [name for name in RuleSet.options if f'name="opt-{name}"' not in page] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", list(VARIANTS_BY_NAME))
def test_the_form_of_a_named_rule_set_sent_back_untouched_changes_nothing(client, name):
    page = client.get(f"/games/new?rules={name}")
    fields = {}
    for option in RuleSet.options.values():
        fields[f"opt-{option.name}"] = checked_values(page, f"opt-{option.name}")[0]
        if isinstance(option, Number) and f'name="opt-{option.name}_other"' in page.get_data(as_text=True):
            fields[f"opt-{option.name}_other"] = value_of(page, f"opt-{option.name}_other")
    assert parse_rules(record(client, start(client, name, **fields))["rules"]) == named_rules(name)


def test_the_next_form_begins_as_the_last_game_ended(client):
    start(client, "le_rough", first_dealer="2")
    page = client.get("/games/new")
    assert checked_values(page, "rules") == ["le_rough"]
    assert value_of(page, "player-0") == "Aline"
    assert value_of(page, "first_dealer") == "2"


def test_a_match_is_agreed_when_its_first_game_is_started(client, app):
    url = start(client, games_to_win="3")
    with app.app_context():
        from scorekeeper.core.devices import visitors
        from scorekeeper.games.commands import authorization
        from scorekeeper.games.commands.library import matches

        cookie = client.get_cookie(visitors.COOKIE).value
        access = authorization.access_to(int(url.rpartition("/")[2]), cookie=cookie)
        assert matches.match_standing(access).games_to_win == 3


def test_what_the_form_is_sent_is_never_trusted(client):
    strange = {"rules": '{"base": ', "basis": "[[", "changes": "[1,2", "do": "swap-99999999999", "shuffler": "-1", "drawn": "XX"}
    assert client.post("/games/new", data=form() | strange).status_code == 200
    assert client.post("/games/new", data={}).status_code in (200, 422)


def test_individual_tables_have_a_colour_for_every_player(client):
    for name in VARIANTS_BY_NAME:
        if named_rules(name).format in INDIVIDUAL_FORMATS:
            assert client.get(f"/games/new?rules={name}").get_data(as_text=True).count("data-side=") >= len(
                named_rules(name).table.sides
            )


def pressed(answer):
    """Return the labels of the rules that are shown as in force beside the form of rules."""
    chips = html.unescape(answer.text).partition('id="quick-rules"')[2].partition("</details>")[0].partition("<details")[0]
    return re.findall(r'aria-pressed="true"\s*>\s*<span>([^<]*)</span>', chips)


def test_one_tap_sets_the_target_or_a_rule_and_the_set_keeps_its_name(client):
    answer = client.post("/games/new", data=form("informal", do="set-target-500"))
    assert pressed(answer) == ["To 500", "100 for 200"]
    assert "Rules: Kitchen-table, to 500" in text_of(answer)
    assert '<details class="more" id="rules">' in answer.text, "the form of rules stays folded"

    changes = {"basis": "informal", "changes": html.unescape(value_of(answer, "changes"))}
    answer = client.post("/games/new", data=form("informal", do="set-no_trump-double", **changes))
    assert pressed(answer) == ["To 500", "No trump, double", "100 for 200"]

    changes["changes"] = html.unescape(value_of(answer, "changes"))
    url = client.post("/games/new", data=form("informal", do="start", **changes)).location
    assert parse_rules(record(client, url)["rules"]) == named_rules("informal").with_options(target=500, no_trump="double")
    assert "Kitchen-table, to 500, no trump double" in text_of(client.get(url))


def test_a_second_tap_on_a_rule_takes_it_back(client):
    answer = client.post("/games/new", data=form("informal", do="set-hundred_for_200-no"))
    assert pressed(answer) == ["To 200"]
    assert 'value="set-hundred_for_200-yes"' in answer.text


def test_a_target_of_its_own_has_a_button_too(client):
    assert pressed(client.get("/games/new?rules=le_rough")) == ["To 350", "No trump"]
    answer = client.get("/games/new?rules=bloutte")
    assert re.findall(r'value="set-target-(\d+)"', answer.text) == ["100", "200", "300", "500"]


@pytest.mark.parametrize("button", ["set-", "set-format-cutthroat", "set-target", "set-nothing-1"])
def test_a_button_for_a_rule_that_the_page_does_not_have_changes_nothing(client, button):
    answer = client.post("/games/new", data=form("informal", do=button))
    assert answer.status_code == 200
    if not button.startswith("set-target"):
        assert pressed(answer) == ["To 200", "100 for 200"]
