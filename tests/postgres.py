"""A real PostgreSQL server for tests and benchmarks, from Debian's binaries, on a Unix socket of its own."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

USER = "scorekeeper"


def binaries() -> Path:
    """The newest installed server's programs; they are not on the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: float(path.parent.parent.name))
    if found:
        return found[-1].parent
    if there := shutil.which("postgres"):
        return Path(there).resolve().parent
    raise FileNotFoundError("PostgreSQL's server is not installed; `make test` installs it")


@dataclass
class Cluster:
    """A running server: `database()` makes an empty database and returns its URL."""

    socket: Path
    programs: Path
    _numbers: Iterator[int] = field(default_factory=count)

    def database(self) -> str:
        name = f"test_{next(self._numbers)}"
        self._psql(f"CREATE DATABASE {name} TEMPLATE template0")
        return f"postgresql://{USER}@/{name}?host={self.socket}"

    def drop(self, url: str) -> None:
        name = url.split("@/")[1].split("?")[0]
        self._psql(f"DROP DATABASE {name} WITH (FORCE)")

    def _psql(self, sql: str) -> None:
        subprocess.run(
            [self.programs / "psql", "-q", "-X", "-h", self.socket, "-U", USER, "-d", "postgres", "-c", sql],
            check=True,
            capture_output=True,
        )


@contextlib.contextmanager
def cluster(*, durable: bool = False) -> Iterator[Cluster]:
    """Start a server and stop it again. `durable` writes to disk as in use: for benchmarks."""
    programs = binaries()
    # /tmp, not pytest's folder: the path of a Unix socket has to be short and open to the server's user.
    home = Path(tempfile.mkdtemp(prefix="scorekeeper-pg-", dir="/tmp"))
    prefix: list[str] = []
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        import pwd  # not on Windows

        account = pwd.getpwnam("postgres")
        os.chown(home, account.pw_uid, account.pw_gid)
        prefix = ["runuser", "-u", "postgres", "--"]
    data = home / "data"
    options = f"-c listen_addresses='' -c unix_socket_directories='{home}' -c max_connections=50"
    if not durable:
        options += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"

    def run(*command: str | Path) -> None:
        # Not captured through pipes: the server would inherit them and keep them open.
        with (home / "out").open("a+") as out:
            done = subprocess.run([*prefix, *map(str, command)], stdout=out, stderr=out, cwd="/")
            if done.returncode:
                out.seek(0)
                raise RuntimeError(f"{Path(command[0]).name} failed:\n{out.read()}")

    try:
        run(
            programs / "initdb",
            "-D",
            data,
            "-U",
            USER,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "--no-sync",
        )
        run(programs / "pg_ctl", "start", "-w", "-D", data, "-o", options, "-l", home / "log")
        try:
            yield Cluster(home, programs)
        finally:
            run(programs / "pg_ctl", "stop", "-D", data, "-m", "immediate")
    finally:
        shutil.rmtree(home)
