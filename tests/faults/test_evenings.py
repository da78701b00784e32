"""Evenings on one phone over a bad network: nothing lost or duplicated, no needless questions, no long waits."""

from __future__ import annotations

import pytest

from tests.faults import begun, evening

RATES = (0.0, 0.1, 0.3, 0.6)

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("seed", "rate"), [(11, 0.1), (12, 0.3), (13, 0.6)])
def test_a_short_evening_over_a_bad_network_is_recorded_as_it_was_told(live_server, browser, seed, rate):
    told = evening.one(live_server.app, live_server.url, browser, seed, rate, 9)
    assert told.sound, f"{told.story}\npython -m tests.faults.evening {seed} {rate} 9"


def test_a_short_evening_that_began_without_a_network_goes_over_to_the_server_by_a_bad_one(live_server, browser):
    told = begun.one(live_server.app, live_server.url, browser, 1, 0.3, 14)
    assert told.sound, f"{told.story}\npython -m tests.faults.begun 1 0.3 14"


@pytest.fixture
def long(live_server, browser, counted):
    """Plays a long evening, counts the result and checks it: `long(evening, "evenings", seed)`."""

    def play(kind, what, seed):
        rate = RATES[seed % len(RATES)]
        told = kind.one(live_server.app, live_server.url, browser, seed, rate, 40)
        counted(what, str(told), told.numbers, Save=told.worst)
        assert told.good, f"{told.story}\npython -m {kind.__name__} {seed} {rate} 40"

    return play


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(200))
def test_an_evening_over_a_bad_network_is_recorded_as_it_was_told(long, seed):
    long(evening, "evenings over a bad network", seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100))
def test_an_evening_that_began_without_a_network_is_the_servers_as_it_was_told(long, seed):
    long(begun, "evenings begun on the phone", seed)
