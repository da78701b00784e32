"""The program in its own processes, as in use: requested, killed, and restarted on the same port."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.server.http import http_server
from tests.ports import own_port

PAGE = "/static/css/core/tokens.css"


class Server:
    """The program on its own instance.

    `beside`: processes that serve no requests. `module`: the module to start. `variables`: environment variables.
    """

    def __init__(self, instance: Path, beside: int = 0, module: str = "scorekeeper", **variables: str) -> None:
        self.port = own_port()
        self.log = Path(instance) / "log"
        self.many = http_server.WORKERS + beside
        self.command = [sys.executable, "-m", module, "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        self.variables = {**os.environ, "SCOREKEEPER_INSTANCE": str(instance), "PYTHONUNBUFFERED": "1", **variables}
        self.start()

    def start(self) -> None:
        """Start the program, and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, env=self.variables
            )
        try:
            until(lambda: self.process.poll() is not None or (len(self.workers()) == self.many and self.answers()), 240)
            assert self.process.poll() is None, self.log.read_text()
        except BaseException:
            self.kill()
            raise

    def kill(self) -> None:
        """Kill every process at once, as in a power failure."""
        for process in (self.process.pid, *self.workers()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait()

    def workers(self) -> set[int]:
        """Return the worker processes. The printing process is not a child."""
        try:
            found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        except FileNotFoundError:
            return set()
        return {int(number) for number in found}

    def get(self, path: str = PAGE, **headers: str) -> int:
        """Return the status of an answer."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            answer.read()
            return answer.status

    def answers(self) -> bool:
        """Return whether the program answers."""
        try:
            return self.get() == 200
        except (OSError, http.client.HTTPException):
            return False

    def raw(self, data: bytes) -> socket.socket:
        """Return a connection on which `data` was sent."""
        one = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        one.sendall(data)
        return one


def until(condition: Callable[[], object], seconds: float = 60) -> None:
    """Wait until the condition is true, at most that many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.05)
    pytest.fail("it never came to that")
