"""Hours as typed at the desk: 3.5, 3,5, 3h30 and 3:30 are the same."""

from __future__ import annotations

import re
from typing import Any

from scorekeeper.core.forms.forms import FormField, invalid_field_text
from scorekeeper.messages.marks import N_

LEAST_MINUTES, MOST_MINUTES = 30, 7 * 24 * 60
BETWEEN = N_("between half an hour and %(high)s hours, such as 3.5 or 3:30")
_CLOCKED = re.compile(r"(\d{1,3})\s*[h:]\s*(\d{1,2})?", re.IGNORECASE)


def minutes_of(hours: str) -> int | None:
    """Return hours (3.5; 3,5; 3h30; 3:30) as minutes, or None."""
    if clocked := _CLOCKED.fullmatch(hours.strip()):
        return int(clocked[1]) * 60 + int(clocked[2] or 0)
    try:
        return round(float(hours.strip().replace(",", ".")) * 60)
    except (ValueError, OverflowError):
        return None


class Hours(FormField):
    """Hours available.

    `data`: in minutes, None if not readable. Must be between half an hour and a week.
    """

    data: int | None

    def __init__(self, *, needed: bool = False, **more: Any) -> None:
        super().__init__(N_("Hours available"), **more)
        self.needed = needed
        self.text = ""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the input. Raises `ValueError` with the problem, which WTForms stores in `errors`."""
        self.text = valuelist[0].strip() if valuelist else ""
        self.data = minutes_of(self.text)
        wrong = self.data is None or not LEAST_MINUTES <= self.data <= MOST_MINUTES
        if wrong and (self.text or self.needed):
            right = self.gettext(BETWEEN) % {"high": MOST_MINUTES // 60}
            raise ValueError(invalid_field_text(self, self.text, right))
