"""The glossary of the game. Each entry is shown in both languages, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.messages.marks import N_


@dataclass(frozen=True)
class Term:
    """A term and its meaning. `rule`: the rule with more about it. `also`: other names, shown and searched."""

    key: str
    word: str
    meaning: str
    rule: str = ""
    also: str = ""


TERMS = (
    Term("adjustment", N_("adjustment"), N_("Points given or taken outside the cards, with a written reason."), "adjustment"),
    Term("ante", N_("ante"), N_("What each player pays into the pot when a game begins."), "pot"),
    Term("auction", N_("auction"), N_("The bidding before the play: who promises most chooses trumps."), "auction.end"),
    Term("bid", N_("bid, to bid"), N_("The card points that a player promises, in the auction."), "auction.step"),
    Term(
        "bloutte", N_("bloutte"), N_("Taking all 100 points; also a name of the game in which that wins at once."), "end.hundred"
    ),
    Term(
        "box",
        N_("box, in the box"),
        N_("Below zero. The score is written without a minus sign, in a drawn box."),
        "end.hole",
        N_("negative, minus"),
    ),
    Term("boxed", N_("to be boxed"), N_("To fail a contract."), "score.failed", N_("to go set, going set, to go down")),
    Term("call", N_("call"), N_("Anything said in the auction: a number, pass, keep, 100 for 200."), "auction.turn"),
    Term(
        "called",
        N_("called card"),
        N_("With five: the card a contractor names; the player who holds it is the partner."),
        "format.called_partner",
    ),
    Term("camp", N_("camp"), N_("The players who are together in one hand: the contractor’s camp, or the defenders."), "format"),
    Term("card-points", N_("card points"), N_("Ace 10, ten 10, five 5, the rest nothing; 100 in every pack."), "score.made"),
    Term("chienne", N_("chienne, double chienne"), N_("All 100 points with one empty trick lost, or two."), "end.hundred"),
    Term("contract", N_("contract"), N_("The winning bid, once the auction is over."), "score.made"),
    Term("contractor", N_("contractor"), N_("The player who won the auction, names trumps and leads."), "auction.end"),
    Term("cut", N_("to cut"), N_("To trump a trick because one cannot follow suit."), "play.follow"),
    Term(
        "dealer",
        N_("dealer"),
        N_("The player who deals the cards, and who speaks last in the first round of calls."),
        "deal.rotation",
    ),
    Term("defenders", N_("defenders, opponents"), N_("The players against the contract."), "score.opponents"),
    Term(
        "discard",
        N_("discard"),
        N_("The cards that the contractor lays down in exchange for the kitty."),
        "kitty.discard_to",
        N_("to bury, to lay away"),
    ),
    Term(
        "drop-out",
        N_("to drop out"),
        N_("With three pairs: to leave the game at the bottom of the hole while two others go on."),
        "end.drop_out",
    ),
    Term("follow", N_("to follow suit"), N_("To answer the first card of a trick with one of its suit."), "play.follow"),
    Term("free", N_("free contract"), N_("The dealer plays without having bid, and cannot lose points."), "auction.all_pass"),
    Term(
        "hand", N_("hand"), N_("The cards one holds; also one deal with everything that follows, up to the score."), "score.made"
    ),
    Term(
        "hole",
        N_("hole, in the hole"),
        N_("Below zero, where the score is circled; and the depth at which the game is lost."),
        "end.hole",
    ),
    Term("hundred", N_("100 for 200"), N_("The bid above 100: everything, for twice as much."), "auction.hundred_for_200"),
    Term(
        "jack",
        N_("jack"),
        N_("Fourth card of a suit from the top. The first one turned up makes the first dealer."),
        "deal.first_dealer",
    ),
    Term("keep", N_("to keep"), N_("To take over the standing bid without raising it."), "auction.keep"),
    Term("kitty", N_("kitty"), N_("Cards dealt to the middle, for the contractor."), "deal.pack", N_("widow, nest, blind")),
    Term("lead", N_("lead"), N_("The first card of a trick."), "play.lead"),
    Term(
        "line",
        N_("the line"),
        N_("The score from which defenders are no longer sure to score, usually 100 below the target."),
        "score.must_bid",
    ),
    Term("match", N_("match"), N_("Several games between the same sides."), "match"),
    Term(
        "misdeal",
        N_("misdeal"),
        N_("A deal that is done again, for a hand without ace or face card."),
        "deal.misdeal",
        N_("redeal"),
    ),
    Term("no-trump", N_("no trump"), N_("A hand in which no suit beats the others."), "play.no_trump"),
    Term("pass", N_("to pass"), N_("To say nothing more in this auction."), "auction.pass"),
    Term("pile", N_("pile"), N_("The cards a side ends the hand with, and the points in them."), "score.opponents"),
    Term("point-card", N_("point card"), N_("An ace, a ten or a five."), "kitty.discard_limit"),
    Term("pot", N_("pot"), N_("What is played for, in the middle of the table."), "pot"),
    Term("revoke", N_("revoke"), N_("Not following suit although one could."), "play.revoke", N_("renege")),
    Term("seat", N_("seat"), N_("A place at the table; with four, North, East, South and West."), "format"),
    Term("side", N_("side"), N_("The players who share one score: a pair, a team, or one player alone."), "format"),
    Term(
        "silent",
        N_("silent partner"),
        N_("With five, a player who plays along without bidding or scoring; with two, a hand on the table."),
        "format.silent_partner",
    ),
    Term("skunk", N_("skunk"), N_("A win so crushing that it counts as two games."), "skunk"),
    Term("standing", N_("standing bid"), N_("The highest bid so far, the one to beat or to keep."), "auction.keep"),
    Term("target", N_("target"), N_("The score that wins: 200, unless the table plays longer or shorter."), "end.target"),
    Term("trick", N_("trick"), N_("One card from each player; the best takes them all."), "play.trick"),
    Term("trump", N_("trump"), N_("The suit that beats the three others in this hand."), "play.trump_by"),
    Term("void", N_("to be out of a suit"), N_("To hold no card of it, and so to be free to cut."), "play.follow"),
)
"""In English alphabetical order. Pages sort them by the reader's language."""
