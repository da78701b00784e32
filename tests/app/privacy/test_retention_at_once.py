"""Retention run by the nightly job and by hand at once: three processes on one database."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time

import pytest

from scorekeeper.clubs.store.privacy import privacy_events
from scorekeeper.core.db.database import db
from scorekeeper.tournaments.commands.privacy import retention
from tests.app.privacy.test_privacy import chosen_long_ago, events_day
from tests.app.privacy.test_pseudonyms import everything, facts
from tests.tournaments.named_evening import NamedEvening

TOGETHER = """
import sys, time
from pathlib import Path
from scorekeeper.cli.command_line import main
from scorekeeper.tournaments.commands.privacy import retention

place, name, *words = sys.argv[1:]
run_all = retention.run_all

def at_once(call):
    (Path(place) / name).touch()
    while not (Path(place) / "go").exists():
        time.sleep(0.001)
    return run_all(call)

retention.run_all = at_once
main(words)
"""
"""`scorekeeper privacy run`, started once all processes have opened the instance."""


MANY = 3
"""With only two, the waiting one would not wait long enough for SQLite to reject it."""


@pytest.mark.thorough("several processes and both databases")
def test_of_processes_that_do_what_is_due_at_once_one_does_it_and_none_fails(served, tmp_path):
    with served.app_context():
        evening = NamedEvening()
        events_day(evening, "2020-01-10", "2020-02-07")
        chosen_long_ago(keep_names=24)
        due, before = retention.due(evening.club.club_id).now, facts(evening)
        db.session.remove()
    assert due
    surroundings = {
        **os.environ,
        "SCOREKEEPER_INSTANCE": served.instance_path,
        "SCOREKEEPER_DATABASE_URL": served.config["SQLALCHEMY_DATABASE_URI"],
        "LANGUAGE": "en",
    }
    started = [
        subprocess.Popen(
            [sys.executable, "-c", TOGETHER, str(tmp_path), str(n), "privacy", "run", *(["--nightly"] if n == 0 else [])],
            env=surroundings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for n in range(MANY)
    ]
    while not all((tmp_path / str(n)).exists() or process.poll() is not None for n, process in enumerate(started)):
        time.sleep(0.01)
    (tmp_path / "go").touch()
    said = [process.communicate(timeout=240)[0] for process in started]
    assert [process.returncode for process in started] == [0] * MANY, said
    assert sorted(int(found) for text in said for found in re.findall(r"names replaced: (\d+)", text)) == [len(due)]
    assert sum("Nothing is due." in text for text in said) == MANY - 1
    with served.app_context():
        assert facts(evening) == before
        assert retention.due(evening.club.club_id).people == ()
        (note,) = privacy_events(evening.club.club_id)
        assert note.after["people"] == len(due)
        assert len(set(note.after["become"])) == len(note.after["become"])
    if served.config["SQLALCHEMY_DATABASE_URI"].startswith("sqlite:"):
        assert "Leblanc" not in everything(served)
