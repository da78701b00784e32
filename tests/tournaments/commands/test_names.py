"""Names as people write them: read in full, compared leniently, and distinct if two people share one."""

from __future__ import annotations

from importlib import import_module

import pytest
import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations

from scorekeeper.clubs.commands.members import members
from scorekeeper.clubs.commands.members.roster import keys_of, pairs, players, suggest
from scorekeeper.clubs.store.club import ClubPlayer
from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.security.signing import normalize_text, same_name
from scorekeeper.formats.names import count_characters, is_valid_name
from scorekeeper.leagues.commands import leagues
from scorekeeper.leagues.commands import season as season_events
from scorekeeper.tournaments.commands import authorization
from scorekeeper.tournaments.commands.entrants import entries, entry_lists
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.commands.results import table_reports
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments.club_night import Desk, key, refused

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("O’Neil", "O'Neil"),
        ("Œuvre", "oeuvre"),
        ("Jean-Luc Roy", "Jean–Luc Roy"),
        ("Jean-Luc Roy", "jean luc  roy"),
        ("Élodie", "E\u0301lodie"),
        ("Luc Roy", "Luc\u200b Roy\ufeff"),
    ],
)
def test_one_person_is_one_however_the_name_is_written(one, other):
    assert same_name(one) == same_name(other)


def test_different_names_stay_different():
    assert len({same_name(n) for n in ("Luc Roy", "Luc Roi", "Lucroy", "Jean Leblanc (2)", "Jean Leblanc")}) == 5


@pytest.mark.parametrize(
    ("typed", "kept", "count"),
    [
        (f"{FAMILY} Roy", f"{FAMILY} Roy", 5),
        ("Luc\u200b\u00a0 Roy\u2060", "Luc Roy", 7),
        (SCOTLAND, SCOTLAND, 1),
        ("\U0001f1e8\U0001f1e6\U0001f1eb\U0001f1f7", "\U0001f1e8\U0001f1e6\U0001f1eb\U0001f1f7", 2),
        ("\U0001f44d\U0001f3fd", "\U0001f44d\U0001f3fd", 1),
        ("Ann\u200de", "Anne", 4),
    ],
)
def test_a_name_keeps_its_emoji_loses_what_is_invisible_and_is_as_long_as_people_count(typed, kept, count):
    assert normalize_text(typed) == kept
    assert count_characters(kept) == count
    assert is_valid_name(kept, 60)
    assert not is_valid_name(kept, count - 1)


def test_somebody_with_a_joined_emoji_enters_plays_and_is_on_the_pad(inside):
    desk = Desk(0, options={"rounds": 1, "match": {"kind": "hands", "hands": 3}})
    names = [f"{FAMILY} {letter}" for letter in "ABCD"]
    desk.do(entries.enter, [{"players": names[:2]}, {"players": names[2:]}])
    desk.next_round()
    phone = desk.phone(1, 1)
    game = table_reports.open_game(phone.access, phone.visitor)
    live = tournament_live.of_round(desk.access, desk.board)[1]
    assert live.game_ids == (game.game_id,)
    assert set(live.games[0].players) == set(names)
    with refused("player.name"):
        desk.do(entries.enter, [{"players": [FAMILY * 61, "Luc"]}])
    desk.do(entries.enter, [{"players": [FAMILY * 30, "Luc"]}])


def test_who_is_written_otherwise_is_still_the_same_player_and_what_was_typed_is_kept(inside):
    desk = Desk(0)
    desk.do(entries.enter, [{"players": ["Sean O’Neil", "Jean-Luc Roy"]}])
    with refused("entrant.taken"):
        desk.do(entries.enter, [{"players": ["Sean O'Neil", "Rosa"]}])
    again = Desk(0, organiser=desk.account)
    again.do(entries.enter, [{"players": ["Sean O'Neil", "Jean Luc Roy"]}])
    assert [e.name for e in again.board.entrants] == ["Sean O'Neil & Jean Luc Roy"]
    assert {p.name for p in players(desk.club)} == {"Sean O’Neil", "Jean-Luc Roy"}


def test_names_are_in_the_order_of_the_alphabet_accents_or_not_whatever_the_database(inside):
    desk = Desk(0, options={"rounds": 1, "match": {"kind": "hands", "hands": 1}})
    for name in ("Zèbres", "Étoiles", "as"):
        members.create_club(desk.account, name)
    assert [one.name for one in members.clubs_of_account(desk.account)] == ["as", "Club du Moulin", "Étoiles", "Zèbres"]
    desk.do(entries.enter, [{"players": [name, f"{name} B"]} for name in ("Zoé", "Émile", "Fée", "Alma")])
    desk.play()
    desk.do(lifecycle.finish)
    league = leagues.create(desk.club, {"name": "Ligue", "points": [1], "others": 1, "tournaments": [desk.id]}, uuid=key())
    season = season_events.season_of(desk.club.club_id)
    names = [season.name(line.key).split()[0] for line in leagues.compute_standing(season, league).lines]
    assert names == ["Alma", "Émile", "Fée", "Zoé"]
    assert suggest(desk.club, "b") == ["Alma B", "Émile B", "Fée B", "Zoé B"]


def test_players_who_were_kept_apart_before_stay_so_with_keys_of_their_own(inside):
    assert keys_of(["O’Neil", "O'Neil", "Roy"]) == ["o’neil", "o'neil", "roy"]
    assert keys_of(["Jean-Luc", "Jean–Luc"]) == ["jean luc", "jean–luc"]
    desk = Desk(0)
    rows = [("O’Neil", "o’neil"), ("O'Neil", "o'neil"), ("Œuvre", "œuvre"), ("Jean-Luc", "jean-luc")]
    with write_transaction() as session:
        session.add_all([ClubPlayer(club_id=desk.club.club_id, name=n, key=k, created_at=now()) for n, k in rows])
    with db.engine.begin() as connection, Operations.context(MigrationContext.configure(connection)):
        import_module("migrations.versions.0008_names")._fold()
    with db.engine.connect() as connection:
        found = dict(connection.execute(sa.select(ClubPlayer.name, ClubPlayer.key)).all())
    assert found == {"O’Neil": "o’neil", "O'Neil": "o'neil", "Œuvre": "oeuvre", "Jean-Luc": "jean luc"}


def test_two_people_of_one_name_are_told_apart_by_a_number(inside):
    desk = Desk(0)
    desk.do(entries.enter, [{"players": ["Jean LeBlanc", "Marie LeBlanc"]}])
    with refused("entrant.taken"):
        desk.do(entries.enter, [{"players": ["Jean LeBlanc", "Paul Richard"]}])
    revision, same = desk.access.revision, key()
    one = {"players": ["Jean LeBlanc", "Paul Richard"], "namesake": True}
    write(desk.access, entries.enter([one]), revision=revision, uuid=same)
    assert write(desk.access, entries.enter([one]), revision=revision, uuid=same).repeated
    desk.do(entries.enter, [{"players": ["Anonyme", "Anonyme"], "namesake": True}])
    names = [e.name for e in desk.board.entrants]
    assert names == ["Jean LeBlanc & Marie LeBlanc", "Jean LeBlanc (2) & Paul Richard", "Anonyme & Anonyme (2)"]


@pytest.mark.slow
def test_every_line_of_a_list_that_cannot_be_entered_is_told_and_the_others_are_free(inside):
    desk = Desk(0)
    desk.do(entries.enter, [{"players": ["Luc Roy", "Anne Côté"]}])
    found = entry_lists.parse_lines("Aline & Denis\nluc roy & Rosa\nAlma &\n\nAline & Edgar\nÉva, Paul\nRémi & Rémi")
    sifted = entry_lists.sift_list(desk.board, found)
    assert [entry["players"] for entry in sifted.free] == [["Aline", "Denis"], ["Éva", "Paul"]]
    assert [entry["players"][0] for entry in sifted.everybody] == ["Aline", "luc roy", "Aline", "Éva", "Rémi"]
    assert [entry_lists.problem_text(str, problem, 2) for problem in sifted.problems] == [
        "Line 2, “luc roy & Rosa”: “luc roy” has already entered.",
        "Line 3, “Alma &”: write two names, separated by “&” or a comma.",
        "Line 5, “Aline & Edgar”: “Aline” is in the list twice, first in line 1.",
        "Line 7, “Rémi & Rémi”: “Rémi” is there twice. Each player needs a different name.",
    ]
    with refused("entrant.listed"):
        desk.do(entries.enter, [{"players": ["Aline", "Denis"]}, {"players": ["Aline", "Edgar"]}])


def test_pairs_who_came_by_the_public_form_are_remembered_once_they_play(inside):
    desk = Desk(2)
    desk.do(lifecycle.set_entry, {"open": True})
    public = authorization.public(desk.id)
    desk.do(entries.enter_public, {"players": ["Ursule", "Viola"]}, access=public, address="192.0.2.7")
    assert "Ursule & Viola" not in {pair.name for pair in pairs(desk.club)}
    desk.next_round()
    assert "Ursule & Viola" in {pair.name for pair in pairs(desk.club)}


def test_more_places_are_for_those_who_wait_first(inside):
    desk = Desk(1)
    desk.do(lifecycle.set_entry, {"open": True, "limit": 2})
    public = authorization.public(desk.id)
    for names in (["A", "B"], ["C", "D"], ["E", "F"], ["G", "H"]):
        desk.do(entries.enter_public, {"players": names}, access=public, address="192.0.2.7")
    assert [e.status for e in desk.board.entrants] == ["in", "in", "waiting", "waiting", "waiting"]
    desk.do(lifecycle.edit, {"entry": {"open": True, "limit": 4}, "shown": True, "prizes": "Une dinde"})
    assert [e.status for e in desk.board.entrants] == ["in", "in", "in", "in", "waiting"]
    assert desk.board.about.prizes == "Une dinde"
