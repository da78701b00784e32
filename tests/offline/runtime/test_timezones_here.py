"""Dates on a phone, in the browser’s words, are the same as the server's."""

from __future__ import annotations

import pytest

from scorekeeper.offline.stubs.timezones import date_in_words


class Moment:
    """A browser's text for a day."""

    def __init__(self, text: str) -> None:
        self.text = text

    def format_in_browser(self, _how: str, _locale: str) -> str:
        return self.text


@pytest.mark.parametrize(
    ("lang", "browser", "told"),
    [
        ("fr", "1 juill. 2026", "1er juill. 2026"),
        ("fr", "1\u00a0août", "1er\u00a0août"),
        ("fr", "11 juill. 2026", "11 juill. 2026"),
        ("en", "1 Jul 2026", "1 Jul 2026"),
    ],
)
def test_the_first_of_a_month_is_written_as_french_says_it(lang, browser, told):
    assert date_in_words(Moment(browser), lang=lang) == told
