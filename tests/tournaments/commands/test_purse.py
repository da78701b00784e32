"""The purse and the side pots as commands: what is paid to whom, and what is refused by name."""

from __future__ import annotations

import pytest

from scorekeeper.core.refusals import NotFound
from scorekeeper.games.commands.authorization import access_by_token
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import write as write_game
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.tournaments.commands import history
from scorekeeper.tournaments.commands.door import check_ins, payments, purse
from scorekeeper.tournaments.commands.door.money_state import MoneyState, proposed_winners, standing_groups
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.privacy import pseudonyms
from scorekeeper.tournaments.commands.results import results, table_reports
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.games.kitchen_table import hand
from tests.tournaments.club_night import NAMES, Desk, key, refused

HALF = [{"first": 1, "last": 1, "percent": 50}, {"first": 2, "last": 2, "percent": 30}, {"first": 3, "last": 3, "percent": 20}]


@pytest.fixture
def desk(inside):
    """Return a desk with six pairs who paid ten dollars each, after a round."""
    found = Desk(6, options={"rounds": 9})
    found.do(lifecycle.edit, {"door": {"price": 1000}})
    found.do(check_ins.check_in_rest)
    for n in range(1, 7):
        found.do(payments.pay, f"e{n}", "cash")
    found.play()
    return found


def money(desk):
    return MoneyState(desk.board)


def test_the_purse_is_paid_by_place_and_the_books_add_up(desk):
    sponsors = [{"name": "Caisse", "cents": 600}]
    desk.do(purse.set_purse, {"share": 90, "hall": 1000, "sponsors": sponsors, "lists": [{"prizes": HALF}]})
    books = money(desk).books
    assert (books.fees, books.fee_share, books.purse, books.prizes, books.rest) == (6000, 5400, 5000, 5000, 600)
    assert sum(one.cents for one in money(desk).awards) == 5000
    desk.do(payments.unpay, "e6")
    assert money(desk).books.purse == 4100
    desk.do(history.undo)
    assert money(desk).books == books


def test_without_prizes_all_of_the_purse_stays_in_the_box(desk):
    assert (money(desk).awards, money(desk).books.rest) == ([], 6000)
    desk.do(purse.set_purse, {"hall": 7000})
    assert (money(desk).books.purse, money(desk).books.rest) == (0, -1000)


def test_a_mitchell_has_a_list_for_each_field(inside):
    found = Desk(8, method="mitchell", options={})
    found.do(lifecycle.edit, {"door": {"price": 1000}})
    found.do(check_ins.check_in_rest)
    for n in range(1, 9):
        found.do(payments.pay, f"e{n}", "cash")
    found.play()
    first = [{"first": 1, "last": 1, "percent": 100}]
    found.do(purse.set_purse, {"lists": [{"group": name, "percent": 50, "prizes": first} for name in ("NS", "EW")]})
    assert {*standing_groups(found.board)} == {"", "NS", "EW"}
    assert [(one.group, one.first) for one in money(found).awards][:1] == [("NS", 1)]
    assert {one.group for one in money(found).awards} == {"NS", "EW"}
    assert money(found).books.prizes == 8000


def test_a_tournament_under_pseudonyms_pays_the_same(desk):
    desk.do(purse.set_purse, {"lists": [{"prizes": HALF}]})
    before = [(one.entrant, one.cents) for one in money(desk).awards]
    pseudonyms.pseudonymise(desk.club, desk.board.entrants[0].players[0], "Joueur {}".format)
    assert "Joueur" in desk.board.entrants[0].name
    assert [(one.entrant, one.cents) for one in money(desk).awards] == before


@pytest.mark.parametrize(
    "facts",
    [
        {"share": 101},
        {"hall": -1},
        {"sponsors": [{"name": "", "cents": 1}]},
        {"lists": [{"prizes": [{"first": 1, "last": 1}]}]},
        {"lists": [{"prizes": [{"first": 0, "last": 1, "cents": 1}]}]},
        {"lists": [{"percent": 60}, {"group": "A", "percent": 60}]},
        {"ties": "luck"},
        {"tip": 5},
    ],
)
def test_a_purse_that_is_not_valid_is_refused(desk, facts):
    with pytest.raises(TournamentError):
        desk.do(purse.set_purse, facts)


def test_a_pot_is_for_everyone_who_plays_and_its_winners_share_it(desk):
    desk.do(purse.set_pot, {"kind": "most_boxed", "cents": 200})
    assert money(desk).pots[1].total == 1200
    desk.do(purse.set_pot, {"kind": "most_boxed", "cents": 200, "entrants": ["e3", "e1", "e2"], "winners": ["e2", "e1"]}, 1)
    pot = money(desk).pots[1]
    assert (pot.entrants, pot.shares) == (("e1", "e2", "e3"), {"e1": 300, "e2": 300})
    desk.do(purse.remove_pot, 1)
    with refused("pot", NotFound):
        desk.do(purse.remove_pot, 1)
    desk.do(purse.set_pot, {"kind": "other", "name": "Cagnotte", "cents": 100})
    assert [*money(desk).pots] == [2]


def test_a_draw_is_made_once_and_its_seed_is_kept(desk):
    desk.do(purse.set_pot, {"kind": "draw", "cents": 100})
    for seed in (-1, 1_000_000, 1.5):
        with refused("draw.seed"):
            desk.do(purse.draw_pot, 1, seed)
    desk.do(purse.draw_pot, 1, 4711)
    pot = money(desk).pots[1]
    assert (pot.seed, pot.paid, len(pot.winners)) == (4711, 300, 1)
    with refused("pot.drawn"):
        desk.do(purse.draw_pot, 1, 4712)
    with refused("pot.drawn"):
        desk.do(purse.set_pot, {"kind": "draw", "cents": 500}, 1)
    desk.do(history.undo)
    desk.do(purse.draw_pot, 1, 4711)
    assert money(desk).pots[1] == pot


def test_only_a_draw_with_entrants_is_drawn(desk):
    desk.do(purse.set_pot, {"kind": "most_boxed", "cents": 100})
    desk.do(purse.set_pot, {"kind": "draw", "cents": 100, "entrants": []})
    for number, code in ((1, "pot.not_draw"), (2, "pot.empty")):
        with refused(code):
            desk.do(purse.draw_pot, number, 1)


@pytest.mark.parametrize(
    "facts",
    [
        {"kind": "other", "cents": 100},
        {"kind": "draw", "cents": 0},
        {"kind": "luck", "cents": 100},
        {"kind": "draw", "cents": 100, "winners": ["e1"]},
        {"kind": "draw", "cents": 100, "entrants": ["e9"]},
        {"kind": "most_boxed", "cents": 100, "entrants": ["e1", "e1"]},
        {"kind": "most_boxed", "cents": 100, "entrants": ["e1"], "winners": ["e2"]},
        {"kind": "most_boxed", "cents": 100, "seed": 1},
    ],
)
def test_a_pot_that_is_not_valid_is_refused(desk, facts):
    with pytest.raises(TournamentError):
        desk.do(purse.set_pot, facts)


def test_there_are_at_most_twelve_pots(desk):
    for _ in range(12):
        desk.do(purse.set_pot, {"kind": "draw", "cents": 100})
    with refused("pot.many"):
        desk.do(purse.set_pot, {"kind": "draw", "cents": 100})


def test_results_with_boxes_propose_who_boxed_most(desk):
    desk.do(purse.set_pot, {"kind": "most_boxed", "cents": 100})
    desk.next_round()
    desk.do(results.enter, 2, 1, {"scores": [300, 200], "boxes": [0, 3]})
    table = desk.board.table(2, 1)
    assert proposed_winners(desk.access, desk.board, money(desk).pots[1]) == table.sides[1]


def record(desk, table, *hands):
    game, token = table_reports.game_link(desk.phone(1, table).access)
    for one in hands:
        access = access_by_token(game, token)
        write_game(access, table_commands.record(one), revision=access.revision, uuid=key())


def test_recorded_hands_propose_who_made_the_highest_contract(inside):
    desk = Desk(0, method="rotating_partners", options={"rounds": 3})
    desk.do(entries.enter, [{"players": [name]} for name in NAMES[:8]])
    desk.do(lifecycle.edit, {"door": {"price": 1000}})
    desk.do(purse.set_pot, {"kind": "highest_contract", "cents": 100})
    desk.next_round()
    record(desk, 1, hand(2, 70, (80, 20)), hand(1, 90, (80, 20)), hand(0, 65, (80, 20)))
    record(desk, 2, hand(0, 60, (80, 20)), hand(2, 75, (80, 20)))
    proposed = [proposed_winners(desk.access, desk.board, money(desk).pots[1])]
    for table in (1, 2):
        desk.result(1, table, 300, 200)
        proposed.append(proposed_winners(desk.access, desk.board, money(desk).pots[1]))
    assert proposed == [(), *((desk.board.table(1, table).sides[0][1],) for table in (1, 2))]
