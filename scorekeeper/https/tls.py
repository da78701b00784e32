"""TLS in the server itself: on one port, a connection that begins with a handshake is https, any other is http.

It is Waitress's own loop that reads and writes; between it and the socket stands OpenSSL, in memory, so that nobody waits for
anybody's handshake. Who asks, and how, is known from the connection: no header is believed for it.
"""

from __future__ import annotations

import copy
import ssl
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from waitress.wasyncore import dispatcher

from scorekeeper.serving_errors import Channel

if TYPE_CHECKING:
    from pathlib import Path

HANDSHAKE = b"\x16"
"""The first byte of every TLS connection; no request in plain text begins with it."""
A_PIECE = 64 * 1024
"""Bytes that are encrypted before the ones before them are on their way."""


class Secured:
    """The certificate that is served, and with it what OpenSSL is told; read anew when its file has changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stamp = 0
        self._context: ssl.SSLContext = self.context()
        self._adjusted: dict[int, Any] = {}

    def context(self) -> ssl.SSLContext:
        """For a new connection. Raises OSError where there is no certificate, and none was there before."""
        try:
            stamp = self.path.stat().st_mtime_ns
            if stamp != self._stamp:
                self._context, self._stamp = _context(self.path), stamp
        except OSError:  # an ssl.SSLError is one
            if not self._stamp:
                raise
        return self._context

    def adjusted(self, settings: Any) -> Any:
        """A server's settings, for requests that came by https."""
        if id(settings) not in self._adjusted:
            mine = self._adjusted[id(settings)] = copy.copy(settings)
            mine.url_scheme = "https"
        return self._adjusted[id(settings)]


def _context(path: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION
    context.set_alpn_protocols(["http/1.1"])
    context.load_cert_chain(path)
    return context


class EitherChannel(Channel):
    """A connection by http or https, as its first byte says."""

    adj: Any  # Waitress's settings

    def __init__(self, secured: Secured, *rest: Any, **more: Any) -> None:
        self._secured = secured
        self._begun = False
        self._tls: ssl.SSLObject | None = None
        self._shaken = False
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._unsent = b""
        self._closes = False
        # Waitress reads in one thread and writes in several; OpenSSL may be asked by one at a time.
        self._turn = threading.RLock()
        super().__init__(*rest, **more)

    # What was encrypted but not sent yet counts as not flushed: only then may the connection be closed.

    @property
    def _waits(self) -> bool:
        return bool(self._unsent or self._outgoing.pending)

    @property
    def close_when_flushed(self) -> bool:
        """Whether the connection ends now that everything has been sent."""
        return self._closes and not self._waits

    @close_when_flushed.setter
    def close_when_flushed(self, value: bool) -> None:
        self._closes = value

    def readable(self) -> bool:
        """Whether more may come."""
        return not self._closes and bool(super().readable())

    def writable(self) -> bool:
        """Whether something is to be sent."""
        return self._waits or self._closes or bool(super().writable())

    def handle_read(self) -> None:
        """Take what came."""
        if self._begun and self._tls is None:
            return super().handle_read()
        try:
            data = self.recv(self.adj.recv_bytes)
            if not data:
                self.connected = False
                return None
            if not self._begun:
                self._begin(data[:1] == HANDSHAKE)
            plain = data if self._tls is None else self._opened(data)
        except OSError:  # an ssl.SSLError is one: no handshake of ours, a certificate that is not trusted
            with suppress(OSError):
                self._push()  # the alert that says why
            self.handle_close()
            return None
        if plain:
            self.last_activity = time.time()
            self.received(plain)
        return None

    def _begin(self, by_tls: bool) -> None:
        self._begun = True
        if by_tls:
            self._tls = self._secured.context().wrap_bio(self._incoming, self._outgoing, server_side=True)
            self.adj = self._secured.adjusted(self.adj)

    def _opened(self, data: bytes) -> bytes:
        """What is in it. A handshake is no activity: whoever does not come to its end in time is let go."""
        assert self._tls is not None
        pieces = []
        with self._turn:
            self._incoming.write(data)
            with suppress(ssl.SSLWantReadError, ssl.SSLZeroReturnError):
                if not self._shaken:
                    self._tls.do_handshake()
                    self._shaken = True
                while piece := self._tls.read(A_PIECE):
                    pieces.append(piece)
            self._push()
        return b"".join(pieces)

    def _push(self) -> bool:
        """Send of what is encrypted as much as the socket takes; whether anything went."""
        went = False
        with self._turn:
            while True:
                self._unsent = self._unsent or self._outgoing.read()
                sent = dispatcher.send(self, self._unsent, do_close=False) if self._unsent else 0
                if not sent:
                    return went
                self._unsent, went = self._unsent[sent:], True

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send, or encrypt to be sent: how much was taken. What is taken waits here at most until the next is to be."""
        if self._tls is None:
            return int(super().send(data, do_close=do_close))
        with self._turn:
            self._push()
            if self._waits:
                return 0
            taken = self._tls.write(data[:A_PIECE])
            self._push()
            return taken

    def handle_write(self) -> None:
        """Send what waits."""
        if self._waits:
            try:
                if self._push() and self._shaken:
                    self.last_activity = time.time()
            except OSError:
                self.will_close = True
            if self._waits and not self.will_close:
                return
        super().handle_write()

    def handle_close(self) -> None:
        """Say that nothing more comes, so that the other side knows it has all, and close."""
        if self._shaken and self.connected and self._tls is not None:
            with suppress(OSError, ValueError), self._turn:
                with suppress(ssl.SSLWantReadError):
                    self._tls.unwrap()
                self._push()
        super().handle_close()
