from __future__ import annotations

import re

import pytest

from scorekeeper.core.i18n.translation import LANGUAGES, t_for
from scorekeeper.engine.auction import Bidding, hold_auction
from scorekeeper.engine.errors import GameError, Objection
from scorekeeper.engine.kitty import judge_discard
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.engine.rulings import judge
from scorekeeper.messages.errors.error_messages import OBJECTIONS, call_text, card_text, objection_text
from scorekeeper.messages.errors.error_text import error_text
from scorekeeper.messages.names import names_of

ENGLISH = t_for("en")
STANDARD = named_rules("standard")
FOUR = ("Aline", "Benoît", "Claire", "Denis")
HELD = ["AS", "KS", "QS", "10S", "5S", "AH", "KH", "10D", "9D", "8D", "7D", "10C", "5C"]


def call(rules, calls, said, seat=None) -> Objection | None:
    return hold_auction(rules, 0, calls).objection(said, seat)


def discard(cards, held=HELD, limit="no_points_or_trumps") -> Objection | None:
    return judge_discard(named_rules("kitty").with_options(discard_limit=limit), held, cards, "H").objection


KEEPS, ONCE = STANDARD.with_options(keep="dealer"), STANDARD.with_options(keep="anyone_once")
STACKS = [[f"{r}{s}" for r in ("A", "K", "Q", "J", "10", "9", "8", "7", "5")] for s in "SHDC"]
EVERY = {
    "The auction was over.": call(STANDARD, [100], 50),
    ("The auction was over. When everyone before the dealer has passed, the dealer has the contract at the minimum bid."): call(
        STANDARD.with_options(all_pass="dealer_minimum"), ["pass"] * 3, 50
    ),
    ("The auction was over. When everyone before the dealer has passed, the dealer plays without a bid."): call(
        named_rules("le_ruff"), ["pass"] * 3, 50
    ),
    "The auction was over. When everyone before the dealer has passed, the dealer must pass too.": call(
        STANDARD.with_options(all_pass="dealer_passes"), ["pass"] * 3, 50
    ),
    "The lowest bid is 50.": call(STANDARD, [], 45),
    "Bids go up in steps of 5.": call(STANDARD, [], 57),
    "No bid is above 100.": call(STANDARD, [], 105),
    "A bid must be above the last, which was 60.": call(STANDARD, [60], 60),
    "That is not a valid call.": call(STANDARD, [], "double"),
    "These rules have no bid of 100 for 200.": call(STANDARD, [], "100-for-200"),
    "100 for 200 has been bid, and nothing is above it.": call(named_rules("informal"), ["100-for-200"], "100-for-200"),
    "A bid must be above the last, which was 100 for 200.": call(named_rules("informal"), ["100-for-200"], 100),
    "Under these rules a bid may not be kept. It must be raised.": call(STANDARD, [50], "keep"),
    "No one has bid, so there is nothing to keep.": call(KEEPS, ["pass", "pass", "pass"], "keep"),
    "Only the dealer may keep a bid.": call(KEEPS, [50], "keep"),
    "50 has already been kept in this auction. It cannot be kept again.": call(ONCE, [50, "keep"], "keep"),
    "It is the player at seat 2’s turn.": call(STANDARD, [50], 55, seat=3),
    "A pass is final, and this player has already passed.": call(STANDARD, ["pass"], 55, seat=1),
    "Each player calls once, and this player has already called.": call(STANDARD.with_options(rounds="single"), [50], 55, seat=1),
    "The silent player makes no call.": call(named_rules("five_silent"), [], 50, seat=4),
    "This side has dropped out and makes no call.": Bidding(named_rules("six_three_pairs"), 0, (1,)).objection(50, seat=1),
    "The discard must have 4 cards, like the kitty, not 1.": discard(["9D"]),
    "Point cards may not be discarded while there are enough others: 5♠ and 5♣.": discard(["9D", "8D", "5S", "5C"]),
    "Trumps may not be discarded while there are enough other cards: K♥.": discard(["9D", "8D", "7D", "KH"]),
    "There are too few allowed cards, so all of them must be discarded. Missing: K♠.": discard(
        ["AS", "10S", "5S", "AH"],
        held=["AS", "10S", "5S", "AH", "10H", "5H", "AD", "10D", "5D", "AC", "10C", "5C", "KS"],
    ),
    "Suit must be followed: K♠ or Q♠ could be played.": judge(
        STANDARD, 0, "S", [["AS", "AH"]], [["AS", *STACKS[0][3:], "KH", "QH"], ["KS", "QS", "AH", *STACKS[1][3:]], *STACKS[2:]]
    )
    .illegal[0]
    .objection,
    "A silent partner can play only visible cards: A♦, J♦ or 8♦.": judge(
        named_rules("two_handed"), 0, "S", [["AS", "AH", "KD"]], STACKS
    )
    .illegal[0]
    .objection,
}


@pytest.mark.parametrize("sentence", EVERY)
def test_an_objection_is_one_sentence_with_its_figures(sentence):
    objection = EVERY[sentence]
    assert objection is not None
    assert objection_text(ENGLISH, objection) == sentence


def test_every_sentence_is_one_that_the_referee_can_say():
    said = {f"{o.rule}:{o.params['reason']}" for o in EVERY.values() if o is not None}
    unsaid = {"auction.keep:own", "play.trick:ended"}  # the standing bidder has no turn; all cards were played
    assert said | unsaid == set(OBJECTIONS)


@pytest.mark.parametrize("lang", list(LANGUAGES))
@pytest.mark.parametrize("key", OBJECTIONS)
def test_no_placeholder_is_lost_in_translation(lang, key):
    placeholders = re.compile(r"%\(\w+\)s")
    assert set(placeholders.findall(t_for(lang)(OBJECTIONS[key]))) == set(placeholders.findall(OBJECTIONS[key]))


def test_players_are_named_where_their_names_are_known():
    objection = call(STANDARD, [50], 55, seat=3)
    assert objection_text(ENGLISH, objection, names_of(STANDARD, FOUR)) == "It is Claire’s turn."


def test_a_refused_call_says_which_whose_and_why():
    with pytest.raises(GameError) as caught:
        hold_auction(STANDARD, 0, [50, 52])
    names = names_of(STANDARD, FOUR)
    expected = "auction: call 2, 52 by Claire, is not allowed. Bids go up in steps of 5."
    assert error_text(ENGLISH, caught.value, names) == expected


def test_a_card_looks_like_a_card_and_a_call_sounds_like_one():
    assert [card_text(card) for card in ("AS", "10H", "JD", "5C")] == ["A♠", "10♥", "J♦", "5♣"]
    assert [call_text(ENGLISH, said) for said in (75, "pass", "keep", "100-for-200")] == ["75", "pass", "keep", "100 for 200"]
