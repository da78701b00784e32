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
from tests.remembered import one_kind_of_dialect, remember_addresses
from tests.summing import PROPERTY, Summing

pytest_plugins = [
    f"tests.fixtures.{name}" for name in ("surroundings", "once", "databases", "applications", "serving", "browsers")
]

# Four hours beside UTC, and three in summer: what shows or reads a time without asking for its zone fails somewhere.
os.environ["TZ"] = "America/Moncton"
if hasattr(time, "tzset"):  # not on Windows
    time.tzset()

# Little of what is imported, collected and made is garbage: to look for it as often as usual takes two fifths of the collection.
gc.set_threshold(100_000, 20, 100)

# What drives WebKit is installed by `make webkit` alone.
collect_ignore = [] if find_spec("selenium") else ["webkit"]

remember_addresses()
one_kind_of_dialect()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--tier`, which tests to run; `--database`, on what; and how much the long tests do."""
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
    """Set how much is generated, register the marker of tests about SQLite's files, and add up what long tests count."""
    tiers.begin(config.getoption("tier"))
    config.addinivalue_line("markers", "sqlite(reason): is about SQLite's own files; not run with --database postgresql")
    config.pluginmanager.register(Summing(config))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out whole files of slow tests: to import them takes longer than to run the fast ones."""
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
    """What was imported and collected stays: it is not looked through for garbage again and again, a sixth of a run's time."""
    gc.collect()
    gc.freeze()


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are processors: tests with a browser or a server of their own wait for a part of their time."""
    return (os.cpu_count() or 1) + (config.getoption("tier") != "quick")


@pytest.fixture
def counted(record_property: Callable[[str, object], None]) -> Callable[..., None]:
    """Prints what a long test counted, and adds it up: `counted("evenings", line, {"lost": 0}, Save=0.2)`, Save in seconds."""

    def add(what: str, line: str, numbers: dict[str, int], **seconds: float) -> None:
        record_property(PROPERTY, {"what": what, "line": line, "numbers": numbers, "seconds": seconds})

    return add
