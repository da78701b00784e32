"""How to play, second part: counting, recording, winning."""

from __future__ import annotations

from scorekeeper.messages.marks import N_
from scorekeeper.rulebook.chapters import first_game as game
from scorekeeper.rulebook.content import Aside, Items, Para, Section
from scorekeeper.rulebook.examples.illustrations import ScoreTable

SECTIONS = (
    Section(
        "count",
        N_("Counting the hand"),
        (
            Para(
                N_(
                    "After the last trick each pair counts the aces, tens and fives it took. The two piles always make 100 "
                    "together, "
                    "so count the smaller one and you know both."
                )
            ),
            Items(
                (
                    N_(
                        "**Contract made** – the contractor’s pair has at least its bid: it scores all it took, not just the bid."
                    ),
                    N_("**Contract failed** – it has less: it scores nothing and loses the amount of the bid."),
                    N_(
                        "**The opponents** score what they took, whether the contract was made or not, with one exception, below."
                    ),
                )
            ),
        ),
        ("score.made", "score.failed"),
        N_("going set, to be set, to go down"),
    ),
    Section(
        "line",
        N_("From 100 on, you must have bid"),
        (
            Para(
                N_(
                    "A pair that had 100 or more before the hand scores as opponents only if one of the two bid in "
                    "that auction. Any bid will do, even a 50 that was passed over at once. Both passed: their "
                    "points are lost, and nobody gets them."
                )
            ),
            Para(
                N_(
                    "The reason is simple: nobody should coast home on the work of others. The contractor’s own pair is never "
                    "touched by this: it did bid."
                )
            ),
            Aside(N_("The line is always 100 below the target: 200 when playing to 300, 400 when playing to 500.")),
        ),
        ("score.must_bid",),
    ),
    Section(
        "sheet",
        N_("The score sheet and the box"),
        (
            Para(
                N_(
                    "Each pair has a column and begins at zero. A score below zero is written without a minus sign, inside a "
                    "box: "
                    "the pair is **in the box**, or in the hole where people draw a circle instead. To be boxed is to fail a "
                    "contract."
                )
            ),
            ScoreTable(
                N_(
                    "Four hands of one game. Benoît bid 60 in the second and took only 45, so that pair is in the box until "
                    "the third."
                ),
                "standard",
                game.GAME,
            ),
            Para(
                N_(
                    "Whatever the house agrees to give or take outside the cards – a penalty for a revoke, a forgotten hand "
                    "set right – "
                    "is an **adjustment**: a line of its own with a reason, never a figure quietly written over."
                )
            ),
        ),
        ("adjustment", "start.scores"),
        N_("negative score, minus points"),
    ),
    Section(
        "end",
        N_("Winning, and losing in the hole"),
        (
            Para(
                N_(
                    "The first pair at 200 or more wins. When both get there on the same hand, the contractor’s pair wins, "
                    "even with the lower score."
                )
            ),
            Para(
                N_(
                    "The game can also be lost: a pair at 200 below zero or worse loses at once, provided that the other "
                    "pair is at zero or "
                    "above. While both are below zero nobody loses that way; but as soon as one climbs out, the other is "
                    "judged by "
                    "where it stands."
                )
            ),
            Items(
                (
                    N_(
                        "First it is asked whether the contractor’s pair won outright, where the house plays all 100 points "
                        "that way."
                    ),
                    N_("Then who has reached the target."),
                    N_("Only then who is too deep in the hole."),
                ),
                numbered=True,
            ),
        ),
    ),
    Section(
        "match",
        N_("A match: several games"),
        (
            Para(
                N_(
                    "An evening is seldom one game. A match is played between the same sides until one has won an agreed "
                    "number of games. "
                    "Where skunks are played, a crushing win counts as two of them."
                )
            ),
        ),
        ("match",),
    ),
)
"""The sections after the last trick."""
