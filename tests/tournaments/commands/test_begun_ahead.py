"""Early matches of a bracket at the desk: no table, link or hand is lost."""

from __future__ import annotations

from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.verify.verify import check
from scorekeeper.tournaments.commands import history
from scorekeeper.tournaments.commands import player_links as tournament_links
from scorekeeper.tournaments.commands.rounds import clock, repairs
from tests.tournaments.club_night import Desk, refused


def nine() -> Desk:
    desk = Desk(9, method="double_elimination", options={})
    desk.next_round()
    return desk


def names(desk):
    return [m.slot.name for m in repairs.startable_matches(desk.board)]


def matches(desk, number):
    return {t.match: t.number for t in desk.board.round(number).tables}


def test_pairs_with_a_bye_sit_down_at_once_and_have_links_and_reasons(inside):
    desk = nine()
    (link,) = tournament_links.table_links(desk.access, 1).values()
    board = desk.do(repairs.begin_early, names(desk)).board
    assert matches(desk, 1) == {"W1.2": 1, "W2.2": 2, "W2.3": 3, "W2.4": 4}
    links = tournament_links.table_links(desk.access, 1)
    assert links[1] == link
    assert sorted(links) == [1, 2, 3, 4]
    assert board.table(1, 2).why[0].code == "knockout.main"
    assert board.current.byes == ("e1",)
    assert board.seat("e2", 1).table is not None
    assert check(board.tournament) == []


def test_a_match_that_follows_on_one_of_the_round_begins_the_next_and_what_is_being_played_goes_on_in_it(inside):
    desk = nine()
    desk.do(repairs.begin_early, names(desk))
    phone = desk.phone(1, 2)
    phone.report(0, 300, 250)
    desk.do(clock.start, 30)
    for match in ("W2.3", "W2.4"):
        desk.result(1, matches(desk, 1)[match], 200, 100)
    links = tournament_links.table_links(desk.access, 1)
    assert names(desk) == ["W3.2"]
    board = desk.do(repairs.begin_early, ["W3.2"]).board
    assert matches(desk, 1) == {"W2.3": 3, "W2.4": 4}
    assert matches(desk, 2) == {"W1.2": 1, "W2.2": 2, "W3.2": 3}
    assert board.table(2, 2).reports[0].result.scores == (300, 250)
    assert board.clock.round == 2
    after = tournament_links.table_links(desk.access, 2)
    assert {n: after[n] for n in (1, 2)} == {n: links[n] for n in (1, 2)}
    assert phone.access.round == 2
    phone.report(1, 300, 250)
    assert desk.board.table(2, 2).result.scores == (300, 250)
    assert check(desk.board.tournament) == []
    with refused("undo.round"):
        desk.do(history.undo, board.revision)  # the table that went on has a result


def test_taking_it_back_brings_every_table_its_link_and_its_reports_back(inside):
    desk = nine()
    desk.do(repairs.begin_early, names(desk))
    desk.phone(1, 2).report(0, 300, 250)
    for match in ("W2.3", "W2.4"):
        desk.result(1, matches(desk, 1)[match], 200, 100)
    before, links = desk.board, tournament_links.table_links(desk.access, 1)
    board = desk.do(repairs.begin_early, ["W3.2"]).board
    back = desk.do(history.undo, board.revision).board
    assert back.log.parts == before.log.parts
    assert tournament_links.table_links(desk.access, 1) == links
    again = desk.do(history.undo, back.revision).board
    assert matches(desk, 2) == {"W1.2": 1, "W2.2": 2, "W3.2": 3}
    assert again.table(2, 2).reports[0].result.scores == (300, 250)


def test_an_evening_begun_ahead_goes_on_round_by_round_to_its_champion(inside):
    desk = nine()
    while True:
        if names(desk):
            desk.do(repairs.begin_early, names(desk)[:1])
        playing = [t for t in desk.board.current.tables if not t.result.known]
        if playing:
            desk.result(desk.board.current.number, playing[-1].number, 200, 100)
        elif desk.board.next_error is None:
            desk.next_round()
        else:
            break
    assert desk.board.next_error.code == "finished"
    assert desk.board.bracket.champion() == "e1"
    assert check(desk.board.tournament) == []


def test_a_match_is_not_begun_twice_nor_while_a_side_still_plays(inside):
    desk = nine()
    with refused("match.not_ready", TournamentError):
        desk.do(repairs.begin_early, ["W2.1"])
    desk.do(repairs.begin_early, ["W2.2"])
    with refused("match.not_ready", TournamentError):
        desk.do(repairs.begin_early, ["W2.2"])
