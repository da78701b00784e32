"""“Like last Saturday”: the next tournament, its regulars, and a series of dates."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest

from scorekeeper.clubs.commands.accounts import accounts
from scorekeeper.core.i18n import timezones
from scorekeeper.leagues.commands import leagues
from scorekeeper.tournaments.commands.adjustments import meetings, places, profiles
from scorekeeper.tournaments.commands.door.door_state import read_door
from scorekeeper.tournaments.commands.door.money_state import read_purse
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.series import next_tournament
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.store.parts import PlacePart
from tests.tournaments import evening
from tests.tournaments.desk.director import Director
from tests.visitor import text_of, value_of

SATURDAY = "2026-11-21"


@pytest.fixture
def director(app):
    """A director whose last Saturday had 40 single players, two of them missing the Saturday before."""
    director = Director(app)
    played(director, evening.people(38), "2026-11-14")
    played(director, evening.people(40), SATURDAY)
    return director


def played(director: Director, names: list[str], day: str) -> None:
    """Play a tournament of one round with everything that is copied."""
    facts = {"day": day, "starts": "13:00", "minutes": 240, "venue": "Salle", "door": {"price": 1000}}
    options = {"rounds": 1, "match": {"kind": "hands", "hands": 8}}
    with director.app.app_context():
        facts |= {"method": "rotating_partners", "options": options, "rules": "kitty"}
        access = evening.tournament([[name] for name in names], name="Samedi", **facts)
    director.move_to(f"/desk/{access.tournament_id}")
    director.send("/setup/prizes", at="/setup", prizes="1er : 60 $")
    purse = {"share": "90", "hall": "20", "sponsor-0": "Caisse", "sponsor-amount-0": "50", "first-0-0": "1", "amount-0-0": "100%"}
    director.send("/money/purse", at="/money/purse", **purse)
    director.round()
    director.play()
    director.send("/finish", at="/finish", do="finish")


def next_url(director: Director) -> str:
    """Return the address of the button on the club's page."""
    page = director.open(director.club).text
    assert "Like Saturday, November 21" in page
    return re.search(r'href="([^"]+/like/\d+)"', page)[1]


def send(director: Director, status: int = 303, **fields: str) -> None:
    """Send the form as it opens, with other `fields`."""
    url = next_url(director)
    page = director.open(url)
    usual = {name: value_of(page, name) for name in ("uuid", "day", "times", "name")}
    usual |= dict.fromkeys(re.findall(r'name="(regular-\w+)"\s+value="1"\s+checked', page.text), "1")
    answer = director.client.post(url, data={name: value for name, value in {**usual, **fields}.items() if value})
    assert answer.status_code == status, text_of(answer)[:500]
    if status == 303 and "/entrants" in answer.location:
        director.move_to(answer.location)
    director.answer = answer


def test_two_tournaments_of_one_day_are_told_apart_by_name(app):
    director = Director(app)
    for name in ("Mixte", "Samedi 21 novembre"):
        with director.app.app_context():
            access = evening.tournament(evening.pairs(4), name=name, day=SATURDAY)
        director.move_to(f"/desk/{access.tournament_id}")
        director.round()
    text = director.text(director.club)
    assert "Like Saturday, November 21 – Mixte" in text
    assert text.count("Like Saturday, November 21") == 2
    assert "Samedi 21 novembre –" not in text
    assert "– Samedi 21 novembre" not in text


def test_the_next_one_has_everything_but_the_results(director):
    before = director.board()
    send(director)
    board = director.board()
    assert not board.rounds
    assert (board.about.starts, board.about.minutes, board.about.venue) == ("13:00", 240, "Salle")
    assert (board.about.prizes, board.name, read_door(board).price) == ("1er : 60 $", "Samedi", 1000)
    assert read_purse(board) == replace(read_purse(before), sponsors=())
    assert board.options == before.options
    assert (board.method, board.setup.rules, board.status) == (before.method, before.setup.rules, "open")
    assert board.setup.seed != before.setup.seed
    day = date.fromisoformat(board.about.day)
    with director.app.app_context():
        assert day.weekday() == 5
        assert max(timezones.today(), date.fromisoformat(SATURDAY) + timedelta(days=1)) <= day
        assert day < timezones.today() + timedelta(days=14)


def test_the_regulars_keep_tags_handicaps_places_and_who_should_not_meet(director):
    director.send("/finish", at="/finish", do="reopen")
    board = director.board()
    ids = {one.players[0]: one.id for one in board.entrants}
    names = [*ids]
    with director.app.app_context():
        for command in (
            profiles.set_profile(ids[names[3]], ["Dames"], 15),
            profiles.rank_tags(["Dames"]),
            places.fix_place(ids[names[4]], 2, 1),
            meetings.keep_apart(
                [
                    {"between": [ids[names[1]], ids[names[2]], ids[names[5]]], "rule": "never"},
                    {"between": [ids[names[5]], ids[names[6]]], "rule": "never"},
                    {"tag": "Dames", "rule": "rather_not", "as": "partners"},
                ]
            ),
        ):
            write(director.access, command, revision=evening.now(director.access).revision, uuid=evening.key())
    page = director.open(next_url(director)).text
    gone = re.search(rf'name="(regular-\w+)"\s+value="1"[^>]*>\s*<span>\s*{names[5]}', page)[1]
    assert "Tags, handicaps, fixed places, who should not meet" in page
    send(director, **{gone: ""})
    board = director.board()
    ids = {one.players[0]: one.id for one in board.entrants}
    lady = board.entrant(ids[names[3]])
    assert names[5] not in ids
    assert (lady.tags, lady.handicap, profiles.ranked_tags_of(board)) == (("Dames",), 15, ("Dames",))
    assert places.places_of(board) == {ids[names[4]]: PlacePart(2, 1)}
    apart = [(one.part.between, one.part.tag, one.part.rule, one.part.role) for one in meetings.meetings_of(board)]
    assert apart == [((ids[names[1]], ids[names[2]]), None, "never", None), ((), "Dames", "rather_not", "partners")]


def test_from_the_button_to_round_1_takes_5_clicks_even_with_a_door(director):
    clicks = ["Like Saturday, November 21", "Create tournament"]
    send(director)
    for what, page, path, fields in (
        ("Pair round 1", "/entrants", "", {}),
        ("Everyone is here: pair round 1", "/door/pair", "/door/pair", {"do": "rest"}),
        ("Publish round 1", "/draft", "/draft/publish", {}),
    ):
        assert what in director.text(page)
        clicks.append(what)
        if path:
            director.send(path, at=page, **fields)
    assert len(clicks) == 5
    assert len(director.board().rounds[0].tables) == 10


def test_regulars_came_to_half_of_the_last_few_and_are_ticked(director):
    played(director, [*evening.people(36), "Nouvelle Venue"], "2026-11-21")
    played(director, evening.people(36), "2026-11-21")
    page = director.open(next_url(director)).text
    found = re.findall(r'<input[^>]*name="regular-\w+"[^>]*>\s*<span>([^<]*)</span>', page)
    ticked = re.findall(r'<input[^>]*name="regular-\w+"[^>]*checked[^>]*>\s*<span>([^<]*)</span>', page)
    assert set(found) == {*evening.people(40), "Nouvelle Venue"}
    assert set(ticked) == set(evening.people(38))
    assert "came to at least half of the last 4" in text_of(director.open(next_url(director)))


def test_a_player_who_came_with_two_partners_is_ticked_once(app):
    director = Director(app)
    for pairs in ([["Aline", "Benoît"], ["Claire", "Denis"]], [["Aline", "Claire"], ["Edgar", "Gisèle"]]):
        with app.app_context():
            access = evening.tournament(pairs, "swiss", day=SATURDAY, options={"rounds": 1})
        director.move_to(f"/desk/{access.tournament_id}")
        director.round()
    with app.app_context():
        like = next_tournament.earlier(evening.club(), access.tournament_id)
    ticked = [name for one in like.regulars if one.usual for name in one.players]
    assert len(ticked) == len(set(ticked)) >= 4


def test_a_series_makes_its_dates_once_and_joins_the_leagues(director):
    with director.app.app_context():
        facts = {"name": "Saison", "points": [10, 5], "tournaments": [director.access.tournament_id]}
        league = leagues.create(evening.club(), facts, uuid=evening.key())
    send(director, times="10")
    assert "10 tournaments are created." in text_of(director.open(director.club))
    with director.app.app_context():
        club = evening.club()
        coming = sorted((one.day, one.name, one.status) for one in lifecycle.of_club(club) if one.status == "open")
        days = [date.fromisoformat(day) for day, name, _status in coming if name == "Samedi"]
        assert len(days) == 10
        assert {(b - a).days for a, b in pairwise(days)} == {7}
        assert len(leagues.load(club.club_id, league.id).tournaments) == 11


def test_names_by_the_day_follow_the_day(director):
    with director.app.app_context():
        club = evening.club()
        made = lifecycle.create(
            club, {"name": "Samedi 21 novembre", "day": SATURDAY, "method": "swiss", "options": {"rounds": 3}}
        )
    page = director.open(f"{director.club}/like/{made.tournament_id}")
    assert value_of(page, "name") == ""


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [
        ("times", "0", "Weeks: “0” is not valid. Enter a whole number between 1 and 60"),
        ("times", "61", "“61” is not valid"),
        ("day", "samedi", "“samedi” is not a valid date"),
        ("name", "x" * 81, "A tournament’s name has between 1 and 80 characters."),
    ],
)
def test_what_cannot_be_read_is_named_and_nothing_is_made(director, field, typed, says):
    with director.app.app_context():
        before = len(lifecycle.of_club(evening.club()))
    send(director, 422, **{field: typed})
    assert says in text_of(director.answer)
    with director.app.app_context():
        assert len(lifecycle.of_club(evening.club())) == before


def test_a_scorer_sees_no_button_and_makes_nothing(director):
    url = next_url(director)
    director.client.delete_cookie(accounts.COOKIE)
    assert director.client.get(url).status_code == 303
