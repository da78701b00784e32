"""A club as a file: exported, imported, exported again."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from scorekeeper.archives import export as archive_out
from scorekeeper.archives import restore, unpacking
from scorekeeper.clubs.commands.members import members, roster
from scorekeeper.core.refusals import NotAllowed, Refusal
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import write
from scorekeeper.leagues.commands import leagues
from scorekeeper.leagues.commands import season as season_events
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.results import results, table_reports
from scorekeeper.tournaments.commands.rounds import clock
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments.club_night import Desk, key

pytestmark = pytest.mark.slow


@pytest.fixture
def club(inside):
    """`a_club` on SQLite."""
    return a_club()


def a_club():
    """Return a club with a finished night, one in progress with a game, a league and a hidden player."""
    desk = Desk(6, options={"rounds": 2, "match": {"kind": "hands", "hands": 1}})
    desk.do(entries.substitute, "e2", 2, "Yolande & Zéphir")
    desk.play()
    desk.do(clock.start, 30)
    number = desk.next_round()
    phone = desk.phone(number, 1)
    access = table_reports.open_game(phone.access, phone.visitor)
    hand = {"contractor": 0, "bid": 60, "bids": {}, "points": [70, 30]}
    write(access, table_commands.record(hand), revision=1, uuid=key())
    for table in desk.board.current.tables:
        desk.result(number, table.number, 70, 30)
    desk.do(results.enter, 1, 1, {"scores": [10, 300]})
    desk.do(lifecycle.finish)
    second = Desk(4, organiser=desk.account, name="Autre soir")
    second.play()
    leagues.create(desk.club, {"name": "Ligue", "points": [5, 3, 1], "best": 2, "tournaments": [desk.id, second.id]}, uuid=key())
    roster.hide_player(desk.club, roster.players(desk.club)[0].id)
    return desk


def files(data):
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: json.loads(packed.read(name)) for name in packed.namelist()}


def zipped(found):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, value in found.items():
            packed.writestr(name, value if isinstance(value, bytes) else json.dumps(value))
    return out.getvalue()


def test_what_was_saved_and_brought_in_is_saved_again_to_the_same_bytes(club):
    data = archive_out.export_club(club.club)
    again = restore.import_club(club.account, data)
    assert again.slug == "club-du-moulin-2"
    assert archive_out.export_club(again) == data
    assert set(files(data)) == {"club.json", "tournaments/0001.json", "tournaments/0002.json", "games/0001.json"}


def test_a_league_of_an_archive_from_before_the_choice_counts_ranks(club):
    found = files(archive_out.export_club(club.club))
    for league in found["club.json"]["leagues"]:
        assert league.pop("counts") == "ranks"
    for change in found["club.json"]["changes"]:
        change["after"].pop("counts", None)
    again = restore.import_club(club.account, zipped(found))
    (league,) = leagues.of_club(again.club_id)
    assert league.rules.counts == "ranks"
    leagues.change(again, league.id, {"name": "Ligue", "points": [1], "counts": "match_points"}, revision=league.revision)
    assert leagues.load(again.club_id, league.id).rules.counts == "match_points"


def test_the_same_on_postgresql(make_app, postgres):
    with make_app(SQLALCHEMY_DATABASE_URI=postgres).app_context():
        desk = a_club()
        data = archive_out.export_club(desk.club)
        again = restore.import_club(desk.account, data)
        assert archive_out.export_club(again) == data
        assert len(season_events.season_of(again.club_id).player_ratings) == 14


def test_everything_derived_is_the_same_in_the_club_that_was_brought_in(club):
    again = restore.import_club(club.account, archive_out.export_club(club.club))
    old, new = (season_events.season_of(c) for c in (club.club.club_id, again.club_id))
    (event,), (other,) = old.events, new.events
    assert [p.rank for p in event.places] == [p.rank for p in other.places]
    named = [sorted((s.name(k), round(h.now.rating, 6)) for k, h in s.player_ratings.items()) for s in (old, new)]
    assert named[0] == named[1]
    assert len(named[0]) == 14
    (league,) = leagues.of_club(again.club_id)
    standing = leagues.compute_standing(new, league)
    assert (len(standing.lines), standing.to_come) == (6, 1)


def test_no_secret_account_or_device_is_in_an_archive(club):
    text = json.dumps(files(archive_out.export_club(club.club)))
    assert "argon2" not in text
    assert "account" not in text
    assert "device" not in text


def test_only_organisers_save_a_club_and_only_who_organises_one_brings_one_in(club):
    director = club.member("Dora", "director")
    with pytest.raises(NotAllowed):
        archive_out.export_club(members.club_access("club-du-moulin", director))
    with pytest.raises(NotAllowed):
        restore.import_club(director, archive_out.export_club(club.club))


def change_file(found, name, change):
    change(found[name])
    return found


DAMAGE = {
    "a change that says other before": lambda f: f["tournaments/0001.json"]["changes"][3]["before"].update(status="open"),
    "a part that no program writes": lambda f: f["tournaments/0001.json"]["changes"][-1]["after"].update(evil=1),
    "a result with three sides": lambda f: [
        c["after"].update({p: {"scores": [1, 2, 3]}})
        for c in f["tournaments/0001.json"]["changes"]
        for p in c["after"]
        if p.startswith("result/")
    ],
    "a seat of nobody": lambda f: [
        v["tables"][0]["sides"].__setitem__(0, ["e99"])
        for c in f["tournaments/0001.json"]["changes"]
        for p, v in c["after"].items()
        if p.startswith("round/") and v
    ],
    "a missing key": lambda f: f["club.json"].pop("pairs"),
    "a name of control characters": lambda f: f["club.json"]["players"][0].update(name="a\u0000b"),
    "two players of one name": lambda f: f["club.json"]["players"].append(f["club.json"]["players"][0]),
    "a game that cannot be read": lambda f: f["games/0001.json"]["changes"][0]["after"].update(rules={"base": "no such"}),
    "a missing tournament": lambda f: f.pop("tournaments/0002.json"),
    "a file too many": lambda f: f.update({"../evil.json": {}}),
    "a league of no tournament": lambda f: f["club.json"]["leagues"][0].update(tournaments=[9]),
    "a moment that is none": lambda f: f["club.json"].update(created_at="yesterday"),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_archive_is_refused_whole(club, damage):
    found = files(archive_out.export_club(club.club))
    damage(found)
    with pytest.raises(Refusal, match="archive"):
        restore.import_club(club.account, zipped(found))
    assert len(members.clubs_of_account(club.account)) == 1


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 not", b"{}", zipped({"club.json": b"{"}), zipped({"a.txt": b"1"})])
def test_what_is_no_archive_is_refused(club, data):
    with pytest.raises(Refusal, match="archive"):
        restore.import_club(club.account, data)


def test_a_small_file_that_unpacks_to_much_is_refused_before_it_fills_the_memory(club, monkeypatch):
    monkeypatch.setattr(unpacking, "MOST_ONE", 1_000_000)
    bomb = zipped({"club.json": b" " * 20_000_000})
    assert len(bomb) < 50_000
    with pytest.raises(Refusal, match=r"file\.large"):
        restore.import_club(club.account, bomb)
