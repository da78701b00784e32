"""Tiers: the tests that `make quick`, `make test` and `make test-all` run. docs/testing.md describes each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

TIERS = ("quick", "test", "all")
_SHARES = {"quick": 0.1, "test": 0.2, "all": 1.0}
"""The share of generated examples that a property-based test tries."""
_EXAMPLES = 100
_tier = "all"

_MARKS = {"browser": "all", "thorough": "all", "process": "test", "slow": "test"}
_WHOLE_FILE = re.compile(r"^pytestmark = .*\bmark\.(?:browser|thorough|process|slow|soak|webkit)\b", re.MULTILINE)
_FIXTURES = {"postgres_cluster": "test"}


def begin(tier: str) -> None:
    """Set the amount of generated data, before any test is imported.

    Merge checks try the same examples every time, so that they never fail at random. `make test-all` tries new ones.
    """
    global _tier
    _tier = tier
    # A busy machine is slow, and that is not a fault. No test depends on the clock.
    fixed = {} if tier == "all" else {"derandomize": True, "database": None}
    settings.register_profile(
        tier, deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=examples(_EXAMPLES), **fixed
    )
    settings.load_profile(tier)


def examples(many: int, *, least: int = 6) -> int:
    """Return how many of `many` generated examples to try, at least `least`."""
    return min(many, max(least, round(many * _SHARES[_tier])))


def is_left_out(path: Path) -> bool:
    """Return whether no test of this file is in the tier `quick`, judging by its `pytestmark`."""
    return _tier == "quick" and path.name.startswith("test_") and bool(_WHOLE_FILE.search(path.read_text("utf-8")))


def tier_of(item: pytest.Item) -> str:
    """Return the first tier that runs a test."""
    tiers = [tier for mark, tier in _MARKS.items() if item.get_closest_marker(mark)]
    tiers += [tier for name, tier in _FIXTURES.items() if name in getattr(item, "fixturenames", ())]
    if item.get_closest_marker("journey"):
        return "test"
    if "postgresql" in getattr(getattr(item, "callspec", None), "params", {}).values():
        tiers.append("test")
    return max(tiers, key=TIERS.index, default="quick")


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the requested tier (`--tier`)."""
    tier = TIERS.index(config.getoption("tier"))
    left_out = [item for item in items if TIERS.index(tier_of(item)) > tier]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        chosen = set(items) - set(left_out)
        items[:] = [item for item in items if item in chosen]
