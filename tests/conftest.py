"""Pytest configuration. The fixtures are in `tests/fixtures`, by subject."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests import tiers
from tests.fixture_caches import one_kind_of_dialect, remember_addresses
from tests.soak_report import PROPERTY, Summing

pytest_plugins = [
    f"tests.fixtures.{name}" for name in ("surroundings", "once", "databases", "applications", "serving", "browsers")
]

# Four hours from UTC, three in summer, so that code that ignores time zones fails somewhere.
os.environ["TZ"] = "America/Moncton"
if hasattr(time, "tzset"):  # not on Windows
    time.tzset()

# Imports and collection create little garbage, and looking for it takes two fifths of the collection time.
gc.set_threshold(100_000, 20, 100)

# Only `make webkit` installs the WebKit driver.
collect_ignore = [] if find_spec("selenium") else ["webkit"]

remember_addresses()
one_kind_of_dialect()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--tier` (the tests to run), `--database`, and options for long tests."""
    parser.addoption(
        "--tier", choices=tiers.TIERS, default="all", help="which tests to run: docs/testing.md says what each tier proves"
    )
    parser.addoption("--late-scripts", type=float, default=0.0, metavar="SECONDS", help="serve scripts to the browser later")
    parser.addoption(
        "--database",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="what the applications of tests are on that do not ask for one kind of database themselves",
    )
    parser.addoption(
        "--breaks", type=int, default=60, metavar="NUMBER", help="how much breaks in each long evening of tests/faults"
    )
    parser.addoption(
        "--examples", type=int, default=100, metavar="NUMBER", help="questions an operation in the long test of the API"
    )
    parser.addoption(
        "--fuzz-runs", type=int, default=50_000, metavar="NUMBER", help="inputs a reader in the long tests of tests/fuzz"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Set the amount of generated data, register the SQLite marker, and add up totals of long tests."""
    tiers.begin(config.getoption("tier"))
    config.addinivalue_line("markers", "sqlite(reason): is about SQLite's own files; not run with --database postgresql")
    config.pluginmanager.register(Summing(config))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Skip whole files of slow tests, because importing them takes longer than running the fast ones."""
    return True if tiers.is_left_out(collection_path) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Select the tier's tests. On PostgreSQL, skip tests about SQLite and say why."""
    tiers.select(config, items)
    if config.getoption("database") == "sqlite":
        return
    for item in items:
        if (mark := item.get_closest_marker("sqlite")) is not None:
            item.add_marker(pytest.mark.skip(reason=f"SQLite alone: {mark.args[0]}"))


def pytest_collection_finish() -> None:
    """Freeze imported and collected objects. Garbage collection would take a sixth of the run's time."""
    gc.collect()
    gc.freeze()


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return one more than the number of processors, because browser and server tests often wait."""
    return (os.cpu_count() or 1) + (config.getoption("tier") != "quick")


@pytest.fixture
def counted(record_property: Callable[[str, object], None]) -> Callable[..., None]:
    """Return a function that prints and adds up counts of a long test.

    Use: `counted("evenings", line, {"lost": 0}, Save=0.2)`, with Save in seconds.
    """

    def add(what: str, line: str, numbers: dict[str, int], **seconds: float) -> None:
        record_property(PROPERTY, {"what": what, "line": line, "numbers": numbers, "seconds": seconds})

    return add
