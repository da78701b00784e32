"""Our decisions where the texts are silent, unclear or different, each with its rules.

The chapter "What we chose" and the notes on rules and games come from these sections.
"""

from __future__ import annotations

from scorekeeper.messages.marks import N_
from scorekeeper.rulebook.content import Decision, Section

ALONE = (("format", ("called_partner", "silent_partner", "cutthroat")),)
CALLED = (("format", ("called_partner",)),)
SILENT = (("format", ("silent_partner",)),)
CUTTHROAT = (("format", ("cutthroat",)),)
PAIRS = (("format", ("three_pairs",)),)

SCORE = (
    Decision(
        "line-follows",
        N_("The line at every target"),
        N_(
            "The texts put the line at 100 in a game to 200, and 100 below a target of 300 or 500. We keep that distance at "
            "every target, and make the hole as deep as the target is high, unless the table sets them."
        ),
        ("score.must_bid", "end.hole"),
    ),
    Decision(
        "bloutte-line",
        N_("La Bloutte: the line at 0"),
        N_(
            "Of this game the survey tells one call each and the target of 100, not the line. 100 below 100 is 0: from the "
            "first hand on, opponents at zero or more score only if they bid. We follow the survey’s reason for the line, "
            "that nobody should win on a hand without having bid."
        ),
        ("score.must_bid",),
        games=("bloutte",),
    ),
    Decision(
        "bloutte-hole",
        N_("La Bloutte: the hole at 100"),
        N_("How deep the hole is was not told either. As in the other games it is as deep as the target is high."),
        ("end.hole",),
        games=("bloutte",),
    ),
    Decision(
        "rough-line",
        N_("Le Rough: the line at 250, the hole at 350"),
        N_("The survey gives the target of 350 and neither line nor hole. We took the usual distances: 100 below, and as deep."),
        ("score.must_bid", "end.hole"),
        games=("le_rough",),
    ),
    Decision(
        "own-bid",
        N_("Near the target, each on their own bid"),
        N_(
            "The rule speaks of a side that bid. Where everyone keeps a separate score, we ask whether that "
            "very defender bid, even if the defenders took the points together."
        ),
        ("score.must_bid",),
        where=ALONE,
    ),
    Decision(
        "silent-defenders",
        N_("Defenders against a silent partner"),
        N_(
            "How they score was not told. As with a called card, each scores what they took together; the silent player’s "
            "score does not move."
        ),
        ("score.defenders",),
        where=SILENT,
    ),
    Decision(
        "own-tricks",
        N_("Defenders in cutthroat"),
        N_("The survey presumes that each scores their own tricks. We took that; a common pile is an option."),
        ("score.defenders",),
        where=CUTTHROAT,
    ),
    Decision(
        "two-piles",
        N_("Two opposing pairs"),
        N_(
            "Six score as four do, says the survey; that is all it says. Each opposing pair counts its own "
            "pile, and near the target must have bid itself."
        ),
        ("score.opponents",),
        where=PAIRS,
    ),
    Decision(
        "double-hundred",
        N_("100 for 200 without trump"),
        N_("No trump doubles what a hand scores; of 100 for 200 that is not said. We double it too: 400 won, or 200 lost."),
        ("score.no_trump",),
        where=(("no_trump", ("double",)),),
    ),
)

END = (
    Decision(
        "order",
        N_("What is asked first"),
        N_(
            "The texts do not say what counts first when a hand could end the game in two ways. We ask whether all 100 points "
            "win, then who has reached the target, and only then who is too deep in the hole."
        ),
        ("end.target",),
    ),
    Decision(
        "equal",
        N_("Equal at the target"),
        N_("At 210 to 210 the survey does not know who wins and thinks of another deal. We play another hand."),
        ("end.both_reach",),
    ),
    Decision(
        "contractor-first",
        N_("The contractor before the called partner"),
        N_("Both score alike and may arrive together; who wins then is not said. The contractor does."),
        ("end.both_reach",),
        where=CALLED,
    ),
    Decision(
        "saved-for-now",
        N_("Safe in the hole, for now"),
        N_(
            "A side that deep is safe while all the others are below zero. We look at the scores after every hand: as soon as "
            "another side is not below zero, it has lost."
        ),
        ("end.hole",),
    ),
    Decision(
        "hole-alone",
        N_("The hole when everyone plays alone"),
        N_(
            "The texts end a game of two sides, and let one of three pairs drop out; of players on their own they say nothing. "
            "The game ends there, and the highest score wins."
        ),
        ("end.hole",),
        where=ALONE,
    ),
    Decision(
        "hole-and-bid",
        N_("The hole where only a made bid wins"),
        N_(
            "The survey says that such a game ends only by a made bid. We let the hole end it too: it speaks "
            "of winning, and a table that sinks needs an end."
        ),
        ("end.win_only_by_bid",),
        where=(("win_only_by_bid", (True,)),),
    ),
    Decision(
        "bloutte-whole",
        N_("La Bloutte: what belongs to it"),
        N_(
            "The survey gives it one call each and the target. It reports that most tables that bid this way "
            "let the dealer keep. Winning by all 100 points is the variation with this name. We put them "
            "together, with the standard cards."
        ),
        ("end.hundred",),
        games=("bloutte",),
    ),
    Decision(
        "two-sided",
        N_("Announcing all 100 points"),
        N_("If it fails, the other side wins: that needs one other side. So only games between two sides can have this rule."),
        ("end.announced_all",),
        where=(("announced_all", (True,)),),
    ),
    Decision(
        "skunks",
        N_("A skunk of several losers"),
        N_("The survey tells of two sides. With more, every loser must be below zero, or never have moved from it."),
        ("skunk",),
        where=(("skunk", ("loser_negative", "loser_scoreless")),),
    ),
    Decision(
        "matches",
        N_("Matches"),
        N_("No text counts the games of an evening. A match to an agreed number of games is ours; a skunk counts as two."),
        ("match",),
    ),
    Decision(
        "stakes",
        N_("What is paid into the pot"),
        N_(
            "The survey names the game and who divides the pot, not what goes in. Nothing is paid until the "
            "table sets it; any cents left over go to the winners’ earliest seat."
        ),
        ("pot",),
        where=(("pot", (True,)),),
    ),
)


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
