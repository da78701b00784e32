"""How to play well: advice under the headings a player would look for."""

from __future__ import annotations

from scorekeeper.messages.marks import N_
from scorekeeper.rulebook.content import Items, Para, Section
from scorekeeper.rulebook.examples.illustrations import CardRow

SECTIONS = (
    Section(
        "good-hand",
        N_("Bidding: is this hand worth a bid?"),
        (
            Para(
                N_(
                    "Look for aces and kings that stand together, and for a lopsided hand: one long suit to make trump, "
                    "another short enough to cut. Tens and fives are not strength, they are "
                    "luggage: without an ace above them or a partner to catch them they go to the other side."
                )
            ),
            CardRow(
                N_("Bid on this: five trumps from the top, a side ace, two suits nearly empty."),
                ("AS", "KS", "QS", "9S", "7S", "AH", "KH", "8D", "7C"),
            ),
            CardRow(
                N_("Be careful with this: plenty of points, and hardly a trick to carry them."),
                ("10S", "8S", "10H", "5H", "JD", "10D", "5D", "QC", "5C"),
            ),
        ),
    ),
    Section(
        "first-bid",
        N_("Bidding: what the first bid tells your partner"),
        (
            Para(
                N_(
                    "When your pair is within 100 of the target and does not deal, the first of you to speak should nearly "
                    "always bid: without a bid your defence scores nothing. "
                    "Since a 50 may then mean nothing at all, real strength opens with 55 or more, so that partner can tell "
                    "the difference."
                )
            ),
        ),
        ("score.must_bid",),
    ),
    Section(
        "shut-out",
        N_("Bidding: keeping them out near the line"),
        (
            Para(
                N_(
                    "If it is the dealer’s side that stands near the target, open high. Either they stay silent and lose "
                    "their right to score, or they are drawn into "
                    "a contract that is too high. Being set back is annoying; letting them collect the last forty points for "
                    "free is worse."
                )
            ),
        ),
    ),
    Section(
        "dealer-alone",
        N_("Bidding: when the dealer is the last one left"),
        (
            Para(
                N_(
                    "Know what happens when everyone passes. If the dealer then gets the hand for nothing, the player before "
                    "should bid with anything playable. If the dealer must pass as well, "
                    "it is up to the dealer’s partner to save a possibly good hand by bidding the minimum."
                )
            ),
        ),
        ("auction.all_pass",),
    ),
    Section(
        "kitty",
        N_("Kitty: what to hope for, what to fear"),
        (
            Para(
                N_(
                    "The best the kitty can bring is an ace, a high card, or more of your long suit. The worst is a ten or a "
                    "five in a suit where you are short: four cards go away, and some of your points with them. "
                    "Count on a little help, not on the card you need."
                )
            ),
        ),
    ),
    Section(
        "discard",
        N_("Discarding: make yourself short"),
        (
            Para(
                N_(
                    "Discard low cards from weak, short suits, and if you can, all of a suit or even of two. Then "
                    "the opponents’ aces in those suits meet your trumps. Where the discard counts for them, points "
                    "in it are a gift, but sometimes a small one: an exposed five that would be lost anyway may buy "
                    "an empty suit."
                )
            ),
            CardRow(
                N_("Thirteen cards, spades to be trump: the three diamonds and a club can go."),
                ("AS", "KS", "JS", "9S", "8S", "AH", "KH", "7H", "QD", "8D", "6D", "AC", "7C"),
            ),
        ),
    ),
    Section(
        "draw-trumps",
        N_("Playing a contract: draw trumps first"),
        (
            Para(
                N_(
                    "The winner of the auction usually holds the most trumps. Lead them again and again until the "
                    "opponents have none: after that your aces and kings are safe, and the last tricks are yours. "
                    "Those last tricks are often rich, because everyone has been holding on to something."
                )
            ),
            Para(
                N_(
                    "An exception: if you are the contractor’s partner and can cut a side suit, keep your trumps for that "
                    "and let an opposing ace run into one of them."
                )
            ),
        ),
    ),
    Section(
        "partner",
        N_("Playing with your partner: feed, clear, come back"),
        (
            Items(
                (
                    N_(
                        "When partner is winning the trick, throw a ten or a five that is in danger. Keep aces: they can win "
                        "a trick of their own."
                    ),
                    N_(
                        "If partner, the contractor, has run out of a suit, lead it. Either the points in the trick are cut, "
                        "or a useless card goes away."
                    ),
                    N_(
                        "Towards the end, win tricks for a partner who is the contractor: they are the place to drop tens "
                        "and fives that are not safe."
                    ),
                )
            ),
        ),
    ),
    Section(
        "aces",
        N_("Aces: now or later?"),
        (
            Para(
                N_(
                    "Defending, play your side aces early. Holding one back for a richer trick is tempting and mostly goes "
                    "wrong: somebody runs out of the suit and cuts it."
                )
            ),
            Para(
                N_(
                    "If your side has the contract and the opponents’ trumps are gone, it is the other way around: an ace "
                    "can wait for a ten to come along. But do not wait until nobody can lead its suit. "
                    "If your partner is the contractor and has none of it left, it may go on one of the opponents’ last tricks."
                )
            ),
        ),
    ),
    Section(
        "defence",
        N_("Defending: lead suits nobody has touched"),
        (
            Para(
                N_(
                    "Against a contract, open new suits. Your partner’s aces get their chance while everyone still follows. "
                    "When aces are out and only your partner has not yet led, a ten or a five in an untouched suit is a good "
                    "shot, above all if you hold several: you would not save them all anyway."
                )
            ),
        ),
    ),
    Section(
        "new-suit",
        N_("Holding the contract: leave new suits alone"),
        (
            Para(
                N_(
                    "The aces that you miss sit with the opponents. So do not open a suit for them unless you hold its ace; "
                    "arrange instead for yourself or your partner to be out of it. If you have to, lead from a suit in which "
                    "your ten is protected: little can be "
                    "collected in that trick."
                )
            ),
        ),
    ),
    Section(
        "king-and-five",
        N_("King and five: lead the five"),
        (
            Para(
                N_(
                    "With only {KH} {5H} in a suit, or even {KH} {10H}, lead the small one. You would probably lose it in "
                    "any case, and once the ace has been spent on it your king wins the second round."
                )
            ),
        ),
    ),
    Section(
        "counting",
        N_("Counting: trumps first, then points"),
        (
            Para(
                N_(
                    "Nobody remembers everything. Begin with the trumps: how many have been played, and who no longer has "
                    "any. Then the aces, then the tens. Knowing what trumps your partner still holds tells you when your "
                    "points are safe; knowing the opponents’ tells you when to gamble."
                )
            ),
            Para(
                N_("The points of both sides always make 100. Counting one pile tells you whether the contract is still alive.")
            ),
        ),
    ),
    Section(
        "near-the-end",
        N_("Near the target: play the score, not the hand"),
        (
            Items(
                (
                    N_(
                        "Both near the target: the contract goes first. Bid to be the side that is counted first, even for "
                        "fewer points."
                    ),
                    N_(
                        "You have passed the line and did not bid: your tricks are worth nothing to you unless they "
                        "break the contract."
                    ),
                    N_(
                        "They are deep in the hole: stay at zero or above. If a failed contract takes you below as well, "
                        "they may sink as far as they like without losing."
                    ),
                    N_(
                        "You are far behind: 100 for 200 costs only 100 when it fails. That is cheap when the alternative is "
                        "losing."
                    ),
                )
            ),
        ),
        ("end.target",),
    ),
)
"""From the auction to the last points."""
