"""Rulings on discards, misdeals and play: what follows from the cards, and what proves a revoke."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.deal import deal_out, pack_of
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.play import Tricks
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.rulings.questions import discard, misdeal, play
from tests.rulings.asked import EN, differs_as_said, names

pytestmark = pytest.mark.slow

HELD = ("AS", "KS", "10S", "5S", "9S", "8S", "7S", "6S", "AH", "5H", "9D", "8D", "7C")


def test_points_may_not_be_discarded_where_the_house_forbids_it_and_may_elsewhere():
    rules = named_rules("online_kitty")
    told = discard.answer(EN, rules, discard.Question(HELD, ("5S", "9S", "9D", "8D"), "S"))
    assert (
        told.sentence
        == "No: these cards may not be discarded. Point cards may not be discarded while there are enough others: 5♠."
    )
    assert any(o.sentence == "Yes: these cards may be discarded." for o in told.others if o.option == "discard_limit")


def test_what_must_be_shown_and_said_and_whose_the_discard_is_are_told_apart():
    rules = named_rules("kitty").with_options(discard_show_trumps=True, discard_announce_points=True, discard_to="last_trick")
    told = discard.answer(EN, rules, discard.Question(HELD, ("6S", "5H", "9D", "8D"), "S"))
    assert [fact.text for fact in told.facts] == [
        "6♠, before play",
        "that the discard has point cards",
        "the winner of the last trick",
    ]
    silent = next(other for other in told.others if other.option == "discard_show_trumps")
    assert silent.sentence.endswith("Must be shown: nothing, because discarded trumps stay hidden.")


@given(st.data())
def test_under_every_other_rule_that_a_discard_names_something_is_different(data):
    rules = named_rules(data.draw(st.sampled_from(["kitty", "online_kitty", "le_rough", "six_kitty"])))
    pack = data.draw(st.permutations(pack_of(rules)))
    held = tuple(pack[: rules.hand_cards + rules.kitty])
    put = tuple(data.draw(st.permutations(held))[: data.draw(st.sampled_from([rules.kitty, rules.kitty, 2]))])
    question = discard.Question(held, put, data.draw(st.sampled_from(["S", "H", "D", "C"])))
    differs_as_said(discard.answer(EN, rules, question), rules, lambda r: discard.find(r, question))


POOR = ("10S", "9S", "8S", "7S", "5S", "10H", "9H", "8H", "7H")


def test_a_poor_hand_is_a_misdeal_only_where_that_is_played():
    told = misdeal.answer(EN, named_rules("standard"), misdeal.Question(POOR))
    assert told.sentence == "No: the hand is played."
    assert [other.sentence for other in told.others] == ["Yes: a misdeal may be called, and the same player deals again."]


def test_one_jack_is_enough_for_no_misdeal_anywhere():
    told = misdeal.answer(EN, named_rules("standard").with_options(misdeal=True), misdeal.Question((*POOR[:-1], "JC")))
    assert (told.verdict, told.others) == ("no", ())


def test_six_players_have_no_misdeals_and_no_house_rule_for_them():
    told = misdeal.answer(EN, named_rules("six_two_teams"), misdeal.Question(POOR[:6]))
    assert (told.verdict, told.others) == ("no", ())
    assert told.reasons[-1].text == "With six players, poor hands are too common to call a misdeal."


def _played_out(rules, data) -> tuple[play.Question, list[str]]:
    hands, _ = deal_out(rules, data.draw(st.permutations(pack_of(rules))))
    tricks = Tricks(rules, 0, data.draw(st.sampled_from([None, "S", "H"])), hands)
    cards: list[str] = []
    while tricks.turn is not None:
        card = data.draw(st.sampled_from(tricks.legal()))
        tricks.play(card)
        cards.append(card)
    return play.Question(0, tricks.announced, tuple(cards)), cards


@given(st.sampled_from(["standard", "kitty", "le_rough", "six_two_teams", "twelve_card"]), st.data())
def test_a_hand_played_by_the_rules_has_no_revoke_and_its_piles_hold_all_points(name, data):
    rules = named_rules(name)
    question, _cards = _played_out(rules, data)
    found = play.find(rules, question)
    assert found.whole
    assert found.judged.revokes == ()
    assert sum(found.piles) == 100
    told = play.answer(EN, rules, question, names(rules))
    assert told.sentence.startswith("No revoke. Piles: ")
    differs_as_said(told, rules, lambda r: play.find(r, question))


def test_a_revoke_is_told_with_the_card_that_proves_it():
    rules = named_rules("standard")
    cards = ("AS", "8H", "10S", "5S", "KS", "8S", "9S", "7S")
    told = play.answer(EN, rules, play.Question(0, "D", cards), names(rules))
    assert told.sentence == "A revoke is proven: P1 did not follow spades in trick 1, but played 8♠ in trick 2."
    assert told.rule == "play.revoke"


def test_the_first_lead_makes_other_trumps_and_another_winner():
    rules = named_rules("standard")
    cards = ("AS", "8S", "10S", "5S", "KS", "QS", "10D", "7C")
    told = play.answer(EN, rules, play.Question(0, "D", cards), names(rules))
    assert told.sentence == "P2 wins trick 2 with 10♦."
    assert [o.sentence for o in told.others] == ["P0 wins trick 2 with K♠. The tricks go to: P0, P0."]


def test_under_another_trump_the_answer_stops_at_the_trick_that_somebody_else_wins():
    cards = ("AH", "5S", "KH", "9H", "8H", "7H", "JH", "QH")
    rules = named_rules("standard")
    told = play.answer(EN, rules, play.Question(0, "S", cards), names(rules))
    assert [o.sentence for o in told.others] == [
        "P0 wins trick 1 with A♥ and leads the next. Play would have been different from there."
    ]


def test_cards_that_nobody_holds_are_an_error_and_no_answer():
    with pytest.raises(GameError):
        play.find(named_rules("standard"), play.Question(0, "S", ("6S",)))
