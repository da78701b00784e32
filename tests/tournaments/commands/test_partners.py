"""Single players who look for a partner: never paired alone, matched in one step with their money, and undone whole."""

from __future__ import annotations

import pytest

from scorekeeper.archives import export, restore
from scorekeeper.core.refusals import NotFound
from scorekeeper.tournaments.commands import history
from scorekeeper.tournaments.commands.door import charges, check_ins, payments
from scorekeeper.tournaments.commands.door.door_state import DoorState, charges_of, check_in_of, payments_of
from scorekeeper.tournaments.commands.entrants import entries, partners
from scorekeeper.tournaments.commands.rounds import rounds
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments.club_night import Desk, refused


def single(name):
    return {"players": [name], "seeks_partner": True}


@pytest.fixture
def desk(inside):
    found = Desk(4, options={"rounds": 5})
    found.do(entries.enter, [single("Ursule"), single("Yvon"), single("Zita")])
    return found


def seated(desk):
    draft = desk.do(rounds.pair).board.draft
    return {who for table in draft.tables for who in table.ids} | set(draft.byes)


def test_a_single_waits_and_is_never_paired(desk):
    assert [(one.name, one.status) for one in partners.singles(desk.board)] == [
        ("Ursule", "waiting"),
        ("Yvon", "waiting"),
        ("Zita", "waiting"),
    ]
    assert seated(desk) == {"e1", "e2", "e3", "e4"}
    with refused("partner.first"):
        desk.do(entries.admit, "e5")
    desk.do(lifecycle.edit, {"door": {"price": 0}})
    desk.do(rounds.pair, admit=["e5"], rest_here=True)
    assert desk.board.draft.seat("e5") is None


def test_a_single_who_leaves_and_comes_back_still_waits(desk):
    for begin in (False, True):
        if begin:
            desk.next_round()
        desk.do(entries.withdraw, "e6")
        assert desk.board.entrant("e6").status == "withdrawn"
        desk.do(entries.rejoin, "e6")
        assert (desk.board.entrant("e6").status, desk.board.entrant("e6").seeks_partner) == ("waiting", True)
    desk.do(lifecycle.edit, {"door": {"price": 0}})
    desk.do(entries.withdraw, "e6")
    desk.do(check_ins.check_in, ["e6"], "here")
    assert desk.board.entrant("e6").status == "waiting"


def test_two_singles_become_one_entrant_that_plays(desk):
    desk.do(partners.match_singles, "e7", "e5")
    pair = desk.board.entrant("e5")
    assert (pair.name, pair.players, pair.status, pair.seeks_partner) == ("Ursule & Zita", ("Ursule", "Zita"), "in", False)
    assert len(pair.player_ids) == 2
    assert desk.board.entrant("e7") is None
    assert "e5" in seated(desk)
    desk.do(rounds.discard)
    desk.do(entries.enter, [single("Victor")])
    assert partners.singles(desk.board)[-1].id == "e8"  # a number is never given again


def test_a_second_name_makes_a_pair_too(desk):
    desk.do(entries.change, "e5", {"name": "Ursule Roy"})
    assert desk.board.entrant("e5").status == "waiting"
    desk.do(entries.change, "e5", {"players": ["Ursule", "Victor"]})
    assert (desk.board.entrant("e5").status, desk.board.entrant("e5").name) == ("in", "Ursule & Victor")


@pytest.mark.parametrize(
    ("one", "other", "code", "kind"),
    [("e5", "e5", "partner.same", None), ("e5", "e1", "partner.none", None), ("e5", "e9", "entrant", NotFound)],
)
def test_a_match_names_what_is_wrong_with_it(desk, one, other, code, kind):
    with refused(code, *([kind] if kind else [])):
        desk.do(partners.match_singles, one, other)


def test_both_are_here_only_if_both_were_and_their_money_stays_in_the_till(desk):
    desk.do(lifecycle.edit, {"door": {"price": 1000}})
    desk.do(check_ins.check_in, ["e5", "e6"], "here")
    desk.do(payments.pay, "e5", "cash", 500)
    desk.do(payments.pay, "e6", "e_transfer", 700)
    desk.do(payments.refund, "e6", "e_transfer", 200)
    desk.do(charges.charge, "e6", 250, "coffee")
    before = DoorState(desk.board).till.by_method
    desk.do(partners.match_singles, "e5", "e6")
    assert [one.charge.cents for one in charges_of(desk.board)["e5"]] == [250]
    assert "e6" not in charges_of(desk.board)
    assert check_in_of(desk.board, "e5").state == "here"
    assert check_in_of(desk.board, "e6") is None
    assert [one.payment.signed for one in payments_of(desk.board)["e5"]] == [500, 700, -200]
    assert DoorState(desk.board).till.by_method == before
    desk.do(history.undo)
    assert DoorState(desk.board).till.by_method == before
    assert [one.name for one in partners.singles(desk.board)] == ["Ursule", "Yvon", "Zita"]
    desk.do(partners.match_singles, "e6", "e7")  # Zita was not checked in
    assert check_in_of(desk.board, "e6") is None
    assert DoorState(desk.board).till.by_method == before


def test_the_form_takes_singles_only_where_the_club_wants_them(desk):
    desk.do(lifecycle.set_entry, {"open": True, "limit": 4})
    with refused("partner.closed"):
        desk.do(entries.enter_public, single("Victor"), address="")
    desk.do(lifecycle.set_entry, {"open": True, "limit": 4, "singles": True})
    desk.do(entries.enter_public, single("Victor"), address="")
    assert partners.singles(desk.board)[-1].name == "Victor"
    desk.do(entries.enter_public, {"players": ["Wanda", "Xiste"]}, address="")  # full: on the waiting list
    desk.do(entries.withdraw, "e1")
    assert desk.board.entrant("e9").status == "in"  # the pair came in, no single


def test_singles_are_for_events_of_pairs(inside):
    desk = Desk(0, method="rotating_partners", options={"rounds": 3})
    with refused("partner.event"):
        desk.do(entries.enter, [single("Victor")])


def test_after_the_draw_no_more_pairs_are_made(inside):
    desk = Desk(4, method="single_elimination")
    desk.do(entries.enter, [single("Ursule"), single("Yvon")])
    desk.next_round()
    with refused("entrant.drawn"):
        desk.do(partners.match_singles, "e5", "e6")


def test_singles_and_matches_survive_an_archive(desk):
    desk.do(lifecycle.set_entry, {"open": True, "singles": True})
    desk.do(partners.match_singles, "e5", "e6")
    data = export.export_club(desk.club)
    assert export.export_club(restore.import_club(desk.account, data)) == data
