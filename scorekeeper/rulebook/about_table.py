"""Options of the table and the deal."""

from __future__ import annotations

from scorekeeper.rulebook.entry import OptionEntry
from scorekeeper.rulebook.examples_score import Counted
from scorekeeper.rulebook.examples_table import Dealt, Shared, Silent
from scorekeeper.wording.marks import N_

SIX = (("hand_cards", 6),)
SILENT = (("format", "silent_partner"), ("pack", 40), ("hand_cards", 8))

ENTRIES = {
    "format": OptionEntry(
        (
            N_(
                "Four in two pairs is the game that everybody means by 200; the others are for evenings when the wrong number "
                "of people come. The format decides how many sit down, who adds their points together, and how many hands "
                "are dealt."
            ),
        ),
        Counted(
            ("two_threes", "three_pairs", "cutthroat"),
            SIX,
            bid=60,
            taken=((0, 30), (1, 10), (2, 25), (3, 15), (4, 10), (5, 10)),
        ),
        {
            "partnership": N_("North with South, East with West; each pair keeps one score."),
            "two_threes": N_("Friends and opponents sit alternately, three on each side. One score a team."),
            "three_pairs": N_(
                "Three pairs, partners facing each other across the table. A contractor and partner play against the two other "
                "pairs, each of which counts its own pile."
            ),
            "called_partner": N_(
                "The contractor names a card; whoever holds it is the partner for that hand and says nothing. The table "
                "finds out when the card falls. Contractor and partner score the same, and everyone keeps a separate score."
            ),
            "silent_partner": N_(
                "Four bid against each other; the fifth plays along with whoever wins the auction and scores nothing that hand."
            ),
            "cutthroat": N_("No partners at all: the contractor alone against everybody, and each keeps what they take."),
            "two_handed": N_(
                "Two people and two hands that play themselves, almost: each player has a silent partner whose cards lie in "
                "three stacks of three, the top card of each face up. Only the cards that show must follow suit."
            ),
        },
    ),
    "silent_seat": OptionEntry(
        (
            N_(
                "Somebody must be the silent fifth. Going around with the deal is fairer; a fixed silent player suits a "
                "guest who "
                "only wants to watch and play along. With the turn going around, it is the player at dealer’s right, who "
                "would otherwise have spoken just before the dealer."
            ),
        ),
        Silent(("rotates", 2), SILENT),
        {"rotates": N_("Another player each deal.")},
    ),
    "pack": OptionEntry(
        (
            N_(
                "Packs differ only in worthless low cards: every one of them holds the same 100 points. A longer suit means "
                "that "
                "trumps take longer to draw, and a ten has more company below it."
            ),
        ),
        Shared((36, 40, 44), (("hand_cards", 9), ("kitty", 4))),
        {
            36: N_("Ace down to 7, and the 5: the pack of the standard game and of Le Rough."),
            40: N_("The 6s come back: room for a kitty of four, or for ten cards each."),
            44: N_("The 4s as well: ten cards each and a kitty."),
            52: N_("Everything but the jokers."),
        },
    ),
    "hand_cards": OptionEntry(
        (
            N_(
                "Hands and kitty must use up the pack exactly. Nine cards each is the rule in the north-east of New Brunswick, "
                "ten in the south-east; eight in Le Rough; six when six play."
            ),
        ),
        Shared((9, 10), (("pack", 40), ("kitty", 0))),
    ),
    "kitty": OptionEntry(
        (
            N_(
                "A few cards, nearly always four, are dealt face down to the middle; French speakers call them the “mise”. The "
                "contractor picks them up without showing them, puts as many away, and only then names trumps. It makes weak "
                "hands bold and bids higher. It is usually dealt two cards at a time between the rounds; some deal its cards "
                "singly, whenever they like. Some experts play without, because it adds luck."
            ),
        ),
        Shared((0, 4), (("pack", 40), ("hand_cards", 9))),
    ),
    "misdeal": OptionEntry(
        (
            N_(
                "A hand without an ace and without a face card – nothing above a ten – is little fun to hold. Where this is "
                "played, its owner may say so before bidding; everything is shuffled anew, and the deal does not move on. "
                "With six players such hands are too common, and the rule is never used."
            ),
        ),
        Dealt((False, True), (), hand=("10S", "9S", "7S", "10H", "8H", "5H", "9D", "7C", "5C")),
    ),
}
