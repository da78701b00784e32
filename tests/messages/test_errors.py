from __future__ import annotations

import re

import pytest

from scorekeeper.core.i18n.translation import LANGUAGES, t_for
from scorekeeper.engine.auction import Bidding
from scorekeeper.engine.errors import GameError, Illegal, Malformed, NotEnoughKnown, UnsoundRules
from scorekeeper.engine.events import Adjustment, Played
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.replay.validation import check_bid
from scorekeeper.engine.ruleset import RuleSet, named_rules
from scorekeeper.messages.errors.error_messages import FAULTS, GENERAL
from scorekeeper.messages.errors.error_text import broken_rule, error_text, expected_text, plain_error_text, problem_texts, quoted
from scorekeeper.messages.names import names_of
from scorekeeper.messages.rules.labels import PROBLEMS
from scorekeeper.pairing.sentences import FAULTS as TOURNAMENT

ENGLISH, FRENCH = t_for("en"), t_for("fr")
FOUR = ("Aline", "Benoît", "Claire", "Denis")


def refused(*events, rules=None):
    rules = rules or named_rules("standard")
    error = replay(rules, 0, events).error
    assert error is not None
    return error, names_of(rules, FOUR)


def test_piles_that_do_not_add_up_are_shown_with_their_sum():
    error, names = refused(Played(0, 60, (60, 35), {}))
    assert error_text(ENGLISH, error, names) == "points: 60 + 35 make 95. The piles of a hand must make 100."


def test_a_pile_that_is_no_multiple_of_5_says_which_one_and_what_would_be_right():
    error, names = refused(Played(0, 60, (62, 38), {}))
    assert error_text(ENGLISH, error, names) == "points: pile 1 is 62. Use a multiple of 5 from 0 to 100."


def test_a_bid_that_is_not_allowed_says_whose_and_which_are():
    error, names = refused(Played(3, 45, (60, 40), {}))
    assert error_text(ENGLISH, error, names) == "bid: 45 by Denis is not allowed. A bid goes from 50 to 100 in steps of 5."
    assert "the player at seat 3" in error_text(ENGLISH, error)


def test_what_is_not_known_says_why_it_matters():
    error, names = refused(Adjustment(1, 100, "opening score"), Played(0, 60, (60, 40)))
    assert error_text(ENGLISH, error, names) == (
        "It is not recorded who bid. Benoît & Denis had 100, and defenders at 100 or more score only if they bid."
    )


def test_every_reason_against_a_rule_set_is_told_at_once():
    with pytest.raises(UnsoundRules) as caught:
        RuleSet({"pack": 52, "discard_to": "contractor", "ante": 25, "announced_all": True, "format": "three_pairs"})
    said = problem_texts(ENGLISH, caught.value)
    assert len(said) == 4
    assert "6 hands of 9 and a kitty of 0 make 54, but the pack has 52" in said[0]
    assert error_text(ENGLISH, caught.value) == " ".join(["These rules cannot be played.", *said])
    assert error_text(FRENCH, caught.value).startswith("On ne peut pas jouer avec ces règles. ")


def test_an_option_that_does_not_exist_and_a_value_of_the_wrong_kind_are_quoted():
    with pytest.raises(UnsoundRules) as caught:
        RuleSet({"tarot": 1, "keep": ["x"], "target": 203})
    said = error_text(ENGLISH, caught.value)
    assert "“tarot”: there is no such option." in said
    assert "Keeping the bid (keep): [“x”] is not valid. Use none, dealer or anyone_once." in said
    assert "Target (target): 203 is not valid. Use a whole number from 5 to 5000 in steps of 5." in said


@pytest.mark.parametrize(
    "read", ["x" * 10**6, ["y" * 10**6] * 10**4, {"a": "b" * 10**6}, 10**4000, [[[]]], float("nan"), None, True, "%(read)s %s"]
)
def test_whatever_was_read_is_quoted_briefly(read):
    assert len(quoted(ENGLISH, read)) < 1000
    error = Malformed("event", reason="type", field="trump", read=read, right="trump")
    assert error_text(ENGLISH, error).startswith("trump: ")
    assert error_text(ENGLISH, error).endswith("is not valid. Use S, H, D, C or NT.")


def test_what_would_be_right_is_a_kind_one_of_several_or_the_value():
    assert expected_text(ENGLISH, "whole") == "a whole number"
    assert expected_text(FRENCH, ["S", "H", 3]) == "S, H ou 3"
    assert expected_text(ENGLISH, 2) == "2"
    assert expected_text(ENGLISH, "scorekeeper-game/1") == "scorekeeper-game/1"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (GameError("brand.new", field="x", read=3, right="whole"), "x: 3 is not valid. Use a whole number."),
        (GameError("brand.new", field="x", read=3), "x: 3 cannot be used here."),
        (GameError("brand.new", read="q"), "“q” cannot be used here."),
        (GameError("brand.new"), "This cannot be used here."),
    ],
)
def test_a_code_without_words_of_its_own_still_says_what_it_can(error, said):
    assert error_text(ENGLISH, error) == said


def test_a_seat_that_dropped_out_is_named():
    error = Illegal("event", reason="dropped", field="contractor", read=2, side=0)
    assert error_text(ENGLISH, error, names_of(named_rules("standard"), FOUR)) == (
        "contractor: Claire is on a side that has dropped out."
    )


def test_what_is_against_the_rules_names_its_rule_and_what_is_malformed_none():
    assert broken_rule(Illegal("bid", reason="hundred_for_200")) == "auction.hundred_for_200"
    assert broken_rule(NotEnoughKnown("needs.bids", side=1)) == "score.must_bid"
    assert broken_rule(Illegal("game.over", rule="end.hole")) == "end.hole"
    assert broken_rule(Malformed("event", reason="type", field="bid")) is None


@pytest.mark.parametrize("changes", [{}, {"bid_step": 10}, {"minimum_bid": 70}, {"minimum_bid": 0}, {"bid_step": 25}], ids=str)
def test_a_bid_that_a_record_may_not_have_is_refused_by_the_rule_that_the_auction_names(changes):
    rules = named_rules("standard").with_options(**changes)
    for bid in range(121):
        objection = Bidding(rules, 0).objection(bid)
        if objection is None:
            check_bid(rules, bid, 1)
            continue
        with pytest.raises(Illegal) as caught:
            check_bid(rules, bid, 1)
        assert broken_rule(caught.value) == objection.rule, bid
    assert broken_rule(refused(Played(1, 62, (20, 80), {}))[0]) == "auction.step"


def test_no_french_sentence_of_a_record_begins_with_an_english_key():
    messages = [*FAULTS.values(), *(message for _, message in GENERAL), *PROBLEMS.values(), *TOURNAMENT.values()]
    keyed = [message for message in messages if re.match(r"([a-z_]+|%\((field|option)\)s):", message)]
    assert len(keyed) > 100
    for message in keyed:
        assert re.match(r"Clé ([a-z_]+|%\((field|option)\)s)\s*:", FRENCH(message)), FRENCH(message)


@pytest.mark.parametrize("lang", list(LANGUAGES))
def test_people_at_a_table_never_read_the_key_of_a_record(lang):
    t = t_for(lang)
    keyed = [code for code, text in FAULTS.items() if (key := text.partition(":")[0]).islower() and key.isidentifier()]
    assert len(keyed) > 20
    for code in keyed:
        key, (kind, _, reason) = FAULTS[code].partition(":")[0], code.partition(":")
        error = GameError(kind, reason=reason or None, piles=(60, 35))
        whole, plain = error_text(t, error), plain_error_text(t, error)
        assert re.match(rf"(\w+ )?{key}\s*:", whole), code
        assert plain.lower() == whole.partition(":")[2].strip().lower(), code


@pytest.mark.parametrize(
    ("read", "shown"),
    [
        (None, "null"),
        ([[1]], "[[1]]"),
        ([[1, 2], [[]], [], {}, {"a": 1}], "[[…], […], [], {}, {…}]"),
        ([None, "x"], "[null, “x”]"),
        ([1] * 20, "[" + "1, " * 12 + "…]"),
    ],
)
def test_what_was_read_is_quoted_as_it_stood_there(read, shown):
    assert quoted(ENGLISH, read) == shown


def test_letters_that_only_look_like_those_of_a_key_are_told_by_their_numbers():
    error = Malformed("event", reason="key", field="b\u0456d", read="b\u0456d", choices=("bid",))
    assert error_text(ENGLISH, error).startswith("b\\u0456d: ")
    assert error_text(FRENCH, Malformed("event", reason="missing", field="enchère")).startswith("Clé enchère")


def test_where_seats_are_numbers_what_is_counted_from_1_says_so():
    error, names = refused(Played(-1, 0, (60, 40), auction=("pass", 45)))
    assert "call 2, 45 by Claire, " in error_text(ENGLISH, error, names)
    assert "call 2 (counted from 1), 45 by the player at seat 2, " in error_text(ENGLISH, error)
    pile, names = refused(Played(0, 60, (62, 38), {}))
    assert "pile 1 is 62" in error_text(ENGLISH, pile, names)
    assert "pile 1 (counted from 1) is 62" in error_text(ENGLISH, pile)


def test_after_the_end_it_is_said_who_had_won_by_what_and_when():
    won = Adjustment(0, 180, "opening score"), Played(0, 60, (60, 40), {}), Played(0, 60, (60, 40), {})
    error, names = refused(*won)
    assert (error.code, error.event) == ("game.over", 3)
    assert error_text(ENGLISH, error, names) == (
        "The game was already over: Aline & Claire had won it with event 2 (Reaching the target)."
    )


def test_a_discard_without_a_kitty_is_not_asked_to_be_a_multiple_of_5_from_0_to_0():
    error, names = refused(Played(0, 60, (60, 40), {}, discard_points=15))
    assert error_text(ENGLISH, error, names) == (
        "discard_points: 15 is not valid. These rules have no kitty, so nothing is discarded."
    )
