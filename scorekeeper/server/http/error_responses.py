"""Requests that the server refuses before the application sees them: ambiguous ones, slow ones, too many; and the answers.

A client that sends a byte now and then keeps a connection no longer than one that sends nothing.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import ErrorTask
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorekeeper.core.config import settings
from scorekeeper.core.i18n.translation import DEFAULT, supported_language, t_for
from scorekeeper.core.net.hosts import NO_HOST
from scorekeeper.core.net.proxies import TrustedProxies, address_of, limit_address
from scorekeeper.messages.marks import N_
from scorekeeper.server.http.long_polling import HoldableTask

HEAD_SECONDS = 30.0
"""Seconds for the head of a request, for the first bytes of its body, and for the first bytes of a response."""
LEAST_RATE = 500
"""Bytes per second, on average, required of a body or a response after that."""
PER_PHONE = 6
"""Connections that a browser opens to one host."""

clock = time.time


@dataclass
class Transfer:
    """A head, a body or a response in transit: its start, and the bytes that extend its deadline."""

    since: float
    size: int = 0

    def is_late(self) -> bool:
        return clock() - self.since > HEAD_SECONDS + self.size / LEAST_RATE


class ConnectionCounter:
    """Connections per address in a process. This computer and trusted proxies carry everyone's, so they have no limit."""

    def __init__(self, most: int, trusted: TrustedProxies) -> None:
        self.most, self._trusted = most, trusted
        self._counts: Counter[str] = Counter()

    @classmethod
    def of_settings(cls, connections: int) -> ConnectionCounter:
        """Allow for a hall of phones behind one address, but leave half of the connections to others."""
        return cls(min(PER_PHONE * settings.HALL.value(), connections // 2), settings.TRUSTED_PROXIES.value())

    def add(self, address: str) -> bool:
        """Count a connection. Return whether it is one too many."""
        self._counts[limit_address(address)] += 1
        return self._counts[limit_address(address)] > self.most and not self._is_free(address)

    def remove(self, address: str) -> None:
        self._counts[limit_address(address)] -= 1
        self._counts += Counter()  # drops counts of zero

    def _is_free(self, address: str) -> bool:
        parsed: Any = address_of(address)
        return bool(self._trusted.count) or parsed is None or parsed.is_loopback or self._trusted.has(parsed)


_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[\w.-]+)(:[0-9]{0,5})?", re.ASCII)


class StrictParser(HTTPRequestParser):
    """A request that is still arriving."""

    completed: bool
    empty: bool

    def received(self, data: bytes) -> int:
        """Parse bytes and return how many were used. Blank lines before a request count toward its deadline."""
        byte_count = int(super().received(data))
        if self.completed and self.empty:
            self.completed = self.empty = self.headers_finished = False
            self.header_plus, self.header_bytes_received = b"", 0
        return byte_count

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the head. Raises ParsingError."""
        sent = b"\n" + header_plus.upper()
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # more digits than Python converts
            raise ParsingError("Content-Length is invalid") from error
        if b"\nTRANSFER-ENCODING:" in sent and (not self.chunked or "CONTENT_LENGTH" in self.headers):
            raise ParsingError("two lengths")  # RFC 9112, 6.1 and 6.3
        if not self._has_valid_host():
            raise ParsingError(NO_HOST)

    def _has_valid_host(self) -> bool:
        host = self.headers.get("HOST")
        if host is None:
            return bool(self.version != "1.1")
        return _HOST.fullmatch(host) is not None


ERROR_TEXTS = {
    400: N_("This request cannot be read. Go back and try again."),
    413: N_("The request is too large."),
    431: N_("The address or the cookies of this request are too long."),
    501: N_("This request cannot be read. Go back and try again."),
}
OTHER = N_("Something went wrong. Nothing saved was lost. Try again in a moment.")


class ErrorResponse(ErrorTask):
    """A plain-text error response. It never repeats what the client sent."""

    def execute(self) -> None:
        error = self.request.error
        accepted = parse_accept_header(self.request.headers.get("ACCEPT_LANGUAGE"), LanguageAccept)
        lang = next((found for tag in accepted.values() if (found := supported_language(tag))), DEFAULT)
        body = t_for(lang)(NO_HOST if error.body == NO_HOST else ERROR_TEXTS.get(error.code, OTHER)).encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Language", lang),
            ("X-Content-Type-Options", "nosniff"),
        ]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Channel(HTTPChannel):
    """A connection with time limits, counted by address."""

    task_class = HoldableTask
    error_task_class = ErrorResponse
    parser_class = StrictParser
    _arriving: Transfer | None = None
    _leaving: Transfer | None = None

    def __init__(self, server: Any, sock: Any, addr: Any, *rest: Any, **more: Any) -> None:
        self._address = str(addr[0])
        super().__init__(server, sock, addr, *rest, **more)

    def add_channel(self, map: Any = None) -> None:  # noqa: A002 (Waitress' name)
        """Count the connection. Close it if its address has too many."""
        super().add_channel(map)
        self.will_close = self.server.addresses.add(self._address)

    def del_channel(self, map: Any = None) -> None:  # noqa: A002
        if self._fileno in self.server.active_channels:
            self.server.addresses.remove(self._address)
        super().del_channel(map)

    @property
    def last_activity(self) -> float:
        """When data was last received or sent. Waitress closes connections that are idle for too long.

        A request that waits for news counts as active, and a transfer that is too slow as idle.
        """
        if self in self.server.held:
            return clock()
        late = any(one is not None and one.is_late() for one in (self._arriving, self._leaving))
        return 0.0 if late else self._active

    @last_activity.setter
    def last_activity(self, _value: float) -> None:
        self._active = clock()

    def received(self, data: bytes) -> bool:
        """Process received bytes, and note when the current request began."""
        before, in_body = self.request, self.request is not None and self.request.headers_finished
        has_data: bool = super().received(data)
        if (request := self.request) is None:
            self._arriving = None
        elif request is not before or request.headers_finished != in_body:
            self._arriving = Transfer(clock())
        if self._arriving is not None:
            self._arriving.size = request.body_bytes_received
        return has_data

    def _flush_some(self, do_close: bool = True) -> bool:
        # Waitress's loop sends without the lock if no request is being processed, because no one else writes then. Here
        # the thread that checks for news sends held responses. Without the lock, both would send the same bytes.
        with self.outbuf_lock:
            before = self.total_outbufs_len
            sent: bool = super()._flush_some(do_close=do_close)
            if not self.total_outbufs_len:
                self._leaving = None
            elif self._leaving is None:
                self._leaving = Transfer(clock())
            else:
                self._leaving.size += before - self.total_outbufs_len
            return sent
