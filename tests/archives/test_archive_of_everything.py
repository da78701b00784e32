"""Anything that directors and players can do survives an export and import."""

from __future__ import annotations

import pytest

from scorekeeper.archives import export, restore
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import write as write_game
from scorekeeper.leagues.commands import season as season_events
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import history
from scorekeeper.tournaments.commands.entrants import entries as tournament_entries
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.results import results, table_reports
from scorekeeper.tournaments.commands.rounds import clock, rounds
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments.club_night import Desk, key

pytestmark = pytest.mark.slow

METHODS = {
    "swiss": {"options": {"rounds": 3, "six_table": True}},
    "round_robin": {},
    "single_elimination": {"options": {"third_place": True, "consolation": True}},
    "double_elimination": {},
    "rotating_partners": {"options": {"rounds": 4}},
    "winners_up": {"options": {"rounds": 3, "individuals": True}},
    "up_and_down": {"options": {"rounds": 3}},
    "mitchell": {"options": {"rounds": 3}},
    "stages": {
        "options": {
            "stages": [
                {"method": "round_robin", "pools": 2, "advance": 2},
                {"method": "single_elimination", "options": {"match": {"kind": "race", "best_of": 3}}},
            ]
        }
    },
}
FINALS = {
    "method": "stages",
    "options": {
        "stages": [
            {"method": "rotating_partners", "options": {"rounds": 2}},
            {
                "method": "winners_up",
                "options": {"rounds": 2, "individuals": True},
                "cut": 4,
                "lower_finals": [{"method": "rotating_partners", "options": {"rounds": 1}}],
            },
        ]
    },
}


def survives_archive(desk):
    data = export.export_club(desk.club)
    again = restore.import_club(desk.account, data)
    return export.export_club(again) == data


def test_finals_side_by_side_come_back(inside):
    desk = Desk(0, **FINALS)
    desk.do(tournament_entries.enter, [{"players": [f"Nom {n}"]} for n in range(1, 10)])
    while desk.board.next_error is None:
        desk.play()
    assert desk.board.next_error.code == "finished"
    assert [name for name, _rows in desk.board.standings_by_final] == ["A", "B"]
    assert survives_archive(desk)


@pytest.mark.parametrize("method", METHODS)
def test_a_tournament_of_every_kind_comes_back(inside, method):
    desk = Desk(0, method=method, **METHODS[method])
    names = [f"Nom {n}" for n in range(1, 10)]
    if desk.board.individuals:
        entries = [{"players": [name]} for name in names]
    else:
        entries = [{"players": [f"{name} A", f"{name} B"], "seed": n} for n, name in enumerate(names, 1)]
        entries[8] = {"name": "Les Inconnus"}
    desk.do(tournament_entries.enter, entries)
    while desk.board.next_error is None and len(desk.board.rounds) < 12:
        desk.play()
        assert len(desk.board.rounds) > 0
    if desk.board.next_error.code == "finished":
        desk.do(lifecycle.finish)
    assert survives_archive(desk)
    season = season_events.season_of(desk.club.club_id)
    assert [e.size for e in season.events] == [9]
    assert {place.rank for place in season.events[0].places} >= {1}
    assert season.player_ratings


def test_everything_that_can_happen_at_a_table_comes_back(inside):
    desk = Desk(9, options={"rounds": 4, "match": {"kind": "race", "best_of": 3}})
    desk.do(lifecycle.set_prizes, "1er : la coupe\n2e : un jambon")
    number = desk.next_round()
    one, two = desk.phone(number, 1), desk.phone(number, 1)
    one.report(0, 300, 200)
    two.do(table_reports.dispute, 1, "C’était 290.")
    two.report(1, 290, 200)
    desk.do(results.accept, number, 1, 0)
    three = desk.phone(number, 2)
    three.report(0, 310, 120)
    three.do(table_reports.retract, 0)
    access = table_reports.open_game(three.access, three.visitor)
    write_game(
        access,
        table_commands.record({"contractor": 1, "bid": 80, "bids": {"0": 60}, "points": [70, 30], "note": "ouf"}),
        revision=1,
        uuid=key(),
    )
    write_game(access, table_commands.undo(), revision=2, uuid=key())
    write_game(access, table_commands.open_contract({"contractor": 0, "bid": 60}), revision=3, uuid=key())
    desk.do(clock.start, 40), desk.do(clock.add, 5), desk.do(clock.pause), desk.do(clock.resume)
    desk.do(results.enter, number, 2, {"games": [[205, 140], [190, 215], [200, 20]]})
    desk.do(results.enter, number, 3, {"forfeit": [1]})
    desk.do(clock.call)
    assert survives_archive(desk)
    desk.do(results.enter, number, 4, {"scores": [300, 300], "winner": 1, "boxes": [3, 1]})
    desk.do(results.clear, number, 4)
    desk.do(history.undo)
    (
        desk.do(tournament_entries.withdraw, "e3"),
        desk.do(tournament_entries.rejoin, "e3"),
        desk.do(tournament_entries.absent, "e4", 2),
    )
    desk.do(tournament_entries.give_bye, "e5", 2), desk.do(tournament_entries.substitute, "e6", 2, "Zoé & Zénon")
    desk.do(rounds.pair), desk.do(rounds.swap, "e1", "e2"), desk.do(rounds.discard)
    desk.do(rounds.pair), desk.do(rounds.publish), desk.do(rounds.unpublish)
    assert survives_archive(desk)


def test_entries_by_the_form_and_a_waiting_list_come_back(inside):
    desk = Desk(2)
    desk.do(lifecycle.set_entry, {"open": True, "limit": 3, "closes": "2099-01-01T00:00:00+00:00", "note": "Bienvenue"})
    for n in range(3):
        access = tournament_entrance.public(desk.id)
        entry = {"players": [f"Nom {n}", f"Autre {n}"]}
        write(access, tournament_entries.enter_public(entry, address=f"10.0.0.{n}"), revision=access.revision, uuid=key())
    (
        desk.do(tournament_entries.withdraw, "e1"),
        desk.do(tournament_entries.admit, "e5"),
        desk.do(tournament_entries.change, "e2", {"seed": 4}),
    )
    assert survives_archive(desk)
