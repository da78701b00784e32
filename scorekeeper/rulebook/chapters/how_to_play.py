"""How to play, from the first jack to the last trick: the standard game."""

from __future__ import annotations

from scorekeeper.engine.deal import SUITS
from scorekeeper.messages.marks import N_
from scorekeeper.rulebook.chapters import first_game as game
from scorekeeper.rulebook.content import Aside, Items, Para, Section
from scorekeeper.rulebook.examples.illustrations import AuctionFigure, CardRow, Hands, Seats, TrickTable, suit_ladder

SECTIONS = (
    Section(
        "idea",
        N_("The game in a minute"),
        (
            Para(
                N_(
                    "Four people, two against two, and a pack from which the small cards are gone. There are 100 "
                    "points in the cards, never more, never fewer: each ace and each ten counts 10, each five counts "
                    "5. In every hand somebody promises how many of those 100 points their pair will take, and "
                    "chooses trumps in return."
                )
            ),
            Para(
                N_(
                    "Keep the promise and your pair scores everything it took. Break it and your pair loses what was promised. "
                    "The first pair to reach **200** wins: that is where the game has its name."
                )
            ),
            CardRow(
                N_("All the points there are: four aces, four tens, four fives."),
                tuple(rank + suit for rank in ("A", "10", "5") for suit in SUITS),
                True,
            ),
        ),
    ),
    Section(
        "table",
        N_("The table and the pack"),
        (
            Para(
                N_(
                    "Partners sit opposite each other; one writes down the scores. Dealing, bidding and playing all go "
                    "clockwise, "
                    "to the left."
                )
            ),
            Seats(N_("Denis deals, so Aline, at the dealer’s left, gets the first card and speaks first."), 3),
            Para(
                N_(
                    "From an ordinary pack take out the jokers and every 2, 3, 4 and 6. The 36 cards left rank from ace to 5 "
                    "in each suit, and the 5 stays in because it is worth something."
                )
            ),
            CardRow(N_("One suit, from high to low, and what each card counts."), suit_ladder(36, "S"), True),
            Aside(
                N_(
                    "A ten is worth as much as an ace, but four cards beat it. Most of the fun, and most of the regret, "
                    "comes from that."
                )
            ),
        ),
        ("format",),
    ),
    Section(
        "deal",
        N_("The first jack, and the deal"),
        (
            Para(
                N_(
                    "Anyone shuffles and turns cards face up around the table, beginning at the left. The player "
                    "with the first jack deals the first hand."
                )
            ),
            CardRow(N_("The fourth card is a jack: the fourth player deals."), ("8D", "KC", "10S", "JH")),
            Para(
                N_(
                    "The dealer shuffles, the player at dealer’s right cuts, and nine cards go to each player, face down, "
                    "usually three at a time. Some deal them one or two at a time, some all nine at once: that is custom, "
                    "not law."
                )
            ),
            Para(
                N_(
                    "After each hand the deal passes to the left, also when everyone passed and nothing was played. Where "
                    "misdeals are "
                    "allowed, the same player deals again."
                )
            ),
        ),
        ("deal.first_dealer", "deal.rotation"),
    ),
    Section(
        "auction",
        N_("The bidding"),
        (
            Para(
                N_(
                    "The player at dealer’s left speaks first. When it is your turn, say a number or pass. The number is how "
                    "many of "
                    "the 100 points you think your pair can take, your partner’s tricks included."
                )
            ),
            Items(
                (
                    N_("The lowest bid is 50, the highest 100, and all of them are multiples of 5."),
                    N_("Every bid must be above the last. You may jump: nothing obliges the first bidder to begin at 50."),
                    N_("A pass is final. A player who has passed says nothing more in this auction."),
                    N_("It goes around until three have passed, or until somebody says 100."),
                    N_("If all four pass, the hand is thrown in: nobody scores, and the deal moves on."),
                )
            ),
            Para(
                N_(
                    "The last bidder is the **contractor**, names the trump suit, and must now deliver: the bid has become "
                    "the contract."
                )
            ),
            AuctionFigure(
                N_("Claire raises her own partner, and Aline goes on: there is no rule against it."), "standard", 3, game.CALLS
            ),
        ),
        ("auction.turn", "auction.pass", "auction.end", "auction.highest"),
    ),
    Section(
        "play",
        N_("The play"),
        (
            Para(
                N_(
                    "The contractor leads first, any card at all. The others play in turn, one card each. You must follow "
                    "the suit that was led if you hold a card of it. If you do not, play whatever you like: you need not "
                    "trump, and you need never try to win."
                )
            ),
            Para(
                N_(
                    "The highest trump takes the trick; without a trump in it, the highest card of the suit led. The winner "
                    "of a trick "
                    "leads to the next one. Tricks lie face down in front of the side that won them and are not looked at "
                    "again "
                    "before the end."
                )
            ),
            TrickTable(
                N_("Clubs are led and spades are trump. Denis has no club, cuts with {7S}, and takes everybody’s points."),
                "standard",
                0,
                "S",
                (("AC", "5C", "10C", "7S"),),
            ),
            Aside(
                N_(
                    "To trump a suit you do not hold is called cutting, from the French “couper”. And when your partner is "
                    "winning "
                    "the trick, the card to add is a ten or a five that the opponents would otherwise catch."
                )
            ),
            Para(N_("If the contractor leads before naming trumps, the suit of that first card is trump.")),
        ),
        ("play.lead", "play.follow", "play.trick"),
        N_("must one trump, compulsory trumping, no obligation"),
    ),
    Section(
        "revoke",
        N_("When somebody did not follow suit"),
        (
            Para(
                N_(
                    "Not following although one could is a **revoke**. It is proven when the same player later plays a card "
                    "of the suit in question; until then it is a suspicion."
                )
            ),
            Para(
                N_(
                    "What it costs is up to the house: agree before the evening begins. On this program’s sheet the penalty "
                    "is written "
                    "as an **adjustment**, with its reason, so that everyone sees later why the score moved."
                )
            ),
        ),
        ("play.revoke",),
        N_("renege, reneging, not following suit"),
    ),
    Section(
        "whole-hand",
        N_("A whole hand, card by card"),
        (
            Para(
                N_(
                    "Here is the hand from the auction above. Denis has dealt, and Aline plays 75 with spades as trump. "
                    "Follow it with "
                    "a pack of cards if you like: five minutes, and you know the game."
                )
            ),
            Hands(N_("The four hands before the first lead."), game.HANDS),
            TrickTable(
                N_("Every trick from its leader on; the marked card wins it."), "standard", 0, game.TRUMP, game.TRICKS, game.HANDS
            ),
            Items(
                (
                    N_(
                        "**Tricks 1 and 2.** Two high trumps take every trump the others have. On the second, Claire is out "
                        "of spades and throws {10D} to her partner’s king: 10 points saved."
                    ),
                    N_("**Trick 3.** Aline cashes {AH} while nobody can cut it."),
                    N_(
                        "**Trick 4.** Her bare {KC} would have lost to the ace, but it is Claire who holds that ace. She "
                        "keeps it and gives {5C}."
                    ),
                    N_(
                        "**Tricks 5 and 6.** Aline lets go of the lead with a worthless card. Benoît and Denis gather an "
                        "ace, and a five on a king: 15 points, all they will get."
                    ),
                    N_(
                        "**Tricks 7 to 9.** Only Aline has trumps left. Whatever is led, she takes it, and the last trick "
                        "brings three cards that count."
                    ),
                )
            ),
        ),
    ),
)
"""In the order of play."""
