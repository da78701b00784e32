"""The door: whatever is tapped and undone, the till adds up, no event is lost, and every fact survives an archive."""

from __future__ import annotations

import json
from contextlib import suppress
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.archives import export, restore
from scorekeeper.core.db.database import now
from scorekeeper.core.devices import visitors
from scorekeeper.core.refusals import NotAllowed, NotFound, Refusal, TooMany
from scorekeeper.core.security import rate_limits
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.formats.declared import copy_as, dump
from scorekeeper.formats.rules import dump_rules
from scorekeeper.formats.tournament_door import add_door, parse_door
from scorekeeper.formats.tournament_money import add_money, parse_money
from scorekeeper.formats.tournament_options import dump_options
from scorekeeper.formats.tournament_record import dump_tournament
from scorekeeper.formats.tournament_v2 import parse_v2
from scorekeeper.pairing.money.side_pots import POT_KINDS
from scorekeeper.pairing.record.attendance import PAYMENT_METHODS, NamedPrice
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Options
from scorekeeper.tournaments.commands import authorization, history
from scorekeeper.tournaments.commands import snapshot as tournament_board
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.door import charges, check_in_link, check_ins, payments, purse
from scorekeeper.tournaments.commands.door.door_state import DoorState
from scorekeeper.tournaments.commands.door.money_state import MoneyState, record_with_money
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.event_writer import dry_run, write
from scorekeeper.tournaments.commands.files import archived_log, record_import
from scorekeeper.tournaments.commands.rounds import rounds
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.log import TournamentEvent, TournamentLog, fold
from scorekeeper.tournaments.store.parts import AboutPart, DoorPart, EntrantPart, EntryPart
from tests.tiers import examples
from tests.tournaments.club_night import Desk, key, refused
from tests.visitor import forge

MANY = 5
FEE = {"door": {"price": 1000}}
ACTS = ["here", "missing", "expected", "rest", "cash", "e_transfer", "part", "unpay", "refund"]
ACTS += ["member", "normal", "charge", "uncharge", "purse", "pot", "win", "draw", "unpot"]
ACTS += ["withdraw", "rejoin", "pair", "undo", "undo", "undo"]
MOVES = st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 999)), min_size=4, max_size=30)
PRICES = (NamedPrice("Member", 800), NamedPrice("Junior", 0))
PLACES = [{"first": 1, "last": 1, "percent": 60}, {"first": 2, "last": 3, "cents": 333}]
PURSES = (
    {"share": 90, "hall": 700, "sponsors": [{"name": "Caisse", "cents": 5001}], "lists": [{"prizes": PLACES}]},
    {"lists": [{"best_quarter": True}], "whole_dollars": True, "ties": "score"},
)
EACH = settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck), database=None)
SETUP = {
    "method": "swiss",
    "options": dump_options(Options(rounds=9), "swiss"),
    "rules": dump_rules(named_rules("standard")),
    "seed": 1,
}


class PaperDesk:
    """A tournament that is only in memory, with its log. Commands take effect as at the desk, without a database."""

    def __init__(self):
        self.access = TournamentAccess(1, 1, "club", "Club", None, 1, now(), "director", ("score", "direct"), 1)
        about = {"name": "Soirée", "day": "2026-11-28"}
        after = {"about": dump(AboutPart()) | about, "setup": SETUP, "entry": dump(EntryPart()), "status": "draft"}
        after |= {f"entrant/e{n}": self.entrant(n) for n in range(1, MANY + 1)} | {
            "door": dump(DoorPart(price=1000, prices=PRICES))
        }
        self.events = []
        self.board = Board(TournamentLog())
        self.add(TournamentEvent(1, 1, "create-1", now(), 1, None, None, "", "create", "", dict.fromkeys(after), after, None))

    @staticmethod
    def entrant(n):
        return parts.rewrite_fields(
            EntrantPart, {}, id=f"e{n}", name=f"A{n} & B{n}", players=(f"A{n}", f"B{n}"), joined=1, left=None
        )

    def add(self, event):
        self.events.append(event)
        self.board = self.board.after([event])

    def do(self, command, seen=None):
        """Carry out a command based on the revision `seen`, and return its event."""
        effect = command.plan(self.access, self.board)
        if seen is not None:
            stale = {part for part in effect.after if part in self.board.log.stamps}
            if any(self.board.log.stamps[part].revision > seen for part in stale):
                raise Refusal("board.changed")
        uuid = f"paper-key-{self.board.revision}"
        self.add(dry_run(self.access, self.board, effect, command.kind.action, uuid)[0])
        return self.events[-1]

    def undo(self, revision):
        with mock.patch.object(history, "event_at", lambda _number, at: self.events[at - 1]):
            return self.do(history.undo(revision))

    def move(self, what, n):
        """Make one move, chosen by the number `n`. What is refused changes nothing."""
        who = f"e{1 + n % MANY}"
        absent = [one.entry.id for one in DoorState(self.board).absentees]
        commands = {
            "here": lambda: check_ins.check_in([who], "here"),
            "missing": lambda: check_ins.check_in([who], "missing"),
            "expected": lambda: check_ins.check_in([who], "expected"),
            "rest": check_ins.check_in_rest,
            "cash": lambda: payments.pay(who, "cash"),
            "e_transfer": lambda: payments.pay(who, "e_transfer"),
            "part": lambda: payments.pay(who, PAYMENT_METHODS[n % 2], 100 + n),
            "unpay": lambda: payments.unpay(who),
            "refund": lambda: payments.refund(who),
            "member": lambda: charges.set_price(who, PRICES[n % 2].name),
            "normal": lambda: charges.set_price(who, None),
            "charge": lambda: charges.charge(who, 50 + n, "coffee"),
            "uncharge": lambda: charges.uncharge(who, 1 + n % 3),
            "purse": lambda: purse.set_purse(PURSES[n % len(PURSES)]),
            "pot": lambda: purse.set_pot({"kind": POT_KINDS[n % 3], "cents": 1 + n}),
            "win": lambda: purse.set_pot({"kind": "most_boxed", "cents": 1 + n, "winners": [who]}, 1 + n % 3),
            "draw": lambda: purse.draw_pot(1 + n % 3, n),
            "unpot": lambda: purse.remove_pot(1 + n % 3),
            "withdraw": lambda: entries.withdraw(who),
            "rejoin": lambda: entries.rejoin(who),
            "pair": lambda: rounds.pair(without=absent[: n % 3]),
        }
        with suppress(Refusal, TournamentError):
            if what == "undo":
                return self.undo(2 + n % self.board.revision)
            return self.do(commands[what]())
        return None

    def in_effect(self):
        """Return the cents in the till from the log alone: the last value of each payment."""
        amounts = {}
        for event in self.events:
            for part, value in event.after.items():
                if part.startswith("payment/"):
                    amounts[part] = 0 if value is None else value["cents"] * (-1 if value.get("refund") else 1)
        return sum(amounts.values())


@EACH
@given(MOVES)
def test_what_was_paid_minus_what_was_refunded_is_in_the_till_whatever_is_undone(moves):
    desk = PaperDesk()
    for what, n in moves:
        desk.move(what, n)
        door = DoorState(desk.board)
        made = [one.payment for some in door.payments.values() for one in some]
        paid, refunded = (sum(one.cents for one in made if one.refund is back) for back in (False, True))
        assert door.till.paid == paid - refunded == desk.in_effect() == sum(door.till.by_method.values())
        assert door.till.expected == door.till.paid + door.till.short
        assert all(one.paid >= 0 for one in door.entries)
        assert all(one.paid == sum(one.share) and min(one.share) >= 0 for one in door.entries)
        assert all(one.owed == max(0, one.price + one.charged - one.paid) for one in door.entries if one.state != "left")


@EACH
@given(MOVES)
def test_the_books_balance_whatever_is_undone(moves):
    desk = PaperDesk()
    for what, n in moves:
        desk.move(what, n)
        money = MoneyState(desk.board)
        sponsors = sum(one.cents for one in money.purse.sponsors)
        pots = sum(one.cents * len(one.entrants) for one in money.pots.values())
        won = sum(sum(one.shares.values()) for one in money.pots.values())
        prizes = sum(one.cents for one in money.awards)
        assert money.till.paid + sponsors + pots == prizes + won + money.purse.hall + money.books.rest
        assert all(one.cents >= 0 for one in money.awards)


@EACH
@given(MOVES, st.integers(0, 99))
def test_a_check_in_that_is_undone_leaves_what_stood_before_and_comes_back(moves, n):
    desk, who = PaperDesk(), f"e{1 + n % MANY}"
    for what, k in moves:
        desk.move(what, k)
    before = desk.board
    with suppress(Refusal):
        arrived = desk.do(check_ins.check_in([who], ("here", "missing")[n % 2]))
        after = desk.board.log.parts
        assert desk.undo(arrived.revision)
        assert desk.board.log.parts == before.log.parts
        desk.undo(desk.board.revision)
        assert desk.board.log.parts == after


@EACH
@given(st.integers(0, 99), st.sampled_from(["here", "missing"]))
def test_a_tap_and_its_second_tap_return_to_the_same_state(n, state):
    desk, who = PaperDesk(), f"e{1 + n % MANY}"
    before = desk.board.log.parts
    desk.do(check_ins.check_in([who], state))
    desk.do(check_ins.check_in([who], "expected"))
    assert desk.board.log.parts == before
    desk.do(payments.pay(who, "cash"))
    desk.do(payments.unpay(who))
    assert desk.board.log.parts == before


@EACH
@given(st.lists(st.tuples(st.integers(0, 1), st.booleans(), st.integers(0, 2), st.integers(0, 4)), min_size=2, max_size=30))
def test_two_devices_never_lose_an_event(taps):
    desk, wanted = PaperDesk(), {}
    seen = [desk.board.revision] * 2
    for device, looks, act, n in taps:
        if looks:
            seen[device] = desk.board.revision
        who, count = f"e{1 + n % MANY}", desk.board.revision
        command = (check_ins.check_in([who], "here"), check_ins.check_in([who], "missing"), payments.pay(who, "cash"))[act]
        read = desk.board.log.stamps.get(parts.check_in_part(who))
        event = None
        with suppress(Refusal):
            event = desk.do(command, seen[device])
        if event is None:
            assert desk.board.revision == count
            continue
        assert act == 2 or read is None or read.revision <= seen[device]
        wanted |= event.after
    assert {part: desk.board.log.parts[part] for part in wanted} == wanted
    assert fold(desk.events).parts == desk.board.log.parts


@EACH
@given(MOVES)
def test_every_fact_survives_an_archive_and_a_record(moves):
    desk = PaperDesk()
    for what, n in moves:
        desk.move(what, n)
    changes = [dump(copy_as(archived_log.ArchivedChange, event, link=None)) for event in desk.events]
    rows, board = archived_log.tournament_events(json.loads(json.dumps(changes)), 0, "the tournament")
    assert board.log.parts == desk.board.log.parts
    assert [dump(copy_as(archived_log.ArchivedChange, row, link=None)) for row in rows] == changes
    record = json.loads(json.dumps(record_with_money(desk.board)))
    assert add_money(add_door(desk.board.record_json(), parse_door(record)), *parse_money(record)) == record
    tournament, _ = parse_v2(record)
    assert add_money(add_door(dump_tournament(tournament), parse_door(record)), *parse_money(record)) == record


class TestDoor:
    """One desk with five pairs and an entry fee of ten dollars."""

    @pytest.fixture(autouse=True)
    def begin(self, inside):  # noqa: ARG002 (an app context)
        self.desk = Desk(MANY, options={"rounds": 9})
        self.desk.do(lifecycle.edit, FEE)

    def test_a_club_brings_the_door_back_from_its_archive_and_from_a_record(self):
        self.desk.do(check_ins.check_in, ["e1"], "here")
        self.desk.do(check_ins.check_in, ["e2"], "missing")
        self.desk.do(lifecycle.edit, {"door": {"prices": [{"name": "Member", "cents": 800}]}})
        self.desk.do(charges.set_price, "e2", "Member")
        self.desk.do(charges.charge, "e1", 200, "coffee")
        self.desk.do(payments.pay, "e1", "cash", 1500)
        self.desk.do(payments.refund, "e1", "e_transfer", 500)
        self.desk.do(history.undo)
        self.desk.do(purse.set_purse, PURSES[0])
        self.desk.do(purse.set_pot, {"kind": "draw", "cents": 100})
        self.desk.do(purse.draw_pot, 1, 4711)
        self.desk.do(rounds.pair, without=["e2"], rest_here=True)
        self.desk.do(rounds.publish)
        data = export.export_club(self.desk.club)
        assert export.export_club(restore.import_club(self.desk.account, data)) == data
        record = json.loads(json.dumps(record_with_money(self.desk.board)))
        number = record_import.bring_in(self.desk.club, record, {})
        board = tournament_board.load(authorization.desk(number, self.desk.account))
        assert record_with_money(board) == record
        assert DoorState(board).till == DoorState(self.desk.board).till

    def test_nothing_can_be_tapped_without_a_door_and_the_fee_is_kept_while_it_is_closed(self):
        self.desk.do(payments.pay, "e1", "cash")
        self.desk.do(lifecycle.edit, {"door": None})
        for command, what in ((check_ins.check_in, (["e1"], "here")), (payments.pay, ("e2", "cash"))):
            with refused("door.closed"):
                self.desk.do(command, *what)
        self.desk.do(lifecycle.edit, {"door": {}})
        assert DoorState(self.desk.board).price == 1000
        assert DoorState(self.desk.board).till.paid == 1000

    @pytest.mark.parametrize("price", [-1, 1.5, "10", True, 1_000_001, None])
    def test_a_fee_is_a_whole_number_of_cents(self, price):
        with refused("door.price"):
            self.desk.do(lifecycle.edit, {"door": {"price": price}})

    def test_a_scorer_works_at_the_door_but_does_not_set_the_fee_or_pair(self):
        scorer = authorization.desk(self.desk.id, self.desk.member("Sam", "scorer"))
        for command in (check_ins.check_in(["e1"], "here"), payments.pay("e1", "cash"), payments.unpay("e1")):
            write(scorer, command, revision=self.desk.board.revision, uuid=key())
        written = write(scorer, check_ins.check_in(["e2"], "here"), revision=self.desk.board.revision, uuid=key())
        write(scorer, history.undo(written.change.revision), revision=self.desk.board.revision, uuid=key())
        for command in (lifecycle.edit({"door": None}), check_in_link.renew_link(), rounds.pair(without=["e1"])):
            with pytest.raises(NotAllowed):
                write(scorer, command, revision=self.desk.board.revision, uuid=key())

    def test_a_number_of_a_payment_is_never_given_again(self):
        self.desk.do(payments.pay, "e1", "cash")
        self.desk.do(payments.unpay, "e1")
        self.desk.do(payments.pay, "e1", "e_transfer")
        assert [one.number for one in DoorState(self.desk.board).payments["e1"]] == [2]

    def test_a_late_entry_at_the_desk_is_here(self):
        self.desk.do(entries.enter, [{"players": ["Ann", "Bob"]}])
        self.desk.play()
        self.desk.do(entries.enter, [{"players": ["Tard", "Venu"]}])
        assert [one.state for one in DoorState(self.desk.board).entries][-2:] == ["expected", "here"]

    def test_in_a_draw_who_is_missing_loses_the_spot_and_may_come_back_before_it_is_out(self):
        cup = Desk(6, organiser=self.desk.account, method="single_elimination", options={})
        cup.do(lifecycle.edit, FEE)
        cup.do(rounds.pair, without=["e6"], rest_here=True)
        assert cup.board.entrant("e6").withdrawn
        cup.do(check_ins.check_in, ["e6"], "here")
        assert cup.board.draft_stale
        cup.do(rounds.pair)
        cup.do(rounds.publish)
        assert cup.board.seat("e6", 1) is not None
        with refused("entrant.drawn"):
            cup.do(rounds.pair, without=["e1"])

    def test_the_public_record_says_nothing_of_the_door(self):
        self.desk.do(payments.pay, "e1", "cash")
        self.desk.do(check_ins.check_in, ["e1"], "here")
        assert "payments" not in json.dumps(self.desk.board.record_json())
        assert record_with_money(self.desk.board)["entrants"][0]["payments"] == [{"cents": 1000, "method": "cash"}]

    def test_a_link_ends_when_it_is_replaced_when_the_door_closes_and_with_the_tournament(self):
        def link():
            return check_in_link.check_in_link(self.desk.access, self.desk.board)

        first = link()
        assert check_in_link.enter_by_link(first).rights == ("door",)
        self.desk.do(check_in_link.renew_link)
        second = link()
        self.desk.do(lifecycle.edit, {"door": None})
        assert link() is None
        self.desk.do(lifecycle.edit, {"door": {}})
        assert link() == second
        for token in (first, forge(first), "", "17"):
            with refused("link.closed", NotFound):
                check_in_link.enter_by_link(token)
        check_in_link.enter_by_link(second)
        self.desk.play()
        self.desk.do(lifecycle.edit, {"options": {**self.desk.board.setup.options, "rounds": 1}})
        self.desk.do(lifecycle.finish)
        with refused("link.closed", NotFound):
            check_in_link.enter_by_link(second)

    def by_phone(self, phone, who, here=True):
        token = check_in_link.check_in_link(self.desk.access, self.desk.board)
        access = check_in_link.enter_by_link(token, phone)
        command = check_ins.check_in_oneself(who, here, visitor=phone, address="192.0.2.7", link=token)
        return write(access, command, revision=access.revision, uuid=key())

    def test_a_phone_checks_in_and_takes_back_only_its_own(self):
        mine, other = visitors.make(), visitors.make()
        self.by_phone(mine, "e1")
        with refused("check_in.desk"):
            self.by_phone(other, "e1", here=False)
        self.by_phone(mine, "e1", here=False)
        self.desk.do(check_ins.check_in, ["e2"], "here")
        with refused("check_in.desk"):
            self.by_phone(mine, "e2", here=False)
        self.desk.do(entries.withdraw, "e3")
        with refused("check_in.desk"):
            self.by_phone(mine, "e3")

    def test_a_phone_that_taps_too_often_has_to_wait(self):
        phone = visitors.make()
        for n in range(rate_limits.CHECK_INS.by_device):
            with suppress(Refusal):
                self.by_phone(phone, f"e{1 + n % MANY}", here=n % 2 == 0)
        with refused("check_in.often", TooMany):
            self.by_phone(phone, "e1")
