"""Tables for spreadsheets, as CSV or as a workbook (.xlsx)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from fractions import Fraction

Cell = str | int | Fraction | None
Rows = Sequence[Sequence[Cell]]
"""Rows of a table; the first one contains the headings."""

SEPARATORS = {"fr": ";"}
"""Cell separators by language. French spreadsheets read a comma as the decimal separator."""
WIDEST = 60
"""Maximum width of a column in characters. Longer text runs over the next cell or is cut off."""
DECIMALS = 4
_FORMULA = re.compile(r"(^|[,;|\t\r\n])([ \u00a0]*)(?=[=+\-@])")
"""Places where a spreadsheet would start a formula: the start of a cell, for any separator it may assume."""


def separator_for(lang: str) -> str:
    """Return the cell separator for a language."""
    return SEPARATORS.get(lang, ",")


def write_csv(rows: Rows, separator: str = ",") -> bytes:
    """Return rows as CSV: UTF-8 with a byte order mark, so that accents are read correctly, and every cell quoted.

    Text that a spreadsheet would run as a formula gets an apostrophe, even after a possible separator.
    """
    out = io.StringIO()
    csv.writer(out, delimiter=separator, quoting=csv.QUOTE_ALL).writerows(
        [[_csv_cell(one, separator) for one in row] for row in rows]
    )
    return out.getvalue().encode("utf-8-sig")


def _csv_cell(value: Cell, separator: str) -> str | int:
    if value is None:
        return ""
    if isinstance(value, Fraction):
        written = _decimal(value)
        return written.replace(".", ",") if separator == ";" else written
    if isinstance(value, str):
        quoted = _FORMULA.sub(r"\1\2'", value)
        return f"'{quoted}" if quoted.startswith(("\t", "\r", "\n")) else quoted
    return value


def _decimal(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.{DECIMALS}f}".rstrip("0")


def write_workbook(rows: Rows, title: str) -> bytes:
    """Return rows as a workbook with one sheet and frozen headings. Text stays text, and numbers stay numbers."""
    import xlsxwriter  # imported late, because it is seldom needed

    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        bold = book.add_format({"bold": True})
        sheet = book.add_worksheet(title)
        sheet.freeze_panes(1, 0)
        for r, row in enumerate(rows):
            for c, value in enumerate(row):
                if isinstance(value, str):
                    sheet.write_string(r, c, value, None if r else bold)
                elif value is not None:
                    sheet.write_number(r, c, round(float(value), DECIMALS))
        for c in range(max(map(len, rows), default=0)):
            sheet.set_column(c, c, min(WIDEST, 3 + max(_width(row[c]) for row in rows if c < len(row))))
    return out.getvalue()


def _width(value: Cell) -> int:
    return len(_decimal(value) if isinstance(value, Fraction) else str(value or 0))
