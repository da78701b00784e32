"""Late corrections in a bracket: the preview is right, no one is seated twice, nothing unsound is published."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.core.refusals import Refusal
from scorekeeper.pairing.method import METHODS
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Options
from scorekeeper.pairing.verify.verify import check
from scorekeeper.tournaments.commands import history
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.event_writer import preview
from scorekeeper.tournaments.commands.results import correction_choices, results
from scorekeeper.tournaments.commands.results.correction_choices import reseatings
from scorekeeper.tournaments.commands.rounds import repairs
from scorekeeper.tournaments.commands.rounds import rounds as tournament_rounds
from tests.tiers import examples
from tests.tournaments.club_night import Desk, refused
from tests.tournaments.commands.test_properties import any_organizer


def nine():
    """Return nine pairs in round 3 with seed 9, whose win over seed 1 was a recording mistake."""
    desk = Desk(9, method="double_elimination", options={})
    desk.play(lambda t: (100, 200) if t.match == "W1.2" else (200, 100))
    desk.play(lambda t: (100, 200) if t.match == "W2.1" else (200, 100))
    desk.next_round()
    for table in desk.board.current.tables:
        if table.match != "W3.2":
            desk.result(3, table.number, 200, 100)
    return desk


RIGHT = {"scores": [200, 100]}


def places(board):
    return {t.match: {*t.ids} for t in board.current.tables}


def test_a_corrected_winner_takes_the_seat_and_one_undo_brings_all_back(inside):
    desk = nine()
    was = desk.board
    (at,) = [t.number for t in was.current.tables if t.match == "W3.1"]
    told = correction_choices.repair_choices(desk.access, 2, 1, RIGHT)
    assert [one.code for one in told] == ["keep", "take_away"]
    board = desk.do(results.enter, 2, 1, RIGHT, take_away=True).board
    assert places(board)["W3.1"] == {"e1", "e4"}
    assert not board.table(3, at).result.known
    assert board.table(3, at).why[0].code == "knockout.main"
    assert check(board.tournament) == []
    assert {i for t in board.current.tables for i in t.ids if t.match == "W3.1"}.isdisjoint({"e9"})
    back = desk.do(history.undo, board.revision).board
    assert back.log.parts == was.log.parts


def test_kept_pairings_stop_the_next_round_until_they_are_put_right(inside):
    desk = nine()
    desk.do(results.enter, 2, 1, RIGHT)
    (open_table,) = [t.number for t in desk.board.current.tables if t.match == "W3.2"]
    desk.result(3, open_table, 200, 100)
    with pytest.raises(TournamentError) as caught:
        desk.do(tournament_rounds.pair)
    assert (caught.value.code, caught.value.params["matches"]) == ("bracket.played_by_other", ["W3.1"])
    with pytest.raises(TournamentError):
        desk.do(repairs.repair)
    board = desk.do(repairs.repair, take_away=True).board
    assert places(board)["W3.1"] == {"e1", "e4"}
    for table in board.current.tables:
        if not table.result.known:
            desk.result(3, table.number, 200, 100)
    while desk.board.next_error is None:
        desk.play()
    assert check(desk.board.tournament) == []
    assert desk.board.next_error.code == "finished"


def test_a_draft_that_a_correction_has_overtaken_is_not_published_as_it_is(inside):
    desk = nine()
    for table in desk.board.current.tables:
        if not table.result.known:
            desk.result(3, table.number, 200, 100)
    desk.do(tournament_rounds.pair)
    desk.do(results.enter, 2, 1, RIGHT)
    with refused("round.misplayed"):
        desk.do(tournament_rounds.publish, anyway=True)
    board = desk.do(repairs.repair, take_away=True).board
    assert board.draft is None
    assert places(board)["W3.1"] == {"e1", "e4"}


def test_a_draft_with_which_the_check_finds_fault_is_not_published_and_it_says_why(inside, monkeypatch):
    desk = Desk(4)
    desk.do(tournament_rounds.pair)
    part = "round/1"
    draft = desk.board.log.parts[part]
    twice = [draft["tables"][0], {**draft["tables"][1], "sides": draft["tables"][0]["sides"]}]
    monkeypatch.setitem(desk.board.log.parts, part, {**draft, "tables": twice})
    with pytest.raises(Refusal) as caught:
        desk.do(tournament_rounds.publish)
    assert caught.value.code == "round.unsound"
    assert "seated 2 times" in str(caught.value.worded(lambda text: text)["right"])


def test_a_knock_out_takes_no_tie_without_a_winner(inside):
    desk = Desk(4, method="single_elimination", options={})
    desk.next_round()
    with refused("result.tied"):
        desk.result(1, 1, 150, 150)
    assert desk.do(results.enter, 1, 1, {"scores": [150, 150], "winner": 1}).board.table(1, 1).result.winner == 1
    with refused("result.tied"):
        desk.phone(1, 2).report(0, 150, 150)


def test_a_correction_two_rounds_back_takes_away_all_that_was_built_on_it(inside):
    desk = Desk(16, method="single_elimination", options={})
    for _ in range(3):
        desk.play()
    desk.next_round()
    board = desk.do(results.enter, 1, 1, {"scores": [0, 5]}, take_away=True).board
    assert places(board) == {"W2.1": {"e16", "e8"}}
    assert [[t.match for t in r.tables] for r in board.rounds[2:]] == [["W3.2"], ["W2.1"]]
    assert check(board.tournament) == []
    back = desk.do(history.undo, board.revision).board
    assert places(back) == {"W4.1": {"e1", "e2"}}


def test_a_bracket_made_by_an_older_program_keeps_its_losers_bracket_when_it_is_set_up_anew(inside):
    desk = Desk(16, method="double_elimination", options={})
    assert desk.board.options.drop_order == "far"
    from scorekeeper.tournaments.store.log import events_after, fold

    rows = events_after(desk.id)
    first = rows[0]
    options = {name: value for name, value in first.after["setup"]["options"].items() if name != "drop_order"}
    old = first._replace(after={**first.after, "setup": {**first.after["setup"], "options": options}})
    log = fold([old, *rows[1:]])
    assert log.tournament().options.drop_order == "near"
    from scorekeeper.tournaments.commands.setup.validation import check_setup

    kept = check_setup({"options": options}, log.parts["setup"])
    assert kept["options"]["drop_order"] == "near"


@pytest.mark.slow
@settings(max_examples=examples(12), deadline=None, suppress_health_check=list(HealthCheck), database=None, derandomize=True)
@given(st.sampled_from([m for m in METHODS if m != "stages"]), st.integers(5, 13), st.integers(1, 3), st.integers(0, 10**6))
def test_what_a_correction_is_shown_to_do_is_what_it_does(inside, method, many, rounds, n):
    players = METHODS[method].side(Options()) > 1
    options = {"rounds": 6} if METHODS[method].usual_rounds(many) else {}
    desk = Desk(0 if players else many, organiser=any_organizer(), method=method, options=options)
    if players:
        desk.do(entries.enter, [{"players": [f"Joueuse {k}"]} for k in range(1, many + 1)])
    for k in range(rounds):
        if desk.board.next_error is None:
            desk.play(lambda t, k=k: (5 * ((n + 7 * t.number + k) % 90), 5 * ((n + 3 * t.number) % 83) + 1))
    if desk.board.next_error is not None:
        return
    number = desk.next_round()
    tables = desk.board.current.tables
    for table in tables[: n % (len(tables) + 1)]:
        desk.result(number, table.number, 200, 100)
    one = desk.board.rounds[n % (number - 1)]
    table = one.tables[n % len(one.tables)]
    scores = {"scores": [0, 505] if n % 2 else [505, 0]}
    for code in ("repair", "take_away", "keep"):
        how = {} if code == "keep" else {code: True}
        told = {
            choice.code: choice for choice in correction_choices.repair_choices(desk.access, one.number, table.number, scores)
        }
        if code not in told:
            continue
        before = desk.board
        after = desk.do(results.enter, one.number, table.number, scores, **how).board
        assert reseatings(before, after) == told[code].rounds
        ranks = [{row.id: row.rank for row in board.standings} for board in (before, after)]
        moved = {i: (ranks[0][i], ranks[1][i]) for i in ranks[1] if ranks[0][i] != ranks[1][i]}
        assert moved == {m.id: (m.before, m.after) for m in told[code].moved}
        assert check(after.tournament) == []
        undone = desk.do(history.undo, after.revision).board
        assert undone.log.parts == before.log.parts


def test_the_bye_is_told_where_unplayed_tables_are_paired_anew(inside):
    desk = Desk(9)
    desk.play()
    desk.play()
    desk.next_round()
    desk.result(3, 1, 200, 100)
    desk.do(results.enter, 1, 1, {"scores": [0, 505]})
    before, after = preview(desk.access, repairs.repair())
    (one,) = reseatings(before, after)
    assert one.byes_before == before.current.byes
    assert one.byes == after.current.byes
