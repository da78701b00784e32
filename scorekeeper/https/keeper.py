"""What goes on beside the server as long as it serves: the name in the house, and a certificate for the address of today.

A process of its own: the first one of a server starts others as it stands, and must not have threads. It is told to stop; where
nobody could tell it, because the server was killed, it sees that it is alone.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from scorekeeper.base import settings
from scorekeeper.base.hosts import IN_THE_HOUSE
from scorekeeper.base.i18n import terminal_gettext
from scorekeeper.https import authority, house_name
from scorekeeper.https.addresses import is_private, of_this_computer, vouched_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scorekeeper.wording.marks import Gettext


BEFORE = "SCOREKEEPER_KEEPER"
"""The keeper of the start before this one, which ends before the next begins: the name is free again then."""
A_LOOK = 20.0
"""Seconds between two looks at the addresses of this computer."""
A_TURN = 1.0
PATIENCE = 5.0


@dataclass
class Keeper:
    """Keeps what was asked for; `look` does what has become necessary. `say` tells somebody."""

    instance: Path
    host: str
    port: int
    secure: bool
    named: bool
    say: Callable[[str], object]
    t: Gettext
    published: house_name.Published | None = None
    told: set[str] = field(default_factory=set)

    def look(self) -> None:
        """Publish the name for the addresses of now, and renew the certificate if it is not good for them, or not for long."""
        if self.named:
            self._look_at_the_name()
        if self.secure:
            names = (IN_THE_HOUSE[0], *([self.published.name] if self.published else []))
            try:
                authority.renew(self.instance, *vouched_for(self.host, names))
            except (OSError, ValueError) as error:
                self._once(self.t("The certificate cannot be renewed: {reason}").format(reason=error))

    def _look_at_the_name(self) -> None:
        here = [one for one in of_this_computer(self.host) if one.version == 4 and is_private(one) and not one.is_loopback]
        addresses = tuple(map(str, here))
        if self.published and self.published.addresses == addresses:
            return
        self.end()
        if not addresses:
            return
        try:
            self.published = house_name.publish(addresses, self.port)
        except house_name.CannotPublish as error:
            text = self.t("On this network no computer can be called {name} ({reason}). Numeric addresses work anyway.")
            self._once(text.format(name=IN_THE_HOUSE[0], reason=error or type(error).__name__))
            return
        if self.published is None:
            self._once(self.t("Every name up to {name} is taken on this network.").format(name=IN_THE_HOUSE[-1]))
            return
        scheme = "https" if self.secure else "http"
        url = f"{scheme}://{self.published.name}:{self.port}{settings.PATH_PREFIX.of_start()}/"
        self._once(self.t("On this network also: {url}").format(url=url))

    def _once(self, text: str) -> None:
        if text not in self.told:
            self.told.add(text)
            self.say(text)

    def end(self) -> None:
        """Withdraw the name."""
        published, self.published = self.published, None
        if published:
            with suppress(*house_name.CannotPublish):
                published.withdraw()


@contextmanager
def beside(instance: str | Path, host: str, port: int, *, secure: bool, named: bool) -> Iterator[None]:
    """Keep these as long as this lasts, in a process beside this one."""
    _end_the_one_before()
    if not (secure or named):
        yield
        return
    flags = [name for name, wanted in (("--secure", secure), ("--named", named)) if wanted]
    command = [sys.executable, "-m", "scorekeeper.https.keeper", str(instance), host, str(port), *flags]
    process = subprocess.Popen(command, stdin=subprocess.PIPE)  # noqa: S603 (ourselves)
    if os.name == "posix":
        os.environ[BEFORE] = str(process.pid)
    try:
        yield
    finally:
        os.environ.pop(BEFORE, None)
        signal.set_wakeup_fd(-1)  # the server has closed what it heard with, and this child's end is a signal too
        _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    if os.name == "posix":
        process.terminate()  # alone: told twice, it would be killed by the second while it ends
    else:
        process.stdin.close()  # what it hears where there are no such signals
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdin.close()


def _end_the_one_before() -> None:
    """This program was started anew, and has the same number: the old keeper is still its child."""
    number = int(os.environ.pop(BEFORE, "0"))
    end = time.monotonic() + PATIENCE
    with suppress(ProcessLookupError, ChildProcessError):
        # Whoever is not our child is not the one: no signal goes to a stranger.
        while number and not os.waitpid(number, os.WNOHANG)[0]:
            os.kill(number, signal.SIGTERM if time.monotonic() < end else signal.SIGKILL)
            time.sleep(0.05)


def main(arguments: list[str]) -> None:
    """The process: until it is told to stop, or the one that started it is gone."""
    parser = argparse.ArgumentParser()
    parser.add_argument("instance", type=Path)
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--secure", action="store_true")
    parser.add_argument("--named", action="store_true")
    options = parser.parse_args(arguments)
    over: SimpleQueue[None] = SimpleQueue()  # what a signal may put into at any moment, unlike an Event
    parent = os.getppid()
    for name in ("SIGINT", "SIGHUP"):  # a terminal says it to all that were started in it; the server tells us
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda _number, _frame: over.put(None))
    threading.Thread(target=_hear, args=(over,), daemon=True).start()
    keeper = Keeper(options.instance, options.host, options.port, options.secure, options.named, _say, terminal_gettext())
    next_look = time.monotonic()
    while not _told(over, min(A_TURN, next_look - time.monotonic())) and os.getppid() == parent:
        if time.monotonic() >= next_look:
            keeper.look()
            next_look = time.monotonic() + A_LOOK
    keeper.end()


def _told(over: SimpleQueue[None], seconds: float) -> bool:
    with suppress(Empty):
        over.get(timeout=max(0.0, seconds))
        return True
    return False


def _hear(over: SimpleQueue[None]) -> None:
    """The other end is closed by the server, or with it."""
    # Without Python's own buffer, whose lock a thread must not have when the process ends.
    while os.read(sys.stdin.fileno(), 512):
        pass
    over.put(None)


def _say(text: str) -> None:
    with suppress(OSError):
        print(text, flush=True)  # noqa: T201 (the terminal that the program was started in)


if __name__ == "__main__":
    main(sys.argv[1:])
