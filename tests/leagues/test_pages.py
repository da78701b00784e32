"""A club's season for visitors, directors and organizers."""

from __future__ import annotations

import io
import json
import re
import zipfile

import pytest
from python_calamine import CalamineWorkbook

from scorekeeper.core.http.downloads import XLSX
from scorekeeper.leagues.commands import leagues
from scorekeeper.leagues.commands.season import season_of
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments.club_night import PASSWORD, Desk, key
from tests.visitor import text_of

CLUB = "/clubs/club-du-moulin"


@pytest.fixture
def desk(app):
    """Two finished nights of four pairs, one in progress, and a draft."""
    with app.app_context():
        first = Desk(4, name="Premier soir", day="2026-01-10", options={"rounds": 2})
        first.play(), first.play()
        first.do(lifecycle.finish)
        second = Desk(4, organiser=first.account, name="Deuxième soir", day="2026-02-07", options={"rounds": 2})
        second.play(lambda _: (100, 300)), second.play()
        second.do(lifecycle.finish)
        Desk(4, organiser=first.account, name="Troisième soir", day="2026-03-07").next_round()
        Desk(0, organiser=first.account, name="Secret", day="2026-04-07")
    return first  # outside of its context: requests must not share one


def sign_in(app, name="Rita"):
    client = app.test_client()
    assert client.post("/club/sign-in", data={"name": name, "password": PASSWORD}).status_code == 303
    return client


def a_league(desk, **more):
    facts = {"name": "Ligue", "points": [5, 3, 1], "best": 1, "tournaments": [1, 2, 3], **more}
    return leagues.create(desk.club, facts, uuid=key()).id


@pytest.fixture
def league(app, desk):
    """The id of a league with the first three nights."""
    with app.app_context():
        return a_league(desk)


def test_everybody_reads_the_season_and_nobody_reads_of_drafts(client, league):
    text = text_of(client.get(f"{CLUB}/season"))
    assert "Premier soir" in text
    assert "Troisième soir" not in text  # it is being played: the club's page has it
    assert "Secret" not in text
    assert "New league" not in text
    assert "2 tournaments counted · 1 to come" in text


def test_the_clubs_page_leads_to_the_season_and_back(client, desk):
    assert f'href="{CLUB}/season"' in client.get("/club/club-du-moulin").text
    assert 'href="/club/club-du-moulin"' in client.get(f"{CLUB}/season").text


def test_a_league_shows_every_result_and_strikes_out_those_that_do_not_count(client, league):
    answer = client.get(f"{CLUB}/season/leagues/{league}")
    text = text_of(answer)
    assert "Aline & Benoît" in text
    assert "The best result counts." in text
    assert "1 tournament not finished yet." in text
    assert "<s>" in answer.text


def test_columns_of_two_tournaments_of_one_day_say_which_is_which(app, client, desk, league):
    page = f"{CLUB}/season/leagues/{league}"
    assert "Premier soir" not in text_of(client.get(page))
    with app.app_context():
        matinee = Desk(4, organiser=desk.account, name="Matinée", day="2026-01-10", options={"rounds": 1})
        matinee.play()
        matinee.do(lifecycle.finish)
        number = a_league(desk, name="Autre", tournaments=[1, 2, matinee.id])
    text = text_of(client.get(f"{CLUB}/season/leagues/{number}"))
    assert "Premier soir" in text
    assert "Matinée" in text
    assert "Deuxième soir" not in text


def test_the_same_standings_as_a_sheet_and_for_a_spreadsheet(client, league):
    number = league
    sheet = client.get(f"{CLUB}/season/leagues/{number}/standings.pdf?size=a4&lang=fr")
    assert sheet.data.startswith(b"%PDF")
    known = {"If-None-Match": sheet.headers["ETag"]}
    assert client.get(sheet.request.path, headers=known, query_string="size=a4&lang=fr").status_code == 304
    book = client.get(f"{CLUB}/season/leagues/{number}/standings.xlsx")
    assert book.mimetype == XLSX
    heads, first, *_others = CalamineWorkbook.from_filelike(io.BytesIO(book.data)).get_sheet_by_index(0).to_python()
    assert heads[:3] == ["Rank", "Name", "Points"]
    assert (first[0], type(first[2])) == (1.0, float)
    rows = client.get(f"{CLUB}/season/leagues/{number}/standings.csv").data.decode("utf-8-sig").splitlines()
    assert rows[0] == '"Rank","Name","Points","2026-01-10 Premier soir","2026-02-07 Deuxième soir"'
    assert len(rows) == 5


def test_ratings_of_players_and_pairs_lead_to_their_pages(client, desk):
    page = client.get(f"{CLUB}/season/ratings")
    assert "1500" in text_of(page)
    for kind in ("players", "pairs"):
        listed = client.get(f"{CLUB}/season/ratings?of={kind}")
        found = re.search(rf'href="({CLUB}/season/{kind}/[^"]+)"', listed.text)
        person = client.get(found[1])
        assert "Deuxième soir" in text_of(person)
        assert "<polyline" in person.text
        assert "style=" not in person.text


def test_a_player_page_tells_partners_opponents_and_matches(client, desk):
    text = text_of(client.get(f"{CLUB}/season/players/1"))
    for part in ("Aline", "Partners", "Opponents", "1 of 4", "Matches 4"):
        assert part in text
    assert client.get(f"{CLUB}/season/players/999").status_code == 404
    assert client.get(f"{CLUB}/season/pairs/1+3").status_code == 404
    assert client.get("/clubs/nowhere/season").status_code == 404


def test_records_name_what_the_club_remembers(client, desk):
    text = text_of(client.get(f"{CLUB}/season/records"))
    assert "Biggest win +200" in text
    assert "Longest streak of a pair" in text


def test_a_club_without_a_finished_tournament_says_so(app, client):
    with app.app_context():
        Desk(0)
    assert "No tournament finished yet." in text_of(client.get(f"{CLUB}/season"))
    for page in ("ratings", "records"):
        assert client.get(f"{CLUB}/season/{page}").status_code == 200


def test_a_stand_in_is_credited_with_the_round_and_the_pair_with_its_place(app, client):
    with app.app_context():
        desk = Desk(4, options={"rounds": 1})
        desk.do(entries.substitute, "e1", 1, "Yolande & Benoît")
        desk.play()
        desk.do(lifecycle.finish)
        a_league(desk, tournaments=[desk.id])
    assert "Aline & Benoît" in text_of(client.get(f"{CLUB}/season/leagues/1"))
    text = text_of(client.get(f"{CLUB}/season/players/~yolande"))
    assert "substitute" in text
    assert "won 1" in text


FORM = {"name": "Ligue", "who": "teams", "points": "10, 8 6", "others": "1", "best": "2", "share": "1", "tournaments": ["1", "2"]}


def test_a_director_makes_a_league_once_and_changes_it(app, desk):
    client = sign_in(app)
    assert 'value="25 18 15 12 10 8 6 4 2 1"' in client.get(f"{CLUB}/season/leagues/new").text
    uuid = key()
    first, again = (client.post(f"{CLUB}/season/leagues/new", data={**FORM, "uuid": uuid}) for _ in range(2))
    assert first.status_code == 303
    assert first.location == again.location
    edit = {**FORM, "name": "Grande ligue", "best": "", "revision": "1"}
    assert client.post(f"{first.location}/edit", data=edit).status_code == 303
    text = text_of(client.get(first.location))
    assert "Grande ligue" in text
    assert "Every result counts." in text
    stale = client.post(f"{first.location}/edit", data=edit)
    assert stale.status_code == 409
    assert "Someone else changed this league." in text_of(stale)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("points", "3 5 1", "“3 5 1” is not a valid points table"),
        ("points", "ten", "“ten” is not a valid points table"),
        ("others", "9", "at most the points of its last rank"),
        ("best", "0", "“0” is not a valid number of results"),
        ("name", " ", "A league’s name"),
        ("tournaments", ["77"], "tournaments of its own club"),
        ("who", "cats", "either for pairs or for players"),
        ("counts", "cats", "either ranks, match points or points scored"),
    ],
)
def test_a_league_that_cannot_be_is_refused_beside_the_field_and_what_was_typed_stays(app, desk, field, value, says):
    answer = sign_in(app).post(f"{CLUB}/season/leagues/new", data={**FORM, field: value, "uuid": key()})
    assert answer.status_code == 422
    assert says in text_of(answer)
    assert f'id="wrong-{field}"' in answer.text
    with app.app_context():
        assert leagues.of_club(desk.club.club_id) == []


@pytest.mark.parametrize(
    ("counts", "rule"),
    [
        ("match_points", "Match points from every tournament are added up."),
        ("game_points", "Points scored in every tournament are added up."),
    ],
)
def test_a_league_can_add_up_what_each_tournament_gave(app, desk, counts, rule):
    client = sign_in(app)
    form = {**FORM, "counts": counts, "points": "", "others": "", "best": "", "uuid": key()}
    made = client.post(f"{CLUB}/season/leagues/new", data=form)
    assert made.status_code == 303, text_of(made)
    text = text_of(client.get(made.location))
    assert rule in text
    assert "by rank" not in text
    with app.app_context():
        (one,) = leagues.of_club(desk.club.club_id)
        season = season_of(desk.club.club_id)
        matches = [match for event in season.events for match in event.matches]
        made: dict[str, float] = {}
        for match in matches:
            for side, seat in enumerate(match.sides):
                worth = match.scores[side] if counts == "game_points" else match.result(side, 1 - side)
                made[seat.team] = made.get(seat.team, 0) + worth
        lines = leagues.compute_standing(season, one).lines
    assert {line.key: line.points for line in lines} == made
    assert len(matches) == 8


def test_a_league_is_put_away_and_put_back(app, client, league):
    number = league
    director = sign_in(app)
    director.post(f"{CLUB}/season/leagues/{number}/edit", data={"do": "away"})
    assert client.get(f"{CLUB}/season/leagues/{number}").status_code == 404
    assert "Archived: Ligue" in text_of(director.get(f"{CLUB}/season"))
    director.post(f"{CLUB}/season/leagues/{number}/edit", data={"do": "back"})
    assert client.get(f"{CLUB}/season/leagues/{number}").status_code == 200


def test_scorers_and_strangers_set_up_no_league_and_save_no_club(app, client, desk):
    with app.app_context():
        desk.member("Sam", "scorer")
    assert client.get(f"{CLUB}/season/leagues/new").status_code == 303
    assert client.post(f"{CLUB}/season/leagues/new", data={**FORM, "uuid": key()}).status_code == 401
    scorer = sign_in(app, "Sam")
    assert scorer.get(f"{CLUB}/season/leagues/new").status_code == 403
    assert scorer.post(f"{CLUB}/season/leagues/new", data={**FORM, "uuid": key()}).status_code == 403
    assert scorer.get(f"{CLUB}/files/archive.zip").status_code == 403
    assert "Save archive" not in text_of(scorer.get(f"{CLUB}/files"))


def test_files_are_saved_from_the_desk_and_public_ones_by_everybody(app, client, desk):
    mine = sign_in(app)
    assert "tournament file (JSON)" in text_of(mine.get(f"{CLUB}/files"))
    for sheet in ("entrants", "results", "standings"):
        assert mine.get(f"/desk/1/files/{sheet}.csv").mimetype == "text/csv"
        assert client.get(f"/tournaments/1/files/{sheet}.csv").status_code == 200
        for answer in (mine.get(f"/desk/1/files/{sheet}.xlsx"), client.get(f"/tournaments/1/files/{sheet}.xlsx")):
            assert answer.mimetype == XLSX
            assert answer.headers["Content-Disposition"].endswith(f'{sheet}.xlsx"')
            book = CalamineWorkbook.from_filelike(io.BytesIO(answer.data))
            csv_rows = client.get(f"/tournaments/1/files/{sheet}.csv").data.decode("utf-8-sig").splitlines()
            assert book.sheet_names == [sheet]
            assert len(book.get_sheet_by_index(0).to_python()) == len(csv_rows)
    assert client.get("/desk/1/files/results.xlsx").status_code == 303
    assert client.get("/tournaments/4/files/entrants.xlsx").status_code == 404
    assert client.get("/desk/1/files/results.csv").status_code == 303
    assert client.get("/tournaments/4/files/entrants.csv").status_code == 404
    assert client.get("/tournaments/1/files/secrets.csv").status_code == 404
    assert client.get("/tournaments/1/files/record.json").json["format"] == "scorekeeper-tournament/1"


def upload(name, data):
    return {"file": (io.BytesIO(data), name)}


def test_a_record_and_an_archive_come_in_by_the_page(app, desk):
    mine = sign_in(app)
    record = mine.get("/desk/1/files/record.json").data
    answer = mine.post(
        f"{CLUB}/files", data={"do": "record", "day": "2025-12-01", "status": "finished", **upload("r.json", record)}
    )
    assert answer.location == "/desk/5"
    archive = mine.get(f"{CLUB}/files/archive.zip").data
    names = zipfile.ZipFile(io.BytesIO(archive)).namelist()
    assert names[0] == "club.json"
    assert len(names) == 6


def test_an_archive_of_what_is_here_already_says_so_and_asks_before_it_comes_in_beside(app, desk):
    mine = sign_in(app)
    archive = mine.get(f"{CLUB}/files/archive.zip").data
    asked = mine.post(f"{CLUB}/files", data={"do": "archive", **upload("club.zip", archive)})
    assert "Identical to the archive." in text_of(mine.get(asked.location))
    with app.app_context():
        desk.do(lifecycle.reopen)
    text = text_of(mine.get(asked.location))
    assert "Identical in both 3 " in text
    assert "Newer here 1 Premier soir" in text
    held = re.search(r'name="held" value="(\w+)"', mine.get(asked.location).text)[1]
    nothing = mine.post(f"{CLUB}/files/alike", data={"do": "not", "held": held}, follow_redirects=True)
    assert "Nothing was imported." in text_of(nothing)
    gone = mine.post(f"{CLUB}/files/alike", data={"do": "beside", "held": held, "name": "x"}, follow_redirects=True)
    assert "Choose the file again." in text_of(gone)
    assert mine.get("/clubs/club-du-moulin-2/files").status_code == 404

    mine.post(f"{CLUB}/files", data={"do": "archive", **upload("club.zip", archive)})
    answer = mine.post(f"{CLUB}/files/alike", data={"do": "beside", "held": held, "name": "Club du Moulin"})
    assert answer.location == "/clubs/club-du-moulin-2/files"
    assert mine.get("/clubs/club-du-moulin-2/files/archive.zip").data == archive
    assert "imported on" in text_of(mine.get("/club/account"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("do", "name", "data", "says"),
    [
        ("record", "x.json", b"{", "“x.json” could not be read. This is not JSON: it breaks off"),
        ("record", "x.json", b"\xff\xfe", "could not be read. This is not UTF-8"),
        ("record", "x.json", b'{"format": 1, "format": 2}', "format: this key appears twice"),
        ("record", "x.json", json.dumps({"format": "scorekeeper-game/1"}).encode(), "scorekeeper-tournament/1"),
        ("archive", "x.zip", b"PK", "not a club archive"),
        ("archive", "", b"", "Choose a file first."),
    ],
)
def test_a_file_that_is_something_else_is_refused_in_words_and_nothing_comes_in(app, desk, do, name, data, says):
    mine = sign_in(app)
    answer = mine.post(f"{CLUB}/files", data={"do": do, **upload(name, data)}, follow_redirects=True)
    assert says in text_of(answer)
    with app.app_context():
        assert len(lifecycle.of_club(desk.club)) == 4


def test_only_those_who_are_signed_in_may_send_much(app, client, desk):
    app.config["MAX_CONTENT_LENGTH"] = 100_000
    big = b" " * 300_000
    assert client.post(f"{CLUB}/files", data={"do": "record", **upload("x.json", big)}).status_code in (401, 413)
    answer = sign_in(app).post(f"{CLUB}/files", data={"do": "record", **upload("x.json", big)}, follow_redirects=True)
    assert "could not be read. This is empty." in text_of(answer)


def test_the_season_is_made_anew_when_a_result_is_corrected(app, client, desk):
    before = client.get(f"{CLUB}/season/ratings").text
    with app.app_context():
        desk.do(lifecycle.reopen)
        desk.result(1, 1, 0, 400)
        desk.do(lifecycle.finish)
    assert client.get(f"{CLUB}/season/ratings").text != before
