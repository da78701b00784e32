"""Rate limits in a hall: two hundred phones share an address and play on, and abuse is stopped."""

from __future__ import annotations

import pytest

from scorekeeper.core.devices import visitors
from scorekeeper.core.net import proxies
from scorekeeper.core.security import rate_limits
from scorekeeper.core.security.rate_limits import ENTRIES, NEW_DEVICES, NEW_GAMES
from tests.tournaments import evening
from tests.tournaments.club_night import PASSWORD, Desk
from tests.tournaments.table.phones import Phone
from tests.visitor import form, start, value_of

TABLES, AT_EACH = 50, 4
HALL = "127.0.0.1"


@pytest.mark.thorough("several processes and both databases")
def test_two_hundred_new_phones_behind_one_address_join_record_and_report_within_a_minute(app):
    """Everything here falls into one window of the rate limits."""
    pairs = [[f"Aline {n}", f"Benoît {n}"] for n in range(2 * TABLES)]
    desk = evening.Desk(app, pairs, options={"rounds": 3, "match": {"kind": "hands", "hands": 1}})
    board = desk(evening.next_round)
    secrets = desk(evening.tables)
    refused = []
    for table in board.current.tables:
        token, sides = secrets[table.number], [side[0] for side in table.sides]
        phones = [(Phone(app), sides[n % 2]) for n in range(AT_EACH)]
        answers = [phone.sit(token, entrant) for phone, entrant in phones]
        (first, _), (second, _) = phones[:2]
        answers.append(opened := first.client.post(f"/t/{token}/pad", data={"first_dealer": "0"}))
        hand = {"contractor": 0, "bid": 60, "points": 75, "also_bid": "none-1-3", "action": "record"}
        answers.append(first.client.post(f"{opened.location}/hands", data={"revision": 1, "uuid": evening.key(), **hand}))
        seen = value_of(second.look(token), "seen")
        answers.append(second.post(token, "confirm", desk.revision, side=1, seen=seen))
        refused += [answer.status for answer in answers if answer.status_code != 303]
    assert refused == []
    assert all(desk.board.table(1, number).result for number in range(1, TABLES + 1))


def test_a_device_that_does_too_much_is_stopped_and_nobody_beside_it(app):
    abusive, neighbour = app.test_client(), app.test_client()
    start(abusive)
    with app.app_context():
        visitor = visitors.load(abusive.get_cookie(visitors.COOKIE).value)
        NEW_GAMES.spend(visitor, HALL, NEW_GAMES.by_device)
    stopped = abusive.post("/games/new", data=form())
    assert stopped.status_code == 429
    assert start(neighbour)


def test_a_browser_that_keeps_no_cookies_uses_up_the_room_of_strangers_and_not_of_those_who_were_there(app):
    known = app.test_client()
    game = start(known)
    with app.app_context():
        NEW_DEVICES.spend(None, HALL, NEW_DEVICES.of_each * app.config["HALL"] - 1)
    stranger = app.test_client().post("/settings", data={"name": "x"})
    assert stranger.status_code == 429
    assert int(stranger.headers["Retry-After"]) > 0
    assert known.get(game).status_code == 200
    assert known.post("/settings", data={"name": "Rita"}).status_code == 303


@pytest.mark.parametrize("allowance", [NEW_DEVICES, NEW_GAMES, ENTRIES])
def test_every_phone_of_a_hall_has_room_to_begin(allowance):
    assert allowance.of_each >= 3


@pytest.mark.slow
def test_whoever_tries_passwords_from_many_addresses_is_stopped_and_the_owner_goes_on(make_app):
    app = make_app(TRUSTED_PROXIES=proxies.parse_proxies("1"), WTF_CSRF_ENABLED=False)
    with app.app_context():
        Desk(0)
    own, stranger = app.test_client(), app.test_client()

    def sign_in(client, password, address):
        data = {"name": "Rita", "password": password}
        return client.post("/club/sign-in", data=data, headers={"X-Forwarded-For": address}).status_code

    assert sign_in(own, PASSWORD, "192.0.2.1") == 303
    tried = [sign_in(stranger, "faux faux faux", f"198.51.{n // 250}.{n % 250}") for n in range(rate_limits.MOST_BY_NAME)]
    assert tried == [422] * rate_limits.MOST_BY_NAME
    assert sign_in(stranger, PASSWORD, "203.0.113.9") == 429
    own.post("/club/sign-out")
    assert sign_in(own, PASSWORD, "192.0.2.1") == 303


def test_whoever_changes_the_address_within_one_network_of_ipv6_is_the_same(make_app):
    app = make_app(TRUSTED_PROXIES=proxies.parse_proxies("1"), WTF_CSRF_ENABLED=False)
    with app.app_context():
        Desk(0)
    data = {"name": "Rita", "password": "faux faux faux"}
    tried = [
        app.test_client().post("/club/sign-in", data=data, headers={"X-Forwarded-For": f"2001:db8::{n:x}"}).status_code
        for n in range(6)
    ]
    assert tried == [422] * 5 + [429]
