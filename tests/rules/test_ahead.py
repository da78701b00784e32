"""The rulebook PDF is made in advance without slowing down requests."""

from __future__ import annotations

import itertools
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from scorekeeper.core.jobs import idle_time
from scorekeeper.core.jobs.idle_time import IdleTimer, last_request_file
from scorekeeper.rules.printouts import prerendering

_stamps = itertools.count(1)


class Evening:
    """An instance, and a clock set by hand."""

    def __init__(self, instance: Path) -> None:
        self.instance = instance
        self.time = 0.0

    def now(self) -> float:
        return self.time

    def visit(self) -> None:
        """Serve a request."""
        file = last_request_file(self.instance)
        file.parent.mkdir(exist_ok=True)
        file.touch()
        os.utime(file, (0, next(_stamps)))


@pytest.fixture
def evening(tmp_path) -> Evening:
    return Evening(tmp_path)


def begun_at(evening: Evening, until: int, visits: range = range(0)) -> list[float]:
    """Return when the work began within that many seconds, with visits at these."""
    begun = []

    def begin(instance):
        assert instance == evening.instance
        begun.append(evening.time)
        return SimpleNamespace(poll=lambda: 0)

    work = prerendering.BackgroundPrinting(evening.instance, evening.now, begin)
    for second in range(until):
        evening.time = float(second)
        if second in visits:
            evening.visit()
        work.turn()
    return begun


def test_nothing_is_drawn_ahead_in_the_first_five_minutes(evening):
    assert begun_at(evening, 300) == []


def test_it_is_drawn_once_after_five_minutes_in_which_nobody_came(evening):
    assert begun_at(evening, 2000) == [300]


def test_nothing_is_drawn_ahead_while_somebody_is_served(evening):
    assert begun_at(evening, 1000, range(10, 1000, 20)) == []


def test_it_is_drawn_half_a_minute_after_the_last_visit(evening):
    [begun] = begun_at(evening, 1200, range(10, 1000, 20))
    assert 990 + idle_time.CALM_SECONDS <= begun <= 990 + idle_time.CALM_SECONDS + 2 * prerendering.POLL_SECONDS


def test_a_document_in_hand_waits_for_the_end_of_a_visit(evening):
    slept = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        evening.time += seconds

    until_calm = prerendering.idle_waiter(IdleTimer(evening.instance, evening.now), os.getpid(), sleep)
    until_calm()
    assert slept == []
    evening.visit()
    until_calm()
    assert sum(slept) == idle_time.CALM_SECONDS


def test_nothing_is_drawn_ahead_for_a_program_that_has_ended(evening, monkeypatch):
    monkeypatch.setattr(prerendering, "_is_running", lambda _process: False)
    evening.visit()
    with pytest.raises(SystemExit):
        prerendering.idle_waiter(IdleTimer(evening.instance, evening.now), 1)()


@pytest.fixture
def timer() -> Iterator[None]:
    before = signal.getsignal(signal.SIGPROF)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


@pytest.mark.usefixtures("timer")
def test_work_in_hand_asks_again_and_again_whether_somebody_is_served(evening, monkeypatch):
    asked = []
    monkeypatch.setattr(prerendering.os, "nice", lambda _: None)
    monkeypatch.setattr(prerendering, "idle_waiter", lambda *_: lambda: asked.append(True))

    def work(_instance, _until_calm) -> None:
        while len(asked) < 2:  # it never asks itself
            pass

    monkeypatch.setattr(prerendering, "make_books", work)
    prerendering.main(evening.instance, os.getpid())
    assert len(asked) == 2


@pytest.mark.thorough("renders the whole rulebook twelve times")
def test_every_form_of_the_rulebook_is_drawn_once(evening, monkeypatch):
    written = []
    monkeypatch.setattr(prerendering, "write_pdf", lambda html: written.append(html) or b"%PDF")
    prerendering.make_books(evening.instance, lambda: None)
    kept = sorted(path.name.rpartition("-")[0] for path in (evening.instance / "pdf").iterdir())
    assert kept == [f"rulebook-{lang}-{size}-box" for lang in ("both", "en", "fr") for size in ("a4", "letter")]
    prerendering.make_books(evening.instance, lambda: None)
    assert len(written) == 6


def test_a_page_counts_as_served_and_what_machines_ask_does_not(make_app):
    app = make_app(PREPARED=True)
    file = last_request_file(Path(app.instance_path))
    client = app.test_client()
    client.get("/up")
    assert not file.exists()
    client.get("/robots.txt")
    assert file.exists()
