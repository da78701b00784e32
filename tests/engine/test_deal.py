from __future__ import annotations

import pytest

from scorekeeper.engine.deal import (
    HEIGHT,
    PACKS,
    Batch,
    PackDivision,
    batches,
    check_cards,
    deal_out,
    divide_pack,
    draw_dealer,
    first_jack,
    may_call_misdeal,
    pack_of,
    points_of,
    seats_dealt,
    sort_hand,
)
from scorekeeper.engine.errors import GameError, UnsoundRules
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, named_rules

PLAIN = ["10S", "9S", "8S", "7S", "5S", "10H", "9H", "8H", "7H"]


@pytest.mark.parametrize("size", [36, 40, 44, 52])
def test_every_pack_holds_exactly_100_card_points(size):
    assert len(PACKS[size]) == size
    assert points_of(PACKS[size]) == 100


def test_the_36_card_pack_has_no_six_and_the_40_card_pack_has():
    spades = [card for card in PACKS[36] if card.endswith("S")]
    assert spades == ["AS", "KS", "QS", "JS", "10S", "9S", "8S", "7S", "5S"]
    assert "6S" in PACKS[40]
    assert "4S" not in PACKS[40]
    assert "4S" in PACKS[44]
    assert "2S" in PACKS[52]


def test_a_ten_is_below_the_jack_and_above_the_nine():
    assert HEIGHT["JS"] > HEIGHT["10S"] > HEIGHT["9S"]
    assert sort_hand(["10D", "5S", "AS", "JD"]) == ["AS", "5S", "JD", "10D"]


@pytest.mark.parametrize(
    ("cards", "reason"),
    [(["11S"], "card"), (["10"], "card"), (["6S"], "not_in_pack"), (["AS", "KS", "AS"], "twice")],
)
def test_what_is_not_a_card_of_the_pack_is_named(cards, reason):
    with pytest.raises(GameError) as caught:
        check_cards(36, cards, "held")
    assert (caught.value.code, caught.value.params["reason"], caught.value.params["read"]) == ("event", reason, cards[-1])


@pytest.mark.parametrize("name", sorted(VARIANTS_BY_NAME))
def test_every_named_game_deals_its_whole_pack_out(name):
    rules = named_rules(name)
    hands, kitty = deal_out(rules, pack_of(rules))
    assert sorted([*kitty, *(card for hand in hands.values() for card in hand)]) == sorted(pack_of(rules))
    assert {len(hand) for hand in hands.values()} == {rules.hand_cards}
    assert len(kitty) == rules.kitty
    assert len(hands) == len(seats_dealt(rules)) == rules.table.hands


@pytest.mark.parametrize(
    ("name", "shared"),
    [
        ("six_three_pairs", PackDivision(4, 9, 0)),
        ("six_kitty", PackDivision(4, 9, 4)),
        ("six_full_pack", PackDivision(4, 12, 4)),
    ],
)
def test_after_a_drop_out_the_same_pack_goes_to_four_players(name, shared):
    rules = named_rules(name)
    assert divide_pack(rules, (1,)) == shared
    hands, kitty = deal_out(rules, pack_of(rules), (1,))
    assert list(hands) == [0, 2, 3, 5]
    assert len(kitty) == shared.kitty


def test_cards_that_do_not_come_out_even_after_a_drop_out_join_the_kitty():
    rules = named_rules("six_three_pairs").with_options(hand_cards=5, kitty=6)
    assert divide_pack(rules, (0,)) == PackDivision(4, 7, 8)


def test_the_usual_batches_are_threes():
    assert batches(named_rules("standard")) == [Batch("players", 3)] * 3


def test_a_kitty_goes_down_in_two_halves_between_the_batches():
    threes = Batch("players", 3)
    assert batches(named_rules("kitty")) == [threes, Batch("kitty", 2), threes, Batch("kitty", 2), threes]


def test_le_rough_is_dealt_in_fours_with_the_kitty_at_any_time():
    assert batches(named_rules("le_rough")) == [Batch("players", 4), Batch("players", 4), Batch("kitty_any_time", 4)]


def test_two_players_deal_their_silent_partners_in_stacks():
    assert batches(named_rules("two_handed"))[-1] == Batch("stacks", 3)


@pytest.mark.parametrize("name", sorted(VARIANTS_BY_NAME))
def test_the_batches_of_every_named_game_make_its_hands_and_its_kitty(name):
    rules = named_rules(name)
    steps = batches(rules)
    assert sum(step.cards for step in steps if step.to == "players") == rules.hand_cards
    assert sum(step.cards for step in steps if step.to.startswith("kitty")) == rules.kitty


def test_the_first_jack_deals_counted_from_the_left_of_whoever_shuffles():
    assert first_jack(named_rules("standard"), 3, ["AS", "KS", "JD", "JC"]) == 2
    assert first_jack(named_rules("standard"), 0, ["5S", "7S", "8S", "9S", "JS"]) == 1
    assert first_jack(named_rules("standard"), 0, ["AS"]) is None


def test_a_player_who_is_silent_all_evening_gets_no_card_for_the_first_deal():
    assert first_jack(named_rules("five_silent").with_options(silent_seat=1), 0, ["JS"]) == 2


def test_a_misdeal_may_be_called_with_nothing_above_a_ten_where_it_is_played():
    rules = named_rules("standard").with_options(misdeal=True)
    assert may_call_misdeal(rules, PLAIN)
    assert not may_call_misdeal(rules, [*PLAIN[:-1], "JH"])
    assert not may_call_misdeal(rules, [*PLAIN[:-1], "AD"])
    assert not may_call_misdeal(named_rules("standard"), PLAIN)


def test_a_hand_short_of_a_card_is_not_a_misdeal_but_a_mistake():
    with pytest.raises(GameError) as caught:
        may_call_misdeal(named_rules("standard").with_options(misdeal=True), PLAIN[:-1])
    assert (caught.value.params["reason"], caught.value.params["right"]) == ("count", 9)


def test_nobody_calls_a_misdeal_with_six_players():
    with pytest.raises(UnsoundRules):
        named_rules("six_two_teams").with_options(misdeal=True)


@pytest.mark.parametrize("name", VARIANTS_BY_NAME)
@pytest.mark.parametrize("chance", [lambda _n: 0, lambda n: n - 1, lambda n: n // 2])
def test_cards_are_drawn_to_the_first_jack_as_the_rule_counts_them(name, chance):
    rules = named_rules(name)
    drawing = draw_dealer(rules, chance)
    cards = [card for card, _seat in drawing.cards]
    assert len(set(cards)) == len(cards)
    assert first_jack(rules, drawing.shuffler, cards) == drawing.dealer == drawing.cards[-1][1]
    assert first_jack(rules, drawing.shuffler, cards[:-1]) is None
    assert rules.table.fixed_silent not in {seat for _card, seat in drawing.cards}
