"""Rulebook entries for the options of the table and the deal."""

from __future__ import annotations

from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.messages.marks import N_
from scorekeeper.messages.rules.titles import ranks_text
from scorekeeper.rulebook.examples.cases import OptionEntry
from scorekeeper.rulebook.examples.score_examples import CountedHand
from scorekeeper.rulebook.examples.table_examples import MisdealExample, PackExample, SilentPlayerExample

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

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
        CountedHand(
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
                "The contractor names a card. The player who holds it is the partner for that hand and says "
                "nothing. The table finds out when the card falls. Contractor and partner score the same, and "
                "everyone keeps a separate score."
            ),
            "silent_partner": N_(
                "Four bid against each other; the fifth plays along with the winner of the auction and scores nothing that hand."
            ),
            "cutthroat": N_("No partners at all: the contractor alone against everybody, and each keeps what they take."),
            "two_handed": N_(
                "Two people and two hands that play themselves, almost: each player has a silent partner whose cards lie in "
                "three stacks of three, the top card of each face up. Only the cards that show must follow suit."
            ),
        },
        question=N_("Who plays with whom?"),
        states=tuple(f"format.{choice}" for choice in RuleSet.options["format"].choices),
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
        SilentPlayerExample(("rotates", 2), SILENT),
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
        PackExample((36, 40, 44), (("hand_cards", 9), ("kitty", 4))),
        {
            36: N_("Ace down to 7, and the 5: the pack of the standard game and of Le Rough."),
            40: N_("The 6s come back: room for a kitty of four, or for ten cards each."),
            44: N_("The 4s as well: ten cards each and a kitty."),
            52: N_("Everything but the jokers."),
        },
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
        PackExample((0, 4), (("pack", 40), ("hand_cards", 9))),
        question=N_("Are there cards in the middle for the winner of the auction?"),
        varies=True,
    ),
    "hand_cards": OptionEntry(
        (
            N_(
                "Hands and kitty must use up the pack exactly. Nine cards each is the rule in the north-east of New Brunswick, "
                "ten in the south-east; eight in Le Rough; six when six play."
            ),
        ),
        PackExample((9, 10), (("pack", 40), ("kitty", 0))),
        question=N_("How many cards does each player get?"),
        varies=True,
    ),
    "misdeal": OptionEntry(
        (
            N_(
                "A hand without an ace and without a face card – nothing above a ten – is little fun to hold. "
                "Where this is played, its owner may say so before bidding; the cards are shuffled again, and "
                "the deal does not move on. With six players such hands are too common, and the rule is never "
                "used."
            ),
        ),
        MisdealExample((False, True), (), hand=("10S", "9S", "7S", "10H", "8H", "5H", "9D", "7C", "5C")),
    ),
}

_FORMATS: dict[str, tuple[str, ...]] = {
    "partnership": (N_("Four players in two pairs; partners sit opposite each other."),),
    "two_threes": (N_("Six players in two teams of three, seated alternately."),),
    "three_pairs": (N_("Six players in three pairs; partners face each other."),),
    "called_partner": (
        N_("Five players, each with a score of their own."),
        N_(
            "The contractor calls a card. The player who holds it is the contractor’s partner for that hand, "
            "and shows it only by playing it."
        ),
        N_("A contractor who calls a card of their own plays alone."),
    ),
    "silent_partner": (N_("Five players, each with a score of their own; one of them is silent."),),
    "cutthroat": (N_("%(players)s players, each alone: the contractor plays against all the others."),),
    "two_handed": (
        N_("Two players. Each has a silent partner: three stacks of three cards, only the top one face up."),
        N_(
            "The silent partners do not bid. At a silent partner’s turn its player chooses one of the cards that show, "
            "following suit among them; the next card of that stack is turned when the trick is complete."
        ),
    ),
}
_SILENT_ROTATES = N_(
    "The silent player is the one at dealer’s right, another one each deal, who does not bid, plays "
    "with the winner of the auction, and does not score that hand."
)
_SILENT_FIXED = N_(
    "The player at seat %(seat)s is silent all evening: no dealing, no bidding, no score. That "
    "player plays with the winner of the auction."
)
_CLOCKWISE = N_("Dealing, bidding and play go clockwise.")

_PACK = N_("%(pack)s cards; in each suit, from high to low: %(ranks)s.")
_POINTS = N_("Card points: an ace or a ten counts 10, a five counts 5, the others nothing. There are 100 in all.")
_HANDS = N_("%(hand_cards)s cards each.")
_HANDS_KITTY = N_("%(hand_cards)s cards each and %(kitty)s in the kitty.")
_BATCHES_THREE = N_("Usually dealt three at a time.")
_BATCHES_FOUR = N_("Usually dealt four at a time.")
_BATCHES_NINE_KITTY = N_("Usually dealt three each, two to the kitty, three each, two to the kitty, three each.")
_BATCHES_ROUGH = N_("Usually dealt four at a time, the kitty at any moment.")
_FIRST_DEALER = N_(
    "For the first deal, one player shuffles and deals cards face up, beginning at the left. The first jack deals."
)
_ROTATION = N_("Then the deal passes to the left, also after a hand that was passed out.")
_MISDEAL = N_("A player dealt no ace and no face card may call a misdeal: the same dealer deals again.")
_NO_MISDEAL = N_("A poor hand is played: nobody may call a misdeal for it.")


def _players(t: Gettext, rules: RuleSet) -> list[str]:
    sentences = [t(message) % {"players": rules.table.players} for message in _FORMATS[rules.format]]
    if rules.format == "silent_partner":
        fixed = rules.table.fixed_silent
        sentences.append(t(_SILENT_ROTATES) if fixed is None else t(_SILENT_FIXED) % {"seat": fixed + 1})
    return [*sentences, t(_CLOCKWISE)]


def _deal(t: Gettext, rules: RuleSet) -> list[str]:
    counts = {"hand_cards": rules.hand_cards, "kitty": rules.kitty}
    sentences = [
        t(_PACK) % {"pack": rules.pack, "ranks": ranks_text(t, rules.pack)},
        t(_POINTS),
        t(_HANDS_KITTY if rules.kitty else _HANDS) % counts,
    ]
    batches = _batches(rules)
    if batches:
        sentences.append(t(batches))
    sentences += [t(_FIRST_DEALER), t(_ROTATION)]
    if rules.table.hands != 6:
        sentences.append(t(_MISDEAL if rules.misdeal else _NO_MISDEAL))
    return sentences


def _batches(rules: RuleSet) -> str | None:
    """Return how these cards are usually dealt, or None without a known custom (`deal.pack`). It is only advice."""
    if (rules.hand_cards, rules.kitty) == (9, 4):
        return _BATCHES_NINE_KITTY
    if rules.hand_cards % 4 == 0:
        return _BATCHES_ROUGH if rules.kitty else _BATCHES_FOUR
    return _BATCHES_THREE if rules.hand_cards % 3 == 0 and not rules.kitty else None


CARD = {"seating": _players, "deal": _deal}
"""The sentences of the rule card, by phase."""
