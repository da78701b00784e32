"""The calendar file and the feed of a club's public page."""

from __future__ import annotations

from datetime import UTC, date, datetime
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.clubs.commands.members import members
from scorekeeper.tournaments.public.calendar_file import LONGEST_LINE, CalendarEvent, calendar_file
from tests.tournaments import evening
from tests.tournaments.desk.director import Director
from tests.visitor import text_of

ATOM = "{http://www.w3.org/2005/Atom}"
NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)


def read(content: bytes) -> list[tuple[str, str]]:
    """Return a calendar's properties, unfolded and with their escapes read."""
    assert content.endswith(b"\r\n")
    lines = content.decode().replace("\r\n ", "").split("\r\n")[:-1]
    found = []
    for line in lines:
        name, _, value = line.partition(":")
        text, escaped = "", False
        for character in value:
            if escaped:
                text += "\n" if character == "n" else character
                escaped = False
            elif character == "\\":
                escaped = True
            else:
                text += character
        found.append((name, text))
    return found


@given(st.text(st.characters(exclude_categories=("Cc", "Cs")) | st.sampled_from("\n;,\\"), min_size=1, max_size=300))
def test_any_text_survives_folding_and_escaping(text):
    content = calendar_file("Club", [CalendarEvent("1@x", text, NOW, None, NOW, "https://x/1", place=text, text=text)])
    assert all(len(line) <= LONGEST_LINE for line in content.split(b"\r\n"))
    properties = dict(read(content))
    assert properties["SUMMARY"] == properties["LOCATION"] == properties["DESCRIPTION"] == text


def test_an_event_without_a_time_takes_the_whole_day():
    properties = dict(read(calendar_file("Club", [CalendarEvent("1@x", "Soirée", date(2026, 11, 28), None, NOW, "https://x/1")])))
    assert (properties["DTSTART;VALUE=DATE"], properties["DTEND;VALUE=DATE"]) == ("20261128", "20261129")


@pytest.fixture
def director(app):
    director = Director(app, 4, day="2026-11-28", starts="13:00", minutes=240, venue="Salle; en bas", options={"rounds": 1})
    with app.app_context():
        members.set_zone(evening.club(), "America/Moncton")
    return director


def get(director: Director, path: str):
    slug = director.access.club_slug
    answer = director.app.test_client().get(f"/club/{slug}/{path}")
    assert answer.status_code == 200
    return answer


def test_the_calendar_has_the_clubs_hours_in_utc(director):
    answer = get(director, "calendar.ics")
    assert answer.content_type == "text/calendar; charset=utf-8"
    properties = dict(read(answer.data))
    assert (properties["DTSTART"], properties["DTEND"]) == ("20261128T170000Z", "20261128T210000Z")
    assert (properties["SUMMARY"], properties["LOCATION"]) == ("Friday night", "Salle; en bas")
    again = director.app.test_client().get(answer.request.path, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_the_feed_has_dates_then_results(director):
    before = ElementTree.fromstring(get(director, "feed.atom").data)
    assert "Salle; en bas" in before.find(f"{ATOM}entry/{ATOM}summary").text
    director.round()
    director.play()
    director.send("/finish", at="/finish", do="finish")
    after = ElementTree.fromstring(get(director, "feed.atom").data)
    first = director.board().standings[0]
    assert f"1. {director.board().name_of(first.id)}" in after.find(f"{ATOM}entry/{ATOM}summary").text
    for one in (after, *after.findall(f"{ATOM}entry")):
        assert all(one.find(f"{ATOM}{name}") is not None for name in ("id", "title", "updated", "link"))


def test_both_are_linked_from_the_public_page_and_closed_with_a_private_club(app, director):
    slug = director.access.club_slug
    page = app.test_client().get(f"/club/{slug}")
    assert "Add to my calendar" in text_of(page)
    assert f'href="/club/{slug}/feed.atom"' in page.text
    with app.app_context():
        members.set_private(evening.club(), True)
    for path in ("calendar.ics", "feed.atom"):
        assert app.test_client().get(f"/club/{slug}/{path}").status_code == 404
