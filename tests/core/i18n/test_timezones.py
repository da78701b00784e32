"""Times on pages, and the time zone of typed times."""

from __future__ import annotations

import io
import itertools
import json
import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from pypdf import PdfReader
from sqlalchemy import update

from scorekeeper.core.db.database import write_transaction
from scorekeeper.core.i18n import timezones, translation
from scorekeeper.core.refusals import Refusal
from scorekeeper.formats.declared import dump
from scorekeeper.games.store.change import StoredGameEvent
from scorekeeper.games.store.game import Game
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.setup import entry_validation, lifecycle
from tests.tournaments import evening
from tests.tournaments.api.program import Program
from tests.tournaments.club_night import Desk
from tests.tournaments.desk.director import Director
from tests.visitor import start, text_of

MONCTON, PARIS = "America/Moncton", "Europe/Paris"
EVENING = {"rounds": 3, "match": {"kind": "clock", "minutes": 40}}


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.fixture
def at(monkeypatch):
    """Sets the time of pages, in UTC: `at("2026-11-01T02:30")`."""
    return lambda text: monkeypatch.setattr(timezones, "now", lambda: utc(text))


def start_game_at(app, client, text):
    """Return a game that began at that time in UTC."""
    url = start(client)
    with app.app_context(), write_transaction() as session:
        session.execute(update(Game).values(created_at=utc(text), changed_at=utc(text)))
        session.execute(update(StoredGameEvent).values(at=utc(text)))
    return url


def texts_of(pdf):
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def in_zone(client, zone):
    client.set_cookie("zone", zone)
    return client


@pytest.mark.slow
@pytest.mark.parametrize("zone", [None, MONCTON, "of nowhere"])
def test_a_game_of_the_evening_of_october_31_is_of_october_31_whatever_day_it_is_in_utc(app, client, at, zone):
    url = start_game_at(app, client, "2026-11-01T02:23")
    at("2026-11-01T02:40")
    if zone:
        in_zone(client, zone)
    assert "today at 11:23 p.m." in text_of(client.get("/"))
    assert 'datetime="2026-10-31T23:23:00-03:00"' in client.get("/").get_data(as_text=True)
    sheet = client.get(f"{url}/sheet.pdf")
    assert "2026-10-31" in sheet.headers["Content-Disposition"]
    assert "October 31, 2026" in " ".join(texts_of(sheet.data))
    at("2026-11-01T06:00")
    assert "yesterday" in text_of(client.get("/"))


@pytest.mark.parametrize(
    ("moment", "lang", "said"),
    [
        (time(7, 2), "fr", "7\u00a0h\u00a002"),
        (time(0, 30), "fr", "0\u00a0h\u00a030"),
        (time(19, 30), "fr", "19\u00a0h\u00a030"),
        (time(7, 2), "en", "7:02\u202fa.m."),
    ],
)
def test_a_time_of_day_has_no_zero_before_it_and_stays_on_its_line(moment, lang, said):
    assert timezones.time_in_words(moment, lang) == said


@pytest.mark.slow
def test_a_phone_elsewhere_sees_its_own_time_and_a_sheet_of_its_own_day(app, client, at):
    url = start_game_at(app, client, "2026-11-01T02:23")
    at("2026-11-01T02:40")
    assert "October 31, 2026" in " ".join(texts_of(client.get(f"{url}/sheet.pdf").data))
    in_zone(client, PARIS)
    assert "today at 3:23 a.m." in text_of(client.get("/"))
    assert "November 1, 2026" in " ".join(texts_of(client.get(f"{url}/sheet.pdf").data))
    # The history, and the record that is kept in a file, too.
    assert "3:23 a.m." in text_of(client.get(f"{url}/history"))
    record = json.loads(client.get(f"{url}/record.json").data)
    assert record["started_at"] == "2026-11-01T03:23:00+01:00"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("moment", "day"),
    [
        # The day of a change has 25 hours, or 23.
        ("2026-11-01T02:59", date(2026, 10, 31)),
        ("2026-11-01T03:00", date(2026, 11, 1)),
        ("2026-11-02T03:59", date(2026, 11, 1)),
        ("2027-03-14T03:59", date(2027, 3, 13)),
        ("2027-03-14T04:00", date(2027, 3, 14)),
        ("2027-03-15T02:59", date(2027, 3, 14)),
        ("2028-02-29T03:59", date(2028, 2, 28)),
        ("2028-03-01T03:59", date(2028, 2, 29)),
    ],
)
def test_a_day_lasts_from_midnight_to_midnight_on_the_wall(app, client, at, moment, day):
    at("2030-06-01T12:00")
    start_game_at(app, client, moment)
    with app.test_request_context():
        assert timezones.date_in_words(utc(moment)) == timezones.date_in_words(day)
        assert timezones.date_in_words(day) in text_of(client.get("/"))
    at(moment)
    assert timezones.today() == day


def test_entries_that_close_at_23_55_are_open_until_23_55(app):
    director = Director(app)
    director.send("/setup", at="/setup", entries="1", open="1", shown="1", closes="2035-11-20T23:55")
    board = director.board()
    assert datetime.fromisoformat(board.entry.closes) == utc("2035-11-21T03:55")
    entry_validation.check_open(board, utc("2035-11-21T03:54"))
    with pytest.raises(Refusal):
        entry_validation.check_open(board, utc("2035-11-21T03:55"))
    page = director.open("/setup").get_data(as_text=True)
    assert 'value="2035-11-20T23:55"' in page
    assert page.count("Atlantic Time (Moncton)") == 2  # beside both times that are typed there
    # Viewers elsewhere still see the hall's time.
    visitor = in_zone(app.test_client(), PARIS)
    form = f"/tournaments/{director.access.tournament_id}/enter"
    assert "November 20, 2035, 11:55 p.m." in text_of(visitor.get(form))
    assert 'datetime="2035-11-20T23:55:00-04:00"' in visitor.get(form).get_data(as_text=True)
    assert "until Nov 20, 2035, 11:55 p.m." in director.text("/history")


def test_a_club_in_another_zone_reads_what_is_typed_by_its_own_clock(app):
    director = Director(app)
    in_zone(director.client, "America/Vancouver")
    answer = director.client.post(f"{director.club}/setup", data={"zone": PARIS})
    assert answer.status_code == 303
    assert f'value="{PARIS}" selected' in director.client.get(f"{director.club}/setup").text
    director.send("/setup", at="/setup", entries="1", open="1", shown="1", closes="2035-11-20T23:55")
    assert datetime.fromisoformat(director.board().entry.closes) == utc("2035-11-20T22:55")
    assert "Heure de l’Europe centrale (Paris)" in text_of(director.open("/setup", headers={"Accept-Language": "fr"}))


def test_a_zone_that_there_is_not_is_refused_and_the_old_one_stays(app):
    director = Director(app)
    for zone in ("Nowhere/Land", "", "../etc/passwd", "localtime"):
        answer = director.client.post(f"{director.club}/setup", data={"zone": zone})
        assert answer.status_code == 422
        assert "Unknown time zone" in text_of(answer)
    assert re.search(rf'value="{MONCTON}" selected', director.open(f"{director.club}/setup").get_data(as_text=True))


@pytest.mark.parametrize("moment", ["2026-11-01T05:30:00+00:00", "2026-11-20T22:55:30.5+00:00", "2026-11-21T03:55:00-09:00"])
def test_a_moment_that_was_not_touched_stays_to_the_second_even_in_the_hour_that_comes_twice(app, moment):
    director = Director(app)
    director.send("/setup", at="/setup", entries="1", open="1", shown="1", closes="2026-11-20T20:00")
    with app.app_context():
        entry = {**dump(director.board().entry), "closes": moment}
        write(
            director.access, lifecycle.edit({"entry": entry}), revision=evening.now(director.access).revision, uuid=evening.key()
        )
    typed = re.search(r'name="closes" value="([^"]*)"', director.open("/setup").get_data(as_text=True))
    director.send("/setup", at="/setup", entries="1", open="1", shown="1", limit="9", closes=typed[1])
    assert director.board().entry.limit == 9
    assert datetime.fromisoformat(director.board().entry.closes) == datetime.fromisoformat(moment)


@pytest.mark.parametrize(
    ("day", "starts", "times"),
    [
        # In spring 02:00 to 03:00 does not exist, in autumn 01:00 to 02:00 comes twice.
        ("2027-03-14", "00:50", ["1:00 a.m.–1:40 a.m. AST", "1:46 a.m. AST–3:26 a.m. ADT", "3:32 a.m.–4:12 a.m. ADT"]),
        ("2026-11-01", "00:20", ["12:30 a.m.–1:10 a.m. ADT", "1:16 a.m.–1:56 a.m. ADT", "1:02 a.m.–1:42 a.m. AST"]),
        ("2026-11-20", "23:00", ["11:10 p.m.–11:50 p.m.", "11:56 p.m.–12:36 a.m.", "12:42 a.m.–1:22 a.m."]),
    ],
)
def test_the_timetable_counts_hours_that_pass_and_tells_times_that_exist(app, day, starts, times):
    director = Director(app, day=day, starts=starts, options=EVENING)
    shown = re.findall(r"[\d:]+ [ap]\.m\.(?: A[DS]T)?–[\d:]+ [ap]\.m\.(?: A[DS]T)?", director.text().replace("\u202f", " "))
    assert shown == times
    rows = director.client.get(f"/api/v1/tournaments/{director.access.tournament_id}/timetable").json["rounds"]
    moments = [datetime.fromisoformat(row[name]) for row in rows for name in ("starts", "ends")]
    gaps = [later - earlier for earlier, later in itertools.pairwise(moments)]
    assert gaps == [timedelta(minutes=m) for m in (40, 6, 40, 6, 40)]
    assert all(moment.astimezone(UTC).astimezone(ZoneInfo(MONCTON)).isoformat() == moment.isoformat() for moment in moments)


def test_a_tournament_without_a_day_is_of_the_day_that_it_is_in_the_club(app, at):
    with app.app_context():
        desk = Desk(4, day="2026-10-01", options={"rounds": 1, "match": {"kind": "hands", "hands": 1}})
        desk.play()
        program = Program(app, desk, "organise")
    club = f"/clubs/{desk.club.club_id}"
    record = program("GET", "/record").json
    assert program.at("PUT", f"{club}/zone", {"zone": "Pacific/Auckland"}).status_code == 204
    at("2028-02-29T11:30")  # March in Auckland, the leap day everywhere else
    made = [program.at("POST", f"{club}/records", record).json, program.at("POST", f"{club}/tournaments", {"name": "Soir"}).json]
    assert [one["about"]["day"] for one in made] == ["2028-03-01", "2028-03-01"]
    assert made[0]["club"]["zone"] == "Pacific/Auckland"
    assert program.at("PUT", f"{club}/zone", {"zone": MONCTON}).status_code == 204
    assert program.at("POST", f"{club}/records", record).json["about"]["day"] == "2028-02-29"
    assert program.at("PUT", f"{club}/zone", {"zone": "Nowhere"}).json["code"] == "club.zone"


def test_the_form_of_a_new_tournament_begins_with_the_day_in_the_club(app, at):
    director = Director(app)
    at("2026-11-01T02:30")
    assert 'name="day" value="2026-10-31"' in director.open(f"{director.club}/new").get_data(as_text=True)
    assert "Atlantic Time (Moncton)" in director.text(f"{director.club}/new")


@pytest.mark.parametrize(
    ("zone", "kept"), [(PARIS, PARIS), ("America/Montreal", "America/Toronto"), ("bad", MONCTON), ("", MONCTON)]
)
def test_a_new_club_plays_where_the_browser_of_its_organiser_is(app, zone, kept):
    client = in_zone(app.test_client(), zone)
    form = {"name": "Rita", "password": "fleur de lys au vent", "club": "Club"}
    assert client.post("/club/start", data=form).status_code == 303
    client.set_cookie("zone", MONCTON)
    assert [one["zone"] for one in client.get("/api/v1/clubs").json["clubs"]] == [kept]


@pytest.mark.parametrize("tz", [MONCTON, ":America/Moncton", "Europe/Paris", "UTC"])
def test_the_machine_s_zone_is_known_whether_babel_asks_pytz_or_not(monkeypatch, tz):
    monkeypatch.setenv("TZ", tz)
    assert timezones.server_zone() == ZoneInfo(tz.removeprefix(":"))


def test_a_machine_whose_zone_nobody_can_tell_goes_by_utc(monkeypatch):
    monkeypatch.setenv("TZ", "Nowhere/Land")
    assert timezones.server_zone() == ZoneInfo("UTC")


@pytest.mark.parametrize("form", ["full", "long", "medium", "MMMd", "d MMM yyyy"])
def test_the_first_of_a_month_is_1er_in_french_and_nothing_else_is(form):
    assert re.search(r"\b1er\xa0?\s*nov", timezones.iso_date_in_words("2026-11-01", form, "fr"))
    assert "1er" not in timezones.iso_date_in_words("2026-11-11", form, "fr")
    assert "1er" not in timezones.iso_date_in_words("2026-11-01", form, "en")


def test_the_zones_that_a_club_may_choose_are_all_there_canada_s_first():
    for lang in translation.LANGUAGES:
        here, elsewhere = timezones.zone_choices(lang)
        assert dict(here)[MONCTON] == "Moncton"
        assert dict(elsewhere)[PARIS] == {"en": "France: Paris", "fr": "France\u00a0: Paris"}[lang]
        assert all(timezones.zone_of(name) for name, _ in [*here, *elsewhere])
        assert len({title for _, title in elsewhere}) == len(elsewhere)


def test_a_day_field_is_read_as_it_is_written_whatever_the_zone():
    assert timezones.date_in_words(date(2026, 11, 1), "long", "en") == "November 1, 2026"
    assert timezones.start_time("2027-03-14", "02:30", ZoneInfo(MONCTON)) == utc("2027-03-14T06:30")
    assert timezones.start_time("2026-11-01", "01:30", ZoneInfo(MONCTON)) == utc("2026-11-01T04:30")


def test_a_club_s_pages_say_when_an_evening_begins_for_people_and_for_programs(app):
    director = Director(app, day="2027-03-14", starts="19:30")
    number, visitor = director.access.tournament_id, in_zone(app.test_client(), PARIS)
    for page in (f"/tournaments/{number}", f"/tournaments/{number}/enter", f"/tournaments/{number}/screen"):
        shown = visitor.get(page)
        assert "Sunday, March 14, 2027, 7:30 p.m." in text_of(shown).replace("\u202f", " ")
        assert 'datetime="2027-03-14T19:30:00-03:00"' in shown.get_data(as_text=True)
        assert " data-hall" in shown.get_data(as_text=True)
    assert " data-hall" not in visitor.get("/").get_data(as_text=True)
