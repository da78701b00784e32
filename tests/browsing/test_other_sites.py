"""Another site's page can read public standings and nothing else, in a real browser."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from scorekeeper.clubs.commands.members import api_tokens
from tests.fixtures.serving import serving
from tests.tournaments.club_night import Desk

pytestmark = pytest.mark.browser

ASK = """async ([url, how]) => {
  try {
    const answer = await fetch(url, how);
    return [answer.status, answer.headers.get("ETag"), await answer.text()];
  } catch (error) {
    return error.name;
  }
}"""


@pytest.fixture
def other_site():
    """The address of an empty page on another site."""
    site = Flask("another site")
    site.add_url_rule("/", "page", lambda: "<title>Club</title><link rel=icon href=data:,>")
    with serving(site) as port:
        yield f"http://127.0.0.1:{port}/"


def test_a_page_of_another_site_reads_standings_but_changes_nothing(open_page, live_server, other_site):
    with live_server.app.app_context():
        desk = Desk(4)
        desk.play()
        token = api_tokens.create(desk.club, "elsewhere", "organise")[1]
        revision = desk.access.revision
    page = open_page(errors_expected=True)
    page.goto(other_site)
    one = f"{live_server.url}/api/v1/tournaments/{desk.id}"

    status, etag, body = page.evaluate(ASK, [f"{one}/standings", {}])
    assert (status, len(json.loads(body)["standings"])) == (200, 4)
    known = {"headers": {"If-None-Match": etag}, "cache": "no-store"}
    assert page.evaluate(ASK, [f"{one}/standings", known]) == [304, etag, ""]
    assert page.evaluate(ASK, [f"{one}/standings", {"credentials": "include"}]) == "TypeError"
    headers = {"Authorization": f"Bearer {token}", "If-Match": "*", "Content-Type": "application/json"}
    assert page.evaluate(ASK, [one, {"method": "PATCH", "headers": headers, "body": '{"note": "x"}'}]) == "TypeError"
    with live_server.app.app_context():
        assert desk.access.revision == revision
