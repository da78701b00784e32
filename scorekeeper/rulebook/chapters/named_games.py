"""The named games: their origin and character. The engine has the differences in their rules."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.messages.marks import N_


@dataclass(frozen=True)
class Group:
    """Games listed together in the contents."""

    key: str
    title: str
    games: tuple[str, ...]


GROUPS = (
    Group("four", N_("Four players, New Brunswick and around"), ("standard", "kitty", "informal", "online_kitty")),
    Group("long", N_("The long games of the north"), ("north_300", "north_500", "north_500_300")),
    Group("more-cards", N_("More cards in the hand"), ("south_east", "south_east_kitty", "twelve_card")),
    Group("quebec", N_("Quebec"), ("bloutte", "le_ruff", "le_rough")),
    Group("six", N_("Six players"), ("six_two_teams", "six_three_pairs", "six_kitty", "six_full_pack", "pot")),
    Group("other", N_("Five, two, or everyone alone"), ("five_called", "five_silent", "cutthroat", "two_handed")),
)

HISTORIES: dict[str, tuple[str, ...]] = {
    "standard": (
        N_(
            "New Brunswick is where 200 is at home, and it is said to be an Acadian game. In French it is Deux Cents, or Le "
            "Dix, or Bidder 10; in English Tens. Families there speak of three or four generations of players, which takes it "
            "back to the 1930s at the latest; how much older it is, nobody knows. It was probably born in Canada."
        ),
        N_(
            "Books have hardly noticed it. Ely Culbertson’s Hoyle of 1950 has a form of it for four under the surprising "
            "name of Chinese Bridge; "
            "a French collection by Richard Raymond has Le Ruff. The name in Culbertson fits an old riddle: China knows a "
            "whole family of such games, the Sheng Ji, of which the one called 100 is typical; but no road from there to Acadia "
            "has been found, and it may be chance."
        ),
        N_(
            "A relation is certain: Rook, at home in the American Midwest and in Canada, is the same idea. Parker Brothers "
            "have sold its numbered cards since 1906. Either it was made from 200 or both had the same parent. 200 itself "
            "is also found in Maine, around Fort Kent, and as far west as Alberta, where people say Tens or Barouche."
        ),
    ),
    "kitty": (
        N_(
            "Outside tournaments this is probably how most hands of 200 are played. Four more cards – the sixes – go into "
            "the pack, and four cards into the middle. "
            "Nobody knows what lies there, so everyone bids a little more than their hand is worth."
        ),
        N_(
            "Purists shrug: the kitty sometimes saves a bad bid and sometimes ruins a good one. But it gives everybody a "
            "reason to speak, and a story to tell afterwards."
        ),
    ),
    "informal": (
        N_(
            "This is what most informal games are played with. A kitty for suspense, 100 for 200 for "
            "the brave, and a dealer who may keep the bid, "
            "which makes dealing a privilege. Each of the three is very widespread, and together they make the liveliest game."
        ),
    ),
    "online_kitty": (
        N_(
            "The rules of a game on a screen, and simple ones: no point cards in the discard unless the "
            "hand holds nothing else, and opponents always "
            "score their points, however near the target."
        ),
        N_(
            "The author’s text announces 36 cards, but takes only the 2s, 3s and 4s out and deals four hands of nine and a "
            "kitty of four. That makes 40, and 40 is what we play."
        ),
    ),
    "bloutte": (
        N_(
            "Around the Eastern Townships of Quebec, people play to 100, and everybody speaks once. The game is called "
            "Bloutte there, spelled as you like, or La Fouine; "
            "in Fort Kent, Maine, they write La Bloute. The name belongs to its great moment: taking all 100 points is a "
            "bloutte and wins on the spot."
        ),
        N_(
            "There are words for doing it less than perfectly. One empty trick lost on the way makes it a "
            "chienne, two a double chienne. It still wins, and the losers hear about it even longer."
        ),
    ),
    "north_300": (
        N_(
            "In the north of New Brunswick a game to 200 is over too soon. Three hundred is a usual length there. The line "
            "from which one must have bid moves to 200, "
            "and the hole to 300 below zero: the shape stays the same, only longer."
        ),
    ),
    "north_500": (
        N_(
            "Five hundred fills an evening. With the line at 400, most of the game is played freely and the end is tense: a "
            "hundred points to go, and not one of them without bidding."
        ),
    ),
    "north_500_300": (
        N_(
            "The same long game, with less patience for bold bidders: 300 below zero is enough to lose. Other houses have "
            "found other pairs of numbers."
        ),
    ),
    "south_east": (
        N_(
            "In the south-east of New Brunswick a hand has ten cards; in the north-east it has nine. The sixes join the "
            "pack, every card is dealt, and there is no kitty. "
            "Ten tricks, and one more worthless card in each suit to lead with."
        ),
    ),
    "south_east_kitty": (N_("The ten-card hand with a kitty needs four cards more: the fours come in, for a pack of 44."),),
    "twelve_card": (
        N_(
            "Nothing is taken out of the pack but the jokers: twelve cards each, four in the middle, thirteen cards in a "
            "suit. It is heard of now and then, and seldom seen."
        ),
    ),
    "le_ruff": (
        N_(
            "Richard Raymond’s book of rules and patiences, second edition 2006, describes Le Ruff as told by "
            "Marie-Anna Bois of Quebec. There is no lowest bid, though "
            "hardly anyone says less than 35, and if three players pass, the dealer simply takes the hand: trumps to choose, "
            "nothing promised, nothing to lose."
        ),
    ),
    "le_rough": (
        N_(
            "Quebec’s Le Rough is 200 turned the contractor’s way. Only 36 cards, eight each, four at a "
            "time; four in the “mise”, dealt whenever the dealer pleases. Bids start at 70 because the "
            "discard counts for the contractor: tens are put to bed before the first trick. The first lead "
            "is trump, unless “sans atout” was announced."
        ),
        N_(
            "To 350, with a shortcut for the fearless: a side that is not below zero may announce all 100 points before it "
            "has seen the kitty. Then it is the whole game, won or lost. "
            "Some add that after three passes the dealer must pass too, so that the dealer’s partner has to find a 70 "
            "somewhere."
        ),
    ),
    "six_two_teams": (
        N_(
            "Six people and one pack: two teams of three, seated alternately so that an opponent always follows. Six cards "
            "each are soon played, and points fall quickly "
            "because two friends may add to every trick."
        ),
    ),
    "six_three_pairs": (
        N_(
            "Three pairs at one table, each for itself: a contractor and partner have four opponents. A pair "
            "that falls to the bottom of the hole while another is not below zero drops out, and the two "
            "that are left go on as at a table of four, with the scores they have."
        ),
    ),
    "six_kitty": (N_("The game of three pairs with the sixes in the pack and a kitty of four in the middle."),),
    "six_full_pack": (
        N_(
            "With all 52 cards six players get eight each, and four are left for the kitty. Hands become real hands again, "
            "and suits are long enough to be drawn."
        ),
    ),
    "pot": (
        N_(
            "Three pairs, 500 points and something in the middle to play for. The name and the division are handed down – "
            "the winning pair shares the pot – but not what is paid in: "
            "agree on it before the first jack."
        ),
    ),
    "five_called": (
        N_(
            "A proposal rather than a tradition: several other games for five work this way, and there is every reason to "
            "believe that 200 does as well. The contractor names a card, its holder "
            "is the partner for this hand and keeps silent, and until the card appears everybody may be anybody’s friend."
        ),
        N_("Contractor and partner score alike; the three others each score what they took together."),
    ),
    "five_silent": (
        N_(
            "A five-handed game has been reported in which one player bids for nobody and plays with the "
            "winner of the auction. How that player was chosen is not reported. Here the silent seat moves "
            "with the deal, at dealer’s right, so that everyone takes a turn; it can also stay with the same "
            "person all evening."
        ),
    ),
    "cutthroat": (
        N_(
            "No partner, no excuses. Two hundred can be played so, says the survey, and leaves the fine points open: the "
            "contractor is alone against all, "
            "everyone scores their own tricks, and because one hand takes less than two, bids begin lower, here at 30."
        ),
    ),
    "two_handed": (
        N_(
            "For two people and a long winter: each has nine cards in hand and nine on the table, three stacks of three with "
            "the top card face up. This silent partner never bids; its owner plays for it, following suit among the cards "
            "that show, and uncovers a new one after each trick."
        ),
    ),
}
"""Paragraphs about each named rule set."""
