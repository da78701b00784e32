"""Jobs: claimed once, renewed, released when their worker dies, and tried again after an error."""

from __future__ import annotations

import threading
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.files import hold_lock
from scorekeeper.core.jobs import job_queue
from scorekeeper.core.jobs.job_queue import ATTEMPTS, DEAD, Job

pytestmark = pytest.mark.slow

QUEUE = "test"


@pytest.fixture
def both(served):
    """The application in an app context, on each kind of database."""
    with served.app_context():
        with hold_lock(job_queue.lock_of(Path(served.instance_path), QUEUE)):
            pass  # makes the folder
        yield served


@pytest.fixture
def done(monkeypatch):
    """Arguments of the jobs that ran."""
    arguments = []
    monkeypatch.setitem(job_queue._functions, QUEUE, arguments.append)
    return arguments


def add(*arguments, **values):
    with write_transaction() as session:
        for one in arguments:
            job_queue.add_job(session, QUEUE, one)
        session.flush()
        if values:
            session.execute(update(Job).values(**values))


def work(app, **how):
    job_queue.run_jobs(app, QUEUE, idle=0.0, **how)
    db.session.commit()  # only a new transaction sees others' changes


def test_jobs_run_in_the_order_of_adding_and_nothing_is_left(both, done):
    add("a", "b", "c")
    work(both)
    assert done == ["a", "b", "c"]
    assert db.session.scalars(select(Job)).all() == []


def test_a_job_of_a_rolled_back_transaction_does_not_exist(both, done):
    with suppress(ZeroDivisionError), write_transaction() as session:
        job_queue.add_job(session, QUEUE, "a")
        raise ZeroDivisionError
    work(both)
    assert done == []


def test_workers_of_two_hosts_never_run_the_same_job(both, done):
    add(*range(40))
    hosts = [job_queue._Worker(both, QUEUE, 0.0, 1000) for _ in range(2)]
    for n, host in enumerate(hosts):
        host.name = f"host{n} 1"
    threads = [threading.Thread(target=host._run_thread) for host in hosts for _ in range(2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(done) == list(range(40))


def test_a_job_claimed_on_another_host_is_released_when_its_worker_is_dead(both, done):
    add("a", worker="elsewhere 7", renewed_at=now() - timedelta(seconds=DEAD / 2))
    work(both)
    assert done == []
    add(worker="elsewhere 7", renewed_at=now() - timedelta(seconds=DEAD * 2))
    work(both)
    assert done == ["a"]


def test_a_job_whose_worker_on_this_host_died_is_taken_at_once_by_the_next(both, done):
    worker = job_queue._Worker(both, QUEUE, 0.0, 1)
    add("a")
    assert worker._claim_job() is not None
    assert job_queue.count_waiting(QUEUE) == 0
    work(both)
    assert done == ["a"]


def test_a_running_job_keeps_its_claim(both, monkeypatch):
    worker = job_queue._Worker(both, QUEUE, 0.0, 1)
    seen = []

    def look(_argument):
        with write_transaction() as session:
            session.execute(update(Job).values(renewed_at=now() - timedelta(seconds=DEAD * 2)))
        worker._renew_claims()
        job_queue._Worker(both, QUEUE, 0.0, 1)._renew_claims()
        seen.append(db.session.scalar(select(Job.worker)))

    monkeypatch.setitem(job_queue._functions, QUEUE, look)
    add("a")
    assert worker._run_next()
    assert seen == [worker.name]


def test_a_job_taken_over_by_another_worker_stays_its_own(both, monkeypatch):
    def lose(_argument):
        with write_transaction() as session:
            session.execute(update(Job).values(worker="elsewhere 7"))

    monkeypatch.setitem(job_queue._functions, QUEUE, lose)
    add("a")
    work(both)
    assert db.session.scalar(select(Job.worker)) == "elsewhere 7"


def test_a_job_that_fails_is_tried_later_and_in_the_end_given_up(both, monkeypatch):
    tried = []

    def fail(argument):
        tried.append(argument)
        raise OSError

    monkeypatch.setitem(job_queue._functions, QUEUE, fail)
    add("a")
    delays = []
    for _ in range(ATTEMPTS):
        work(both)
        work(both)  # not yet due
        delays += [round((due - now()).total_seconds()) for due in db.session.scalars(select(Job.due_at))]
        add(due_at=now())
    assert tried == ["a"] * ATTEMPTS
    assert delays == [3, 9, 27]
    assert db.session.scalars(select(Job)).all() == []
