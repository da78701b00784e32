"""Replacing a player's name in everything a club stores, while scores, standings and ratings stay."""

from __future__ import annotations

import json
import re

import pytest
from sqlalchemy import select

from scorekeeper.archives import export
from scorekeeper.clubs.commands.privacy.name_text import NewNames
from scorekeeper.clubs.store.privacy import privacy_events
from scorekeeper.core.db.database import Base, db
from scorekeeper.games.commands import game_state
from scorekeeper.games.commands.authorization import access_by_token
from scorekeeper.games.store.log import fold
from scorekeeper.games.store.log_rows import events_of
from scorekeeper.leagues.commands.season import season_of
from scorekeeper.tournaments.commands import authorization
from scorekeeper.tournaments.commands import snapshot as boards
from scorekeeper.tournaments.commands.privacy import pseudonyms
from scorekeeper.tournaments.commands.results.table_reports import game_link
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments.club_night import PASSWORD, refused
from tests.tournaments.named_evening import STAND_IN, NamedEvening

ROWS = re.compile("leblanc|mazerolle", re.IGNORECASE)


def call(n):
    return f"Anonyme {n}"


def facts(evening):
    """Return facts that depend on who is who, but not on names."""
    found = []
    for desk in (evening.past, evening.now):
        board = desk.board
        seats = [[(t.number, t.sides, t.result, t.match) for t in one.tables] for one in board.rounds]
        rows = [(row.rank, row.id, {**row.columns}) for row in board.standings]
        found.append((seats, rows, [e.player_ids for e in board.entrants]))
    season = season_of(evening.club.club_id)
    books = (season.team_ratings, season.player_ratings)
    found += [sorted((one.now.rating, one.now.deviation, one.matches) for one in book.values()) for book in books]
    for game in (evening.old_game, evening.game):
        scored = game_state.score(fold(events_of(game)))
        found.append((scored.scores, [e.hand.scores for e in scored.entries], scored.state.dealer))
    return found


def everything(app):
    """Return every value in the database as text."""
    with app.app_context():
        db.session.rollback()
        return "\n".join(repr(row) for table in Base.metadata.sorted_tables for row in db.session.execute(select(table)))


@pytest.mark.slow
def test_a_name_is_found_nowhere_afterwards_and_everything_else_is_as_it_was(app):
    with app.app_context():
        evening = NamedEvening()
        evening.past.do(lifecycle.edit, {"note": "Marie Leblanc a fait un 100 pour 200."})
        token = evening.now.phone(2, 1).token
        before = facts(evening)
    assert "Marie Leblanc" in everything(app)
    with app.app_context():
        done = pseudonyms.pseudonymise(evening.club, "marie leblanc", call)
        assert pseudonyms.pseudonymise(evening.club, STAND_IN, call).name != done.name
    with app.app_context():
        assert facts(evening) == before
        assert done.name == "Anonyme 1"
        assert evening.past.board.entrants[0].players[0] == "Anonyme 1"
        assert evening.past.board.about.note == "Anonyme 1 a fait un 100 pour 200."
        assert "Marie Landry" in evening.past.board.names["e2"]
        packed = json.dumps(export.files_of(evening.club.club_id), default=str, ensure_ascii=False)
        noted = privacy_events(evening.club.club_id)
    assert not ROWS.search(packed)
    assert [(one.action, one.after["tournaments"]) for one in reversed(noted)] == [("pseudonymise", 2), ("pseudonymise", 1)]
    dump = everything(app)
    assert [line[:300] for line in dump.splitlines() if ROWS.search(line)] == []
    desk, anybody = app.test_client(), app.test_client()
    desk.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD})
    for client, path in (
        (anybody, "/tournaments/1/standings"),
        (anybody, "/tournaments/2/rounds/2/tables/1"),
        (anybody, "/clubs/club-du-moulin/season/ratings"),
        (anybody, "/api/v1/tournaments/1/record"),
        (anybody, f"/t/{token}"),
        (desk, "/desk/1/history"),
        (desk, "/desk/clubs/club-du-moulin/players"),
    ):
        page = client.get(path)
        assert page.status_code == 200, path
        assert not ROWS.search(page.get_data(as_text=True)), path


def test_whoever_remembers_the_tournament_or_a_game_forgets_the_name(app):
    with app.app_context():
        evening = NamedEvening()
        phone = evening.now.phone(2, 1)
        game, token = game_link(phone.access)
        seen, known = evening.now.access, game_state.load(access_by_token(game, token))
        names = known.players
        pseudonyms.pseudonymise(evening.club, names[0], call)
        # This process has both cached, and so may others that are not notified.
        assert boards.load(authorization.reread(seen)).revision == seen.revision + 1
        assert names[0] not in str(boards.load(authorization.reread(seen)).log.parts)
        now = game_state.load(access_by_token(game, token))
        assert now.players[0] == "Anonyme 1"
        assert now.revision == known.revision + 1


def test_the_organiser_sees_saves_and_replaces_what_is_kept_of_somebody(app):
    with app.app_context():
        evening = NamedEvening()
        evening.past.member("Théo", "director")
    address = "/desk/clubs/club-du-moulin/personal"
    desk, director = app.test_client(), app.test_client()
    desk.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD})
    director.post("/club/sign-in", data={"name": "Théo", "password": PASSWORD})
    assert director.get(address).status_code == 403
    assert "has no data about “Nobody”" in desk.post(address, data={"name": "Nobody", "do": "look"}).get_data(as_text=True)
    looked = desk.post(address, data={"name": "Marie Leblanc", "do": "look"}).get_data(as_text=True)
    assert "Premier soir" in looked
    assert "2 tournaments" in looked
    saved = json.loads(desk.post(address, data={"name": "Marie Leblanc", "do": "save"}).data)
    assert (saved["format"], saved["names"]) == ("scorekeeper-person/1", ["Marie Leblanc"])
    assert {one["kind"] for one in saved["changes"]} >= {"tournament"}
    wrong = desk.post(address, data={"name": "Marie Leblanc", "again": "Marie", "do": "replace"})
    assert wrong.status_code == 422
    assert "Marie Leblanc" in everything(app)  # a preview or a typing mistake changes nothing
    desk.post(address, data={"name": "Marie Leblanc", "again": "marie leblanc", "do": "replace"})
    assert "Marie Leblanc" not in everything(app)
    with app.app_context(), refused("pseudonym.none"):
        pseudonyms.pseudonymise(evening.club, "Marie Leblanc", call)


@pytest.mark.parametrize(
    ("text", "where", "becomes"),
    [
        ("Marie Leblanc", "players", "X 1"),
        ("MARIE  LEBLANC & Luc", "name", "X 1 & Luc"),
        ("Marie Leblanc (2)", "players", "Marie Leblanc (2)"),
        ("Marie Leblanc Roy", "players", "Marie Leblanc Roy"),
        ("Jean-Marie Leblanc", "players", "Jean-Marie Leblanc"),
        ("Hier Marie Leblanc a gagné.", "note", "Hier X 1 a gagné."),
        ("Zoe", "players", "X 2"),
        ("Zoé Gallant", "players", "Zoé Gallant"),
        ("zoe", "kind", "zoe"),
        ("Marie Leblancs", "note", "Marie Leblancs"),
    ],
)
def test_a_name_is_known_for_itself_and_not_as_part_of_anothers(text, where, becomes):
    assert NewNames({"marie leblanc": "X 1", "zoe": "X 2"}).in_text(text, where) == becomes
