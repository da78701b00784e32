"""Free ports for programs that tests start."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path

from scorekeeper.core import files
from scorekeeper.server import serve

FIRST = 18_400
BLOCKS = 195
"""Two blocks of ports for each process, below the system's range for connections (32,768 and up)."""


def own_port(*, second: bool = False) -> int:
    """Return a port that no other test process on this computer uses.

    It stays free while a program restarts. `second`: another one, for a program with two ports.
    """
    return serve.find_free_port("127.0.0.1", FIRST + serve.PORTS_TRIED * (2 * _own_block() + second))


@functools.cache
def _own_block() -> int:
    """Reserve a block of ports for the life of this process."""
    folder = Path(tempfile.gettempdir()) / "scorekeeper-test-ports"
    for block in range(BLOCKS):
        # The handle stays open: the lock ends with the process.
        if files.open_lock(folder / str(block)) is not None:
            return block
    raise RuntimeError(f"all {BLOCKS} blocks of test ports are reserved; see {folder}")
