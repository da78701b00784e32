from __future__ import annotations

import pytest

from scorekeeper.engine.errors import GameError
from scorekeeper.engine.kitty import DiscardChoice, discard_choice, judge_discard
from scorekeeper.engine.ruleset import named_rules

HELD = ["AS", "KS", "QS", "10S", "5S", "AH", "KH", "10D", "9D", "8D", "7D", "10C", "5C"]
POINTS = ["AS", "10S", "5S", "AH", "10H", "5H", "AD", "10D", "5D", "AC", "10C"]


def judge_in_kitty(discard, trump="H", held=HELD, **options):
    return judge_discard(named_rules("kitty").with_options(**options), held, discard, trump)


def reason(found):
    return None if found.objection is None else (found.objection.rule, found.objection.params["reason"])


def refusal(*args, **options):
    with pytest.raises(GameError) as caught:
        judge_in_kitty(*args, **options)
    return caught.value.code, caught.value.params["reason"]


def test_any_four_cards_may_go_where_nothing_limits_the_discard():
    found = judge_in_kitty(["AS", "10S", "AH", "5C"])
    assert found.legal
    assert found.points == 35


def test_cards_with_points_may_not_go_while_others_are_held():
    found = judge_in_kitty(["9D", "8D", "7D", "5C"], discard_limit="no_points")
    assert reason(found) == ("kitty.discard_limit", "points")
    assert found.objection.params["cards"] == ["5C"]
    assert judge_in_kitty(["9D", "8D", "7D", "KH"], discard_limit="no_points").legal


def test_trumps_may_not_go_where_they_are_held_back_too():
    limit = {"discard_limit": "no_points_or_trumps"}
    assert reason(judge_in_kitty(["9D", "8D", "7D", "KH"], **limit)) == ("kitty.discard_limit", "trump")
    assert judge_in_kitty(["9D", "8D", "7D", "KS"], **limit).legal
    assert judge_in_kitty(["9D", "8D", "7D", "KH"], trump="NT", no_trump="plain", **limit).legal


def test_with_too_few_allowed_cards_those_go_first_and_the_rest_may_be_any():
    held = [*POINTS, "KS", "QS"]
    limit = {"discard_limit": "no_points", "held": held}
    assert judge_in_kitty(["KS", "QS", "AS", "10S"], **limit).legal
    found = judge_in_kitty(["KS", "AS", "10S", "5S"], **limit)
    assert reason(found) == ("kitty.discard_limit", "allowed_first")
    assert found.objection.params["cards"] == ["QS"]


def test_with_no_allowed_card_at_all_any_may_go():
    held = [*POINTS, "5C", "KH"]
    assert judge_in_kitty(["AS", "10S", "5S", "AH"], held=held, discard_limit="no_points_or_trumps").legal


def test_the_choice_names_what_must_go_and_what_may():
    rules = named_rules("kitty").with_options(discard_limit="no_points")
    assert discard_choice(rules, HELD, None) == DiscardChoice(4, (), ("KS", "QS", "KH", "9D", "8D", "7D"))
    assert discard_choice(rules, [*POINTS, "KS", "QS"], None) == DiscardChoice(4, ("KS", "QS"), tuple(POINTS))


def test_the_discard_has_as_many_cards_as_the_kitty():
    assert reason(judge_in_kitty(["9D", "8D", "7D"])) == ("deal.pack", "count")


def test_discarded_trumps_are_shown_where_the_table_says_so():
    assert judge_in_kitty(["AH", "KH", "AS", "9D"], discard_show_trumps=True).show == ("AH", "KH")
    assert judge_in_kitty(["AH", "KH", "AS", "9D"]).show == ()
    assert judge_in_kitty(["AH", "KH", "AS", "9D"], trump="NT", no_trump="double", discard_show_trumps=True).show == ()


def test_the_contractor_says_whether_points_went_where_the_table_says_so():
    assert judge_in_kitty(["5C", "KS", "9D", "8D"], discard_announce_points=True).announce is True
    assert judge_in_kitty(["7D", "KS", "9D", "8D"], discard_announce_points=True).announce is False
    assert judge_in_kitty(["5C", "KS", "9D", "8D"]).announce is None


@pytest.mark.parametrize("pile", ["opponents", "last_trick", "first_trick", "contractor"])
def test_the_discard_joins_the_pile_that_the_rules_say(pile):
    assert judge_in_kitty(["9D", "8D", "7D", "KS"], discard_to=pile).goes_to == pile


def test_without_a_kitty_nothing_is_discarded():
    hand = HELD[:9]
    found = judge_discard(named_rules("standard"), [card for card in hand if card != "6S"], [], "H")
    assert (found.legal, found.goes_to) == (True, None)
    assert not judge_discard(named_rules("standard"), hand, ["9D"], "H").legal


def test_an_unknown_trump_is_asked_for_only_where_the_answer_depends_on_it():
    limit = {"discard_limit": "no_points_or_trumps"}
    assert refusal(["9D", "8D", "7D", "KS"], trump=None, **limit) == ("needs.trump", "discard_limit")
    assert not judge_in_kitty(["9D", "8D", "7D", "5C"], trump=None, **limit).legal
    assert refusal(["9D", "8D", "7D", "KS"], trump=None, discard_show_trumps=True) == ("needs.trump", "discard_show_trumps")
    assert judge_in_kitty(["9D", "8D", "7D", "KS"], trump=None, discard_limit="no_points").legal


def test_cards_that_cannot_have_been_held_are_refused():
    assert refusal(["9D", "8D", "7D", "KD"]) == ("event", "not_held")
    assert refusal(["9D", "8D", "7D", "KS"], held=HELD[:-1]) == ("event", "count")
    assert refusal(["9D", "9D", "7D", "KS"]) == ("event", "twice")
    assert refusal(["9D", "8D", "7D", "KS"], trump="NT") == ("event", "no_trump")
    assert refusal(["9D", "8D", "7D", "KS"], trump="X") == ("event", "choice")


def test_after_a_drop_out_the_hand_is_nine_cards_and_the_kitty():
    found = judge_discard(named_rules("six_kitty"), HELD, ["9D", "8D", "7D", "KS"], "H", (2,))
    assert found.legal
