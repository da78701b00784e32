"""A game's score sheet on paper."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from scorekeeper.base.paper.pdf import write_pdf
from scorekeeper.games.papers.paper_game import PaperGame
from scorekeeper.rules.papers.documents import about_rules, document, fitted_card

if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext

#: Millimetres of a game's sheet: a row, each line more in it, and what surely has room below the standing on the first page.
ROW, LINE, ROWS = 8.8, 3.5, 115.0


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
    """A game's score sheet as a PDF.

    `size`: `letter` or `a4`; `reasons`: with the reasons of every hand as numbered notes; `rules`: with the rule card on the
    back; `mark`: how a score below zero is drawn, `box` or `circle`. Raises ValueError for another size or mark.
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
    """The document that `game_sheet` prints."""
    card = fitted_card(view.rules, size, mark, t, lang) if rules else None
    about = about_rules(view.rules, t, t("Score sheet"))
    return document(
        "games/papers/sheet.html", size, mark, t, lang, **about, view=view, long=_is_long(view), reasons=reasons, card=card
    )


def _is_long(view: PaperGame) -> bool:
    """Whether the rows may need a second page, whose head carries the scores forward."""
    crowded = sum(max(0, len(row.bids or ()) - 2) + ceil(len(", ".join(row.calls)) / 20) for row in view.rows)
    return ROW * len(view.rows) + LINE * crowded > ROWS
