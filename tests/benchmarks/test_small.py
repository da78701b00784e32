"""Every benchmark runs with the smallest numbers, so that none breaks unnoticed."""

from __future__ import annotations

import contextlib
import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import browser as chromium
from tests import postgres
from tests.benchmarks import __main__ as benchmarks

ROOT = Path(__file__).parents[2]
IN_BROWSER = {"figures", "pad_bytes", "pad_save", "phone", "phone_pages", "public_bytes"}
ON_POSTGRES = {"growth"}
STARTS_PROGRAM = {"laboratory", "replay"}
SLOW = {"odds", "sheet_pdf"}
LONG = {"event_pdf": "draws an event of many pages", "growth": "fills two databases"}
SERVED = {
    "club_http": "serves four programs, two of them on PostgreSQL",
    "http_recording": "serves four programs, two of them on PostgreSQL",
    "kept_waiting": "serves the program twice on PostgreSQL, and waits",
    "pair_cost": "serves the program twice, once on PostgreSQL",
    "processes": "serves the program twice on PostgreSQL",
    "watchers": "serves the program twice on PostgreSQL",
}
"""Benchmarks that start the program in other processes, and so run in their own."""

MAY_BE_NONE = {"% of a processor", "s"}
"""Units of values that may be 0: idle work, and the wait until a hand is seen."""


def marks_of(subject: str) -> list[pytest.MarkDecorator]:
    """Return the marks that keep a benchmark out of the fastest tier."""
    if subject in SERVED:
        return [pytest.mark.process, pytest.mark.thorough(SERVED[subject])]
    if subject in LONG:
        return [pytest.mark.thorough(LONG[subject])]
    if subject in IN_BROWSER:
        return [pytest.mark.browser]
    if subject in STARTS_PROGRAM:
        return [pytest.mark.process]
    return [pytest.mark.slow] if subject in SLOW else []


EACH = pytest.mark.parametrize("subject", [pytest.param(one, marks=marks_of(one), id=one) for one in benchmarks.subjects()])


def printed_rows(text: str) -> list[dict[str, Any]]:
    """Return the rows that a benchmark printed."""
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def run(request, monkeypatch, capfd):
    """Run a small benchmark and return its rows, in this process with the shared browser and PostgreSQL if possible."""

    def elsewhere(subject: str) -> list[dict[str, Any]]:
        command = [sys.executable, "-m", "tests.benchmarks", "--small", subject]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return printed_rows(done.stdout)

    def here(subject: str) -> list[dict[str, Any]]:
        if subject in IN_BROWSER:
            browser = request.getfixturevalue("browser")
            monkeypatch.setattr(chromium, "launch", lambda: contextlib.nullcontext(browser))
        if subject in ON_POSTGRES:
            cluster = request.getfixturevalue("postgres_cluster")
            monkeypatch.setattr(postgres, "cluster", lambda: contextlib.nullcontext(cluster))
        module = f"tests.benchmarks.{subject}"
        monkeypatch.delitem(sys.modules, module, raising=False)
        monkeypatch.setattr(sys, "argv", [module, "--small"])
        capfd.readouterr()
        runpy.run_module(module, run_name="__main__")
        return printed_rows(capfd.readouterr().out)

    return lambda subject: elsewhere(subject) if subject in SERVED else here(subject)


@EACH
def test_a_benchmark_runs_and_prints_what_it_measured(run, subject):
    rows = run(subject)
    assert rows
    for row in rows:
        assert row["name"]
        assert row["unit"]
        assert row["value"] > 0 or row["unit"] in MAY_BE_NONE, row
        assert row["floor"] is None or row["ratio"] is not None or row["floor"] == 0, row


def test_every_subject_that_is_marked_is_there():
    assert IN_BROWSER | ON_POSTGRES | STARTS_PROGRAM | SLOW | {*LONG, *SERVED} <= {*benchmarks.subjects()}


def test_a_subject_that_is_not_there_is_named_with_those_that_are(capsys):
    assert benchmarks.main(["--small", "growth", "nonsense"]) == 2
    assert "no such subject: nonsense; there are: club_http, event_pdf, " in capsys.readouterr().err
