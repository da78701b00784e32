"""A phone answers with the program's own pages, offline in a real browser."""

from __future__ import annotations

import pytest

from tests.browser import PATIENCE
from tests.browsing.pad import leave_the_network

pytestmark = pytest.mark.browser

UNKNOWN = "/games/9000000000001"


def test_a_page_is_answered_by_the_phone_itself_in_its_language_and_looks_like_one(live_server, open_page):
    page = open_page(language="fr-CA", keeps=True, errors_expected=True)
    leave_the_network(page, live_server.url)
    answer = page.goto(live_server.url + UNKNOWN, timeout=2 * PATIENCE)
    assert answer.status == 404
    assert answer.from_service_worker
    assert page.locator("h1").text_content() == "Introuvable"
    assert page.evaluate("document.documentElement.lang") == "fr"
    assert page.evaluate("getComputedStyle(document.body).margin") == "0px"
    assert "unsafe-eval" not in answer.headers["content-security-policy"]
