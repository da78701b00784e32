"""Programs that write to the API while everything fails. Each remembers its answers and its unanswered requests."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

ANSWERED = 20.0
"""Seconds to wait for an answer."""
PATIENCE = 120.0
"""Seconds until a writer gives up on a request."""
HABITS = ("once", "cut", "lost", "twice", "old")
"""Unusual ways to send a request.

It is cut off halfway, sent without waiting for the answer, sent twice at once, or sent together with an old, answered
request.
"""

Write = tuple[str, str, dict[str, Any], str]
"""Method, path, body, and the path of the thing it changes, whose revision is sent along."""


@dataclass
class Account:
    """The answers to all writers. `said`: keys of acknowledged requests. `unknown`: keys of unanswered ones."""

    said: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)
    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def p95(self) -> float:
        """Return the 95th percentile of answer times in seconds, from sending."""
        return sorted(self.seconds)[int(len(self.seconds) * 0.95)] if self.seconds else 0.0


class Writer(threading.Thread):
    """A program that writes. `acts`: its writes, by number. `secrets`: its links.

    It goes on until it has written at least `least` and `over` is set, so that every fault meets a busy writer.
    """

    def __init__(
        self,
        name: str,
        port: int,
        acts: Callable[[int], Write],
        secrets: Callable[[int], str],
        *,
        least: int,
        over: threading.Event,
        account: Account,
        seed: int,
    ) -> None:
        super().__init__(name=name, daemon=True)
        self.port, self.acts, self.secrets = port, acts, secrets
        self.least, self.over, self.account = least, over, account
        self.chance = random.Random(f"{seed} {name}")
        self.target, self.secret, self.revision = "", "", 0
        self.before: list[tuple[str, Write]] = []

    def run(self) -> None:
        """Write, one request after the other."""
        try:
            n = 0
            while n < self.least or not self.over.is_set():
                key = f"{self.name}-{n:06d}"
                self._turn_to(n)
                self._write(key, self.acts(n))
                n += 1
        except Exception as error:  # noqa: BLE001 (a thread that dies would be taken for one that had nothing to do)
            self.account.wrong.append(f"{self.name}: {type(error).__name__}: {error}")

    def _turn_to(self, n: int) -> None:
        *_, target = self.acts(n)
        if target != self.target:
            self.target, self.secret, self.revision = target, self.secrets(n), 1
            self.before.clear()
            self._look()

    def _write(self, key: str, what: Write) -> None:
        habit = self.chance.choice(HABITS) if self.chance.random() < 0.35 else "once"
        if habit == "cut":
            self._send(key, what, part=self.chance.random())
        elif habit == "lost":
            self._send(key, what)
        elif habit == "old" and self.before:
            self._asked(*self.chance.choice(self.before))
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            status = self._asked(key, what)
            if status in (200, 201, 204):
                with self.account.lock:
                    self.account.said.add(key)
                self.before.append((key, what))
                if habit == "twice" and self._asked(key, what) not in (200, 201, 204, 0, 503):
                    self.account.wrong.append(f"{key}: said once, and refused when it was sent again")
                return
            if status in (409, 428):
                self._look()
            elif status in (0, 503):
                time.sleep(0.05 + 0.1 * self.chance.random())
            else:
                break
        with self.account.lock:
            self.account.unknown.add(key)

    def _look(self) -> None:
        status, told = self._request("GET", self.target, None, {})
        if status == 200:
            self.revision = told["revision"]

    def _asked(self, key: str, what: Write) -> int:
        method, path, body, _ = what
        status, told = self._request(method, path, body, self._headers(key))
        if status in (200, 201) and "revision" in told:
            self.revision = max(self.revision, told["revision"])
        return status

    def _headers(self, key: str) -> dict[str, str]:
        return {"If-Match": f'"{self.revision}"', "Idempotency-Key": key}

    def _request(self, method: str, path: str, body: Any, headers: dict[str, str]) -> tuple[int, Any]:
        """Return the status (0 without a whole answer) and the answer."""
        began = time.monotonic()
        try:
            with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWERED)) as connection:
                sent = {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json", **headers}
                connection.request(method, f"/api/v1{path}", None if body is None else json.dumps(body), sent)
                answer = connection.getresponse()
                data = answer.read()
        except (OSError, http.client.HTTPException):
            return 0, {}
        with self.account.lock:
            self.account.seconds.append(time.monotonic() - began)
            self.account.statuses[answer.status] += 1
            if answer.status >= 500 and answer.status != 503:
                self.account.wrong.append(f"{method} {path}: {answer.status} {data[:200]!r}")
        return answer.status, json.loads(data) if data else {}

    def _send(self, key: str, what: Write, part: float = 1.0) -> None:
        """Send part of a request, and hang up without waiting for an answer."""
        method, path, body, _ = what
        data = json.dumps(body).encode()
        told = {**self._headers(key), "Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"}
        lines = [f"{method} /api/v1{path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(data)}"]
        head = "\r\n".join([*lines, *(f"{name}: {value}" for name, value in told.items()), "", ""]).encode()
        whole = head + data
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=ANSWERED) as one:
            one.sendall(whole if part == 1.0 else whole[: int(len(whole) * part)])


def all_of(writers: Iterable[Writer]) -> None:
    """Run the writers and wait for all of them."""
    begun = [*writers]
    for one in begun:
        one.start()
    for one in begun:
        one.join()
