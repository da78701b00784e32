"""Every kind of question, in the order of the menu."""

from __future__ import annotations

from scorekeeper.rulings.questions import auction, discard, game_end, misdeal, play, score

RULING_PAGES = {kind.name: kind for kind in (auction.KIND, discard.KIND, play.KIND, misdeal.KIND, score.KIND, game_end.KIND)}
