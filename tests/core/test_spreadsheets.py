"""Spreadsheets: text stays text, numbers are numbers, and the header row stays visible."""

from __future__ import annotations

import io
import re
import zipfile
from fractions import Fraction

import pytest
from python_calamine import CalamineWorkbook

from scorekeeper.core.spreadsheets import WIDEST, write_workbook


def sheet_of(data: bytes) -> str:
    """Return the worksheet's XML."""
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        return book.read("xl/worksheets/sheet1.xml").decode()


def rows_of(data: bytes) -> list[list[object]]:
    return CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0).to_python()


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@a", "{=1+1}", "0042", "1e5", "https://example.org/", "mailto:a@example.org", "\x01=1", "É\n=2"]
)
def test_a_text_stays_a_text_whatever_it_looks_like(text):
    data = write_workbook([["Name"], [text]], "entrants")
    assert "<f>" not in sheet_of(data)
    assert "hyperlink" not in sheet_of(data)
    assert rows_of(data)[1] == [text]


def test_numbers_are_numbers_and_what_is_not_known_is_empty():
    data = write_workbook([["Name", "Points", "Average", "Seed"], ["Ann", -40, Fraction(1, 3), None]], "standings")
    assert rows_of(data)[1] == ["Ann", -40.0, 0.3333, ""]


def test_the_headings_are_bold_and_stay_when_one_scrolls():
    data = write_workbook([["Name"], ["Ann"]], "results")
    assert re.search(r'<pane ySplit="1"[^>]* state="frozen"/>', sheet_of(data))
    assert CalamineWorkbook.from_filelike(io.BytesIO(data)).sheet_names == ["results"]


def test_a_column_is_as_wide_as_its_longest_text_within_bounds():
    names = ["Name", "Évangéline Robichaud & Théo LeBlanc"]
    data = write_workbook([[names[0], "n", "Note"], [names[1], 1, "x" * 200], ["short"]], "entrants")
    widths = [float(width) for width in re.findall(r'<col [^>]*width="([\d.]+)"', sheet_of(data))]
    assert len(widths) == 3
    assert widths[0] >= len(names[1])
    assert widths[2] < WIDEST + 2


def test_a_table_without_rows_is_a_workbook_too():
    assert rows_of(write_workbook([], "results")) == []
