"""Our decisions where the texts are silent, unclear or different, each with its rules.

The chapter "What we chose" and the notes on rules and games come from these sections.
"""

from __future__ import annotations

from scorekeeper.messages.marks import N_
from scorekeeper.rulebook.chapters.score_decisions import CALLED, CUTTHROAT, END, PAIRS, SCORE, SILENT
from scorekeeper.rulebook.content import Decision, Section

KEPT = (("keep", ("dealer", "anyone_once")),)

TABLE = (
    Decision(
        "first-jack",
        N_("The first dealer"),
        N_(
            "The texts want the first dealer drawn by chance, and give the first jack as one way of doing it. We draw that "
            "way; at a real table, simply say who deals."
        ),
        ("deal.first_dealer",),
    ),
    Decision(
        "forty-cards",
        N_("Forty cards in the online game"),
        N_(
            "Its text announces 36 cards, but takes out only the 2s, 3s and 4s and deals four hands of nine and a kitty of "
            "four. That makes 40, and 40 is what we play."
        ),
        ("deal.pack",),
        games=("online_kitty",),
    ),
    Decision(
        "silent-seat",
        N_("Who is the silent player"),
        N_(
            "The survey reports a silent player, but not how that player is chosen. It suggests the one to "
            "the dealer’s right, another each deal. That is what we took; the same player all evening is an "
            "option."
        ),
        ("format.silent_partner",),
        where=SILENT,
    ),
    Decision(
        "own-card",
        N_("Calling a card of one’s own"),
        N_(
            "The survey proposes the game with a called card without saying what happens when the contractor holds it. "
            "Here that contractor plays alone against the four others."
        ),
        ("format.called_partner",),
        where=CALLED,
    ),
    Decision(
        "cutthroat-table",
        N_("Four at a cutthroat table"),
        N_(
            "The survey says only that 200 can be played without partners. We give four players the standard pack, nine "
            "cards each; three to six may play."
        ),
        ("format.cutthroat",),
        where=CUTTHROAT,
    ),
    Decision(
        "two-pairs-left",
        N_("The cards when a pair has dropped out"),
        N_(
            "The survey lets the two other pairs go on as a game of four, and does not say with which cards. They keep the "
            "pack: four hands and the kitty use it up. Pairs that sink together leave together, and a pair left alone wins."
        ),
        ("end.drop_out",),
        where=PAIRS,
    ),
)

AUCTION = (
    Decision(
        "auction-end",
        N_("When an auction is over"),
        N_(
            "The texts end it after three passes, or at 100. We also end it once nobody still to speak could say anything "
            "but pass, which changes no contract."
        ),
        ("auction.end",),
    ),
    Decision(
        "forced-bid",
        N_("A forced contract is a bid"),
        N_(
            "The survey makes the dealer contractor at a bid of 50. So a forced contract is a bid of the "
            "minimum like any other, and can win where only a made bid wins; a contract had for nothing is "
            "not a bid, and does not win."
        ),
        ("auction.all_pass", "end.win_only_by_bid"),
        where=(("all_pass", ("dealer_minimum", "dealer_free")),),
    ),
    Decision(
        "free-dealer",
        N_("Who plays without a bid"),
        N_(
            "Where the survey tells of a hand had for nothing after three passes, its sentence makes sense only for the "
            "dealer, and so we read it. It tells it of one call each; Le Ruff has it too, and it can be chosen anywhere."
        ),
        ("auction.all_pass",),
        where=(("all_pass", ("dealer_free",)),),
    ),
    Decision(
        "no-minimum",
        N_("Steps without a minimum"),
        N_("Le Ruff has no lowest bid, and nothing is said of its steps. Bids stay multiples of 5, so the least is 5."),
        ("auction.minimum",),
        where=(("minimum_bid", (0,)),),
    ),
    Decision(
        "thirty",
        N_("Bids from 30 in cutthroat"),
        N_("One hand takes less than two: the survey thinks that the minimum might be lowered, and names none. We chose 30."),
        ("auction.minimum",),
        games=("cutthroat",),
    ),
    Decision(
        "keep-partner",
        N_("Keeping a partner’s bid"),
        N_("In the survey’s examples it is an opponent’s bid that is kept; of a partner’s it says nothing. We allow both."),
        ("auction.keep",),
        where=KEPT,
    ),
    Decision(
        "kept-counts",
        N_("A kept bid is a bid"),
        N_(
            "Whether keeping gives the right to score near the target is not said. It does: a player who "
            "keeps has bid that amount."
        ),
        ("auction.keep", "score.must_bid"),
        where=KEPT,
    ),
)

KITTY = (
    Decision(
        "too-few",
        N_("When too few cards may be discarded"),
        N_(
            "The survey sees that a limit can ask the impossible and leaves it there; the online game gives way only to a "
            "hand of nothing but points. We let every permitted card go first, and then any."
        ),
        ("kitty.discard_limit",),
        where=(("discard_limit", ("no_points", "no_points_or_trumps")),),
    ),
    Decision(
        "online-gaps",
        N_("What the online game’s text leaves out"),
        N_(
            "It does not say who gets points that had to be discarded, nor what follows four passes. We took both from the "
            "usual game with a kitty: the opponents get them, and the hand is thrown in."
        ),
        ("kitty.discard_to",),
        games=("online_kitty",),
    ),
    Decision(
        "discard-pile",
        N_("The discard with several opposing sides"),
        N_(
            "Which of two opposing pairs gets the points of the discard is not said. The table lays it on one of their piles, "
            "and the piles are written down as counted."
        ),
        ("kitty.discard_to",),
        games=("six_kitty", "six_full_pack", "pot"),
    ),
)

PLAY = (
    Decision(
        "revoke",
        N_("Revokes"),
        N_(
            "The texts make everyone follow suit and say nothing of a player who did not. We call a revoke "
            "proven once that player plays a card of the suit, and leave its price to the table."
        ),
        ("play.revoke",),
    ),
    Decision(
        "adjustments",
        N_("Penalties and adjustments"),
        N_(
            "No text has a penalty. Whatever the table agrees on is a line of its own with a reason; the end of the game is "
            "then asked again, with the hand before it as the last one."
        ),
        ("adjustment",),
    ),
)

SECTIONS = (
    Section("at-the-table", N_("Players, cards and deal"), TABLE),
    Section("in-the-auction", N_("Auction"), AUCTION),
    Section("in-the-kitty", N_("Discard"), KITTY),
    Section("in-the-play", N_("The play"), PLAY),
    Section("in-the-score", N_("Scoring"), SCORE),
    Section("at-the-end", N_("End of the game"), END),
)
"""In the order of play."""
DECISIONS: tuple[Decision, ...] = (*TABLE, *AUCTION, *KITTY, *PLAY, *SCORE, *END)
