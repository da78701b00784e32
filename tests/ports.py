"""Free ports for programs that tests start."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path

from scorekeeper import serve
from scorekeeper.base import files

FIRST = 18_400
BLOCKS = 195
"""Two blocks of ports a process; the last one ends below the ports that the system gives to connections (32,768 and up)."""


def own_port(*, second: bool = False) -> int:
    """Return a free port that no other test process on this computer uses, in this run or another one.

    A program that is killed and started again finds its port free. `second`: for a program that has two.
    """
    return serve.free_port("127.0.0.1", FIRST + serve.PORTS_TRIED * (2 * _own_block() + second))


@functools.cache
def _own_block() -> int:
    """Reserve a block of ports for as long as this process lives."""
    folder = Path(tempfile.gettempdir()) / "scorekeeper-test-ports"
    for block in range(BLOCKS):
        # The handle stays open: the lock ends with the process.
        if files.locked(folder / str(block)) is not None:
            return block
    raise RuntimeError(f"all {BLOCKS} blocks of test ports are reserved; see {folder}")
