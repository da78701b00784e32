"""The door: check-ins and payments by taps that count once, on two devices, and who plays the next round."""

from __future__ import annotations

import re
import uuid

import pytest

from scorekeeper.tournaments.commands.door.door_state import DoorState
from tests.tournaments.desk.director import Director
from tests.visitor import text_of


@pytest.fixture
def door(app):
    """A director whose tournament has a door and an entry fee of ten dollars."""
    director = Director(app, 8, options={"rounds": 3})
    switch_on(director, "10")
    return director


def switch_on(director: Director, price: str, status: int = 303) -> None:
    director.send("/setup", status, at="/setup", door="1", price=price, **{"check-in": "1"})


def tap(director: Director, value: str, status: int = 303, **more: object) -> None:
    director.send("/door", status, at="/door", do=value, **more)


def states(director: Director) -> list[str]:
    return [one.state for one in DoorState(director.board()).entries]


def log(director: Director, value: str, *, key: str = "", seen: int | None = None, over: str = "", status: int = 200) -> dict:
    """Send a tap as a device's log does."""
    body = {"key": key or str(uuid.uuid4()), "act": {"do": value, "over": over}}
    body["seen"] = director.board().revision if seen is None else seen
    answer = director.client.post(director.root + "/door/log", json=body, headers={"X-Scorekeeper": "1", "X-Fragment": "1"})
    assert answer.status_code == status, answer.text
    return answer.json


def test_a_club_without_a_door_sees_none_of_it(director):
    assert "Door" not in re.findall(r">\s*(\w+)\s*</a>", director.open("").get_data(as_text=True))
    director.open("/door", 422)
    director.send("/draft")
    assert director.board().draft is not None


def test_the_setup_says_what_a_fee_is_and_keeps_what_was_typed(director):
    switch_on(director, "ten", 422)
    text = director.send("/setup", 422, at="/setup", door="1", price="ten", **{"check-in": "1"}).get_data(as_text=True)
    assert 'value="ten"' in text
    for typed, cents in (("7,50", 750), ("$10", 1000), ("10 $", 1000), ("", 0), ("0", 0)):
        director.send("/setup", at="/setup", door="1", price=typed, **{"check-in": "1"})
        assert DoorState(director.board()).price == cents
        director.send("/setup", at="/setup", door="1", price="99", **{"check-in": "1"})
    director.send("/setup", at="/setup", door="1")
    director.open("/door", 422)


def test_a_tap_checks_in_and_a_second_one_undoes_it(door):
    tap(door, "here-e1")
    assert states(door)[0] == "here"
    assert "1 of 8 here" in door.text("/door")
    tap(door, "expected-e1")
    assert states(door)[0] == "expected"


def test_a_tap_takes_the_fee_and_the_till_adds_up(door):
    for value in ("here-e1", "here-e2", "here-e3", "cash-e1", "e_transfer-e2"):
        tap(door, value)
    text = door.text("/door")
    assert "Expected $30 · paid $20 (cash $10, e-transfer $10) · $10 short" in text
    tap(door, "unpay-e2")
    assert "paid $10 (cash $10) · $20 short" in door.text("/door")


def test_the_page_is_in_french_too(door):
    tap(door, "here-e1")
    tap(door, "cash-e1")
    page = text_of(door.open("/door", headers={"Accept-Language": "fr"}))
    assert "Attendu 10 $ · payé 10 $ (comptant 10 $)" in page


def test_four_missing_at_the_last_minute_take_four_taps(door):
    for who in ("e2", "e3", "e5", "e7"):
        tap(door, f"missing-{who}")
    text = door.text("/door/pair")
    assert "Not here, so left out" in text
    door.send("/door/pair", at="/door/pair", do="rest", without=["e2", "e3", "e5", "e7"])
    assert states(door) == ["here", "missing", "missing", "here", "missing", "here", "missing", "here"]
    board = door.board()
    assert {i for t in board.draft.tables for i in t.ids} == {"e1", "e4", "e6", "e8"}
    assert not board.draft_stale
    assert "Left out: " in door.text("/draft")


def test_those_never_checked_in_are_left_out_without_a_tap_and_a_late_one_comes_back_in(door):
    for n in range(1, 7):
        tap(door, f"here-e{n}")
    assert f"{door.root}/door/pair" in door.open("").get_data(as_text=True)
    door.send("/door/pair", at="/door/pair", without=["e7", "e8"])
    assert [entry.absent for entry in door.board().entrants[6:]] == [(1,), (1,)]
    tap(door, "here-e7")
    assert door.board().draft_stale
    door.send("/draft", at="/draft")
    seated = {i for t in door.board().draft.tables for i in t.ids} | set(door.board().draft.byes)
    assert seated == {f"e{n}" for n in range(1, 8)}


def test_one_who_arrives_while_the_director_looks_at_the_list_is_not_left_out(door):
    for n in range(1, 8):
        tap(door, f"here-e{n}")
    revision = door.board().revision
    tap(door, "here-e8")
    door.send("/door/pair", at="/door", without=["e8"], revision=str(revision))
    assert states(door)[7] == "here"
    assert door.board().draft.seat("e8") is not None


def test_the_waiting_list_is_offered_in_order_to_entrants_who_are_here(app):
    director = Director(app, 4, options={"rounds": 3})
    director.send("/setup", at="/setup", entries="1", shown="1", open="1", limit="4")
    for name in ("Zoé", "Yves"):
        form = {"player-0": name, "player-1": f"{name} B", "uuid": str(uuid.uuid4()), "revision": str(director.board().revision)}
        assert director.client.post(f"/tournaments/{director.access.tournament_id}/enter", data=form).status_code == 303
    switch_on(director, "")
    for who in ("e1", "e2", "e3", "e6"):
        tap(director, f"here-{who}")
    page = director.open("/door/pair").get_data(as_text=True)
    assert re.findall(r'name="admit" value="(e\d)"( checked)?', page) == [("e5", ""), ("e6", "")]
    tap(director, "here-e5")
    page = director.open("/door/pair").get_data(as_text=True)
    assert re.findall(r'name="admit" value="(e\d)"( checked)?', page) == [("e5", " checked"), ("e6", "")]
    director.send("/door/pair", at="/door/pair", without=["e4"], admit=["e5"])
    board = director.board()
    assert {i for t in board.draft.tables for i in t.ids} == {"e1", "e2", "e3", "e5"}
    change = board.revision
    director.send(f"/history/{change}/undo", at="/draft", back=director.root)
    assert [e.status for e in director.board().entrants] == ["in", "in", "in", "in", "waiting", "waiting"]
    assert director.board().draft is None


def test_with_everyone_here_the_round_is_paired_at_once(door):
    tap(door, "rest")
    assert set(states(door)) == {"here"}
    page = door.open("/door").get_data(as_text=True)
    assert f'formaction="{door.root}/draft"' in page
    door.send("/draft", at="/door")
    assert len(door.board().draft.tables) == 4


def test_a_tap_sent_twice_counts_once(door):
    key = str(uuid.uuid4())
    first = log(door, "cash-e1", key=key)
    again = log(door, "cash-e1", key=key, seen=1)
    assert (first["state"], again["state"]) == ("done", "done")
    assert len(DoorState(door.board()).payments["e1"]) == 1
    assert 'id="door-e1"' in again["html"]
    assert 'id="door-sums"' in again["html"]


def test_two_devices_that_tap_the_same_agree_and_the_fee_is_taken_once(door):
    seen = door.board().revision
    for value in ("here-e1", "cash-e1"):
        assert log(door, value, seen=seen)["state"] == "done"
        before = door.board().revision
        assert log(door, value, seen=seen)["state"] == "done"
        assert door.board().revision == before


def test_two_devices_that_disagree_see_why_and_nothing_is_lost(door):
    seen = door.board().revision
    log(door, "here-e1", seen=seen)
    answer = log(door, "missing-e1", seen=seen, status=422)
    assert answer["state"] == "refused"
    assert "Someone else changed" in answer["detail"]
    assert 'data-state="here"' in answer["html"]
    assert states(door)[0] == "here"
    answer = log(door, "e_transfer-e2", seen=seen)
    answer = log(door, "cash-e2", seen=seen, status=422)
    assert "has paid everything already" in answer["detail"]


def test_taps_of_one_device_follow_each_other_on_a_slow_network(door):
    seen, first, second = door.board().revision, str(uuid.uuid4()), str(uuid.uuid4())
    assert log(door, "here-e1", key=first, seen=seen)["state"] == "done"
    assert log(door, "expected-e1", key=second, seen=seen, over=first)["state"] == "done"
    assert log(door, "here-e1", seen=seen, over=f"{first} {second}")["state"] == "done"
    assert states(door)[0] == "here"
    log(door, "cash-e1", key=(paid := str(uuid.uuid4())), seen=seen)
    assert log(door, "unpay-e1", seen=seen, over=paid)["state"] == "done"
    assert log(door, "unpay-e1", key=str(uuid.uuid4()), seen=seen, over=paid)["state"] == "done"


def test_who_leaves_gets_the_money_back_and_the_till_says_so(door):
    for value in ("here-e1", "cash-e1"):
        tap(door, value)
    door.send("/entrants/e1", at="/entrants/e1", do="withdraw")
    assert "Refund $10" in door.text("/door")
    tap(door, "refund-e1")
    text = door.text("/door")
    assert "$10 refunded" in text
    assert "Expected $0 · paid $0" in text
    tap(door, "unpay-e1")
    assert "Refund $10" in door.text("/door")


def test_every_tap_is_in_the_history_and_can_be_undone(door):
    tap(door, "here-e1")
    tap(door, "cash-e1")
    text = door.text("/history")
    name = door.board().name_of("e1")
    assert f"Check-in: {name}" in text
    assert f"Payment: {name}" in text
    assert "$10 (cash)" in text
    door.send(f"/history/{door.board().revision}/undo", at="/door", back=door.root + "/door")
    door.send(f"/history/{door.board().revision - 2}/undo", at="/door", back=door.root + "/door")
    one = DoorState(door.board()).entries[0]
    assert (one.state, one.paid) == ("expected", 0)


def test_a_refund_never_exceeds_the_payments_whatever_is_undone(door):
    for value in ("here-e1", "cash-e1"):
        tap(door, value)
    paid = door.board().revision
    door.send("/entrants/e1", at="/entrants/e1", do="withdraw")
    tap(door, "refund-e1")
    door.send(f"/history/{paid}/undo", at="/door", back=door.root + "/door")
    assert "A refund cannot be more than" in door.text("/door")


def test_the_page_sends_only_what_changed(door):
    tap(door, "here-e1")
    first = door.open("/door", headers={"X-Fragment": "1"})
    assert first.status_code == 200
    door.open("/door", 304, headers={"X-Fragment": "1", "If-None-Match": first.headers["ETag"]})
    tap(door, "here-e2")
    fresh = door.open("/door", headers={"X-Fragment": "1", "If-None-Match": first.headers["ETag"]})
    assert 'id="door-rows"' in fresh.get_data(as_text=True)
