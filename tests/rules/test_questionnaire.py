from __future__ import annotations

import random
import re
from html import unescape

import pytest

from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.formats.rules import text_from_value
from scorekeeper.rules.pages import questionnaire
from scorekeeper.rules.pages.questionnaire import ANY, PLAYERS, QUESTIONS, Answers
from scorekeeper.rules.titles import for_players
from tests.visitor import text_of

MOST = 14
"""The most questions anyone would answer standing at a table."""


def answers_for(rules: RuleSet) -> Answers:
    """Return the answers of a player with these rules."""
    answers = Answers()
    while name := questionnaire.next_question(answers):
        value = rules.table.players if name == PLAYERS else rules.values()[name]
        assert value in questionnaire.offered_answers(answers, name), name
        answers = answers.with_answer(name, value)
    return answers


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS_BY_NAME)
def test_whoever_plays_a_named_game_is_told_its_name_after_a_few_questions(name):
    answers = answers_for(named_rules(name))
    assert questionnaire.complete_rules(answers) == named_rules(name)
    assert len(answers.given) <= MOST


def test_every_question_is_about_an_option():
    assert set(QUESTIONS) - {PLAYERS} <= set(RuleSet.options)
    assert set(QUESTIONS) > questionnaire.ALWAYS


@pytest.mark.parametrize("players", [3, 5, 6])
def test_cutthroat_is_dealt_out_to_as_many_as_there_are(players):
    rules = for_players(named_rules("cutthroat"), players)
    assert questionnaire.complete_rules(answers_for(rules)) == rules


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_whatever_is_answered_ends_in_rules_that_can_be_played_and_keep_every_answer(seed):
    chance, answers = random.Random(seed), Answers()
    while name := questionnaire.next_question(answers):
        offered = questionnaire.offered_answers(answers, name)
        assert len(offered) > 1, "a question with one answer is none"
        answers = answers.with_answer(name, chance.choice([*offered, ANY] if answers.given else offered))
        assert questionnaire.from_query(questionnaire.to_query(answers)) == answers
    rules = questionnaire.complete_rules(answers)
    assert {name: rules.values()[name] for name in answers.known} == answers.known
    assert answers.players in (None, rules.table.players)


def test_what_no_longer_matters_is_not_asked():
    two_hands = Answers(((PLAYERS, 2),))
    assert questionnaire.next_question(two_hands) != "format", "two can only play one way"
    no_kitty = Answers(((PLAYERS, 4), ("format", "partnership"), ("kitty", 0)))
    asked = [name for name, _value in answers_for(named_rules("standard")).given]
    assert "discard_to" not in asked
    assert questionnaire.offered_answers(no_kitty, "discard_to") == ["opponents"]


def links(page: str) -> dict[str, str]:
    """Return the answers' links by label."""
    body = re.search(r'<ul class="answers.*?</ul>', page, re.DOTALL)[0]
    found = re.findall(r'<a href="([^"]*)"><b class="sentence">([^<]*)</b>', body)
    return {unescape(label): unescape(url) for url, label in found}


def test_every_answer_is_a_link_and_going_back_is_one_too(client):
    page = client.get("/rules/which").text
    assert list(links(page)) == ["2", "3", "4", "5", "6"]
    page = client.get(links(page)["4"]).text
    url = links(page)["Four players, two pairs"]
    page = client.get(url).text
    assert "Question 3" in page
    back = re.search(r'<a class="btn" href="([^"]*)">Back', page)[1]
    assert unescape(back) == "/rules/which?players=4"


def test_it_ends_in_the_usual_name(client):
    query = {name: str(v) if name == PLAYERS else text_from_value(v) for name, v in answers_for(named_rules("informal")).given}
    text = text_of(client.get("/rules/which", query_string=query))
    assert "You play Kitchen-table 200" in text
    assert "different rule" not in text


def test_or_in_the_nearest_name_and_what_is_different(client):
    query = {**questionnaire.to_query(answers_for(named_rules("informal"))), "target": "300"}
    page = client.get("/rules/which", query_string=query)
    text = text_of(page)
    assert "Close to Kitchen-table 200" in text
    assert "With 1 different rule: Target: 200 points → 300 points." in text
    card = unescape(re.search(r'class="keep inline-form noprint" method="post" action="([^"]*)"', page.text)[1])
    assert card == "/rules/of/informal?target=300"
    assert client.post(card, data={"name": "Ours", "uuid": "0123456789"}).status_code == 303


@pytest.mark.parametrize(
    ("changes", "base", "title"),
    [
        ({"target": 100, "keep": "dealer"}, "two_handed", "200 for two"),
        ({"target": 300}, "six_two_teams", "Six players, two teams"),
    ],
)
def test_the_nearest_game_is_one_for_as_many_players(client, changes, base, title):
    query = questionnaire.to_query(answers_for(named_rules(base).with_options(**changes)))
    text = text_of(client.get("/rules/which", query_string=query))
    assert f"Close to {title}" in text
    assert "Players and partners:" not in text


def test_three_at_a_cutthroat_table_are_not_told_that_they_are_four(client):
    query = questionnaire.to_query(answers_for(for_players(named_rules("cutthroat"), 3)))
    text = text_of(client.get("/rules/which", query_string=query))
    assert "You play Cutthroat 200" in text
    assert "3 players, everyone for themselves: 36 cards, 12 each." in text
    assert "Four players" not in text


def test_a_number_that_cannot_be_played_is_asked_again(client):
    asked = {"players": "4", "format": "partnership", "kitty": "4", "hand_cards": "7"}
    answer = client.get("/rules/which", query_string=asked)
    assert "7 does not fit your other answers." in text_of(answer)
    assert "How many cards does each player get?" in text_of(answer)


def test_an_answer_can_be_given_again_and_the_others_stay():
    answers = answers_for(named_rules("informal"))
    again = answers.without("keep")
    assert questionnaire.next_question(again) == "keep"
    assert len(again.given) == len(answers.given) - 1


@pytest.mark.parametrize(
    "query", ["players=99", "keep=nobody", "kitty=4&players=4", "target=abc", "wind=east", "players=4&format=two_handed"]
)
def test_an_address_that_was_tampered_with_asks_and_never_fails(client, query):
    assert client.get(f"/rules/which?{query}").status_code == 200


@pytest.mark.parametrize(("target", "hole"), [(300, 200), (100, 200), (200, 100)])
def test_a_hole_that_was_answered_does_not_follow_the_target(target, hole):
    rules = questionnaire.complete_rules(Answers((("players", 4), ("target", target), ("hole_limit", hole))))
    assert (rules.target, rules.hole_limit) == (target, hole)
