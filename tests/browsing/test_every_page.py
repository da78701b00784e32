"""axe-core on every page, in English by day and in French by night. New pages are found automatically."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Error

from tests.app.asking import QUERIES, doors
from tests.app.callers import world
from tests.browsing.pad import go
from tests.browsing.test_accessibility import AXE, LOOK
from tests.browsing.test_reading import enlarge
from tests.fixtures.serving import serving

pytestmark = pytest.mark.browser

LONG = pytest.mark.soak
"""Colours don't depend on the language, nor words on the theme, so the other two combinations are for `make soak`."""


@pytest.fixture(scope="module")
def made(tmp_path_factory, migrated_database):
    """A club, a game and their links on a server, and the pages to visit."""
    with world(tmp_path_factory.mktemp("pages"), migrated_database, drawn=True) as one, serving(one.app) as port:
        yield one, f"http://127.0.0.1:{port}", list(pages(one))


def pages(one):
    """Yield every page: its pattern, address, viewer's cookies, and HTML."""
    client = one.app.test_client(use_cookies=False)
    for door in doors(one.app):
        if door.method != "GET" or door.api:
            continue
        secrets = one.secrets.get(door.secret, {"": ""})
        for caller in reversed(one.callers):
            about = {**caller.about, **({door.places[0]: next(iter(secrets.values()))} if door.secret else {})}
            path = door.filled(one, about) + (f"?{QUERIES[door.address]}" if door.address in QUERIES else "")
            answer = client.get(path, headers=caller.headers)
            page = answer.status_code == 200 and answer.mimetype == "text/html" and b"<html" in answer.data
            answer.close()
            one.put_back()
            if page:
                yield door.address, path, caller.cookies, answer.get_data(as_text=True)
                break


def looked_at(page, address, *asked):
    """Return the result of these scripts on a page; by default, axe."""
    go(page, address)
    for tries in range(3):
        try:
            page.wait_for_load_state("load")
            return [page.evaluate(script) for script in asked or (AXE, LOOK)][-1]
        except Error:  # a page that redirects
            page.wait_for_timeout(200 * (tries + 1))
    raise AssertionError(f"{address} does not stand still")


@pytest.mark.parametrize(
    ("language", "dark"),
    [("en-CA", False), ("fr-CA", True), pytest.param("en-CA", True, marks=LONG), pytest.param("fr-CA", False, marks=LONG)],
)
def test_axe_finds_nothing_on_any_page(made, open_page, language, dark):
    one, url, seen = made
    page = open_page(language=language, dark=dark, bypass_csp=True, errors_expected=True)
    found = {}
    for pattern, path, cookies, _html in seen:
        page.context.clear_cookies()
        page.context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies])
        faults = looked_at(page, url + path)
        if faults:
            found[pattern] = faults
        one.put_back()
    assert found == {}
    assert len(seen) > 100, seen


def test_of_the_forms_of_a_page_each_has_a_key_of_its_own(made):
    _one, _url, seen = made
    keys = {pattern: re.findall(r'name="uuid" value="([^"]+)"', html) for pattern, _path, _cookies, html in seen}
    assert {pattern for pattern, found in keys.items() if len(found) > len(set(found))} == set()
    assert sum(len(found) > 1 for found in keys.values()) > 5, keys


ROOMS = [(320, 100), (390, 200)]
"""Pixels and percent of text size: a small phone or 400 % zoom (WCAG 1.4.10), and large text (1.4.4)."""


@pytest.mark.parametrize("language", ["fr-CA", pytest.param("en-CA", marks=LONG)])
@pytest.mark.parametrize(("width", "percent"), ROOMS)
def test_no_page_scrolls_sideways(made, open_page, width, percent, language):
    one, url, seen = made
    page = open_page(language=language, errors_expected=True, viewport={"width": width, "height": 640})
    enlarge(page, percent)
    found = {}
    for pattern, path, cookies, _html in seen:
        page.context.clear_cookies()
        page.context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies])
        wide = looked_at(page, url + path, "document.documentElement.scrollWidth")
        if wide > width:
            found[pattern] = wide
        one.put_back()
    assert found == {}
