from __future__ import annotations

import itertools

import pytest

from scorekeeper.core.i18n.translation import LANGUAGES, t_for
from scorekeeper.engine.endings import Outcome
from scorekeeper.engine.errors import UnsoundRules
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.messages.game.outcome import bid_text, outcome_text, unplayed_text
from scorekeeper.messages.names import names_of
from scorekeeper.messages.rules.rules import choice_label, diff_text
from scorekeeper.rulebook.view import rule_card

ENGLISH, FRENCH = t_for("en"), t_for("fr")
FOUR = ("Aline", "Benoît", "Claire", "Denis")

#: Rule sets that together give every option an effect.
BASES = [
    *(named_rules(name) for name in VARIANTS_BY_NAME),
    named_rules("kitty").with_options(pack=36, hand_cards=8),
    named_rules("six_kitty").with_options(pack=40, hand_cards=6, kitty=4),
    named_rules("standard").with_options(opponents_score="must_win_or_set"),
    named_rules("pot").with_options(ante=100, boxed=25, hole=50),
    named_rules("five_silent").with_options(silent_seat=0),
    named_rules("cutthroat").with_options(defenders_score="temporary_team"),
]


def values_of(option):
    if option.choices:
        return list(option.choices)
    return [option.low, option.low + option.step, option.low + 2 * option.step] + [None] * option.nullable


def card_text(t, rules):
    return "\n".join(f"{heading}: {' '.join(sentences)}" for heading, sentences in rule_card(t, rules))


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in RuleSet.options if name not in ("pack", "hand_cards", "kitty")])
def test_the_rule_card_tells_every_choice_of_every_option(name):
    told = set()
    for base, value in itertools.product(BASES, values_of(RuleSet.options[name])):
        try:
            changed = base.with_options(**{name: value})
        except UnsoundRules:
            continue
        if changed != base and card_text(ENGLISH, changed) != card_text(ENGLISH, base):
            told |= {value, base.values()[name]}
    assert told >= set(values_of(RuleSet.options[name]))


def test_two_named_rule_sets_never_have_the_same_card():
    assert len({card_text(ENGLISH, named_rules(name)) for name in VARIANTS_BY_NAME}) == len(VARIANTS_BY_NAME)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", VARIANTS_BY_NAME)
def test_a_rule_card_is_whole_sentences_on_one_page(lang, name):
    card = rule_card(t_for(lang), named_rules(name))
    sentences = [sentence for _, said in card for sentence in said]
    assert all(sentence.endswith(".") and "%(" not in sentence for sentence in sentences)
    assert sum(map(len, sentences)) < 4500
    assert all(heading for heading, _ in card)


def test_the_card_of_le_rough_says_what_is_particular_to_it():
    text = card_text(ENGLISH, named_rules("le_rough"))
    for said in (
        "8 cards each and 4 in the kitty.",
        "Bids go from 70 to 100",
        "Card points in the discard count for the contractor.",
        "the first card led sets trump",
        "The first side to reach 350 wins.",
        "may announce, before taking the kitty,",
    ):
        assert said in text


def test_stakes_are_written_as_money():
    rules = named_rules("pot").with_options(ante=125)
    assert "every player pays $1.25 into the pot" in card_text(ENGLISH, rules)
    assert "chaque joueur verse 1,25\u00a0$ dans la cagnotte" in card_text(FRENCH, rules)


def test_a_difference_names_only_what_differs():
    assert diff_text(ENGLISH, named_rules("standard"), named_rules("north_500_300")) == [
        "Target: 200 points → 500 points.",
        "Lost in the hole at: 200 points → 300 points.",
    ]
    assert diff_text(ENGLISH, named_rules("kitty"), named_rules("informal")) == [
        "Keeping the bid: no one may keep → the dealer may keep.",
        "100 for 200: yes.",
    ]


@pytest.mark.parametrize("a", VARIANTS_BY_NAME)
def test_a_rule_set_differs_from_others_and_not_from_itself(a):
    assert diff_text(FRENCH, named_rules(a), named_rules(a)) == []
    assert all(diff_text(FRENCH, named_rules(a), named_rules(b)) for b in VARIANTS_BY_NAME if b != a)


def test_figures_of_options_have_their_unit():
    assert choice_label(ENGLISH, "kitty", 0) == "no kitty"
    assert choice_label(ENGLISH, "kitty", 1) == "1 card"
    assert choice_label(FRENCH, "hand_cards", 9) == "9 cartes"
    assert choice_label(ENGLISH, "hole_limit", None) == "no limit"
    assert choice_label(ENGLISH, "silent_seat", 0) == "seat 1"
    with pytest.raises(ValueError, match="keep has no choice"):
        choice_label(ENGLISH, "keep", "always")


def test_the_outcome_names_the_winners_and_a_skunk():
    names = names_of(named_rules("standard"), FOUR)
    assert outcome_text(ENGLISH, Outcome(), names) == "The game goes on."
    assert outcome_text(ENGLISH, Outcome("won", (1,), "end.target", 1), names) == "Benoît & Denis win the game."
    assert outcome_text(ENGLISH, Outcome("won", (0,), "end.hole", 2), names).endswith("win the game, which counts as two.")
    alone = names_of(named_rules("cutthroat"), FOUR)
    assert outcome_text(FRENCH, Outcome("won", (3,), "end.target", 1), alone) == "Denis gagne la partie."
    assert outcome_text(FRENCH, Outcome("won", (0, 3), "end.hole", 1), alone) == "Aline et Denis gagnent ensemble la partie."


def test_bids_are_said_as_players_say_them():
    assert [bid_text(FRENCH, bid) for bid in (75, "100-for-200", "free")] == ["75", "cent pour deux cents", "sans enchère"]


def test_a_hand_that_was_not_played_says_what_follows():
    assert unplayed_text(ENGLISH, "passed_out", "Aline") == "Everyone passed: no score, and the deal moves on."
    assert unplayed_text(FRENCH, "misdeal", "Aline") == "Fausse donne\u00a0: Aline redonne."
