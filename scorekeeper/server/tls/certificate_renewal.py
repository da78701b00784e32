"""Publishes the local name and renews the certificate for the current address while the server runs.

This is a separate process because the server's first process forks workers and must not have threads. It stops on request,
or when it notices that the server was killed.
"""

from __future__ import annotations

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

from scorekeeper.core.config import settings
from scorekeeper.core.i18n.translation import terminal_gettext
from scorekeeper.core.net.hosts import LOCAL_NAMES
from scorekeeper.server.tls.covered_addresses import certified_hosts, is_private, local_addresses

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scorekeeper.messages.marks import Gettext
    from scorekeeper.server.tls import local_name


PREVIOUS_VARIABLE = "SCOREKEEPER_KEEPER"
"""Environment variable with the previous keeper's process id. That one must stop first to free the name."""
LOOK_SECONDS = 20.0
"""Seconds between two checks of this computer's addresses."""
LOOP_SECONDS = 1.0
PATIENCE = 5.0


@dataclass
class Keeper:
    """Keeps the name and the certificate up to date. `say` reports to the terminal."""

    instance: Path
    host: str
    port: int
    secure: bool
    named: bool
    say: Callable[[str], object]
    t: Gettext
    published: local_name.Published | None = None
    told: set[str] = field(default_factory=set)

    def look(self) -> None:
        """Publish the name for the current addresses, and renew the certificate if necessary."""
        if self.named:
            self._publish_name()
        if self.secure:
            from scorekeeper.server.tls import certificate_authority  # slow to import, and few servers provide HTTPS

            names = (LOCAL_NAMES[0], *([self.published.name] if self.published else []))
            try:
                certificate_authority.renew(self.instance, *certified_hosts(self.host, names))
            except (OSError, ValueError) as error:
                self._say_once(self.t("The certificate cannot be renewed: {reason}").format(reason=error))

    def _publish_name(self) -> None:
        from scorekeeper.server.tls import local_name  # needs an extra (`core.extras`)

        private_addresses = [
            one for one in local_addresses(self.host) if one.version == 4 and is_private(one) and not one.is_loopback
        ]
        addresses = tuple(map(str, private_addresses))
        if self.published and self.published.addresses == addresses:
            return
        self.end()
        if not addresses:
            return
        try:
            self.published = local_name.publish(addresses, self.port)
        except local_name.CannotPublish as error:
            text = self.t("On this network no computer can be called {name} ({reason}). Numeric addresses work anyway.")
            self._say_once(text.format(name=LOCAL_NAMES[0], reason=error or type(error).__name__))
            return
        if self.published is None:
            self._say_once(self.t("Every name up to {name} is taken on this network.").format(name=LOCAL_NAMES[-1]))
            return
        scheme = "https" if self.secure else "http"
        url = f"{scheme}://{self.published.name}:{self.port}{settings.PATH_PREFIX.value_or_default()}/"
        self._say_once(self.t("On this network also: {url}").format(url=url))

    def _say_once(self, text: str) -> None:
        if text not in self.told:
            self.told.add(text)
            self.say(text)

    def end(self) -> None:
        published, self.published = self.published, None
        if published:
            from scorekeeper.server.tls import local_name  # as above

            with suppress(*local_name.CannotPublish):
                published.withdraw()


@contextmanager
def run_keeper(instance: str | Path, host: str, port: int, *, secure: bool, named: bool) -> Iterator[None]:
    """Run the keeper in a separate process while this context lasts."""
    _stop_previous()
    if not (secure or named):
        yield
        return
    flags = [name for name, is_set in (("--secure", secure), ("--named", named)) if is_set]
    command = [sys.executable, "-m", "scorekeeper.server.tls.certificate_renewal", str(instance), host, str(port), *flags]
    process = subprocess.Popen(command, stdin=subprocess.PIPE)  # noqa: S603 (ourselves)
    if os.name == "posix":
        os.environ[PREVIOUS_VARIABLE] = str(process.pid)
    try:
        yield
    finally:
        os.environ.pop(PREVIOUS_VARIABLE, None)
        signal.set_wakeup_fd(-1)  # the server has closed its wakeup socket, and this child's exit raises a signal too
        _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    if os.name == "posix":
        process.terminate()  # only once: a second signal would kill it during its shutdown
    else:
        process.stdin.close()  # how to stop it on systems without such signals
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdin.close()


def _stop_previous() -> None:
    """Stop the previous keeper. After a restart with the same process id, it is still our child."""
    number = int(os.environ.pop(PREVIOUS_VARIABLE, "0"))
    end = time.monotonic() + PATIENCE
    with suppress(ProcessLookupError, ChildProcessError):
        # A process that is not our child is not the keeper: never signal a stranger's.
        while number and not os.waitpid(number, os.WNOHANG)[0]:
            os.kill(number, signal.SIGTERM if time.monotonic() < end else signal.SIGKILL)
            time.sleep(0.05)


def main(arguments: list[str]) -> None:
    """Run until asked to stop, or until the parent process is gone."""
    import argparse  # every start imports this module, but not to run it

    parser = argparse.ArgumentParser()
    parser.add_argument("instance", type=Path)
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--secure", action="store_true")
    parser.add_argument("--named", action="store_true")
    options = parser.parse_args(arguments)
    over: SimpleQueue[None] = SimpleQueue()  # unlike an Event, safe to use in a signal handler
    parent = os.getppid()
    for name in ("SIGINT", "SIGHUP"):  # a terminal signals all its processes, but only the server may stop us
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda _number, _frame: over.put(None))
    threading.Thread(target=_watch_pipe, args=(over,), daemon=True).start()
    keeper = Keeper(options.instance, options.host, options.port, options.secure, options.named, _say, terminal_gettext())
    next_look = time.monotonic()
    while not _is_stop_requested(over, min(LOOP_SECONDS, next_look - time.monotonic())) and os.getppid() == parent:
        if time.monotonic() >= next_look:
            keeper.look()
            next_look = time.monotonic() + LOOK_SECONDS
    keeper.end()


def _is_stop_requested(over: SimpleQueue[None], seconds: float) -> bool:
    with suppress(Empty):
        over.get(timeout=max(0.0, seconds))
        return True
    return False


def _watch_pipe(over: SimpleQueue[None]) -> None:
    """Wait until the server closes the pipe or exits."""
    # Unbuffered: a thread must not hold a buffer's lock when the process exits.
    while os.read(sys.stdin.fileno(), 512):
        pass
    over.put(None)


def _say(text: str) -> None:
    with suppress(OSError):
        print(text, flush=True)  # noqa: T201 (for the terminal)


if __name__ == "__main__":
    main(sys.argv[1:])
