"""Our decisions about scoring and the end of the game, the second half of `decisions`."""

from __future__ import annotations

from scorekeeper.messages.marks import N_
from scorekeeper.rulebook.content import Decision

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
            "The rule speaks of a side that bid. Where everyone keeps a separate score, we ask whether that very defender "
            "bid, even if the points are those that the defenders took together."
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
