"""The printed score sheet of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil

from scorekeeper.core.pdf.sheet_options import SheetOptions
from scorekeeper.games.printouts.sheet_rows import PaperGame
from scorekeeper.rules.printouts.documents import about_rules, document, fit_card

#: Millimetres on a game's sheet: a row, each extra line in it, and the space that is certain below the scores on page 1.
ROW, LINE, ROWS = 8.8, 3.5, 115.0
ROOM = 10
"""Characters of a name that fit in the dealer's column."""


def game_sheet_html(view: PaperGame, options: SheetOptions, *, reasons: bool = False, rules: bool = False) -> str:
    """Return a game's score sheet.

    `reasons` adds the reasons of every hand as numbered notes, and `rules` the rule card on the back.
    """
    return document(
        "games/printouts/sheet.html",
        options,
        **about_rules(view.rules, options.t, options.t("Score sheet")),
        view=view,
        short=short_names(view.players),
        long=_is_long(view),
        reasons=reasons,
        card=fit_card(view.rules, options) if rules else None,
    )


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Return the first word of each long name that no other name begins with: what a narrow column has room for."""
    first = {name: name.split(maxsplit=1)[0] for name in names if name}
    begins = Counter(first.values())
    return {name: word for name, word in first.items() if len(name) > ROOM and begins[word] == 1}


def _is_long(view: PaperGame) -> bool:
    """Return whether the rows may need a second page. Its head repeats the scores."""
    crowded = sum(max(0, len(row.bids or ()) - 2) + ceil(len(", ".join(row.calls)) / 20) for row in view.rows)
    return ROW * len(view.rows) + LINE * crowded > ROWS
