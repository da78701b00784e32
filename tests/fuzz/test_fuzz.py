"""Every reader of outside input takes any bytes: it reads them, or rejects them with one of our own errors."""

from __future__ import annotations

import random
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from scorekeeper.core.config.settings import SETTINGS
from tests.fuzz.program import forms, request_context
from tests.fuzz.targets import TARGETS

pytestmark = pytest.mark.slow

SIGNS = (
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"null",
    b"-1",
    b"1e400",
    b"99999999999999999999",
    b"\xff",
    b"\x00",
    b"",
    b"\xc3",
)
AROUND = 60
"""Inputs made from each seed, in the tests that always run."""
EACH = pytest.mark.parametrize("name", TARGETS)


@pytest.fixture(autouse=True)
def within():
    """Run in a request, because errors need words."""
    with request_context():
        yield


@EACH
def test_a_reader_accepts_what_it_was_made_for(name):
    target = TARGETS[name]
    accepted = [target(one) for one in target.seeds()]
    assert sum(accepted) > len(accepted) / 2, "most seeds lead inside"


@EACH
def test_a_reader_reads_or_refuses_what_was_damaged(name):
    target, chance = TARGETS[name], random.Random(f"200 {name}")
    seeds = target.seeds()
    for one in chance.sample(seeds, min(12, len(seeds))):
        for _ in range(AROUND):
            data = damaged(one, chance)
            try:
                target(data)
            except Exception as error:
                error.add_note(f"{name} read {data!r}")
                raise


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Return the bytes with a few removed, inserted, doubled or swapped."""
    made = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        place, width = chance.randrange(len(made) + 1), chance.choice((0, 1, 1, 2, 8, 40))
        instead = chance.choice((*SIGNS, bytes(made[place : place + width]) * 2))
        made[place : place + width] = instead
    return bytes(made)


def test_every_form_and_every_setting_is_among_what_is_read():
    assert len(forms()) > 30
    assert len(TARGETS["settings"].seeds()) > len(SETTINGS)


@pytest.mark.soak
@EACH
def test_nothing_that_a_fuzzer_finds_is_neither_read_nor_refused(name, request, tmp_path):
    if find_spec("atheris") is None:
        pytest.skip("atheris is not installed: there is no build of it for this Python or this system")
    runs = request.config.getoption("fuzz_runs")
    command = [sys.executable, "-m", "tests.fuzz", name, "--runs", str(runs), "--corpus", str(tmp_path)]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    found = [one.read_bytes()[:2000] for one in tmp_path.glob("found-*")]
    assert done.returncode == 0, f"{found}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    assert f"number_of_executed_units: {runs}" in done.stderr.replace("stat::", "") or "executed" in done.stderr
