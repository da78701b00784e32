from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from scorekeeper.core.db.database import now
from scorekeeper.core.devices import visitors
from scorekeeper.core.refusals import TooMany
from scorekeeper.core.security.rate_limits import RateLimit

HALL = "203.0.113.7"
FEW = RateLimit("games", "game.often", by_device=3, of_each=2, by_link=1)
ALL = 10
"""For a hall of five."""


@pytest.fixture(autouse=True)
def small_hall(app):
    app.config["HALL"] = 5


def older_device() -> visitors.Visitor:
    """Return a device created before the evening."""
    return replace(visitors.make(), since=now() - timedelta(hours=2))


@pytest.mark.slow
def test_sixty_phones_of_a_hall_behind_one_address_each_have_an_allowance_of_their_own(inside):
    for phone in [older_device() for _ in range(60)]:
        for _ in range(FEW.by_device):
            FEW.spend(phone, HALL)
        with pytest.raises(TooMany):
            FEW.spend(phone, HALL)


def test_strangers_who_use_up_an_address_take_nothing_from_devices_that_were_there_before(inside):
    phone = older_device()
    FEW.spend(None, HALL, ALL)
    with pytest.raises(TooMany) as found:
        FEW.spend(None, HALL)
    assert (found.value.code, found.value.params) == ("game.often", {"minutes": 15})
    with pytest.raises(TooMany):
        FEW.spend(visitors.make(), HALL)
    FEW.spend(phone, HALL)
    FEW.spend(None, "198.51.100.1")


def test_what_is_brought_in_at_once_counts_as_much_as_it_is(inside):
    phone = older_device()
    with pytest.raises(TooMany):
        FEW.spend(phone, HALL, 4)
    FEW.spend(older_device(), HALL, 3)


def test_a_device_is_known_since_it_was_made(inside):
    cookie = visitors.cookie_value(visitors.make())
    made = visitors.load(cookie)
    assert made is not None
    assert made.since is not None
    assert abs(now() - made.since) < timedelta(minutes=5)


def test_those_whom_a_link_brings_count_by_the_link_wherever_they_are(inside):
    for n in range(5):
        FEW.spend(None, f"203.0.113.{n}", link="a secret link")
    with pytest.raises(TooMany):
        FEW.spend(None, "198.51.100.1", link="a secret link")
    FEW.spend(None, "198.51.100.1", link="another link")


def test_addresses_of_one_network_of_ipv6_count_as_one(inside):
    for n in range(ALL):
        FEW.spend(None, f"2001:db8::{n:x}")
    with pytest.raises(TooMany):
        FEW.spend(None, "2001:db8::ffff")
    FEW.spend(None, "2001:db8:0:1::1")
