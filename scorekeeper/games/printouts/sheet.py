"""The printed score sheet of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

from scorekeeper.core.pdf.rendering import write_pdf
from scorekeeper.games.printouts.sheet_rows import PaperGame
from scorekeeper.rules.printouts.documents import about_rules, document, fit_card

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

#: Millimetres on a game's sheet: a row, each extra line in it, and the space that is certain below the scores on page 1.
ROW, LINE, ROWS = 8.8, 3.5, 115.0
ROOM = 10
"""Characters of a name that fit in the dealer's column."""


def game_sheet(
    view: PaperGame,
    *,
    size: str,
    t: Gettext,
    lang: str,
    reasons: bool = False,
    rules: bool = False,
    mark: str = "box",
) -> bytes:
    """Return a game's score sheet as a PDF.

    `size` is `letter` or `a4`. `reasons` adds the reasons of every hand as numbered notes, and `rules` the rule card on the
    back. `mark` is `box` or `circle`, the mark for a score below zero. Raises ValueError for another size or mark.
    """
    return write_pdf(game_sheet_html(view, size=size, t=t, lang=lang, reasons=reasons, rules=rules, mark=mark))


def game_sheet_html(
    view: PaperGame,
    *,
    size: str,
    t: Gettext,
    lang: str,
    reasons: bool = False,
    rules: bool = False,
    mark: str = "box",
) -> str:
    """Return the HTML that `game_sheet` prints."""
    card = fit_card(view.rules, size, mark, t, lang) if rules else None
    about = about_rules(view.rules, t, t("Score sheet"))
    short = short_names(view.players)
    return document(
        "games/printouts/sheet.html",
        size,
        mark,
        t,
        lang,
        **about,
        view=view,
        short=short,
        long=_is_long(view),
        reasons=reasons,
        card=card,
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
