"""Errors that the server itself answers, before the application sees a request, in the visitor's language."""

from __future__ import annotations

from typing import Any

from waitress.channel import HTTPChannel
from waitress.task import ErrorTask
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorekeeper.core.i18n.translation import DEFAULT, supported_language, t_for
from scorekeeper.core.net.hosts import NO_HOST
from scorekeeper.messages.marks import N_
from scorekeeper.server.http import connection_limits
from scorekeeper.server.http.connection_limits import Transfer
from scorekeeper.server.http.long_polling import HoldableTask
from scorekeeper.server.http.request_parser import StrictParser

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
            return connection_limits.clock()
        late = any(one is not None and one.is_late() for one in (self._arriving, self._leaving))
        return 0.0 if late else self._active

    @last_activity.setter
    def last_activity(self, _value: float) -> None:
        self._active = connection_limits.clock()

    def received(self, data: bytes) -> bool:
        """Process received bytes, and note when the current request began."""
        before, in_body = self.request, self.request is not None and self.request.headers_finished
        taken: bool = super().received(data)
        if (request := self.request) is None:
            self._arriving = None
        elif request is not before or request.headers_finished != in_body:
            self._arriving = Transfer(connection_limits.clock())
        if self._arriving is not None:
            self._arriving.size = request.body_bytes_received
        return taken

    def _flush_some(self, do_close: bool = True) -> bool:
        # Waitress's loop sends without the lock if no request is being processed, because no one else writes then. Here
        # the thread that checks for news sends held responses. Without the lock, both would send the same bytes.
        with self.outbuf_lock:
            before = self.total_outbufs_len
            sent: bool = super()._flush_some(do_close=do_close)
            if not self.total_outbufs_len:
                self._leaving = None
            elif self._leaving is None:
                self._leaving = Transfer(connection_limits.clock())
            else:
                self._leaving.size += before - self.total_outbufs_len
            return sent
