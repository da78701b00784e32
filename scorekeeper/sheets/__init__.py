"""Score sheets on paper: PDF documents (WeasyPrint) and the HTML they are made from. Letter or A4, English or French.

Pure of Flask: plain values in, bytes out. `t` is a gettext-like callable, `lang` the language it speaks.
"""

from __future__ import annotations

from scorekeeper.sheets.documents import (
    blank_sheets,
    blank_sheets_html,
    game_sheet,
    game_sheet_html,
    rule_card_sheet,
    rule_card_sheet_html,
)
from scorekeeper.sheets.view import GameView, Struck, build_view

__all__ = [
    "GameView",
    "Struck",
    "blank_sheets",
    "blank_sheets_html",
    "build_view",
    "game_sheet",
    "game_sheet_html",
    "rule_card_sheet",
    "rule_card_sheet_html",
]
