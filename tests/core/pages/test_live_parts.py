"""Live parts of a page: only changes are sent."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import pytest
from flask import Flask

from scorekeeper.core.pages import live_parts


@dataclass(frozen=True)
class Clock:
    """A running clock. Its remaining time is not news."""

    minutes: int
    left: int = field(repr=False)


@pytest.fixture
def site(tmp_path):
    site = Flask(__name__, template_folder=str(tmp_path))
    (tmp_path / "part.html").write_text('<p id="{{ part }}" data-stamp="{{ live.stamps[part] }}">{{ shows[part] }} {{ key }}</p>')
    (tmp_path / "parts.html").write_text('{% for part in live.fresh %}{% include "part.html" %}{% endfor %}')
    whole = '<main>{% for part in live.stamps %}{% include "part.html" %}{% endfor %}</main>'
    (tmp_path / "page.html").write_text(whole)
    site.shows, site.drawn = {"score": 310, "clock": Clock(40, 2400)}, []

    def make():
        site.drawn.append(1)
        return {"shows": site.shows, "key": f"key-{len(site.drawn)}"}

    @site.route("/page", methods=["GET", "POST"])
    def page():
        parts = live_parts.LiveParts({name: live_parts.stamp_of(name, value) for name, value in site.shows.items()})
        return live_parts.page(parts, "page.html", "parts.html", make)

    return site


ASKS = {"X-Fragment": "1"}


def ids(answer):
    return re.findall(r'id="(\w+)"', answer.text)


def stamps(answer):
    """Return the headers that the script sends: the stamps of the parts shown."""
    known = re.findall(r'data-stamp="(\w+)"', answer.text)
    return {**ASKS, "If-None-Match": f'W/"{live_parts.BETWEEN.join(known)}"'}


def test_a_browser_gets_the_page_and_a_script_its_parts(site):
    client = site.test_client()
    assert client.get("/page").text.startswith("<main>")
    answer = client.get("/page", headers=ASKS)
    assert ids(answer) == ["score", "clock"]
    assert "<main>" not in answer.text
    assert answer.headers["Vary"] == "X-Fragment, Cookie, Accept-Language"


def test_whoever_has_every_part_gets_nothing_and_nothing_is_drawn(site):
    client = site.test_client()
    shown = client.get("/page")
    drawn = len(site.drawn)
    answer = client.get("/page", headers=stamps(shown))
    assert (answer.status_code, answer.data, len(site.drawn)) == (304, b"", drawn)


def test_only_the_parts_that_are_new_are_sent(site):
    client = site.test_client()
    shown = client.get("/page")
    site.shows["score"] = 395
    answer = client.get("/page", headers=stamps(shown))
    assert ids(answer) == ["score"]
    assert "395" in answer.text
    # A fragment is not a page, so no cache may serve it as one.
    assert answer.headers["Cache-Control"] == "no-store"


def test_keys_and_seconds_are_no_news(site):
    client = site.test_client()
    first, second = client.get("/page", headers=ASKS), client.get("/page", headers=ASKS)
    assert first.text != second.text  # each has keys of its own
    assert first.headers["ETag"] == second.headers["ETag"]
    site.shows["clock"] = Clock(40, 2395)
    assert client.get("/page", headers=stamps(first)).status_code == 304
    site.shows["clock"] = Clock(45, 2695)
    assert ids(client.get("/page", headers=stamps(first))) == ["clock"]


def test_whoever_sends_something_gets_every_part(site):
    client = site.test_client()
    shown = client.get("/page")
    assert ids(client.post("/page", headers=stamps(shown))) == ["score", "clock"]


def test_a_stamp_is_of_its_language(site):
    with site.test_request_context(headers={"Accept-Language": "en"}):
        english = live_parts.stamp_of("Table 1")
    with site.test_request_context(headers={"Accept-Language": "fr"}):
        assert live_parts.stamp_of("Table 1") != english
