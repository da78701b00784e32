"""The history of leagues and merged names: recorded, undone, and exported with the club."""

from __future__ import annotations

import pytest
from sqlalchemy import inspect, text

from scorekeeper.archives import export, restore
from scorekeeper.clubs.commands.members import members
from scorekeeper.clubs.commands.members import roster as club_roster
from scorekeeper.core.db.database import db, write_transaction
from scorekeeper.core.db.schema_migrations import migrations_of
from scorekeeper.core.refusals import NotAllowed, Refusal
from scorekeeper.leagues.commands import history, joined_players, leagues
from scorekeeper.leagues.commands.season import season_of
from scorekeeper.server.startup.bootstrap import upgrade_database
from scorekeeper.tournaments.commands import authorization
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.privacy import deletion
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.archives.test_archive import files, zipped
from tests.tournaments.club_night import PASSWORD, Desk, key, refused

FACTS = {"name": "Ligue", "points": [5, 3, 1], "others": 1, "best": 2}


@pytest.fixture
def club(inside):
    """Two finished nights. In the second, Aline is entered as Alina, and a substitute is on no list."""
    desk = Desk(4, options={"rounds": 2}, day="2026-01-10")
    desk.play(), desk.play()
    desk.do(lifecycle.finish)
    second = Desk(0, organiser=desk.account, options={"rounds": 1}, day="2026-02-07")
    names = ["Alina & Benoît", "Claire & Denis", "Édith & Fernand", "Gisèle & Hervé"]
    second.do(entries.enter, [{"players": name.split(" & ")} for name in names])
    second.do(entries.substitute, "e2", 1, "Claire & Dédé")
    second.play()
    second.do(lifecycle.finish)
    desk.nights = [desk.id, second.id]
    return desk


def a_league(club, **more):
    facts = {**FACTS, "tournaments": club.nights, **more}
    return leagues.create(club.club, facts, uuid=key()), facts


def test_each_change_of_a_league_says_who_made_it_and_what_stood_before(club):
    league, facts = a_league(club)
    leagues.change(club.club, league.id, {**facts, "name": "Coupe", "best": None}, revision=1)
    leagues.archive_league(club.club, league.id)
    away, change, create = history.history(club.club, kind="league", about=league.id)
    assert [s.action for s in (create, change, away)] == ["create", "change", "away"]
    assert (change.who, change.before, change.after) == ("Rita", {"name": "Ligue", "best": 2}, {"name": "Coupe", "best": None})
    assert away.after == {"away": True}


def test_taking_a_change_back_keeps_what_came_after_it_and_doing_it_again_brings_it_back(club):
    league, facts = a_league(club)
    leagues.change(club.club, league.id, {**facts, "tournaments": club.nights[:1]}, revision=1)
    leagues.change(club.club, league.id, {**facts, "tournaments": club.nights[:1], "name": "Coupe"}, revision=2)
    one = key()
    undo, again = (history.undo(club.club, 2, uuid=one) for _ in range(2))
    assert undo.number == again.number == 4
    found = leagues.load(club.club.club_id, league.id)
    assert (found.name, list(found.tournaments), found.revision) == ("Coupe", club.nights, 4)
    assert [s.undone for s in history.history(club.club)] == [False, False, True, False]
    history.undo(club.club, undo.number, uuid=key())
    assert list(leagues.load(club.club.club_id, league.id).tournaments) == club.nights[:1]
    assert [s.undone for s in history.history(club.club)] == [False, True, False, False, False]


def test_what_cannot_be_taken_back_is_refused_in_words_of_its_own(club):
    league, facts = a_league(club)
    with refused("season.undo_create"):
        history.undo(club.club, 1, uuid=key())
    with refused("season.change"):
        history.undo(club.club, 9, uuid=key())
    leagues.change(club.club, league.id, {**facts, "points": [5, 3, 2]}, revision=1)
    leagues.change(club.club, league.id, {**facts, "points": [5, 3, 2], "others": 2}, revision=2)
    with refused("league.others"):  # 2 for everybody else is more than the old table's last place
        history.undo(club.club, 2, uuid=key())
    history.undo(club.club, 3, uuid=key())
    history.undo(club.club, 2, uuid=key())
    with refused("season.undo_same"):
        history.undo(club.club, 3, uuid=key())
    scorer = members.club_access(club.club.slug, club.member("Sam", "scorer"))
    with pytest.raises(NotAllowed):
        history.undo(scorer, 2, uuid=key())


def test_two_names_of_one_person_are_one_line_of_the_league_and_one_rating_until_they_are_parted(club):
    league, _ = a_league(club, best=None)
    apart = season_of(club.club.club_id)
    before = leagues.compute_standing(apart, league)
    assert [len(line.results) for line in before.lines if "Benoît" in apart.name(line.key)] == [1, 1]
    joined_players.merge_names(club.club, "aline", "ALINA", uuid=key())
    season = season_of(club.club.club_id)
    line = next(line for line in leagues.compute_standing(season, league).lines if "Benoît" in season.name(line.key))
    assert (season.name(line.key), [r.event for r in line.results]) == ("Aline & Benoît", club.nights)
    assert len(season.player_ratings) == len(apart.player_ratings) - 1
    assert season.also == {line.key.split("+")[0]: ("Alina",)}
    assert "Alina" not in [p.name for p in club_roster.players(club.club)]
    assert club_roster.suggest(club.club, "alin") == ["Aline"]
    assert "Alina & Benoît" not in [p.name for p in club_roster.pairs(club.club)]
    history.undo(club.club, history.history(club.club)[0].number, uuid=key())
    assert leagues.compute_standing(season_of(club.club.club_id), league) == before


def test_the_page_of_a_name_that_was_joined_leads_to_the_one_that_stays(club, app):
    joined_players.merge_names(club.club, "Aline", "Alina", uuid=key())
    season = f"/clubs/{club.club.slug}/season"
    (kept,) = season_of(club.club.club_id).also
    gone = next(n for n, name in joined_players.roster(club.club).items() if name == "Alina")
    client = app.test_client()
    assert client.get(f"{season}/players/{gone}").location == f"{season}/players/{kept}"
    assert "Also played as Alina." in client.get(f"{season}/players/{kept}").text
    assert client.get(f"{season}/players/{kept}+").status_code == 404


def test_somebody_who_only_stood_in_is_joined_too(club):
    joined_players.merge_names(club.club, "Denis", "Dédé", uuid=key())
    season = season_of(club.club.club_id)
    assert [season.name(k) for k in season.also] == ["Denis"]
    assert "Dédé" not in season.names.values()


def test_two_who_were_there_at_once_or_are_joined_already_are_not_joined(club):
    for keep, other, code in (
        ("Aline", "Claire", "same.together"),
        ("Aline", "Aline", "same.self"),
        ("Aline", "Nemo", "same.unknown"),
        ("Nemo", "Aline", "same.unknown"),
    ):
        with refused(code):
            joined_players.merge_names(club.club, keep, other, uuid=key())
    joined_players.merge_names(club.club, "Aline", "Alina", uuid=key())
    with refused("same.already"):
        joined_players.merge_names(club.club, "Denis", "Alina", uuid=key())
    with refused("same.self"):
        joined_players.merge_names(club.club, "Alina", "Aline", uuid=key())
    running = Desk(0, organiser=club.account, name="Troisième")
    club_roster.add_player(club.club, "Zoé")
    running.do(entries.enter, [{"players": ["Zoé", "Yves"]}, {"players": ["Alina", "Xavier"]}])
    with refused("same.together"):
        joined_players.merge_names(club.club, "Aline", "Zoé", uuid=key())


def test_an_archive_keeps_the_history_and_the_joined_names(club):
    league, facts = a_league(club)
    leagues.change(club.club, league.id, {**facts, "tournaments": club.nights[1:]}, revision=1)
    joined_players.merge_names(club.club, "Aline", "Alina", uuid=key())
    history.undo(club.club, 2, uuid=key())
    data = export.export_club(club.club)
    again = restore.import_club(club.account, data)
    assert export.export_club(again) == data
    history.undo(again, 3, uuid=key())  # the identity is undone there and stays here
    assert season_of(again.club_id).also == {}
    assert len(season_of(club.club.club_id).also) == 1
    for damage in (
        lambda head: head["players"][0].update(same_as=2),
        lambda head: head["changes"][1]["before"].update(tournaments=[]),
        lambda head: head["changes"].pop(),
        lambda head: head["changes"][2].update(subject="player/99"),
        lambda head: head.update(format="scorekeeper-club/1"),
    ):
        found = files(data)
        damage(found["club.json"])
        with pytest.raises(Refusal, match="archive"):
            restore.import_club(club.account, zipped(found))
    found = files(data)
    found["club.json"]["format"] = "scorekeeper-club/3"
    with refused("archive.version"):
        restore.import_club(club.account, zipped(found))


def test_an_archive_of_before_there_was_a_history_comes_in_and_begins_one(club):
    a_league(club)
    found = files(export.export_club(club.club))
    head = found["club.json"]
    head["format"] = "scorekeeper-club/1"
    del head["changes"]
    for player in head["players"]:
        del player["same_as"]
    again = restore.import_club(club.account, zipped(found))
    (create,) = history.history(again)
    assert (create.action, create.after["name"], create.undoes) == ("create", "Ligue", None)
    data = export.export_club(again)
    assert export.export_club(restore.import_club(club.account, data)) == data


def test_a_tournament_that_was_deleted_comes_back_into_no_league_and_breaks_no_archive(club):
    league, facts = a_league(club)
    leagues.change(club.club, league.id, {**facts, "tournaments": club.nights[:1]}, revision=1)
    other, _ = a_league(club, name="Coupe")
    leagues.archive_league(club.club, other.id)
    deletion.delete_tournament(authorization.desk(club.nights[1], club.account), "Soirée")
    with refused("season.undo_same"):
        history.undo(club.club, 2, uuid=key())
    assert leagues.archive_league(club.club, other.id, away=False).tournaments == (club.nights[0],)
    data = export.export_club(club.club)
    assert export.export_club(restore.import_club(club.account, data)) == data


def on(kind, request):
    return {} if kind == "sqlite" else {"SQLALCHEMY_DATABASE_URI": request.getfixturevalue("postgres")}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_leagues_of_before_begin_their_history_as_they_stand_on_every_database(make_app, request, kind):
    from flask_migrate import downgrade

    app = make_app(**on(kind, request))
    with app.app_context():
        desk = Desk(2)
        one = leagues.create(desk.club, {**FACTS, "tournaments": [desk.id]}, uuid="of-before")
        leagues.archive_league(desk.club, one.id)
        db.session.remove()
        migrations_of(app)
        downgrade(revision="0004")
        assert "club_changes" not in inspect(db.engine).get_table_names()
    upgrade_database(app)
    with app.app_context():
        (step,) = history.history(desk.club)
        assert (step.action, step.who, step.after["away"], step.after["tournaments"]) == ("create", "", True, [desk.id])
        assert db.session.execute(text("SELECT same_as_id FROM club_players")).scalars().all() == [None] * 4
        leagues.archive_league(desk.club, one.id, away=False)
        assert leagues.of_club(desk.club.club_id)[0].name == "Ligue"


def test_saving_a_league_as_it_is_offers_no_undo_of_what_was_changed_before(app, club):
    league, facts = a_league(club)
    leagues.change(club.club, league.id, {**facts, "name": "Coupe"}, revision=1)
    app.config["WTF_CSRF_ENABLED"] = False
    client = app.test_client()
    client.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD})
    address = f"/clubs/{club.club.slug}/season/leagues/{league.id}"
    sent = {"name": "Coupe", "who": "teams", "points": "5 3 1", "others": "1", "best": "2", "tournaments": club.nights}
    sent |= {"share": "1"} if league.rules.share else {}
    for name, undo in (("Coupe", False), ("Tournoi", True)):
        page = client.post(f"{address}/edit", data={**sent, "name": name, "revision": 2, "uuid": key()}, follow_redirects=True)
        assert "Saved." in page.text
        assert ("/undo" in page.text) == undo


def test_a_club_that_has_the_number_of_a_deleted_one_knows_none_of_its_stand_ins(club):
    roster = joined_players.roster(club.club)
    assert "Dédé" in joined_players.names(club.club)
    deletion.delete_club(club.club, club.club.name)
    if db.engine.dialect.name == "postgresql":  # ids are never reused, except after restoring a backup
        with write_transaction() as session:
            session.execute(text("SELECT setval('clubs_id_seq', 1, false), setval('club_players_id_seq', 1, false)"))
    other = members.create_club(club.account, "Un autre club")
    club_roster.ids_of(other.club_id, [roster[number] for number in sorted(roster)])
    assert (other.club_id, joined_players.roster(other)) == (club.club.club_id, roster)
    assert "Dédé" not in joined_players.names(other)
