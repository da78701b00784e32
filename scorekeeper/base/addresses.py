"""Numbers in addresses: nearly all of them name a row, and a database cannot be asked for every number."""

from __future__ import annotations

from werkzeug.routing import IntegerConverter

from scorekeeper.base.db import LARGEST_ID


class RowNumber(IntegerConverter):
    """`<int:…>` of every route. Larger ones are read as the largest that a row may have: there is none of that number either."""

    def to_python(self, value: str) -> int:
        """The number."""
        return min(int(super().to_python(value)), LARGEST_ID)
