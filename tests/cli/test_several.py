from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.cli.test_replay import GAME, LINE

pytestmark = pytest.mark.slow

COMMAND = [sys.executable, "-m", "scorekeeper", "replay"]
posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


def played(n: int) -> str:
    hand = {"kind": "played", "contractor": n % 4, "bid": 50 + n % 11 * 5, "bids": {}, "points": [n % 21 * 5, 100 - n % 21 * 5]}
    return json.dumps({**GAME, "events": [hand]}) + "\n"


def started() -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen([*COMMAND, "--jobs", "2"], stdin=pipe, stdout=pipe, stderr=pipe)


def run(*args: str, stdin: str) -> tuple[int, bytes]:
    done = subprocess.run([*COMMAND, *args], input=stdin.encode(), stdout=subprocess.PIPE, check=False)
    return done.returncode, done.stdout


def children_of(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], stdout=subprocess.PIPE, check=False)
    return [int(word) for word in found.stdout.split()]


def have_ended(pids: list[int]) -> bool:
    for _ in range(100):
        left = subprocess.run(["ps", "-o", "stat=", "-p", ",".join(map(str, pids))], stdout=subprocess.PIPE, check=False).stdout
        if all(state.startswith(b"Z") for state in left.split()):
            return True
        time.sleep(0.1)
    return False


@pytest.mark.thorough("a process for each case")
@pytest.mark.parametrize("more", [(), ("--lang", "fr"), ("--rules", "north_300")])
def test_several_processes_answer_what_one_does_in_the_same_order(tmp_path, more):
    broken = "not json\n" + json.dumps({**GAME, "first_dealer": 9}) + "\n"
    spread = json.dumps(GAME, indent=2) + "\n"
    games = "".join([played(n) for n in range(100)]) + broken + spread + "".join([played(n) for n in range(50)])
    file = tmp_path / "games.jsonl"
    file.write_text(games)
    alone = run(*more, stdin=games)
    assert alone[0] == 1
    assert alone[1].count(b"\n") == 153
    assert run("--jobs", "3", *more, stdin=games) == alone
    assert run("--jobs", "2", *more, str(file), stdin="") == alone


def test_they_end_well_where_all_was_answered():
    assert run("--jobs", "2", stdin=LINE * 3) == run(stdin=LINE * 3)
    assert run("--jobs", "2", stdin="") == (0, b"")


def test_an_answer_comes_before_the_next_question_is_asked():
    with started() as process:
        for n in range(5):
            process.stdin.write(played(n).encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["hands"][0]["n"] == 1
        process.stdin.close()
    assert process.returncode == 0


def test_what_is_asked_together_is_answered_together_and_at_once():
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for many in (1, 3, 2):
            process.stdin.write("".join([played(n) for n in range(many)]).encode())
            process.stdin.flush()
            assert os.read(process.stdout.fileno(), 2**16).count(b"\n") == many
        process.stdin.close()
        assert process.stdout.read() == b""
    assert process.returncode == 0


@posix
def test_a_reader_who_has_seen_enough_leaves_no_process_behind():
    with subprocess.Popen(
        [*COMMAND, "--jobs", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdin.write(LINE.encode())
        process.stdin.flush()
        process.stdout.readline()
        children = children_of(process.pid)
        assert len(children) == 2
        process.stdout.close()
        for n in range(3):
            if process.poll() is None:
                process.stdin.write(played(n).encode())
                process.stdin.flush()
        assert process.wait(120) == 1
        assert process.stderr.read() == b""
    assert have_ended(children)


@pytest.fixture
def heard():
    """Let child processes receive SIGINT, even if the tests run in the background and ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@posix
@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_whoever_ends_it_ends_all_of_it(sent):
    with subprocess.Popen(
        [*COMMAND, "--jobs", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdin.write(LINE.encode())
        process.stdin.flush()
        process.stdout.readline()
        children = children_of(process.pid)
        assert len(children) == 2
        process.send_signal(sent)
        assert process.wait(120) != 0
        assert b"Traceback" not in process.stderr.read()
    assert have_ended(children)


@posix
def test_a_process_that_is_stopped_is_told_and_nothing_is_made_up():
    with subprocess.Popen(
        [*COMMAND, "--jobs", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdin.write(LINE.encode())
        process.stdin.flush()
        process.stdout.readline()
        for child in children_of(process.pid):
            os.kill(child, signal.SIGKILL)
        process.stdin.write(LINE.encode())
        process.stdin.flush()
        assert process.wait(120) == 1
        assert b"One of the processes stopped before it was done." in process.stderr.read()
