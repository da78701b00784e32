from __future__ import annotations

import pytest

from scorekeeper.engine.deal import deal_out, pack_of
from scorekeeper.engine.errors import GameError, Illegal
from scorekeeper.engine.play import Stacks, Tricks, legal_cards, trump_in_force, winning_card
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.engine.rulings import Revoke, count_piles, judge, points_by_side

STANDARD = named_rules("standard")
FIRST_LEAD = STANDARD.with_options(trump_by="first_lead", no_trump="plain")


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        (["9H", "AH", "KH", "10H"], "S", 1),
        (["9H", "AH", "5S", "10H"], "S", 2),
        (["9H", "7S", "5S", "8S"], "S", 3),
        (["5H", "AS", "AD", "AC"], "NT", 0),
        (["5H", "AS", "AD", "7H"], None, 3),
        (["10H", "9H", "JH", "5H"], "H", 2),
    ],
)
def test_the_highest_trump_wins_else_the_highest_card_of_the_suit_led(trick, trump, winner):
    assert winning_card(trick, trump) == winner


def test_suit_must_be_followed_and_nothing_more():
    held = ["AS", "5S", "KH", "7D"]
    assert legal_cards(held, "S") == ["AS", "5S"]
    assert legal_cards(held, "C") == held
    assert legal_cards(held, None) == held


@pytest.mark.parametrize(
    ("rules", "announced", "first", "trump"),
    [
        (STANDARD, "H", "AS", "H"),
        (STANDARD, None, "AS", "S"),
        (STANDARD, None, None, None),
        (STANDARD, "H", None, "H"),
        (FIRST_LEAD, None, "AS", "S"),
        (FIRST_LEAD, "H", "AS", "S"),
        (FIRST_LEAD, "H", None, None),
        (FIRST_LEAD, "NT", "AS", "NT"),
        (STANDARD.with_options(no_trump="double"), "NT", "AS", "NT"),
    ],
)
def test_trump_is_what_was_announced_or_what_the_first_card_led_says(rules, announced, first, trump):
    assert trump_in_force(rules, announced, first) == trump


class TestAHandAsItIsPlayed:
    @staticmethod
    def start(announced="H", contractor=1):
        hands, _ = deal_out(
            STANDARD, pack_of(STANDARD)
        )  # each player holds a whole suit: 0 spades, 1 hearts, 2 diamonds, 3 clubs
        return Tricks(STANDARD, contractor, announced, hands)

    def test_the_contractor_leads_and_the_others_play_clockwise(self):
        played = self.start()
        turns = []
        for card in ("5H", "5D", "5C", "5S"):
            turns.append(played.turn)
            played.play(card)
        assert turns == [1, 2, 3, 0]
        assert (played.winners, played.turn) == ([1], 1)

    def test_the_winner_leads_the_next_trick(self):
        played = self.start(announced="D")
        for card in ("5H", "5D", "5C", "5S"):
            played.play(card)
        assert (played.turn, played.leaders) == (2, [1, 2])

    def test_a_card_that_is_not_held_is_refused_and_nothing_changes(self):
        played = self.start()
        with pytest.raises(GameError) as caught:
            played.play("AS")
        assert (caught.value.code, caught.value.params["reason"]) == ("event", "not_held")
        assert played.tricks == [[]]

    def test_a_revoke_is_refused_with_the_cards_that_would_do(self):
        hands = {0: ["AS", "KH"], 1: ["KS", "AH"], 2: ["QS", "QH"], 3: ["JS", "JH"]}
        played = Tricks(STANDARD, 0, "H", hands)
        played.play("AS")
        with pytest.raises(Illegal) as caught:
            played.play("AH")
        assert (caught.value.params["rule"], caught.value.params["able"]) == ("play.follow", ["KS"])

    def test_nothing_can_be_played_after_the_last_card(self):
        played = Tricks(STANDARD, 0, None, {0: ["AS"], 1: ["KS"], 2: ["QS"], 3: ["JS"]})
        for card in ("AS", "KS", "QS", "JS"):
            played.play(card)
        assert (played.turn, played.legal(), played.trump) == (None, [], "S")
        with pytest.raises(Illegal):
            played.play("10S")


class TestSilentPartnersOfTwoPlayers:
    rules = named_rules("two_handed")
    # 0 and 1 are live, 2 is silent for 0 and 3 for 1; a silent hand is three stacks, each from the top card down
    hands = (
        ["AS", "KS", "QS", "JS", "10S", "9S", "8S", "7S", "5S"],
        ["AH", "KH", "QH", "JH", "10H", "9H", "8H", "7H", "5H"],
        ["AD", "AC", "KC", "QC", "KD", "JC", "10C", "9C", "QD"],
        ["8C", "JD", "10D", "7C", "9D", "8D", "5C", "7D", "5D"],
    )

    def test_three_cards_are_seen_and_the_next_of_a_stack_once_its_top_is_played(self):
        stacks = Stacks(self.hands[2])
        assert list(stacks) == ["AD", "QC", "10C"]
        stacks.remove("QC")
        assert list(stacks) == ["AD", "KD", "10C"]

    def test_a_silent_partner_follows_among_the_cards_that_are_seen(self):
        played = Tricks(self.rules, 0, "S", dict(enumerate(self.hands)))
        played.play("AS")
        played.play("AH")
        assert (played.turn, played.legal()) == (2, ["AD", "QC", "10C"])
        with pytest.raises(Illegal) as caught:
            played.play("KD")
        assert (caught.value.params["rule"], caught.value.params["reason"]) == ("format.two_handed", "hidden")

    def test_a_card_that_lay_hidden_proves_no_revoke(self):
        hands = [list(hand) for hand in self.hands]
        hands[2][0], hands[0][0] = "AS", "AD"
        # neither silent partner sees a diamond when the ace is led; both have one turned up afterwards
        tricks = [["AD", "5H", "QC", "5C"], ["5S", "7H", "AS", "7D"], ["KD", "5D", "7S", "8H"]]
        found = judge(self.rules.with_options(no_trump="plain"), 0, "NT", tricks, hands)
        assert (found.revokes, found.illegal, found.winners) == ((), (), (0, 2, 2))

    def test_a_seen_card_of_the_suit_must_be_followed_and_later_proves_the_revoke(self):
        rules = self.rules.with_options(no_trump="plain")
        hands = [list(hand) for hand in self.hands]
        hands[2][0], hands[0][0] = "AS", "AD"  # the silent partner of 0 now shows the ace of spades
        tricks = [["5S", "5H", "QC", "5C"], ["7S", "7H", "AS", "7C"]]
        found = judge(rules, 0, "NT", tricks, hands)
        assert found.revokes == (Revoke(1, 2, "S", 2),)
        assert [(x.trick, x.seat, x.card, x.objection.rule) for x in found.illegal] == [(1, 2, "QC", "play.follow")]
        assert found.winners == (0, 2)
        assert judge(rules, 0, "NT", tricks).revokes == ()

    def test_a_hidden_card_may_not_be_played(self):
        found = judge(self.rules, 0, "S", [["AS", "AH", "KD"]], self.hands)
        assert [(x.seat, x.card, x.objection.params["reason"]) for x in found.illegal] == [(2, "KD", "hidden")]

    def test_a_live_player_can_be_proven_without_the_hands(self):
        assert judge(self.rules, 0, "S", [["AS", "AH", "AD", "8C"], ["KS", "5H", "QC", "7C"]]).revokes == ()
        found = judge(self.rules, 0, "S", [["AS", "AH", "AD", "8C"], ["KS", "7S", "QC", "7C"]])
        assert found.revokes == (Revoke(1, 1, "S", 2),)

    def test_silent_partners_win_tricks_for_their_players(self):
        found = judge(self.rules, 1, "D", [["AH", "AD", "8C", "AS"], ["QC", "7C", "KS", "KH"]])
        assert found.winners == (2, 2)
        assert found.points == (30, 0)

    def test_only_live_players_hold_the_contract(self):
        with pytest.raises(GameError) as caught:
            judge(self.rules, 2, "S", [])
        assert (caught.value.code, caught.value.params["reason"]) == ("event", "seat")


class TestJudging:
    tricks = (["5H", "9H", "AH", "KH"], ["QS", "8S", "7S", "10S"])

    def test_the_contractor_leads_the_winner_leads_next_and_points_go_to_sides(self):
        found = judge(STANDARD, 3, "D", self.tricks)
        assert [trick.seats for trick in found.tricks] == [(3, 0, 1, 2), (1, 2, 3, 0)]
        assert (found.winners, found.points) == ((1, 1), (0, 25))
        assert (found.revokes, found.illegal) == ((), None)

    def test_the_first_card_sets_trump_where_none_was_announced(self):
        assert judge(STANDARD, 3, None, self.tricks).trump == "H"
        assert judge(STANDARD, 3, None, []).trump is None

    def test_a_trick_still_on_the_table_has_no_winner_yet(self):
        found = judge(STANDARD, 3, "D", [*self.tricks, ["5C", "AC"]])
        assert found.winners == (1, 1)
        assert found.tricks[-1].winner is None
        assert found.points == (0, 25)

    def test_a_trump_on_another_suit_is_told_as_such(self):
        found = judge(STANDARD, 0, "S", [["AH", "5S", "KH", "9H"]])
        assert (found.winners, found.tricks[0].ruffed) == ((1,), True)
        assert not judge(STANDARD, 0, "S", [["AS", "5S", "KS", "9S"]]).tricks[0].ruffed

    def test_one_card_may_prove_two_revokes(self):
        tricks = [["AS", "5S", "5H", "9S"], ["KS", "7S", "7H", "10S"], ["QH", "8S", "8H", "AH"]]
        assert judge(STANDARD, 0, "D", tricks).revokes == ()
        tricks = [*tricks[:2], ["QS", "8S", "JS", "AH"]]
        assert judge(STANDARD, 0, "D", tricks).revokes == (Revoke(1, 2, "S", 3), Revoke(2, 2, "S", 3))

    def test_trumping_instead_of_following_is_a_revoke_like_any_other(self):
        tricks = [["AH", "5S", "KH", "9H"], ["8S", "7S", "9S", "10H"], ["JS", "7H", "KS", "8H"]]
        assert judge(STANDARD, 0, "S", tricks).revokes == ()
        tricks = [["AH", "5S", "KH", "9H"], ["8H", "7H", "JH", "QH"]]
        assert judge(STANDARD, 0, "S", tricks).revokes == (Revoke(1, 1, "H", 2),)

    def test_a_suit_not_followed_and_never_played_later_proves_nothing(self):
        assert judge(STANDARD, 0, "S", [["AH", "5D", "KH", "9H"], ["8H", "7D", "JH", "QH"]]).revokes == ()

    @pytest.mark.parametrize(
        ("tricks", "reason"),
        [
            ([["AH", "KH", "QH"], ["AS", "KS", "QS", "JS"]], "trick"),
            ([["AH", "KH", "QH", "JH", "10H"]], "trick"),
            ([["AH", "KH", "AH", "JH"]], "twice"),
            ([["6H"]], "not_in_pack"),
            ([["1H"]], "card"),
            ([[]] * 10, "count"),
        ],
    )
    def test_cards_that_cannot_have_been_played_so_are_refused(self, tricks, reason):
        with pytest.raises(GameError) as caught:
            judge(STANDARD, 0, "S", tricks)
        assert (caught.value.code, caught.value.params["reason"]) == ("event", reason)

    def test_hands_that_do_not_hold_the_cards_played_are_refused(self):
        hands, _ = deal_out(STANDARD, pack_of(STANDARD))
        places = [hands[seat] for seat in range(4)]
        for wrong, reason in ((places[:3], "count"), ([*places[:3], places[3][:8]], "hand")):
            with pytest.raises(GameError) as caught:
                judge(STANDARD, 0, "S", [], wrong)
            assert caught.value.params["reason"] == reason
        with pytest.raises(GameError) as caught:
            judge(STANDARD, 0, "S", [["AS", "AD"]], places)
        expected = {"reason": "not_held_by", "read": "AD", "seat": 1, "trick": 1}
        assert {name: caught.value.params[name] for name in expected} == expected

    def test_sans_atout_must_be_allowed(self):
        with pytest.raises(GameError) as caught:
            judge(STANDARD, 0, "NT", [])
        assert (caught.value.code, caught.value.params["reason"]) == ("event", "no_trump")


class TestOtherTables:
    def test_after_a_drop_out_four_players_sit_at_the_table_of_six(self):
        rules = named_rules("six_three_pairs")
        found = judge(rules, 5, "S", [["AH", "KH", "QH", "10H"], ["AS", "5S", "KS", "QS"]], dropped=(1,))
        assert [trick.seats for trick in found.tricks] == [(5, 0, 2, 3), (5, 0, 2, 3)]
        assert found.points == (0, 0, 35)
        with pytest.raises(GameError) as caught:
            judge(rules, 1, "S", [], dropped=(1,))
        assert caught.value.params["reason"] == "dropped"

    def test_a_fixed_silent_players_tricks_are_the_contractors(self):
        rules = named_rules("five_silent").with_options(silent_seat=2)
        found = judge(rules, 0, "S", [["5H", "KH", "AH", "10H", "7H"]])
        assert (found.winners, found.points) == ((2,), (25, 0, 0, 0))
        with pytest.raises(GameError) as caught:
            judge(rules, 2, "S", [])
        assert caught.value.params["reason"] == "silent"

    def test_a_rotating_silent_players_tricks_are_his_own_pile(self):
        assert judge(named_rules("five_silent"), 0, "S", [["5H", "KH", "AH", "10H", "7H"]]).points == (0, 0, 25, 0, 0)

    def test_each_player_has_a_pile_in_cutthroat(self):
        assert judge(named_rules("cutthroat"), 0, "S", [["5H", "KH", "AH", "10H"]]).points == (0, 0, 25, 0)


class TestCountingPiles:
    kitty = named_rules("kitty")
    tricks = ((1, 40), (0, 20), (1, 0), (3, 25))
    discard = ("10S", "5S", "7S", "8S")

    @pytest.mark.parametrize(
        ("to", "piles"),
        [("opponents", (20, 80)), ("contractor", (35, 65)), ("first_trick", (20, 80)), ("last_trick", (20, 80))],
    )
    def test_the_discard_joins_the_pile_that_the_rules_say(self, to, piles):
        assert count_piles(self.kitty.with_options(discard_to=to), 0, self.tricks, self.discard) == piles

    def test_the_first_and_the_last_trick_may_go_to_different_sides(self):
        tricks = ((0, 45), (1, 40))
        assert count_piles(self.kitty.with_options(discard_to="first_trick"), 1, tricks, self.discard) == (60, 40)
        assert count_piles(self.kitty.with_options(discard_to="last_trick"), 1, tricks, self.discard) == (45, 55)

    def test_with_several_opposing_sides_the_table_says_whose_pile_it_is(self):
        rules = named_rules("six_kitty")
        with pytest.raises(GameError) as caught:
            count_piles(rules, 0, self.tricks, self.discard)
        assert (caught.value.code, caught.value.params["sides"]) == ("needs.discard_pile", (1, 2))
        assert count_piles(rules, 0, self.tricks, self.discard, opposing_side=2) == (45, 40, 15)

    def test_once_a_pair_has_dropped_out_there_is_only_one_opposing_side(self):
        assert count_piles(named_rules("six_kitty"), 0, ((2, 85),), self.discard, dropped=(1,)) == (0, 0, 100)

    def test_camps_are_counted_together_where_defenders_score_as_a_team(self):
        rules = named_rules("five_called")
        assert count_piles(rules, 0, ((0, 30), (3, 20), (1, 50)), partner=3) == (50, 50)
        assert count_piles(rules, 0, ((0, 30), (3, 20), (1, 50)), partner=0) == (30, 70)
        own = rules.with_options(defenders_score="own_tricks")
        assert count_piles(own, 0, ((0, 30), (3, 20), (1, 50)), partner=3) == (30, 50, 0, 20, 0)

    def test_a_silent_partners_tricks_are_the_contractors(self):
        assert count_piles(named_rules("five_silent"), 0, ((0, 30), (4, 20), (1, 50)), partner=4) == (50, 50)
        assert count_piles(named_rules("five_silent").with_options(silent_seat=4), 0, ((0, 30), (4, 20), (1, 50)), partner=4) == (
            50,
            50,
        )

    def test_the_discard_to_opponents_goes_to_the_defenders_together(self):
        rules = named_rules("five_called").with_options(hand_cards=7, kitty=5)
        assert count_piles(rules, 0, ((0, 30), (3, 25), (1, 30)), self.discard, partner=3) == (55, 45)

    def test_points_by_side_leave_the_discard_out(self):
        assert points_by_side(self.kitty, 0, self.tricks) == (20, 65)


def test_the_first_card_of_the_hand_sets_trump_for_all_of_it():
    played = Tricks(FIRST_LEAD, 0, None, {0: ["AS", "KH"], 1: ["KS", "7S"], 2: ["QS", "QH"], 3: ["JS", "JH"]})
    for card in ("AS", "KS", "QS", "JS", "KH", "7S", "QH", "JH"):
        played.play(card)
    assert (played.trump, played.winners) == ("S", [0, 1])
