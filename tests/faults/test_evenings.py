"""Evenings on one phone over a bad network: nothing lost, nothing twice, nobody asked for nothing, nobody kept waiting."""

from __future__ import annotations

import pytest

from tests.faults.evening import one

RATES = (0.0, 0.1, 0.3, 0.6)

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("seed", "rate"), [(11, 0.1), (12, 0.3), (13, 0.6)])
def test_a_short_evening_over_a_bad_network_is_recorded_as_it_was_told(live_server, browser, seed, rate):
    told = one(live_server.app, live_server.url, browser, seed, rate, 9)
    assert told.sound, f"{told.story}\npython -m tests.faults.evening {seed} {rate} 9"


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(200))
def test_an_evening_over_a_bad_network_is_recorded_as_it_was_told(live_server, browser, seed, counted):
    rate = RATES[seed % len(RATES)]
    told = one(live_server.app, live_server.url, browser, seed, rate, 40)
    counted("evenings over a bad network", str(told), told.numbers, Save=told.worst)
    assert told.good, f"{told.story}\npython -m tests.faults.evening {seed} {rate} 40"
