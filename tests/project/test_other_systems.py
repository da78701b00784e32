"""A system without fork, alarms and priorities and with other locks, such as Windows.

The program starts, answers and prints with those removed. Other differences need a real machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import types

import pytest

from scorekeeper.core import files
from scorekeeper.core.net import own_addresses

WITHOUT = """
import builtins, os, select, signal, sys
real = builtins.__import__
def missing(name, *args, **kwargs):
    if name in ("fcntl", "resource", "pwd", "grp"):
        raise ImportError(name)
    return real(name, *args, **kwargs)
builtins.__import__ = missing
for module, names in (
    (os, ("fork", "nice", "killpg", "getpgrp", "setsid", "O_CLOEXEC", "getuid", "geteuid")),
    (signal, ("alarm", "setitimer", "SIGALRM", "SIGPROF", "SIGKILL", "SIGHUP", "SIGCHLD", "pthread_sigmask")),
    (select, ("poll",)),
):
    for name in names:
        delattr(module, name)
"""

SERVE = """
import itertools, socket, threading, time, urllib.request
from scorekeeper import create_app; from scorekeeper.server.http import http_server as serving
from scorekeeper.rules.printouts import prerendering as ahead
from scorekeeper.server.startup.opening import prepare_application
from pathlib import Path
app = prepare_application(str)
ahead.BackgroundPrinting(Path(app.instance_path), itertools.count(0, 1000).__next__, begin=None).turn()
(listener,) = serving.listen("127.0.0.1", 0)
stop = threading.Event()
thread = threading.Thread(target=serving.serve, args=(create_app(), listener, stop.is_set))
thread.start()
with urllib.request.urlopen(f"http://127.0.0.1:{listener.getsockname()[1]}/") as page:
    print("answered", page.status)
stop.set()
thread.join()
"""

PRINT = """
from scorekeeper.server import worker as working
from scorekeeper.core.jobs import job_queue as jobs
from scorekeeper.core.pdf.pdf_queue import Printer
from scorekeeper.server.startup.opening import prepare_application
from pathlib import Path
prepare_application(str)
app = working.application(Path(os.environ["SCOREKEEPER_INSTANCE"]))
jobs.ensure_worker = lambda *_: None
with app.app_context():
    Printer().document("abcdefabcdefabcd", lambda: "<p>200</p>", "visitor")
    jobs.run_jobs(app, "documents", idle=0)
    print("printed", Printer().document("abcdefabcdefabcd", str, "visitor")[:4])
"""


def run(program: str, instance: object) -> str:
    environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(instance)}
    done = subprocess.run([sys.executable, "-c", WITHOUT + program], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.thorough("starts the program several times")
def test_one_process_serves_where_none_can_be_forked(tmp_path, prepared):
    assert "answered 200" in run(SERVE, prepared(tmp_path))


@pytest.mark.thorough("starts the program several times")
def test_a_document_is_made_without_alarms_and_priorities(tmp_path, prepared):
    assert "printed b'%PDF'" in run(PRINT, prepared(tmp_path))


@pytest.mark.parametrize("taken", [False, True])
def test_windows_locks_a_file_in_its_own_way(tmp_path, monkeypatch, taken):
    held: list[int] = []

    def locking(handle: int, _how: int, _bytes: int) -> None:
        if taken:
            raise PermissionError
        held.append(handle)

    monkeypatch.setattr(files, "fcntl", None)
    monkeypatch.setattr(files, "msvcrt", types.SimpleNamespace(locking=locking, LK_NBLCK=2))
    with files.hold_lock(tmp_path / "lock") as mine:
        assert mine is not taken
    assert len(held) == (0 if taken else 1)


def test_where_interfaces_are_not_asked_as_on_linux_the_computers_own_name_is(monkeypatch):
    monkeypatch.setattr(own_addresses.sys, "platform", "win32")
    monkeypatch.setattr(own_addresses.socket, "gethostbyname", lambda _name: "192.168.1.7")
    assert own_addresses._interface_address() == "192.168.1.7"
    monkeypatch.setattr(own_addresses.socket, "gethostbyname", lambda _name: "127.0.1.1")
    assert own_addresses._interface_address() is None
