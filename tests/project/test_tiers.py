"""Tiers and seeded faults: the commands select the right tests."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import quick
from tests.tiers import is_left_out, tier_of
from tools import seeded_faults

ROOT = Path(__file__).parent.parent.parent


def item(*marks: str, fixtures: tuple[str, ...] = (), params: dict[str, object] | None = None) -> SimpleNamespace:
    """Return a fake collected test."""
    made = SimpleNamespace(fixturenames=fixtures, get_closest_marker=lambda name: name if name in marks else None)
    if params is not None:
        made.callspec = SimpleNamespace(params=params)
    return made


@pytest.mark.parametrize(
    ("test", "tier"),
    [
        (item(), "quick"),
        (item("slow"), "test"),
        (item("process"), "test"),
        (item(fixtures=("postgres", "postgres_cluster")), "test"),
        (item(params={"served": "postgresql"}), "test"),
        (item(params={"served": "sqlite"}), "quick"),
        (item("browser"), "all"),
        (item("browser", "journey"), "test"),
        (item("thorough"), "all"),
        (item("slow", "thorough"), "all"),
    ],
)
def test_a_test_is_run_by_the_first_tier_that_can_afford_it(test, tier):
    assert tier_of(test) == tier


@pytest.mark.parametrize(
    ("source", "tests"),
    [
        ("scorekeeper/games", "tests/games"),
        ("scorekeeper/games/pages/pad/pad.py", "tests/games/pages/pad"),
        ("scorekeeper/games/pages", "tests/games/pages"),
        ("templates/rulings/over.html", "tests/rulings"),
        ("static/css/games", "tests/games"),
        ("scorekeeper/cli/instance/backup.py", "tests/cli"),
        ("tests/engine/test_scoring.py::test_one", "tests/engine/test_scoring.py::test_one"),
        ("-k", "-k"),
    ],
)
def test_a_subject_is_named_by_its_source(source, tests):
    assert quick.tests_of(source) == tests


def test_a_source_that_does_not_exist_is_named():
    with pytest.raises(ValueError, match=r"scorekeeper/gmaes does not exist"):
        quick.tests_of("scorekeeper/gmaes")


def test_a_file_of_browser_tests_is_not_even_imported_by_the_fast_tier(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.tiers._tier", "quick")
    slow, fast = tmp_path / "test_slow.py", tmp_path / "test_fast.py"
    slow.write_text("pytestmark = [pytest.mark.slow, pytest.mark.sqlite]\n")
    fast.write_text("@pytest.mark.slow\ndef test_one(): ...\n")
    assert is_left_out(slow)
    assert not is_left_out(fast)


FAULTS = seeded_faults.read_faults()


def test_there_are_thirty_seeded_faults_in_every_part_that_must_not_break():
    areas = {"engine", "log", "sender", "fold", "desk", "guard", "pairing", "papers", "access", "restore"}
    assert {fault.area for fault in FAULTS} == areas
    assert len(FAULTS) >= 30


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_a_seeded_fault_can_be_put_in_and_taken_out_again(fault, tmp_path):
    path = tmp_path / fault.file
    path.parent.mkdir(parents=True)
    path.write_bytes((ROOT / fault.file).read_bytes())
    with seeded_faults.apply_fault(fault, tmp_path):
        assert path.read_bytes() != (ROOT / fault.file).read_bytes()
    assert path.read_bytes() == (ROOT / fault.file).read_bytes()
    assert all((ROOT / test).is_file() for test in fault.tests)
