"""What players do at their tables, with slips and on the pad."""

from __future__ import annotations

import pytest

from scorekeeper.core.refusals import NotAllowed, NotFound
from scorekeeper.games.commands import authorization, game_state
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import write
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.commands.results import results, table_reports
from scorekeeper.tournaments.commands.rounds import clock, repairs, rounds
from tests.games.kitchen_table import hand
from tests.tournaments.club_night import Desk, key, refused


@pytest.fixture
def desk(inside):
    desk = Desk(6, options={"rounds": 3, "match": {"kind": "hands", "hands": 3}})
    desk.next_round()
    return desk


def record(access, visitor, *hands):
    for one in hands:
        access = authorization.access_by_device(access.game_id, visitor.key)
        write(access, table_commands.record(one), revision=access.revision, uuid=key())


def test_what_one_side_reports_and_the_other_confirms_is_the_result(desk):
    one, other = desk.phone(1, 1), desk.phone(1, 1)
    assert one.report(0, 310, 240).board.table(1, 1).status == "reported"
    done = other.do(table_reports.confirm, 1, {"scores": [310, 240]}).board.table(1, 1)
    assert (done.status, done.result.scores) == ("done", (310, 240))
    with refused("table.done"):
        one.report(0, 320, 240)


def test_one_phone_cannot_speak_for_both_sides(desk):
    phone = desk.phone(1, 1)
    phone.report(0, 310, 240)
    with refused("table.same_device"):
        phone.do(table_reports.confirm, 1)
    with refused("table.same_device"):
        phone.report(1, 310, 240)
    assert desk.do(results.accept, 1, 1).board.table(1, 1).status == "done"


def test_two_versions_go_to_the_desk_which_decides(desk):
    desk.phone(1, 1).report(0, 310, 240)
    assert desk.phone(1, 1).report(1, 300, 250).board.table(1, 1).status == "disputed"
    with refused("table.versions"):
        desk.do(results.accept, 1, 1)
    decided = desk.do(results.accept, 1, 1, 1).board.table(1, 1)
    assert (decided.status, decided.result.scores) == ("done", (300, 250))
    assert set(decided.reports) == {0, 1}


def test_a_side_can_disagree_with_a_result_until_the_desk_decides(desk):
    desk.result(1, 1, 310, 240)
    phone = desk.phone(1, 1)
    shown = phone.do(table_reports.dispute, 1, "La troisième donne est à nous.").board.table(1, 1)
    assert (shown.status, shown.dispute.note) == ("disputed", "La troisième donne est à nous.")
    assert desk.result(1, 1, 310, 240).board.table(1, 1).status == "done"


def test_a_table_link_leads_to_its_table_only_and_dies_with_the_round(desk):
    phone = desk.phone(1, 2)
    assert (phone.access.round, phone.access.table, phone.access.rights) == (1, 2, ("table",))
    for action, *what in ((results.enter, 1, 1, {"scores": [1, 2]}), (rounds.pair,), (clock.start, 5)):
        with pytest.raises(NotAllowed):
            phone.do(action, *what)
    desk.do(rounds.unpublish)
    with refused("link.closed", NotFound):
        assert phone.access
    desk.do(rounds.publish)
    assert desk.phone(1, 2).token != phone.token


def test_a_link_that_was_renewed_is_another_and_takes_the_pad_along(desk):
    phone = desk.phone(1, 1)
    game = table_reports.open_game(phone.access, phone.visitor)
    assert authorization.access_by_device(game.game_id, phone.visitor.key).may_score
    player_links.renew_table(desk.access, 1, 1)
    with refused("game", NotFound):
        authorization.access_by_device(game.game_id, phone.visitor.key)
    with refused("link.closed", NotFound):
        assert phone.access


def test_an_entrants_link_shows_where_they_sit_and_no_more(desk):
    access = tournament_entrance.entrant(player_links.entrant_link(desk.access, "e3"))
    assert (access.entrant, access.rights) == ("e3", ())
    renewed = player_links.renew_entrant(desk.access, "e3")
    assert tournament_entrance.entrant(renewed).entrant == "e3"


def test_hands_recorded_on_the_pad_are_the_result_once_the_other_side_confirms(desk):
    one, other = desk.phone(1, 1), desk.phone(1, 1)
    game = table_reports.open_game(one.access, one.visitor)
    assert table_reports.open_game(other.access, other.visitor).game_id == game.game_id
    assert game_state.load(game).players == ("Aline", "Gisèle", "Benoît", "Hervé")
    record(game, one.visitor, hand(0, 60, (80, 20)), hand(1, 60, (45, 55)))
    live = tournament_live.of_round(desk.access, desk.board)[1]
    assert (live.progress.hands, live.progress.hands_left, live.progress.scores) == (2, 1, (125, -40))
    assert tournament_live.standings(desk.board, {1: live})[0].id == "e1"
    with refused("table.not_over"):
        other.do(table_reports.confirm, 1)
    record(game, one.visitor, hand(0, 100, (100, 0)))
    with refused("table.same_device"):
        one.do(table_reports.confirm, 1)
    done = other.do(table_reports.confirm, 1).board.table(1, 1)
    assert (done.result.scores, done.result.boxes) == ((225, -40), (0, 1))


def test_a_match_of_a_number_of_hands_does_not_end_at_the_target_and_takes_none_beyond_them(desk):
    phone = desk.phone(1, 1)
    game = table_reports.open_game(phone.access, phone.visitor)
    record(game, phone.visitor, *[hand(0, 100, (100, 0))] * 3)
    with refused("table.length"):
        record(game, phone.visitor, hand(0, 100, (100, 0)))
    # A forgotten hand is inserted where it was played, so the last one no longer counts.
    access = authorization.access_by_device(game.game_id, phone.visitor.key)
    second = game_state.load(access).entries[1].id
    write(access, table_commands.record(hand(1, 100, (0, 100)), before=second), revision=access.revision, uuid=key())
    live = tournament_live.of_round(desk.access, desk.board)[1]
    assert (live.progress.scores, live.progress.complete) == ((200, 100), True)


@pytest.mark.slow
def test_a_level_game_of_several_is_followed_by_the_next(inside):
    match = {"kind": "hands", "hands": 1, "best_of": 3}
    desk = Desk(4, method="single_elimination", options={"match": match})
    desk.next_round()
    one, other = desk.phone(1, 1), desk.phone(1, 1)
    games = []
    for points in ((50, 50), (100, 0), (100, 0)):
        game = table_reports.open_game(one.access, one.visitor)
        games.append(game.game_id)
        record(game, one.visitor, hand(0, 50, points))
        progress = tournament_live.of_round(desk.access, desk.board)[1].progress
        assert progress.next_game == (None if len(games) == 3 else len(games) + 1)
    assert len(set(games)) == 3
    assert other.do(table_reports.confirm, 1).board.table(1, 1).result.games == ((50, 50), (100, 0), (100, 0))


def test_a_round_in_which_a_hand_was_recorded_cannot_be_taken_back(desk):
    phone = desk.phone(1, 1)
    record(table_reports.open_game(phone.access, phone.visitor), phone.visitor, hand())
    with refused("round.played"):
        desk.do(rounds.unpublish)
    board = desk.do(repairs.repair).board
    assert board.table(1, 1).ids == ("e1", "e4")
    assert phone.access.table == 1


def test_a_race_in_three_games_goes_on_to_the_next_game_until_somebody_has_two(inside):
    desk = Desk(4, method="single_elimination", options={"match": {"kind": "race", "best_of": 3}}, rules="standard")
    desk.next_round()
    one, other = desk.phone(1, 1), desk.phone(1, 1)
    for winner in (0, 1, 0):
        game = table_reports.open_game(one.access, one.visitor)
        table_reports.open_game(other.access, other.visitor)
        points = (100, 0) if winner == 0 else (0, 100)
        record(game, one.visitor, hand(winner, 100, points), hand(winner, 100, points))
    assert len(tournament_live.of_round(desk.access, desk.board)[1].game_ids) == 3
    done = other.do(table_reports.confirm, 1).board.table(1, 1)
    assert done.result.games == ((200, 0), (0, 200), (200, 0))
    assert desk.board.bracket.matches["W1.1"].winner == done.sides[0][0]


@pytest.mark.slow
@pytest.mark.parametrize("kind", [{"kind": "clock", "minutes": 30}, {"kind": "race"}, {"kind": "hands", "hands": 9}])
def test_the_hand_that_was_in_play_when_time_was_called_is_recorded_after_it_and_ends_the_match(inside, kind):
    desk = Desk(4, options={"rounds": 2, "match": kind})
    desk.next_round()
    one, other = desk.phone(1, 1), desk.phone(1, 1)
    game = table_reports.open_game(one.access, one.visitor)
    desk.do(clock.start, 30)
    record(game, one.visitor, hand(0, 60, (80, 20)))

    def progress():
        return tournament_live.of_round(desk.access, desk.board)[1].progress

    assert not progress().last
    desk.do(clock.call)
    assert (progress().complete, progress().last) == (False, True)
    assert progress().as_it_stands.scores == (80, 20)
    record(game, one.visitor, hand(1, 60, (35, 65)))
    assert (progress().complete, progress().last) == (True, False)
    assert other.do(table_reports.confirm, 1).board.table(1, 1).result.scores == (115, 85)


def test_a_match_ends_as_it_stands_where_no_hand_was_in_play_when_time_was_up(inside):
    desk = Desk(4, options={"rounds": 2, "match": {"kind": "clock", "minutes": 30}})
    desk.next_round()
    one, other = desk.phone(1, 1), desk.phone(1, 1)
    game = table_reports.open_game(one.access, one.visitor)
    desk.do(clock.start, 30)
    record(game, one.visitor, hand(0, 60, (80, 20)))
    desk.do(clock.call)
    with refused("table.same_device"):
        one.do(table_reports.confirm, 1)
    assert other.do(table_reports.confirm, 1, {"scores": [80, 20], "boxes": [0, 0]}).board.table(1, 1).result.scores == (80, 20)


def test_when_time_is_called_the_hand_in_play_is_the_last(inside):
    desk = Desk(4, options={"rounds": 2, "match": {"kind": "clock", "minutes": 30}})
    desk.next_round()
    one, other = desk.phone(1, 1), desk.phone(1, 1)
    game = table_reports.open_game(one.access, one.visitor)
    desk.do(clock.start, 30)
    record(game, one.visitor, hand(0, 60, (80, 20)))
    access = authorization.access_by_device(game.game_id, one.visitor.key)
    write(access, table_commands.open_contract({"contractor": 1, "bid": 60}), revision=access.revision, uuid=key())
    desk.do(clock.call)
    with refused("table.not_over"):
        other.do(table_reports.confirm, 1)
    record(game, one.visitor, hand(1, 60, (35, 65)))
    assert other.do(table_reports.confirm, 1).board.table(1, 1).result.scores == (115, 85)


def test_three_pairs_at_one_table_play_the_six_player_game(inside):
    desk = Desk(7, options={"rounds": 3, "six_table": True, "match": {"kind": "hands", "hands": 2}})
    desk.next_round()
    table = next(t for t in desk.board.current.tables if len(t.sides) == 3)
    one, other = desk.phone(1, table.number), desk.phone(1, table.number)
    game = table_reports.open_game(one.access, one.visitor)
    found = game_state.load(game)
    assert (found.rules.format, len(found.players)) == ("three_pairs", 6)
    record(game, one.visitor, hand(0, 60, (70, 20, 10)), hand(1, 60, (30, 60, 10)))
    assert other.do(table_reports.confirm, 1).board.table(1, table.number).result.scores == (100, 80, 20)
