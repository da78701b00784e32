"""Numbers in URLs, which are nearly always row ids and must fit the database."""

from __future__ import annotations

from werkzeug.routing import IntegerConverter

from scorekeeper.core.db.database import LARGEST_ID


class RowNumber(IntegerConverter):
    """The converter of `<int:…>`. Numbers above `LARGEST_ID` become `LARGEST_ID`, so that they are simply not found."""

    def to_python(self, value: str) -> int:
        return min(int(super().to_python(value)), LARGEST_ID)
