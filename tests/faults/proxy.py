"""A bad network between a phone and the program: requests and answers lost, late, repeated, cut or forged.

`python -m tests.faults.proxy URL [--port N] [--rate 0.3] [--seed 1]` runs in front of a program that is already running.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

WRITES = ("request_lost", "answer_lost", "late", "repeated", "held", "stranger", "broken", "cut")
"""Faults of requests and answers.

They are lost on the way there or back, answered too late, sent twice, delivered long after giving up, answered by a
middleman
(4xx or 5xx as HTML), or cut off.
"""
READS = ("request_lost", "late", "stranger", "broken", "cut")
LATE = 7.0
"""Seconds, longer than the phone waits."""
HOP = frozenset({"connection", "keep-alive", "transfer-encoding", "content-length", "host", "accept-encoding"})
STRANGERS = (403, 404, 413, 429)
BROKEN = (500, 502, 503)


class Network:
    """The faults of a network.

    `rate`: the share of requests with a fault. `away`: the program is unreachable. `silent`: it is reachable but never
    answers.
    `ends`: the ends of addresses that have faults.
    """

    def __init__(self, target: str, rate: float = 0.0, seed: int = 0) -> None:
        place = urlsplit(target)
        self.host, self.port = place.hostname or "127.0.0.1", place.port or 80
        self.rate, self.away, self.silent = rate, False, False
        self.ends: tuple[str, ...] = ("/log", "/live", "/preview", "/send", "/auction")
        self.chance = random.Random(seed)
        self.lock = threading.Lock()
        self.met: Counter[str] = Counter()
        self.ended = threading.Event()
        self.held: list[threading.Thread] = []

    def fault(self, method: str, path: str) -> str:
        """Return the fault for this request, empty for none."""
        if self.away:
            return "request_lost"
        if self.silent:
            return "hung"
        if not self.subject(path):
            return ""
        with self.lock:
            if self.chance.random() >= self.rate:
                return ""
            if path.endswith(("/live", "/preview")) and self.chance.random() < 0.4:
                found = "hung"
            else:
                found = self.chance.choice(WRITES if method == "POST" else READS)
            self.met[found] += 1
            return found

    def subject(self, path: str) -> bool:
        """Return whether faults apply: to automatic requests of pages, and to the bundle."""
        bare = path.partition("?")[0]
        return bare.endswith(self.ends) or bare.startswith(("/phone/", "/kept/"))

    def wait(self, seconds: float) -> None:
        """Wait, but no longer than the network exists."""
        self.ended.wait(seconds)

    def later(self, seconds: float, work: Callable[[], object]) -> None:
        """Run `work` after a delay, unless the network has ended."""

        def do() -> None:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if not self.ended.wait(seconds):
                    work()

        thread = threading.Thread(target=do, daemon=True)
        self.held.append(thread)
        thread.start()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    network: Network

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the library's name)
        """Log nothing."""

    def do_GET(self) -> None:
        self._pass()

    def do_POST(self) -> None:
        self._pass()

    def _pass(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        fault = self.network.fault(self.command, self.path)
        with contextlib.suppress(OSError, http.client.HTTPException):
            self._meet(fault, body)
            return
        self.close_connection = True

    def _meet(self, fault: str, body: bytes) -> None:
        network = self.network
        if fault == "request_lost":
            return self._hang_up()
        if fault == "hung":
            network.wait(60)
            return self._hang_up()
        if fault in ("stranger", "broken"):
            status = network.chance.choice(STRANGERS if fault == "stranger" else BROKEN)
            return self._answer(status, [("Content-Type", "text/html")], b"<!doctype html><h1>Somebody else</h1>")
        if fault == "held":  # as if nothing had arrived, but it arrives later
            network.later(network.chance.uniform(1, 10), lambda: self._forward(body))
            return self._hang_up()
        status, headers, answer = self._forward(body)
        if fault == "repeated":
            status, headers, answer = self._forward(body)
        if fault == "answer_lost":
            return self._hang_up()
        if fault == "late":
            network.wait(LATE)
        return self._answer(status, headers, answer, cut=fault == "cut")

    def _forward(self, body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
        try:
            there = http.client.HTTPConnection(self.network.host, self.network.port, timeout=30)
            headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
            headers["Host"] = self.headers["Host"]
            there.request(self.command, self.path, body or None, headers)
            answer = there.getresponse()
            told = [(name, value) for name, value in answer.getheaders() if name.lower() not in HOP]
            return answer.status, told, answer.read()
        finally:
            there.close()

    def _answer(self, status: int, headers: list[tuple[str, str]], body: bytes, *, cut: bool = False) -> None:
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if cut else body)
        if cut:
            self._hang_up()

    def _hang_up(self) -> None:
        self.close_connection = True
        self.wfile.flush()
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def between(target: str, *, rate: float = 0.0, seed: int = 0, port: int = 0) -> Iterator[tuple[str, Network]]:
    """Yield a bad network in front of `target`: its address and the network."""
    network = Network(target, rate, seed)
    handler = type("Handler", (_Handler,), {"network": network})
    server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", network
    finally:
        network.ended.set()
        server.shutdown()
        thread.join()
        server.server_close()
        for held in network.held:
            held.join()


def main() -> None:
    """Run in front of a program until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--rate", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    with between(asked.target, rate=asked.rate, seed=asked.seed, port=asked.port) as (url, network):
        print(url, flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                time.sleep(5)
                print(dict(network.met), flush=True)


if __name__ == "__main__":
    main()
