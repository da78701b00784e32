"""Ports for programs that tests start."""

from __future__ import annotations

import os

from scorekeeper import serve

FIRST = 18_400


def own_port(*, second: bool = False) -> int:
    """A free port of this computer that no other worker of the run looks for: one that is killed and started again finds it free
    still. `second`: the other one of a program that has two.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    return serve.free_port("127.0.0.1", FIRST + serve.PORTS_TRIED * (2 * int(worker) + second))
