"""Ports for programs that tests start."""

from __future__ import annotations

import os

from scorekeeper import serve

FIRST = 18_400
A_WORKER = serve.PORTS_TRIED + 20


def own_port(further: int = 0) -> int:
    """A free port of this computer that no other worker of the run looks for: one that is killed and started again finds it free
    still. `further`: so many later, for a program that has two.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    return serve.free_port("127.0.0.1", FIRST + A_WORKER * int(worker) + further)
