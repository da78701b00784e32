"""A real PostgreSQL server for tests and benchmarks, from Debian's binaries, on its own Unix socket."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import psycopg

USER = "scorekeeper"
ROOM = "200m"
"""The size of a small disk."""


def binaries() -> Path:
    """Return the folder of the newest installed server's programs, which are not on the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: float(path.parent.parent.name))
    if found:
        return found[-1].parent
    if there := shutil.which("postgres"):
        return Path(there).resolve().parent
    raise FileNotFoundError("PostgreSQL's server is not installed; `make test` installs it")


@dataclass
class Cluster:
    """A running server. `database()` makes an empty database and returns its URL.

    `options`: how the server is started. `prefix`: put before commands, to run them as the server's user.
    `bounded`: its disk is small and its own.
    """

    socket: Path
    programs: Path
    options: str
    prefix: tuple[str, ...] = ()
    bounded: bool = False
    _numbers: Iterator[int] = field(default_factory=count)

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        data, log = self.socket / "data", self.socket / "log"
        self.run(self.programs / "pg_ctl", "start", "-w", "-D", data, "-o", self.options, "-l", log)

    def stop(self) -> None:
        """Stop the server as in a crash, without waiting or writing."""
        self.run(self.programs / "pg_ctl", "stop", "-D", self.socket / "data", "-m", "immediate")

    def run(self, *command: str | Path) -> None:
        """Run one of its programs. Raises RuntimeError with its output."""
        # Not captured through pipes: the server would inherit them and keep them open.
        with (self.socket / "out").open("a+") as out:
            done = subprocess.run([*self.prefix, *map(str, command)], stdout=out, stderr=out, cwd="/")
            if done.returncode:
                out.seek(0)
                raise RuntimeError(f"{Path(command[0]).name} failed:\n{out.read()}")

    def processes(self) -> list[int]:
        """Return the server's processes, the main one first."""
        first = int((self.socket / "data" / "postmaster.pid").read_text().split()[0])
        return [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]

    def fill(self, seconds: float) -> None:
        """Fill its disk for that long. Needs a disk of its own (`bounded`)."""
        filler = self.socket / "data" / "filler"
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(2**16))
        time.sleep(seconds)
        filler.unlink()

    def database(self, like: str = "") -> str:
        """Return the URL of a new database, empty or a copy of the one at `like`, which must have no connections."""
        name = f"test_{next(self._numbers)}"
        template = like.split("@/")[1].split("?")[0] if like else "template0"
        # Copying files instead of logging every page takes a third of the time for an empty database.
        self._tell(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return f"postgresql://{USER}@/{name}?host={self.socket}"

    def drop(self, url: str) -> None:
        name = url.split("@/")[1].split("?")[0]
        self._tell(f"DROP DATABASE {name} WITH (FORCE)")

    def _tell(self, sql: str) -> None:
        # A new connection each time: some tests restart the server, and connecting takes two milliseconds.
        with psycopg.connect(host=str(self.socket), user=USER, dbname="postgres", autocommit=True) as connection:
            connection.execute(sql)


def _small_disk(place: Path) -> bool:
    """Mount a small disk in memory, and return whether this user may."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", str(place)]
    return bool(shutil.which("mount")) and subprocess.run(command, check=False, capture_output=True).returncode == 0


@contextlib.contextmanager
def cluster(*, durable: bool = False, bounded: bool = False) -> Iterator[Cluster]:
    """Run a server. `durable`: write to disk as in production, for benchmarks and crashes.

    `bounded`: on its own disk in memory, if this user may mount one.
    """
    programs = binaries()
    # /tmp, not pytest's folder: the path of a Unix socket has to be short and open to the server's user.
    home = Path(tempfile.mkdtemp(prefix="scorekeeper-pg-", dir="/tmp"))
    prefix: tuple[str, ...] = ()
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        import pwd  # not on Windows

        account = pwd.getpwnam("postgres")
        os.chown(home, account.pw_uid, account.pw_gid)
        prefix = ("runuser", "-u", "postgres", "--")
    options = f"-c listen_addresses='' -c unix_socket_directories='{home}' -c max_connections=50"
    if not durable:
        options += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    (home / "data").mkdir(mode=0o700)
    small = bounded and _small_disk(home / "data")
    if prefix:
        os.chown(home / "data", account.pw_uid, account.pw_gid)
        (home / "data").chmod(0o700)
    made = Cluster(home, programs, options, prefix, small)
    try:
        how = ("-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        made.run(programs / "initdb", "-D", home / "data", *how)
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        if small:
            subprocess.run(["umount", home / "data"], check=True)
        shutil.rmtree(home)
