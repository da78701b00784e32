from __future__ import annotations

import pytest

from scorekeeper.clubs.commands.members import invitations
from scorekeeper.core.refusals import Refusal
from scorekeeper.tournaments.commands import history
from scorekeeper.tournaments.commands.adjustments import meetings, penalties, places, profiles
from scorekeeper.tournaments.commands.calls import announcements, director_calls
from scorekeeper.tournaments.commands.command import TOURNAMENT_COMMANDS
from scorekeeper.tournaments.commands.door import charges, check_in_link, check_ins, door_prizes, payments, purse
from scorekeeper.tournaments.commands.entrants import entries, partners
from scorekeeper.tournaments.commands.hall import hall_tables
from scorekeeper.tournaments.commands.privacy import name_rows
from scorekeeper.tournaments.commands.results import results, table_reports, ties
from scorekeeper.tournaments.commands.rounds import clock, repairs, rounds
from scorekeeper.tournaments.commands.series.regular_facts import RegularFacts, add_regular_facts, players_key
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.store.parts import ProfilePart
from tests.tournaments.club_night import PASSWORD, Desk, refused

ENTRY = {"open": True, "limit": 8, "closes": None, "note": "Bienvenue"}


def play_rounds(desk):
    desk.play()


def begin_round(desk):
    desk.next_round()


def pair_round(desk):
    desk.do(rounds.pair)


def report_result(desk):
    begin_round(desk)
    desk.phone(1, 1).report(0, 300, 200)


def enter_result(desk):
    begin_round(desk)
    desk.result(1, 1, 300, 200)


def start_clock(desk):
    begin_round(desk)
    desk.do(clock.start, 30)


def pause_clock(desk):
    start_clock(desk)
    desk.do(clock.pause)


def fill_waiting_list(desk):
    desk.do(lifecycle.set_entry, ENTRY)
    for n in range(3):
        desk.do(entries.enter_public, {"players": [f"Tard {n}", f"Venu {n}"]}, address="192.0.2.9")


def withdraw_after_play(desk):
    play_rounds(desk)
    desk.do(entries.withdraw, "e2")


def finish_tournament(desk):
    play_rounds(desk)
    desk.do(lifecycle.finish)


def open_door(desk):
    desk.do(lifecycle.edit, {"door": {"price": 1000, "prices": [{"name": "Member", "cents": 800}]}})


def take_fee(desk):
    open_door(desk)
    desk.do(payments.pay, "e1", "cash")


def charge_coffee(desk):
    open_door(desk)
    desk.do(charges.charge, "e1", 250, "coffee")


def open_pot(desk):
    open_door(desk)
    desk.do(purse.set_pot, {"kind": "draw", "cents": 100})


def keep_two_apart(desk):
    desk.do(meetings.keep_apart, [{"between": ["e1", "e2"], "rule": "never"}])


def copy_facts_of_a_lady(desk):
    lady = desk.board.entrants[0]
    facts = RegularFacts({players_key(lady.players, lady.name): ProfilePart(("Dames",), 15)}, {}, ())
    desk.do(add_regular_facts, facts)


def give_penalty(desk):
    play_rounds(desk)
    desk.do(penalties.penalize, "e1", "disqualified")


def accept_calls(desk):
    desk.do(lifecycle.edit, {"director_calls": True})
    desk.next_round()


def call_director(desk):
    accept_calls(desk)
    desk.phone(1, 1).do(director_calls.call, "revoke")


def say_something(desk):
    desk.do(announcements.post, "coffee")


def enter_singles(desk):
    desk.do(entries.enter, [{"players": [name], "seeks_partner": True} for name in ("Ursule", "Yvon")])


def do_nothing(desk):
    pass


def end_in_a_tie(desk):
    desk.do(lifecycle.edit, {"options": {"rounds": 1, "tiebreaks": ["match_points"]}})
    play_rounds(desk)


def make_bracket_of_six(desk):
    """Make a bracket of six in which seeds 1, 4 and 5 are known to meet and 3 still plays 6."""
    desk.do(lifecycle.edit, {"method": "single_elimination", "options": {}})
    desk.next_round()
    desk.result(1, next(t.number for t in desk.board.current.tables if t.match == "W1.2"), 300, 200)


ACTS = {
    "edit": (do_nothing, lambda d: d.do(lifecycle.edit, {"name": "Autre", "day": "2026-12-01", "options": {"rounds": 3}})),
    "prizes": (do_nothing, lambda d: d.do(lifecycle.set_prizes, "Un jambon")),
    "entry_form": (do_nothing, lambda d: d.do(lifecycle.set_entry, ENTRY)),
    "announce": (do_nothing, lambda d: d.do(lifecycle.announce)),
    "finish": (lambda d: (play_rounds(d), d.do(clock.start, 5)), lambda d: d.do(lifecycle.finish)),
    "reopen": (finish_tournament, lambda d: d.do(lifecycle.reopen)),
    "enter": (do_nothing, lambda d: d.do(entries.enter, [{"players": ["Alma", "Bona"]}, {"players": ["Cora", "Dora"]}])),
    "change_entrant": (do_nothing, lambda d: d.do(entries.change, "e3", {"players": ["Alma", "Bona"]})),
    "withdraw": (fill_waiting_list, lambda d: d.do(entries.withdraw, "e1")),
    "admit": (fill_waiting_list, lambda d: d.do(entries.admit, d.board.entrants[-1].id)),
    "rejoin": (withdraw_after_play, lambda d: d.do(entries.rejoin, "e2")),
    "substitute": (play_rounds, lambda d: d.do(entries.substitute, "e2", 2, "Alma & Bona")),
    "absent": (play_rounds, lambda d: d.do(entries.absent, "e2", 2)),
    "byes": (play_rounds, lambda d: d.do(entries.give_bye, "e2", 2)),
    "seed": (do_nothing, lambda d: d.do(entries.seed_order, [e.id for e in reversed(d.board.entrants)])),
    "check_in": (open_door, lambda d: d.do(check_ins.check_in, ["e1", "e2"], "here")),
    "pay": (open_door, lambda d: d.do(payments.pay, "e1", "cash")),
    "refund": (take_fee, lambda d: d.do(payments.refund, "e1")),
    "unpay": (take_fee, lambda d: d.do(payments.unpay, "e1")),
    "price": (open_door, lambda d: d.do(charges.set_price, "e1", "Member")),
    "charge": (open_door, lambda d: d.do(charges.charge, "e1", 250, "coffee")),
    "uncharge": (charge_coffee, lambda d: d.do(charges.uncharge, "e1", 1)),
    "purse": (open_door, lambda d: d.do(purse.set_purse, {"lists": [{"best_quarter": True}]})),
    "pot": (open_door, lambda d: d.do(purse.set_pot, {"kind": "draw", "cents": 100})),
    "draw": (open_pot, lambda d: d.do(purse.draw_pot, 1, 4711)),
    "unpot": (open_pot, lambda d: d.do(purse.remove_pot, 1)),
    "keep_apart": (do_nothing, keep_two_apart),
    "let_meet": (keep_two_apart, lambda d: d.do(meetings.let_meet, 1)),
    "fix_place": (do_nothing, lambda d: d.do(places.fix_place, "e1", 2, 0)),
    "profile": (do_nothing, lambda d: d.do(profiles.set_profile, "e1", ["Dames"], 15)),
    "tag": (do_nothing, lambda d: d.do(profiles.tag_entrants, "Dames", ["e1", "e3"])),
    "rank_tags": (do_nothing, lambda d: d.do(profiles.rank_tags, ["Dames"])),
    "copy_facts": (do_nothing, copy_facts_of_a_lady),
    "penalize": (play_rounds, lambda d: d.do(penalties.penalize, "e1", "game_points", 1, -500)),
    "lift_penalty": (give_penalty, lambda d: d.do(penalties.lift_penalty, 1)),
    "door_prize": (play_rounds, lambda d: d.do(door_prizes.draw_door_prize, "Ham", 4711)),
    "door_link": (open_door, lambda d: d.do(check_in_link.renew_link)),
    "hall": (do_nothing, lambda d: d.do(hall_tables.number_tables, 11)),
    "decide_tie": (end_in_a_tie, lambda d: d.do(ties.draw_lot, [row.id for row in ties.open_ties(d.board)[0]])),
    "call": (accept_calls, lambda d: d.phone(1, 1).do(director_calls.call, "revoke")),
    "call_withdraw": (call_director, lambda d: d.phone(1, 1).do(director_calls.withdraw, 1)),
    "call_answer": (call_director, lambda d: d.do(director_calls.answer, 1, 1, 1)),
    "call_settle": (call_director, lambda d: d.do(director_calls.settle, 1, 1, 1, "Warned", "play.revoke")),
    "announcement": (do_nothing, lambda d: d.do(announcements.post, "draw", "", 15)),
    "announcement_end": (say_something, lambda d: d.do(announcements.remove)),
    "match": (enter_singles, lambda d: d.do(partners.match_singles, "e7", "e8")),
    "pair": (play_rounds, lambda d: d.do(rounds.pair)),
    "swap": (pair_round, lambda d: d.do(rounds.swap, "e1", "e2")),
    "discard": (pair_round, lambda d: d.do(rounds.discard)),
    "publish": (pair_round, lambda d: d.do(rounds.publish)),
    "unpublish": (begin_round, lambda d: d.do(rounds.unpublish)),
    "ahead": (make_bracket_of_six, lambda d: d.do(repairs.begin_early, ["W2.1"])),
    "repair": (enter_result, lambda d: d.do(repairs.repair)),
    "result": (enter_result, lambda d: d.result(1, 1, 200, 300)),
    "accept": (report_result, lambda d: d.do(results.accept, 1, 1)),
    "clear": (report_result, lambda d: d.do(results.clear, 1, 1)),
    "report": (begin_round, lambda d: d.phone(1, 1).report(0, 300, 200)),
    "confirm": (report_result, lambda d: d.phone(1, 1).do(table_reports.confirm, 1)),
    "dispute": (report_result, lambda d: d.phone(1, 1).do(table_reports.dispute, 1, "Non")),
    "retract": (report_result, lambda d: d.phone(1, 1).do(table_reports.retract, 0)),
    "clock_start": (begin_round, lambda d: d.do(clock.start, 30)),
    "clock_pause": (start_clock, lambda d: d.do(clock.pause)),
    "clock_resume": (pause_clock, lambda d: d.do(clock.resume)),
    "clock_add": (start_clock, lambda d: d.do(clock.add, 5)),
    "clock_call": (start_clock, lambda d: d.do(clock.call)),
    "clock_stop": (start_clock, lambda d: d.do(clock.stop)),
}
"""Every kind of change: what must come before it, and the change."""


def test_every_kind_of_change_is_known_here():
    assert {*ACTS, "create", "undo", name_rows.PSEUDONYMISE.action} == set(TOURNAMENT_COMMANDS)


@pytest.mark.slow
def test_one_undo_takes_any_change_back_whole_and_another_does_it_again(inside):
    organiser = invitations.create_first_account("Rita", PASSWORD, "Club du Moulin")[0]
    for action, (prepare, act) in ACTS.items():
        desk = Desk(6, organiser=organiser)
        prepare(desk)
        before = desk.board
        act(desk)
        after = desk.board
        assert after.revision == before.revision + 1, action
        assert after.log.parts != before.log.parts, action
        back = desk.do(history.undo, after.revision).board
        assert (back.log.parts, back.status, back.standings) == (before.log.parts, before.status, before.standings), action
        again = desk.do(history.undo, back.revision).board
        assert again.log.parts == after.log.parts, action


def test_a_correction_with_its_new_pairings_is_one_change_and_one_undo(inside):
    desk = Desk(8)
    desk.play()
    desk.next_round()
    desk.result(2, 1, 300, 200)
    before = desk.board
    wrong = before.table(1, 1).result.scores
    written = desk.do(results.enter, 1, 1, {"scores": list(reversed(wrong))}, repair=True)
    assert written.board.revision == before.revision + 1
    assert written.board.current.tables != before.current.tables
    assert written.board.table(2, 1).result.scores == (300, 200)
    assert desk.do(history.undo, written.change.revision).board.log.parts == before.log.parts
    again = desk.do(history.undo, desk.board.revision).board
    moved = next(t for t in again.current.tables if t.sides not in {x.sides for x in before.current.tables})
    desk.result(2, moved.number, 100, 50)
    with refused("round.played"):
        desk.do(history.undo, again.revision)


def test_a_correction_that_cannot_pair_anew_enters_nothing(inside):
    desk = Desk(6)
    desk.play()
    before = desk.board
    with pytest.raises(Refusal):
        desk.do(results.enter, 1, 1, {"scores": [5, 10]}, repair=True)
    assert desk.board.revision == before.revision


def test_the_making_of_a_tournament_is_not_taken_back_but_says_so(inside):
    desk = Desk(0)
    with refused("undo.create"):
        desk.do(history.undo, 1)
