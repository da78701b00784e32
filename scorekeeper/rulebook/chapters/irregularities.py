"""Irregularities at the table: what the texts settle, and the custom where they are silent."""

from __future__ import annotations

from scorekeeper.messages.marks import N_
from scorekeeper.rulebook.content import Items, Para, Section

SILENT = N_("**In the texts:** nothing.")

SECTIONS = (
    Section(
        "what-is-settled",
        N_("What is settled, and what is not"),
        (
            Para(
                N_(
                    "The texts on 200 settle very little of what can go wrong: what a contractor’s lead means who has not named "
                    "trumps, that a poor hand may be dealt again where that is played, and that nobody looks at tricks or at the "
                    "discard before the end. None of them has a penalty."
                )
            ),
            Para(
                N_(
                    "For the rest **the table decides**, best before the first deal. What is called **custom** here "
                    "is what partnership card games usually do. It is not a rule of 200, and this program never "
                    "applies it automatically."
                )
            ),
            Para(
                N_(
                    "If the table wants a penalty, it is written as an **adjustment** with its reason. If it deals again, "
                    "nothing is written at all; only a misdeal for a poor hand has a line of its own, where the rules have it."
                )
            ),
        ),
    ),
    Section(
        "wrong-deal",
        N_("A wrong deal: too many cards, a card face up, the wrong dealer"),
        (
            Para(SILENT),
            Items(
                (
                    N_(
                        "**Custom:** noticed before the first call, a wrong number of cards or a card turned up means shuffle, "
                        "cut and deal again, by the same player. Noticed in the play, the hand does not count and is dealt "
                        "again."
                    ),
                    N_(
                        "**Custom:** if the wrong player deals, the right one takes over until the first call; after it, the "
                        "hand is played as it was dealt."
                    ),
                    N_("**Custom:** a pack that lacks a card or has one twice spoils the hand in play, not those before it."),
                )
            ),
        ),
        also=N_("misdeal, redeal, missing card"),
    ),
    Section(
        "call-out-of-turn",
        N_("A bid or pass out of turn, or a bid that is not allowed"),
        (
            Para(
                N_(
                    "**In the texts:** they say who speaks when and what may be said, but not what follows from a "
                    "mistake. The ruling desk shows whose turn it was and what could be said."
                )
            ),
            Para(
                N_(
                    "**Custom:** the call is taken back, the right player speaks, and the bidding goes on. A bid that is too "
                    "low is raised, or becomes a pass. Partner must not use what was heard; stricter tables make the partner "
                    "pass."
                )
            ),
        ),
        also=N_("bid out of turn, too low, insufficient"),
    ),
    Section(
        "lead-out-of-turn",
        N_("A lead or a card out of turn"),
        (
            Para(SILENT),
            Para(
                N_(
                    "**Custom:** a lead out of turn may be accepted by the next player, who simply plays to it; otherwise the "
                    "card is taken back. Once all have played to it, the trick stands. Elsewhere a card that was shown so "
                    "stays on the table and must be played as soon as it legally can."
                )
            ),
        ),
        also=N_("played before their turn, played too early"),
    ),
    Section(
        "exposed-card",
        N_("A card that was shown or dropped"),
        (
            Para(SILENT),
            Para(
                N_(
                    "**Custom:** dropped by accident, it is picked up again, and partner must forget it. Stricter tables leave "
                    "it face up until it can be played, and have it played at the first chance."
                )
            ),
        ),
        also=N_("exposed, face up, penalty card, seen"),
    ),
    Section(
        "looking",
        N_("Looking at tricks or at the discard"),
        (
            Para(
                N_(
                    "**In the texts:** tricks lie face down until the end. Once the first card is led, nobody looks "
                    "at the discard, and that includes the contractor. What it costs is not said."
                )
            ),
            Para(N_("**Custom:** a warning; for a player who makes a habit of it, an adjustment agreed on before.")),
        ),
    ),
    Section(
        "wrong-discard",
        N_("A wrong discard"),
        (
            Para(
                N_(
                    "**In the texts:** as many cards go back as came from the kitty, and some houses limit which. The ruling "
                    "desk tells whether a discard was allowed; what follows if not is not said."
                )
            ),
            Para(
                N_(
                    "**Custom:** before the first lead it is put right. Found later, games with a kitty often let the contract "
                    "fail: agree on it before you play with limits."
                )
            ),
        ),
    ),
    Section(
        "claiming",
        N_("Claiming the rest"),
        (
            Para(SILENT),
            Para(
                N_(
                    "**Custom:** a player who is sure of the rest shows the cards and says how they will be played. "
                    "If nobody objects, the points go accordingly; if somebody does, the play goes on in just that "
                    "way. Mind that at 200 the points in the tricks count, not the tricks."
                )
            ),
        ),
    ),
    Section(
        "wrong-score",
        N_("A miscount that is found later"),
        (
            Para(SILENT),
            Para(
                N_(
                    "**Custom:** correct it as soon as all agree. Here any hand can be corrected, even after the "
                    "end. Later hands are scored again, and the history keeps both versions."
                )
            ),
        ),
    ),
)
"""In the order of a hand."""
