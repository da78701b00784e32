"""Entry lists, the public form with its waiting list, and formats that fit."""

from __future__ import annotations

import pytest

from scorekeeper.clubs.commands.members.roster import pairs as roster_pairs
from scorekeeper.clubs.commands.members.roster import players, suggest
from scorekeeper.tournaments.commands import authorization
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.entrants.entry_lists import parse_lines
from scorekeeper.tournaments.commands.entrants.entry_sheets import parse
from scorekeeper.tournaments.commands.rounds import clock as tournament_clock
from scorekeeper.tournaments.commands.rounds import rounds
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.commands.setup.validation import Pace, propose
from tests.tournaments.club_night import Desk, key, refused

HERE = {"address": "192.0.2.7"}


def test_a_pasted_list_is_read_as_people_write_it():
    found = parse_lines("1. Aline & Denis\n\n 2) Benoît et Claire\nÉdith, Fernand\nLes Moineaux\nGisèle & Hervé & Irène\n")
    names = [e.get("players") or e["name"] for e in found.entries]
    assert names == [["Aline", "Denis"], ["Benoît", "Claire"], ["Édith", "Fernand"], "Les Moineaux"]
    assert [(p.line, p.code) for p in found.problems] == [(6, "players")]


@pytest.mark.parametrize(
    "data",
    [
        "Nom;Joueur 1;Joueur 2;Tête de série\n;Aline;Denis;2\nLes As;Benoît;Claire;\n",
        "Nom;Joueur 1;Joueur 2;Rang de départ;Départ\n;Aline;Denis;2;\nLes As;Benoît;Claire;;\n",
        "name,player 1,player 2,seed\n,Aline,Denis,2\nLes As,Benoît,Claire,\n".encode("utf-8-sig"),
        "Nom\tJoueur\tJoueur\tRang\n\tAline\tDenis\t2\nLes As\tBenoît\tClaire\t\n".encode("cp1252"),
        "Nom;Joueur 1;Joueur 2;Rang\n;Aline;Denis;2\nLes As;Benoît;Claire;\n".encode("utf-16"),
    ],
)
def test_a_spreadsheet_is_read_whatever_saved_it(data):
    found = parse(data)
    assert found.problems == ()
    assert found.entries == ({"players": ["Aline", "Denis"], "seed": 2}, {"name": "Les As", "players": ["Benoît", "Claire"]})


def test_a_spreadsheet_without_headings_holds_players_and_says_which_rows_it_could_not_read():
    found = parse("Aline,Denis\nBenoît & Claire\nSeule,,\n")
    assert [e.get("players") for e in found.entries] == [["Aline", "Denis"], ["Benoît", "Claire"]]
    assert [(p.line, p.code) for p in found.problems] == [(3, "players")]


def test_whoever_enters_beyond_the_limit_waits_and_comes_in_when_somebody_leaves(inside):
    desk = Desk(3)
    desk.do(lifecycle.set_entry, {"open": True, "limit": 4})
    public = authorization.public(desk.id)
    for names in (["Ursule", "Viola B"], ["Yolande", "Zéphir"]):
        desk.do(entries.enter_public, {"players": names}, access=public, **HERE)
    assert [e.status for e in desk.board.entrants] == ["in"] * 4 + ["waiting"]
    desk.do(entries.withdraw, "e1")
    assert [e.status for e in desk.board.entrants] == ["withdrawn", "in", "in", "in", "in"]
    desk.next_round()
    with refused("entry.closed"):
        desk.do(entries.enter_public, {"players": ["Xiste", "Wanda"]}, access=public, **HERE)
    assert "Yolande" in {p.name for p in players(desk.club)}


def test_the_club_keeps_players_and_pairs_between_events(inside):
    desk = Desk(2)
    again = Desk(0, organiser=desk.account)
    again.do(entries.enter, [{"players": ["aline", "BENOIT"]}])
    assert [p.name for p in players(desk.club)] == ["Aline", "Benoît", "Claire", "Denis"]
    assert roster_pairs(desk.club)[0].name == "Aline & Benoît"
    assert suggest(desk.club, "ben") == ["Benoît"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"players": ["Aline", "Zoé B"]}, "entrant.taken"),
        ({"players": ["Paul", "PAUL"]}, "entrant.twice"),
        ({"players": ["Seul"]}, "entrant.players"),
        ({"players": ["A\x00", "B"]}, "player.name"),
        ({"players": ["A" * 61, "B"]}, "player.name"),
        ({"players": ["Xiste", "Wanda"], "seed": 0}, "entrant.seed"),
        ({}, "entrant.players"),
    ],
)
def test_what_is_no_entry_is_refused_and_leaves_no_trace(inside, entry, code):
    desk = Desk(2)
    before = desk.board.revision, len(players(desk.club))
    with refused(code):
        desk.do(entries.enter, [entry])
    assert (desk.board.revision, len(players(desk.club))) == before


def test_a_round_that_somebody_came_into_is_paired_again_before_it_is_published(inside):
    desk = Desk(4)
    desk.do(rounds.pair)
    desk.do(entries.enter, [{"players": ["Yolande", "Zéphir"]}])
    assert desk.board.draft_stale
    with refused("round.stale"):
        desk.do(rounds.publish)
    with refused("round.seats"):
        desk.do(rounds.publish, anyway=True)
    assert len(desk.do(rounds.pair).board.draft.byes) == 1


@pytest.mark.parametrize(("entrants", "minutes"), [(2, 60), (5, 180), (9, 240), (12, 200), (31, 240), (64, 300), (300, 480)])
def test_what_is_proposed_fits_where_it_says_so_and_can_be_played(inside, entrants, minutes):
    desk = Desk(0)
    for one in propose(entrants, minutes):
        assert one.fits == (one.minutes <= minutes)
        lifecycle.create(desk.club, {"name": "Essai", "method": one.method, "options": one.options}, uuid=key())
    assert propose(entrants, minutes, pace=Pace(minutes_a_hand=2))[0].hands >= propose(entrants, minutes)[0].hands


def test_where_nearly_everyone_would_meet_a_round_robin_is_offered_first_and_the_swiss_says_so():
    found = propose(7, 240)
    assert [one.method for one in found][:2] == ["round_robin", "swiss"]
    assert found[1].code == "format.swiss_near"
    assert all(one.code != "format.swiss_near" for one in propose(20, 240))


def test_the_clock_stands_still_goes_on_and_is_called(inside):
    desk = Desk(4)
    desk.next_round()
    clock = desk.do(tournament_clock.start, 40).board.clock
    moment = clock.started_at
    assert clock.left(moment) == 2400
    clock = desk.do(tournament_clock.add, 5).board.clock
    assert (clock.left(moment), clock.running) == (2700, True)
    paused = desk.do(tournament_clock.pause).board.clock
    assert paused.left(moment) == paused.left(tournament_clock.now())
    with refused("clock.paused"):
        desk.do(tournament_clock.pause)
    desk.do(tournament_clock.resume)
    called = desk.do(tournament_clock.call).board.clock
    assert called.last_hand(tournament_clock.now())
    with refused("clock.called"):
        desk.do(tournament_clock.call)
