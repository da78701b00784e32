"""Attendance in the season: who played or was checked in, how often and when last, for people of the club alone."""

from __future__ import annotations

import pytest

from scorekeeper.leagues.commands.season import season_of
from scorekeeper.ratings.attendance import attendance
from scorekeeper.ratings.facts import SeasonEvent
from scorekeeper.tournaments.commands.door import check_ins
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments.api.program import Program
from tests.tournaments.club_night import PASSWORD, Desk
from tests.visitor import text_of

PAGE = "/clubs/club-du-moulin/season/attendance"


@pytest.fixture
def desk(app):
    """Two finished nights of four pairs. On the second, with check-in, one pair was missing and a single found no partner."""
    with app.app_context():
        first = Desk(4, name="Premier soir", day="2026-01-10", options={"rounds": 2})
        first.play(), first.play()
        first.do(lifecycle.finish)
        second = Desk(4, organiser=first.account, name="Deuxième soir", day="2026-02-07", options={"rounds": 1})
        second.do(lifecycle.edit, {"door": {"price": 0}})
        second.do(entries.enter, [{"players": ["Ursule"], "seeks_partner": True}])
        second.do(entries.withdraw, "e4")
        second.do(check_ins.check_in, ["e1", "e2", "e3", "e5"], "here")
        second.play()
        second.do(lifecycle.finish)
    return first


def test_everyone_who_played_or_was_checked_in_is_present(app, desk):
    with app.app_context():
        season = season_of(desk.club.club_id)
        found = {season.name(one.key): (one.evenings, one.last.name) for one in attendance(season.events, season.name)}
    assert found["Aline"] == (2, "Deuxième soir")
    assert found["Gisèle"] == (1, "Premier soir")  # of the pair that was missing
    assert found["Ursule"] == (1, "Deuxième soir")  # came, and found no partner
    assert len(found) == 9


def test_the_most_evenings_come_first_and_then_the_latest_by_name():
    def event(number, *present):
        return SeasonEvent(number, f"Night {number}", f"2026-01-{number:02}", (), (), present=frozenset(present))

    found = attendance(
        [event(3, "b"), event(1, "a", "c", "d"), event(2, "a")], {"a": "Rita", "b": "Zoé", "c": "Léo", "d": "Ada"}.get
    )
    assert [(one.key, one.evenings, one.last.id) for one in found] == [("a", 2, 2), ("b", 1, 3), ("d", 1, 1), ("c", 1, 1)]


def test_only_people_of_the_club_see_the_page(app, client, desk):
    assert client.get(PAGE).status_code == 404
    assert "Attendance" not in text_of(client.get("/clubs/club-du-moulin/season"))
    inside = app.test_client()
    assert inside.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD}).status_code == 303
    assert "Attendance" in text_of(inside.get("/clubs/club-du-moulin/season"))
    text = text_of(inside.get(PAGE))
    assert "Ursule 1" in text
    assert "Aline 2" in text


def test_a_program_reads_the_attendance(app, desk):
    with app.app_context():
        program = Program(app, desk, scope="score")
        club = f"/clubs/{desk.club.club_id}/season/attendance"
        answer = program.at("GET", f"{club}?limit=3").json
        assert [one["evenings"] for one in answer["attendance"]] == [2, 2, 2]
        assert answer["attendance"][0]["last_day"] == "2026-02-07"
        rest = program.at("GET", f"{club}?limit=100&cursor={answer['next']}").json
        assert len(rest["attendance"]) == 6
